internal import Bytes
internal import Platform
internal import Transfer
package import Vocabulary

/// A request with a body in JSON to an address that the user configured, sent with curl like those to a server.
///
/// Address and fields, which may contain secrets, reach curl through a pipe. Redirects are not followed.
package struct WebRequest: Sendable {
  /// The method of a request.
  package enum Method: String, Sendable { case get = "GET", post = "POST" }

  /// What a server answered.
  package struct Answer: Sendable {
    /// The status code.
    package var status: Int
    /// The seconds after which the server asks to try again; `nil` if it states none.
    package var retryAfter: Int?
    /// The body, as it was transferred.
    package var body: [UInt8]
  }

  /// The address.
  package var address: WebAddress
  /// The method.
  package var method: Method
  /// The fields of the head, in order. A value with a line break or NUL is an error.
  package var fields: [(name: String, value: [UInt8])]
  /// The body; not sent with GET.
  package var body: [UInt8]
  /// The maximum time of the request in seconds.
  package var seconds = 20

  /// The maximum size of the body of an answer in bytes.
  package var maxAnswer = 4 << 20

  /// Creates a request.
  package init(
    _ method: Method, _ address: WebAddress, fields: [(name: String, value: [UInt8])] = [], body: [UInt8] = []
  ) {
    (self.method, self.address, self.fields, self.body) = (method, address, fields, body)
  }

  /// Sends the request and waits for the complete answer.
  ///
  /// - Parameters:
  ///   - agent: The value of `User-Agent`.
  ///   - isCanceled: Called while waiting; the request ends when it returns true.
  package func answer(agent: String, isCanceled: @Sendable () -> Bool = { false }) throws(ServerError) -> Answer {
    let endpoint = address.authority
    let options: CurlConfiguration
    do { options = try configuration(agent) } catch {
      throw ServerError(.invalidCredentials, "\(endpoint): address or secret contain a line break")
    }
    guard options.bytes.count <= FileDescriptor.pipeCapacity else {
      throw ServerError(.requestTooLarge, "\(endpoint): the fields of the request are too long")
    }
    do throws(TransferFault) { return try answer(options, isCanceled) } catch { throw ServerError(error) }
  }

  private func answer(
    _ options: CurlConfiguration, _ isCanceled: @Sendable () -> Bool
  ) throws(TransferFault) -> Answer {
    let endpoint = address.authority
    var process = try CurlProcess("curl", options, .bytes(method == .get ? [] : body))
    defer { process.close() }
    let deadline = SystemClock.monotonicMilliseconds + (seconds + 5) * 1_000
    var reader = CurlOutput(endpoint: endpoint)
    var received: [UInt8] = []
    while let part = try process.next(until: deadline, endpoint: endpoint, isCanceled) {
      guard let found = try reader.append(part) else { continue }
      guard received.count + found.part.count <= maxAnswer else {
        throw TransferFault(.notUnderstood, "\(endpoint): the answer is larger than \(maxAnswer) bytes")
      }
      received += found.part
    }
    let end = process.wait()
    guard !isCanceled() else { throw TransferFault(.canceled, "\(endpoint): the request was canceled") }
    let head = try reader.finish(end, process.report)
    return Answer(status: head.status, retryAfter: head.retryAfter, body: received)
  }

  private func configuration(_ agent: String) throws(CurlConfiguration.InvalidValue) -> CurlConfiguration {
    var options = CurlConfiguration()
    try options.set("url", address.text)
    if method == .post {
      try options.set("data-binary", "@-")
      try options.set("header", "Content-Type: application/json")
      // Otherwise curl waits a second for an interim answer before it sends a large body.
      try options.set("header", "Expect:")
    }
    for field in fields { try options.set("header", Array((field.name + ": ").utf8) + field.value) }
    try options.setCommon(
      isSecure: address.isSecure, isLoopback: address.isLoopback, agent: agent, connect: min(10, seconds),
      total: seconds)
    return options
  }
}
