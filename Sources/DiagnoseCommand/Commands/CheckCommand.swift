import ArgumentParser
import Presentation
import ProjectInspection
import Workflow

/// Searches a project's nibs and sources for known faults before they crash.
struct CheckCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Find known faults in a project's nibs and sources.",
    discussion: """
      Reads xibs, storyboards, Swift and Objective-C sources, property lists and Xcode projects in a folder. Writes \
      the faults to standard output; executes and changes nothing. To see the suggested edits, use --verbose.

      Exit status: 0 if no fault was found; 1 if one was found; 2 if the folder could not be read.

      Examples:
        diagnose check .
        diagnose check --format sarif --output check.sarif MyApp/
      """)

  @Argument(help: ArgumentHelp("Check the project in this folder.", valueName: "folder"), completion: .directory)
  var folder: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Select the format: auto, \(OutputOptions.checkFormats.joined(separator: ", ")).",
      discussion: "auto is text, or github in GitHub Actions.", valueName: "format"))
  var format: String?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Write the output to this file, atomically.", valueName: "file"), completion: .file())
  var output: OutputArgument?

  @Flag(name: [.short, .long], help: "Show all evidence of each fault, and the suggested edit.")
  var verbose = false

  @Flag(help: "Also exit with 1 if part of the project cannot be read.")
  var strict = false

  @OptionGroup(title: "Output options") var source: SourceOptions
  @OptionGroup(title: "Output options") var style: StyleOptions

  func validate() throws {
    if let format { _ = try OutputOptions.checkFormat(format, in: nil) }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let format = try OutputOptions.checkFormat(format ?? "auto", in: session)
    var style = style.style(session)
    style.sources = try source.tree(session)
    var kept = ProtectedFiles(session)
    kept.add([folder] + (source.sourceRoot.map { [$0] } ?? []), .project)
    var check = try OutputCheck(keeping: kept)
    let file = try check.accept(output.flatMap { $0.isStandardOutput ? nil : $0 }, "--output")
    let index = try ProjectOptions.read(folder)
    let faults = index.check()
    if output != nil, self.style.color == .auto { style.color = false }
    style.verbose = verbose
    let page = ProjectPage(folder: folder, faults: faults, notes: index.notes, files: index.fileCount)
    let text = format.renderCheck?(page, style) ?? ""
    if let file {
      try file.write(text)
    } else {
      try StandardStreams.output(formatted: text)
    }
    return !faults.isEmpty || strict && !index.notes.isEmpty ? .conditionHolds : .done
  }
}
