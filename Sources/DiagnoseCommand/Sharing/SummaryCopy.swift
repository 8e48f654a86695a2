import ClickHouse
import Foundation
import History
import Platform
import SharedHistory
import Vocabulary

/// Opens the summary of a shared history, for a command on a machine without a copy.
struct SummaryCopy {
  private let copy: SharedCopy
  private let session: Session
  private let interruption: Interruption?

  init(_ copy: SharedCopy, _ session: Session, _ interruption: Interruption?) {
    self.copy = copy
    self.session = session
    self.interruption = interruption
  }

  /// The age in seconds from which a summary is mentioned.
  private static let notableAge = 86_400

  /// Opens the valid summary. Its file is stored until there is another one.
  func open(_ patience: SharedCopy.Patience = .ordinary) throws -> HistoryStore {
    let (server, summary): (SharedServer, SharedSummary)
    do throws(ServerError) {
      server = SharedServer(try copy.connection(patience))
      _ = try server.facts()
      guard let found = try server.summary() else {
        throw ServerError(.unknownTable, "\(copy.location.address?.endpoint ?? ""): there is no summary of the history")
      }
      summary = found
    } catch {
      guard error.kind == .unknownTable, error.message.hasSuffix("summary of the history") else {
        throw CommandFault(error)
      }
      throw CommandFault(
        .cannotWrite, error.message, hint: "On a machine with a copy: diagnose database summarize")
    }
    if session.now.seconds - summary.at.seconds > Self.notableAge {
      Console.writeMessage("warning: the summary of the history is of \(summary.at.rfc3339)")
    }
    return try HistoryStore(
      summary: try file(summary, server), source: SummaryQuestions(server, summary), rules: session.historyRules)
  }

  /// Returns the path of the file, which is received if it is another one than last time.
  private func file(_ summary: SharedSummary, _ server: SharedServer) throws -> String {
    let prefix = String(copy.location.path.dropLast(".sqlite".count)) + ".summary-"
    // The identifier is text of the server.
    let name = SHA256.digest(of: Array(summary.id.utf8)).hexadecimal.prefix(16)
    let path = prefix + name + ".sqlite"
    if Files.exists(FilePath(path)) { return path }
    let folder = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let incomplete = prefix + UUID().uuidString + ".part"
    defer { try? Files.remove(FilePath(incomplete)) }
    let interruption = interruption
    do throws(ServerError) {
      guard
        try server.receive(
          summary, to: FilePath(incomplete), isCanceled: { interruption?.isRequested ?? false })
      else { throw ServerError(.canceled, "the request was canceled") }
    } catch { throw CommandFault(error) }
    try FileManager.default.moveItem(atPath: incomplete, toPath: path)
    for other in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let other = folder + "/" + other
      if other.hasPrefix(prefix), other != path { try? Files.remove(FilePath(other)) }
    }
    return path
  }
}
