import Foundation
import Pages
import Platform
import TestSupport
import Testing
import Vocabulary

@testable import Monitoring

/// A clock that a test moves.
final class ScriptedClock: Sendable {
  private let moment = Guarded(Moment.now)

  var clock: MonotonicClock { MonotonicClock { self.now } }
  var now: Moment { moment.withLock { $0 } }

  func advance(_ seconds: Double) { moment.withLock { $0 = $0.advanced(by: seconds) } }
  func advance(to deadline: Moment) { moment.withLock { $0 = max($0, deadline) } }
}

/// A client that sends what a test states, with pauses of the scripted clock.
final class ScriptedTransport: RequestTransport {
  enum Step {
    case bytes([UInt8])
    case pause(Double)
    case end, fail
  }

  private var steps: [Step]
  private let clock: ScriptedClock
  private(set) var sent: [UInt8] = []
  private(set) var isFinished = false
  /// The number of bytes that the endpoint read.
  private(set) var taken = 0
  /// Called before the endpoint sends bytes.
  var willWrite: ([UInt8]) -> Void = { _ in }
  /// Called before the endpoint reads the rest of a rejected request.
  var willFinish: () -> Void = {}

  init(_ steps: [Step], _ clock: ScriptedClock) { (self.steps, self.clock) = (steps, clock) }

  func read(atMost count: Int, until deadline: Moment) -> TransportArrival {
    while let step = steps.first {
      switch step {
      case .end: return .ended
      case .fail: return .failed
      case .pause(let seconds):
        guard clock.now.advanced(by: seconds) < deadline else {
          clock.advance(to: deadline)
          return .late
        }
        clock.advance(seconds)
        steps.removeFirst()
      case .bytes(let bytes):
        let part = Array(bytes.prefix(count))
        let rest = Array(bytes.dropFirst(count))
        if rest.isEmpty { steps.removeFirst() } else { steps[0] = .bytes(rest) }
        taken += part.count
        if !part.isEmpty { return .bytes(part) }
      }
    }
    clock.advance(to: deadline)
    return .late
  }

  func write(_ bytes: [UInt8], until deadline: Moment) -> Bool {
    willWrite(bytes)
    sent += bytes
    return true
  }

  func finishWriting() {
    willFinish()
    isFinished = true
  }
}

/// An endpoint without sockets, in a temporary folder.
final class ScriptedEndpoint {
  let scratch: Scratch
  let clock = ScriptedClock()
  let spool: Spool
  let file: TokenFile
  let table: TokenTable
  let token: String
  let state: ReceiverState
  /// Called before bytes are sent.
  var willWrite: ([UInt8]) -> Void = { _ in }

  init(_ change: (inout ReceiverLimits) -> Void = { _ in }) throws {
    scratch = try Scratch()
    var limits = ReceiverLimits()
    change(&limits)
    file = TokenFile(history: scratch.url("h.sqlite").path)
    token = try file.add("app", now: .init(seconds: 0))
    table = TokenTable(file)
    spool = try Spool(FilePath(scratch.url("spool").path), limit: limits.spool)
    state = ReceiverState(table, spool, limits, clock: clock.clock)
  }

  struct Answer {
    var status: Int
    var fields: [String: String]
    var body: String
    /// Everything that was sent before the final answer.
    var before: String
    var taken: Int
  }

  /// Answers a request that a client sends in these steps.
  func answer(_ steps: [ScriptedTransport.Step]) throws -> Answer? {
    let transport = ScriptedTransport(steps, clock)
    transport.willWrite = willWrite
    guard RequestExchange(transport, state).serve() != nil else {
      #expect(transport.sent.isEmpty)
      return nil
    }
    let text = String(decoding: transport.sent, as: UTF8.self)
    let parts = text.components(separatedBy: "\r\n\r\n")
    let head = parts[parts.count - 2].components(separatedBy: "\r\n")
    var fields: [String: String] = [:]
    for line in head.dropFirst() {
      let sides = line.components(separatedBy: ": ")
      fields[sides[0].lowercased()] = sides.dropFirst().joined(separator: ": ")
    }
    let status = try #require(Int(head[0].split(separator: " ")[1]))
    let body = parts[parts.count - 1]
    #expect(fields["connection"] == "close")
    // The body of an answer is JSON, but for that to a message, which is empty. A rejected request is read a little further, so that the answer arrives.
    if fields["content-length"] == String(body.utf8.count), fields["content-type"] != "application/x-protobuf" {
      _ = try JSONValue(parsing: body)
    }
    #expect(transport.isFinished == (status >= 400))
    return Answer(
      status: status, fields: fields, body: body, before: parts.dropLast(2).joined(separator: "\n"),
      taken: transport.taken)
  }

  /// Answers a request whose head and body arrive at once.
  func post(
    _ target: String = "/v1/reports", _ fields: [String] = [], body: [UInt8], isAuthorized: Bool = true,
    length: Int? = nil
  ) throws -> Answer {
    var lines = ["POST \(target) HTTP/1.1", "Host: localhost", "Content-Length: \(length ?? body.count)"]
    if isAuthorized { lines.append("Authorization: Bearer \(token)") }
    let head = Array(((lines + fields).joined(separator: "\r\n") + "\r\n\r\n").utf8)
    return try #require(try answer([.bytes(head + body), .end]))
  }

  /// Sends the lines of a head, and a body.
  func send(_ lines: [String], _ body: String = "") throws -> Answer {
    let head = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    return try #require(try answer([.bytes(head + Array(body.utf8)), .end]))
  }

  /// The contents of the reports in the spool, oldest first.
  func stored() throws -> [[UInt8]] {
    try files().filter { $0.hasSuffix(".report") }.map {
      [UInt8](try Data(contentsOf: scratch.url("spool/" + $0)))
    }
  }

  /// The names of all files of the spool, without its lock.
  func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.url("spool").path).filter { $0 != "lock" }.sorted()
  }
}
