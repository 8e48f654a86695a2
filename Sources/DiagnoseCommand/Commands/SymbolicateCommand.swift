import Archives
import ArgumentParser
import CrashReports
import Documents
import Symbolication
import Vocabulary
import Platform

/// Writes a report again, with the names that symbol files have for its frames.
struct SymbolicateCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "symbolicate", abstract: "Write a report again, with names, files and lines.",
    discussion: """
      The report keeps its form: rows of frames and members of JSON frames get names, all other bytes stay. Symbol files \
      are matched by UUID alone; what was wanted, found and looked for is said on standard error. Missing symbols are no \
      failure, unless --strict says so.
      """)

  @Argument(help: ArgumentHelp("A report, or - for standard input.", valueName: "report"))
  var report: String

  @OptionGroup var locations: SymbolPaths
  @OptionGroup var configuration: ConfigurationOptions

  @Option(
    name: [.short, .long], help: ArgumentHelp("Write to a file, whole or not at all.", valueName: "file"))
  var output: String?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "same: the report's own form; text: Apple's text layout; json: Apple's JSON layout. Default: what the name of the "
        + "output says (.crash, .ips), else same.", valueName: "format"))
  var format: ReportForm?

  @Option(help: ArgumentHelp("crash: as --format text; ips: as --format json.", valueName: "kind"))
  var to: ReportFileKind?

  @Flag(help: "Leave out inlined functions.")
  var noInlines = false

  @Flag(help: "Write the names that are added as compilers spell them.")
  var noDemangle = false

  @Flag(help: "End with status 1 if an image of the app stays without names.")
  var strict = false

  @Option(help: ArgumentHelp("Largest input read.", valueName: "bytes"))
  var maxSize = SizeArgument(bytes: FileReader.defaultLimit)

  func validate() throws {
    if format != nil, to != nil { throw ValidationError("--format and --to say the same; give one of them.") }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let (bytes, archiveFault) = try self.bytes()
    let input = InputText(bytes)
    let reading = ReportReader.read(input.text, limits: NamedInput.limits)
    for fault in reading.faults { Console.write("diagnose: " + InputError(fault, path: report).text + "\n") }
    guard !reading.reports.isEmpty else { return .nothingDone }

    let store = locations.store(session)
    let progress = ProgressLine("symbolicate", total: 0)
    defer { progress.finish() }
    let named = NamedInput(
      input, reading.reports, symbols: store, demangles: !noDemangle, showsInlined: !noInlines)
    let form = form(for: named)
    let copy = named.bytes(in: form)
    progress.finish()
    guard !copy.isEmpty else {
      throw CommandFault(.nothingDone, "\(shownName): holds no crash report that can be written in this form")
    }
    try write(copy, isJSON: form == .json || form == .same && named.isJSON)
    named.explain()
    store?.explainGaps()
    if strict, named.hasUnnamedAppImage { return .conditionHolds }
    if let archiveFault { Console.complain("\(shownName): \(archiveFault.message)") }
    return reading.faults.isEmpty && archiveFault == nil ? .done : .partlyDone
  }

  private var shownName: String { report == "-" ? "standard input" : Terminal.quotedFileName(report) }

  /// The report's bytes, and what is wrong with the archive that it was in.
  private func bytes() throws -> ([UInt8], ArchiveFault?) {
    do throws(ReadingFault) {
      if report == "-" { return (try FileReader.readStandardInput(limit: maxSize.bytes), nil) }
      let file = try FileReader.open(FilePath.arguments([report])[0])
      guard Archive.kind(of: file.read(at: 0, Archive.headSize)) != nil else {
        return (try file.bytes(limit: maxSize.bytes), nil)
      }
      return try ArchiveInput(path: report, content: .file(file), isNamed: true).onlyReport(limit: maxSize.bytes)
    } catch {
      Console.write("diagnose: " + InputError(error, path: report).text + "\n")
      throw CommandFault(.nothingDone)
    }
  }

  /// What was asked for, else what the output's name promises. A report that has that form already keeps its own bytes.
  private func form(for input: NamedInput) -> ReportForm {
    if let form = format ?? to?.form { return form == .json && input.isJSON ? .same : form }
    guard let output else { return .same }
    if output.hasSuffix(".crash") { return input.isJSON ? .text : .same }
    if output.hasSuffix(".ips") { return input.isJSON || input.hasJSONHeader ? .same : .json }
    return .same
  }

  /// A file gets the bytes as they are. What is printed may end in a terminal, also behind a pipe, so it is text that steers
  /// none: line ends become line feeds, controls are shown, and other encodings are UTF-8.
  private func write(_ bytes: [UInt8], isJSON: Bool) throws {
    if let output, output != "-" {
      try OutputFile.write(bytes, to: output)
    } else {
      let text = InputText(bytes).text
      try StandardStreams.output(isJSON ? Terminal.jsonLines(text) : Terminal.lines(text))
    }
  }
}

/// Forms in which a report is written again.
enum ReportForm: String, ExpressibleByArgument, CaseIterable, Sendable { case same, text, json }

/// The forms by the names that files of them have.
enum ReportFileKind: String, ExpressibleByArgument, CaseIterable, Sendable {
  case crash, ips

  var form: ReportForm {
    switch self {
    case .crash: .text
    case .ips: .json
    }
  }
}
