import History
import MadePages
import Testing
import Vocabulary

@testable import Pages

/// Requirements for every page of any history.
@Suite struct PageTests {
  static let flavors = MadeHistory.Flavor.allCases

  @Test(arguments: flavors, [PageRenderer.Mode.files(nil), .live(isRefreshing: true)])
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
    let cells = markup.elements.filter { $0.name == "td" && $0.parents.contains("details") }
    #expect(cells.map(\.text).map { $0.filter { !$0.isWhitespace } }.contains("2026-08-10"))
    #expect(cells.count == history.overview().days.counts.count * 2)
  }

  @Test func onlyPagesThatChangeRefresh() {
    for page in AllPages(MadeHistory(), .live(isRefreshing: true)).pages {
      #expect(page.html.contains("http-equiv=\"refresh\" content=\"15\"") == (page.name != "report"), "\(page.name)")
    }
    for page in AllPages(MadeHistory(), .live(isRefreshing: false)).pages {
      #expect(!page.html.contains("http-equiv=\"refresh\""))
    }
    for page in AllPages(MadeHistory()).pages { #expect(!page.html.contains("http-equiv=\"refresh\"")) }
  }

  @Test func emptyHistorySaysWhatToDo() {
    let page = AllPages(MadeHistory(.empty)).pages[0]
    #expect(page.html.contains("No reports yet.") && page.html.contains("diagnose ingest"))
  }

  @Test func manyIssuesAreSeveralPages() throws {
    let history = MadeHistory(.usual, issues: 1_203)
    #expect(history.issues(page: 1).pageCount == 3)
    let html = String(decoding: PageRenderer(.files(nil)).page(history.issues(page: 2)).bytes, as: UTF8.self)
    let links = Markup(html).elements.compactMap { $0.attributes["href"] }
    #expect(links.contains("issues.html") && links.contains("issues-3.html"))
    #expect(Markup(html).elements.filter { $0.name == "tr" }.count == 501)
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
      generatedAt: Timestamp(seconds: number), page: number, pageCount: number, total: number, order: "",
      rows: MadeHistory().issues(page: 1).rows)
    #expect(Markup(String(decoding: renderer.page(issues).bytes, as: UTF8.self)).faults.isEmpty)
  }
}
