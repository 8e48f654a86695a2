import Answers
import Foundation
import History
import Pages
import TestSupport
import Testing
import Vocabulary

/// Pages that count some of the reports.
@Suite struct SelectedPagesTests {
  private let scratch: Scratch

  /// Records two reports of MyApp and one of Courier, each of a failure of its own.
  init() throws {
    scratch = try Scratch()
    let other = Sample.json(2).replacing("MyApp", with: "Courier").replacing("\"412\"", with: "\"560\"")
      .replacing("drawCard2", with: "sendMail")
    try scratch.write(Sample.json(1), "1.ips")
    try scratch.write(Sample.json(1).replacing("000000000001\"", with: "000000000009\""), "9.ips")
    try scratch.write(other, "2.ips")
    #expect(try Tool.run(["ingest", "1.ips", "9.ips", "2.ips"], in: scratch.folder).status == 0)
  }

  private func site(_ options: [String], _ folder: String) throws -> [String: String] {
    let answer = try Tool.run(["report", "--html", folder] + options, in: scratch.folder)
    #expect(answer.status == 0, "\(answer.err)")
    let names = FileManager.default.enumerator(atPath: scratch.url(folder).path)?.compactMap { $0 as? String } ?? []
    return try Dictionary(
      names.filter { $0.hasSuffix(".html") }.map {
        ($0, try String(contentsOf: scratch.url(folder + "/" + $0), encoding: .utf8))
      }, uniquingKeysWith: { $1 })
  }

  @Test func everyPageStatesTheSelection() throws {
    for (options, words) in [
      (["--app", "Courier"], "app Courier"), (["--app", "!MyApp"], "not app MyApp"),
      (["--build", "560", "--queue", "com.apple.main-thread"], "build 560, queue com.apple.main-thread"),
    ] {
      let pages = try site(options, "selected-\(words.count)")
      #expect(!pages.isEmpty)
      for (name, html) in pages { #expect(html.contains("<b>\(words)</b>"), "\(name)") }
      let lists = pages.filter { $0.key == "index.html" || $0.key.contains("issues") && !$0.key.contains("issues/") }
      #expect(!lists.isEmpty)
      for (name, html) in lists {
        #expect(!html.contains("drawCard1"), "\(name)")
        if name == "index.html" { #expect(html.contains("sendMail"), "\(name)") }
      }
    }
  }

  @Test func withoutFiltersNothingIsStated() throws {
    for (name, html) in try site([], "all") { #expect(!html.contains("count only these reports"), "\(name)") }
  }

  @Test func theSelectionHasTheSumsOfItsReports() throws {
    func totals(_ options: [String], _ folder: String) throws -> String {
      let html = try #require(try site(options, folder)["index.html"])
      let start = try #require(html.range(of: "class=\"totals\""))
      return String(html[start.lowerBound...].prefix(400)).replacing("\n", with: "")
    }
    let (all, courier, mine) = (
      try totals([], "a"), try totals(["--app", "Courier"], "b"), try totals(["--app", "MyApp"], "c")
    )
    #expect(all.contains(">3<") && courier.contains(">1<") && mine.contains(">2<"), "\(all)\n\(courier)\n\(mine)")
    #expect(!courier.contains(">3<") && !mine.contains(">3<"))
  }

  /// What a reader chooses on a page does not add reports, and is not ignored.
  @Test func aChoiceNarrowsTheSelection() throws {
    let files = ["1.ips", "9.ips", "2.ips"]
    #expect(try Tool.run(["ingest", "--database", "h.sqlite"] + files, in: scratch.folder).status == 0)
    let store = try HistoryStore(path: scratch.url("h.sqlite").path, access: .read, rules: HistoryRules())
    defer { store.close() }
    func apps(_ selected: [String], choosing app: String?) throws -> [Int] {
      let pages = HistoryPages(
        store: store, rules: HistoryRules().signatures, clock: { Timestamp(day: 20_667) },
        terms: selected.map { FilterTerm(.app, $0) })
      var query = IssueQuery()
      query.app = app
      return try pages.issues(query).rows.map(\.issue.count).sorted()
    }
    #expect(try apps([], choosing: nil) == [1, 2])
    #expect(try apps(["Courier", "MyApp"], choosing: "Courier") == [1])
    #expect(try apps(["Courier", "MyApp"], choosing: "MyApp") == [2])
    #expect(try apps(["Courier"], choosing: "MyApp") == [])
    #expect(try apps(["Courier"], choosing: nil) == [1])
  }

  /// The order by devices is that of the numbers in the column, which are those of the selected reports.
  @Test func sectionsAreOrderedByTheDevicesTheyShow() throws {
    // In build 412, the second failure is on more devices; in all builds, it is the first.
    let reports = [(1, "412", 1), (1, "413", 2), (1, "413", 3), (2, "412", 1), (2, "412", 2)]
    var files: [String] = []
    for (index, (failure, build, device)) in reports.enumerated() {
      let text = Sample.json(failure)
        .replacing("4000-8000-00000000000\(failure)", with: "4000-8000-0000000001\(10 + index)")
        .replacing("\"412\"", with: "\"\(build)\"")
        .replacing(
          "\"pid\" : 501", with: "\"crashReporterKey\" : \"key-of-device-\(device)\", \"pid\" : \(600 + index)")
      files.append("d\(index).ips")
      try scratch.write(text, files[index])
    }
    #expect(try Tool.run(["ingest", "--database", "d.sqlite"] + files, in: scratch.folder).status == 0)
    let store = try HistoryStore(path: scratch.url("d.sqlite").path, access: .read, rules: HistoryRules())
    defer { store.close() }
    for (terms, expected) in [([FilterTerm(.build, "412")], [2, 1]), ([], [3, 2])] {
      let pages = HistoryPages(
        store: store, rules: HistoryRules().signatures, clock: { Timestamp(day: 20_667) }, terms: terms)
      var found = 0
      for section in TrendSection.catalog {
        var query = IssueQuery()
        (query.trend, query.order) = (section, .devices)
        let rows = try pages.issues(query).rows
        if rows.count == 2 {
          found += 1
          #expect(rows.map { $0.issue.devices ?? 0 } == expected, "\(section.id)")
        }
      }
      #expect(found > 0, "no section has both failures")
    }
  }

  @Test(arguments: [["report", "--html", "x"], ["serve", "--port", "0"]])
  func anUnknownValueIsAnError(_ command: [String]) throws {
    let answer = try Tool.run(command + ["--app", "Couriers"], in: scratch.folder)
    #expect(answer.status == 64 && answer.out.isEmpty)
    #expect(answer.err.contains("Did you mean Courier?"), "\(answer.err)")
    #expect(!FileManager.default.fileExists(atPath: scratch.url("x").path))
  }
}
