import ArgumentParser
import Presentation
import ProjectInspection

/// Searches a project's nibs and sources for known faults before they crash.
struct CheckCommand: Subcommand {
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, github }

  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Find known faults in a project's nibs and sources.",
    discussion: """
      Reads xibs, storyboards, Swift and Objective-C sources, property lists and Xcode projects in a folder. Writes \
      the faults to standard output; executes and changes nothing. To see the suggested edits, use --verbose.

      Exit status: 0 if no fault was found; 1 if one was found; 2 if the folder could not be read.

      Examples:
        diagnose check .
        diagnose check --format github --strict MyApp/
      """)

  @Argument(help: ArgumentHelp("Check the project in this folder.", valueName: "folder"))
  var folder: String

  @Option(name: [.short, .long], help: "Select the format: text, json, or github (annotations in GitHub Actions).")
  var format: Format?

  @Flag(name: [.short, .long], help: "Show all evidence of each fault, and the suggested edit.")
  var verbose = false

  @Flag(help: "Also exit with 1 if part of the project cannot be read.")
  var strict = false

  @OptionGroup(title: "Output options") var style: StyleOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let index = try ProjectOptions.read(folder)
    let faults = index.check()
    var style = style.style(session)
    style.verbose = verbose
    let chosen = format ?? (session.variable("GITHUB_ACTIONS") == nil ? .text : .github)
    let page = ProjectPage(folder: folder, faults: faults, notes: index.notes, files: index.fileCount)
    switch chosen {
    case .text: try StandardStreams.output(page.text(style))
    case .json: try StandardStreams.output(page.json())
    case .github: try StandardStreams.output(page.annotations())
    }
    return !faults.isEmpty || strict && !index.notes.isEmpty ? .conditionHolds : .done
  }
}
