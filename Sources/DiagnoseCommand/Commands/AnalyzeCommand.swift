import Analysis
import ArgumentParser
import CrashReports
import Diagnosis
import Documents
import History
import Monitoring
import Platform
import Presentation
import Symbolication
import Vocabulary
import Workflow

/// Diagnoses reports and records them.
struct AnalyzeCommand: Subcommand {
  static let configuration = CommandConfiguration(
    // A command that is parsed alone looks for a completion script request first, unless the root command's name is
    // given. Only the root command can answer that request.
    commandName: "analyze", _superCommandName: Product.name,
    abstract: "Diagnose crash reports (default command).",
    discussion: """
      Reads the reports that you name, and all reports in the folders that you name and in their subfolders; - \
      reads a pipe. dSYMs that you name, or that are next to a report, are used as its symbols if their UUIDs match. \
      Writes the diagnosis to standard output, and records each report in the history unless --no-database is given. \
      Files in a folder that are not reports are only counted.

      Exit status: 0 when done, even if nothing was recognized or a folder has no reports; 1 if a --fail-on condition \
      is met; 2 if nothing could be read, or --open fails after status 0; 3 if only some inputs could be read.

      Examples:
        diagnose MyApp-2026-01-31-120000.ips MyApp.app.dSYM
        diagnose --baseline crashes.baseline --fail-on new --write sarif=crashes.sarif reports/
      """)

  @Argument(
    help: ArgumentHelp("Read these reports and folders; - is standard input.", valueName: "input"), completion: .file())
  var inputs: [String] = []

  @OptionGroup(title: "Input options") var input: InputOptions
  @OptionGroup var options: ReportOptions

  @Flag(
    help: ArgumentHelp(
      "Replace names of users, homes, hosts, addresses and tokens with consistent placeholders.",
      discussion: "The same name gets the same placeholder. The history, on this machine, stores the original text."))
  var scrub = false

  @OptionGroup(title: "Output options") var opening: OpenOptions

  private func requireInput() throws {
    guard inputs.isEmpty else { return }
    // A pipe is not read unless it is named: that of a CI job may stay open and silent.
    throw FileDescriptor.standardInput.isPipeOrFile
      ? CommandFault(
        .wrongUse, "no input; standard input is read only if you name it", hint: "To read it: diagnose -")
      : CommandFault(
        .wrongUse, "no input",
        hint: "Name a report or a folder of reports, or pipe one in: pbpaste | diagnose -. Help: diagnose --help")
  }

  func perform(_ session: Session) throws -> ExitStatus { try perform(session, selectedFrom: []) }

  /// - Parameter folders: The folders that were searched for the inputs. No output replaces a report in them, because the
  ///   next search would not find it.
  func perform(_ session: Session, selectedFrom folders: [FilePath]) throws -> ExitStatus {
    try requireInput()
    try options.gate.check(options.recording, session)
    let editor = try opening.editor(session)
    let session = try options.configuration.applied(to: session)
    var kept = options.protectedFiles(session)
    kept.add(inputs, .input)
    kept.add(folders, .input)
    let outputs = try options.outputs(keeping: kept)
    var analysis = try options.patternOptions.selection.analysisOptions(session)
    let isOff = options.recording.isOff(session)
    let gate = try options.gate.gate(session, hasHistory: !isOff, output: outputs.baseline)
    let format = try options.output.outputFormat(session)
    let style = try style(session)
    let interruption = Interruption()
    let (list, symbolInputs) = try SymbolInputs.separated(inputs, recursive: input.search.recursive)
    let symbols = try options.symbol.store(session, for: symbolInputs)
    let index = try options.project.index()
    var input = input
    // Placeholders are numbered in order of appearance, which must not depend on the speed of threads.
    if scrub { input.jobs = 1 }
    let recorder = Recorder(options.recording.selection, session, interruption)
    let scrubber = scrub ? try recorder.scrubber(session) : nil
    let presenter = ReportPresenter(analysis, labels: options.recording.selection.labels, project: index)
    let isForPrograms = format.isMachineReadable || outputs.copies.contains { $0.format.isMachineReadable }
    var reading = Reading(keepsEverything: isForPrograms || style.verbose)
    reading.skipped = list.skipped
    analysis.symbolicator = symbols.map { Symbolicator($0) }
    analysis.withDigest = !isOff || isForPrograms
    // Reports that are prepared for the history already have a signature.
    analysis.withSignature = recorder.preparationWhileReading == nil
    let progress = list.progressLine("analyze", isQuiet: style.quiet)
    defer { progress.finish() }
    let reader = InputReader(
      limit: input.maxSize.bytes, analysis: analysis, preparation: recorder.preparationWhileReading, scrubber: scrubber,
      isCanceled: { interruption.isRequested }, progress: progress, commands: { Diagnose.commandWords })
    try reader.forEach(list, jobs: input.jobs) { outcome in
      reading.add(outcome, recorder, presenter)
      for warning in outcome.warnings where !style.quiet { Console.write("diagnose: " + warning.text + "\n") }
      return !interruption.isRequested
    }
    gate.mark(&reading.reports) { recorder.issues(withKeys: $0) }
    let builds = options.blame.builds(recorder)
    recorder.close()
    progress.finish()
    reading.reports.linkRelatedReports()
    try options.blame.apply(
      to: &reading.reports, in: style.sources, builds, from: style.minimumConfidence, isRedacted: scrub)
    if self.input.search.listSkipped || !style.quiet { reading.skipped.report(list: self.input.search.listSkipped) }

    symbols?.reportUnsearchedPaths()
    let historyFault = try explain(recorder.fault, session, gate.conditions)
    for error in reading.errors { Console.write("diagnose: " + error.text + "\n") }
    try write(reading, format, to: outputs, style, scrubber)
    recorder.send()
    if let status = interruption.status {
      Console.writeMessage("interrupted: \(reading.reports.count) of \(list.sources.count) inputs were processed")
      return status
    }
    if let historyFault { return historyFault }
    return try finish(reading, gate, style, scrubber, editor)
  }

  private func style(_ session: Session) throws -> PresentationStyle {
    var style = options.output.presentationStyle(session)
    style.sources = try options.source.tree(session)
    // A redacted path is not that of a file.
    if !scrub { style.hyperlinks = options.output.hyperlinks(session, tree: style.sources) }
    return style
  }

  /// Writes the baseline, opens the editor, and returns the status.
  private func finish(
    _ reading: Reading, _ gate: Gate, _ style: PresentationStyle, _ scrubber: OutputScrubber?, _ editor: SourceEditor?
  ) throws -> ExitStatus {
    let status = try status(reading, gate, style, scrubber)
    guard let editor, !reading.reports.isEmpty else { return status }
    do throws(CommandFault) {
      try editor.open(firstOf: ShownLocations.of(reading.reports, style), in: style.sources)
    } catch {
      // What the reports mean for a build is more than what the editor does.
      if status == .done { throw error }
      Console.writeMessage(error.message ?? "", hint: error.hint)
    }
    return status
  }

  /// Writes the baseline, and returns the status of a run that was not interrupted.
  private func status(
    _ reading: Reading, _ gate: Gate, _ style: PresentationStyle, _ scrubber: OutputScrubber?
  ) throws -> ExitStatus {
    // A folder without reports is not an error: nothing failed.
    if reading.reports.isEmpty, !reading.errors.isEmpty { return .nothingDone }
    try gate.write(reading.reports) { try scrubber?.finished($0) ?? $0 }
    if !style.quiet { gate.report(reading.reports) }
    if gate.isMet(by: reading.reports, style) { return .conditionHolds }
    return reading.errors.isEmpty ? .done : .partlyDone
  }

  private func write(
    _ reading: Reading, _ format: OutputFormat, to outputs: ReportOutputs, _ style: PresentationStyle,
    _ scrubber: OutputScrubber?
  ) throws {
    func rendered(_ format: OutputFormat) throws -> String {
      let text = format.render(reading.reports, reading.errors, style)
      return try scrubber?.finished(text) ?? text
    }
    let text = try rendered(format)
    for copy in outputs.copies { try copy.file.write(try rendered(copy.format)) }
    if let file = outputs.output {
      try file.write(text)
    } else {
      try StandardStreams.output(formatted: text)
    }
  }

  /// Warns about a history that could not be used. Returns a status only if the user named the history, or set a
  /// condition that needs it: otherwise the diagnosis was the task, and it is complete.
  private func explain(_ fault: CommandFault?, _ session: Session, _ failOn: [FailCondition]) throws -> ExitStatus? {
    guard let message = fault else { return nil }
    let isNamed = options.recording.history.selection.isNamed(session)
    if isNamed || failOn.contains(where: options.gate.needsHistory) {
      Console.writeMessage(message.message ?? "", hint: message.hint)
      return message.status
    }
    Console.writeMessage(
      "warning: \(message.message ?? "")",
      hint: "The diagnosis was made without history. To turn this warning off, use --no-database.")
    return nil
  }
}

/// The reports and errors read so far.
private struct Reading {
  var reports: [PresentedReport] = []
  var errors: [InputError] = []
  var skipped = SkippedFiles()
  private let keepsEverything: Bool

  init(keepsEverything: Bool) { self.keepsEverything = keepsEverything }

  mutating func add(_ outcome: InputOutcome, _ recorder: Recorder, _ presenter: ReportPresenter) {
    for report in outcome.reports {
      var presented = presenter.present(report, path: outcome.path, recorder.record(report))
      if !keepsEverything, reports.count > 100 { presented.dropDetails() }
      reports.append(presented)
    }
    errors += outcome.errors
    skipped.add(outcome.skipped)
  }
}

extension PresentedReport {
  /// Removes what only long outputs show, so that thousands of reports fit into memory.
  fileprivate mutating func dropDetails() {
    assessment.report.removeImagesWithoutSymbols()
    assessment.report.threads?.removeAll { !$0.crashed }
    assessment.report.consoleLines = []
    assessment.notes = []
  }
}
