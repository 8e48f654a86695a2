import Answers
import ArgumentParser
import Documents
import HistoryPresentation
import Platform
import Presentation
import Vocabulary
import Workflow

/// Checks the set-up of the program.
struct DoctorCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check the set-up: configuration, history, symbols, directories.",
    discussion: """
      Reads the configuration, the state of the history, the headers of the dSYMs in the symbol locations and the report \
      directories, and changes nothing. Writes one line per result to standard output: ok, note, or fix if something \
      needs to be done.

      Exit status: 0 if nothing needs to be done; 1 otherwise.

      Examples:
        diagnose doctor
        diagnose doctor --symbols build --format json
      """)

  @Option(name: [.short, .long], help: "Select the format: text or json.")
  var format: HistoryFormat = .text

  @Option(
    help: ArgumentHelp("Also check this location of symbols; repeatable.", valueName: "path"), completion: .file())
  var symbols: [String] = []

  @OptionGroup(title: "History options") var history: HistoryOptions
  @OptionGroup(title: "Analysis options") var configuration: ConfigurationOptions
  @OptionGroup(title: "Output options") var style: StyleOptions

  func validate() throws {
    if symbols.contains("") { throw ValidationError("--symbols is empty. Name a file or folder.") }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    var applied = session
    var hasFailed = false
    do { applied = try configuration.applied(to: session) } catch let fault as CommandFault {
      guard fault.status == .wrongConfiguration else { throw fault }
      if let message = fault.message { Console.writeMessage(message, hint: fault.hint) }
      hasFailed = true
    }
    let context = DoctorContext(
      session: applied, configurationFailed: hasFailed, ignoresConfigurations: configuration.noConfig,
      history: history.selection, symbols: symbols)
    let results = DoctorCheck.catalog.map { (check: $0, findings: $0.findings(context)) }
    try StandardStreams.output(format == .json ? json(results) : text(results, style.style(session)))
    return results.contains { $0.findings.contains { $0.state == .action } } ? .conditionHolds : .done
  }

  private func json(_ results: [(check: DoctorCheck, findings: [DoctorCheck.Finding])]) -> String {
    let rows = results.flatMap { result in result.findings.map { (check: result.check, finding: $0) } }
    return ListDocument.text("diagnose-doctor/1", "results", rows) { writer, row in
      writer.member("check", row.check.id)
      writer.member("state", row.finding.state.rawValue)
      writer.member("text", row.finding.text)
      writer.member("advice", row.finding.advice)
    }
  }

  private func text(
    _ results: [(check: DoctorCheck, findings: [DoctorCheck.Finding])], _ style: PresentationStyle
  ) -> String {
    var renderer = TextRenderer(style)
    for (check, findings) in results {
      renderer.line(StyledText(check.title, .bold))
      for finding in findings {
        let mark: StyledText =
          switch finding.state {
          case .fine: StyledText("  ok    ", .dim)
          case .note: StyledText("  note  ", .yellow)
          case .action: StyledText("  fix   ", .red)
          }
        renderer.paragraph(finding.text, lead: [mark], indent: 8)
        if let advice = finding.advice { renderer.paragraph(advice, style: .dim, indent: 10) }
      }
    }
    let count = results.reduce(0) { $0 + $1.findings.count { $0.state == .action } }
    renderer.blank()
    renderer.line(
      count == 0 ? "No problems found." : "\(count) thing\(count == 1 ? "" : "s") to fix.")
    return renderer.text
  }
}
