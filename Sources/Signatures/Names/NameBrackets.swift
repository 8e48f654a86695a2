import Bytes

/// A part of a name, as UTF-8. Names are worked on as bytes: every sign that matters to them is ASCII.
typealias NameSlice = ArraySlice<UInt8>

extension ArraySlice<UInt8> {
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
  /// Letters, digits, `_`, `$` and everything that is not ASCII.
  var isWord: Bool { isIdentifier || self == UInt8(ascii: "$") }
}
