import ArgumentParser
import Platform
import Presentation
import Vocabulary

/// How text looks.
struct StyleOptions: ParsableArguments {
  @Option(help: ArgumentHelp("When to write in colour.", valueName: "when"))
  var color: ColorChoice = .auto

  @Flag(help: "Write our own signs in ASCII.")
  var ascii = false

  @Option(help: ArgumentHelp("Columns of text (default: the terminal's up to 100, else 80).", valueName: "n"))
  var width: Int?

  func validate() throws {
    if let width, !(20...1000).contains(width) { throw ValidationError("--width takes a number from 20 to 1000.") }
  }

  func style(_ session: Session) -> PresentationStyle {
    PresentationStyle(color: usesColor(session), ascii: ascii, width: columns(session))
  }

  /// `auto`: a terminal that shows it, unless `NO_COLOR` (no-color.org) or `CLICOLOR_FORCE` say otherwise.
  private func usesColor(_ session: Session) -> Bool {
    switch color {
    case .always: return true
    case .never: return false
    case .auto:
      if session.variable("NO_COLOR") != nil { return false }
      if let forced = session.variable("CLICOLOR_FORCE"), forced != "0" { return true }
      return session.variable("TERM") != "dumb" && FileDescriptor.standardOutput.isTerminal
    }
  }

  private func columns(_ session: Session) -> Int {
    if let width { return width }
    if let columns = session.variable("COLUMNS").flatMap({ Int($0) }), (20...1000).contains(columns) { return columns }
    if let columns = FileDescriptor.standardOutput.terminalColumns { return min(max(columns, 20), 100) }
    return 80
  }
}
