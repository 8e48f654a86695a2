import Foundation
import Platform
import Synchronization
import TestSupport
import Testing
import UserFiles
import Vocabulary
import Workflow

@testable import History
@testable import Monitoring

/// Alerts from a history to a receiver, with a clock that the tests move.
@Suite struct AlertDeliveryTests {
  private static let secret = "0123456789abcdef-secret"

  static func rules(_ text: String) throws -> [AlertRule] {
    let (configuration, faults) = Configuration.read(Array(text.utf8), .user)
    try #require(faults == [], "\(faults)")
    return try #require(configuration.alerts)
  }

  private final class Clock: Sendable {
    private let seconds = Mutex(1_785_758_400)
    var now: Timestamp { Timestamp(seconds: seconds.withLock { $0 }) }
    func advance(_ by: Int) { seconds.withLock { $0 += by } }
  }

  private static func record(_ numbers: Range<Int>, _ scratch: Scratch) throws {
    for number in numbers { try scratch.write(Sample.json(number), "in-\(number).ips") }
    let names = numbers.map { "in-\($0).ips" }
    let answer = try Tool.run(["ingest", "--database", "h.sqlite"] + names, in: scratch.folder)
    #expect(answer.status == 0, "\(answer.err)")
  }

  /// Evaluates and delivers as a process of its own would: nothing is kept in memory.
  private static func pass(
    _ scratch: Scratch, _ rules: [AlertRule], _ clock: Clock, delivers: Bool = true
  ) throws -> AlertEvaluator.Deliveries {
    let path = scratch.url("h.sqlite").path
    let session = Session(environment: ["DIAGNOSE_TEST_SECRET": secret])
    let store = try HistoryStore(path: path, access: .read)
    defer { store.close() }
    let book = try AlertBook(history: path)
    defer { book.close() }
    let evaluator = AlertEvaluator(rules, book, session, clock: { clock.now })
    _ = try evaluator.evaluate(store)
    return delivers ? try evaluator.deliver() : AlertEvaluator.Deliveries()
  }

  private static func webhook(_ port: Int) throws -> [AlertRule] {
    try rules(
      """
      alerts:
        - name: hook
          when: new
          webhook: { url: "http://127.0.0.1:\(port)/crash", secret-variable: DIAGNOSE_TEST_SECRET }
      """)
  }

  private static func ids(_ receiver: AlertReceiver) -> [String] {
    receiver.requests.compactMap { $0.fields["idempotency-key"] }
  }

  /// A receiver that fails for an hour: every alert arrives once after it, over restarts of the program.
  @Test func anOutageLosesNothingAndDeliversOnce() throws {
    let isDown = Mutex(true)
    let accepted = Mutex<[String]>([])
    let receiver = try AlertReceiver { request in
      if isDown.withLock({ $0 }) { return ("503 Service Unavailable", "", "") }
      accepted.withLock { $0.append(request.fields["idempotency-key"] ?? "") }
      return ("200 OK", "", "")
    }
    defer { receiver.stop() }
    let scratch = try Scratch()
    let clock = Clock()
    let rules = try Self.webhook(receiver.port)
    try Self.record(0..<1, scratch)
    _ = try Self.pass(scratch, rules, clock)
    #expect(receiver.requests.isEmpty)
    for step in 0..<6 {
      try Self.record((1 + step)..<(2 + step), scratch)
      for _ in 0..<20 {
        _ = try Self.pass(scratch, rules, clock)
        clock.advance(30)
      }
    }
    // An hour has passed.
    #expect(!receiver.requests.isEmpty && receiver.requests.count < 120)
    isDown.withLock { $0 = false }
    for _ in 0..<300 {
      _ = try Self.pass(scratch, rules, clock)
      clock.advance(30)
    }
    let arrived = accepted.withLock { $0 }
    #expect(arrived.count == 6 && Set(arrived).count == 6)
    let book = try AlertBook(history: scratch.url("h.sqlite").path)
    #expect(try book.alerts([.delivered]).count == 6 && book.count(.waiting) == 0)
    #expect(try Set(book.alerts().map(\.id)) == Set(arrived))
  }

  /// A process that is killed between delivery and note sends the alert again, with the same id.
  @Test func anInterruptedDeliveryIsRepeatedWithTheSameID() throws {
    let receiver = try AlertReceiver()
    defer { receiver.stop() }
    let scratch = try Scratch()
    let clock = Clock()
    let rules = try Self.webhook(receiver.port)
    try Self.record(0..<1, scratch)
    _ = try Self.pass(scratch, rules, clock, delivers: false)
    try Self.record(1..<2, scratch)
    _ = try Self.pass(scratch, rules, clock, delivers: false)
    let path = scratch.url("h.sqlite").path
    // Delivered, and not noted.
    let book = try AlertBook(history: path)
    let alert = try #require(try book.nextDue(clock.now))
    let settings = DeliverySettings(rules[0], environment: ["DIAGNOSE_TEST_SECRET": Self.secret], isCanceled: { false })
    let message = try #require(AlertMessage(alert))
    _ = try AlertDelivery.webhook.deliver(
      AlertDelivered(message: message, document: AlertDocument.body(alert), now: clock.now), settings)
    book.close()
    #expect(try Self.pass(scratch, rules, clock).delivered == 1)
    #expect(try Self.pass(scratch, rules, clock).delivered == 0)
    #expect(Self.ids(receiver) == [alert.id, alert.id])
    let bodies = receiver.requests.map(\.text)
    #expect(bodies[0] == bodies[1])
  }

  /// Only one process delivers at a time.
  @Test func aSecondProcessDoesNotDeliver() throws {
    let receiver = try AlertReceiver()
    defer { receiver.stop() }
    let scratch = try Scratch()
    let clock = Clock()
    let rules = try Self.webhook(receiver.port)
    try Self.record(0..<1, scratch)
    _ = try Self.pass(scratch, rules, clock)
    try Self.record(1..<2, scratch)
    let lock = try #require(AlertLock(scratch.url("h.sqlite").path + AlertBook.suffix))
    #expect(try Self.pass(scratch, rules, clock).delivered == 0)
    lock.close()
    // A program that another test is starting at this moment has the lock's file, too, until it begins.
    var delivered = 0
    for _ in 0..<200 where delivered == 0 {
      delivered = try Self.pass(scratch, rules, clock).delivered
      if delivered == 0 { Thread.sleep(forTimeInterval: 0.05) }
    }
    #expect(delivered == 1)
    #expect(try Self.pass(scratch, rules, clock).delivered == 0)
  }

  @Test func theSignatureCanBeVerified() throws {
    // RFC 4231, test cases 1, 2 and 6.
    func hex(_ key: [UInt8], _ text: String) -> String {
      MessageAuthentication.code(of: Array(text.utf8), secret: key).hexadecimal
    }
    #expect(
      hex([UInt8](repeating: 0x0B, count: 20), "Hi There")
        == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    #expect(
      hex(Array("Jefe".utf8), "what do ya want for nothing?")
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    #expect(
      hex([UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First")
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    let receiver = try AlertReceiver()
    defer { receiver.stop() }
    let scratch = try Scratch()
    let clock = Clock()
    let rules = try Self.webhook(receiver.port)
    try Self.record(0..<1, scratch)
    _ = try Self.pass(scratch, rules, clock)
    try Self.record(1..<2, scratch)
    _ = try Self.pass(scratch, rules, clock)
    let request = try #require(receiver.requests.first)
    let time = try #require(request.fields["diagnose-timestamp"])
    #expect(time == "\(clock.now.seconds)" && request.line == "POST /crash HTTP/1.1")
    let expected = hex(Array(Self.secret.utf8), "v1:\(time):\(request.text)")
    #expect(request.fields["diagnose-signature"] == "v1=" + expected)
    let document = try JSONValue(parsing: request.text)
    #expect(document["schema"]?.string == "diagnose-alerts/1")
    #expect(document["alerts"]?[0]?["id"]?.string == request.fields["idempotency-key"])
    #expect(document["alerts"]?[0]?["issues"]?[0]?["app"]?.string?.contains("MyApp") == true)
  }

  /// Rules for trends, on a history of five weeks.
  @Test func growthAndBurstsAreAlertedOncePerInterval() throws {
    let scratch = try Scratch()
    let clock = Clock()
    var reports: [String] = []
    func add(_ function: String, daysAgo: Int) {
      let day = Timestamp(seconds: clock.now.seconds - daysAgo * 86_400).date
      let number = reports.count + 1_000
      reports.append(
        Sample.json(number).replacing("drawCard\(number)", with: function).replacing("2026-08-01", with: day))
    }
    for day in stride(from: 7, to: 35, by: 3) { add("growingCard", daysAgo: day) }
    for day in 0..<7 { for _ in 0..<5 { add("growingCard", daysAgo: day) } }
    for day in stride(from: 0, to: 35, by: 2) { add("steadyCard", daysAgo: day) }
    add("burstCard", daysAgo: 20)
    for _ in 0..<30 { add("burstCard", daysAgo: 1) }
    try scratch.write(reports.joined(), "all.ips")
    let answer = try Tool.run(["ingest", "--database", "h.sqlite", "all.ips"], in: scratch.folder)
    #expect(answer.status == 0, "\(answer.err)")
    let rules = try Self.rules(
      """
      alerts:
        - { name: grow, when: growing, slack: { url-variable: A } }
        - { name: burst, when: [burst, new], slack: { url-variable: A } }
        - { name: other, when: [growing, burst], app: Other, slack: { url-variable: A } }
      """)
    for _ in 0..<3 { _ = try Self.pass(scratch, rules, clock, delivers: false) }
    let book = try AlertBook(history: scratch.url("h.sqlite").path)
    let made = try book.alerts()
    #expect(Set(made.map { "\($0.rule) \($0.condition)" }) == ["grow growing", "burst burst"] && made.count == 2)
    let texts = made.compactMap { AlertContent(stored: $0.content)?.issues.first }
    #expect(
      texts.contains { $0.headline.contains("growingCard") } && texts.contains { $0.headline.contains("burstCard") })
    #expect(texts.allSatisfy { $0.trend != nil && $0.kind == "crash" })
    book.close()
    clock.advance(86_400)
    _ = try Self.pass(scratch, rules, clock, delivers: false)
    let again = try AlertBook(history: scratch.url("h.sqlite").path)
    #expect(try again.alerts().filter { $0.rule == "grow" }.count == 2)
  }
}
