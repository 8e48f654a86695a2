internal import Archives
internal import Bytes
internal import Platform
internal import Synchronization
internal import Transfer

/// Requests to a ClickHouse server. Calls block; several threads may use one connection.
package final class ServerConnection: Sendable {
  /// The properties of a connection.
  package struct Options: Sendable {
    /// The value of the field `User-Agent`: program and version.
    package var agent = "diagnose"
    /// The time limits of each attempt.
    package var timeouts = RequestTimeouts()
    /// When failed requests are repeated.
    package var retries = RetryPolicy()
    /// The clock for repetitions.
    package var clock = RetryClock.system
    /// Whether bodies are compressed; `nil`: unless the server is on this machine.
    package var compresses: Bool?
    /// Whether the server is asked to compress answers. Users with `readonly = 1` may not ask for it.
    package var acceptsCompression = false
    /// Returns true if running and future requests are to end; called at least every tenth of a second.
    package var isCanceled: @Sendable () -> Bool = { false }

    /// The default properties.
    package init() {}
  }

  /// The address.
  package let address: ServerAddress
  private let options: Options
  private let transport: any Transport
  private let defused: DefusedText
  private let known = Mutex<ServerVersion?>(nil)

  /// Creates a connection. Nothing is sent before the first request.
  package convenience init(_ address: ServerAddress, _ credentials: ServerCredentials?, _ options: Options = Options())
  {
    self.init(
      address, credentials, options,
      CurlTransport(address: address, credentials: credentials, agent: options.agent))
  }

  init(
    _ address: ServerAddress, _ credentials: ServerCredentials?, _ options: Options, _ transport: any Transport
  ) {
    self.address = address
    self.options = options
    self.transport = transport
    defused = DefusedText(removing: credentials, user: address.user)
  }

  /// The maximum length of a statement in bytes: the server's default of `max_query_size`.
  static let maxStatement = 256 << 10
}

// MARK: - Version

extension ServerConnection {
  /// Returns the version of the server, which is read once. Throws `serverTooOld` for versions that are not supported.
  package func version() throws(ServerError) -> ServerVersion {
    if let version = known.withLock({ $0 }) { return version }
    var found: [UInt8] = []
    var settings = Request()
    settings.usesDatabase = false
    settings.checksVersion = false
    for row in try rows("SELECT version() AS version, 1 AS one", settings) { found = try row.bytes("version") }
    guard let version = ServerVersion(found) else {
      throw ServerError(.notUnderstood, "\(address.endpoint): unknown version \(defused.quoted(found))")
    }
    guard version >= .minimum else {
      throw ServerError(.serverTooOld, "\(address.endpoint): ClickHouse \(version) is not supported")
    }
    known.withLock { $0 = version }
    return version
  }

  /// Returns whether the server has a capability.
  package func has(_ capability: ServerCapability) throws(ServerError) -> Bool {
    capability.exists(in: try version())
  }
}

// MARK: - Statements

extension ServerConnection {
  /// What differs between requests.
  package struct Request: Sendable {
    /// Settings of the server.
    package var settings: [ServerSetting] = []
    /// The limits of the answer.
    package var limits = AnswerLimits()
    /// Whether unqualified names of tables are those of the address's database; false before it is created.
    package var usesDatabase = true
    /// Whether the request is repeated after a failure. A failed insertion may have been stored.
    package var isRepeated = true
    var checksVersion = true

    /// An ordinary request.
    package init() {}
  }

  /// Returns the rows of a question. Its last column is a number or a date (see `ResultReader`).
  ///
  /// The server computes the complete answer before it sends the first byte, so that a failure has a status.
  package func rows(_ question: Statement, _ request: Request = Request()) throws(ServerError) -> [ResultRow] {
    try repeated { () throws(ServerError) in
      var rows: [ResultRow] = []
      try read(question, request) { row in rows.append(row) }
      return rows
    }
  }

  /// Runs a statement that returns no rows: CREATE, ALTER, DROP. It may be repeated after a failure, so it should begin
  /// with `CREATE … IF NOT EXISTS` or `DROP … IF EXISTS`.
  package func execute(_ statement: Statement, _ request: Request = Request()) throws(ServerError) {
    try repeated { () throws(ServerError) in
      var message = try self.message(request)
      message.body = try checked(statement.sql)
      try sendExpectingNothing(message)
    }
  }

  /// Runs a statement with `ON CLUSTER`. Throws `replicaUnavailable` if a host reports an error; the others may then have
  /// completed it.
  ///
  /// - Returns: The number of hosts that completed it.
  package func executeOnCluster(_ statement: Statement, _ request: Request = Request()) throws(ServerError) -> Int {
    let hosts = try rows(statement, request)
    for host in hosts where try host.int("status") != 0 {
      let (name, error) = (try host.bytes("host"), try host.bytes("error"))
      let exception = ServerException(error[...])
      throw ServerError(
        exception?.kind ?? .replicaUnavailable,
        "\(address.endpoint): the host \(defused.quoted(name)) reports \(defused.quoted(error))", code: exception?.code)
    }
    return hosts.count
  }

  private func read(
    _ question: Statement, _ request: Request, _ each: (ResultRow) throws(ServerError) -> Void
  ) throws(ServerError) {
    var message = try self.message(request)
    message.body = try checked(question.sql + Array("\nFORMAT TabSeparatedWithNamesAndTypes".utf8))
    // Some versions ignore FORMAT in statements with ON CLUSTER.
    message.parameters.append(("default_format", Array("TabSeparatedWithNamesAndTypes".utf8)))
    if options.acceptsCompression {
      message.acceptsCompression = true
      message.parameters.append(("enable_http_compression", Array("1".utf8)))
    }
    var reader = ResultReader(request.limits, endpoint: address.endpoint, defused)
    do throws(ServerError) {
      try send(message) { part throws(ServerError) in try reader.append(part, each: each) }
    } catch {
      // A server that fails after the first rows closes the connection; it may have stated the reason before.
      throw error.kind == .incomplete ? reader.exception ?? error : error
    }
    try reader.finish()
  }

  private func checked(_ sql: [UInt8]) throws(ServerError) -> [UInt8] {
    guard sql.count <= Self.maxStatement else {
      throw ServerError(.requestTooLarge, "a statement of \(sql.count) bytes exceeds \(Self.maxStatement) bytes")
    }
    return sql
  }

  private func message(_ request: Request) throws(ServerError) -> HTTPRequest {
    if request.checksVersion { _ = try version() }
    var message = HTTPRequest()
    message.timeouts = options.timeouts
    if request.usesDatabase { message.parameters.append(("database", Array(address.database.utf8))) }
    message.parameters.append(("wait_end_of_query", Array("1".utf8)))
    for setting in request.settings {
      if let capability = ServerSetting.conditional[setting.name], !(try has(capability)) { continue }
      message.parameters.append((setting.name, Array(setting.value.utf8)))
    }
    return message
  }

  private func repeated<Result>(_ attempt: () throws(ServerError) -> Result) throws(ServerError) -> Result {
    try options.retries.run(options.clock, isCanceled: options.isCanceled, attempt)
  }
}

// MARK: - Insertions

extension ServerConnection {
  /// Proof that the server has stored a batch.
  package struct Acknowledgement: Sendable, Equatable {
    /// The number of rows.
    package let rows: Int
  }

  /// Inserts a batch. If this throws, the server may or may not have stored it: send it again.
  ///
  /// - Parameter token: Identifies the batch, so that a repetition is not stored again by servers that support it.
  package func insert(
    _ batch: InsertBatch, token: String? = nil, _ request: Request = Request()
  ) throws(ServerError) -> Acknowledgement {
    guard batch.rows > 0 else { return Acknowledgement(rows: 0) }
    var request = request
    if let token { request.settings.append(.deduplicationToken(token)) }
    let isCompressed = options.compresses ?? !address.isLoopback
    guard let body = isCompressed ? Zlib.gzipped(batch.bytes) : batch.bytes else {
      throw ServerError(.localFailure, "the rows could not be compressed")
    }
    let attempt = { () throws(ServerError) in
      var message = try self.message(request)
      message.parameters.append(("query", batch.statement.sql))
      message.body = body
      message.isCompressed = isCompressed
      try self.sendExpectingNothing(message)
      return Acknowledgement(rows: batch.rows)
    }
    return request.isRepeated ? try repeated(attempt) : try attempt()
  }

  /// Sends a request whose answer is empty or `Ok.`.
  private func sendExpectingNothing(_ message: HTTPRequest) throws(ServerError) {
    var answer: [UInt8] = []
    try send(message) { part throws(ServerError) in
      answer += part.prefix(max(0, 1_024 - answer.count))
    }
    let text = answer[...].text.filter { !$0.isWhitespace }
    guard text.isEmpty || text == "Ok." else {
      if let exception = ServerException(answer[...]) ?? ServerException(within: answer[...]) {
        throw ServerError(
          exception.kind, "\(address.endpoint): \(defused.quoted(exception.text))", code: exception.code)
      }
      throw ServerError(.notUnderstood, "\(address.endpoint): unexpected answer \(defused.quoted(answer))")
    }
  }
}

// MARK: - Answers

extension ServerConnection {
  /// Sends one request, and calls `receive` with each part of the decompressed body of a successful answer.
  private func send(
    _ message: HTTPRequest, _ receive: (ArraySlice<UInt8>) throws(ServerError) -> Void
  ) throws(ServerError) {
    guard !options.isCanceled() else { throw ServerError(.canceled, "\(address.endpoint): the request was canceled") }
    var refusal: [UInt8] = []
    let gzip = GzipParts()
    let head = try transport.send(message, isCanceled: options.isCanceled) { head, part throws(ServerError) in
      try check(head)
      let isSuccess = head.status == 200
      func deliver(_ part: ArraySlice<UInt8>) throws(ServerError) {
        if isSuccess { try receive(part) } else { refusal += part.prefix(max(0, 8_192 - refusal.count)) }
      }
      guard head.isCompressed else { return try deliver(part) }
      try gzip.append(part, each: deliver) { fault in
        ServerError(.notUnderstood, "\(address.endpoint): the compressed answer is \(fault.message)")
      }
    }
    guard head.status == 200 else { throw refused(head, refusal) }
    try check(head)
    guard !head.isCompressed || gzip.isComplete else {
      throw ServerError(.incomplete, "\(address.endpoint): the compressed answer is truncated")
    }
  }

  private func check(_ head: HTTPHead) throws(ServerError) {
    guard head.status == 200 else { return }
    guard head.isFramed else {
      throw ServerError(
        .notUnderstood, "\(address.endpoint): the answer states neither its length nor its end, so that it may be cut")
    }
    guard !head.hasUnknownEncoding else {
      throw ServerError(.notUnderstood, "\(address.endpoint): the answer has an unknown encoding")
    }
  }

  /// Returns the error for an answer with another status than 200.
  private func refused(_ head: HTTPHead, _ body: [UInt8]) -> ServerError {
    if let exception = ServerException(body[...]) ?? ServerException(within: body[...]) {
      return ServerError(
        exception.kind, "\(address.endpoint): \(defused.quoted(exception.text))", code: exception.code)
    }
    let answer = body.isEmpty ? "" : ": " + defused.quoted(body)
    let kind: ServerError.Kind
    switch head.status {
    case 401, 403, 407: kind = .accessDenied
    case 408, 504: kind = .timeout
    case 413, 414: kind = .requestTooLarge
    case 429: kind = .overloaded
    case 502, 503: kind = .unreachable
    case 300...399:
      return ServerError(
        .notUnderstood, "\(address.endpoint): the server redirects to another address (HTTP \(head.status))")
    default: kind = .notUnderstood
    }
    return ServerError(kind, "\(address.endpoint): HTTP status \(head.status)\(answer)")
  }
}
