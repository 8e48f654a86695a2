import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ClickHouse
@testable import Transfer

/// A transport that answers from a list.
final class ScriptedTransport: Transport {
  enum Step {
    case fail(ServerError.Kind)
    case answer(String)
  }

  private let steps: Mutex<[Step]>
  private let seen = Mutex<[HTTPRequest]>([])

  init(_ steps: [Step]) { self.steps = Mutex(steps) }

  var requests: [HTTPRequest] { seen.withLock { $0 } }

  func send(
    _ request: HTTPRequest, isCanceled: @Sendable () -> Bool,
    receive: (HTTPHead, ArraySlice<UInt8>) throws(ServerError) -> Void
  ) throws(ServerError) -> HTTPHead {
    seen.withLock { $0.append(request) }
    let step = steps.withLock { $0.isEmpty ? .answer("") : $0.removeFirst() }
    guard let head = HTTPHead([Array("HTTP/1.1 200 OK".utf8)[...], Array("Content-Length: 1".utf8)[...]]) else {
      throw ServerError(.notUnderstood, "no head")
    }
    switch step {
    case .fail(let kind): throw ServerError(kind, "h: failed")
    case .answer(let body):
      if !body.isEmpty { try receive(head, Array(body.utf8)[...]) }
      return head
    }
  }
}

/// A clock that only waiting moves.
private final class FakeClock: Sendable {
  private let state = Mutex((now: 0, waits: [Int]()))

  var waits: [Int] { state.withLock { $0.waits } }

  var clock: RetryClock {
    RetryClock(
      now: { [self] in state.withLock { $0.now } },
      sleep: { [self] time in state.withLock { $0.now += time } },
      random: { [self] limit in
        state.withLock { $0.waits.append(limit) }
        return limit
      })
  }
}

@Suite struct RetryTests {
  private static let version = ScriptedTransport.Step.answer("version\tone\nString\tUInt8\n24.8.1\t1\n")

  private func connection(
    _ steps: [ScriptedTransport.Step], _ clock: RetryClock,
    _ change: (inout ServerConnection.Options) -> Void = { _ in }
  ) throws -> (ServerConnection, ScriptedTransport) {
    var options = ServerConnection.Options()
    options.clock = clock
    change(&options)
    let transport = ScriptedTransport(steps)
    return (ServerConnection(try ServerAddress("clickhouse://localhost/d"), nil, options, transport), transport)
  }

  @Test func retriableErrorsAreRepeatedWithGrowingWaits() throws {
    let clock = FakeClock()
    let (connection, transport) = try connection(
      [Self.version, .fail(.unreachable), .fail(.timeout), .fail(.incomplete), .answer(table)], clock.clock)
    let rows = try connection.rows("SELECT name, count FROM x")
    #expect(rows.count == 1 && transport.requests.count == 5)
    #expect(clock.waits == [200, 400, 800])
  }

  @Test(arguments: ServerError.Kind.allCases.filter { !$0.isRetriable })
  func otherErrorsAreNotRepeated(_ kind: ServerError.Kind) throws {
    let clock = FakeClock()
    let (connection, transport) = try connection([Self.version, .fail(kind), .answer(table)], clock.clock)
    let error = failure { _ = try connection.rows("SELECT 1 AS a") }
    #expect(error?.kind == kind && transport.requests.count == 2 && clock.waits.isEmpty)
  }

  @Test func attemptsAndTimeAreLimited() throws {
    let clock = FakeClock()
    let failures = [ScriptedTransport.Step](repeating: .fail(.overloaded), count: 100)
    let (first, transport) = try connection([Self.version] + failures, clock.clock)
    #expect(failure { try first.execute("X") }?.kind == .overloaded)
    #expect(transport.requests.count == 6 && clock.waits == [200, 400, 800, 1_600])

    let other = FakeClock()
    let (second, repeated) = try connection([Self.version] + failures, other.clock) {
      $0.retries.attempts = 1_000
      $0.retries.deadline = 30_000
    }
    #expect(failure { try second.execute("X") }?.kind == .overloaded)
    #expect(other.waits == [200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000] && repeated.requests.count == 9)
  }

  @Test func waitingIsCanceled() throws {
    let isCanceled = Mutex(false)
    let flag = Flag()
    let clock = RetryClock(now: { 0 }, sleep: { _ in flag.value = true }, random: { $0 })
    let (connection, transport) = try connection([Self.version, .fail(.timeout), .answer("")], clock) {
      $0.isCanceled = { flag.value }
    }
    #expect(failure { try connection.execute("X") }?.kind == .timeout)
    #expect(transport.requests.count == 2 && !isCanceled.withLock { $0 })
    #expect(failure { try connection.execute("X") }?.kind == .canceled)
  }

  /// Waiting has steps of a tenth of a second, after each of which a request to stop is noticed.
  @Test(arguments: [
    (1, [1]), (99, [99]), (100, [100]), (101, [100, 1]), (200, [100, 100]), (250, [100, 100, 50]),
  ])
  func waitingHasShortSteps(_ wait: Int, _ steps: [Int]) throws {
    let slept = Mutex([Int]())
    let clock = RetryClock(now: { 0 }, sleep: { time in slept.withLock { $0.append(time) } }, random: { $0 })
    let (connection, transport) = try connection([Self.version, .fail(.timeout), .answer("")], clock) {
      $0.retries.base = wait
    }
    try connection.execute("X")
    #expect(transport.requests.count == 3)
    #expect(slept.withLock { $0 } == steps)
  }

  @Test func jitterIsUniform() {
    var seen: Set<Int> = []
    for _ in 0..<2_000 { seen.insert(RetryClock.system.random(9)) }
    #expect(seen == Set(0...9))
    #expect(RetryClock.system.random(0) == 0)
  }
}

/// A flag that several threads use.
final class Flag: Sendable {
  private let state = Mutex(false)

  var value: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

@Suite struct InsertTests {
  private func batch() -> InsertBatch {
    var batch = InsertBatch(into: "t", columns: ["a", "b"])
    _ = batch.append([.text("x"), .int(1)])
    _ = batch.append([.text("y"), .int(2)])
    return batch
  }

  @Test(arguments: ["", "Ok.", "Ok.\n"])
  func emptyAnswersAreAcknowledgements(_ answer: String) throws {
    let server = try LoopbackServer { $0.answer(answer) }
    defer { server.stop() }
    for compresses in [true, false] {
      let connection = try connect(server.port) { $0.compresses = compresses }
      let result = try connection.insert(batch(), token: "a b")
      #expect(result.rows == 2)
      let request = try #require(server.requests.last)
      #expect(
        request.contains("&insert_deduplication_token=a%20b&query=INSERT%20INTO%20%60t%60%20%28%60a%60%2C%20%60b%60%29")
      )
      #expect(request.contains("Content-Encoding: gzip") == compresses)
      if !compresses { #expect(request.hasSuffix("\r\n\r\nx\t1\ny\t2\n")) }
    }
  }

  @Test func theTokenIsSentOnlyToServersThatKnowIt() throws {
    let server = try LoopbackServer(version: "18.16.1") { $0.answer("") }
    defer { server.stop() }
    _ = try connect(server.port).insert(batch(), token: "a")
    #expect(server.requests.last?.contains("insert_deduplication_token") == false)
    var request = ServerConnection.Request()
    request.settings = [.lowCardinality]
    try connect(server.port).execute("X", request)
    #expect(server.requests.last?.contains("&allow_experimental_low_cardinality_type=1 ") == true)
  }

  static let refusals: [Scenario] = [
    Scenario("text", .notUnderstood, 74) { $0.answer("<html>Login</html>") },
    Scenario("exception with 200", .overloaded, 75) { $0.answer("Code: 241. DB::Exception: Memory") },
    Scenario("exception after Ok", .overloaded, 75) { $0.answer("Ok.\nCode: 241. DB::Exception: Memory") },
    Scenario("204", .notUnderstood, 74) { $0.send("HTTP/1.1 204 No Content\r\n\r\n") },
    Scenario("202", .notUnderstood, 74) { $0.answer("", status: "202 Accepted") },
    Scenario("without a length", .notUnderstood, 74) { $0.send("HTTP/1.1 200 OK\r\n\r\n") },
    Scenario("cut", .incomplete, 75) { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nOk") },
    Scenario("closed", .incomplete, 75) { _ in },
    Scenario("too many parts", .tooManyParts, 75) {
      $0.answer("Code: 252, e.displayText() = DB::Exception: Too many parts", status: "500 Error")
    },
  ]

  @Test(arguments: refusals)
  func otherAnswersAreNot(_ scenario: Scenario) throws {
    let server = try LoopbackServer(scenario.behavior)
    defer { server.stop() }
    let error = try #require(failure { _ = try connect(server.port).insert(batch()) })
    #expect(error.kind == scenario.kind && error.exitStatus == scenario.status, "\(error)")
    expectSound(error)
  }

  @Test func hostsOfAClusterReport() throws {
    let names = "host\tport\tstatus\terror\tnum_hosts_remaining\tnum_hosts_active\n"
    let types = "String\tUInt16\tInt64\tString\tUInt64\tUInt64\n"
    let good = try LoopbackServer { $0.answer(names + types + "a\t9000\t0\t\t1\t0\nb\t9000\t0\t\t0\t0\n") }
    defer { good.stop() }
    let hosts = try connect(good.port).executeOnCluster("CREATE TABLE IF NOT EXISTS x ON CLUSTER c")
    #expect(hosts == 2)
    let bad = try LoopbackServer {
      $0.answer(names + types + "a\t9000\t0\t\t1\t0\nb\t9000\t999\tCode: 999. DB::Exception: no\\nKeeper\t0\t0\n")
    }
    defer { bad.stop() }
    let error = try #require(
      failure { _ = try connect(bad.port).executeOnCluster("DROP TABLE IF EXISTS x ON CLUSTER c") })
    #expect(error.kind == .replicaUnavailable && error.code == 999 && error.message.contains("\"b\""))
    expectSound(error)
  }

  @Test func emptyBatchesAreNotSent() throws {
    let server = try LoopbackServer { $0.answer("") }
    defer { server.stop() }
    let result = try connect(server.port).insert(InsertBatch(into: "t", columns: ["a"]))
    #expect(result.rows == 0 && server.requests.isEmpty)
  }

  @Test func aLargeBatchArrivesWhole() throws {
    let server = try LoopbackServer { $0.answer("") }
    defer { server.stop() }
    var batch = InsertBatch(into: "t", columns: ["a"])
    for number in 0..<200_000 { _ = batch.append([.int(number)]) }
    _ = try connect(server.port) { $0.compresses = false }.insert(batch)
    let request = try #require(server.requests.last)
    #expect(request.hasSuffix("\n199999\n") && request.utf8.count > batch.size)
  }
}
