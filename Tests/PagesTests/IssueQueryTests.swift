import History
import Testing
import Vocabulary

@testable import Pages

@Suite struct IssueQueryTests {
  private func parsed(_ query: String) -> IssueQuery? {
    RequestTarget("/issues.html?" + query).flatMap { IssueQuery(parameters: $0.query) }
  }

  @Test func valuesOfAFormAreRead() throws {
    let query = try #require(
      parsed("q=Load+Fonts%20%2B&state=open&trend=too-few&pattern=ib-init-recursion&app=My+App&sort=count&page=3"))
    #expect(query.words == ["Load", "Fonts", "+"])
    #expect(query.state == .open && query.trend == .tooFew && query.pattern == "ib-init-recursion")
    #expect(query.app == "My App" && query.order == .count && query.page == 3)
    let part = try #require(parsed("build=2.4+(412)&since=2026-08-01&until=2026-08-03"))
    #expect(part.build == "2.4 (412)" && part.since?.date == "2026-08-01" && part.until?.date == "2026-08-03")
    #expect(parsed("build=&since=&until=") == IssueQuery())
    #expect(parsed("") == IssueQuery())
    #expect(parsed("q=&state=&trend=&pattern=&app=&sort=&page=") == IssueQuery())
    #expect(parsed("unknown=1&live=off&q=a")?.words == ["a"])
    #expect(parsed("q=a&q=b")?.words == ["a"])
  }

  @Test(arguments: [
    "state=x", "state=OPEN", "trend=tooFew", "trend=steady", "pattern=A", "pattern=../x", "pattern=a%22b", "sort=size",
    "page=0", "page=-1", "page=01", "page=x", "page=100001", "page=99999999999999999999", "page=+2",
    "q=a+b+c+d+e+f+g+h+i", "q=" + String(repeating: "a", count: 201), "app=" + String(repeating: "a", count: 201),
    "pattern=" + String(repeating: "a", count: 65), "build=" + String(repeating: "a", count: 201), "since=yesterday",
    "since=2026-8-1", "since=2026-08-01T10:00:00Z", "until=2026-02-30", "until=9999999999",
  ])
  func otherValuesAreRejected(_ query: String) { #expect(parsed(query) == nil) }

  @Test func addressOfAListIsReadBack() throws {
    var query = IssueQuery()
    query.words = ["a&b=c", "100%", "ä<>\"'", "+"]
    query.state = .ignored
    query.trend = .back
    query.pattern = IssueQuery.noPattern
    query.app = "com.company.My App"
    query.build = "2.4 (412)"
    (query.since, query.until) = (Timestamp(day: 20_000), Timestamp(day: 20_010))
    query.order = .first
    query.page = 12
    #expect(parsed(query.parameters) == query)
    let unreserved = query.parameters.utf8.allSatisfy { byte in
      byte < 0x7F && !" \"'<>\\".utf8.contains(byte)
    }
    #expect(unreserved)
    let reference = PagePath.issues(query).reference(from: .overview, isLive: true)
    #expect(reference == "issues.html?" + query.parameters)
    #expect(PagePath.issues(page: 3).reference(from: .overview, isLive: true) == "issues-3.html")
  }

  /// A list with several conditions has no file, so that no link leads to a missing page.
  @Test func onlySimpleListsHaveFiles() throws {
    let simple = [
      IssueQuery(), IssueQuery(page: 2), IssueQuery(order: .count), IssueQuery(trend: .gone),
      try #require(IssueQuery(pattern: "a-b")), IssueQuery(state: .open),
    ]
    for query in simple { #expect(PagePath.issues(query).hasFile) }
    var second = IssueQuery(order: .count)
    second.page = 2
    var words = IssueQuery()
    words.words = ["a"]
    var both = IssueQuery(trend: .gone)
    both.state = .open
    for query in [second, words, both] { #expect(!PagePath.issues(query).hasFile) }
  }
}
