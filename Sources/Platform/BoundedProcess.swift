/// Runs a program of the system with a time limit.
package enum BoundedProcess {
  /// The maximum output in bytes.
  private static let maxOutput = 1 << 20

  /// Returns what the program writes to standard output, at most one megabyte; `nil` if it cannot be run or fails.
  ///
  /// A program that has not finished after `seconds` is killed, and the result is `nil`.
  package static func output(of program: String, _ arguments: [String], seconds: Int) -> [UInt8]? {
    guard let (reading, writing) = try? FileDescriptor.pipe() else { return nil }
    defer { try? reading.close() }
    let child = try? ChildProcess(
      starting: program, arguments, environment: [], ChildProcess.Streams(output: writing))
    // The read end reports the end of the output only after every write end is closed.
    try? writing.close()
    guard let child else { return nil }
    let bytes = drain(reading, until: SystemClock.monotonicMilliseconds + seconds * 1000)
    if bytes == nil { child.kill() }
    return child.wait() == .exited(status: 0) ? bytes : nil
  }

  /// Returns everything up to the end; `nil` after the deadline, or if the output exceeds the limit.
  private static func drain(_ pipe: FileDescriptor, until deadline: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
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
