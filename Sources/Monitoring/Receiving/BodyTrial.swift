package import Platform

/// Reads a body in another process, whose end does no harm.
package enum BodyTrial {
  /// The time after which a body counts as one that cannot be read, in milliseconds.
  private static let limit = 120_000
  /// The maximum number of bytes of the answer, which is discarded.
  private static let maxOutput = 32 << 20

  /// Returns whether this program ends by a signal while it reads a body, or does not end in time.
  package static func endsProgram(_ body: FilePath) -> Bool {
    guard let program = CurrentProcess.ownProgram else { return true }
    let words = [program.bytes] + ["--no-database", "--no-config", "-q", "--format", "csv"].map { Array($0.utf8) }
    return endsProgram(words + [body.bytes], milliseconds: limit, maxOutput: maxOutput)
  }

  /// Returns whether a program that reads a body ends by a signal, or does not end in time. A program that does not start says
  /// nothing about the body, and one that writes too much has read it.
  static func endsProgram(_ words: [[UInt8]], milliseconds: Int, maxOutput: Int) -> Bool {
    let environment = [Array("SWIFT_BACKTRACE=enable=no".utf8)]
    switch BoundedProcess.run(words, environment: environment, milliseconds: milliseconds, maxOutput: maxOutput) {
    case .signaled, .late: return true
    case .exited, .excessive, .failed: return false
    }
  }
}
