/// True if `needle` occurs in `text`, bytes compared as they are.
///
/// `String.contains` compares characters and is twenty times slower; this runs over every path of every report.
package func contains(_ text: String, _ needle: StaticString) -> Bool {
  var text = text
  return text.withUTF8 { hay in
    needle.withUTF8Buffer { pattern in
      guard let first = pattern.first else { return true }
      guard hay.count >= pattern.count else { return false }
      let last = hay.count - pattern.count
      var at = 0
      while at <= last {
        if hay[at] == first {
          var offset = 1
          while offset < pattern.count, hay[at + offset] == pattern[offset] { offset += 1 }
          if offset == pattern.count { return true }
        }
        at += 1
      }
      return false
    }
  }
}

/// True if `needle`, which is in lower case, occurs in `text`, letter case of ASCII aside.
func containsIgnoringCase(_ text: String, _ needle: String) -> Bool {
  var text = text
  var needle = needle
  return text.withUTF8 { hay in
    needle.withUTF8 { pattern in
      guard !pattern.isEmpty else { return true }
      guard hay.count >= pattern.count else { return false }
      for start in 0...(hay.count - pattern.count) {
        var offset = 0
        while offset < pattern.count, lowered(hay[start + offset]) == pattern[offset] { offset += 1 }
        if offset == pattern.count { return true }
      }
      return false
    }
  }
}

@inline(__always)
private func lowered(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte }
