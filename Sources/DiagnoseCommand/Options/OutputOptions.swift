import ArgumentParser
import Documents
import Platform
import Presentation
import Vocabulary
import Workflow

/// Options that select the destination and the format of the answer.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Select the format: auto, \(OutputFormat.catalog.map(\.id).joined(separator: ", ")). auto is text, or github "
        + "in GitHub Actions.", valueName: "format"))
  var format: String?

  @Flag(help: "Write short JSON for scripts and agents; same as --format brief.")
  var brief = false

  @Option(
    help: ArgumentHelp(
      "Like --brief, with only these members of each report, separated by commas: headline,where,advice.",
      valueName: "names"))
  var fields: String?

  @Option(help: ArgumentHelp("Also write JSON to this file.", valueName: "file"), completion: .file())
  var jsonOut: OutputArgument?

  @Option(
    help: ArgumentHelp(
      "Also write another format to a file, such as sarif=crashes.sarif; repeatable.", valueName: "format=file"))
  var write: [FormatFileArgument] = []

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Write the output to this file, atomically.", valueName: "file"), completion: .file())
  var output: OutputArgument?

  @Flag(name: [.short, .long], help: "Show all threads, registers and notes.")
  var verbose = false

  @Flag(name: [.short, .long], help: "Show one line per report.")
  var quiet = false

  @Flag(
    help: ArgumentHelp(
      "Show every report. By default, text shows reports of the same failure as one, with their number."))
  var each = false

  @Option(
    help: ArgumentHelp(
      "Show these frames of the crashed thread (default: app frames and two around each).",
      valueName: "n|app|all"))
  var frames: FramesArgument?

  @Option(help: ArgumentHelp("Hide findings with lower confidence.", valueName: "confidence"))
  var minConfidence: ConfidenceArgument = .possible

  @OptionGroup var style: StyleOptions
  @OptionGroup var links: HyperlinkOptions

  func validate() throws {
    if verbose, quiet { throw ValidationError("--verbose and --quiet cannot be used together.") }
    if let format { _ = try Self.named(format, in: nil) }
    for one in write { _ = try Self.named(one.format, in: nil) }
    if isBrief, let format, format != OutputFormat.brief.id {
      throw ValidationError("--format \(format) cannot be used with --brief and --fields.")
    }
    let known = PublishedDocument.briefMembers.map(\.name)
    if let unknown = selectedFields.first(where: { !known.contains($0) }) {
      throw ValidationError("--fields: '\(unknown)' is not a member. Use: \(known.joined(separator: ", ")).")
    }
  }

  /// The files to write in addition to the output, with their formats.
  var copies: [(format: OutputFormat, file: OutputArgument, option: String)] {
    let json = jsonOut.map { [(FormatFileArgument(format: "json", file: $0), "--json-out")] } ?? []
    return (json + write.map { ($0, "--write") }).compactMap { one, option in
      OutputFormat.catalog.first { $0.id == one.format }.map { ($0, one.file, option) }
    }
  }

  private var isBrief: Bool { brief || fields != nil }

  private var selectedFields: [String] { fields?.split(separator: ",").map { $0.trimmed } ?? [] }

  /// - Parameter stream: Where the text is written unless `--output` names a file.
  func presentationStyle(_ session: Session, on stream: FileDescriptor = .standardOutput) -> PresentationStyle {
    var presentation = style.style(session, on: stream)
    // A file gets no colors unless the user asks for them.
    if output != nil, style.color == .auto { presentation.color = false }
    presentation.verbose = verbose
    presentation.quiet = quiet
    presentation.each = each
    presentation.frames = frames?.selection ?? .default
    presentation.minimumConfidence = minConfidence.confidence
    presentation.fields = selectedFields
    return presentation
  }

  /// Returns the links of text; `nil` for none. A file gets none unless the user asks for them.
  func hyperlinks(_ session: Session, tree: SourceTree?) -> Hyperlinks? {
    if output != nil, links.hyperlinks == .auto { return nil }
    return links.links(session, on: .standardOutput, tree: tree)
  }

  /// Returns the format from `--format`, else from `DIAGNOSE_FORMAT`, else `auto`.
  func outputFormat(_ session: Session) throws -> OutputFormat {
    if isBrief { return .brief }
    if let format { return try Self.named(format, in: session) }
    guard let name = session.variable("DIAGNOSE_FORMAT") else { return try Self.named("auto", in: session) }
    do { return try Self.named(name, in: session) } catch {
      throw CommandFault(.wrongUse, "DIAGNOSE_FORMAT: \(error)")
    }
  }

  /// The formats in which `check` can write.
  static let checkFormats = OutputFormat.catalog.filter { $0.renderCheck != nil }.map(\.id)

  /// Returns a format of `check`.
  static func checkFormat(_ name: String, in session: Session?) throws -> OutputFormat {
    let format = try named(name, in: session, among: checkFormats)
    guard format.renderCheck != nil else {
      throw ValidationError(
        "'\(name)' is a format for reports. Use one of: \((["auto"] + checkFormats).joined(separator: ", ")).")
    }
    return format
  }

  private static func named(
    _ name: String, in session: Session?, among ids: [String] = OutputFormat.catalog.map(\.id)
  ) throws -> OutputFormat {
    var id = name
    if name == "auto" { id = session?.variable("GITHUB_ACTIONS") == nil ? "text" : "github" }
    if let format = OutputFormat.catalog.first(where: { $0.id == id }) { return format }
    let known = (["auto"] + ids).joined(separator: ", ")
    throw ValidationError("'\(name)' is not an output format. Use one of: \(known).")
  }
}

extension Substring {
  /// The text without blanks around it.
  fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
