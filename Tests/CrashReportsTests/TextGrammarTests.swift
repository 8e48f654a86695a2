import Bytes
import Testing

@testable import CrashReports

/// The catalog of dialects is the grammar of texts.
@Suite struct TextGrammarTests {
  /// Calls `body` with a reader of a text, before its first line.
  private func withReader<Result>(_ text: String, _ body: (inout TextReader) throws -> Result) rethrows -> Result {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBufferPointer { buffer in
      var reader = TextReader(
        UnescapedText(bytes, Slice(0, bytes.count)), buffer, firstLine: 1, limits: DecodingLimits())
      return try body(&reader)
    }
  }

  @Test func namesAreUnique() {
    let names = TextDialect.catalog.map(\.name) + WholeText.catalog.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.allSatisfy { $0 == "-" || $0.isLowercase } })
    #expect(TextDialect.catalog.count <= TextDialect.Positions.bitWidth)
  }

  /// The example of each dialect is read by that dialect, and is what the dialect says.
  @Test(arguments: TextDialect.catalog.indices)
  func exampleIsReadByItsDialect(_ position: Int) {
    let dialect = TextDialect.catalog[position]
    withReader(dialect.example.text) { reader in
      let reports = reader.read()
      #expect(reader.consumers >> position & 1 == 1, "\(dialect.name) consumes no line of its example")
      #expect(reports.count == 1, "\(dialect.name)")
      #expect(reports.first?.value.source.format == dialect.example.format.id, "\(dialect.name)")
      #expect(reports.first?.value.kind == dialect.example.kind, "\(dialect.name)")
    }
  }

  /// Normalization, which removes what was written around lines, leaves the lines of the dialect as they are.
  @Test(arguments: TextDialect.catalog.indices)
  func exampleIsReadAfterNormalization(_ position: Int) {
    let dialect = TextDialect.catalog[position]
    let reports = ReportReader.read(Array(dialect.example.text.utf8)).reports
    #expect(reports.first?.value.source.format == dialect.example.format.id, "\(dialect.name)")
    #expect(reports.first?.value.kind == dialect.example.kind, "\(dialect.name)")
  }

  /// A text that is read as a whole has no line that a dialect reads as a report, and no other form reads it before.
  @Test(arguments: WholeText.catalog.indices)
  func exampleIsReadAsAWhole(_ position: Int) {
    let form = WholeText.catalog[position]
    withReader(form.example.text) { reader in
      let isRead = WholeText.catalog.prefix(position + 1).map { $0.read(&reader) != nil }
      #expect(isRead == Array(repeating: false, count: position) + [true], "\(form.name)")
      let reports = reader.read()
      #expect(reports.map(\.value.source.format) == [form.example.format.id], "\(form.name)")
      #expect(reports.first?.value.kind == form.example.kind, "\(form.name)")
    }
  }

  /// Each dialect that decides what a report is has a rank among the others, and its formats are documented.
  @Test func conclusionsAreRanked() {
    let ranked = TextDialect.conclusions.map(\.name)
    #expect(Set(ranked).count == ranked.count)
    #expect(Set(ranked) == Set(TextDialect.catalog.filter { $0.conclude != nil }.map(\.name)))
    let formats = TextDialect.catalog.map(\.example.format.id) + WholeText.catalog.map(\.example.format.id)
    #expect(Set(formats).isSubset(of: ReportFormat.catalog.map(\.id)))
    // The last one decides about any draft.
    #expect(TextDialect.conclusions.last?.conclude?(Draft()) != nil)
  }

  /// No two dialects leave the same mark, nor one that means something else.
  @Test func marksAreDistinct() {
    var used: Draft.Pieces = [
      .applicationInformation, .debuggerStop, .endMarker, .translated, .buildFirst, .deadlock, .regions, .regionTotal,
    ]
    for dialect in TextDialect.catalog {
      #expect(used.isDisjoint(with: dialect.mark), "\(dialect.name)")
      used.formUnion(dialect.mark)
    }
  }

  /// Phrases are compared in lower case and found by their first four bytes, and a line with one is offered to a dialect.
  @Test func phrasesAreFound() {
    let offered = TextDialect.catalog.reduce(into: Wording()) { $0.formUnion($1.offer.words) }
    for dialect in TextDialect.catalog {
      for (wording, phrases) in dialect.phrases {
        // The rows of jetsam events are offered every line, because only the first has a phrase.
        #expect(offered.isSuperset(of: wording) || dialect.name == "jetsam-rows", "\(dialect.name)")
        for phrase in phrases {
          #expect(phrase.utf8.count >= 4 && phrase == phrase.lowercased(), "\(phrase)")
          withReader("~~ \(phrase) ~~") { reader in
            #expect(Wording.scan(reader.text, Slice(0, reader.text.count)).isSuperset(of: wording), "\(phrase)")
          }
        }
      }
    }
  }

  /// The first byte is only a shortcut: a dialect that is offered lines by it alone consumes no other lines.
  @Test func firstByteIsAShortcut() {
    let dialects = TextDialect.catalog.filter { $0.offer.words.isEmpty }
    #expect(dialects.count > 10)
    let texts = TextDialect.catalog.map(\.example.text) + [TextSample.phone]
    for line in texts.flatMap({ $0.split(separator: "\n") }).map(String.init) {
      for dialect in dialects {
        withReader(line) { reader in
          guard let first = reader.cursor.next(), !dialect.offer.begins(reader.text[first.content.start]) else {
            return
          }
          let words = Wording.scan(reader.text, first.content)
          #expect(!dialect.consume(&reader, first, words), "\(dialect.name) consumes “\(line)”")
        }
      }
    }
  }

  /// A line is offered in the order of the catalog: by its first byte, by its phrases, or always.
  @Test func linesAreOffered() {
    func names(_ text: String) -> [String] {
      withReader(text) { reader in
        let slice = Slice(0, reader.text.count)
        let found = TextDialect.table.candidates(first: reader.text[0], Wording.scan(reader.text, slice))
        return TextDialect.catalog.indices.filter { found >> $0 & 1 == 1 }.map { TextDialect.catalog[$0].name }
      }
    }
    let always = [
      "fields", "sanitizer", "retold-fields", "jetsam-rows", "omitted-frames", "short-frames", "symbol-lists",
    ]
    #expect(names("~") == always)
    #expect(Set(names("Thread 0:")).isSuperset(of: ["threads", "registers", "marks", "console"]))
    #expect(Set(names("~ Failed to render instance of CardView")).subtracting(always) == ["preview-agent"])
    #expect(!names("Thread 0:").contains("frames") && names("0 MyApp").contains("frames"))
    let all = TextDialect.partPositions | TextDialect.headedPositions | TextDialect.messagePositions
    #expect(all.nonzeroBitCount == TextDialect.catalog.count)
    #expect(TextDialect.partPositions & TextDialect.messagePositions == 0)
  }

  /// Lines that a dialect holds are offered to it first; the mark of a block of code ends those of the canvas, but not those
  /// of a sanitizer.
  @Test func heldLinesBelongToTheirDialect() throws {
    let frame = "0   MyApp   0x0000000104a1c2b0 -[CardView load] + 12"
    let canvas = TextSample.decode("JITError\n```\nApplication Specific Information:\nCards\n```\n")
    #expect(canvas.first?.value.canvasLines.map(\.text) == ["JITError"])
    let heading = "==4711==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000003a30 at pc 0x000104a3ff80"
    let sanitizer = try #require(TextSample.report("\(heading)\n```\nThread T1 created by T0 here\n\(frame)\n"))
    #expect(sanitizer.source.format == "sanitizer")
    #expect(sanitizer.applicationSpecificInformation?.count == 3)
  }

  /// What a dialect remembers ends with the report.
  @Test func statesEndWithTheReport() {
    withReader("/* com.apple.ibtool.errors */\n") { reader in
      _ = reader.read()
      #expect(reader.draft.states.retoldFields == 0 && !reader.draft.states.jetsam.hasOpenRow)
    }
    let cards = "/* com.apple.ibtool.errors */\n/Cards/Main.storyboard: error: Illegal configuration: a.\n"
    let report = "Incident Identifier: 0f3b6a52-91c4-4d0e-8a77-2b6c1d9e4f10\nThread 0:\n"
    let texts = TextSample.decode("\(cards)\n\(report)\n\(report)\nerror: Illegal configuration: b.\n")
    #expect(texts.last?.value.documentMessages.allSatisfy { $0.tool == nil } == true)
  }
}
