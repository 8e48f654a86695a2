import TestSupport
import Testing

@testable import ClickHouse

@Suite struct StatementTests {
  @Test func valuesAreLiterals() {
    let cases: [(SQLValue, String)] = [
      (.null, "NULL"), (.int(-5), "(-5)"), (.int(Int64.min), "(-9223372036854775808)"),
      (.uint(.max), "18446744073709551615"),
      (.double(0.5), "0.5"), (.double(-.infinity), "(-inf)"), (.double(.nan), "nan"), (.double(-0.0), "(-0.0)"),
      (.text("it's \\ ok"), #"'it\'s \\ ok'"#), (.bytes([0, 10, 0xFF, 0x7F]), #"'\x00\x0A\xFF\x7F'"#),
      (.text(""), "''"),
      (.fixed([1, 0]), #"toFixedString('\x01\x00', 2)"#), (.day(20_000), "toDate('2024-10-04')"),
      (.day(-1), "toDate('1970-01-01')"), (.day(.max), "toDate('2105-12-31')"),
      (.array([.int(1), .null]), "[1, NULL]"), (.tuple([.text("a")]), "tuple('a')"), (.array([]), "[]"),
    ]
    for (value, literal) in cases {
      let statement: Statement = "\(value)"
      #expect(statement.text == literal)
    }
  }

  @Test func statementsAreInterpolated() {
    let name = "a`b\\c\n"
    let statement: Statement = """
      SELECT \(SQLIdentifier(name)) - \(-1) FROM \(table: "t") WHERE x IN \(list: [.text("'"), .int(1)])
       AND y = \(.text("-"))
      """
    #expect(
      statement.text == #"SELECT `a\`b\\c\x0A` - (-1) FROM `t` WHERE x IN ('\'', 1)"# + "\n AND y = '-'")
    let nested: Statement = "SELECT * FROM (\(statement)) WHERE z IN \(list: [])"
    #expect(nested.text.hasSuffix("WHERE z IN (NULL)"))
  }

  @Test func rowsAreFields() {
    var batch = InsertBatch(into: "t", columns: ["a", "b", "c"])
    let accepted = [
      batch.append([.text("a\tb\n\\'\0"), .null, .array([.text("x'\t"), .null, .day(0)])]),
      batch.append([.bytes([0xFF, 0x08, 0x0C, 0x0D]), .double(.infinity), .tuple([.int(-1), .double(.nan)])]),
      batch.append([.null]),
    ]
    #expect(accepted == [true, true, false] && batch.rows == 2)
    let expected =
      Array(#"a\tb\n\\\'\0"#.utf8) + [9] + Array(#"\N"#.utf8) + [9]
      + Array(#"['x\'\t',NULL,'1970-01-01']"#.utf8) + [10, 0xFF] + Array(#"\b\f\r"#.utf8)
      + Array("\tinf\t(-1,nan)\n".utf8)
    #expect(batch.bytes == expected)
    #expect(batch.statement.text == "INSERT INTO `t` (`a`, `b`, `c`) FORMAT TabSeparated")
  }

  /// Text that is built at run time must not become SQL.
  @Test func noSourceCreatesStatementsFromStrings() throws {
    for file in Repository.files(below: "Sources") where file.hasSuffix(".swift") {
      #expect(!(try Repository.text(of: file)).contains("Statement(stringLiteral:"), "\(file)")
    }
  }

  @Test func versionsAndCapabilities() {
    #expect(ServerVersion("18.16.1".utf8) == .minimum && ServerVersion("26.9.2.1".utf8) == ServerVersion(26, 9))
    for text in ["", "18", "a.b", "-1.2", "18.", "123456.1", "18.x"] {
      #expect(ServerVersion(text.utf8) == nil, "\(text)")
    }
    let (old, current) = (ServerVersion(18, 16), ServerVersion(26, 9))
    #expect(ServerCapability.lowCardinalityNeedsSetting.exists(in: old))
    #expect(!ServerCapability.lowCardinalityNeedsSetting.exists(in: current))
    #expect(
      !ServerCapability.deduplicationToken.exists(in: old) && ServerCapability.deduplicationToken.exists(in: current))
    let ids = ServerCapability.catalog.map(\.id)
    #expect(ids == ids.sorted() && Set(ids).count == ids.count)
  }

  @Test func everyKindHasADocumentedStatus() {
    for kind in ServerError.Kind.allCases {
      #expect([74, 75, 77, 78].contains(kind.exitStatus) && !kind.remedy.isEmpty)
      #expect(!kind.isRetriable || kind.exitStatus == 75, "\(kind)")
    }
    let codes = ServerException.catalog.flatMap(\.codes)
    #expect(Set(codes).count == codes.count)
  }
}

@Suite struct ResultTests {
  private func row(_ line: String) throws -> ResultRow {
    let columns = ResultColumns(names: ["a", "b", "c"], types: ["String", "Array(String)", "Int64"])
    return try #require(ResultRow(Array(line.utf8)[...], columns))
  }

  @Test func fieldsAreUnescaped() throws {
    let row = try row(#"\0\b\t\n\f\r\'\\\q\a\v"# + "\t['a\\'b','','\\\\',NULL,12]\t-9223372036854775808")
    #expect(row.bytes(0) == [0, 8, 9, 10, 12, 13, 39, 92, 113, 7, 11])
    let (array, number) = (try row.array("b"), try row.int("c"))
    #expect(array == ["a'b", "", "\\", "NULL", "12"].map { Array($0.utf8) } && number == .min)
    #expect(row.endsInNumber)
    #expect(throws: ServerError.self) { try row.int("a") }
    #expect(throws: ServerError.self) { try row.uint("c") }
    #expect(throws: ServerError.self) { try row.text("missing") }
    #expect(row.bytes(99).isEmpty)
  }

  /// Texts of a row are limited, and its bytes are those of the server.
  @Test(arguments: MarkClass.catalog)
  func textsOfRowsHaveShortRuns(_ kind: MarkClass) throws {
    let text = kind.text(400)
    let row = try row(text + "\t[]\t1")
    #expect(MarkClass.longestRun(try row.text("a")) <= 30 && row.bytes(0) == Array(text.utf8))
  }

  @Test(arguments: ["", "[", "]", "x", "[']", "['a]", "['a''b']", "['a',]", "['a'x]", #"['a\']"#])
  func damagedArraysAreErrors(_ text: String) throws {
    let row = try row("a\t\(text)\t1")
    #expect(throws: ServerError.self) { try row.array("b") }
  }

  /// Wherever the parts of an answer begin and end, the rows are the same.
  @Test func partsDoNotMatter() throws {
    let answer = Array("a\tn\nString\tInt64\nx\\ty\t1\n\t-2\nlong\t3\n".utf8)
    for length in 1...answer.count {
      var reader = ResultReader(AnswerLimits(), endpoint: "h", DefusedText(removing: nil, user: ""))
      var numbers: [Int] = []
      for start in stride(from: 0, to: answer.count, by: length) {
        try reader.append(answer[start..<min(start + length, answer.count)]) { row throws(ServerError) in
          numbers.append(try row.int("n"))
        }
      }
      try reader.finish()
      #expect(numbers == [1, -2, 3])
    }
    for length in 0..<answer.count {
      var reader = ResultReader(AnswerLimits(), endpoint: "h", DefusedText(removing: nil, user: ""))
      try reader.append(answer[..<length]) { _ in }
      // The beginning of an answer is an answer if it ends after a line; the transfer proves that it is complete.
      let isComplete = length >= 17 && answer[length - 1] == 10
      #expect(isComplete == ((try? reader.finish()) != nil), "\(length)")
    }
  }

  // MARK: Limits

  private static let heading = "a\tn\nString\tInt64\n"

  /// Reads the parts of an answer, and then checks that it is complete.
  ///
  /// - Returns: The error of the parts or, if all are read, that of the check.
  private func fault(
    of parts: [String], _ change: (inout AnswerLimits) -> Void = { _ in }
  ) -> (part: ServerError.Kind?, end: ServerError.Kind?) {
    var limits = AnswerLimits()
    change(&limits)
    var reader = ResultReader(limits, endpoint: "h", DefusedText(removing: nil, user: ""))
    do throws(ServerError) {
      for part in parts { try reader.append(Array(part.utf8)[...]) { _ in } }
    } catch { return (error.kind, nil) }
    do throws(ServerError) { try reader.finish() } catch { return (nil, error.kind) }
    return (nil, nil)
  }

  @Test func bytesAreLimited() {
    let parts = [Self.heading, "x\t1\n", "y\t2\n"]
    let count = parts.joined().utf8.count
    for (limit, kind) in [(count - 1, .answerTooLarge), (count, nil), (count + 1, nil)]
      as [(Int, ServerError.Kind?)]
    {
      #expect(fault(of: parts) { $0.bytes = limit } == (kind, nil), "\(limit) of \(count)")
      #expect(fault(of: [parts.joined()]) { $0.bytes = limit } == (kind, nil), "\(limit) of \(count)")
    }
  }

  @Test func rowsAreLimited() {
    for (count, kind) in [(2, nil), (3, nil), (4, .answerTooLarge)] as [(Int, ServerError.Kind?)] {
      let rows = [String](repeating: "x\t1\n", count: count)
      #expect(fault(of: [Self.heading] + rows) { $0.rows = 3 } == (kind, nil), "\(count)")
      #expect(fault(of: [Self.heading + rows.joined()]) { $0.rows = 3 } == (kind, nil), "\(count)")
    }
  }

  /// The length of a line is limited before its end is read.
  @Test func linesAreLimited() {
    for (count, kind) in [(39, nil), (40, nil), (41, .answerTooLarge)] as [(Int, ServerError.Kind?)] {
      let line = String(repeating: "x", count: count - 2) + "\t1"
      let open = kind == nil ? ServerError.Kind.notUnderstood : nil
      #expect(fault(of: [Self.heading, line]) { $0.line = 40 } == (kind, open), "\(count)")
      let parts = [Self.heading, "xxxx", String(line.dropFirst(4))]
      #expect(fault(of: parts) { $0.line = 40 } == (kind, open), "\(count)")
      #expect(fault(of: [Self.heading, line + "\n"]) { $0.line = 40 } == (kind, nil), "\(count)")
    }
  }

  /// What follows a line that is not a row is read up to 16 KiB, and only because it may be an exception.
  @Test func theTextAfterTheRowsIsLimited() {
    let first = "none\n"
    for (count, isRead) in [(16 << 10 - 1, true), (16 << 10, true), (16 << 10 + 1, false)] {
      let rest = String(repeating: "x", count: count - first.utf8.count)
      let wanted: (ServerError.Kind?, ServerError.Kind?) = isRead ? (nil, .notUnderstood) : (.notUnderstood, nil)
      #expect(fault(of: [Self.heading, first, rest]) == wanted, "\(count)")
      #expect(fault(of: [Self.heading + first + rest]) == wanted, "\(count)")
    }
  }

  @Test func damagedAnswersDoNotTrap() {
    let answer = Array("a\tn\nString\tInt64\nx\\ty\t1\n\t-2\nCode: 1. DB::Exception: x\n".utf8)
    for mutant in Mutants(of: answer, count: 5_000, seed: 7) {
      var reader = ResultReader(AnswerLimits(), endpoint: "h", DefusedText(removing: nil, user: ""))
      do {
        try reader.append(mutant[...]) { row throws(ServerError) in
          _ = try? row.int("n")
          _ = try? row.array("a")
        }
        try reader.finish()
      } catch {
        expectSound(error)
      }
    }
  }
}
