package import Documents
package import History
import Redaction
import Synchronization

/// Redacts the output of a command: first the inputs, so that no name is shortened or wrapped before it is replaced,
/// then the finished text.
package final class OutputScrubber: Sendable {
  /// The code of the error for an input that cannot be redacted.
  package static let code = "notScrubbed"

  private let scrubber: Mutex<ReportScrubber>

  /// Creates a scrubber that knows the private names of the user and the settings. Throws if they cannot be read.
  package init(_ session: Session) throws(CommandFault) {
    scrubber = Mutex(ReportScrubber(names: try session.privateNames(), accounts: session.accounts))
  }

  /// Creates a scrubber of what a history contains.
  package init(_ session: Session, of store: HistoryStore) throws {
    scrubber = Mutex(ReportScrubber(try session.redactor(of: store)))
  }

  /// Returns the redacted input.
  package func copy(of bytes: [UInt8], path: String, member: String?) throws(InputError) -> [UInt8] {
    let copy = scrubber.withLock { scrubber -> [UInt8]? in
      scrubber.learn(from: bytes)
      return try? scrubber.copy(of: bytes)
    }
    guard let copy else {
      throw InputError(
        path: path, member: member, code: Self.code,
        message: "is not shown, because it cannot be redacted completely",
        hint: "To see where personal data is: diagnose scrub --preview")
    }
    return copy
  }

  /// Learns the names in a text that will be printed.
  package func learn(from bytes: [UInt8]) { scrubber.withLock { $0.learn(from: bytes) } }

  /// Returns the placeholder of an author.
  package func author(_ name: String) -> String { scrubber.withLock { $0.placeholder(ofUser: name) } }

  /// Returns the redacted text.
  package func finished(_ text: String) throws(CommandFault) -> String {
    String(decoding: try finished(Array(text.utf8)), as: UTF8.self)
  }

  /// Returns the redacted bytes. Throws if they cannot be redacted completely.
  package func finished(_ bytes: [UInt8]) throws(CommandFault) -> [UInt8] {
    guard let copy = scrubber.withLock({ try? $0.copy(of: bytes) }) else {
      throw CommandFault(.nothingDone, "nothing was written, because the output cannot be redacted completely")
    }
    return copy
  }
}
