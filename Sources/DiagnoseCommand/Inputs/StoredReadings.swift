import Analysis
import Documents
import History
import Vocabulary

/// What earlier runs read, told by its digest: after a restart a folder is hashed and not read again.
///
/// Only for a run that would learn nothing: one with symbols may name more frames, and one that keeps the reports' own
/// bytes may have to add them.
struct StoredReadings: Sendable {
  /// Another connection than the one that writes, so that nobody waits for a transaction.
  private let store: HistoryStore
  private let session: Session
  private let labels: [String: String]

  /// `nil` where nothing is stored, or where reading again may tell more.
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

  /// True when this program stored these bytes with these labels, and no note says that the input was not stored. A
  /// history that does not answer holds nothing.
  func hold(_ digest: SHA256Digest, path: String, member: String? = nil) -> Bool {
    let path = session.scrubbed(InputName.text(path, member))
    return (try? store.isRead(digest, at: path, by: session.program, labels: labels)) ?? false
  }

  func close() { store.close() }
}
