import Archives
import CrashReports
import Documents
import Vocabulary
import Platform

/// An archive as an input.
struct ArchiveInput: Sendable {
  enum Content: Sendable {
    case file(OpenFile)
    case bytes([UInt8])
  }

  /// As the user gave it; `-` for standard input.
  var path: String
  var content: Content
  var isNamed: Bool

  /// Members judged at once are held in memory: so many, and so many bytes of them.
  private static let batchBytes = 16 << 20
  /// Faults told of one archive.
  private static let faults = 20

  /// Reads the members and calls `consume` with what came of each, in their order, and last with what is left to say.
  ///
  /// - Returns: What `consume` said to going on.
  func forEach(_ reader: InputReader, jobs: Int, consume: (InputOutcome) throws -> Bool) throws -> Bool {
    var state = State(batchSize: max(1, jobs) * 4)
    var failure: (any Error)?
    var goesOn = true
    func flush() {
      let batch = state.takeBatch()
      guard goesOn, failure == nil, !batch.isEmpty else { return }
      do {
        try OrderedWork.run(batch, jobs: jobs) { member in
          // What a gzip file holds is what the user named.
          reader.outcome(member.bytes, path: path, member: member.name, isNamed: isNamed && member.name == nil)
        } consume: { outcome in
          state.count(outcome)
          // Skipped ones are told of together, when it is known whether there is a report among them.
          if outcome.skipped == 0 { goesOn = try consume(outcome) }
          return goesOn
        }
      } catch { failure = error }
    }
    var limits = ArchiveLimits()
    limits.memberBytes = reader.limit
    let contents = Archive.read(source, limits: limits, selection: selection, isCancelled: reader.isCancelled) {
      member in
      state.add(member)
      if state.isFull || state.bytes >= Self.batchBytes { flush() }
      return goesOn && failure == nil
    }
    flush()
    if let failure { throw failure }
    return try goesOn && consume(rest(state, contents))
  }

  /// The bytes of the only report in it, for a command that takes one, and what else is wrong with the archive.
  func onlyReport(limit: Int) throws(ReadingFault) -> ([UInt8], ArchiveFault?) {
    var found: [[UInt8]] = []
    var fault: ArchiveFault?
    var limits = ArchiveLimits()
    limits.memberBytes = limit
    _ = Archive.read(source, limits: limits, selection: selection) { member in
      fault = fault ?? member.fault
      if !ReportReader.read(member.bytes).reports.isEmpty { found.append(member.bytes) }
      return found.count < 2
    }
    guard let bytes = found.first else {
      let words = fault.map { "could not be read: \($0.message)" } ?? "holds no report"
      throw ReadingFault(DecodingFault.Code.notAReport.rawValue, words)
    }
    if found.count > 1 {
      throw ReadingFault(
        DecodingFault.Code.notAReport.rawValue, "holds more than one report", hint: "Unpack it, and name one of them.")
    }
    return (bytes, fault)
  }

  private var source: ByteSource {
    switch content {
    case .file(let file): file.source
    case .bytes(let bytes): ByteSource(bytes)
    }
  }

  /// Of a sysdiagnose only what may be a report is looked at; of other archives everything that is no picture, program
  /// or database by its first bytes.
  private var selection: ArchiveSelection {
    let isSysdiagnose = FilePath(path).lastComponent.starts(with: "sysdiagnose_".utf8)
    return ArchiveSelection(
      byName: { name in
        guard isSysdiagnose || name.hasPrefix("sysdiagnose_") else { return true }
        return ReportName.isLikely(inSysdiagnose: name)
      },
      byHead: { !ForeignInput.isForeign(head: $0) })
  }

  /// What there is to say when all members were read.
  private func rest(_ state: State, _ contents: ArchiveContents) -> InputOutcome {
    let others = state.foreign + contents.skippedCount
    var outcome = InputOutcome(path: path, skipped: others)
    let isWanted = isNamed || state.reports > 0 || ReportName.isLikely(path)
    var faults = state.faults.filter { isWanted || ReportName.isLikely($0.name ?? "") }
    let hidden = faults.count - Self.faults
    if hidden > 0 { faults.removeLast(hidden) }
    outcome.errors = faults.map(error)
    if hidden > 0 || state.droppedFaults > 0 {
      outcome.errors.append(
        InputError(
          path: path, code: ArchiveFault.Code.damaged.rawValue,
          message: "\(max(0, hidden) + state.droppedFaults) more of its files could not be read"))
    }
    outcome.warnings = contents.notes.map { InputError(path: path, code: "note", message: $0) }
    if isNamed, state.reports == 0, state.errors == 0, outcome.errors.isEmpty {
      outcome.errors = [nothing(others, contents.examples + state.examples)]
      // Said in the error already.
      outcome.skipped = 0
    }
    outcome.unreadable = outcome.errors.count
    outcome.files = outcome.skipped + outcome.errors.count
    return outcome
  }

  private func nothing(_ others: Int, _ examples: [String]) -> InputError {
    var words = "holds no files"
    if others > 0 {
      let names = examples.prefix(3).map { Terminal.quotedFileName($0) }.joined(separator: ", ")
      let more = others > min(3, examples.count) && !names.isEmpty ? ", …" : ""
      words = "holds no report; there \(others == 1 ? "is 1 file" : "are \(others) files") in it"
      words += names.isEmpty ? "" : ": \(names)\(more)"
    }
    return InputError(path: path, code: DecodingFault.Code.notAReport.rawValue, message: words)
  }

  private func error(_ member: ArchiveMember) -> InputError {
    let fault = member.fault
    let code =
      switch fault?.code {
      case .tooLarge: ReadingFault.tooLarge
      case .unsupported: DecodingFault.Code.unsupportedFormat.rawValue
      case .encrypted: ArchiveFault.Code.encrypted.rawValue
      default: ArchiveFault.Code.damaged.rawValue
      }
    return InputError(path: path, member: member.name, code: code, message: fault?.message ?? "")
  }

  /// What was met so far.
  private struct State {
    private let batchSize: Int
    private var batch: [ArchiveMember] = []
    private(set) var bytes = 0
    private(set) var reports = 0
    private(set) var errors = 0
    private(set) var foreign = 0
    private(set) var examples: [String] = []
    private(set) var faults: [ArchiveMember] = []
    private(set) var droppedFaults = 0

    init(batchSize: Int) { self.batchSize = batchSize }

    var isFull: Bool { batch.count >= batchSize }

    mutating func add(_ member: ArchiveMember) {
      if member.fault != nil {
        var told = member
        told.bytes = []
        if faults.count < 1000 { faults.append(told) } else { droppedFaults += 1 }
      }
      // Of a member that was cut there may be enough.
      guard member.fault == nil || !member.bytes.isEmpty else { return }
      batch.append(member)
      bytes += member.bytes.count
    }

    mutating func takeBatch() -> [ArchiveMember] {
      defer {
        batch = []
        bytes = 0
      }
      return batch
    }

    mutating func count(_ outcome: InputOutcome) {
      reports += outcome.found
      errors += outcome.errors.count
      foreign += outcome.skipped
      if outcome.skipped > 0, examples.count < 5, let member = outcome.member { examples.append(member) }
    }
  }
}
