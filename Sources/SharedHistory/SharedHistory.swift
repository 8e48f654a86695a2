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
    /// Whether another process exchanges, so that this one did nothing.
    package var isBusy = false

    /// Creates numbers that are all 0.
    package init() {}
  }

  /// The tables of the server.
  package let server: SharedServer
  private let store: HistoryStore
  private let options: Options

  /// The maximum number of records of a batch.
  static let batchRows = 1_000
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
      let sender = try identified()
      try send(as: sender, &exchanged)
      return exchanged
    }
  }

  /// Receives what this machine lacks.
  package func receive() throws(Fault) -> Exchanged {
    try exclusively { () throws(Fault) in
      var exchanged = Exchanged()
      let sender = try identified()
      try receive(except: sender, &exchanged)
      return exchanged
    }
  }

  /// Runs `body` unless another process exchanges with the same file.
  private func exclusively(_ body: () throws(Fault) -> Exchanged) throws(Fault) -> Exchanged {
    var busy = Exchanged()
    busy.isBusy = true
    guard let file = try? FileDescriptor(opening: lockPath, [.writeOnly, .create, .noFollow], mode: 0o600) else {
      throw .history(
        HistoryError(
          .cannotOpen, "cannot be exchanged: the file \(store.path).exchange cannot be created", path: store.path)
      )
    }
    defer { try? file.close() }
    guard (try? file.lock()) != nil else { return busy }
    return try body()
  }

  private func store<Value>(_ body: () throws(HistoryError) -> Value) throws(Fault) -> Value {
    do { return try body() } catch { throw .history(error) }
  }

  private func remotely<Value>(_ body: () throws(ServerError) -> Value) throws(Fault) -> Value {
    do { return try body() } catch { throw .server(error) }
  }

  // MARK: - Identity

  /// Returns the identifier under which this file sends, after comparing what the server confirmed with what this file
  /// remembers.
  ///
  /// They differ after an answer was lost, if the file or the server was restored from a backup, or if the file was
  /// copied. A copy gets its own identifier, because the numbers of two files would overlap. A server that lost confirmed
  /// records gets everything again.
  private func identified() throws(Fault) -> String {
    let id = try remotely { () throws(ServerError) in try server.initialized() }
    var state = try store { () throws(HistoryError) in try store.sharingState() }
    if let known = state.store, known != id {
      try store { () throws(HistoryError) in try store.sendEverythingAgain() }
      state.sender = nil
    }
    guard let sender = state.sender, state.location == fileIdentity else { return try newSender(id) }
    let last = Int(
      clamping: try remotely { () throws(ServerError) in try server.last(of: sender) })
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
  private var lockPath: FilePath { FilePath(store.path + ".exchange") }

  // MARK: - Sending

  private func send(as sender: String, _ exchanged: inout Exchanged) throws(Fault) {
    while !options.isCanceled() {
      let unsent = try store { () throws(HistoryError) in try store.unsent(limit: Self.batchRows) }
      guard !unsent.isEmpty else { return }
      let (batch, last) = try batch(unsent, sender)
      let first = try store { () throws(HistoryError) in try store.sharingState() }.confirmed + 1
      try store { () throws(HistoryError) in try store.beginSending(through: last) }
      var marker = InsertBatch(into: "batch", columns: ["sender", "first", "last", "rows", "program"])
      _ = marker.append([.text(sender), .int(first), .int(last), .int(batch.rows), .text(options.program)])
      try remotely { () throws(ServerError) in
        _ = try server.connection.insert(batch, token: "\(sender) \(last)", server.insertion)
        // Readers use the records only after this row, and records are complete before it is sent.
        _ = try server.connection.insert(marker, token: "\(sender) \(last) end", server.insertion)
      }
      try store { () throws(HistoryError) in try store.confirm(through: last) }
      exchanged.sent += batch.rows
    }
  }

  /// Returns the rows of the first records, up to the size of a batch, and the number of the last of them.
  private func batch(_ unsent: [UnsentRecord], _ sender: String) throws(Fault) -> (InsertBatch, last: Int) {
    var lines = SharedLine(store.rules, options.redactor?())
    if options.redactor != nil { for one in unsent { one.record.map { lines.learn($0) } } }
    var batch = InsertBatch(into: "record", columns: SharedRow.columns)
    var last = 0
    for one in unsent {
      last = one.id
      guard let record = one.record else { continue }
      guard let line = lines.line(record) else { throw .leak(id: one.id) }
      _ = batch.append(SharedRow.values(sender, one, record, line, isRedacted: options.redactor != nil))
      if batch.size >= Self.batchBytes { break }
    }
    return (batch, last)
  }

  // MARK: - Receiving

  private func receive(except own: String, _ exchanged: inout Exchanged) throws(Fault) {
    let newest = try remotely { () throws(ServerError) in try server.lastOfSenders() }
    var known = try store { () throws(HistoryError) in try store.received() }
    let state = try store { () throws(HistoryError) in try store.sharingState() }
    if known.contains(where: { Int(clamping: newest[$0.key] ?? 0) < $0.value }) {
      // The server was restored from a backup, and the machine that sent the records may no longer exist.
      try waitForReplicas(state)
      try store { () throws(HistoryError) in try store.sendEverythingAgain() }
      known = [:]
    }
    for (sender, last) in newest.sorted(by: { $0.key < $1.key }) where sender != own {
      let after = UInt64(clamping: known[sender] ?? 0)
      if last > after { try receive(sender, after: after, &exchanged) }
      if options.isCanceled() { return }
    }
    try store { () throws(HistoryError) in try store.noteReceived(options.now()) }
    if state.incomplete != nil { try store { () throws(HistoryError) in try store.noteIncomplete(nil) } }
  }

  /// Receives the complete batches of a sender in pages of whole batches.
  private func receive(_ sender: String, after: UInt64, _ exchanged: inout Exchanged) throws(Fault) {
    var batches = try remotely { () throws(ServerError) in try server.batches(of: sender, after: after) }[...]
    var start = after
    while let first = batches.first, !options.isCanceled() {
      var page = [first]
      var rows = first.rows
      batches.removeFirst()
      while let next = batches.first, rows + next.rows <= Self.batchRows {
        page.append(next)
        rows += next.rows
        batches.removeFirst()
      }
      let end = page[page.count - 1].last
      // A batch may begin before the end of the previous one: what was sent, but not confirmed, is sent again.
      start = page.reduce(start) { min($0, $1.first == 0 ? 0 : $1.first - 1) }
      var lines: [(id: UInt64, line: [UInt8])] = []
      try remotely { () throws(ServerError) in
        lines = try server.lines(of: sender, after: start, through: end)
      }
      try check(page, lines.map(\.id))
      var records: [SharedRecord] = []
      for (_, line) in lines {
        switch SharedLine.read(line, now: options.now()) {
        case .record(let record): records.append(record)
        case .damaged: exchanged.damaged += 1
        case .later:
          throw .server(
            ServerError(
              .newerSchema,
              "\(server.connection.address.endpoint): a later version of diagnose sent records of another kind"))
        }
      }
      try store { () throws(HistoryError) in
        try store.receive(records, from: sender, through: Int(clamping: end))
      }
      exchanged.received += records.count
      start = end
    }
  }

  /// Throws if a batch is not complete: a replica may lag behind the one that confirmed it.
  private func check(_ page: [SharedServer.Batch], _ ids: [UInt64]) throws(Fault) {
    let distinct = Set(ids)
    for batch in page {
      let found = distinct.count { $0 >= batch.first && $0 <= batch.last }
      guard found >= batch.rows else {
        throw .server(
          ServerError(
            .replicaUnavailable,
            "\(server.connection.address.endpoint): \(batch.rows - found) of \(batch.rows) records of a batch are not available yet"
          ))
      }
    }
  }
}

extension SharedServer {
  /// Returns the number of the last record of a sender; 0 if it has not sent.
  func last(of sender: String) throws(ServerError) -> UInt64 {
    try connection.rows("SELECT max(last) AS newest FROM batch WHERE sender = \(.text(sender))").first?.uint("newest")
      ?? 0
  }

  /// Returns the lines of a sender in a range of numbers, each once, in order.
  func lines(of sender: String, after start: UInt64, through end: UInt64) throws(ServerError) -> [(
    id: UInt64, line: [UInt8]
  )] {
    var lines: [(id: UInt64, line: [UInt8])] = []
    for row in try connection.rows(
      """
      SELECT line, hash, id FROM record WHERE sender = \(.text(sender)) AND id > \(.uint(start)) AND id <= \(.uint(end))
      ORDER BY id, hash
      """)
    {
      let (id, line) = (try row.uint("id"), try row.bytes("line"))
      // A row whose transfer was interrupted; the complete one follows, or the batch is not complete.
      guard try row.uint("hash") == SharedRow.hash(line) else { continue }
      // A batch that was sent twice, before the server merged its rows.
      if let last = lines.last, last.id == id, last.line == line { continue }
      lines.append((id, line))
    }
    return lines
  }
}
