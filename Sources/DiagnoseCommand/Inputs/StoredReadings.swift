import Analysis
import Documents
import History
import Vocabulary

/// The inputs that earlier runs stored, recognized by digest: after a restart, a folder is hashed and not read again.
///
/// Not used if reading again may add something: symbols may name more frames, and the bytes of reports may have to be
/// added.
struct StoredReadings: Sendable {
  /// A separate connection, so that no reader waits for a transaction of the writer.
  private let store: HistoryStore
  private let session: Session
  private let labels: [String: String]

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
  }

  /// Returns true if this program stored these bytes with these labels, and no note says that the input was not stored.
  /// If the history cannot answer, returns false.
  func hold(_ digest: SHA256Digest, path: String, member: String? = nil) -> Bool {
    let path = session.scrubbed(InputName.text(path, member))
    return (try? store.isRead(digest, at: path, by: session.program, labels: labels)) ?? false
  }

  func close() { store.close() }
}
