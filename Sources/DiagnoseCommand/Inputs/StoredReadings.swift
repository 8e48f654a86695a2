import Analysis
import Documents
import Foundation
import History
import Vocabulary

/// The inputs that earlier runs stored, recognized by digest: after a restart, files are hashed and not diagnosed again.
/// The digest of a file in a state in which a watcher has read it is known, and the file is not even opened.
///
/// Not used if reading again may add something: symbols may name more frames, and the bytes of reports may have to be
/// added.
struct StoredReadings: Sendable {
  /// A separate connection, so that no reader waits for a transaction of the writer.
  private let store: HistoryStore
  private let session: Session
  private let labels: [String: String]
  private let digests: Digests
  private let files = Files()

  /// Returns `nil` if nothing is stored, or if reading again may add something.
  init?(
    _ store: HistoryStore, _ session: Session, _ analysis: AnalysisOptions, _ labels: [LabelArgument]
  ) {
    guard analysis.symbolicator == nil, session.settings.keepsRaw != true,
      let reader = try? store.reader()
    else { return nil }
    guard let count = try? reader.count(), count > 0 else {
      reader.close()
      return nil
    }
    self.store = reader
    self.session = session
    self.labels = LabelArgument.dictionary(labels)
    digests = Digests(count: count)
  }

  /// Returns true if this program stored these bytes with these labels, and no note says that the input was not stored.
  /// If the history cannot answer, returns false.
  func hold(_ digest: SHA256Digest, path: String, member: String? = nil) -> Bool {
    let path = session.scrubbed(InputName.text(path, member))
    if labels.isEmpty, let known = digests.known({ try? store.knownDigests(by: session.program, count: $0) }) {
      return known.hold(digest, at: path)
    }
    return (try? store.isRead(digest, at: path, by: session.program, labels: labels)) ?? false
  }

  /// Returns the digest of a file that was read in this state; `nil` if it must be read.
  func digest(of state: FileState) -> SHA256Digest? {
    if let known = files.known({ try? store.readFiles() }) { return known[state] }
    return try? store.digest(ofFile: state)
  }

  func close() { store.close() }
}

/// The files that were read, fetched at once after so many lookups that further queries would take longer.
private final class Files: Sendable {
  private let lock = NSLock()
  private nonisolated(unsafe) var lookups = 0
  private nonisolated(unsafe) var files: [FileState: SHA256Digest]?

  func known(_ read: () -> [FileState: SHA256Digest]?) -> [FileState: SHA256Digest]? {
    lock.withLock {
      if let files { return files }
      lookups += 1
      if lookups == 100 { files = read() }
      return files
    }
  }
}

/// The digests in the history, read at once when so many inputs were looked up that further queries would take longer.
private final class Digests: Sendable {
  /// The number of reports in the history.
  private let count: Int
  private let lock = NSLock()
  private nonisolated(unsafe) var lookups = 0
  private nonisolated(unsafe) var digests: KnownDigests?

  /// The maximum number of reports of which the digests are held, which take 16 to 32 bytes each.
  private static let most = 1_000_000

  init(count: Int) { self.count = count }

  /// Returns the digests; `nil` as long as a query for each input takes less time. `read` gets the number of reports.
  func known(_ read: (Int) -> KnownDigests?) -> KnownDigests? {
    lock.withLock {
      if let digests { return digests }
      lookups += 1
      // A query takes as long as reading a hundred rows. If reading fails, it is not tried again.
      guard count <= Self.most, lookups == max(100, count / 100) else { return nil }
      digests = read(count)
      return digests
    }
  }
}
