import Analysis
import Documents
import Foundation
import History
import Platform
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
  /// The number of reports in the history.
  private let count: Int
  private let digests: TableInMemory<KnownDigests>
  private let files: TableInMemory<[FileState: SHA256Digest]>

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
    self.count = count
    digests = TableInMemory(rows: count)
    files = TableInMemory(rows: min(count, ReadFile.most))
  }

  /// Returns true if this program stored these bytes with these labels, and no note says that the input was not stored.
  /// If the history cannot answer, returns false.
  func hold(_ digest: SHA256Digest, path: String, member: String? = nil) -> Bool {
    let path = session.scrubbed(InputName.text(path, member))
    if labels.isEmpty, let known = digests.content({ try? store.knownDigests(by: session.program, count: count) }) {
      return known.hold(digest, at: path)
    }
    return (try? store.isRead(digest, at: path, by: session.program, labels: labels)) ?? false
  }

  /// Returns the digest of a file that was read in this state; `nil` if it must be read.
  func digest(of state: FileState) -> SHA256Digest? {
    if let known = files.content({ try? store.readFiles() }) { return known[state] }
    return try? store.digest(ofFile: state)
  }

  func close() { store.close() }
}

/// A table of the history that is read at once when so many inputs were looked up that further queries would take longer.
private final class TableInMemory<Content: Sendable>: Sendable {
  /// The number of lookups after which the table is read; `nil` if it is too large.
  private let limit: Int?
  private let state = Guarded<(lookups: Int, content: Content?)>((0, nil))

  /// - Parameter rows: The number of rows that are read. A query takes as long as reading a hundred of them.
  init(rows: Int) { limit = rows <= Self.mostRows ? max(100, rows / 100) : nil }

  /// The maximum number of rows. A digest takes 16 to 32 bytes.
  private static var mostRows: Int { 1_000_000 }

  /// Returns the table; `nil` as long as a query for each input takes less time. If reading fails, it is not tried again.
  func content(_ read: () -> Content?) -> Content? {
    state.withLock { state in
      if let content = state.content { return content }
      state.lookups += 1
      if state.lookups == limit { state.content = read() }
      return state.content
    }
  }
}
