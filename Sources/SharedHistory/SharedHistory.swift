package import ClickHouse
internal import Foundation
package import History
internal import Platform
package import Redaction
package import Vocabulary

/// The local copy of a shared history, and the exchange with its server.
///
/// The server stores the changes of every machine and computes nothing. Each machine has a complete history in a file,
/// which is a function of the set of all changes: the answers are those of a local history, in any order of arrival and
/// with repetitions. A change is stored in the file first, and sent again until the server has confirmed it.
package final class SharedHistory {
  /// What the exchange needs to know from its program.
  package struct Options: Sendable {
    /// The name and version of this program.
    package var program: String
    /// Returns the redactor of what is sent; `nil` if nothing is redacted.
    package var redactor: (@Sendable () -> Redactor)?
    /// The current time.
    package var now: @Sendable () -> Timestamp
    /// Returns true if the exchange is to end after the current batch.
    package var isCanceled: @Sendable () -> Bool = { false }

    /// Creates options.
    package init(
      program: String, redactor: (@Sendable () -> Redactor)? = nil, now: @escaping @Sendable () -> Timestamp
    ) {
      self.program = program
      self.redactor = redactor
      self.now = now
    }
  }

  /// Why an exchange failed.
  package enum Fault: Error, Sendable {
    case server(ServerError)
    case history(HistoryError)
    /// Personal data would remain in a record, which is therefore not sent.
    case leak(id: Int)
  }

  /// The number of records of an exchange.
  package struct Exchanged: Sendable, Equatable {
    /// Records that the server confirmed.
    package var sent = 0
    /// Records that were received.
    package var received = 0
    /// Records that could not be read.
    package var damaged = 0
    /// Reports that were not sent, and that were removed because reports of their time were pruned.
    package var tooOld = 0
    /// Whether another process exchanges, so that this one did nothing.
    package var isBusy = false

    /// Creates numbers that are all 0.
    package init() {}
  }

  /// The tables of the server.
  package let server: SharedServer
  let store: HistoryStore
  let options: Options

  /// The maximum number of records of a batch.
  static let batchRows = 5_000
  /// The number of records that are read at once. With their evidence they can be much larger than their rows.
  static let readRows = 500
  /// The size of lines after which a batch ends, in bytes.
  static let batchBytes = 8 << 20
  /// How long a cluster has lacked confirmed records when they are regarded as lost, in seconds. A longer time is that of
  /// an earlier observation.
  static let lossAfter = 300..<86_400

  /// Creates the exchange of a history that is opened for writing.
  package init(_ server: SharedServer, _ store: HistoryStore, _ options: Options) {
    self.server = server
    self.store = store
    self.options = options
  }

  // MARK: - Both directions

  /// Sends what the server lacks. Does nothing if there is nothing to send.
  package func send() throws(Fault) -> Exchanged {
    guard try store({ () throws(HistoryError) in try store.sharingState() }).unsent > 0 else { return Exchanged() }
    return try exclusively { () throws(Fault) in
      var exchanged = Exchanged()
      let sender = try identified().sender
      try send(as: sender, &exchanged)
      return exchanged
    }
  }

  /// Receives what this machine lacks.
  package func receive() throws(Fault) -> Exchanged {
    try exclusively { () throws(Fault) in
      var exchanged = Exchanged()
      var state = try identified()
      while true {
        guard try adopt(state.snapshot, &exchanged) else { return exchanged }
        do throws(Fault) {
          try receive(state, &exchanged)
          return exchanged
        } catch {
          // Another machine may have pruned since, and then records are missing that a new snapshot includes.
          let before = state.snapshot
          state = try identified()
          if state.snapshot == before { throw error }
        }
      }
    }
  }

  /// Runs `body` unless another process exchanges with the same file.
  private func exclusively(_ body: () throws(Fault) -> Exchanged) throws(Fault) -> Exchanged {
    if let exchanged = try locked(lockPath, body) { return exchanged }
    var busy = Exchanged()
    busy.isBusy = true
    return busy
  }

  /// Runs `body` while this process has locked a file, which is created. Returns `nil` if another process has locked it.
  func locked<Value>(_ path: FilePath, _ body: () throws(Fault) -> Value) throws(Fault) -> Value? {
    guard let file = try? FileDescriptor(opening: path, [.writeOnly, .create, .noFollow], mode: 0o600) else {
      throw .history(
        HistoryError(.cannotOpen, "cannot be exchanged: the file \(path.text) cannot be created", path: store.path))
    }
    defer { try? file.close() }
    guard (try? file.lock()) != nil else { return nil }
    defer { file.unlock() }
    return try body()
  }

  func store<Value>(_ body: () throws(HistoryError) -> Value) throws(Fault) -> Value {
    do { return try body() } catch { throw .history(error) }
  }

  func remotely<Value>(_ body: () throws(ServerError) -> Value) throws(Fault) -> Value {
    do { return try body() } catch { throw .server(error) }
  }

  // MARK: - Identity

  /// The state of the server, and the identifier under which this file sends.
  private struct ServerState {
    var sender: String
    /// The snapshot that records follow; `nil` if nothing was pruned.
    var snapshot: SnapshotName?
    /// The number of the last record of each sender.
    var newest: [String: UInt64]
  }

  /// Reads the state of the server, and compares what it confirmed with what this file remembers.
  ///
  /// They differ after an answer was lost, if the file or the server was restored from a backup, or if the file was
  /// copied. A copy gets its own identifier, because the numbers of two files would overlap. A server that lost confirmed
  /// records gets everything again.
  private func identified() throws(Fault) -> ServerState {
    let (id, snapshot) = try remotely { () throws(ServerError) in try server.initialized() }
    var state = try store { () throws(HistoryError) in try store.sharingState() }
    if let adopted = state.snapshot, snapshot.map({ $0.number < adopted.number }) ?? true {
      try waitForReplicas(state)
      throw .server(
        ServerError(
          .snapshotLost,
          "\(server.connection.address.endpoint): the server lacks snapshot \(adopted.number), which this copy is based on"
        ))
    }
    let newest = try remotely { () throws(ServerError) in try server.lastOfSenders() }
    return ServerState(sender: try sender(id, &state, newest), snapshot: snapshot, newest: newest)
  }

  private func sender(
    _ id: String, _ state: inout SharingState, _ newest: [String: UInt64]
  ) throws(Fault) -> String {
    if let known = state.store, known != id {
      try store { () throws(HistoryError) in try store.sendEverythingAgain() }
      state.sender = nil
    }
    guard let sender = state.sender, state.location == fileIdentity else { return try newSender(id) }
    let last = Int(clamping: newest[sender] ?? 0)
    if last == state.confirmed { return sender }
    if last > state.confirmed {
      guard last == state.sending else { return try newSender(id) }
      try store { () throws(HistoryError) in try store.confirm(through: last) }
      return sender
    }
    try waitForReplicas(state)
    try store { () throws(HistoryError) in try store.sendEverythingAgain() }
    return try newSender(id)
  }

  /// Throws while a replica that lags behind may be the reason why the server lacks records that it had confirmed.
  private func waitForReplicas(_ state: SharingState) throws(Fault) {
    let now = try remotely { () throws(ServerError) in try server.timeIfDistributed() }
    guard let now else { return }
    if let since = state.incomplete, Self.lossAfter.contains(now.seconds - since.seconds) { return }
    if state.incomplete.map({ now.seconds - $0.seconds >= Self.lossAfter.upperBound }) ?? true {
      try store { () throws(HistoryError) in try store.noteIncomplete(now) }
    }
    throw .server(
      ServerError(
        .replicaUnavailable, "\(server.connection.address.endpoint): the cluster lacks records that it had confirmed"))
  }

  private func newSender(_ id: String) throws(Fault) -> String {
    let sender = UUID().uuidString.lowercased()
    try store { () throws(HistoryError) in try store.setSender(sender, location: fileIdentity, store: id) }
    return sender
  }

  /// The file on this machine. Numbers of files may be equal on machines that were cloned or restored the same archive;
  /// the time at which the file for the lock was created there is not.
  private var fileIdentity: String {
    guard let file = try? FileStatus(of: FilePath(store.path)), let lock = try? FileStatus(of: lockPath) else {
      return ""
    }
    return "\(file.device) \(file.inode) \(lock.inode) \(lock.changedSeconds) \(lock.changedNanoseconds)"
  }

  /// An empty file that is locked during an exchange, and never written.
  private var lockPath: FilePath { FilePath(store.path + HistoryStore.exchangeSuffix) }

  // MARK: - Sending

  /// Rows that are ready to be sent.
  private struct Prepared {
    var rows: InsertBatch
    /// The number of the last record, or of a later one that does not exist any more.
    var last: Int
  }

  private func send(as sender: String, _ exchanged: inout Exchanged) throws(Fault) {
    var prepared = try prepare(after: 0, sender)
    while let batch = prepared, !options.isCanceled() {
      let (rows, last) = (batch.rows, batch.last)
      let first = try store { () throws(HistoryError) in try store.sharingState() }.confirmed + 1
      try store { () throws(HistoryError) in try store.beginSending(through: last) }
      let (server, program) = (server, options.program)
      let transfer = BackgroundWork { () throws(ServerError) in
        var marker = InsertBatch(into: "batch", columns: ["sender", "first", "last", "rows", "program"])
        _ = marker.append([.text(sender), .int(first), .int(last), .int(rows.rows), .text(program)])
        _ = try server.connection.insert(rows, token: "\(sender) \(last)", server.insertion)
        // Readers use the records only after this row, and records are complete before it is sent.
        _ = try server.connection.insert(marker, token: "\(sender) \(last) end", server.insertion)
      }
      // While the server stores these, the next ones are prepared.
      let following: Result<Prepared?, Fault>
      do throws(Fault) { following = .success(try prepare(after: last, sender)) } catch { following = .failure(error) }
      try remotely { () throws(ServerError) in try transfer.value() }
      try store { () throws(HistoryError) in try store.confirm(through: last) }
      exchanged.sent += rows.rows
      prepared = try following.get()
    }
  }

  /// Returns the rows of the changes after `id`, up to the size of a batch; `nil` if there are none.
  private func prepare(after id: Int, _ sender: String) throws(Fault) -> Prepared? {
    var lines = SharedLine(store.rules, options.redactor?())
    var batch = InsertBatch(into: "record", columns: SharedRow.columns)
    var last = id
    while batch.rows < Self.batchRows, batch.size < Self.batchBytes {
      let limit = min(Self.readRows, Self.batchRows - batch.rows)
      let unsent = try store { () throws(HistoryError) in try store.unsent(after: last, limit: limit) }
      if options.redactor != nil { try store { () throws(HistoryError) in try lines.learn(unsent, of: store) } }
      for one in unsent {
        last = one.id
        guard let record = one.record else { continue }
        guard let line = lines.line(record) else { throw .leak(id: one.id) }
        _ = batch.append(SharedRow.values(sender, one.id, line))
        if batch.size >= Self.batchBytes { break }
      }
      if unsent.count < limit { break }
    }
    return last > id ? Prepared(rows: batch, last: last) : nil
  }

  // MARK: - Receiving

  private func receive(_ remote: ServerState, _ exchanged: inout Exchanged) throws(Fault) {
    let (own, newest) = (remote.sender, remote.newest)
    var known = try store { () throws(HistoryError) in try store.received() }
    let state = try store { () throws(HistoryError) in try store.sharingState() }
    if known.contains(where: { Int(clamping: newest[$0.key] ?? 0) < $0.value }) {
      // The server was restored from a backup, and the machine that sent the records may no longer exist.
      try waitForReplicas(state)
      try store { () throws(HistoryError) in try store.sendEverythingAgain() }
      known = [:]
    }
    // What this file sent is in it, except after it adopted a snapshot.
    for (sender, last) in newest.sorted(by: { $0.key < $1.key }) where sender != own || known[own] != nil {
      let after = UInt64(clamping: known[sender] ?? 0)
      if last > after { try receive(sender, after: after, &exchanged) }
      if options.isCanceled() { return }
    }
    if known[own] != nil { try store { () throws(HistoryError) in try store.forgetReceived(from: own) } }
    try store { () throws(HistoryError) in try store.noteReceived(options.now()) }
    if state.incomplete != nil { try store { () throws(HistoryError) in try store.noteIncomplete(nil) } }
  }

  /// Complete batches of a sender that are received together.
  private struct Page: Sendable {
    var batches: [SharedServer.Batch]
    /// The numbers of the records are higher than `start`, and at most `end`.
    var start: UInt64
    var end: UInt64
    var rows: Int
  }

  /// Returns pages of whole batches.
  private static func pages(_ batches: [SharedServer.Batch], after: UInt64) -> [Page] {
    var pages: [Page] = []
    for batch in batches {
      // A batch may begin before the end of the previous one: what was sent, but not confirmed, is sent again.
      let start = min(pages.last?.end ?? after, batch.first == 0 ? 0 : batch.first - 1)
      if var last = pages.last, last.rows + batch.rows <= batchRows {
        last.batches.append(batch)
        (last.start, last.end, last.rows) = (min(last.start, start), batch.last, last.rows + batch.rows)
        pages[pages.count - 1] = last
      } else {
        pages.append(Page(batches: [batch], start: start, end: batch.last, rows: batch.rows))
      }
    }
    return pages
  }

  /// Receives the complete batches of a sender.
  private func receive(_ sender: String, after: UInt64, _ exchanged: inout Exchanged) throws(Fault) {
    let batches = try remotely { () throws(ServerError) in try server.batches(of: sender, after: after) }
    var pages = Self.pages(batches, after: after)[...]
    // While one page is stored, the next one is received.
    var next = pages.popFirst().map { receiving($0, sender) }
    while let current = next, !options.isCanceled() {
      let page = try remotely { () throws(ServerError) in try current.value() }
      next = pages.popFirst().map { receiving($0, sender) }
      try store { () throws(HistoryError) in
        try store.receive(page.records, from: sender, through: Int(clamping: page.end))
      }
      exchanged.damaged += page.damaged
      exchanged.received += page.records.count
    }
  }

  /// The records of a page.
  private struct ReceivedPage: Sendable {
    var records: [SharedRecord] = []
    var end: UInt64
    /// The number of records that could not be read.
    var damaged = 0
  }

  private func receiving(_ page: Page, _ sender: String) -> BackgroundWork<ReceivedPage, ServerError> {
    let (server, now) = (server, options.now())
    return BackgroundWork { () throws(ServerError) in
      let lines = try server.lines(of: sender, after: page.start, through: page.end)
      try server.check(page.batches, lines.map(\.id))
      var received = ReceivedPage(end: page.end)
      for (_, line) in lines {
        switch SharedLine.read(line, now: now) {
        case .record(let record): received.records.append(record)
        case .damaged: received.damaged += 1
        case .later:
          throw ServerError(
            .newerSchema,
            "\(server.connection.address.endpoint): a later version of diagnose sent records of another kind")
        }
      }
      return received
    }
  }
}
