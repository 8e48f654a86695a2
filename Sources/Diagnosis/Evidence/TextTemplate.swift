/// Wording to look for in a message: literal text with `{name}` for a part to keep and `{}` for a part to skip.
///
/// Letter case of ASCII does not count, any run of white space equals one blank, and typographic quotes equal straight
/// ones: pastes fold lines, and word processors change quotes. A part stretches to the next literal, or to the end of
/// the line for the last one. Every literal is searched once from left to right, so the cost is linear.
package struct TextTemplate: Sendable, ExpressibleByStringLiteral {
  /// As written in the pattern; this is what the page prints.
  package let source: String
  private let pieces: [Piece]
  /// What to ask a `GramSet` before matching.
  let grams: [UInt16]

  private enum Piece: Sendable {
    case literal([UInt8])
    case part(String?)
  }

  /// Longest text, in bytes, that one part may cover.
  private static let longestPart = 4096

  package init(stringLiteral source: String) { self.init(source) }

  package init(_ source: String) {
    self.source = source
    var pieces: [Piece] = []
    var rest = Substring(source)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { pieces.append(.literal(MatchableText(rest[..<open]).lowered)) }
      let name = rest[rest.index(after: open)..<close]
      pieces.append(.part(name.isEmpty ? nil : String(name)))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.literal(MatchableText(rest).lowered)) }
    self.pieces = pieces
    grams = pieces.flatMap { piece -> [UInt16] in
      if case .literal(let bytes) = piece { GramSet.grams(of: bytes) } else { [] }
    }
  }

  /// False if the wording cannot occur in any of the texts that `set` was made from.
  package func mayMatch(_ set: GramSet) -> Bool { set.mayContain(grams) }

  /// The parts by name, if the wording occurs in `text`; `nil` if it does not.
  package func match(_ text: MatchableText) -> [String: String]? {
    var parts: [String: String] = [:]
    var position = 0
    var open: (name: String?, start: Int)?
    for piece in pieces {
      switch piece {
      case .part(let name):
        open = (name, position)
      case .literal(let literal):
        guard let found = text.firstOccurrence(of: literal, from: position) else { return nil }
        if let part = open {
          guard found - part.start <= Self.longestPart else { return nil }
          if let name = part.name { parts[name] = text.string(part.start..<found) }
        }
        open = nil
        position = found + literal.count
      }
    }
    if let part = open, let name = part.name {
      let end = min(text.endOfLine(from: part.start), part.start + Self.longestPart)
      parts[name] = text.string(part.start..<end)
    }
    return parts
  }
}

/// A message prepared for matching: white space folded to one blank, typographic quotes made straight, and a copy in
/// lower case of the same length.
package struct MatchableText: Sendable {
  package let original: [UInt8]
  package let lowered: [UInt8]
  /// Offsets at which the original had a line break, in ascending order.
  private let lineEnds: [Int]

  package init(_ text: some StringProtocol) {
    var original: [UInt8] = []
    original.reserveCapacity(text.utf8.count)
    var lineEnds: [Int] = []
    var pending: [UInt8] = []
    var blank = false
    func put(_ byte: UInt8) {
      switch byte {
      case 0x20, 0x09, 0x0a, 0x0d:
        if byte == 0x0a { lineEnds.append(original.count) }
        if !blank { original.append(0x20) }
        blank = true
      default:
        original.append(byte)
        blank = false
      }
    }
    for byte in text.utf8 {
      // U+2018, 2019, 201C, 201D are E2 80 98/99/9C/9D; U+00A0 is C2 A0.
      switch (pending.count, byte) {
      case (0, 0xe2), (0, 0xc2): pending = [byte]
      case (1, 0x80) where pending[0] == 0xe2: pending.append(byte)
      case (1, 0xa0) where pending[0] == 0xc2:
        pending = []
        put(0x20)
      case (2, 0x98), (2, 0x99):
        pending = []
        put(UInt8(ascii: "'"))
      case (2, 0x9c), (2, 0x9d):
        pending = []
        put(UInt8(ascii: "\""))
      default:
        for held in pending { put(held) }
        pending = []
        put(byte)
      }
    }
    for held in pending { put(held) }
    self.original = original
    self.lineEnds = lineEnds
    lowered = original.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
  }

  func string(_ range: Range<Int>) -> String {
    var range = range
    while let first = range.first, original[first] == 0x20 { range = (first + 1)..<range.upperBound }
    while let last = range.last, original[last] == 0x20 { range = range.lowerBound..<last }
    return String(decoding: original[range], as: UTF8.self)
  }

  func endOfLine(from position: Int) -> Int {
    lineEnds.first { $0 > position } ?? original.count
  }

  /// Position of `needle`, which is in lower case, at or after `start`.
  func firstOccurrence(of needle: [UInt8], from start: Int) -> Int? {
    guard let first = needle.first else { return start }
    guard lowered.count - start >= needle.count else { return nil }
    let hay = lowered.span
    let pattern = needle.span
    let last = hay.count - pattern.count
    var position = start
    while position <= last {
      if hay[position] == first {
        var offset = 1
        while offset < pattern.count, hay[position + offset] == pattern[offset] { offset += 1 }
        if offset == pattern.count { return position }
      }
      position += 1
    }
    return nil
  }
}
