/// Runs a program of the system with a time limit.
package enum BoundedProcess {
  /// The maximum output in bytes.
  private static let maxOutput = 1 << 20

  /// How a program ended.
  package enum Outcome: Equatable, Sendable {
    /// It exited with this status after this output.
    case exited(status: Int32, output: [UInt8])
    /// It was killed because it exceeded the limit of time or of output.
    case limited
    /// It could not be started, or a signal ended it.
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
    let bytes = drain(reading, until: deadline, maxOutput: maxOutput)
    if bytes == nil { child.kill() }
    let end = child.wait()
    guard let bytes else { return .limited }
    guard case .exited(let status) = end else { return .failed }
    return .exited(status: status, output: bytes)
  }

  /// Returns everything up to the end; `nil` after the deadline, or if the output exceeds the limit.
  private static func drain(_ pipe: FileDescriptor, until deadline: Int, maxOutput: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= maxOutput {
      let left = deadline - SystemClock.monotonicMilliseconds
      guard left > 0 else { return nil }
      guard pipe.wait(for: .reading, milliseconds: left) else { continue }
      let count = buffer.withUnsafeMutableBytes { try? pipe.read(into: $0) }
      guard let count else { return nil }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
    return nil
  }
}
