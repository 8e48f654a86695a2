package import Archives
import CrashReports
import Documents
import Vocabulary
import Platform

/// An archive that is read as an input.
package struct ArchiveInput: Sendable {
  /// Where the bytes of the archive are.
  package enum Content: Sendable {
    case file(OpenFile)
    case bytes([UInt8])
  }

  /// The path as the user gave it; `-` for standard input.
  package var path: String
  /// The bytes of the archive.
  package var content: Content
  /// Whether the user named it; otherwise, it was found in a folder.
  package var isNamed: Bool
  /// The limits of reading; that of a member is the limit of the reader.
  package var limits = ArchiveLimits()

  /// An archive that is open or in memory.
  package init(path: String, content: Content, isNamed: Bool) {
    self.path = path
    self.content = content
    self.isNamed = isNamed
  }

  /// The maximum size of the members that are in memory at once, in bytes.
  private static let batchBytes = 16 << 20
  /// The maximum number of faults reported for one archive.
  private static let maxFaults = 20

  /// Reads the members and calls `consume` with the outcome of each, in order, and finally with the outcome of the
  /// archive.
  ///
  /// - Returns: The last result of `consume`: whether to continue.
  package func forEach(_ reader: InputReader, jobs: Int, consume: (InputOutcome) throws -> Bool) throws -> Bool {
    var state = State(batchSize: max(1, jobs) * 4)
    var failure: (any Error)?
    var shouldContinue = true
    func flush() {
      let batch = state.takeBatch()
      guard shouldContinue, failure == nil, !batch.isEmpty else { return }
      do {
        try OrderedWork.run(batch, jobs: jobs) { member in
          // The content of a gzip file counts as named by the user.
          reader.outcome(member.bytes, path: path, member: member.name, isNamed: isNamed && member.name == nil)
        } consume: { outcome in
          state.count(outcome)
          // Skipped members are reported together at the end, when it is known whether there is a report among them.
          if outcome.skipped.count == 0 { shouldContinue = try consume(outcome) }
          return shouldContinue
        }
      } catch { failure = error }
    }
    var limits = limits
    limits.memberBytes = reader.limit
    let contents = Archive.read(source, limits: limits, selection: selection, isCanceled: reader.isCanceled) {
      member in
      state.add(member)
      if state.isFull || state.bytes >= Self.batchBytes { flush() }
      return shouldContinue && failure == nil
    }
    flush()
    if let failure { throw failure }
    return try shouldContinue && consume(rest(state, contents))
  }

  /// Returns the bytes of the only report in the archive, and the first fault of the archive. Throws if there is no
  /// report or more than one.
  package func onlyReport(limit: Int) throws(ReadingFault) -> ([UInt8], ArchiveFault?) {
    var found: [[UInt8]] = []
    var fault: ArchiveFault?
    var limits = limits
    limits.memberBytes = limit
    _ = Archive.read(source, limits: limits, selection: selection) { member in
      fault = fault ?? member.fault
      if !ReportReader.read(member.bytes).reports.isEmpty { found.append(member.bytes) }
      return found.count < 2
    }
    guard let bytes = found.first else {
      let words = fault.map { "could not be read: \($0.message)" } ?? "contains no report"
      throw ReadingFault(DecodingFault.Code.notAReport.rawValue, words)
    }
    if found.count > 1 {
      throw ReadingFault(
        DecodingFault.Code.notAReport.rawValue, "contains more than one report",
        hint: "Unpack it, and name one of them.")
    }
    return (bytes, fault)
  }

  private var source: ByteSource {
    switch content {
    case .file(let file): file.source
    case .bytes(let bytes): ByteSource(bytes)
    }
  }

  /// The members to read: in a sysdiagnose, only those that may be reports by name; in other archives, all that are not
  /// source code by name, and not images, programs or databases by their first bytes.
  private var selection: ArchiveSelection {
    let isSysdiagnose = FilePath(path).lastComponent.starts(with: "sysdiagnose_".utf8)
    return ArchiveSelection(
      byName: { name in
        guard isSysdiagnose || name.hasPrefix("sysdiagnose_") else { return !SourceFileName.matches(name) }
        return ReportName.isLikely(inSysdiagnose: name)
      },
      byHead: { !UnsupportedInput.isUnsupported(head: $0) })
  }

  /// Returns the outcome of the archive itself, after all members were read.
  private func rest(_ state: State, _ contents: ArchiveContents) -> InputOutcome {
    var outcome = InputOutcome(path: path, skipped: state.foreign)
    outcome.skipped.add(unnamed: contents.skippedCount)
    let others = outcome.skipped.count
    let isWanted = isNamed || state.reports > 0 || ReportName.isLikely(path)
    var faults = state.faults.filter { isWanted || ReportName.isLikely($0.name ?? "") }
    let hidden = faults.count - Self.maxFaults
    if hidden > 0 { faults.removeLast(hidden) }
    outcome.errors = faults.map(error)
    if hidden > 0 || state.droppedFaults > 0 {
      outcome.errors.append(
        InputError(
          path: path, code: ArchiveFault.Code.damaged.rawValue,
          message: "\(max(0, hidden) + state.droppedFaults) more files in it could not be read"))
    }
    outcome.warnings = contents.notes.map { InputError(path: path, code: "note", message: $0) }
    if isNamed, state.reports == 0, state.errors == 0, outcome.errors.isEmpty {
      outcome.errors = [nothing(others, contents.examples + state.examples)]
      // The error states the number already.
      outcome.skipped = SkippedFiles()
    }
    outcome.unreadable = outcome.errors.count
    outcome.files = outcome.skipped.count + outcome.errors.count
    return outcome
  }

  private func nothing(_ others: Int, _ examples: [String]) -> InputError {
    var words = "contains no files"
    if others > 0 {
      let names = examples.prefix(3).map { Terminal.quotedFileName($0) }.joined(separator: ", ")
      let more = others > min(3, examples.count) && !names.isEmpty ? ", …" : ""
      words = "contains no report, but \(others == 1 ? "1 other file" : "\(others) other files")"
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

  /// The results so far.
  private struct State {
    private let batchSize: Int
    private var batch: [ArchiveMember] = []
    private(set) var bytes = 0
    private(set) var reports = 0
    private(set) var errors = 0
    private(set) var foreign = SkippedFiles()
    private(set) var examples: [String] = []
    private(set) var faults: [ArchiveMember] = []
    private(set) var droppedFaults = 0

    init(batchSize: Int) { self.batchSize = batchSize }

    var isFull: Bool { batch.count >= batchSize }

    mutating func add(_ member: ArchiveMember) {
      if member.fault != nil {
        var reported = member
        reported.bytes = []
        if faults.count < 1000 { faults.append(reported) } else { droppedFaults += 1 }
      }
      // A truncated member may contain enough.
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
      foreign.add(outcome.skipped)
      if outcome.skipped.count > 0, examples.count < 5, let member = outcome.member { examples.append(member) }
    }
  }
}
