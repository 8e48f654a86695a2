import Testing

@testable import Presentation

/// Widths are terminal columns: a Japanese character takes two columns, a combining mark none.
@Suite struct TextTableTests {
  @Test(arguments: ["drawCard", "画面を描く", "e\u{301}crire", "とても長い名前の関数がここにあります", "a\u{202E}b"])
  func columnsBeginAtOneEdge(_ name: String) throws {
    var table = TextTable(["ISSUE", "WHERE", "N"], PresentationStyle(width: 80))
    table.add(["3e0f", name, "1"])
    table.add(["71bc", "main", "12"])
    let starts = try table.text.split(separator: "\n").map { line in
      DisplayWidth.of(line[..<(try #require(line.lastIndex(of: " ")))])
    }
    #expect(Set(starts).count == 1)
  }

  @Test(arguments: [20, 40, 60, 80])
  func theWideColumnGivesWay(_ width: Int) {
    var table = TextTable(["A", "WHAT"], PresentationStyle(width: width))
    table.wide = 1
    table.add(["1", String(repeating: "描", count: 100)])
    table.add(["2", String(repeating: "x", count: 100)])
    for line in table.text.split(separator: "\n") { #expect(DisplayWidth.of(line) <= width) }
  }

  @Test func ourOwnSignsAreInASCIIIfWanted() {
    var table = TextTable(["BUILDS", "WHAT"], PresentationStyle(ascii: true, width: 40))
    table.wide = 1
    table.add(["398–412", String(repeating: "x", count: 100)])
    #expect(table.text.utf8.allSatisfy { $0 < 0x80 })
    let (head, tail) = (String(repeating: "x", count: 19), String(repeating: "x", count: 9))
    #expect(table.text.contains("398-412  " + head + "..." + tail))
  }
}
