package import Bytes

/// A template for text in a message: literal text with `{name}` for a part to capture and `{}` for a part to skip.
///
/// ASCII letter case is ignored, any run of white space equals one blank, and typographic quotes equal straight ones:
/// pastes fold lines, and word processors change quotes. A part extends to the next literal; the last one extends to
/// the end of the line, or of the quotation or bracket that contains the text (`MatchableText.endOfCapture`). Every literal
/// is searched once from left to right, so the cost is linear.
package struct TextTemplate: Sendable, ExpressibleByStringLiteral {
  /// The template as written in the pattern; pages print it.
  package let source: String
  /// The grams of the literals, to test against a `GramSet` before matching.
  let grams: [UInt16]
  private let parsed = OnDemand<[Piece]>()

  private enum Piece: Sendable {
    case literal([UInt8])
    case part(String?)
  }

  /// The maximum length of a part, in bytes.
  private static let maxPartLength = 4096

  /// Creates a template from a literal, with parts in braces.
  @inline(never)
  package init(stringLiteral source: String) { self.init(source) }

  /// Creates a template from text with parts in braces; a brace without its counterpart is literal text.
  @inline(never)
  package init(_ source: String) {
    self.source = source
    // This runs for every pattern of the catalog at each start, so only the grams are computed: most reports need none
    // of the pieces.
    var grams: [UInt16] = []
    Self.forEachRun(source) { text, isPart in
      if !isPart { grams += MatchableText.grams(text) }
    }
    self.grams = grams
  }

  /// The literals, in lower case, and the parts between them.
  private var pieces: [Piece] {
    parsed.value {
      var pieces: [Piece] = []
      Self.forEachRun(source) { bytes, isPart in
        let text = String(streamSafe: bytes)
        pieces.append(isPart ? .part(text.isEmpty ? nil : text) : .literal(MatchableText(text).lowered))
      }
      return pieces
    }
  }

  /// Calls `body` with each literal and with the name of each part, in order; literals are not empty.
  private static func forEachRun(
    _ source: String, _ body: (_ bytes: UnsafeBufferPointer<UInt8>, _ isPart: Bool) -> Void
  ) {
    var source = source
    source.withUTF8 { bytes in
      var start = 0
      func run(_ range: Range<Int>, _ isPart: Bool) {
        if isPart || !range.isEmpty { body(UnsafeBufferPointer(rebasing: bytes[range]), isPart) }
      }
      while let open = bytes[start...].firstIndex(of: UInt8(ascii: "{")),
        let close = bytes[open...].firstIndex(of: UInt8(ascii: "}"))
      {
        run(start..<open, false)
        run((open + 1)..<close, true)
        start = close + 1
      }
      run(start..<bytes.count, false)
    }
  }

  /// Returns false if the template cannot occur in any of the texts from which `set` was created.
  package func mayMatch(_ set: GramSet) -> Bool { set.mayContain(grams) }

  /// Returns the captured parts by name if the template occurs in `text` (with `atStart`: at its beginning); `nil` if
  /// it does not.
  package func match(_ text: MatchableText, atStart: Bool = false) -> [String: String]? {
    occurrence(in: text, atStart: atStart)?.captures
  }

  /// Whether the template has at least three words of literal text, or the name of a function or type. A code or a
  /// keyword alone occurs in every text about a failure.
  var isSpecific: Bool {
    var words = 0
    for case .literal(let literal) in pieces { words += literal.split(separator: 0x20).count }
    return words >= 3 || source.split(separator: " ").contains(where: Self.isName)
  }

  /// The number of bytes of literal text.
  var literalLength: Int {
    pieces.reduce(0) { length, piece in if case .literal(let literal) = piece { length + literal.count } else { length }
    }
  }

  /// Returns whether a word is the name of a function or type of C, C++ or Swift's runtime. Codes are in capitals.
  private static func isName(_ word: Substring) -> Bool {
    word.contains("::") || word.utf8.contains(UInt8(ascii: "_")) && word.utf8.contains { $0 &- 0x61 < 26 }
  }

  /// Returns the captured parts by name and the offset of the first literal; `nil` if it does not occur.
  func occurrence(in text: MatchableText, atStart: Bool = false) -> (captures: [String: String], start: Int)? {
    var parts: [String: String] = [:]
    var start: Int?
    /// `start`, if the template begins with a literal.
    var quoted: Int?
    var position = 0
    var open: (name: String?, start: Int)?
    for piece in pieces {
      switch piece {
      case .part(let name):
        open = (name, position)
      case .literal(let literal):
        guard
          let found = text.firstOccurrence(
            of: literal, from: position, isFixed: atStart && position == 0 && open == nil)
        else { return nil }
        if let part = open {
          guard found - part.start <= Self.maxPartLength else { return nil }
          if let name = part.name {
            let captured = part.start..<found
            let end = literal.first == 0x20 ? text.endOfCapture(captured, inTextAt: quoted) : found
            parts[name] = text.string(part.start..<end)
          }
        }
        if start == nil, open == nil { quoted = found }
        start = start ?? found
        open = nil
        position = found + literal.count
      }
    }
    if let part = open, let name = part.name {
      let end = min(text.endOfLine(from: part.start), part.start + Self.maxPartLength)
      parts[name] = text.string(part.start..<text.endOfCapture(part.start..<end, inTextAt: quoted))
    }
    return (parts, start ?? 0)
  }
}

/// A message prepared for matching: white space is folded to one blank, typographic quotes are replaced by straight
/// ones, and there is a lowercase copy of the same length.
package struct MatchableText: Sendable {
  /// The text in UTF-8, with folded white space and straight quotes.
  package let original: [UInt8]
  /// `original` with ASCII letters in lower case; offsets are the same in both.
  package let lowered: [UInt8]
  /// Offsets of line breaks in the original text, ascending.
  private let lineEnds: [Int]

  /// Prepares `text` for matching, in one pass.
  package init(_ text: some StringProtocol) {
    var text = String(text)
    (original, lineEnds) = text.withUTF8(Self.folded)
    lowered = original.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
  }

  /// Returns the grams of `literal` as it is compared with prepared texts.
  static func grams(_ literal: UnsafeBufferPointer<UInt8>) -> [UInt16] {
    // Folding changes white space and characters that are not ASCII; letter case does not matter for grams.
    var previous: UInt8 = 0
    for byte in literal {
      if byte >= 0x80 || byte < 0x20 || byte == 0x20 && previous == 0x20 {
        return GramSet.grams(of: MatchableText(String(streamSafe: literal)).lowered)
      }
      previous = byte
    }
    return GramSet.grams(of: literal)
  }

  private static func folded(_ text: UnsafeBufferPointer<UInt8>) -> (original: [UInt8], lineEnds: [Int]) {
    var lineEnds: [Int] = []
    let original = [UInt8](unsafeUninitializedCapacity: text.count) { original, count in
      var (index, isBlank) = (0, false)
      while index < text.count {
        let (byte, width) = plain(text, at: index)
        index += width
        switch byte {
        case 0x20, 0x09, 0x0a, 0x0d:
          if byte == 0x0a { lineEnds.append(count) }
          if isBlank { continue }
          isBlank = true
          original[count] = 0x20
        default:
          isBlank = false
          original[count] = byte
        }
        count += 1
      }
    }
    return (original, lineEnds)
  }

  /// Returns the byte at `index`, or the plain replacement of the character there, and the length of the character in
  /// bytes.
  @inline(__always) private static func plain(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> (UInt8, Int) {
    // U+2018, 2019, 201C, 201D are E2 80 98/99/9C/9D; U+00A0 is C2 A0.
    let byte = text[index]
    guard byte == 0xe2 || byte == 0xc2, index + 1 < text.count else { return (byte, 1) }
    switch (byte, text[index + 1]) {
    case (0xc2, 0xa0): return (0x20, 2)
    case (0xe2, 0x80) where index + 2 < text.count:
      switch text[index + 2] {
      case 0x98, 0x99: return (UInt8(ascii: "'"), 3)
      case 0x9c, 0x9d: return (UInt8(ascii: "\""), 3)
      default: return (byte, 1)
      }
    default: return (byte, 1)
    }
  }

  func string(_ range: Range<Int>) -> String {
    var range = range
    while let first = range.first, original[first] == 0x20 { range = (first + 1)..<range.upperBound }
    while let last = range.last, original[last] == 0x20 { range = range.lowerBound..<last }
    return String(streamSafe: original[range])
  }

  func endOfLine(from position: Int) -> Int {
    lineEnds.first { $0 > position } ?? original.count
  }

  /// Returns the offset of `needle`, which is in lower case, at or after `start`, or only at `start` if `isFixed`;
  /// `nil` if it does not occur.
  func firstOccurrence(of needle: [UInt8], from start: Int, isFixed: Bool = false) -> Int? {
    guard let first = needle.first else { return start }
    guard lowered.count - start >= needle.count else { return nil }
    // `Array.span` would need macOS 26.
    let (searched, word) = (lowered[...], needle[...])
    let hay = searched.span
    let pattern = word.span
    let last = isFixed ? start : hay.count - pattern.count
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
