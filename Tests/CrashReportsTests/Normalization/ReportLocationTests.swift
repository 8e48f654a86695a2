import TestSupport
import Testing
import Vocabulary

@testable import CrashReports

/// Reports that are read from a normalized text have the lines and offsets of the original.
@Suite struct ReportLocationTests {
  private static let stack = """
    Thread 0 Crashed:
    0   MyApp       0x0000000104a1c2b0 -[CardView draw] + 4
    1   UIKitCore   0x0000000184a1c2b0 draw + 8

    """

  private func lines(_ text: String) throws -> [Int?] {
    let report = try #require(ReportReader.read(Array(text.utf8)).reports.first?.value)
    return try #require(report.crashedThread).frames.map(\.line)
  }

  @Test func linesAreThoseOfTheOriginal() throws {
    let rows = Self.stack.split(separator: "\n")
    #expect(try lines(Self.stack) == [2, 3])
    #expect(try lines("\n" + rows.map { "2024-05-05T10:10:10.1234567Z \($0)\n" }.joined()) == [3, 4])
    #expect(try lines(rows.map { "\($0)\n\n" }.joined()) == [3, 5])
    #expect(try lines(rows.map { "{\"time\": 1, \"message\": \"\($0)\"}\n" }.joined()) == [2, 3])
    #expect(try lines("{\n\"log\": \"" + rows.joined(separator: "\\n") + "\"\n}") == [2, 2])
    #expect(try lines("<p>" + rows.joined(separator: "<br>") + "</p>\n") == [1, 1])
  }

  @Test func theRangeHasThePrefixOfItsFirstLine() throws {
    let rows = Self.stack.split(separator: "\n").map { "2024-05-05T10:10:10.1234567Z \($0)\n" }.joined()
    let text = "prose\n" + rows + "2024-05-05T10:10:10.1234567Z Done.\n"
    let report = try #require(ReportReader.read(Array(text.utf8)).reports.first)
    #expect(report.value.source.byteRange == 6..<(6 + rows.utf8.count))
    #expect(report.value.source.firstLine == 2)
    #expect(report.notes.map(\.text).contains("Removed GitHub Actions or Azure timestamps from 4 lines."))
  }

  @Test func linesThatHoldSeveralLinesAreNotQuoted() throws {
    let escaped = Self.stack.replacing("\n", with: "\\n")
    let outcome = ReportReader.read(Array("{\"log\": \"\(escaped)\"}".utf8))
    #expect(outcome.reports.first?.value.source.quotesLines == false)
    #expect(ReportReader.read(Array(Self.stack.utf8)).reports.first?.value.source.quotesLines == true)
  }

  /// Fails if a line number of the model is not changed by `changeLines`.
  @Test(arguments: SampleLog.forms.filter { ((try? $0.bytes().count) ?? .max) < 200_000 })
  func everyLineOfTheModelIsChanged(_ log: SampleLog) throws {
    for decoded in ReportReader.read(try log.bytes()).reports {
      var moved = decoded.value
      moved.changeLines { $0 + 1000 }
      let before = Self.numbers(in: decoded.value)
      let after = Self.numbers(in: moved)
      #expect(after == before.map { $0 + 1000 }, "\(log.path)")
    }
  }

  /// Returns all line numbers of a value, except those of source files.
  private static func numbers(in value: Any, label: String? = nil) -> [Int] {
    if value is Vocabulary.SourceLocation { return [] }
    if let number = value as? Int {
      return label == "line" || label == "firstLine" || label == "lastLine" ? [number] : []
    }
    if let lines = value as? [CrashReport.Field: Int] { return lines.values.sorted() }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.flatMap { numbers(in: $0.value, label: label) } }
    return mirror.children.flatMap { numbers(in: $0.value, label: $0.label) }
  }
}
