import Analysis
import ArgumentParser
import Documents
import History
import HistoryPresentation
import Monitoring
import Pages
import Platform
import Presentation
import Symbolication
import Vocabulary
import Workflow

/// Receives crash reports over HTTP and records them.
struct ReceiveCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "receive", abstract: "Receive crash reports from apps over HTTP, and record them.",
    discussion: """
      Accepts reports with POST /v1/reports, events of Sentry SDKs, and crashes in OTLP over HTTP. A report that was \
      acknowledged is on disk; it is recorded as by watch. Every app needs a token. Stop it with Control-C.

      Listens on the loopback address. A proxy adds TLS for other machines: see docs/receiving.md.

      Exit status: 0 after SIGTERM; 130 after Control-C; 74 if the address or the spool is not available.

      Examples:
        diagnose receive --add-token checkout-app
        diagnose receive --listen 127.0.0.1:8424 --symbols dsyms/
      """)

  @Option(help: ArgumentHelp("Listen on this address; repeatable (default: 127.0.0.1:8424).", valueName: "address"))
  var listen: [ListenArgument] = []

  @Flag(help: "Permit addresses that other machines can reach, without TLS.")
  var insecure = false

  @Option(help: ArgumentHelp("Create a token, print it once, and exit.", valueName: "name"))
  var addToken: String?

  @Flag(help: "With --add-token: create a token for symbol files, and not for reports.")
  var forSymbols = false

  @Option(help: ArgumentHelp("Revoke a token, and exit.", valueName: "name"))
  var revokeToken: String?

  @Flag(help: "Print the names of the tokens, and exit.")
  var listTokens = false

  @OptionGroup(title: "Limit options") var limits: ReceiverLimitOptions
  @OptionGroup(title: "History options") var history: HistoryOptions
  @Option(help: ArgumentHelp("Store a label, such as build or branch; repeatable.", valueName: "key=value"))
  var label: [LabelArgument] = []

  @OptionGroup(title: "Symbol options") var symbol: SymbolOptions
  @OptionGroup(title: "Analysis options") var patternOptions: PatternOptions
  @OptionGroup(title: "Analysis options") var configuration: ConfigurationOptions
  @OptionGroup(title: "Analysis options") var project: ProjectOptions
  @OptionGroup(title: "Output options") var style: StyleOptions

  private static let defaultAddress = "127.0.0.1:8424"

  func validate() throws {
    let actions = [addToken != nil, revokeToken != nil, listTokens].count { $0 }
    if actions > 1 {
      throw ValidationError("--add-token, --revoke-token and --list-tokens cannot be used together.")
    }
    if forSymbols, addToken == nil { throw ValidationError("--for-symbols needs --add-token.") }
    if label.contains(where: { $0.key == SpoolRecorder.sourceLabel }) {
      throw ValidationError("--label \(SpoolRecorder.sourceLabel) is the name of the token. Use another key.")
    }
    for name in [addToken, revokeToken].compactMap(\.self) where !ReceiverToken.isName(name) {
      throw ValidationError(
        "\(Terminal.quotedFileName(name)) is not a name of a token. Use 1 to 40 letters, digits, '.', '_' and '-'.")
    }
    if !insecure, let open = listen.first(where: { !$0.address.isLoopback }) {
      throw ValidationError(
        "\(open.address.text) can be reached by other machines, without TLS. Use 127.0.0.1 and a proxy, or --insecure.")
    }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let location = try history.selection.location(session)
    let tokens = TokenFile(history: location.path)
    if let addToken { return try add(addToken, to: tokens, session) }
    if let revokeToken { return try revoke(revokeToken, in: tokens) }
    if listTokens { return try list(tokens) }
    return try receive(session, location, tokens)
  }

  // MARK: Tokens

  private func add(_ name: String, to file: TokenFile, _ session: Session) throws -> ExitStatus {
    let token: String
    do throws(TokenFile.Fault) { token = try file.add(name, now: session.now, sendsSymbols: forSymbols) } catch {
      throw Self.fault(error, file)
    }
    try StandardStreams.output(token + "\n")
    Console.writeMessage(
      "token \(name) was created, and is shown only now",
      hint: forSymbols
        ? "DIAGNOSE_UPLOAD_TOKEN=TOKEN diagnose upload-symbols MyApp.app.dSYM --to http://HOST:PORT"
        : "curl -H 'Authorization: Bearer TOKEN' --data-binary @FILE http://HOST:PORT/v1/reports, "
          + "or for an SDK of Sentry the DSN http://TOKEN@HOST:PORT/1")
    return .done
  }

  private func revoke(_ name: String, in file: TokenFile) throws -> ExitStatus {
    do throws(TokenFile.Fault) {
      if try file.revoke(name) { return .done }
    } catch { throw Self.fault(error, file) }
    throw CommandFault(.nothingDone, "token \(name) does not exist", hint: "diagnose receive --list-tokens")
  }

  private func list(_ file: TokenFile) throws -> ExitStatus {
    let tokens: [ReceiverToken]
    do throws(TokenFile.Fault) { tokens = try file.tokens() } catch { throw Self.fault(error, file) }
    let width = tokens.map(\.name.utf8.count).max() ?? 0
    try StandardStreams.output(
      tokens.map {
        "\($0.name.padded(to: width))  created \($0.created.date)\($0.sendsSymbols ? "  for symbols" : "")\n"
      }.joined())
    return .done
  }

  private static func fault(_ fault: TokenFile.Fault, _ file: TokenFile) -> CommandFault {
    let hint: String? =
      switch fault {
      case .notPrivate: "The file must belong to you, with mode 0600."
      case .exists: "Use another name, or revoke the token first with --revoke-token."
      case .damaged: "Restore the file, or remove it and create new tokens."
      case .busy, .system: nil
      }
    return CommandFault(
      fault == .busy ? .busy : fault == .exists ? .nothingDone : .cannotWrite,
      "\(Terminal.quotedFileName(file.path.text)): \(fault.message)", hint: hint)
  }

  // MARK: Receiving

  private func receive(_ session: Session, _ location: HistoryLocation, _ file: TokenFile) throws -> ExitStatus {
    var analysis = try patternOptions.selection.analysisOptions(session)
    let index = try project.index()
    let labels = LabelArgument.dictionary(label)
    let interruption = Interruption()
    let limits = limits.limits
    let opening = ReceiverHistory(location, session, interruption)
    let store = try opening.openAtStart()
    let spool = try openSpool(location, limits)
    let depot = try openDepot(location, limits, spool)
    let symbols = try symbol.store(session, depots: [depot.path], isWatching: true)
    analysis.symbolicator = symbols.map { Symbolicator($0) }
    analysis.withDigest = true
    let reporter = ReceiveReporter(session, style.style(session))
    let table = TokenTable(file, report: { Console.writeMessage(Self.fault($0, file).message ?? "") })
    let server = try openServer(ReceiverState(table, spool, limits, depot: depot), reporter)
    let alerts = AlertService.start(location, session)
    defer { alerts?.stop(seconds: 0.2) }
    let recorder = SpoolRecorder(
      spool, SpoolRecorder.Settings(limit: limits.decoded, analysis: analysis, labels: labels, project: index), session,
      store, open: opening.open
    ) { event in
      reporter.emit(event)
      if case .report = event { alerts?.reportsWereRecorded() }
    }
    recorder.endsProgram = BodyTrial.endsProgram
    let sharing = SharingLoop.start(history.selection, session, interruption)
    defer { sharing?.stop() }
    interruption.notify { spool.stop() }
    defer {
      spool.stop()
      server.stop(seconds: 1)
      reporter.stop(waiting: spool.count)
    }
    do throws(SystemError) { try server.start() } catch {
      throw CommandFault(.cannotWrite, "no thread can be started (\(StandardStreams.reason(error)))")
    }
    reporter.start(server.addresses, tokens: table.count)
    do { try recorder.run() } catch let error as HistoryError { throw CommandFault(error) }
    return interruption.status == .interrupted ? .interrupted : .done
  }

  private func openSpool(_ location: HistoryLocation, _ limits: ReceiverLimits) throws -> Spool {
    let path = FilePath(self.limits.spool ?? location.path + ".spool")
    do throws(SystemError) { return try Spool(path, limit: limits.spool, waiting: limits.waiting) } catch {
      let shown = Terminal.quotedFileName(path.text)
      switch error {
      case .wouldBlock:
        throw CommandFault(
          .busy, "\(shown): another diagnose receive uses this spool", hint: "Stop it, or name another with --spool.")
      case .notPermitted:
        throw CommandFault(
          .cannotWrite, "\(shown): other users can read or change it",
          hint: "The folder must belong to you, with mode 0700.")
      default: throw CommandFault(.cannotWrite, "\(shown): \(StandardStreams.reason(error))")
      }
    }
  }

  /// Opens the symbol store. Reports that wait for a file in it, which arrived before or arrives later, are read again.
  private func openDepot(_ location: HistoryLocation, _ limits: ReceiverLimits, _ spool: Spool) throws -> SymbolDepot {
    let path = FilePath(location.path + ".symbols")
    do throws(SystemError) {
      let depot = try SymbolDepot(path, limit: limits.symbols) { spool.symbolsWereStored(for: $0) }
      spool.symbolsWereStored { depot.contains($0) }
      return depot
    } catch {
      throw CommandFault(
        .cannotWrite,
        Terminal.quotedFileName(path.text) + ": "
          + (error == .notPermitted ? "other users can read or change it" : StandardStreams.reason(error)),
        hint: error == .notPermitted ? "The folder must belong to you, with mode 0700." : nil)
    }
  }

  private func openServer(_ state: ReceiverState, _ reporter: ReceiveReporter) throws -> ReceiverServer {
    var addresses = listen.map(\.address)
    if addresses.isEmpty { addresses = [ListenAddress(Self.defaultAddress)].compactMap(\.self) }
    do throws(SocketListener.Failure) {
      return try ReceiverServer(addresses, state, onTick: reporter.reportRefusals) { reporter.count($0) }
    } catch {
      throw CommandFault(
        .cannotWrite, "\(error.address.text) is not available (\(error.reason))", hint: "Use another with --listen.")
    }
  }
}

/// Opens the history of the endpoint, which receives reports also while that is not possible.
private final class ReceiverHistory {
  private let location: HistoryLocation
  private let session: Session
  private let interruption: Interruption
  /// Whether the history was opened in this run, and prepared for it.
  private var isPrepared = false

  init(_ location: HistoryLocation, _ session: Session, _ interruption: Interruption) {
    (self.location, self.session, self.interruption) = (location, session, interruption)
  }

  /// Opens the history. Returns `nil` if it may be possible later: bodies then wait in the spool.
  func openAtStart() throws -> HistoryStore? {
    HistorySelection.warn(of: location.path)
    do throws(HistoryError) { return try open() } catch {
      switch error.code {
      case .foreign, .newer, .damaged: throw CommandFault(error)
      default:
        let fault = CommandFault(error)
        Console.writeMessage("\(fault.message ?? ""); reports wait in the spool", hint: fault.hint)
        return nil
      }
    }
  }

  func open() throws(HistoryError) -> HistoryStore {
    let store = try openFile()
    if !isPrepared {
      // Reports that are too old are removed by the next run, too.
      do { try session.prune(store) } catch {
        if let message = (error as? CommandFault)?.message { Console.writeMessage(message) }
      }
      isPrepared = true
    }
    return store
  }

  private func openFile() throws(HistoryError) -> HistoryStore {
    guard location.address != nil else {
      return try HistoryStore(
        path: location.path, access: .write, rules: session.historyRules,
        isCanceled: { [interruption] in interruption.isRequested })
    }
    let copy = SharedCopy(location, session, interruption)
    if isPrepared { return try copy.reopen() }
    do { return try copy.open(receiving: .ifPossible) } catch let error as HistoryError { throw error } catch {
      let message = (error as? CommandFault)?.message ?? "\(error)"
      throw HistoryError(.unavailable, "cannot be opened (\(message))", path: location.path)
    }
  }
}

/// The address of a listener.
struct ListenArgument: ExpressibleByArgument, Sendable {
  var address: ListenAddress

  init?(argument: String) {
    guard let address = ListenAddress(argument) else { return nil }
    self.address = address
  }
}

/// The limits of the endpoint that a user can change.
struct ReceiverLimitOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Reject bodies that are larger.", valueName: "bytes"))
  var maxBody = SizeArgument(bytes: ReceiverLimits().body)

  @Option(help: ArgumentHelp("Permit this many requests per minute and token.", valueName: "n"))
  var requestsPerMinute = ReceiverLimits().requestsPerMinute

  @Option(help: ArgumentHelp("Permit bodies of this size in total per day and token.", valueName: "bytes"))
  var bytesPerDay = SizeArgument(bytes: ReceiverLimits().bytesPerDay)

  @Option(help: ArgumentHelp("Reject symbol files while those of the symbol store are larger.", valueName: "bytes"))
  var maxSymbols = SizeArgument(bytes: ReceiverLimits().symbols)

  @Option(help: ArgumentHelp("Permit this many open connections.", valueName: "n"))
  var maxConnections = ReceiverLimits().connections

  @Option(
    help: ArgumentHelp(
      "Store reports here until they are recorded (default: beside the history).", valueName: "folder"),
    completion: .directory)
  var spool: String?

  @Option(help: ArgumentHelp("Reject reports while the spool is larger.", valueName: "bytes"))
  var maxSpool = SizeArgument(bytes: ReceiverLimits().spool)

  @Option(
    help: ArgumentHelp(
      "Store reports up to this size in total to symbolicate them again when their symbol files arrive; 0 for none.",
      valueName: "bytes"))
  var maxWaiting = SizeOrNone(bytes: Spool.WaitingLimits().bytes)

  func validate() throws {
    if spool == "" { throw ValidationError("--spool is empty. Name a folder.") }
    if !(1...1_000_000).contains(requestsPerMinute) {
      throw ValidationError("--requests-per-minute \(requestsPerMinute) is not a number from 1 to 1000000.")
    }
    if !(1...4_096).contains(maxConnections) {
      throw ValidationError("--max-connections \(maxConnections) is not a number from 1 to 4096.")
    }
    if maxBody.bytes > 1 << 30 { throw ValidationError("--max-body is too large. Use at most 1G.") }
  }

  var limits: ReceiverLimits {
    var limits = ReceiverLimits()
    limits.body = maxBody.bytes
    limits.decoded = max(limits.decoded, maxBody.bytes)
    limits.requestsPerMinute = requestsPerMinute
    limits.bytesPerDay = bytesPerDay.bytes
    limits.connections = maxConnections
    limits.spool = maxSpool.bytes
    limits.symbols = maxSymbols.bytes
    limits.waiting.bytes = maxWaiting.bytes
    return limits
  }
}

/// Prints the reports that were recorded, and counts the rest. Nothing of a request is printed.
final class ReceiveReporter: Sendable {
  private struct Refusals {
    var counts: [Int: Int] = [:]
    var printed = Moment.distantPast
  }

  /// The interval at which rejected requests are reported, in seconds.
  private static let interval = 60.0

  /// Used by the recording thread only.
  private nonisolated(unsafe) let reports: WatchReporter
  private let refusals = Guarded(Refusals())
  private let hasFailed = Guarded(false)

  init(_ session: Session, _ style: PresentationStyle) { reports = WatchReporter(session, .text, style) }

  func start(_ addresses: [ListenAddress], tokens: Int) {
    print { for address in addresses { try StandardStreams.output("Receiving at http://\(address.text)\n") } }
    if tokens == 0 {
      Console.writeMessage(
        "no token exists; every report is rejected", hint: "To create one: diagnose receive --add-token NAME")
    }
  }

  func emit(_ event: SpoolRecorder.Event) {
    switch event {
    case .report(let report): print { try reports.emit(.report(report)) }
    case .unread(let error): print { try reports.emit(.unreadable(error)) }
    case .skipped(let file): print { try reports.emit(.skipped(file)) }
    case .waiting(let fault):
      Console.writeMessage(
        "\(fault.message ?? ""); reports wait in the spool", hint: fault.hint)
    case .resumed: Console.writeMessage("the history can be written again")
    }
  }

  /// Prints to standard output. Its failure is reported once, and does not end the endpoint: the reports are recorded.
  private func print(_ body: () throws -> Void) {
    do { try body() } catch {
      let isFirst = hasFailed.withLock { hasFailed in
        defer { hasFailed = true }
        return !hasFailed
      }
      if isFirst { Console.writeMessage("standard output cannot be written; reports are recorded and not listed") }
    }
  }

  /// Counts an answer. The first rejected request is reported at once, others once a minute.
  func count(_ status: ReceiverAnswer.Status) {
    guard status.rawValue >= 400 else { return }
    refusals.withLock { $0.counts[status.rawValue, default: 0] += 1 }
    reportRefusals()
  }

  /// Reports the rejected requests, unless some were reported in the last minute.
  func reportRefusals() {
    let due = refusals.withLock { refusals -> [Int: Int]? in
      guard !refusals.counts.isEmpty, Moment.now.seconds(since: refusals.printed) >= Self.interval else { return nil }
      refusals.printed = .now
      defer { refusals.counts = [:] }
      return refusals.counts
    }
    if let due { report(due) }
  }

  private func report(_ counts: [Int: Int]) {
    let parts = counts.sorted { $0.key < $1.key }.map { "\($0.value) with status \($0.key)" }
    let total = counts.values.reduce(0, +)
    Console.writeMessage("\(countText(total, "request")) rejected: \(parts.joined(separator: ", "))")
  }

  /// - Parameter waiting: The number of bodies that the next run records.
  func stop(waiting: Int) {
    let rest = refusals.withLock { $0.counts }
    if !rest.isEmpty { report(rest) }
    if waiting > 0 { Console.writeMessage("\(countText(waiting, "report")) in the spool; the next run records them") }
    print { try reports.stop(unfinished: []) }
  }
}
