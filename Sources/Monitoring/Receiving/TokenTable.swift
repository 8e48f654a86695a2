package import Platform
import Vocabulary
import Workflow

/// The tokens that are valid now. The file is read again when it changes, so that a token can be revoked while the
/// endpoint runs.
package final class TokenTable: Sendable {
  /// What is known about the token of a request.
  package enum Verdict: Equatable, Sendable {
    /// A valid one, with its name.
    case valid(String)
    case unknown
    /// A valid one that permits something else.
    case otherPurpose
    /// The tokens cannot be read.
    case unavailable
  }

  /// What identifies a state of the file. A change of the owner or the mode changes its status only.
  private struct Stamp: Equatable {
    var file: FileStamp
    var changedSeconds: Int
    var changedNanoseconds: Int
    var permissions: UInt16
    var isOwnedByUser: Bool

    init(_ status: FileStatus) {
      file = FileStamp(status)
      (changedSeconds, changedNanoseconds) = (status.changedSeconds, status.changedNanoseconds)
      (permissions, isOwnedByUser) = (status.permissions, status.isOwnedByUser)
    }
  }

  private struct State {
    var stamp: Stamp?
    var isLoaded = false
    /// When the file was read.
    var time = Moment.distantPast
    var tokens: [ReceiverToken] = []
    var fault: TokenFile.Fault?
  }

  private let file: TokenFile
  private let read: @Sendable (TokenFile) throws(TokenFile.Fault) -> [ReceiverToken]
  private let report: @Sendable (TokenFile.Fault) -> Void
  private let clock: MonotonicClock
  private let state = Guarded(State())

  /// The time after which a file that could not be read is read again, in seconds: the fault may be one of the system, which
  /// ends without a change of the file.
  private static let retryTime = 1.0

  /// - Parameters:
  ///   - read: Reads the file.
  ///   - report: Called once with each reason why the tokens cannot be read.
  package init(
    _ file: TokenFile, clock: MonotonicClock = .system,
    read: @escaping @Sendable (TokenFile) throws(TokenFile.Fault) -> [ReceiverToken] = {
      (file) throws(TokenFile.Fault) in try file.tokens()
    },
    report: @escaping @Sendable (TokenFile.Fault) -> Void = { _ in }
  ) {
    (self.file, self.clock, self.read) = (file, clock, read)
    self.report = report
  }

  /// The number of valid tokens.
  package var count: Int { current().tokens.count }

  /// Returns whether a text is a token. The time depends on the number of tokens, not on how similar they are.
  ///
  /// - Parameter forSymbols: Whether symbol files are sent, and not reports.
  package func verdict(on candidate: String, forSymbols: Bool = false) -> Verdict {
    guard candidate.utf8.count <= PresentedToken.maxLength else { return .unknown }
    let digest = SHA256.digest(of: Array(candidate.utf8))
    let state = current()
    if state.fault != nil { return .unavailable }
    var found: ReceiverToken?
    for token in state.tokens where Self.isEqual(token.digest, digest) { found = token }
    return found.map { $0.sendsSymbols == forSymbols ? .valid($0.name) : .otherPurpose } ?? .unknown
  }

  private static func isEqual(_ one: SHA256Digest, _ other: SHA256Digest) -> Bool {
    var difference: UInt8 = 0
    for (left, right) in zip(one.bytes, other.bytes) { difference |= left ^ right }
    return difference == 0
  }

  private func current() -> State {
    let stamp = (try? FileStatus(of: file.path, followsLinks: false)).map { Stamp($0) }
    let now = clock.now
    var new: TokenFile.Fault?
    let current = state.withLock { state in
      if state.isLoaded, state.stamp == stamp,
        state.fault == nil || now.seconds(since: state.time) < Self.retryTime
      {
        return state
      }
      var next = State(stamp: stamp, isLoaded: true, time: now)
      // While the tokens cannot be read, none is valid: one of them may have been revoked.
      do throws(TokenFile.Fault) { next.tokens = try read(file) } catch { next.fault = error }
      if next.fault != state.fault { new = next.fault }
      state = next
      return next
    }
    if let new { report(new) }
    return current
  }
}
