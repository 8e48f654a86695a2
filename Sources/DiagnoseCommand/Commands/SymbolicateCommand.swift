import ArgumentParser
import CrashReports
import Symbolication
import Vocabulary
import Platform
import Workflow

/// Writes a copy of a report with symbolicated frames.
struct SymbolicateCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "symbolicate", abstract: "Add function names, files and lines to a report.",
    discussion: """
      Reads a report and symbol files, which are matched by UUID only. Writes the report to standard output in its own \
      format: frames get names, all other bytes remain. Lists the images that were needed, found and missing on \
      standard error.

      Exit status: 0 when done, even if symbols are missing; 1 if they are missing and --strict is given; 2 if no \
      report could be read; 3 if part of the input could not be read.

      Examples:
        diagnose symbolicate --symbols build/MyApp.dSYM MyApp.ips
        diagnose symbolicate --strict --output MyApp.crash MyApp.ips
      """)

  @Argument(help: ArgumentHelp("Read this report; - is standard input.", valueName: "report"), completion: .file())
  var report: String

  @Argument(help: ArgumentHelp("Use these symbol files, as with --symbols.", valueName: "dsym"), completion: .file())
  var symbolFiles: [String] = []

  @OptionGroup(title: "Symbol options") var locations: SymbolPaths
  @OptionGroup(title: "Symbol options") var configuration: ConfigurationOptions

  @Option(
    name: [.short, .long], help: ArgumentHelp("Write to this file, atomically.", valueName: "file"), completion: .file()
  )
  var output: OutputArgument?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Select the layout: same, text (Apple's text) or json (Apple's JSON). Default: by the output's extension "
        + "(.crash, .ips), else same.", valueName: "format"))
  var format: ReportForm?

  @Option(help: ArgumentHelp("Same as --format: crash means text, ips means json.", valueName: "kind"))
  var to: ReportFileKind?

  @Flag(help: "Omit inlined functions.")
  var noInlines = false

  @Flag(help: "Write mangled names.")
  var noDemangle = false

  @Flag(help: "Exit with 1 if an app image is not symbolicated.")
  var strict = false

  @Option(help: ArgumentHelp("Read inputs up to this size.", valueName: "bytes"))
  var maxSize = SizeArgument(bytes: FileReader.defaultLimit)

  func validate() throws {
    if format != nil, to != nil {
      throw ValidationError("--format and --to cannot be used together, because they mean the same.")
    }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    var kept = ProtectedFiles(session)
    kept.add([report], .input)
    kept.add(symbolFiles + locations.symbols, .symbols)
    var check = try OutputCheck(keeping: kept)
    let file = try check.accept(output.flatMap { $0.isStandardOutput ? nil : $0 }, "--output")
    let source = try ReportInput(report, limit: maxSize.bytes)
    let input = InputText(source.bytes)
    let reading = ReportReader.read(normalized: input.text, limits: NamedInput.limits)
    source.explain(reading.faults)
    guard !reading.reports.isEmpty else { return .nothingDone }

    let store = try self.store(session)
    let progress = ProgressLine("symbolicate", total: 0)
    defer { progress.finish() }
    let named = NamedInput(
      input, reading.reports, symbols: store, demangles: !noDemangle, showsInlined: !noInlines)
    let form = form(for: named)
    let copy = named.bytes(in: form)
    progress.finish()
    guard !copy.isEmpty else {
      throw CommandFault(
        .nothingDone, "\(source.shownName): contains no crash report that can be written in this format")
    }
    try CheckedOutput.write(report: copy, to: file, isJSON: form == .json || form == .same && named.isJSON)
    named.explain()
    store?.reportUnsearchedPaths()
    if strict, named.hasUnnamedAppImage { return .conditionHolds }
    source.explainArchive()
    return reading.faults.isEmpty && source.archiveFault == nil ? .done : .partlyDone
  }

  private func store(_ session: Session) throws -> SymbolStore? {
    let files = FilePath.arguments(symbolFiles)
    if let other = files.first(where: { !SymbolInputs.isSymbolFile($0) }) {
      throw CommandFault(
        .wrongUse, "\(Terminal.quotedFileName(other.text)): not a symbol file",
        hint: "symbolicate reads one report; all further arguments are dSYMs or images.")
    }
    let reports = report == "-" ? [] : FilePath.arguments([report])
    return try locations.selection.store(session, for: SymbolInputs(symbolFiles: files, reports: reports))
  }

  /// Returns the requested form, else the form of the output's extension. A report in that form keeps its own bytes.
  private func form(for input: NamedInput) -> ReportForm {
    if let form = format ?? to?.form { return form == .json && input.isJSON ? .same : form }
    guard let output = output?.name else { return .same }
    if output.hasSuffix(".crash") { return input.isJSON ? .text : .same }
    if output.hasSuffix(".ips") { return input.isJSON || input.hasJSONHeader ? .same : .json }
    return .same
  }
}

extension ReportForm: ExpressibleByArgument {}

/// The layouts, by file extension.
enum ReportFileKind: String, ExpressibleByArgument, CaseIterable, Sendable {
  case crash, ips

  var form: ReportForm {
    switch self {
    case .crash: .text
    case .ips: .json
    }
  }
}
