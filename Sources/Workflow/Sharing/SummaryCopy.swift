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
    let (server, found): (SharedServer, SharedSummary?)
    do throws(ServerError) {
      server = SharedServer(try copy.connection(patience))
      _ = try server.facts()
      found = try server.summary()
    } catch { throw CommandFault(error) }
    guard let summary = found else {
      throw CommandFault(
        .cannotWrite, "\(copy.location.address?.endpoint ?? ""): there is no summary of the history",
        hint: "On a machine with a copy: diagnose database summarize")
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
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { throw HistoryError(.cannotOpen, "cannot be created", path: folder) }
    let incomplete = prefix + UUID().uuidString + ".part"
    defer { try? Files.remove(FilePath(incomplete)) }
    let interruption = interruption
    do throws(ServerError) {
      guard
        try server.receive(
          summary, to: FilePath(incomplete), isCanceled: { interruption?.isRequested ?? false })
      else { throw ServerError(.canceled, "the request was canceled") }
    } catch { throw CommandFault(error) }
    // Another command may have received it at the same time.
    do { try Files.rename(FilePath(incomplete), to: FilePath(path)) } catch {
      throw HistoryError(.cannotOpen, "cannot be created (\(error.description))", path: path)
    }
    for other in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let other = folder + "/" + other
      // What another command receives at present has another suffix.
      if other.hasPrefix(prefix), other.hasSuffix(".sqlite"), other != path { try? Files.remove(FilePath(other)) }
    }
    return path
  }
}
