/// A part of a name, as UTF-8. Names are worked on as bytes: every sign that matters to them is ASCII.
typealias NameSlice = ArraySlice<UInt8>

extension ArraySlice<UInt8> {
  func begins(with text: StaticString) -> Bool { matches(text, at: startIndex) }

  func ends(with text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    return self.count >= count && matches(text, at: endIndex - count)
  }

  func matches(_ text: StaticString, at start: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard start >= startIndex, endIndex - start >= count else { return false }
    let wanted = text.utf8Start
    return withUnsafeBufferPointer { bytes in
      let base = start - startIndex
      for offset in 0..<count where bytes[base + offset] != wanted[offset] { return false }
      return true
    }
  }

  /// First place of `text` at or after `from`.
  func position(of text: StaticString, from: Int? = nil) -> Int? {
    let count = text.utf8CodeUnitCount
    guard count > 0 else { return nil }
    let wanted = text.utf8Start
    return withUnsafeBufferPointer { bytes in
      var at = (from ?? startIndex) - startIndex
      let last = bytes.count - count
      while at <= last {
        if bytes[at] == wanted[0] {
          var offset = 1
          while offset < count, bytes[at + offset] == wanted[offset] { offset += 1 }
          if offset == count { return at + startIndex }
        }
        at += 1
      }
      return nil
    }
  }

  /// Last place of `text`.
  func lastPosition(of text: StaticString) -> Int? {
    var at = endIndex - text.utf8CodeUnitCount
    while at >= startIndex {
      if matches(text, at: at) { return at }
      at -= 1
    }
    return nil
  }

  func has(_ text: StaticString) -> Bool { position(of: text) != nil }

  /// First place of `text` outside brackets.
  func topLevelPosition(of text: StaticString) -> Int? {
    var depth = BracketDepth()
    var at = startIndex
    while at < endIndex {
      if depth.isOutside, matches(text, at: at) { return at }
      at = depth.pass(at, in: self)
    }
    return nil
  }

  /// The place of the bracket that closes the one at `open`; `nil` if none does.
  func closing(bracketAt open: Int) -> Int? {
    var depth = BracketDepth()
    var at = open
    while at < endIndex {
      let next = depth.pass(at, in: self)
      if depth.isOutside { return next - 1 }
      at = next
    }
    return nil
  }

  /// The place of the angle that closes the one at `open`, no other bracket counted.
  func closing(angleAt open: Int) -> Int? {
    var depth = 0
    var at = open
    while at < endIndex {
      switch self[at] {
      case UInt8(ascii: "-") where at + 1 < endIndex && self[at + 1] == UInt8(ascii: ">"): at += 1
      case UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: ">"):
        depth -= 1
        if depth <= 0 { return at }
      default: break
      }
      at += 1
    }
    return nil
  }

  /// Without blanks at both ends.
  var trimmed: NameSlice {
    var slice = self
    while slice.first == 0x20 { slice.removeFirst() }
    while slice.last == 0x20 { slice.removeLast() }
    return slice
  }

  var text: String { String(decoding: self, as: UTF8.self) }
}

/// How many brackets are open at a place. `->` is one sign, and closes nothing.
struct BracketDepth {
  private var depth = 0

  var isOutside: Bool { depth == 0 }

  /// Takes the sign at `at` in, and returns the place of the next.
  mutating func pass(_ at: Int, in name: NameSlice) -> Int {
    switch name[at] {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "<"): depth += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: ">"): if depth > 0 { depth -= 1 }
    case UInt8(ascii: "-") where at + 1 < name.endIndex && name[at + 1] == UInt8(ascii: ">"): return at + 2
    default: break
    }
    return at + 1
  }
}

extension UInt8 {
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  var isHexDigit: Bool { isDigit || (self | 0x20 >= 0x61 && self | 0x20 <= 0x66) }

  /// Letters, digits, `_`, `$` and everything that is not ASCII.
  var isWord: Bool {
    isDigit || self == 0x5f || self == 0x24 || self >= 0x80 || (self | 0x20 >= 0x61 && self | 0x20 <= 0x7a)
  }
}

extension [UInt8] {
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

/// Signs of operators while they are set aside, so that they are no brackets, arrows or blanks.
///
/// The stand-ins are control characters, which no cleaned name has.
enum SetAside {
  private static let pairs: [(sign: UInt8, standIn: UInt8)] = [
    (UInt8(ascii: "<"), 0x01), (UInt8(ascii: ">"), 0x02), (UInt8(ascii: "."), 0x03), (UInt8(ascii: "-"), 0x04),
    (UInt8(ascii: " "), 0x05), (UInt8(ascii: "("), 0x06), (UInt8(ascii: ")"), 0x07), (UInt8(ascii: "["), 0x08),
    (UInt8(ascii: "]"), 0x0e), (UInt8(ascii: "&"), 0x0f), (UInt8(ascii: "*"), 0x10),
  ]

  private static let standIns: [UInt8] = table(pairs.map { ($0.sign, $0.standIn) })
  private static let signs: [UInt8] = table(pairs.map { ($0.standIn, $0.sign) })

  private static func table(_ pairs: [(UInt8, UInt8)]) -> [UInt8] {
    var table = (0...255).map { UInt8($0) }
    for (from, to) in pairs { table[Int(from)] = to }
    return table
  }

  static func standIn(_ sign: UInt8) -> UInt8 { standIns[Int(sign)] }

  static func putBack(_ name: inout [UInt8]) {
    for index in name.indices where name[index] < 0x20 { name[index] = signs[Int(name[index])] }
  }
}
