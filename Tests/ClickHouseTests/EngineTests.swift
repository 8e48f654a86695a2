import Foundation
import TestSupport
import Testing

@testable import ClickHouse
@testable import Transfer

/// Real servers: literals and rows mean the same in each version.
@Suite(.enabled(if: TestEngines.exist, Comment(rawValue: TestEngines.comment)), .serialized)
struct EngineTests {
  private func connection(
    _ address: String, _ change: (inout ServerConnection.Options) -> Void = { _ in }
  ) throws -> ServerConnection {
    var options = ServerConnection.Options()
    change(&options)
    return ServerConnection(try ServerAddress(address), nil, options)
  }

  @Test(arguments: TestEngines.addresses)
  func theVersionIsRead(_ address: String) throws {
    let version = try connection(address).version()
    #expect(version >= .minimum)
  }

  // MARK: - Literals

  private func randomBytes(_ generator: inout SystemRandomNumberGenerator) -> [UInt8] {
    let special: [UInt8] = Array("'\\\"`\n\r\t\0%{}$-/*;:xXN0".utf8)
    return (0..<Int.random(in: 0...24, using: &generator)).map { _ in
      Bool.random(using: &generator)
        ? special.randomElement(using: &generator) ?? 0 : UInt8.random(in: 0...255, using: &generator)
    }
  }

  /// `SELECT literal` returns the bytes of the value, 4,000 strings in batches of 200.
  @Test(arguments: TestEngines.addresses)
  func stringsAreReturnedUnchanged(_ address: String) throws {
    let connection = try connection(address)
    var generator = SystemRandomNumberGenerator()
    var values: [[UInt8]] = (0...255).map { [UInt8($0)] } + (0...255).map { [0x5C, UInt8($0)] }
    values += (0..<3_488).map { _ in randomBytes(&generator) }
    for start in stride(from: 0, to: values.count, by: 200) {
      let part = Array(values[start..<min(start + 200, values.count)])
      let literals = SQLValue.array(part.map(SQLValue.bytes))
      let lengths = SQLValue.array(part.map { .uint(UInt64($0.count)) })
      let rows = try connection.rows(
        """
        SELECT text, hex(text) AS digits, length(text) = expected AS one
        FROM (SELECT \(literals) AS texts, \(lengths) AS lengths) ARRAY JOIN texts AS text, lengths AS expected
        """
      )
      #expect(rows.count == part.count)
      for (row, value) in zip(rows, part) {
        let (text, digits, one) = (try row.bytes("text"), try row.text("digits"), try row.int("one"))
        #expect(text == value && digits == value.map(Hex.text).joined() && one == 1)
      }
    }
  }

  @Test(arguments: TestEngines.addresses)
  func numbersAreReturnedUnchanged(_ address: String) throws {
    let connection = try connection(address)
    var generator = SystemRandomNumberGenerator()
    var integers: [Int64] = [
      .min, .min + 1, -1, 0, 1, .max, 255, 256, -128, -129, 65_535, 65_536, 4_294_967_295, 4_294_967_296,
    ]
    integers += (0..<500).map { _ in
      Int64.random(in: .min ... .max, using: &generator) >> Int64.random(in: 0...60, using: &generator)
    }
    var doubles: [Double] = [
      0, -0.0, 1, -1, 0.1, 1e-5, 1e21, -1e-300, .greatestFiniteMagnitude, .leastNormalMagnitude, .pi, 1e22, 1e23,
    ]
    doubles += (0..<500).map { _ in Double.random(in: -1e6...1e6, using: &generator) }
    for start in stride(from: 0, to: integers.count, by: 50) {
      let part = Array(integers[start..<min(start + 50, integers.count)])
      let columns = Statement.joined(
        part.enumerated().map { "toInt64(\(.int($1))) AS \(SQLIdentifier("c\($0)"))" }, by: ", ")
      let row = try #require(try connection.rows("SELECT \(columns)").first)
      for (index, number) in part.enumerated() {
        let read = try row.int(at: index)
        #expect(read == Int(number))
      }
      let unsigned = Statement.joined(
        part.enumerated().map { "toUInt64(\(.uint(UInt64(bitPattern: $1)))) AS \(SQLIdentifier("c\($0)"))" }, by: ", ")
      let second = try #require(try connection.rows("SELECT \(unsigned)").first)
      for (index, number) in part.enumerated() {
        let read = try second.uint(at: index)
        #expect(read == UInt64(bitPattern: number))
      }
    }
    for start in stride(from: 0, to: doubles.count, by: 50) {
      let part = Array(doubles[start..<min(start + 50, doubles.count)])
      let columns = Statement.joined(
        part.enumerated().map { "toFloat64(\(.double($1))) AS \(SQLIdentifier("c\($0)"))" }, by: ", ")
      let row = try #require(try connection.rows("SELECT \(columns)").first)
      for (index, number) in part.enumerated() {
        let read = try row.double(at: index)
        #expect(read == number, "\(number)")
      }
    }
    let odd = try #require(
      try connection.rows(
        "SELECT \(.double(.infinity)) AS a, \(.double(-.infinity)) AS b, \(.double(.nan)) AS c, isNull(\(.null)) AS d"
      ).first)
    let (a, b, c, d) = (try odd.double("a"), try odd.double("b"), try odd.double("c"), try odd.int("d"))
    #expect(a == .infinity && b == -.infinity && c.isNaN && d == 1)
  }

  @Test(arguments: TestEngines.addresses)
  func otherLiteralsMeanTheSame(_ address: String) throws {
    let connection = try connection(address)
    let digest = [UInt8](repeating: 0, count: 4) + [39, 92, 10, 255] + [UInt8](repeating: 0, count: 8)
    let question: Statement = """
      SELECT hex(\(.fixed(digest))) AS fixed, toTypeName(\(.fixed(digest))) AS type,
        toRelativeDayNum(\(.day(0))) AS first, toString(\(.day(SQLValue.lastDay))) AS last,
        toString(\(.day(20_000))) AS day,
        \(.array([.text("a'"), .bytes([0, 9])])) AS texts, length(\(.array([]))) AS empty,
        tupleElement(\(.tuple([.text("x"), .int(-2)])), 2) AS second,
        tupleElement(\(.tuple([.text("y")])), 1) AS one,
        \(.text("b")) IN \(list: [.text("a"), .text("b")]) AS present,
        ifNull(\(.text("b")) IN \(list: []), 0) AS absent,
        toFixedString('ab', 2) IN \(list: [.fixed(Array("ab".utf8))]) AS fixedPresent,
        \(.day(0)) AS zero, \(.day(SQLValue.lastDay)) AS maximum, 5 - \(-3) AS difference
      """
    let row = try #require(try connection.rows(question).first)
    for (name, expected) in [
      ("fixed", digest.map(Hex.text).joined()), ("type", "FixedString(16)"), ("first", "0"), ("last", "2105-12-31"),
      ("day", "2024-10-04"), ("empty", "0"), ("second", "-2"), ("one", "y"), ("present", "1"), ("absent", "0"),
      ("fixedPresent", "1"), ("difference", "8"),
    ] {
      let text = try row.text(name)
      #expect(text == expected, "\(name)")
    }
    let (zero, maximum) = (try row.day("zero"), try row.day("maximum"))
    #expect(zero == 0 && maximum == SQLValue.lastDay)
    let texts = try row.array("texts")
    #expect(texts == [Array("a'".utf8), [0, 9]])
  }

  // MARK: - Tables

  @Test(arguments: TestEngines.addresses)
  func rowsAreInsertedAndRead(_ address: String) throws {
    for compresses in [true, false] {
      let connection = try connection(address) {
        $0.compresses = compresses
        $0.acceptsCompression = compresses
      }
      let table = SQLIdentifier("wire `test\\ \(UInt32.random(in: 0...UInt32.max))")
      var request = ServerConnection.Request()
      request.settings = [.lowCardinality]
      try connection.execute(
        """
        CREATE TABLE \(table) (number UInt64, signed Int64, text String, digest FixedString(4), day Date,
          maybe Nullable(String), list Array(String), kind LowCardinality(String), value Float64
        ) ENGINE = MergeTree ORDER BY number
        """, request)
      defer { try? connection.execute("DROP TABLE \(table)") }
      var generator = SystemRandomNumberGenerator()
      let names: [SQLIdentifier] = ["number", "signed", "text", "digest", "day", "maybe", "list", "kind", "value"]
      var batch = InsertBatch(into: table, columns: names)
      var texts: [[UInt8]] = []
      for index in 0..<2_000 {
        let text = index < 256 ? [UInt8(index)] : randomBytes(&generator)
        texts.append(text)
        _ = batch.append([
          .uint(UInt64.max - UInt64(index)), .int(Int64.min + Int64(index)), .bytes(text),
          .fixed([0, 39, UInt8(index % 256), 0]),
          .day(index), index % 3 == 0 ? .null : .bytes(text), .array([.bytes(text), .text("")]), .text("k\(index % 7)"),
          .double(Double(index) / 3),
        ])
      }
      let result = try connection.insert(batch, token: "t\(table.name)")
      #expect(result.rows == 2_000)
      let rows = try connection.rows("SELECT *, toRelativeDayNum(day) AS dayNumber FROM \(table) ORDER BY number DESC")
      #expect(rows.count == 2_000)
      for (index, row) in rows.enumerated() {
        let (text, number, signed) = (try row.bytes("text"), try row.uint("number"), try row.int("signed"))
        let (digest, maybe, isNull) = (try row.bytes("digest"), try row.bytes("maybe"), try row.isNull("maybe"))
        let (list, value, day) = (try row.array("list"), try row.double("value"), try row.int("dayNumber"))
        #expect(text == texts[index] && number == .max - UInt64(index) && signed == .min + index)
        #expect(
          digest == [0, 39, UInt8(index % 256), 0] && isNull == (index % 3 == 0) && (isNull || maybe == texts[index]))
        #expect(list == [texts[index], []] && value == Double(index) / 3 && day == index)
      }
    }
  }

  // MARK: - Failures

  @Test(arguments: TestEngines.addresses)
  func failuresHaveKinds(_ address: String) throws {
    let connection = try connection(address)
    let cases: [(Statement, ServerError.Kind)] = [
      ("SELECT 1 AS a FROM no_such_table", .unknownTable),
      ("SELECT no_such_column, 1 AS a FROM system.one", .unknownTable),
      ("SELEC 1", .rejected), ("SELECT 1 AS a FROM nosuch.x", .unknownDatabase),
      // The exception follows rows that were already computed.
      ("SELECT number, intDiv(1, number - 3000000) AS a FROM numbers(5000000)", .rejected),
    ]
    for (statement, kind) in cases {
      let error = try #require(failure { _ = try connection.rows(statement) })
      #expect(error.kind == kind && error.code != nil, "\(statement.text): \(error)")
      expectSound(error)
    }
    let missing = try ServerConnection(
      ServerAddress(address.dropLast("default".count) + "nosuch"), nil)
    #expect(failure { _ = try missing.rows("SELECT 1 AS a") }?.kind == .unknownDatabase)
    let stranger = try ServerConnection(
      ServerAddress(address.replacingOccurrences(of: "//default@", with: "//nobody@")),
      ServerCredentials(password: Array(canary.utf8)))
    let error = try #require(failure { _ = try stranger.rows("SELECT 1 AS a") })
    #expect(error.kind == .accessDenied && error.exitStatus == 77, "\(error)")
    expectSound(error)
  }

  /// Without `wait_end_of_query`, old servers end such an answer as if it were complete.
  @Test(arguments: TestEngines.addresses)
  func anExceptionAfterRowsIsFound(_ address: String) throws {
    let url = try ServerAddress(address)
    let transport = CurlTransport(address: url, credentials: nil, agent: "test")
    var request = HTTPRequest()
    request.body = Array(
      "SELECT number, intDiv(1, number - 3000000) AS a FROM numbers(5000000) FORMAT TabSeparatedWithNamesAndTypes".utf8)
    var limits = AnswerLimits()
    limits.rows = 10_000_000
    var reader = ResultReader(limits, endpoint: url.endpoint, DefusedText(removing: nil, user: ""))
    var status = 0
    let error = failure {
      do {
        let head = try transport.send(request, isCanceled: { false }) { head, part throws(ServerError) in
          status = head.status
          if head.status == 200 { try reader.append(part) { _ in } }
        }
        if head.status != 200 { throw ServerError(.rejected, "status", code: 153) }
        try reader.finish()
      } catch let error as ServerError {
        throw error.kind == .incomplete ? reader.exception ?? error : error
      }
    }
    #expect([.rejected, .incomplete].contains(error?.kind), "\(status)")
  }
}
