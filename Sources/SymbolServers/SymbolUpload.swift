package import DebugInfo
internal import Platform
internal import Transfer
package import Vocabulary

/// Sends symbol files to the endpoint of `receive`.
package struct SymbolUpload: Sendable {
  private let address: WebAddress
  private let token: String
  private let program: String
  private let requestTime: Int

  /// Creates an upload to the endpoint at an address, without `/v1/symbols`.
  ///
  /// - Parameters:
  ///   - token: The token, which only reaches curl, through a pipe.
  ///   - requestTime: The maximum time of a request, in seconds.
  package init(to address: WebAddress, token: String, program: String = "curl", requestTime: Int = 900) {
    self.address = address.appending(["v1", "symbols"].map { Array($0.utf8) })
    (self.token, self.program, self.requestTime) = (token, program, requestTime)
  }

  /// Why a file was not stored.
  package enum Fault: Error, Equatable, Sendable {
    /// The endpoint answered with another status than 200.
    case status(Int)
    /// The connection, the answer or this machine failed.
    case failed(String)

    /// What happened, which completes "FILE: …".
    package var words: String {
      switch self {
      case .status(400): "rejected: it is not a complete symbol file with a UUID or build ID (HTTP status 400)"
      case .status(401): "rejected: the token is not valid (HTTP status 401)"
      case .status(403): "rejected: the token is not for symbol files (HTTP status 403)"
      case .status(404): "rejected: the endpoint takes no symbol files (HTTP status 404)"
      case .status(413): "rejected: it is too large (HTTP status 413)"
      case .status(429): "rejected: the quota of the token is used up (HTTP status 429)"
      case .status(503): "rejected: the symbol store is full, or the endpoint cannot store files now (HTTP status 503)"
      case .status(507): "rejected: the disk of the endpoint is full (HTTP status 507)"
      case .status(let status): "rejected (HTTP status \(status))"
      case .failed(let words): words
      }
    }

    /// Whether further files would fail for the same reason.
    package var isOfEndpoint: Bool {
      switch self {
      case .status(let status): [401, 403, 404, 429, 503, 507].contains(status)
      case .failed: true
      }
    }
  }

  /// Sends a file. Returns after the endpoint has acknowledged that it is on disk.
  package func send(_ bytes: FileBytes) throws(Fault) {
    let body: FileDescriptor
    do throws(SystemError) { body = try Self.file(bytes) } catch { throw .failed(error.description) }
    defer { try? body.close() }
    let configuration: CurlConfiguration
    do { configuration = try self.configuration() } catch { throw .failed("the token contains a line break") }
    let status: Int
    do throws(TransferFault) { status = try run(configuration, body) } catch { throw .failed(error.message) }
    guard status == 200 else { throw .status(status) }
  }

  private func run(_ configuration: CurlConfiguration, _ body: FileDescriptor) throws(TransferFault) -> Int {
    var process = try CurlProcess(program, configuration, .file(body))
    defer { process.close() }
    let deadline = SystemClock.monotonicMilliseconds + (requestTime + 5) * 1_000
    var reader = CurlOutput(endpoint: address.authority)
    while let part = try process.next(until: deadline, endpoint: address.authority, { false }) {
      // The answer of an endpoint is short; only its status is used.
      if let found = try reader.append(part), found.part.count > 64 << 10 { break }
    }
    return try reader.finish(process.wait(), process.report).status
  }

  /// Returns a file without a name, at its beginning.
  private static func file(_ bytes: FileBytes) throws(SystemError) -> FileDescriptor {
    let folder = ProcessEnvironment.value(of: "TMPDIR").map(FilePath.init(bytes:)) ?? FilePath("/tmp")
    let file = try FileDescriptor.unnamedFile(in: folder)
    do throws(SystemError) {
      var failure: SystemError?
      bytes.span.withUnsafeBytes { part in
        do throws(SystemError) { try file.write(part) } catch { failure = error }
      }
      if let failure { throw failure }
      try file.rewind()
    } catch {
      try? file.close()
      throw error
    }
    return file
  }

  private func configuration() throws(CurlConfiguration.InvalidValue) -> CurlConfiguration {
    var options = CurlConfiguration()
    try options.set("url", address.text)
    try options.set("header", "Authorization: Bearer " + token)
    try options.set("header", "Content-Type: application/octet-stream")
    // curl waits a second at most for the interim answer: a file that is rejected by its size is not sent.
    try options.set("header", "Expect: 100-continue")
    try options.set("data-binary", "@-")
    try options.setCommon(
      isSecure: address.isSecure, isLoopback: address.isLoopback, agent: "diagnose", connect: 10, total: requestTime)
    return options
  }
}
