internal import Bytes
package import Platform

/// One process of the program `curl`, which sends a request and writes the answer.
///
/// Address and credentials reach it through a pipe that is complete before it starts, and never as arguments,
/// environment variables or files. The body is complete as well: if this process is killed, curl sends the whole body or
/// nothing.
package struct CurlProcess {
  private let child: ChildProcess
  private let output: FileDescriptor
  private let errors: FileDescriptor
  private var open: [FileDescriptor]
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  /// What curl wrote to standard error: the status code that it received.
  package private(set) var report: [UInt8] = []
  /// How the process ended, once this is known. A second wait could reach another process with the same ID.
  private var end: ChildProcess.State?

  /// The environment variables that curl inherits: proxies and certificates of issuers. All others, and the user's
  /// configuration of curl, have no effect.
  package static let inherited = [
    "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY", "CURL_CA_BUNDLE",
    "SSL_CERT_FILE", "SSL_CERT_DIR",
  ]

  /// The body of a request.
  package enum Body {
    /// Bytes in memory.
    case bytes([UInt8])
    /// A file, from its beginning; the caller closes it.
    case file(FileDescriptor)
  }

  /// Starts curl.
  ///
  /// - Parameters:
  ///   - program: The name of the program; a name without a slash is searched for in the absolute folders of `PATH`.
  ///   - configuration: The options of the request.
  ///   - body: What curl reads from standard input.
  package init(_ program: String, _ configuration: CurlConfiguration, _ body: Body) throws(TransferFault) {
    guard let path = Self.path(of: program) else {
      throw TransferFault(.curlUnusable, "the program curl was not found in PATH")
    }
    var opened: [FileDescriptor] = []
    do throws(SystemError) {
      let configuration = try Self.complete(configuration.bytes)
      opened.append(configuration)
      let input: FileDescriptor
      switch body {
      case .bytes(let bytes):
        input = try Self.complete(bytes)
        opened.append(input)
      case .file(let file): input = file
      }
      let (output, writing) = try FileDescriptor.pipe()
      opened += [output, writing]
      let (errors, reporting) = try FileDescriptor.pipe()
      opened += [errors, reporting]
      // -q must be the first argument: it prevents curl from reading the user's configuration.
      child = try ChildProcess(
        words: [path, "-q", "--config", "/dev/fd/3"].map { Array($0.utf8) }, environment: Self.environment(),
        ChildProcess.Streams(input: input, output: writing, error: reporting, others: [configuration]))
      // The read ends report the end only after every write end is closed.
      for file in opened where file != output && file != errors { try? file.close() }
      self.output = output
      self.errors = errors
      open = [output, errors]
    } catch {
      for file in opened { try? file.close() }
      throw TransferFault(.localFailure, "curl cannot be started (\(error.description))")
    }
  }

  /// Returns the path of the program; `nil` if it is not installed. A relative folder in `PATH` would run a program of
  /// the working directory.
  private static func path(of program: String) -> String? {
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

  private static func environment() -> [[UInt8]] {
    inherited.compactMap { name in
      ProcessEnvironment.value(of: name).map { Array((name + "=").utf8) + $0 }
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
  package mutating func next(
    until deadline: Int, endpoint: String, _ isCanceled: () -> Bool
  ) throws(TransferFault) -> ArraySlice<UInt8>? {
    while !open.isEmpty {
      guard !isCanceled() else { throw TransferFault(.canceled, "\(endpoint): the request was canceled") }
      let left = deadline - SystemClock.monotonicMilliseconds
      guard left > 0 else { throw TransferFault(.timeout, "\(endpoint): curl does not end within its time limit") }
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
  package mutating func kill() {
    if end == nil { child.kill() }
    _ = wait()
  }

  /// Waits for the end of the process, which has closed its output. It is killed after five seconds.
  package mutating func wait() -> ChildProcess.State {
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
  package mutating func close() {
    kill()
    try? output.close()
    try? errors.close()
  }
}
