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
    let outcome = BoundedProcess.run(
      words + [body.bytes], environment: [Array("SWIFT_BACKTRACE=enable=no".utf8)], milliseconds: limit,
      maxOutput: maxOutput)
    if case .exited = outcome { return false }
    return true
  }
}
