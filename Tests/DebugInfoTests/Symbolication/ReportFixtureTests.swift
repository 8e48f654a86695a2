import Analysis
import CrashReports
import DebugInfo
import Foundation
import Symbolication
import TestSupport
import Testing
import Vocabulary
import Platform

/// A row of `Tests/Fixtures/symbols/expected.csv` for a frame of a report.
struct ExpectedFrame: Sendable, CustomTestStringConvertible {
  var name: String
  var file: String
  var symbols: String
  var location: String
  var address: UInt64
  var offset: Int?
  /// Innermost first: `name (file:line)`.
  var frames: [String]
  var testDescription: String { name }

  static let all: [ExpectedFrame] = {
    guard let text = try? Repository.text(of: "Tests/Fixtures/symbols/expected.csv") else { return [] }
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let cells = cells(line)
      guard cells.count >= 9, cells[1].hasPrefix("out/reports/") else { return nil }
      return ExpectedFrame(
        name: cells[0], file: fixture(cells[1]), symbols: cells[2] == "-" ? "" : fixture(cells[2]), location: cells[4],
        address: UInt64(cells[5].dropFirst(2), radix: 16) ?? 0, offset: Int(cells[7]),
        frames: cells[8].split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) })
    }
  }()

  private static func fixture(_ path: String) -> String { "Tests/Fixtures/symbols/" + path.dropFirst(4) }

  /// The cells of a line, which may be quoted.
  private static func cells(_ line: Substring) -> [String] {
    var cells = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: cells.append("")
      default: cells[cells.count - 1].append(character)
      }
    }
    return cells
  }
}

/// Complete reports with known answers.
@Suite struct ReportFixtureTests {
  /// The frames at a position such as `thread 0 frame 1` or `last exception frame 4`, inlined ones first.
  private func frames(_ report: CrashReport, _ location: String) throws -> [CrashReport.Frame] {
    let words = location.split(separator: " ")
    let index = try #require(words.last.flatMap { Int($0) })
    let isThread = words.first == "thread"
    let stack = isThread ? report.threads?.first?.frames : report.lastExceptionBacktrace
    return try #require(stack).filter { $0.index == index }
  }

  /// `name (file:line)` with the short name, because full names have more than one spelling.
  private static func text(_ frame: CrashReport.Frame) -> String? {
    guard let name = frame.symbol.map({ Vocabulary.shortened($0.readable) }) else { return nil }
    guard let source = frame.source else { return name }
    let file = source.file.split(separator: "/").last.map(String.init) ?? source.file
    return "\(name) (\(file):\(source.line ?? 0))"
  }

  private static func shortened(_ expected: String) -> String {
    // `name (file:line)`: a name may contain parentheses; a location contains a colon and digits.
    guard expected.hasSuffix(")"), let open = expected.range(of: " (", options: .backwards),
      expected[open.upperBound...].contains(":"), !expected[open.upperBound...].contains(" ")
    else { return Vocabulary.shortened(expected) }
    return Vocabulary.shortened(String(expected[..<open.lowerBound])) + expected[open.lowerBound...]
  }

  @Test(arguments: ExpectedFrame.all)
  func givesTheExpectedFrames(_ row: ExpectedFrame) throws {
    let read = try #require(ReportReader.read(Repository.bytes(of: row.file)).reports.first?.value)
    var options = AnalysisOptions()
    if !row.symbols.isEmpty {
      let store = SymbolStore(paths: [FilePath(Repository.url(row.symbols).path)])
      options.symbolicator = Symbolicator(store)
    }
    let report = Analysis.named(read, options)
    let found = try frames(report, row.location)
    #expect(found.compactMap(Self.text) == row.frames.map(Self.shortened))
    #expect(found.allSatisfy { $0.address == RuntimeAddress(row.address) })
    #expect(found.last?.symbol?.offset == row.offset)
    #expect(found.dropLast().allSatisfy(\.inlined) && found.last?.inlined == false)
    if row.frames.isEmpty { #expect(found.first?.outcome == .uuidMismatch) }
  }

  @Test func thereAreRows() { #expect(ExpectedFrame.all.count >= 40) }

  /// Names in the report remain unchanged.
  @Test func namesOfTheSystemStay() throws {
    let path = "Tests/Fixtures/symbols/reports/exception-backtrace.crash"
    let before = try #require(ReportReader.read(Repository.bytes(of: path)).reports.first?.value)
    var after = before
    Symbolicator(SymbolStore(paths: [FilePath(Repository.url("Tests/Fixtures/symbols").path)])).fill(in: &after)
    let named = try #require(before.lastExceptionBacktrace).filter { $0.symbol != nil }
    for frame in named {
      #expect(after.lastExceptionBacktrace?.first { $0.index == frame.index && !$0.inlined }?.symbol == frame.symbol)
    }
    #expect(after.lastExceptionBacktrace?.allSatisfy { $0.symbol != nil } == true)
  }
}
