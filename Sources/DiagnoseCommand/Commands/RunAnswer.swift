import Analysis
import CrashReports
import Diagnosis
import Documents
import Foundation
import History
import HistoryPresentation
import Monitoring
import Platform
import Presentation
import Signatures
import Symbolication
import Vocabulary
import Workflow

/// The answer of `run`: analyzes what a command left, joins what is about one failure, and writes the diagnosis.
struct RunAnswer {
  private let command: RunCommand
  private var options: ReportOptions { command.options }
  private let session: Session
  private let gate: Gate
  private let left: LeftReports
  private let bundles: ResultBundles
  private let start: Date
  private let end: RunningCommand.End

  init(
    _ command: RunCommand, _ session: Session, _ gate: Gate, _ left: LeftReports, _ bundles: ResultBundles, start: Date,
    end: RunningCommand.End
  ) {
    self.command = command
    self.session = session
    self.gate = gate
    self.left = left
    self.bundles = bundles
    self.start = start
    self.end = end
  }

  /// Writes the answer. Returns the status for a command that succeeded.
  ///
  /// - Parameter protected: What `run` reads, apart from what the command left.
  func give(_ format: OutputFormat, _ outputs: ReportOutputs, keeping protected: ProtectedFiles) throws -> ExitStatus {
    // The catalog of patterns is not needed, and not waited for, if there is nothing to analyze.
    let written = bundles.written
    if faultSignal == nil, written.isEmpty, left.files().isEmpty, isOutputWithoutReport {
      try write([], CommandReports(), format, to: outputs)
      tests.explain(endsWithZero: end.status == 0, crashes: 0)
      return try status([], nil)
    }
    var analysis = try options.patternOptions.selection.analysisOptions(session)
    let isOff = options.recording.isOff(session)
    analysis.withDigest =
      !isOff || format.isMachineReadable || options.output.copies.contains { $0.format.isMachineReadable }
    analysis.withSignature = isOff
    let labels = LabelArgument.dictionary(options.recording.label)
    let preparation = ReportPreparation(session, labels: labels)
    let found = try read(written, analysis, preparation, records: !isOff)
    // The command may have left a report under the name of an output.
    var all = protected
    all.add(found.reports.dropFirst(found.logs).map { FilePath($0.path) }, .input)
    _ = try options.outputs(keeping: all, usesStandardOutput: false)
    let pairing = LogPairing(found.reports.map(\.report.assessment), logs: 0..<found.logs)
    let alerts = found.reports.isEmpty || isOff ? nil : CommandAlerts(options.recording.history.selection, session)
    let recorder = found.reports.isEmpty ? nil : Recorder(options.recording.selection, session)
    defer {
      recorder?.close()
      recorder?.send()
      alerts?.finish()
    }
    let index = found.reports.isEmpty ? nil : try options.project.index()
    let presenter = ReportPresenter(analysis, labels: options.recording.selection.labels, project: index)
    var shown = found.reports.indices.filter { pairing.covered[$0] == nil }.map { index in
      let (report, path) = found.reports[index]
      var presented = presenter.present(
        report, path: path, recorder?.record(report) ?? IssueStatus(status: .notRecorded))
      presented.sameFailure = sameFailure(index, found, pairing)
      return presented
    }
    gate.mark(&shown) { recorder?.issues(withKeys: $0) ?? [] }
    shown.linkRelatedReports()
    addOrigins(to: &shown, recorder)
    let historyFault = recorder?.fault
    try write(shown, found, format, to: outputs)
    tests.explain(endsWithZero: end.status == 0, crashes: shown.count { Gate.isCrash($0) })
    return try status(shown, historyFault)
  }

  /// Adds what the checkout shows about the blamed lines. Without it, the answer is still an answer.
  private func addOrigins(to shown: inout [PresentedReport], _ recorder: Recorder?) {
    do {
      try options.blame.apply(
        to: &shown, in: options.blame.blame ? try options.source.tree(session) : nil,
        options.blame.builds(recorder), from: options.output.minConfidence.confidence)
    } catch let fault as CommandFault {
      Console.writeMessage(fault.message ?? "", hint: fault.hint)
    } catch {}
  }

  /// The tests of the output, and how they are reported.
  private var tests: RunTestReport {
    // Of a run that was asked to end, or whose output is not complete, tests are missing for that reason.
    let isComplete = end.signal == nil && !end.continues
    return RunTestReport(
      end.output.tests, isComplete: isComplete, name: command.programName, conditions: gate.conditions)
  }

  /// Whether the output certainly contains no failure. Longer output is not read twice.
  private var isOutputWithoutReport: Bool {
    end.output.bytes.isEmpty
      || end.output.bytes.count < 256 << 10 && ReportReader.read(end.output.bytes).reports.isEmpty
  }

  // MARK: Reading

  private func read(
    _ written: [FilePath], _ analysis: AnalysisOptions, _ preparation: ReportPreparation, records: Bool
  ) throws -> CommandReports {
    let reader = CommandReports.Reader(
      session: session, analysis: analysis, preparation: preparation, records: records, limit: command.maxSize.bytes,
      start: start,
      // Its sender wants the command to end.
      wait: end.signal == nil ? command.wait.seconds : 0,
      willWait: {
        if !options.output.quiet { Console.writeMessage("waiting for crash reports (at most \(waitText))") }
      })
    return try reader.read(
      end.output.bytes, of: command.programName, faultSignal: faultSignal, left, written,
      symbols: { try options.symbol.store(session, isWatching: true) })
  }

  private var waitText: String {
    let seconds = command.wait.seconds
    return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(Int(seconds * 1000)) ms"
  }

  // MARK: One failure

  /// Returns where else the failure of a shown report is described.
  private func sameFailure(_ index: Int, _ found: CommandReports, _ pairing: LogPairing) -> [SameFailure] {
    pairing.pairs.compactMap { pair in
      guard pair.report == index || pairing.covered[pair.report] == [index] && pair.log == index else { return nil }
      let isReport = pair.report == index
      let other = found.reports[isReport ? pair.log : pair.report]
      return SameFailure(
        input: InputName.text(other.path, other.report.member), line: isReport ? pair.line : nil, test: pair.test,
        reason: pair.statement, confidence: pair.confidence)
    }
  }

  // MARK: Writing

  private func write(
    _ reports: [PresentedReport], _ found: CommandReports, _ format: OutputFormat, to outputs: ReportOutputs
  ) throws {
    explain(reports, found)
    if !reports.isEmpty {
      var style = options.output.presentationStyle(session, on: .standardError)
      style.sources = try options.source.tree(session)
      // With --output, the style is that of a file.
      style.color = options.output.style.style(session, on: .standardError).color
      style.hyperlinks = options.output.links.links(session, on: .standardError, tree: style.sources)
      let isText = options.output.output != nil || format.isMachineReadable
      let shown = isText ? OutputFormat.catalog.first { $0.id == "text" } ?? format : format
      Console.write(shown.render(reports, [], style))
    }
    var style = options.output.presentationStyle(session)
    style.sources = try options.source.tree(session)
    for (format, file) in [(format, outputs.output)] + outputs.copies.map({ ($0.format, $0.file) }) {
      try file?.write(format.render(reports, found.errors, style))
    }
  }

  /// Writes what was found where, before the diagnosis.
  private func explain(_ reports: [PresentedReport], _ found: CommandReports) {
    for error in found.errors { Console.write("diagnose: " + error.text + "\n") }
    if !reports.isEmpty || faultSignal != nil {
      for warning in found.warnings where !options.output.quiet { Console.write("diagnose: " + warning.text + "\n") }
    }
    for path in found.unfinished {
      Console.writeMessage("\(Terminal.quotedFileName(path)): still being written after \(waitText) (--wait)")
    }
    if found.older > 0, !options.output.quiet {
      Console.writeMessage("not shown: \(countText(found.older, "report")) of earlier crashes")
    }
    let name = command.programName
    if !reports.isEmpty || end.status != 0 { explainLimits(name) }
    let files = found.reports.count - found.logs
    if files > 0 {
      Console.writeMessage("\(countText(files, "report")) appeared while \(name) ran")
    } else if !reports.isEmpty {
      Console.writeMessage("the output of \(name) contains \(countText(reports.count, "failure"))")
    } else if let signal = faultSignal {
      Console.writeMessage(
        "\(name) \(endText(signal)); no crash report was found, and its output shows no cause", hint: hint)
    }
  }

  /// Writes what was not analyzed of the output: after a failure only, because nothing was searched for in vain otherwise.
  private func explainLimits(_ name: String) {
    if end.output.omitted > 0 {
      let reason =
        end.output.failure.map { "no temporary file: \(StandardStreams.reason($0))" } ?? "--max-size"
      Console.writeMessage("\(sizeText(end.output.omitted)) in the middle of the output were not analyzed (\(reason))")
    }
    if end.continues, !options.output.quiet {
      Console.writeMessage(
        "processes that \(name) started still hold its output open",
        hint: "What they write is passed on, and not analyzed.")
    }
  }

  private func sizeText(_ bytes: Int) -> String {
    bytes >= 1 << 20 ? "\(bytes >> 20) MB" : bytes >= 1 << 10 ? "\(bytes >> 10) KB" : countText(bytes, "byte")
  }

  /// The signal of a fault that ended the command, or a program that it ran, as a shell reports it.
  private var faultSignal: Int32? { end.state.faultSignal }

  private func endText(_ signal: Int32) -> String {
    let name = SignalName.text(signal) ?? "signal \(signal)"
    if case .exited(let status) = end.state { return "exited with \(status), which in a shell means \(name)" }
    return "was terminated by \(name)"
  }

  /// How to get more next time.
  private var hint: String? {
    if let settings = session.variable("SWIFT_BACKTRACE"), SwiftBacktraceSettings.isOff(settings) {
      return "SWIFT_BACKTRACE turns off the backtraces of Swift programs."
    }
    return left.places.isEmpty ? "If reports are written to a folder, name it with --watch." : nil
  }

  // MARK: Status

  /// Returns the status for a command that succeeded.
  private func status(_ reports: [PresentedReport], _ historyFault: CommandFault?) throws -> ExitStatus {
    let style = options.output.presentationStyle(session)
    if let historyFault {
      let isNamed = options.recording.history.selection.isNamed(session)
      if isNamed || gate.conditions.contains(where: options.gate.needsHistory) { throw historyFault }
      Console.writeMessage("warning: \(historyFault.message ?? "")", hint: historyFault.hint)
    }
    try gate.write(reports) { $0 }
    if !style.quiet { gate.report(reports) }
    let isMet = gate.isMet(by: reports, style) || gate.conditions.contains(.crash) && tests.isIncomplete
    return isMet ? .conditionHolds : .done
  }
}
