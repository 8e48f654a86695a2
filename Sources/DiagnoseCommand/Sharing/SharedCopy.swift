import ClickHouse
import Foundation
import History
import HistoryPresentation
import Platform
import Redaction
import SharedHistory
import Vocabulary

/// The local copy of a shared history, for one command.
struct SharedCopy {
  /// Whether a command receives what other machines have sent before it begins.
  enum Receiving {
    /// The command fails if the server is not available.
    case required
    /// The command continues without it, with a warning.
    case ifPossible
    /// Received in a short time or not at all, because an answer waits.
    case briefly
  }

  let location: HistoryLocation
  let session: Session
  let interruption: Interruption?

  init(_ location: HistoryLocation, _ session: Session, _ interruption: Interruption?) {
    self.location = location
    self.session = session
    self.interruption = interruption
  }

  /// Returns the name of the file of a copy: one for each server and database.
  static func fileName(_ address: ServerAddress) -> String {
    let digest = SHA256.digest(of: Array(name(address).utf8))
    return digest.hexadecimal.prefix(16) + ".sqlite"
  }

  /// The address without what does not select a history: user and options.
  private static func name(_ address: ServerAddress) -> String { address.endpoint + "/" + address.database }

  /// Opens the copy, which is created if it does not exist.
  func open(receiving: Receiving) throws -> HistoryStore {
    let store = try openFile()
    do {
      try receive(store, receiving)
      return store
    } catch {
      store.close()
      throw error
    }
  }

  private func openFile() throws(HistoryError) -> HistoryStore {
    let store = try reopen()
    try store.share()
    if let address = location.address { try store.noteAddress(Self.name(address)) }
    return store
  }

  /// Opens the file of a copy that exists already, with the rules of the session: they determine what received reports
  /// mean.
  func reopen() throws(HistoryError) -> HistoryStore {
    let interruption = interruption
    return try HistoryStore(
      path: location.path, access: .write, rules: session.historyRules,
      isCanceled: { interruption?.isRequested ?? false })
  }

  // MARK: - Exchange

  private func receive(_ store: HistoryStore, _ receiving: Receiving) throws {
    if receiving != .required, !location.hasCopy { return }
    if receiving == .briefly, recentFailure(within: 60) { return }
    do throws(SharedHistory.Fault) {
      let exchange = try exchange(
        store, receiving == .briefly ? .brief : .ordinary, seconds: receiving == .briefly ? 2 : nil)
      var received = try exchange.receive()
      // Another process receives, and what it has received until now may be a part.
      let end = Moment.now.advanced(by: Self.longestWait)
      while received.isBusy, receiving == .required, Moment.now < end, interruption?.isRequested != true {
        Thread.sleep(forTimeInterval: 0.1)
        received = try exchange.receive()
      }
      guard !received.isBusy || receiving != .required else { throw .history(busy) }
      report(received)
      noteFailure(false)
    } catch {
      if case .server = error { noteFailure(true) }
      let fault = self.fault(error)
      guard receiving != .required else {
        if case .server = error, let received = try? store.sharingState().received {
          throw CommandFault(
            fault.status, fault.message ?? "",
            hint: (fault.hint.map { Self.sentence($0) + " " } ?? "")
              + "To ask the local copy of \(received.rfc3339): --database \(Terminal.quotedFileName(location.path))")
        }
        throw fault
      }
      if receiving == .briefly, case .server(let error) = error, error.isRetriable { return }
      Console.writeMessage("warning: \(fault.message ?? "")", hint: fault.hint.map(Self.sentence))
    }
  }

  /// Sends what the server lacks. A failure is a warning.
  ///
  /// - Parameter seconds: After this time, the remaining changes are left to a later command, and nothing is tried if the
  ///   server was not available shortly before.
  func send(seconds: Double? = nil) {
    do throws(HistoryError) {
      let store = try openFile()
      defer { store.close() }
      guard try store.sharingState().unsent > 0 else { return }
      if seconds != nil, recentFailure(within: 60) {
        let endpoint = location.address?.endpoint ?? ""
        return warn(
          .server(ServerError(.unreachable, "\(endpoint): was not available within the last minute")),
          unsent: try store.sharingState().unsent)
      }
      do throws(SharedHistory.Fault) { report(try exchange(store, .brief, seconds: seconds).send()) } catch {
        warn(error, unsent: (try? store.sharingState().unsent) ?? 0)
      }
    } catch {
      Console.writeMessage("warning: \(CommandFault(error).message ?? "")", hint: error.hint)
    }
  }

  /// Prints why changes were not sent.
  func warn(_ error: SharedHistory.Fault, unsent: Int) {
    let fault = fault(error)
    let what = unsent == 1 ? "1 change waits" : "\(unsent) changes wait"
    Console.writeMessage(
      "warning: \(fault.message ?? "")",
      hint: (fault.hint.map { Self.sentence($0) + " " } ?? "")
        + "\(what) to be sent, and will be sent by a later command (diagnose database sync).")
  }

  /// Sends and receives everything. Any failure ends the command.
  func synchronize() throws -> (sent: Int, received: Int) {
    let store = try openFile()
    defer { store.close() }
    do throws(SharedHistory.Fault) {
      let exchange = try exchange(store, .ordinary)
      var (sent, received) = (try exchange.send(), try exchange.receive())
      // What the server has lost, which was found out while receiving.
      if !sent.isBusy { sent.sent += try exchange.send().sent }
      report(received)
      if sent.isBusy || received.isBusy { throw .history(busy) }
      return (sent.sent, received.received)
    } catch { throw fault(error) }
  }

  /// Removes reports from before a day from the shared history: from the server now, and from each copy when it is next
  /// exchanged. Any failure ends the command.
  ///
  /// - Returns: What was removed; `nil` if the command was interrupted, and nothing was removed.
  func prune(before day: Timestamp) throws -> PruningResult? {
    // A copy contains what only this machine knows, and with scrub=1 what the server must not know.
    let path = location.path + ".pruning"
    SharedHistory.removeHistory(path)
    defer { SharedHistory.removeHistory(path) }
    let interruption = interruption
    let isCanceled: @Sendable () -> Bool = { interruption?.isRequested ?? false }
    let fresh = try HistoryStore(path: path, access: .write, rules: session.historyRules, isCanceled: isCanceled)
    defer { fresh.close() }
    try fresh.share()
    do throws(SharedHistory.Fault) {
      let exchange = try exchange(fresh, .ordinary)
      let received = try exchange.receive()
      guard received.damaged == 0 else { throw .history(damaged(received.damaged)) }
      if isCanceled() { return nil }
      let result: PruningResult
      do { result = try fresh.prune(before: day, compacts: false) } catch { throw .history(error) }
      if result.reports > 0 { try exchange.publish(prunedBefore: day) }
      return result
    } catch { throw fault(error) }
  }

  private func damaged(_ count: Int) -> HistoryError {
    HistoryError(
      .damaged, "\(countText(count, "record")) of the server could not be read, and would be lost",
      hint: "Find their senders: diagnose database check", path: location.path)
  }

  /// How long a command waits for the exchange of another process, in seconds.
  private static let longestWait = 15.0

  var busy: HistoryError {
    HistoryError(.busy, "is exchanged by another process at present", hint: "Try again.", path: location.path)
  }

  /// How long an exchange may take.
  enum Patience {
    case ordinary
    /// One attempt with short time limits.
    case brief
  }

  /// Returns the connection to the server.
  func connection(_ patience: Patience) throws(ServerError) -> ServerConnection {
    guard let address = location.address else { throw ServerError(.invalidAddress, "no address") }
    var options = ServerConnection.Options()
    options.agent = session.program
    let interruption = interruption
    options.isCanceled = { interruption?.isRequested ?? false }
    options.retries.attempts = 3
    options.retries.deadline = 15_000
    if patience == .brief {
      options.retries = .never
      options.timeouts.connect = 2
      options.timeouts.stall = 10
      options.timeouts.total = 30
    }
    return ServerConnection(address, try ServerCredentials.fromEnvironment(), options)
  }

  /// Makes the summary of the history on the server, after an exchange. Any failure ends the command.
  ///
  /// With `scrub=1`, it is made from a copy that only receives, because the ordinary one contains what was not sent.
  func summarize() throws -> SharedHistory.Summarized {
    if location.address?.scrubs != true { _ = try synchronize() }
    let path = location.address?.scrubs == true ? location.path + ".received" : location.path
    let interruption = interruption
    let store = try HistoryStore(
      path: path, access: .write, rules: session.historyRules,
      isCanceled: { interruption?.isRequested ?? false })
    defer { store.close() }
    do throws(SharedHistory.Fault) {
      do { try store.share() } catch { throw .history(error) }
      let exchange = try exchange(store, .ordinary)
      if path != location.path { report(try exchange.receive()) }
      return try exchange.summarize()
    } catch { throw fault(error) }
  }

  /// Returns the exchange of an open copy.
  ///
  /// - Parameter seconds: The time after which no further batch is begun; `nil` for no limit.
  func exchange(
    _ store: HistoryStore, _ patience: Patience, seconds: Double? = nil
  ) throws(SharedHistory.Fault) -> SharedHistory {
    let connection: ServerConnection
    do { connection = try self.connection(patience) } catch { throw .server(error) }
    let session = session
    var redactor: (@Sendable () -> Redactor)?
    if location.address?.scrubs == true {
      let known: Redactor
      do { known = try session.redactor(of: store) } catch let error as HistoryError { throw .history(error) } catch {
        let message = (error as? CommandFault)?.message ?? "scrub.names cannot be read"
        throw .history(HistoryError(.failed, message, path: location.path))
      }
      redactor = { known }
    }
    var options = SharedHistory.Options(program: session.program, redactor: redactor, now: { session.now })
    let interruption = interruption
    let end = seconds.map { Moment.now.advanced(by: $0) } ?? .distantFuture
    options.isCanceled = { interruption?.isRequested ?? false || Moment.now > end }
    return SharedHistory(SharedServer(connection), store, options)
  }

  private func report(_ exchanged: SharedHistory.Exchanged) {
    if exchanged.damaged > 0 {
      Console.writeMessage("warning: \(countText(exchanged.damaged, "record")) of the server could not be read")
    }
    if exchanged.tooOld > 0 {
      Console.writeMessage(
        "warning: \(countText(exchanged.tooOld, "report")) that had not been sent removed, because reports of their time were pruned"
      )
    }
  }

  /// Returns the error that ends a command.
  func fault(_ error: SharedHistory.Fault) -> CommandFault {
    switch error {
    case .server(let error): CommandFault(error)
    case .history(let error): CommandFault(error)
    case .leak(let id):
      CommandFault(
        .cannotWrite, "change \(id) is not sent, because personal data would remain in it",
        hint: "To replace a word everywhere, add it to scrub.names in the configuration.")
    }
  }

  private static func sentence(_ remedy: String) -> String {
    remedy.prefix(1).uppercased() + remedy.dropFirst() + (remedy.hasSuffix(".") ? "" : ".")
  }

  // MARK: - The server

  /// Returns figures about the server; `nil` for a history in a file.
  func serverInfo(_ state: SharingState) throws -> DatabaseInfo.Server? {
    guard let address = location.address else { return nil }
    do throws(ServerError) {
      let server = SharedServer(try connection(.ordinary))
      return DatabaseInfo.Server(
        address: address.description, bytes: try server.size(), unsent: state.unsent, received: state.received,
        senders: try server.senders().map {
          DatabaseInfo.Sender(
            id: $0.id, records: $0.records, last: $0.last, program: $0.program, isThis: $0.id == state.sender)
        },
        summary: try server.summary().map {
          DatabaseInfo.Summary(made: $0.at, reports: $0.reports, bytes: $0.size, program: $0.program)
        })
    } catch { throw CommandFault(error) }
  }

  /// Returns the errors of the server's tables: batches without all of their records.
  func check() throws -> [String] {
    do throws(ServerError) { return try SharedServer(try connection(.ordinary)).check() } catch {
      throw CommandFault(error)
    }
  }

  // MARK: - Failures

  /// An empty file next to the copy; its time is that of the last failure.
  private var mark: String { location.path + ".unreachable" }

  private func recentFailure(within seconds: Int) -> Bool {
    guard let status = try? FileStatus(of: FilePath(mark)) else { return false }
    return abs(SystemClock.secondsSince1970 - status.modifiedSeconds) < seconds
  }

  private func noteFailure(_ failed: Bool) {
    if failed {
      _ = FileManager.default.createFile(atPath: mark, contents: nil, attributes: [.posixPermissions: 0o600])
    } else if Files.exists(FilePath(mark)) {
      try? FileManager.default.removeItem(atPath: mark)
    }
  }
}
