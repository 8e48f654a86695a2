import Documents
import Redaction
import Synchronization

/// Takes personal data out of what a command prints: first out of the inputs, so that nothing is cut or folded in the
/// middle of a name, then out of the finished text.
final class OutputScrubber: Sendable {
  /// Of the error that says that an input cannot be shown.
  static let code = "notScrubbed"

  private let scrubber: Mutex<ReportScrubber>

  init(_ session: Session) throws(CommandFault) {
    scrubber = Mutex(ReportScrubber(names: try session.privateNames(), accounts: session.accounts))
  }

  /// The input without personal data.
  func copy(of bytes: [UInt8], path: String, member: String?) throws(InputError) -> [UInt8] {
    let copy = scrubber.withLock { scrubber -> [UInt8]? in
      scrubber.learn(from: bytes)
      return try? scrubber.copy(of: bytes)
    }
    guard let copy else {
      throw InputError(
        path: path, member: member, code: Self.code,
        message: "is not shown, as personal data in it could not be taken out",
        hint: "diagnose scrub --preview tells where it is.")
    }
    return copy
  }

  /// Learns the names in a text that will be printed.
  func learn(from bytes: [UInt8]) { scrubber.withLock { $0.learn(from: bytes) } }

  /// The text as it may be printed.
  func finished(_ text: String) throws(CommandFault) -> String {
    String(decoding: try finished(Array(text.utf8)), as: UTF8.self)
  }

  func finished(_ bytes: [UInt8]) throws(CommandFault) -> [UInt8] {
    guard let copy = scrubber.withLock({ try? $0.copy(of: bytes) }) else {
      throw CommandFault(.nothingDone, "nothing was written: personal data could not be taken out of the answer")
    }
    return copy
  }
}
