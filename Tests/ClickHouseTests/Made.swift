import ClickHouse
import Foundation
import Testing

@testable import ClickHouse

/// A password that must not appear anywhere. It contains characters that configurations and URLs treat specially.
let canary = "canary-\"4711\\ %41:@#ü"

/// Returns a connection to a port of this machine that tries once.
func connect(
  _ port: Int, password: String = canary, options: String = "",
  _ change: (inout ServerConnection.Options) -> Void = { _ in }
) throws -> ServerConnection {
  let address = try ServerAddress("clickhouse://ci@127.0.0.1:\(port)/diagnose\(options)")
  var properties = ServerConnection.Options()
  properties.retries = .never
  properties.timeouts.total = 20
  change(&properties)
  return ServerConnection(address, try ServerCredentials(password: Array(password.utf8)), properties)
}

/// Returns the error that `body` throws.
func failure(_ location: SourceLocation = #_sourceLocation, _ body: () throws -> Void) -> ServerError? {
  do {
    try body()
    Issue.record("no error", sourceLocation: location)
  } catch let error as ServerError {
    return error
  } catch {
    Issue.record("another error: \(error)", sourceLocation: location)
  }
  return nil
}

/// Checks what holds for every error: one sentence, printable, no secret, a documented status.
func expectSound(_ error: ServerError, _ location: SourceLocation = #_sourceLocation) {
  let text = error.sentence
  #expect(!text.contains { $0.isNewline }, sourceLocation: location)
  #expect(
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }, sourceLocation: location)
  #expect(text.count < 700, "\(text.count)", sourceLocation: location)
  #expect(!text.contains(canary) && !text.contains("canary"), "\(text)", sourceLocation: location)
  #expect([74, 75, 77, 78].contains(error.exitStatus), sourceLocation: location)
}

/// Two columns and one row.
let table = "name\tcount\nString\tUInt64\nabc\t18446744073709551615\n"
