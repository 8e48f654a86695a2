import Bytes

/// A part of a name in UTF-8. Names are processed as bytes, because all relevant characters are ASCII.
typealias NameSlice = ArraySlice<UInt8>

extension ArraySlice<UInt8> {
  /// Returns the first index of `text` outside brackets.
  func topLevelPosition(of text: StaticString) -> Int? {
    var depth = BracketDepth()
    var at = startIndex
    while at < endIndex {
      if depth.isOutside, matches(text, at: at) { return at }
      at = depth.advance(at, in: self)
    }
    return nil
  }

  /// Returns the index of the bracket that closes the one at `open`; `nil` if there is none.
  func closing(bracketAt open: Int) -> Int? {
    var depth = BracketDepth()
    var at = open
    while at < endIndex {
      let next = depth.advance(at, in: self)
      if depth.isOutside { return next - 1 }
      at = next
    }
    return nil
  }

  /// Returns the index of the angle bracket that closes the one at `open`. Other brackets are ignored.
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

/// The number of open brackets at an index of a name, regardless of their kinds. The `>` of `->` is not a bracket.
///
/// A part of the algorithm's version: matching by kind, as the short names of `Vocabulary` do, changes the keys of some
/// names, such as those of private operators (`MyApp.(< infix in _…)(Swift.Int, Swift.Int) -> Swift.Bool`).
struct BracketDepth {
  private var depth = 0

  var isOutside: Bool { depth == 0 }

  /// Counts the character at `at` and returns the index of the next one.
  mutating func advance(_ at: Int, in name: NameSlice) -> Int {
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
  /// True for letters, digits, `_`, `$` and all non-ASCII bytes.
  var isWord: Bool { isIdentifier || self == UInt8(ascii: "$") }
}
