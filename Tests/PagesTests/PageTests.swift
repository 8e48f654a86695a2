import Foundation
import History
import MadePages
import Testing
import Vocabulary

@testable import Pages

/// Requirements for every page of any history.
@Suite struct PageTests {
  static let flavors = MadeHistory.Flavor.allCases

  @Test(arguments: flavors, [PageRenderer.Mode.files(nil), .live])
  func markupIsWellFormed(_ flavor: MadeHistory.Flavor, _ mode: PageRenderer.Mode) {
    for page in AllPages(MadeHistory(flavor), mode).pages {
      #expect(Markup(page.html).faults.isEmpty, "\(page.name)")
    }
  }

  @Test(arguments: flavors)
  func nothingIsLoadedAndNothingRuns(_ flavor: MadeHistory.Flavor) {
    for page in AllPages(MadeHistory(flavor)).pages {
      for element in Markup(page.html).elements {
        #expect(!["script", "img", "iframe", "object", "form", "base"].contains(element.name))
        for (name, value) in element.attributes {
          #expect(!name.hasPrefix("on") && name != "src" && name != "style" && name != "srcdoc")
          if name == "href", element.name == "a" {
            let plain = value.utf8.allSatisfy { byte in
              byte < 0x7F && !":\\@%&;\"' ".utf8.contains(byte)
            }
            #expect(plain && !value.contains("//"), "\(page.name): \(value)")
          }
        }
      }
      #expect(!page.html.contains("http://") && !page.html.contains("https://"))
    }
    let style = StyleSheet.text.description
    #expect(!style.contains("url(") && !style.contains("@import") && !style.contains("<"))
  }

  @Test func hostileTextIsShownAndDoesNothing() {
    for page in AllPages(MadeHistory(.hostile)).pages {
      #expect(page.html.contains("chaosxss"), "\(page.name) shows no hostile text")
      #expect(page.html.utf8.count < 2_000_000, "\(page.name)")
      for bad in ["<script", "<img", "\" onload=", "' onmouseover=", "</style></title>", "<!--", "]]>"] {
        #expect(!page.html.contains(bad), "\(page.name) has \(bad)")
      }
      for scalar in page.html.unicodeScalars where scalar != "\n" && scalar != "\t" {
        let category = scalar.properties.generalCategory
        if category == .control || category == .format || category == .lineSeparator {
          Issue.record("\(page.name) has U+\(String(scalar.value, radix: 16))")
        }
      }
    }
  }

  @Test(arguments: flavors)
  func picturesHaveNamesAndTablesHeads(_ flavor: MadeHistory.Flavor) {
    for page in AllPages(MadeHistory(flavor)).pages {
      let markup = Markup(page.html)
      for element in markup.elements where element.name == "svg" {
        let isNamed = element.attributes["role"] == "img" && !(element.attributes["aria-label"] ?? "").isEmpty
        #expect(isNamed || element.attributes["aria-hidden"] == "true", "\(page.name)")
      }
      for element in markup.elements where element.name == "th" {
        #expect(["col", "row"].contains(element.attributes["scope"] ?? ""))
      }
      #expect(markup.elements.filter { $0.name == "h1" }.count == 1, "\(page.name)")
      #expect(markup.elements.contains { $0.name == "main" && $0.attributes["id"] == "content" })
      let levels = markup.elements.compactMap { ["h1": 1, "h2": 2, "h3": 3][$0.name] }
      for (before, after) in zip(levels, levels.dropFirst()) { #expect(after <= before + 1, "\(page.name)") }
    }
  }

  @Test func chartHasItsNumbersBehindIt() throws {
    let history = MadeHistory()
    let html = String(decoding: PageRenderer(.files(nil)).page(history.overview()).bytes, as: UTF8.self)
    let markup = Markup(html)
    let cells = markup.elements.filter { $0.name == "td" && $0.parents.contains("figure") }
    #expect(cells.map(\.text).map { $0.filter { !$0.isWhitespace } }.contains("2026-08-10"))
    #expect(cells.count == history.overview().days.counts.count * 2)
  }

  /// A page that reloads itself closes what was opened and moves the focus (WCAG 2.2.1): served pages have a link instead,
  /// except for reports, which never change.
  @Test func noPageReloadsItself() {
    for mode in [PageRenderer.Mode.live, .files(nil)] {
      for page in AllPages(MadeHistory(), mode).pages {
        #expect(!page.html.contains("http-equiv=\"refresh\""), "\(page.name)")
        #expect(page.html.contains(">Reload</a>") == (mode == .live && page.name != "report"), "\(page.name)")
      }
    }
    let query = IssueQuery(state: .open)
    let list = text(PageRenderer(.live).page(MadeHistory().issues(query)))
    #expect(list.contains("<a href=\"issues.html?state=open\">Reload</a>"), "the same list")
  }

  /// The form of a served list shows what selects its reports.
  @Test func aListOfABuildAndOfDays() throws {
    var query = IssueQuery()
    query.build = "2.4 (412)\""
    (query.since, query.until) = (Timestamp(day: 20_000), Timestamp(day: 20_010))
    let html = text(PageRenderer(.live).page(MadeHistory().issues(query)))
    #expect(html.contains("name=\"build\"") && html.contains("value=\"2.4 (412)&quot;\""))
    #expect(html.contains("name=\"since\"") && html.contains("value=\"2024-10-04\""))
    #expect(html.contains(", since 2024-10-04, until 2024-10-14"))
  }

  /// A served table of builds links to the issues of each; in files there are no such lists.
  @Test func buildsLinkToTheirIssues() {
    let live = text(PageRenderer(.live).page(MadeHistory().builds()))
    #expect(live.contains("sort=count\"") && live.contains("build="))
    #expect(!text(PageRenderer(.files(nil)).page(MadeHistory().builds())).contains("build="))
  }

  /// A line for each day on which builds were first seen, within the chart only, and their names below it.
  @Test func chartsMarkTheFirstReportsOfBuilds() {
    let html = text(PageRenderer(.files(nil)).page(MadeHistory().overview()))
    #expect(html.components(separatedBy: "<line class=\"release\"").count - 1 == 2)
    #expect(html.contains("First report of 7, 412, ") && html.contains("First report of 2.1 (405), "))
    #expect(html.contains("<span>412 of MyApp ") && !html.contains("<span>398"))
    let many = DailyCounts(
      first: MadeHistory.now.adding(days: -59), counts: [Int](repeating: 1, count: 60),
      releases: (0..<40).map { Release(app: "A", name: "b\($0)", day: MadeHistory.now.adding(days: -45 + $0)) })
    var chart = HTML()
    DayBars("Reports per day", many).write(to: &chart)
    let text = text(chart)
    #expect(text.components(separatedBy: "class=\"release\"").count - 1 == DayBars.maxReleases, "the latest ones")
    #expect(text.contains("<span>b39 ") && !text.contains("b27 ") && !text.contains(" of A"))
    var none = HTML()
    DayBars("Reports per day", DailyCounts(first: MadeHistory.now, counts: [1, 2])).write(to: &none)
    #expect(!self.text(none).contains("release"))
  }

  @Test func theOverviewBeginsWithTheIssuesOfTheWeek() throws {
    let history = MadeHistory()
    let html = text(PageRenderer(.files(nil)).page(history.overview()))
    let (top, new) = (try #require(html.range(of: "Top this week")), try #require(html.range(of: ">New<")))
    #expect(top.lowerBound < new.lowerBound)
    #expect(!text(PageRenderer(.files(nil)).page(MadeHistory(.empty).overview())).contains("Top this week"))
  }

  /// What is unlike other issues is shown as sentences.
  @Test func associationsAreSentences() throws {
    let history = MadeHistory()
    let pages = history.links().issues.prefix(2).compactMap { key in
      history.issue(key).flatMap { page in PagePath.issue(key: key).map { PageRenderer(.files(nil)).page(page, at: $0) }
      }
    }.map(text)
    let sentence = "29 of 31 device-days on macOS 26, 44 % of the others (61 of 140)"
    #expect(pages.count { $0.contains("Unlike other issues") && $0.contains("<li>\(sentence)</li>") } == 1)
  }

  /// The location of a frame is below its function, so that a narrow column does not divide both.
  @Test func aFrameHasOneCellForFunctionAndLocation() {
    for page in AllPages(MadeHistory()).pages where page.name == "report" {
      let cells = Markup(page.html).elements.filter { $0.name == "td" && $0.parents.contains("tbody") }
      #expect(!page.html.contains("data-label=\"Location\"") && !cells.isEmpty)
    }
  }

  /// Files share one stylesheet; a served page contains it.
  @Test func filesShareTheStylesheet() {
    for page in AllPages(MadeHistory()).pages {
      let up = ["issue", "reports", "report"].contains(page.name) ? "../" : ""
      #expect(page.html.contains("<link rel=\"stylesheet\" href=\"\(up)diagnose.css\">"), "\(page.name)")
      #expect(!page.html.contains("<style>"), "\(page.name)")
    }
    for page in AllPages(MadeHistory(), .live).pages {
      #expect(page.html.contains("<style>") && !page.html.contains("rel=\"stylesheet\""), "\(page.name)")
    }
  }

  private func text(_ html: HTML) -> String { String(decoding: html.bytes, as: UTF8.self) }

  /// Returns whether the texts occur in this order.
  private func occur(_ texts: [String], in html: String) -> Bool {
    var rest = html[...]
    for text in texts {
      guard let range = rest.range(of: text) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  @Test func issueShowsAnswerThenStackThenCharts() throws {
    let history = MadeHistory()
    let key = history.links().issues[0]
    let path = try #require(PagePath.issue(key: key))
    let html = text(PageRenderer(.files(nil)).page(try #require(history.issue(key)), at: path))
    let headings = ["<h1>", "Why</h2>", "Do this</h2>", "Stack of the latest report", "Reports per day", "Signature"]
    #expect(occur(headings, in: html))
    #expect(html.contains("/\(key).reports-1.html\">All 309 reports"))
    #expect(!html.contains("<li><code>default</code></li>"))
  }

  @Test func longStackIsFoldedBelowTheBlamedFrame() {
    func frames(_ count: Int, blamed: Int) -> [ReportPage.Frame] {
      (0..<count).map { .init(position: $0, function: "f\($0)", isBlamed: $0 == blamed) }
    }
    func folded(_ frames: [ReportPage.Frame], _ limit: Int = 20) -> Int {
      var html = HTML()
      StackTable(frames, openLimit: limit).write(to: &html)
      return html.markup.components(separatedBy: "<details>").last.map { rest in
        html.markup.contains("<details>") ? rest.components(separatedBy: "<tr role=\"row\"").count - 2 : 0
      } ?? 0
    }
    #expect(folded(frames(24, blamed: 1)) == 0)
    #expect(folded(frames(100, blamed: 1)) == 80)
    #expect(folded(frames(100, blamed: 60)) == 38)
    #expect(folded(frames(100, blamed: 99)) == 0)
    #expect(folded(frames(100, blamed: 1), .max) == 0)
    #expect(folded([]) == 0)
  }

  @Test func titleAndTimeOfAReportAreShownOnce() throws {
    let history = MadeHistory()
    let id = history.links().reports[0]
    let path = try #require(PagePath.report(id: id))
    let page = try #require(history.report(id))
    var html = text(PageRenderer(.files(nil)).page(page, at: path))
    html = String(html[try #require(html.range(of: "<main")).lowerBound...])
    let diagnosis = try #require(page.diagnosis)
    html = html.replacingOccurrences(of: diagnosis, with: "")
    #expect(html.components(separatedBy: page.title).count == 2)
    #expect(html.components(separatedBy: "<time").count == 2)
    #expect(html.contains("crashed <time"))
  }

  @Test func everySectionOfTheCatalogIsOnTheFirstPage() {
    let html = text(PageRenderer(.files(nil)).page(MadeHistory().overview()))
    for section in IssueQuery.trends { #expect(html.contains(section.title), "\(section.id)") }
    #expect(occur(["New<", "Back<", "Growing<", "Rare<", "Gone<"], in: html))
    #expect(html.contains("<details class=\"fold\">"))
    #expect(html.contains("href=\"lists/trend-too-few.html\""))
    #expect(html.contains("<h1>Overview</h1>") && html.contains("aria-current=\"page\">Overview"))
  }

  @Test func newestBuildsComeFirst() throws {
    let builds = text(PageRenderer(.files(nil)).page(MadeHistory().builds()))
    let matrix = try #require(builds.range(of: "<table class=\"matrix\">"))
    #expect(occur([">412<", ">398<"], in: String(builds[..<matrix.lowerBound])))
    #expect(occur([">412<", ">398<"], in: String(builds[matrix.lowerBound...])))
  }

  /// The numbers of a row are below the names of their builds.
  @Test func cellsOfTheMatrixAreInTheOrderOfItsHead() throws {
    var page = MadeHistory().builds()
    page.apps = [page.apps[0]]
    page.apps[0].rows = [.init(issue: page.apps[0].rows[0].issue, counts: Array(1...page.apps[0].builds.count))]
    let html = text(PageRenderer(.files(nil)).page(page))
    let matrix = String(html[try #require(html.range(of: "<table class=\"matrix\">")).lowerBound...])
    #expect(occur([">412<", ">398<", ">12<", ">2<", ">1<"], in: matrix))
  }

  @Test func barsOfWeeksAreTheUnrecognizedReports() {
    func bars(_ unrecognized: Int) -> String {
      var html = HTML()
      WeekBars(weeks: [.init(monday: Timestamp(day: 20_000), reports: 90, unrecognized: unrecognized)]).write(to: &html)
      return html.markup
    }
    #expect(!bars(0).contains("<rect") && bars(0).contains("90"))
    #expect(bars(9).contains("class=\"warm\" x=\"0\" width=\"100\""))
  }

  /// A served list has a form, and nothing else that could send data.
  @Test(arguments: flavors)
  func servedListHasAFormWithoutScript(_ flavor: MadeHistory.Flavor) {
    var query = IssueQuery()
    query.words = ["\"><script>chaosxss", "b&c"]
    query.app = "\" onload=\"chaosxss"
    query.order = .count
    let html = text(PageRenderer(.live).page(MadeHistory(flavor).issues(query)))
    let markup = Markup(html)
    #expect(markup.faults.isEmpty)
    let forms = markup.elements.filter { $0.name == "form" }
    #expect(forms.map { $0.attributes["action"] } == ["issues.html"] && forms[0].attributes["method"] == "get")
    #expect(!html.contains("<script") && !html.contains("\" onload="))
    let controls = markup.elements.filter { ["input", "select"].contains($0.name) }
    #expect(
      controls.compactMap { $0.attributes["name"] } == [
        "q", "state", "trend", "pattern", "app", "build", "since", "until", "sort",
      ])
    #expect(controls.allSatisfy { $0.parents.contains("label") })
    for element in markup.elements where element.name == "a" {
      let plain = (element.attributes["href"] ?? "").replacingOccurrences(of: "&amp;", with: "&").utf8.allSatisfy {
        $0 < 0x7F && !"\\@\"' <>:".utf8.contains($0)
      }
      #expect(plain)
    }
  }

  @Test func emptyHistorySaysWhatToDo() {
    let page = AllPages(MadeHistory(.empty)).pages[0]
    #expect(page.html.contains("No reports yet.") && page.html.contains("diagnose ingest"))
  }

  @Test func manyIssuesAreSeveralPages() throws {
    let history = MadeHistory(.usual, issues: 1_203)
    #expect(history.issues(IssueQuery()).pageCount == 7)
    let html = String(
      decoding: PageRenderer(.files(nil)).page(history.issues(IssueQuery(page: 2))).bytes, as: UTF8.self)
    let links = Markup(html).elements.compactMap { $0.attributes["href"] }
    #expect(links.contains("issues.html") && links.contains("issues-3.html"))
    #expect(Markup(html).elements.filter { $0.name == "tr" }.count == 201)
  }

  /// Numbers that a damaged history could contain.
  @Test(arguments: [Int.min, -1, 0, 1, Int.max])
  func extremeNumbersAreShown(_ number: Int) {
    var history = MadeHistory().overview()
    history.generatedAt = Timestamp(seconds: number)
    history.totals = .init(reports: number, issues: number, apps: number, unrecognized: number, period: "")
    history.days = DailyCounts(first: Timestamp(day: number), counts: [number, 0, number])
    history.weeks = [UnrecognizedWeek(monday: Timestamp(day: number), reports: number, unrecognized: number)]
    for index in history.sections.indices {
      history.sections[index].others = number
      for row in history.sections[index].rows.indices {
        history.sections[index].rows[row].issue.count = number
        history.sections[index].rows[row].days = [number, number]
        history.sections[index].rows[row].issue.lastSeen = Timestamp(seconds: number)
      }
    }
    let renderer = PageRenderer(.files(nil))
    #expect(Markup(String(decoding: renderer.page(history).bytes, as: UTF8.self)).faults.isEmpty)
    var builds = MadeHistory().builds()
    builds.apps[0].builds[0] = .init(
      build: "1", version: nil, firstSeen: Timestamp(seconds: number), new: number, known: number, unrecognized: number)
    builds.apps[0].rows[0].counts = [number]
    #expect(Markup(String(decoding: renderer.page(builds).bytes, as: UTF8.self)).faults.isEmpty)
    let issues = IssuesPage(
      generatedAt: Timestamp(seconds: number), query: IssueQuery(page: number), pageCount: number, total: number,
      rows: MadeHistory().issues(IssueQuery()).rows)
    #expect(Markup(String(decoding: renderer.page(issues).bytes, as: UTF8.self)).faults.isEmpty)
  }

  /// A part of the reports is never taken for all of them, and its name is text of a user.
  @Test func aSelectionIsStatedOnEachPage() throws {
    let history = MadeHistory()
    for selection in ["app <b>&", nil] {
      let renderer = PageRenderer(.files(nil), selection: selection)
      for html in [renderer.page(history.overview()), renderer.page(history.builds())] {
        let text = String(decoding: html.bytes, as: UTF8.self)
        #expect(text.contains("<b>app &lt;b&gt;&amp;</b>") == (selection != nil))
        #expect(text.contains("count only these reports") == (selection != nil))
      }
    }
  }
}
