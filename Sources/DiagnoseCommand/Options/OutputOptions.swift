import ArgumentParser
import Platform
import Presentation

/// Options that select the destination and the format of the answer.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Select the format: auto, \(OutputFormat.catalog.map(\.id).joined(separator: ", ")). auto is text, or github "
        + "in GitHub Actions.", valueName: "format"))
  var format: String?

  @Option(help: ArgumentHelp("Also write JSON to this file.", valueName: "file"))
  var jsonOut: String?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Write the output to this file, atomically.", valueName: "file"))
  var output: String?

  @Flag(name: [.short, .long], help: "Show all threads, registers and notes.")
  var verbose = false

  @Flag(name: [.short, .long], help: "Show one line per report.")
  var quiet = false

  @Option(
    help: ArgumentHelp(
      "Show these frames of the crashed thread (default: app frames and two around each).",
      valueName: "n|app|all"))
  var frames: FramesArgument?

  @Option(help: ArgumentHelp("Hide findings with lower confidence.", valueName: "confidence"))
  var minConfidence: ConfidenceArgument = .possible

  @OptionGroup var style: StyleOptions

  func validate() throws {
    if verbose, quiet { throw ValidationError("--verbose and --quiet cannot be used together.") }
    if let format { _ = try Self.named(format, in: nil) }
  }

  /// - Parameter stream: Where the text is written unless `--output` names a file.
  func presentationStyle(_ session: Session, on stream: FileDescriptor = .standardOutput) -> PresentationStyle {
    var presentation = style.style(session, on: stream)
    // A file gets no colors unless the user asks for them.
    if output != nil, style.color == .auto { presentation.color = false }
    presentation.verbose = verbose
    presentation.quiet = quiet
    presentation.frames = frames?.selection ?? .default
    presentation.minimumConfidence = minConfidence.confidence
    return presentation
  }

  /// Returns the format from `--format`, else from `DIAGNOSE_FORMAT`, else `auto`.
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
    throw ValidationError("'\(name)' is not an output format. Use one of: \(known).")
  }
}
