import ArgumentParser
import Presentation

/// Where the answer goes, and in which form.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Form of the answer: auto, \(OutputFormat.catalog.map(\.id).joined(separator: ", ")). auto: text, or github in "
        + "GitHub Actions.", valueName: "format"))
  var format: String?

  @Option(help: ArgumentHelp("Write JSON to a file as well.", valueName: "file"))
  var jsonOut: String?

  @Option(
    name: [.short, .long], help: ArgumentHelp("Write the answer to a file, whole or not at all.", valueName: "file"))
  var output: String?

  @Flag(name: [.short, .long], help: "All threads, registers and notes.")
  var verbose = false

  @Flag(name: [.short, .long], help: "One line for each report.")
  var quiet = false

  @Option(
    help: ArgumentHelp(
      "Frames of the crashed thread: a number, app, or all (default: those of the app, and two around each).",
      valueName: "n|app|all"))
  var frames: FramesArgument?

  @Option(help: ArgumentHelp("Hide findings that are less sure.", valueName: "confidence"))
  var minConfidence: ConfidenceArgument = .possible

  @OptionGroup var style: StyleOptions

  func validate() throws {
    if verbose, quiet { throw ValidationError("--verbose and --quiet exclude each other.") }
    if let format { _ = try Self.named(format, in: nil) }
  }

  func presentationStyle(_ session: Session) -> PresentationStyle {
    var presentation = style.style(session)
    // What goes to a file is not for a terminal.
    if output != nil, style.color == .auto { presentation.color = false }
    presentation.verbose = verbose
    presentation.quiet = quiet
    presentation.frames = frames?.selection ?? .default
    presentation.minimumConfidence = minConfidence.confidence
    return presentation
  }

  /// Flag, then `DIAGNOSE_FORMAT`, then `auto`.
  func outputFormat(_ session: Session) throws -> OutputFormat {
    if let format { return try Self.named(format, in: session) }
    guard let name = session.variable("DIAGNOSE_FORMAT") else { return try Self.named("auto", in: session) }
    do { return try Self.named(name, in: session) } catch {
      throw CommandFault(.wrongUse, "DIAGNOSE_FORMAT: \(error)")
    }
  }

  private static func named(_ name: String, in session: Session?) throws -> OutputFormat {
    var id = name
    if name == "auto" { id = session?.variable("GITHUB_ACTIONS") == nil ? "text" : "github" }
    if let format = OutputFormat.catalog.first(where: { $0.id == id }) { return format }
    let known = (["auto"] + OutputFormat.catalog.map(\.id)).joined(separator: ", ")
    throw ValidationError("There is no output format '\(name)'. Known: \(known).")
  }
}
