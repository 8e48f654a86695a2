/// A family of lines in a text, such as the report of a sanitizer or the rows of a jetsam event: which lines belong to it,
/// what is read from them, and what a report is that consists of them.
///
/// The grammar of the text reader is the list of these values (`TextDialect+Catalog.swift`); the values themselves are next
/// to the functions that read their lines.
struct TextDialect: Sendable {
  /// A function that reads a line with the phrases that it contains; false if the line is offered to the next dialects, too.
  typealias Consume = @Sendable (inout TextReader, Line, Wording) -> Bool

  /// The unique name, in kebab-case.
  let name: String
  /// An invented text in this dialect, which is read on its own.
  let example: Example
  /// The lines that are offered to the dialect.
  let offer: Offer
  /// Phrases of this dialect in lower case, at least four bytes long, with the wording that a line with one of them has.
  var phrases: [(Wording, [String])] = []
  /// What the lines leave in a report (`Draft.pieces`); empty if they leave only what other dialects have, too.
  var mark: Draft.Pieces = []
  /// Whether the mark of a block of code ends the lines that the dialect holds.
  var endsAtFence = true
  /// Whether a draft that has only the mark of this dialect is a report; `nil` if it always is.
  var suffices: (@Sendable (Draft) -> Bool)?
  /// Moves what the dialect has collected into the report, before the report is completed.
  var complete: (@Sendable (inout TextReader) -> Void)?
  /// A note for a report that ends within lines of this dialect.
  var truncation: (@Sendable (Draft) -> Note?)?
  /// What the report is; `nil` if the lines of this dialect do not decide it. Used in the order of `conclusions`.
  var conclude: (@Sendable (Draft) -> Conclusion?)?
  /// Consumes a line below one after which the dialect set `TextReader.section` to `held`; with false, the dialect holds no
  /// further lines, and the line is offered to all dialects. `nil` if the dialect never holds lines.
  var consumeNext: (@Sendable (inout TextReader, Line) -> Bool)?
  /// Consumes a line outside sections.
  let consume: Consume

  /// A text, and the format and kind of the report that is read from it.
  struct Example: Sendable {
    let text: String
    let format: ReportFormat
    let kind: CrashReport.Kind

    init(_ text: String, _ format: ReportFormat, _ kind: CrashReport.Kind = .crash) {
      self.text = text
      self.format = format
      self.kind = kind
    }
  }

  /// What a report is.
  struct Conclusion {
    let format: ReportFormat
    let kind: CrashReport.Kind

    init(_ format: ReportFormat, _ kind: CrashReport.Kind = .crash) {
      self.format = format
      self.kind = kind
    }
  }

  /// The lines that are offered to a dialect: the test costs a table access, a call of each dialect for each line would
  /// cost more than the rest of reading a log.
  struct Offer: Sendable {
    /// Whether lines that begin with a byte are offered.
    let begins: @Sendable (UInt8) -> Bool
    /// Lines with one of these wordings are offered, too.
    let words: Wording

    private init(_ words: Wording, _ begins: @escaping @Sendable (UInt8) -> Bool) {
      self.begins = begins
      self.words = words
    }

    static let everyLine = Offer([]) { _ in true }

    static func containing(_ words: Wording) -> Offer { Offer(words) { _ in false } }

    /// Lines that begin with a byte in `bytes`, or contain one of the phrases of `words`.
    static func beginning(with bytes: StaticString, orContaining words: Wording = []) -> Offer {
      Offer(words) { byte in bytes.withUTF8Buffer { $0.contains(byte) } }
    }

    static func beginning(where begins: @escaping @Sendable (UInt8) -> Bool) -> Offer { Offer([], begins) }
  }
}

extension TextDialect {
  /// Positions in the catalog, as bits.
  typealias Positions = UInt64

  /// The dialects to which a line is offered, by its first byte and by its wording.
  struct Table {
    private var byFirst = [Positions](repeating: 0, count: 256)
    private var byWord = [Positions](repeating: 0, count: Wording.bitWidth)

    init(_ dialects: [TextDialect]) {
      for (position, dialect) in dialects.enumerated() {
        for byte in UInt8.min...UInt8.max where dialect.offer.begins(byte) { byFirst[Int(byte)] |= 1 << position }
        for bit in byWord.indices where dialect.offer.words.rawValue >> bit & 1 == 1 { byWord[bit] |= 1 << position }
      }
    }

    @inline(__always)
    func candidates(first: UInt8, _ words: Wording) -> Positions {
      var found = byFirst[Int(first)]
      var rest = words.rawValue
      while rest != 0 {
        found |= byWord[rest.trailingZeroBitCount]
        rest &= rest &- 1
      }
      return found
    }
  }
}

extension TextReader {
  /// Offers a line to dialects in the order of the catalog, until one consumes it.
  mutating func offer(_ line: Line, _ words: Wording, to dialects: TextDialect.Positions) -> Bool {
    var candidates = TextDialect.table.candidates(first: text[line.content.start], words) & dialects
    while candidates != 0 {
      let position = candidates.trailingZeroBitCount
      candidates &= candidates &- 1
      guard TextDialect.catalog[position].consume(&self, line, words) else { continue }
      consumers |= 1 << position
      if section == .held { holder = position }
      return true
    }
    return false
  }
}
