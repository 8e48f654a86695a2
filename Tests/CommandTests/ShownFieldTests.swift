import Documents
import Foundation
import History
import HistoryPresentation
import Testing
import Vocabulary

/// Every value of `ShownField.catalog`, in the outputs of the program that it names.
@Suite struct ShownFieldTests {
  /// The fields that documents lack, or write in another form: the time of recording is a fact of the history, and
  /// labels are an object.
  private static let notInJSON: Set<String> = ["seenAt", "labels"]

  private struct Outputs {
    var of: [ShownField.Output: String] = [:]
    var json = ""
    var shared = ""
    var report: ShownReport
  }

  /// Records one report that states a value for each field, and returns what the program prints of it.
  private static func outputs() throws -> Outputs {
    let scratch = try Scratch()
    let source = #""sourceFile":"CardView.swift","sourceLine":27,"symbol":"#
    try scratch.write(
      Sample.json().replacing(#""symbol":"#, with: source)
        .replacing(#""procName" :"#, with: #""procRole" : "Foreground", "procName" :"#), "crash.ips")
    func output(_ arguments: String...) throws -> String {
      let answer = try Tool.run(arguments + ["--database", "history.sqlite"], in: scratch.folder)
      #expect(answer.status == 0 || arguments[0] == "ingest", "\(arguments): \(answer.err)")
      return answer.out
    }
    _ = try output("ingest", "--label", "machine=ci-mac-7", "crash.ips")
    let store = try HistoryStore(path: scratch.url("history.sqlite").path, access: .read)
    defer { store.close() }
    let stored = try #require(try store.reports().first)
    let (report, issue) = (try #require(stored.issueStatus.report), try #require(stored.issueStatus.issue))

    var outputs = Outputs(
      report: ShownReport(
        stored.assessment, digest: stored.digest.hexadecimal, path: stored.path, labels: stored.labels,
        seenAt: stored.seenAt, stored.patterns))
    outputs.of[.csv] = try output("database", "export", "--format", "csv")
    outputs.of[.list] = try output("history", "list", "--reports", "--width", "400")
    outputs.of[.table] = try output("history", "show", issue, "--width", "400")
    outputs.of[.details] = try output("history", "show", report, "--width", "400")
    outputs.json = try output("history", "list", "--reports", "--format", "json")
    outputs.shared = try output("database", "export")
    _ = try output("report", "--html", "site")
    func page(_ id: String) throws -> String {
      let files = FileManager.default.enumerator(atPath: scratch.url("site").path)?.compactMap { $0 as? String } ?? []
      let file = try #require(files.first { $0.hasSuffix(".html") && $0.contains(id) })
      return try String(contentsOf: scratch.url("site/" + file), encoding: .utf8)
    }
    outputs.of[.page] = try page(report)
    outputs.of[.pageTable] = try page(issue)
    return outputs
  }

  @Test func everyFieldIsInItsOutputs() throws {
    let outputs = try Self.outputs()
    for field in ShownField.catalog {
      let text = field.text(outputs.report) ?? ""
      #expect(!text.isEmpty, "the report states no \(field.name)")
      for output in field.outputs {
        let shown = outputs.of[output] ?? ""
        #expect(shown.contains(output == .csv ? ExportTable.cell(text) : text), "\(field.name) is not in \(output)")
        switch output {
        case .csv: #expect(shown.prefix { $0 != "\r\n" }.split(separator: ",").contains { $0 == field.name })
        case .list: break
        case .table: #expect(shown.contains("\(field.title)".uppercased()), "\(field.name) has no column")
        case .details: #expect(shown.contains("\(field.title)".lowercased()), "\(field.name) has no line")
        case .page, .pageTable: #expect(shown.contains("\(field.title)"), "\(field.name) has no name on pages")
        }
      }
      guard field.outputs.contains(.csv), !Self.notInJSON.contains(field.name) else { continue }
      #expect(outputs.json.contains(text), "\(field.name) is not in JSON")
      #expect(outputs.shared.contains(text), "\(field.name) is not in exports and shared histories")
    }
  }

  @Test func namesAreUnique() {
    let names = ShownField.catalog.map(\.name)
    #expect(Set(names).count == names.count)
    // Pages and tables tell columns apart by their titles.
    for output in ShownField.Output.allCases where output != .csv && output != .list {
      let titles = ShownField.shown(in: output).map { "\($0.title)" }
      #expect(Set(titles).count == titles.count, "\(output)")
    }
  }
}
