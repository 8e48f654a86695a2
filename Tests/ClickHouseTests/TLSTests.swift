import Foundation
import TestSupport
import Testing

@testable import ClickHouse

/// TLS, with a server of the program `openssl`.
@Suite(.enabled(if: TLSServer.openssl != nil, "openssl is not installed"), .serialized)
struct TLSTests {
  private let scratch: ScratchFolder
  private let certificate: String
  private let key: String

  init() throws {
    scratch = try ScratchFolder()
    certificate = scratch.url("certificate.pem").path
    key = scratch.url("key.pem").path
    try TLSServer.run([
      "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", certificate, "-subj",
      "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
    ])
  }

  private func connect(_ host: String, _ port: Int, issuers: String?) throws -> ServerConnection {
    let file = issuers.map { "&ca=" + $0 } ?? ""
    var options = ServerConnection.Options()
    options.retries = .never
    options.timeouts.total = 10
    return ServerConnection(
      try ServerAddress("clickhouse://ci@\(host):\(port)/d?secure=1\(file)"),
      try ServerCredentials(password: Array(canary.utf8)), options)
  }

  @Test func certificatesOfUnknownIssuersAreRejected() throws {
    let server = try TLSServer(certificate: certificate, key: key)
    defer { server.stop() }
    let error = try #require(failure { _ = try connect("localhost", server.port, issuers: nil).version() })
    #expect(error.kind == .notVerified && error.exitStatus == 78, "\(error)")
    expectSound(error)
    #expect(!server.received.contains("Authorization"))
  }

  @Test func certificatesOfOtherHostsAreRejected() throws {
    let server = try TLSServer(certificate: certificate, key: key)
    defer { server.stop() }
    let error = try #require(failure { _ = try connect("127.0.0.1", server.port, issuers: certificate).version() })
    #expect(error.kind == .notVerified, "\(error)")
    #expect(!server.received.contains("Authorization"))
  }

  @Test func theNamedIssuerIsAccepted() throws {
    let server = try TLSServer(certificate: certificate, key: key)
    defer { server.stop() }
    let version = try connect("localhost", server.port, issuers: certificate).version()
    #expect(version == ServerVersion(24, 8))
    // The server answers before it reads.
    for _ in 0..<50 where !server.received.contains("Authorization") { Thread.sleep(forTimeInterval: 0.1) }
    #expect(server.received.contains("Authorization: Basic "))
  }

  @Test func aMissingFileOfIssuersIsAnError() throws {
    let server = try TLSServer(certificate: certificate, key: key)
    defer { server.stop() }
    let error = try #require(
      failure { _ = try connect("localhost", server.port, issuers: "/nonexistent.pem").version() })
    #expect(error.kind == .notVerified, "\(error)")
  }

  @Test func aServerWithoutTLSIsAnError() throws {
    let server = try LoopbackServer { $0.answer(table) }
    defer { server.stop() }
    let error = try #require(failure { _ = try connect("localhost", server.port, issuers: nil).version() })
    #expect(error.kind == .notVerified || error.kind == .incomplete || error.kind == .timeout, "\(error)")
    #expect(!server.requests.joined().contains("Authorization"))
    expectSound(error)
  }
}

/// A server that answers one connection with a version.
final class TLSServer {
  static let openssl: String? = ["/usr/bin/openssl", "/opt/homebrew/bin/openssl", "/usr/local/bin/openssl"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  let port: Int
  private let process = Process()
  private let input = Pipe()
  private let output: URL

  static func run(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: openssl ?? "")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  init(certificate: String, key: String) throws {
    // A port that was just free.
    let probe = try LoopbackServer { _ in }
    port = probe.port
    probe.stop()
    output = URL(fileURLWithPath: certificate + ".\(port).received")
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    process.executableURL = URL(fileURLWithPath: Self.openssl ?? "")
    process.arguments = ["s_server", "-quiet", "-accept", "127.0.0.1:\(port)", "-cert", certificate, "-key", key]
    process.standardInput = input
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    // The answer is sent to the first connection.
    let body = "version\tone\nString\tUInt8\n24.8.1\t1\n"
    input.fileHandleForWriting.write(Data("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
    Thread.sleep(forTimeInterval: 0.5)
  }

  /// What the server received so far.
  var received: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

  func stop() {
    // The process inherits blocked signals from the thread that started it, so that SIGTERM has no effect.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
