internal import ClickHouse
internal import Foundation
internal import History
internal import Platform
package import Vocabulary

/// Pruning of a shared history.
///
/// If each machine pruned its own copy, a copy that had received a late report before would have counted it, and others
/// not. So one machine makes a snapshot: a copy of everything on the server, in which old reports were pruned. Every copy
/// adopts it, and then receives the records that it does not include. A copy is thus a function of the latest snapshot
/// and of the set of later records.
extension SharedHistory {
  /// Adopts a snapshot unless this copy is based on it. Returns false if it was canceled.
  func adopt(_ snapshot: SnapshotName?, _ exchanged: inout Exchanged) throws(Fault) -> Bool {
    let state = try store { () throws(HistoryError) in try store.sharingState() }
    guard let snapshot, snapshot != state.snapshot else { return true }
    let path = store.path + ".snapshot"
    Self.removeHistory(path)
    defer { Self.removeHistory(path) }
    let isComplete = try remotely { () throws(ServerError) in
      try server.receive(snapshot, to: FilePath(path), isCanceled: options.isCanceled)
    }
    guard isComplete else { return false }
    exchanged.tooOld += try store { () throws(HistoryError) in try store.adopt(path, as: snapshot) }
    return true
  }

  /// Removes the files of a history.
  package static func removeHistory(_ path: String) {
    for suffix in HistoryStore.fileSuffixes { try? Files.remove(FilePath(path + suffix)) }
  }

  /// Makes this history the next snapshot, and removes from the server what it replaces. The history is closed.
  ///
  /// It must have received everything in a file of its own, and must contain nothing else. Reports from before `day` were
  /// pruned in it.
  ///
  /// - Throws: `replicaUnavailable` if another machine made a snapshot at the same time.
  package func publish(prunedBefore day: Timestamp) throws(Fault) {
    let base = try store { () throws(HistoryError) in try store.sharingState() }.snapshot
    let included = try store { () throws(HistoryError) in
      let included = try store.received()
      try store.closeAsSnapshot()
      return included
    }
    let name = SnapshotName(number: (base?.number ?? 0) + 1, id: UUID().uuidString.lowercased())
    try remotely { () throws(ServerError) in
      guard try server.facts().snapshot == base else { throw superseded }
      // Without this right the reports would be gone for readers, and remain on the server.
      try server.checkDeletion()
      try server.insert(FilePath(store.path), as: name, before: day.day, program: options.program)
      // Of two that were made at once, all machines use the same one.
      Thread.sleep(forTimeInterval: 1)
      guard try server.facts().snapshot == name else { throw superseded }
      try server.removeReplaced(by: name, included: included)
    }
  }

  private var superseded: ServerError {
    ServerError(
      .replicaUnavailable, "\(server.connection.address.endpoint): another machine pruned the history at the same time")
  }
}
