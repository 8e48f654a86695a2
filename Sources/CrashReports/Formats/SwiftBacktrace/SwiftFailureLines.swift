/// Lines above a backtrace that report a failure, `Fatal error: Index out of range`, and the signal that the runtime
/// announces.
struct SwiftFailureLines {
  /// The signal that was announced last: `SIGILL`.
  private(set) var signal: String?
  private var failures: [Line] = []

  /// Stores the line if it reports a failure.
  mutating func consume(_ line: Line, _ text: ByteText) {
    if let announced = text.swiftSignalAnnounced(line.content) { signal = announced }
    let wordings = Wording.scan(text, line.content)
    guard !wordings.isDisjoint(with: [.failure, .weakFailure, .exception]) else { return }
    // Only the last four are stored: earlier failures in a long log are not about this crash.
    if failures.count == 4 { failures.removeFirst() }
    failures.append(line)
  }

  /// Returns the stored lines as messages of the process.
  func messages(_ text: ByteText) -> [CrashReport.ApplicationMessage] {
    failures.map { CrashReport.ApplicationMessage(text: text.string($0.content), line: $0.number) }
  }
}
