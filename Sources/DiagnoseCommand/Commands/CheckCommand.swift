import ArgumentParser
import Presentation
import ProjectInspection

/// Looks for the known faults in a project's nibs and sources, before they crash.
struct CheckCommand: Subcommand {
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, github }

  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Find the known faults in a project's nibs and sources, before they crash.",
    discussion: """
      Reads xibs, storyboards, Swift and Objective-C sources, property lists and Xcode projects of a folder. Nothing is \
      executed or changed; edits are shown with --verbose. Ends with status 1 when a fault was found, 0 when none was.
      """)

  @Argument(help: ArgumentHelp("The project's folder.", valueName: "folder"))
  var folder: String

  @Option(name: [.short, .long], help: "text, json, or github: annotations of GitHub Actions.")
  var format: Format?

  @Flag(name: [.short, .long], help: "Every place that proves a fault, and the edit as a diff.")
  var verbose = false

  @Flag(help: "End with status 1 also when a part of the project could not be read.")
  var strict = false

  @OptionGroup var style: StyleOptions

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
