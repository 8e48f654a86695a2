import Analysis
import ArgumentParser
import CrashReports
import Diagnosis
import Documents
import History
import Presentation
import Symbolication
import Vocabulary

/// Says what failed, and records it.
struct AnalyzeCommand: Subcommand {
  static let configuration = CommandConfiguration(
    // With the name of the root command given, the parser does not look for a request of a completion script first when this
    // command is read alone. Only the root command can answer that.
    commandName: "analyze", _superCommandName: Product.name,
    abstract: "Say what failed, and whether it was seen before (the default command).")

  @Argument(help: ArgumentHelp("Reports, folders of reports, or - for standard input.", valueName: "input"))
  var inputs: [String] = []

  @OptionGroup var output: OutputOptions
  @OptionGroup var recording: RecordingOptions
  @OptionGroup var input: InputOptions
  @OptionGroup var symbol: SymbolOptions
  @OptionGroup var own: PatternOptions
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var project: ProjectOptions

  @Option(
    help: ArgumentHelp(
      "End with status 1 when a report is \(FailCondition.allCases.map(\.rawValue).joined(separator: ", ")); may be "
        + "repeated.", valueName: "condition"))
  var failOn: [FailCondition] = []

  @Flag(
    help: ArgumentHelp(
      "Print no names of people, homes, hosts, addresses and tokens: stand-ins, the same for the same.",
      discussion: "The history keeps what the report says; it stays on this machine."))
  var scrub = false

  func validate() throws {
    if recording.noDatabase, let condition = failOn.first(where: \.needsHistory) {
      throw ValidationError("--fail-on \(condition.rawValue) needs the history, which --no-database turns off.")
    }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    if inputs.isEmpty {
      throw CommandFault(
        .wrongUse, "nothing to read",
        hint: "Name a report or a folder of reports, or - for standard input. Help: diagnose --help")
    }
    if recording.isOff(session), let condition = failOn.first(where: \.needsHistory) {
      throw CommandFault(.wrongUse, "--fail-on \(condition.rawValue) needs the history, which is turned off")
    }
    let session = try configuration.applied(to: session)
    var analysis = try own.analysisOptions(session)
    let isOff = recording.isOff(session)
    // What a configuration asks for in general does not keep somebody from leaving the history alone.
    let failOn = failOn.isEmpty ? (session.settings.failOn ?? []).filter { !isOff || !$0.needsHistory } : failOn
    let format = try output.outputFormat(session)
    let style = output.presentationStyle(session)
    let interruption = Interruption()
    let symbols = symbol.store(session)
    let index = try project.index()
    let list = InputList(inputs, recursive: input.recursive)
    let scrubber = scrub ? try OutputScrubber(session) : nil
    var input = input
    // Stand-ins are numbered in the order in which names appear, which must not depend on which thread is faster.
    if scrub { input.jobs = 1 }
    let recorder = Recorder(recording, session, interruption)
    let presenter = ReportPresenter(analysis, labels: recording.label, project: index)
    var reading = Reading(keepsEverything: format.isMachineReadable || style.verbose || output.jsonOut != nil)
    analysis.symbolicator = symbols.map { Symbolicator($0) }
    analysis.withDigest = !isOff || format.isMachineReadable || output.jsonOut != nil
    // What is prepared for the history has a signature.
    analysis.withSignature = recorder.preparationWhileReading == nil
    let progress = list.progressLine("analyze", isQuiet: style.quiet)
    defer { progress.finish() }
    let reader = InputReader(
      limit: input.maxSize.bytes, analysis: analysis, preparation: recorder.preparationWhileReading, scrubber: scrubber,
      isCancelled: { interruption.isRequested }, progress: progress)
    try reader.forEach(list, input) { outcome in
      reading.add(outcome, recorder, presenter)
      for warning in outcome.warnings where !style.quiet { Console.write("diagnose: " + warning.text + "\n") }
      return !interruption.isRequested
    }
    recorder.close()
    progress.finish()
    reading.reports.linkRelatedReports()
    reading.explainSkipped(inputs, skippedCount: list.skippedCount, isQuiet: style.quiet)

    symbols?.explainGaps()
    let historyFault = try explain(recorder.fault, session, failOn)
    for error in reading.errors { Console.write("diagnose: " + error.text + "\n") }
    try write(reading, format, style, scrubber)
    if let status = interruption.status {
      Console.complain("interrupted: \(reading.reports.count) of \(list.sources.count) inputs were done")
      return status
    }
    if let historyFault { return historyFault }
    if reading.reports.isEmpty { return .nothingDone }
    if failOn.contains(where: { reading.satisfies($0, style) }) { return .conditionHolds }
    return reading.errors.isEmpty ? .done : .partlyDone
  }

  private func write(
    _ reading: Reading, _ format: OutputFormat, _ style: PresentationStyle, _ scrubber: OutputScrubber?
  ) throws {
    func rendered(_ format: OutputFormat) throws -> String {
      let text = format.render(reading.reports, reading.errors, style)
      return try scrubber?.finished(text) ?? text
    }
    let text = try rendered(format)
    if let jsonOut, let json = OutputFormat.catalog.first(where: { $0.id == "json" }) {
      try OutputFile.write(try rendered(json), to: jsonOut)
    }
    if let file = output.output, file != "-" {
      try OutputFile.write(text, to: file)
    } else {
      try StandardStreams.output(text)
    }
  }

  private var jsonOut: String? { output.jsonOut }

  /// Warns about a history that could not be used. A status only where the user named it or asked what only it can
  /// answer: otherwise the answer was the job, and was given.
  private func explain(_ fault: HistoryError?, _ session: Session, _ failOn: [FailCondition]) throws -> ExitStatus? {
    guard let fault else { return nil }
    let message = CommandFault(fault)
    let isNamed = (try? recording.history.location(session).isNamed) ?? false
    if isNamed || failOn.contains(where: \.needsHistory) {
      Console.complain(message.message ?? "", hint: message.hint)
      return message.status
    }
    Console.complain(
      "warning: \(message.message ?? "")", hint: "The answer is given without history. --no-database says so for good.")
    return nil
  }
}

/// What was read so far.
private struct Reading {
  var reports: [PresentedReport] = []
  var errors: [InputError] = []
  private var skipped = 0
  private let keepsEverything: Bool

  init(keepsEverything: Bool) { self.keepsEverything = keepsEverything }

  mutating func add(_ outcome: InputOutcome, _ recorder: Recorder, _ presenter: ReportPresenter) {
    for report in outcome.reports {
      var presented = presenter.present(report, path: outcome.path, recorder.record(report))
      if !keepsEverything, reports.count > 100 { presented.dropDetails() }
      reports.append(presented)
    }
    errors += outcome.errors
    skipped += outcome.skipped
  }

  /// A folder without any report is an input that could not be read; among reports, other files are only counted.
  mutating func explainSkipped(_ inputs: [String], skippedCount: Int, isQuiet: Bool) {
    let count = skipped + skippedCount
    if reports.isEmpty, errors.isEmpty {
      errors.append(
        InputError(
          path: inputs[0], code: "notAReport",
          message: count == 0
            ? "holds no files" : "holds no report (\(count) other \(count == 1 ? "file was" : "files were") looked at)")
      )
    } else if count > 0, !isQuiet {
      Console.complain(
        "\(count) \(count == 1 ? "file" : "files") skipped, as no report was in \(count == 1 ? "it" : "them")")
    }
  }

  func satisfies(_ condition: FailCondition, _ style: PresentationStyle) -> Bool {
    reports.contains { report in
      switch condition {
      case .any: true
      case .new: report.history?.status == .new
      case .known: report.history?.status == .known
      case .regressed: report.history?.status == .regressed
      case .unrecognized: !report.assessment.findings.contains { $0.confidence >= style.minimumConfidence }
      }
    }
  }
}

extension PresentedReport {
  /// Lets go of what only long outputs show, so that thousands of reports fit into memory.
  fileprivate mutating func dropDetails() {
    assessment.report.keepImagesWithSymbols()
    assessment.report.threads?.removeAll { !$0.crashed }
    assessment.report.consoleLines = []
    assessment.notes = []
  }
}
