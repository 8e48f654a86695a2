import CrashReports
import Bytes
import Pages
package import Platform

/// What all requests share: the tokens, the spool and the limits.
package struct ReceiverState: Sendable {
  let tokens: TokenTable
  let spool: Spool
  let meter: TokenMeter
  let limits: ReceiverLimits
  let clock: MonotonicClock
  /// Where symbol files are stored; `nil` to reject them.
  let depot: SymbolDepot?
  /// The size of the messages that are in memory, in bytes.
  let messages = Guarded(0)

  /// The state of an endpoint.
  package init(
    _ tokens: TokenTable, _ spool: Spool, _ limits: ReceiverLimits, clock: MonotonicClock = .system,
    depot: SymbolDepot? = nil
  ) {
    self.depot = depot
    (self.tokens, self.spool, self.limits, self.clock) = (tokens, spool, limits, clock)
    meter = TokenMeter(
      requestsPerMinute: limits.requestsPerMinute, bytesPerDay: limits.bytesPerDay,
      requestsAtOnce: limits.connections / 4, clock: clock)
  }
}

/// One request of a connection, and its answer. What can be checked is checked before the body is read; the body goes to
/// the spool in parts and is never in memory as a whole.
package struct RequestExchange {
  private let transport: any RequestTransport
  private let state: ReceiverState
  /// Called with false when a valid token was presented: from then on, the connection is not dropped for another one.
  /// Called with true when the request was answered.
  private let setDroppable: (Bool) -> Void

  /// The request that arrives on a connection.
  ///
  /// - Parameter setDroppable: Called when the connection may be dropped for another one, and when it may not.
  package init(
    _ transport: any RequestTransport, _ state: ReceiverState, setDroppable: @escaping (Bool) -> Void = { _ in }
  ) {
    (self.transport, self.state, self.setDroppable) = (transport, state, setDroppable)
  }

  private var limits: ReceiverLimits { state.limits }

  /// Reads and answers the request. Returns the answer; `nil` if the client sent nothing.
  @discardableResult
  package func serve() -> ReceiverAnswer? {
    let answer: ReceiverAnswer
    var isHead = false
    do throws(RequestRefusal) {
      guard let (head, rest) = try readHead() else { return nil }
      isHead = head.method == "HEAD"
      answer = try self.answer(to: head, rest)
    } catch {
      answer = error.answer
    }
    let isSent = transport.write(answer.bytes(isHead: isHead), until: state.clock.now.advanced(by: limits.answerTime))
    setDroppable(true)
    if isSent, answer.isRefusal { linger() }
    return answer
  }

  // MARK: Head

  private func readHead() throws(RequestRefusal) -> (RequestHead, rest: [UInt8])? {
    var reader = RequestHeadReader()
    let deadline = state.clock.now.advanced(by: limits.headTime)
    while true {
      guard state.clock.now < deadline else { return try late(reader) }
      switch transport.read(atMost: 4_096, until: deadline) {
      case .bytes(let bytes):
        switch reader.append(bytes) {
        case .success(let head)?: return (head, reader.rest)
        case .failure(let fault)?: throw Self.refusal(fault)
        case nil: continue
        }
      case .late: return try late(reader)
      case .ended, .failed: return nil
      }
    }
  }

  private func late(_ reader: RequestHeadReader) throws(RequestRefusal) -> (RequestHead, rest: [UInt8])? {
    if reader.isEmpty { return nil }
    throw RequestRefusal(.requestTimeout, "The head of the request arrived too slowly.")
  }

  private static func refusal(_ fault: RequestHead.Fault) -> RequestRefusal {
    switch fault {
    case .malformed: RequestRefusal(.badRequest, "The head of the request is malformed.")
    case .lineTooLong: RequestRefusal(.uriTooLong, "The first line of the request is too long.")
    case .tooLarge: RequestRefusal(.fieldsTooLarge, "The head of the request is too large.")
    case .unsupportedVersion: RequestRefusal(.unsupportedVersion, "Only HTTP/1.1 and HTTP/1.0 are supported.")
    }
  }

  // MARK: Checks before the body

  private func answer(to head: RequestHead, _ rest: [UInt8]) throws(RequestRefusal) -> ReceiverAnswer {
    let hosts = head.fields["host"]?.count ?? 0
    guard hosts == 1 || hosts == 0 && head.version == "HTTP/1.0", let target = RequestTarget(head.target) else {
      throw RequestRefusal(.badRequest, "The head of the request is malformed.")
    }
    let framing: RequestFraming
    do throws(RequestFraming.Fault) { framing = try RequestFraming(head) } catch {
      switch error {
      case .ambiguous: throw RequestRefusal(.badRequest, "The length of the body is ambiguous.")
      case .unsupportedCoding: throw RequestRefusal(.notImplemented, "This transfer coding is not supported.")
      }
    }
    guard let route = ReceiverRoute(target.path) else { throw RequestRefusal(.notFound, "Not found.") }
    if route == .health { return try health(head, framing) }
    guard head.method == "POST" else {
      throw RequestRefusal(.refusal(.methodNotAllowed, "Send reports with POST.", allow: "POST"))
    }
    let limits = route == .symbols ? limits.forSymbols : limits
    let store = RequestStore(state, route) { setDroppable(false) }
    defer { store.leave() }
    switch PresentedToken(head, target, route) {
    case .one(let token): try store.admit(token)
    case .none where route == .sentryEnvelope: break
    case .none, .several: throw RequestStore.unauthorized
    }
    try Self.check(framing, limits)
    try store.check(framing)
    let type = Self.type(head)
    if let refusal = route.refusal(ofType: type) { throw RequestRefusal(refusal) }
    store.isMessage = route.telemetry != nil && type == ReceiverRoute.protobuf
    let decoding = BodyDecoding(isGzip: try isGzip(head), limits)
    try continueIfExpected(head, rest)
    var body = RequestBody(transport, framing, beginning: rest, limits, state.clock)
    while let part = try body.next() {
      try store.count(part.count)
      try decoding.decode(part) { (decoded) throws(RequestRefusal) in try store.append(decoded) }
    }
    try decoding.finish()
    if route == .symbols {
      try store.finishSymbols()
      return .stored
    }
    let id = try store.finish()
    return store.isMessage ? .acceptedMessage : .accepted(id, route)
  }

  private func health(_ head: RequestHead, _ framing: RequestFraming) throws(RequestRefusal) -> ReceiverAnswer {
    guard head.method == "GET" || head.method == "HEAD" else {
      throw RequestRefusal(.refusal(.methodNotAllowed, "Use GET.", allow: "GET, HEAD"))
    }
    guard framing == .none || framing == .length(0) else {
      throw RequestRefusal(.badRequest, "A request of this method has no body.")
    }
    if state.spool.isFull { throw RequestStore.spoolIsFull }
    return .healthy
  }

  private static func check(_ framing: RequestFraming, _ limits: ReceiverLimits) throws(RequestRefusal) {
    switch framing {
    case .none: throw RequestRefusal(.lengthRequired, "Send the report as the body, with its length.")
    case .length(let length) where length > limits.body: throw RequestBody.tooLarge
    case .length, .chunked: break
    }
  }

  private static func type(_ head: RequestHead) -> String {
    let value = head.fields["content-type"]?.first ?? ""
    return value.prefix { $0 != ";" && $0 != " " }.lowercased()
  }

  private func isGzip(_ head: RequestHead) throws(RequestRefusal) -> Bool {
    guard let codings = head.fields["content-encoding"] else { return false }
    switch codings.count == 1 ? codings.first?.lowercased() : nil {
    case "gzip", "x-gzip": return true
    case "identity", "": return false
    default: throw RequestRefusal(.unsupportedMediaType, "The only content coding that is supported is gzip.")
    }
  }

  /// Permits the client to send the body, if it asks (RFC 9110, section 10.1.1).
  private func continueIfExpected(_ head: RequestHead, _ rest: [UInt8]) throws(RequestRefusal) {
    guard let expectations = head.fields["expect"] else { return }
    guard expectations.count == 1, expectations.first?.lowercased() == "100-continue" else {
      throw RequestRefusal(.expectationFailed, "The only expectation that is supported is 100-continue.")
    }
    guard rest.isEmpty, head.version == "HTTP/1.1" else { return }
    let deadline = state.clock.now.advanced(by: limits.answerTime)
    _ = transport.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), until: deadline)
  }

  /// Reads a part of the rest of the request, so that the answer arrives: closing with unread bytes resets the connection
  /// (RFC 9112, section 9.6).
  private func linger() {
    transport.finishWriting()
    let deadline = state.clock.now.advanced(by: limits.lingerTime)
    var left = limits.lingerBytes
    while left > 0, state.clock.now < deadline,
      case .bytes(let bytes) = transport.read(atMost: 16 << 10, until: deadline)
    {
      left -= bytes.count
    }
  }
}

/// The way of a body from the token to the spool.
final class RequestStore {
  private let state: ReceiverState
  private let route: ReceiverRoute
  private let onAdmission: () -> Void
  /// The name of the valid token; `nil` until an envelope of Sentry has shown it.
  private var token: String?
  private var writer: SpoolWriter?
  private var symbols: DepotWriter?
  /// Whether the body is a message of OpenTelemetry in protocol buffers. It is stored in JSON, by which it is recognized.
  var isMessage = false
  private var message: [UInt8] = []
  private var reserved = 0
  /// The beginning of an envelope whose token is not known yet.
  private var beginning: [UInt8] = []
  /// The bytes of the body as they were sent, and decoded.
  private var (sent, decoded) = (0, 0)
  /// The bytes that the quota of the token includes.
  private var counted = 0
  private var expected = 0

  /// The maximum length of the first line of an envelope, in bytes.
  private static let maxHeader = 16 << 10
  /// The time after which a client may try again if the spool is full, in seconds.
  private static let retryTime = 30

  static var unauthorized: RequestRefusal {
    RequestRefusal(.unauthorized, "A valid token is required (diagnose receive --add-token NAME).")
  }

  static var spoolIsFull: RequestRefusal {
    RequestRefusal(
      .unavailable, "Too many reports are waiting to be recorded. Try again later.", retryAfter: retryTime)
  }

  private static var shareIsFull: RequestRefusal {
    RequestRefusal(
      .tooManyRequests, "Too many reports of this token are waiting to be recorded. Try again later.",
      retryAfter: retryTime)
  }

  init(_ state: ReceiverState, _ route: ReceiverRoute, _ onAdmission: @escaping () -> Void) {
    (self.state, self.route, self.onAdmission) = (state, route, onAdmission)
  }

  /// Ends the request of the token.
  func leave() {
    state.messages.withLock { $0 -= reserved }
    reserved = 0
    if let token { state.meter.leave(token) }
    token = nil
  }

  /// Checks the token of the request, and counts the request.
  func admit(_ candidate: String) throws(RequestRefusal) {
    switch state.tokens.verdict(on: candidate, forSymbols: route == .symbols) {
    case .otherPurpose:
      throw RequestRefusal(.forbidden, "This token is for another resource (diagnose receive --for-symbols).")
    case .unknown: throw Self.unauthorized
    case .unavailable:
      throw RequestRefusal(.unavailable, "The tokens cannot be checked now.", retryAfter: Self.retryTime)
    case .valid(let name):
      if let seconds = state.meter.countRequest(name) {
        throw RequestRefusal(.tooManyRequests, "Too many requests with this token.", retryAfter: seconds)
      }
      guard state.meter.enter(name) else {
        throw RequestRefusal(.tooManyRequests, "Too many requests with this token at once.", retryAfter: 1)
      }
      token = name
      onAdmission()
    }
  }

  /// Checks the length that the head states.
  func check(_ framing: RequestFraming) throws(RequestRefusal) {
    if case .length(let length) = framing { expected = length }
    guard route != .symbols else {
      guard state.depot != nil else { throw RequestRefusal(.notFound, "Not found.") }
      if let token, let seconds = state.meter.check(bytes: expected, token) { throw Self.overQuota(seconds) }
      return
    }
    if state.spool.isFull { throw Self.spoolIsFull }
    if let token { try check(token) }
  }

  private func check(_ token: String) throws(RequestRefusal) {
    if let fault = state.spool.fault(for: token) { throw Self.refusal(fault) }
    if let seconds = state.meter.check(bytes: expected, token) { throw Self.overQuota(seconds) }
  }

  /// Counts bytes as they were sent.
  func count(_ bytes: Int) throws(RequestRefusal) {
    sent += bytes
    try count()
  }

  /// Counts the larger of what was sent and what it decodes to: the disk and the analysis need the decoded bytes.
  private func count() throws(RequestRefusal) {
    let used = max(sent, decoded)
    guard let token, used > counted else { return }
    if let seconds = state.meter.count(bytes: used - counted, token) { throw Self.overQuota(seconds) }
    counted = used
  }

  /// Appends decoded bytes.
  func append(_ bytes: ArraySlice<UInt8>) throws(RequestRefusal) {
    decoded += bytes.count
    if token == nil {
      let searched = beginning.count
      beginning += bytes
      if let end = beginning[searched...].firstIndex(of: 0x0A) { return try begin(end) }
      if beginning.count > Self.maxHeader { throw Self.unauthorized }
      return
    }
    try count()
    if isMessage { try hold(bytes) } else { try write(bytes) }
  }

  /// Adds bytes to the message.
  private func hold(_ bytes: ArraySlice<UInt8>) throws(RequestRefusal) {
    let limits = state.limits
    guard message.count + bytes.count <= limits.message else {
      throw RequestRefusal(
        .contentTooLarge,
        "A request in protocol buffers is larger than the limit of this endpoint. Use smaller batches.")
    }
    let fits = state.messages.withLock { sum -> Bool in
      guard sum + bytes.count <= limits.messages else { return false }
      sum += bytes.count
      return true
    }
    guard fits else { throw RequestRefusal(.unavailable, "Too many requests at once. Try again later.", retryAfter: 1) }
    reserved += bytes.count
    message += bytes
  }

  /// Writes the message in JSON.
  private func writeMessage() throws(RequestRefusal) {
    guard let request = route.telemetry else { return }
    let json: [UInt8]
    do throws(OpenTelemetryMessage.Fault) {
      json = try OpenTelemetryMessage.json(message, request, limit: state.limits.decoded)
    } catch {
      switch error {
      case .malformed, .tooDeep:
        throw RequestRefusal(.badRequest, "The body is not a request of OpenTelemetry in protocol buffers.")
      case .tooLarge:
        throw RequestRefusal(.contentTooLarge, "The body decodes to more than the limit of this endpoint.")
      }
    }
    message = []
    try write(json[...])
  }

  /// Makes the body durable.
  func finish() throws(RequestRefusal) -> SpoolID {
    if isMessage { try writeMessage() }
    if token == nil { try begin(beginning.count) }
    guard let writer else { throw RequestRefusal(.badRequest, "The body is empty. Send a report as the body.") }
    do throws(Spool.Fault) { return try writer.finish() } catch { throw Self.refusal(error) }
  }

  /// Makes a symbol file durable.
  func finishSymbols() throws(RequestRefusal) {
    guard let symbols else { throw RequestRefusal(.badRequest, "The body is empty. Send a symbol file as the body.") }
    do throws(Spool.Fault) {
      if try symbols.finish() { return }
    } catch { throw Self.refusal(error) }
    throw RequestRefusal(
      .badRequest,
      "The body is not a complete Mach-O file with a UUID. Send each file of a dSYM: Contents/Resources/DWARF.")
  }

  /// Reads the token in the first line of an envelope, and writes what has arrived of it.
  ///
  /// - Parameter end: Where the first line ends.
  private func begin(_ end: Int) throws(RequestRefusal) {
    guard end <= Self.maxHeader, case .one(let candidate) = PresentedToken(envelopeHeader: beginning[..<end]) else {
      throw Self.unauthorized
    }
    try admit(candidate)
    if let token { try check(token) }
    try count()
    let bytes = beginning
    beginning = []
    try write(bytes[...])
  }

  private func write(_ bytes: ArraySlice<UInt8>) throws(RequestRefusal) {
    guard let token else { return }
    do throws(Spool.Fault) {
      if route == .symbols {
        if symbols == nil { symbols = try state.depot?.write() }
        try symbols?.append(bytes)
        return
      }
      let writer: SpoolWriter
      if let open = self.writer { writer = open } else { writer = try state.spool.write(token) }
      self.writer = writer
      try writer.append(bytes)
    } catch { throw Self.refusal(error) }
  }

  private static func overQuota(_ seconds: Int) -> RequestRefusal {
    RequestRefusal(.tooManyRequests, "The quota of this token for today is used up.", retryAfter: seconds)
  }

  /// The answer if a body cannot be stored. Only a full disk is 507: the others may be over soon.
  static func refusal(_ fault: Spool.Fault) -> RequestRefusal {
    switch fault {
    case .full: spoolIsFull
    case .tokenIsFull: shareIsFull
    case .noSpace: RequestRefusal(.insufficientStorage, "The disk of this endpoint is full.")
    case .system: RequestRefusal(.unavailable, "The report cannot be stored now.", retryAfter: retryTime)
    }
  }
}
