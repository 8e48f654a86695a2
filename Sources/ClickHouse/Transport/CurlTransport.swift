internal import Bytes
internal import Platform

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

  /// The environment variables that curl inherits: proxies and certificates of issuers. All others, and the user's
  /// configuration of curl, have no effect.
  static let inherited = [
    "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY", "CURL_CA_BUNDLE",
    "SSL_CERT_FILE", "SSL_CERT_DIR",
  ]

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
    guard let path = try path() else { throw ServerError(.curlUnusable, "the program curl was not found in PATH") }
    var run = try CurlRun(path, configuration.bytes, request.body, Self.environment())
    defer { run.close() }
    let deadline = SystemClock.monotonicMilliseconds + (request.timeouts.total + 5) * 1_000
    var reader = CurlOutput(endpoint: address.endpoint)
    while let part = try run.next(until: deadline, endpoint: address.endpoint, isCanceled) {
      try reader.append(part, receive)
    }
    let end = run.wait()
    // An interrupt of the terminal reaches curl as well.
    guard !isCanceled() else { throw ServerError(.canceled, "\(address.endpoint): the request was canceled") }
    return try reader.finish(end, run.report)
  }

  private func path() throws(ServerError) -> String? { Self.path(of: program) }

  /// Returns the path of a program; `nil` if it is not installed. A relative folder in `PATH` would run a program of the
  /// working directory.
  static func path(of program: String) -> String? {
    if program.contains("/") { return program }
    for folder in (ProcessEnvironment.value(of: "PATH") ?? []).split(separator: 0x3A)
    where folder.first == UInt8(ascii: "/") {
      let path = FilePath(bytes: Array(folder)).appending(program)
      if (try? FileStatus(of: path))?.kind == .regular, let text = String(validating: path.bytes, as: UTF8.self) {
        return text
      }
    }
    return nil
  }

  static func environment() -> [[UInt8]] {
    inherited.compactMap { name in
      ProcessEnvironment.value(of: name).map { Array((name + "=").utf8) + $0 }
    }
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
    try options.set("user-agent", agent)
    try options.set("proto", address.isSecure ? "=https" : "=http")
    try options.set("max-redirs", 0)
    try options.set("connect-timeout", request.timeouts.connect)
    try options.set("max-time", request.timeouts.total)
    try options.set("speed-limit", 1)
    try options.set("speed-time", request.timeouts.stall)
    if address.isLoopback { try options.set("noproxy", "*") }
    if address.isSecure { options.set("tlsv1.2") }
    if let issuers = address.issuers { try options.set("cacert", issuers) }
    for option in ["globoff", "http1.1", "include", "suppress-connect-headers", "no-buffer", "silent"] as [StaticString]
    {
      options.set(option)
    }
    try options.set("write-out", "%{stderr}%{http_code}")
    return options
  }
}

/// A running curl process.
struct CurlRun {
  private let child: ChildProcess
  private let output: FileDescriptor
  private let errors: FileDescriptor
  private var open: [FileDescriptor]
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  /// What curl wrote to standard error: the status code that it received.
  private(set) var report: [UInt8] = []
  /// How the process ended, once this is known. A second wait could reach another process with the same ID.
  private var end: ChildProcess.State?

  init(_ program: String, _ configuration: [UInt8], _ body: [UInt8], _ environment: [[UInt8]]) throws(ServerError) {
    var opened: [FileDescriptor] = []
    do throws(SystemError) {
      let configuration = try Self.complete(configuration)
      opened.append(configuration)
      let body = try Self.complete(body)
      opened.append(body)
      let (output, writing) = try FileDescriptor.pipe()
      opened += [output, writing]
      let (errors, reporting) = try FileDescriptor.pipe()
      opened += [errors, reporting]
      // -q must be the first argument: it prevents curl from reading the user's configuration.
      child = try ChildProcess(
        words: [program, "-q", "--config", "/dev/fd/3"].map { Array($0.utf8) }, environment: environment,
        ChildProcess.Streams(input: body, output: writing, error: reporting, others: [configuration]))
      // The read ends report the end only after every write end is closed.
      for file in [configuration, body, writing, reporting] { try? file.close() }
      self.output = output
      self.errors = errors
      open = [output, errors]
    } catch {
      for file in opened { try? file.close() }
      throw ServerError(.localFailure, "curl cannot be started (\(error.description))")
    }
  }

  /// Returns a file that contains `bytes`: a pipe if they fit, otherwise a temporary file without a name.
  private static func complete(_ bytes: [UInt8]) throws(SystemError) -> FileDescriptor {
    if bytes.count <= FileDescriptor.pipeCapacity {
      let (reading, writing) = try FileDescriptor.pipe()
      defer { try? writing.close() }
      do { try writing.write(bytes) } catch {
        try? reading.close()
        throw error
      }
      return reading
    }
    let folder = ProcessEnvironment.value(of: "TMPDIR").map(FilePath.init(bytes:)) ?? FilePath("/tmp")
    let file = try FileDescriptor.unnamedFile(in: folder)
    do throws(SystemError) {
      try file.write(bytes)
      try file.rewind()
    } catch {
      try? file.close()
      throw error
    }
    return file
  }

  /// Returns the next part of the output; `nil` at its end.
  mutating func next(
    until deadline: Int, endpoint: String, _ isCanceled: () -> Bool
  ) throws(ServerError) -> ArraySlice<UInt8>? {
    while !open.isEmpty {
      guard !isCanceled() else { throw ServerError(.canceled, "\(endpoint): the request was canceled") }
      let left = deadline - SystemClock.monotonicMilliseconds
      guard left > 0 else { throw ServerError(.timeout, "\(endpoint): curl does not end within its time limit") }
      for index in FileDescriptor.waitForReading(open, milliseconds: min(left, 100)).reversed() {
        let file = open[index]
        let count = buffer.withUnsafeMutableBytes { (try? file.read(into: $0)) ?? 0 }
        if count == 0 { open.remove(at: index) }
        if file == output, count > 0 { return buffer[..<count] }
        report = (report + buffer[..<count]).suffix(256)
      }
    }
    return nil
  }

  /// Kills the process if it has not ended.
  mutating func kill() {
    if end == nil { child.kill() }
    _ = wait()
  }

  /// Waits for the end of the process, which has closed its output. It is killed after five seconds.
  mutating func wait() -> ChildProcess.State {
    if let end { return end }
    let deadline = SystemClock.monotonicMilliseconds + 5_000
    var state = child.state()
    while state == .running, SystemClock.monotonicMilliseconds < deadline {
      SystemClock.sleep(milliseconds: 1)
      state = child.state()
    }
    if state == .running {
      child.kill()
      state = child.wait()
    }
    end = state
    return state
  }

  /// Ends the process if it is running, and closes the pipes.
  mutating func close() {
    kill()
    try? output.close()
    try? errors.close()
  }
}

/// The output of curl: the head of the answer and its body.
struct CurlOutput {
  let endpoint: String
  private var heads = HTTPHeadReader()
  private var head: HTTPHead?

  init(endpoint: String) { self.endpoint = endpoint }

  mutating func append(
    _ part: ArraySlice<UInt8>, _ receive: (HTTPHead, ArraySlice<UInt8>) throws(ServerError) -> Void
  ) throws(ServerError) {
    var part = part
    if head == nil {
      do { head = try heads.take(&part) } catch {
        let what =
          error == .tooLong ? "the head of the answer is longer than \(HTTPHead.limit) bytes" : "the answer is not HTTP"
        throw ServerError(.notUnderstood, "\(endpoint): \(what)")
      }
    }
    if let head, !part.isEmpty { try receive(head, part) }
  }

  /// Returns the head if curl received the complete answer.
  ///
  /// - Parameter report: What curl reports as the status code; the answer cannot change it.
  func finish(_ state: ChildProcess.State, _ report: [UInt8]) throws(ServerError) -> HTTPHead {
    switch state {
    case .exited(status: 0):
      guard let head else {
        throw ServerError(.incomplete, "\(endpoint): the connection ended before the answer was complete")
      }
      guard report.elementsEqual("\(head.status)".utf8) else {
        throw ServerError(.notUnderstood, "\(endpoint): the answer is not HTTP")
      }
      return head
    case .exited(status: let status):
      if let exit = CurlExit.catalog.first(where: { $0.status == status }) {
        throw ServerError(exit.kind, "\(endpoint): \(exit.text) (curl \(status))")
      }
      throw ServerError(.unreachable, "\(endpoint): the request failed (curl \(status))")
    case .signaled(let number):
      throw ServerError(.localFailure, "\(endpoint): curl was terminated by signal \(number)")
    case .running, .lost: throw ServerError(.localFailure, "\(endpoint): the end of curl was not observed")
    }
  }
}
