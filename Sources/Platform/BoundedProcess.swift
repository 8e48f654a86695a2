/// Runs a program of the system, for as long as it is worth waiting for.
package enum BoundedProcess {
  /// The most bytes of output that are taken.
  private static let maxOutput = 1 << 20

  /// What the program writes to standard output, at most a megabyte; `nil` if it cannot be run, fails, or is not done
  /// after `seconds`, when it is ended.
  package static func output(of program: String, _ arguments: [String], seconds: Int) -> [UInt8]? {
    guard let (reading, writing) = try? FileDescriptor.pipe() else { return nil }
    defer { try? reading.close() }
    let child = try? ChildProcess(
      starting: program, arguments, environment: [], ChildProcess.Streams(output: writing))
    // The end of the output is seen only when no one else can write.
    try? writing.close()
    guard let child else { return nil }
    let bytes = drain(reading, until: SystemClock.monotonicMilliseconds + seconds * 1000)
    if bytes == nil { child.kill() }
    return child.wait() == .exited(status: 0) ? bytes : nil
  }

  /// Everything up to the end; `nil` when the time is over first or there is too much.
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
