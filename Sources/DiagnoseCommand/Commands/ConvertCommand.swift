import Analysis
import ArgumentParser
import Conversion
import Documents
import Platform
import Symbolication
import Vocabulary
import Workflow
import Diagnosis

/// Writes reports in another format.
struct ConvertCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Convert reports into the format of another program.",
    discussion: """
      Reads reports in any format and symbol files, which are matched by UUID only. Writes all reports to standard output \
      in another format, with symbolicated frames, and with the diagnosis if the format has room for it. The formats, and \
      what each loses: docs/conversion.md.

      Exit status: 0 when done; 2 if no report could be read or converted; 3 if part of the input could not be read.

      Examples:
        diagnose convert --to sentry --symbols build/MyApp.dSYM MyApp.ips
        diagnose convert --to apple-text --output MyApp.crash event.json
      """)

  @Argument(help: ArgumentHelp("Read these reports; - is standard input.", valueName: "report"), completion: .file())
  var inputs: [String]

  @Option(
    help: ArgumentHelp(
      "Select the format: \(ConversionTarget.catalog.map(\.id).joined(separator: ", ")).", valueName: "format"))
  var to: ConversionTarget

  @OptionGroup(title: "Symbol options") var locations: SymbolPaths
  @OptionGroup(title: "Analysis options") var patternOptions: PatternOptions
  @OptionGroup(title: "Analysis options") var configuration: ConfigurationOptions

  @Option(
    name: [.short, .long], help: ArgumentHelp("Write to this file, atomically.", valueName: "file"), completion: .file()
  )
  var output: OutputArgument?

  @Option(help: ArgumentHelp("Read inputs up to this size.", valueName: "bytes"))
  var maxSize = SizeArgument(bytes: FileReader.defaultLimit)

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    var kept = ProtectedFiles(session)
    kept.add(inputs, .input)
    kept.add(locations.symbols, .symbols)
    var check = try OutputCheck(keeping: kept)
    let file = try check.accept(output.flatMap { $0.isStandardOutput ? nil : $0 }, "--output")
    var options = try patternOptions.selection.analysisOptions(session)
    let reports = FilePath.arguments(inputs.filter { $0 != "-" })
    let store = try locations.selection.store(session, for: SymbolInputs(symbolFiles: [], reports: reports))
    options.symbolicator = store.map { Symbolicator($0) }
    options.withDigest = true
    options.withSignature = true
    var presented: [PresentedReport] = []
    var isComplete = true
    var count = 0
    for name in inputs {
      let input: ReportInput
      do { input = try ReportInput(name, limit: maxSize.bytes) } catch let fault as CommandFault {
        // What the other inputs contain is written.
        guard inputs.count > 1 else { throw fault }
        if let message = fault.message { Console.writeMessage(message, hint: fault.hint) }
        isComplete = false
        continue
      }
      let analysis = Analysis.analyze(input.bytes, options)
      input.explain(analysis.faults)
      input.explainArchive()
      if !analysis.faults.isEmpty || input.archiveFault != nil { isComplete = false }
      count += analysis.reports.count
      // A text that only mentions a failure is not an event for a service.
      for report in analysis.reports where report.assessment.notARecord == nil {
        presented.append(
          PresentedReport(
            path: name, digest: report.digest?.description ?? "", assessment: report.assessment,
            signature: report.signature, patterns: options.patterns))
      }
    }
    guard count > 0 else { return .nothingDone }
    let bytes = to.bytes(of: presented)
    guard !bytes.isEmpty else {
      throw CommandFault(.nothingDone, "no report can be written as \(to.id)")
    }
    try CheckedOutput.write(report: bytes, to: file, isJSON: to.isJSON)
    store?.reportUnsearchedPaths()
    return isComplete ? .done : .partlyDone
  }
}

extension ConversionTarget: ExpressibleByArgument {
  init?(argument: String) {
    guard let target = Self.with(id: argument) else { return nil }
    self = target
  }

  var defaultValueDescription: String { id }
}
