import ArgumentParser
import CrashReports
import Diagnosis
import Documents
import Platform
import Presentation
import Signatures
import UserFiles
import Vocabulary
import Workflow

/// Options that decide whether reports make a job fail.
struct GateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Exit with 1 on these reports: \(FailCondition.allCases.map(\.rawValue).joined(separator: ", ")); repeatable.",
      discussion: "new compares with --baseline if it is given, and otherwise with the history.",
      valueName: "condition"))
  var failOn: [FailCondition] = []

  @Option(help: ArgumentHelp("Accept the failures in this file.", valueName: "file"), completion: .file())
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "Write the failures of this run, and those of --baseline, to this file.",
      discussion: """
        The file has one line for each failure: signature and headline, sorted. Keep it in version control. An existing \
        file is replaced, but only if it is a valid baseline.
        """, valueName: "file"), completion: .file())
  var writeBaseline: OutputArgument?

  func validate() throws {
    if baseline == "" { throw ValidationError("--baseline is empty. Name a file.") }
    if writeBaseline?.name == "" { throw ValidationError("--write-baseline is empty. Name a file.") }
  }

  /// True if failures are compared with a file, and not with the history.
  var hasBaseline: Bool { baseline != nil || writeBaseline != nil }

  /// Returns true if a condition depends on the history.
  func needsHistory(_ condition: FailCondition) -> Bool {
    condition == .new ? !hasBaseline : condition.needsHistory
  }

  /// Throws if a condition needs the history, and the user turned it off on the command line.
  func validate(_ recording: RecordingOptions) throws {
    if recording.noDatabase, let condition = failOn.first(where: needsHistory) {
      throw ValidationError("--fail-on \(condition.rawValue) needs the history, which --no-database turns off.")
    }
  }

  /// Throws if a condition needs the history, and it is turned off.
  func check(_ recording: RecordingOptions, _ session: Session) throws {
    if recording.isOff(session), let condition = failOn.first(where: needsHistory) {
      throw CommandFault(.wrongUse, "--fail-on \(condition.rawValue) needs the history, which is turned off")
    }
  }

  /// Returns the gate; reads the baselines.
  ///
  /// - Parameters:
  ///   - hasHistory: If false, a condition of the configuration that needs the history is ignored.
  ///   - output: The file of `--write-baseline`.
  func gate(_ session: Session, hasHistory: Bool, output: CheckedOutput?) throws -> Gate {
    let conditions =
      failOn.isEmpty ? (session.settings.failOn ?? []).filter { hasHistory || !needsHistory($0) } : failOn
    var accepted: Baseline?
    if let baseline {
      // The first run of a job that updates its baseline has none.
      accepted = try Self.read(baseline, isOptional: baseline == writeBaseline?.name)
    }
    // A file that is not a baseline, or one that has to be repaired, is not overwritten.
    if let output, output.name != baseline { _ = try Self.read(output.name, isOptional: true) }
    return Gate(conditions: conditions, accepted: accepted, output: output)
  }

  private static func read(_ name: String, isOptional: Bool) throws -> Baseline? {
    let bytes: [UInt8]
    do { bytes = try FileReader.open(FilePath.arguments([name])[0]).bytes(limit: Baseline.maxSize) } catch {
      if isOptional, error.code == ReadingFault.notFound { return nil }
      guard error.code == ReadingFault.empty else {
        throw CommandFault(
          .wrongConfiguration, "\(Terminal.quotedFileName(name)): \(error.message)",
          hint: error.code == ReadingFault.notFound ? "To create a baseline: --write-baseline FILE." : error.hint)
      }
      bytes = []
    }
    do { return try Baseline.read(bytes, newest: Signature.currentVersion) } catch {
      UserFile(name: name, bytes: bytes).explain([error])
      throw CommandFault(.wrongConfiguration)
    }
  }
}

/// The conditions of a run, and the failures that are accepted.
struct Gate {
  let conditions: [FailCondition]
  /// The baseline to compare with; `nil` without `--baseline`.
  let accepted: Baseline?
  /// The file of `--write-baseline`.
  let output: CheckedOutput?

  /// Marks the reports whose failures the baseline accepts.
  ///
  /// - Parameter issues: Returns the issues that have or had these keys in the history. A history knows which key of an
  ///   older version of the signatures became which.
  func mark(_ reports: inout [PresentedReport], issues: ([String]) -> Set<String>) {
    guard let accepted else { return }
    var keys = Set(accepted.headlines.keys)
    let isOlder = accepted.signatureVersion < Signature.currentVersion
    if isOlder { keys.formUnion(issues(accepted.headlines.keys.sorted())) }
    for index in reports.indices {
      let known = [reports[index].signature?.key(.default), reports[index].history?.issue]
      reports[index].isAccepted = known.contains { $0.map(keys.contains) == true }
    }
    if isOlder {
      Console.writeMessage(
        "the baseline has signatures of version \(accepted.signatureVersion), and this program computes version "
          + "\(Signature.currentVersion): failures whose signature changed count as new",
        hint: "To update it: --baseline FILE --write-baseline FILE.")
    }
  }

  /// The failures that neither the baseline accepts nor this run adds to it.
  func unaccepted(_ reports: [PresentedReport]) -> [PresentedReport] {
    guard accepted != nil else { return [] }
    return reports.filter { Self.isFailure($0) && $0.isAccepted != true }
  }

  /// Returns true if a report makes the job fail on `new`; `nil` if the history decides.
  func isNew(_ report: PresentedReport) -> Bool? {
    if accepted != nil { return Self.isFailure(report) && report.isAccepted != true }
    return output == nil ? nil : false
  }

  /// Returns whether a condition is met.
  func isMet(by reports: [PresentedReport], _ style: PresentationStyle) -> Bool {
    conditions.contains { condition in reports.contains { meets(condition, $0, style) } }
  }

  private func meets(_ condition: FailCondition, _ report: PresentedReport, _ style: PresentationStyle) -> Bool {
    switch condition {
    case .any: true
    case .new: isNew(report) ?? report.history.map { $0.status == .new || Self.isOld($0, seen: false) } ?? false
    case .known: report.history.map { $0.status == .known || Self.isOld($0, seen: true) } ?? false
    case .regressed: report.history?.status == .regressed
    case .crash: Self.isCrash(report)
    case .unrecognized: !report.assessment.findings.contains { $0.confidence >= style.minimumConfidence }
    }
  }

  /// Returns true for a report that is older than what the history keeps, of an issue that it has seen or not. The date is
  /// that of the report, which a machine without a clock states wrongly.
  private static func isOld(_ status: IssueStatus, seen: Bool) -> Bool {
    status.isTooOld == true && (status.previouslySeen != nil) == seen
  }

  private static func isFailure(_ report: PresentedReport) -> Bool {
    report.assessment.findings.first.map { $0.severity != .note } ?? report.assessment.report.kind.isFailure
  }

  /// The kinds of events that end a process.
  private static let crashKinds: Set<CrashReport.Kind> = [.crash, .watchdog, .jetsam, .panic]

  /// Returns whether a process ended because of the failure: a crash report, or a crash that a log names.
  static func isCrash(_ report: PresentedReport) -> Bool {
    let facts = report.assessment.report
    guard isFailure(report), !facts.source.isMention, !facts.processContinued else { return false }
    if LogPairing.crashes(in: report.assessment) > 0 { return true }
    guard crashKinds.contains(facts.kind) else { return false }
    // A line of a log without a stack is of this kind, too: what it is about tells whether a process ended.
    let statesEnd =
      facts.exception != nil || facts.termination != nil || facts.crashedThread?.frames.isEmpty == false
      || facts.lastExceptionBacktrace?.isEmpty == false
    guard !statesEnd, let family = report.assessment.findings.first.flatMap({ Pattern.with(id: $0.pattern)?.family })
    else { return true }
    return family.endsProcess
  }

  /// Names the failures that are not in the baseline.
  func report(_ reports: [PresentedReport]) {
    let new = unaccepted(reports)
    guard !new.isEmpty, conditions.contains(.new) else { return }
    Console.writeMessage(
      new.count == 1 ? "1 report is not in the baseline" : "\(new.count) reports are not in the baseline")
    for report in new.prefix(10) {
      Console.write("  \(report.signature?.key(.default) ?? "")  \(report.statement.headlineInMessage)\n")
    }
    if new.count > 10 { Console.write("  and \(new.count - 10) more\n") }
  }

  /// Writes the failures of this run to the file of `--write-baseline`.
  ///
  /// - Parameter scrub: Replaces names in the text.
  func write(_ reports: [PresentedReport], scrub: (String) throws -> String) throws {
    guard let output else { return }
    var baseline = Baseline(signatureVersion: Signature.currentVersion)
    let failures = reports.filter(Self.isFailure)
    let current = Set(failures.compactMap { $0.signature?.key(.default) })
    for report in failures {
      guard let key = report.signature?.key(.default) else { continue }
      baseline.add(key, try scrub(report.statement))
    }
    for (key, headline) in accepted?.headlines ?? [:] where !current.contains(key) { baseline.add(key, headline) }
    try output.write(baseline.text)
    let count = baseline.headlines.count
    let added = current.subtracting(accepted?.headlines.keys.map { $0 } ?? []).count
    Console.writeMessage(
      "\(Terminal.quotedFileName(output.name)): \(count) \(count == 1 ? "failure" : "failures") written, \(added) of them new"
    )
  }
}

extension Pattern.Family {
  /// Whether a process ends because of the failures of the group. Tools, builds and tests that fail report it and go on.
  fileprivate var endsProcess: Bool {
    switch self {
    case .designables, .resource, .autolayout, .ibtool, .tools: false
    case .nib, .memory, .stack, .swift, .exception, .concurrency, .loading, .kill: true
    }
  }
}
