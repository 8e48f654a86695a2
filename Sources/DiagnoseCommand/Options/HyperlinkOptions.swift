import ArgumentParser
import Platform
import Presentation
import Vocabulary
import Workflow

/// Options for source files in a terminal: links to them.
struct HyperlinkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Link source files in a terminal: auto, always or never.",
      discussion: "auto links if standard output is a terminal on this machine that is known to show links.",
      valueName: "when"))
  var hyperlinks: ColorChoice = .auto

  @Option(
    help: ArgumentHelp(
      "Select the address of links: \(HyperlinkFormat.named.map(\.name).joined(separator: ", ")), or a pattern.",
      discussion: "A pattern has {path} and may have {line} and {column}: vscode://file{path}:{line}:{column}.",
      valueName: "format"), completion: .list(HyperlinkFormat.named.map(\.name)))
  var hyperlinkFormat: String?

  func validate() throws { _ = try format() }

  private func format() throws -> HyperlinkFormat {
    guard let hyperlinkFormat else { return .standard }
    do throws(HyperlinkFormat.Fault) { return try HyperlinkFormat(hyperlinkFormat) } catch {
      throw ValidationError("--hyperlink-format: '\(Terminal.escaped(hyperlinkFormat))' \(error.reason).")
    }
  }

  /// Returns the links of text on a stream; `nil` for none.
  ///
  /// - Parameter tree: The checkout with which source files are resolved.
  func links(_ session: Session, on stream: FileDescriptor, tree: SourceTree?) -> Hyperlinks? {
    let isOn =
      switch hyperlinks {
      case .always: true
      case .never: false
      case .auto: stream.isTerminal && Self.isKnownTerminal { session.variable($0) }
      }
    guard isOn, let format = try? format() else { return nil }
    let source = LocalSource(tree: tree)
    return Hyperlinks(format) { source.path(of: $0, for: .link) }
  }

  /// Returns whether the variables are those of a terminal that shows links. Others would print the addresses.
  ///
  /// - Parameter variable: Returns the value of an environment variable; `nil` for none.
  static func isKnownTerminal(_ variable: (String) -> String?) -> Bool {
    if let forced = variable("FORCE_HYPERLINK"), !forced.isEmpty { return forced != "0" }
    // The terminal is on another machine, which has other files at these paths.
    if variable("SSH_CONNECTION") != nil { return false }
    if variable("TERM") == "dumb" || variable("CI") != nil || variable("TEAMCITY_VERSION") != nil { return false }
    // Terminals of the VTE library; 0.50.0 crashes on links.
    if let version = variable("VTE_VERSION").flatMap({ Int($0) }) { return version > 5000 }
    if ["WT_SESSION", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "DOMTERM", "WEZTERM_PANE"].contains(where: {
      variable($0) != nil
    }) {
      return true
    }
    if ["xterm-kitty", "alacritty", "xterm-ghostty", "foot"].contains(variable("TERM")) { return true }
    guard let program = variable("TERM_PROGRAM") else { return false }
    // WezTerm has versions such as 20230712-072601-f4abf8fd.
    let version = (variable("TERM_PROGRAM_VERSION") ?? "").split(separator: ".").map { part in
      Int(part.prefix { $0.isASCII && $0.isNumber }) ?? 0
    }
    guard let minimum = programs[program] else { return false }
    return !version.lexicographicallyPrecedes(minimum)
  }

  /// The terminals that show links, by `TERM_PROGRAM`, with the first version that does.
  private static let programs: [String: [Int]] = [
    "iTerm.app": [3, 1], "WezTerm": [20_200_620], "vscode": [1, 72], "ghostty": [], "zed": [], "Hyper": [2],
    "rio": [], "Tabby": [],
  ]
}
