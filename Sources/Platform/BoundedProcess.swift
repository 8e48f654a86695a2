/// Runs a program of the system with a time limit.
package enum BoundedProcess {
  /// The maximum output in bytes.
  private static let maxOutput = 1 << 20

  /// How a program ended.
  package enum Outcome: Equatable, Sendable {
    /// It exited with this status after this output.
    case exited(status: Int32, output: [UInt8])
    /// It was killed because it exceeded the limit of time.
    case late
    /// It was killed because it exceeded the limit of output.
    case excessive
    /// A signal ended it.
    case signaled
    /// It could not be started, or its output could not be read.
    case failed
  }

  /// Returns what the program writes to standard output, at most one megabyte; `nil` if it cannot be run or fails.
  ///
  /// A program that has not finished after `seconds` is killed, and the result is `nil`.
  package static func output(of program: String, _ arguments: [String], seconds: Int) -> [UInt8]? {
    let words = ([program] + arguments).map { Array($0.utf8) }
    let outcome = run(words, environment: [], milliseconds: seconds * 1000, maxOutput: maxOutput)
    guard case .exited(status: 0, let output) = outcome else { return nil }
    return output
  }

  /// Runs a program without input, and returns how it ended. Its standard error is discarded.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments, which need not be UTF-8; at least one word.
  ///   - environment: The complete environment of the program, as `NAME=value`.
  ///   - milliseconds: The maximum time until the end of its output.
  ///   - maxOutput: The maximum number of bytes that it may write to standard output.
  package static func run(
    _ words: [[UInt8]], environment: [[UInt8]], milliseconds: Int, maxOutput: Int
  ) -> Outcome {
    guard let (reading, writing) = try? FileDescriptor.pipe() else { return .failed }
    defer { try? reading.close() }
    let child = try? ChildProcess(words: words, environment: environment, ChildProcess.Streams(output: writing))
    // The read end reports the end of the output only after every write end is closed.
    try? writing.close()
    guard let child else { return .failed }
    let deadline = SystemClock.monotonicMilliseconds.addingReportingOverflow(milliseconds).partialValue
    let drained = drain(reading, until: deadline, maxOutput: maxOutput)
    if case .stopped = drained { child.kill() }
    let end = child.wait()
    switch (drained, end) {
    case (.stopped(let outcome), _): return outcome
    case (.output(let bytes), .exited(let status)): return .exited(status: status, output: bytes)
    case (.output, _): return .signaled
    }
  }

  private enum Drained {
    case output([UInt8])
    /// The program must be killed, for this reason.
    case stopped(Outcome)
  }

  /// Returns everything up to the end of the output.
  private static func drain(_ pipe: FileDescriptor, until deadline: Int, maxOutput: Int) -> Drained {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= maxOutput {
      let left = deadline - SystemClock.monotonicMilliseconds
      guard left > 0 else { return .stopped(.late) }
      guard pipe.wait(for: .reading, milliseconds: left) else { continue }
      let count = buffer.withUnsafeMutableBytes { try? pipe.read(into: $0) }
      guard let count else { return .stopped(.failed) }
      if count == 0 { return .output(bytes) }
      bytes += buffer[..<count]
    }
    return .stopped(.excessive)
  }
}
