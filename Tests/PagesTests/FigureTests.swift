import History
import TestSupport
import Testing
import Vocabulary

@testable import Pages

@Suite struct FigureTests {
  @Test func numbersAreGrouped() {
    #expect(Figures.grouped(0) == "0")
    #expect(Figures.grouped(999) == "999")
    #expect(Figures.grouped(1_204) == "1,204")
    #expect(Figures.grouped(-1_234_567) == "−1,234,567")
    #expect(Figures.grouped(.min) == "−9,223,372,036,854,775,808")
    #expect(Figures.counted(1, "report", "reports") == "1 report")
  }

  @Test func coordinatesHaveTwoDigits() {
    #expect(Figures.coordinate(0) == "0")
    #expect(Figures.coordinate(12.5) == "12.5")
    #expect(Figures.coordinate(1.0 / 3) == "0.33")
    #expect(Figures.coordinate(-0.05) == "-0.05")
    #expect(Figures.coordinate(.nan) == "0")
    #expect(Figures.coordinate(.infinity) == "0")
  }

  @Test func axisEndsAreRound() {
    for (value, end) in [(0, 1), (1, 1), (7, 8), (9, 10), (11, 20), (31, 40), (61, 80), (81, 100), (1_500, 2_000)] {
      #expect(Figures.axisEnd(value) == end)
    }
    #expect(Figures.axisEnd(.max) == .max)
  }

  @Test func sharesSayWhenTheyAreRounded() {
    #expect(Figures.percentage(1, of: 3) == "33%")
    #expect(Figures.percentage(1, of: 1_000) == "< 1%")
    #expect(Figures.percentage(999, of: 1_000) == "> 99%")
    #expect(Figures.percentage(0, of: 0) == "0%")
    #expect(Figures.percentage(5, of: 5) == "100%")
  }

  @Test func timesAreOfUTC() {
    let time = Timestamp(seconds: 1_785_575_553)
    #expect(time.minuteText == "2026-08-01 09:12")
    #expect(time.machineText == "2026-08-01T09:12:33Z")
    #expect(time.shortDayText == "1 Aug")
    #expect(Timestamp(seconds: -1).minuteText == "1969-12-31 23:59")
    #expect(Timestamp(seconds: .max).dayText == "9999-12-31")
    #expect(Timestamp(seconds: .min).minuteText == "0001-01-01 00:00")
    #expect(Timestamp(day: 19_782).dayText == "2024-02-29")
    #expect(Timestamp(day: .max).adding(days: .max).dayText == "9999-12-31")
  }

  @Test func addressesAreReadBackAndNothingElseIs() throws {
    let paths: [PagePath] = [
      .overview, .builds, .unrecognized, .issues(page: 1), .issues(page: 17),
      try #require(.issue(key: "3e0f00aa11bb")),
      try #require(.reports(of: "3e0f00aa11bb", page: 3)), .issues(IssueQuery(order: .count)),
      .issues(IssueQuery(order: .first)), .issues(IssueQuery(state: .resolved)), .issues(IssueQuery(trend: .tooFew)),
      .issues(try #require(IssueQuery(pattern: "ib-font-cfrelease-null"))),
      try #require(.report(id: String(repeating: "a", count: 64))),
    ]
    for path in paths { #expect(PagePath(file: path.file) == path) }
    #expect(PagePath(file: "") == .overview)
    for file in [
      "/", "..", "../index.html", "issues/../index.html", "issues//a.html", "issues/.html", "issues/A.html",
      "issues-1.html", "issues-01.html", "issues--2.html", "issues-+2.html", "issues-99999999999999999999.html",
      "other/a.html", "issues/a.htm", "index.html/", "issues/a/b.html", ".diagnose-pages", "issues/é.html",
      "issues/-a.html", "issues/a.reports-0.html", "issues/a.reports-01.html", "issues/a.reports-.html",
      "issues/a..html",
      "issues/a.reports-1.b.html", "lists/.html", "lists/trend-.html", "lists/trend-tooFew.html", "lists/trend-x.html",
      "lists/pattern-A.html", "lists/pattern-.html", "lists/state-all.html", "lists/last.html", "lists/../index.html",
    ] {
      #expect(PagePath(file: file) == nil, "\(file)")
    }
    for name in ["", "..", "a/b", "A", "é", "a.b", "-a", String(repeating: "a", count: 65), "a\0"] {
      #expect(PagePath.issue(key: name) == nil, "\(name)")
    }
    #expect(PagePath.builds.reference(from: paths[5]) == "../builds.html")
  }
}

@Suite struct EscapeTests {
  private func escaped(_ text: String, limit: Int = 100) -> String {
    var html = HTML()
    html.text(text, limit: limit)
    return html.markup
  }

  @Test func markupBecomesText() {
    #expect(escaped("<b a=\"c\" d='e'>&amp;") == "&lt;b a=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;")
  }

  @Test func whatSteersOrHidesIsShown() {
    #expect(escaped("a\u{202E}b\0\u{1B}[31m\u{7F}\u{85}") == #"a\u{202e}b\u{0}\u{1b}[31m\u{7f}\u{85}"#)
    #expect(escaped("a\r\nb\tc") == #"a\u{d}\u{a}b\u{9}c"#)
    #expect(escaped("\u{200B}\u{FEFF}\u{E0041}\u{FFFF}") == #"\u{200b}\u{feff}\u{e0041}\u{ffff}"#)
    #expect(escaped("é字😀") == "é字😀")
  }

  @Test func linesKeepTheirBreaks() {
    var html = HTML()
    html.lines("a\r\nb\tc\rd<")
    #expect(html.markup == "a\nb\tc\\u{d}d&lt;")
  }

  @Test func longTextEndsWithAnEllipsis() {
    #expect(escaped("abcdef", limit: 4) == "abcd…")
    #expect(escaped("abcd", limit: 4) == "abcd")
    #expect(escaped(String(repeating: "<", count: 5), limit: 2) == "&lt;&lt;…")
  }

  /// RFC 4648, section 10.
  @Test func base64() {
    for (text, encoded) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
      #expect(ContentPolicy.base64(Array(text.utf8)) == encoded)
    }
  }

  /// Addresses only come from `PagePath`.
  @Test func onlyOneTypeMakesAddresses() throws {
    let makers = try ["Markup", "Views", "Charts", "Style", "Site", "Server", "Models"].flatMap { folder in
      try Repository.files(below: "Sources/Pages/\(folder)").filter { try Repository.text(of: $0).contains("\"href\"") }
    }
    #expect(makers.sorted() == ["Sources/Pages/Markup/Attribute.swift", "Sources/Pages/Views/PageShell.swift"])
  }
}
