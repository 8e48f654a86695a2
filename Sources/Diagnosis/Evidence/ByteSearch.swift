/// True if `needle` occurs in `text`, bytes compared as they are.
///
/// `String.contains` compares characters and is twenty times slower; this runs over every path of every report.
func contains(_ text: String, _ needle: StaticString) -> Bool {
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
