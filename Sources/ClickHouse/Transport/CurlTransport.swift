internal import Bytes
internal import Platform
internal import Transfer

/// Sends requests with the program `curl`, one process for each request.
///
/// Address and credentials reach it through a pipe that is complete before it starts, and never as arguments,
/// environment variables or files. The body is complete as well: if this process is killed, curl sends the whole body or
/// nothing.
struct CurlTransport: Transport {
  let address: ServerAddress
  let credentials: ServerCredentials?
  /// The value of the field `User-Agent`.
  let agent: String
  /// The name of the program; a name without a slash is searched for in the absolute folders of `PATH`.
  var program = "curl"

  func send(
    _ request: HTTPRequest, isCanceled: @Sendable () -> Bool,
    receive: (HTTPHead, ArraySlice<UInt8>) throws(ServerError) -> Void
  ) throws(ServerError) -> HTTPHead {
    let configuration: CurlConfiguration
    do { configuration = try self.configuration(request) } catch {
      throw ServerError(.invalidCredentials, "\(address.endpoint): address, user or password contain a line break")
    }
    guard configuration.bytes.count <= FileDescriptor.pipeCapacity else {
      throw ServerError(.requestTooLarge, "\(address.endpoint): the parameters of the request are too long")
    }
    do throws(Failure) { return try run(configuration, request, isCanceled, receive) } catch {
      switch error {
      case .transfer(let fault): throw ServerError(fault)
      case .server(let error): throw error
      }
    }
  }

  /// A fault of the transfer, or what the receiver of the answer throws.
  private enum Failure: Error {
    case transfer(TransferFault)
    case server(ServerError)
  }

  private func run(
    _ configuration: CurlConfiguration, _ request: HTTPRequest, _ isCanceled: @Sendable () -> Bool,
    _ receive: (HTTPHead, ArraySlice<UInt8>) throws(ServerError) -> Void
  ) throws(Failure) -> HTTPHead {
    var process: CurlProcess
    do { process = try CurlProcess(program, configuration, .bytes(request.body)) } catch { throw .transfer(error) }
    defer { process.close() }
    let deadline = SystemClock.monotonicMilliseconds + (request.timeouts.total + 5) * 1_000
    var reader = CurlOutput(endpoint: address.endpoint)
    while true {
      let found: (head: HTTPHead, part: ArraySlice<UInt8>)?
      do throws(TransferFault) {
        guard let part = try process.next(until: deadline, endpoint: address.endpoint, isCanceled) else { break }
        found = try reader.append(part)
      } catch { throw .transfer(error) }
      guard let found else { continue }
      do throws(ServerError) { try receive(found.head, found.part) } catch { throw .server(error) }
    }
    let end = process.wait()
    // An interrupt of the terminal reaches curl as well.
    guard !isCanceled() else {
      throw .server(ServerError(.canceled, "\(address.endpoint): the request was canceled"))
    }
    do throws(TransferFault) { return try reader.finish(end, process.report) } catch { throw .transfer(error) }
  }

  private func configuration(_ request: HTTPRequest) throws(CurlConfiguration.InvalidValue) -> CurlConfiguration {
    var options = CurlConfiguration()
    let query = request.parameters.map { Array($0.name.utf8) + [0x3D] + PercentEncoding.encoded($0.value) }
    try options.set("url", Array(address.url.utf8) + (query.isEmpty ? [] : [0x3F]) + query.joined(separator: [0x26]))
    try options.set("user", Array((address.user + ":").utf8) + (credentials?.bytes ?? []))
    options.set("basic")
    try options.set("data-binary", "@-")
    try options.set("header", "Content-Type: application/octet-stream")
    // Otherwise curl waits a second for an interim answer before it sends a large body.
    try options.set("header", "Expect:")
    if request.isCompressed { try options.set("header", "Content-Encoding: gzip") }
    if request.acceptsCompression { try options.set("header", "Accept-Encoding: gzip") }
    try options.setCommon(
      isSecure: address.isSecure, isLoopback: address.isLoopback, agent: agent, connect: request.timeouts.connect,
      total: request.timeouts.total)
    try options.set("speed-limit", 1)
    try options.set("speed-time", request.timeouts.stall)
    if let issuers = address.issuers { try options.set("cacert", issuers) }
    return options
  }
}

extension ServerError {
  /// The same failure as an error of the server's connection.
  init(_ fault: TransferFault) {
    let kind: Kind =
      switch fault.kind {
      case .invalidAddress: .invalidAddress
      case .curlUnusable: .curlUnusable
      case .unreachable: .unreachable
      case .notVerified: .notVerified
      case .timeout: .timeout
      case .incomplete: .incomplete
      case .notUnderstood: .notUnderstood
      case .canceled: .canceled
      case .localFailure: .localFailure
      }
    self.init(kind, fault.message)
  }
}
