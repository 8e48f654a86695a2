import Vocabulary

/// The style of a run of text. Color only adds: the text reads the same without it.
package enum TextStyle {
  case plain, bold, dim, red, yellow, cyan

  /// The parameters of "Select Graphic Rendition" (ECMA-48, 8.3.117).
  var code: String? {
    switch self {
    case .plain: nil
    case .bold: "1"
    case .dim: "2"
    case .red: "1;31"
    case .yellow: "1;33"
    case .cyan: "36"
    }
  }
}

/// A run of text in one style. It is escaped when it is created, so that the measured text is the shown text.
package struct StyledText {
  let text: String
  let style: TextStyle
  /// What a click on the run opens; `nil` for plain text.
  let link: Hyperlink?

  /// Creates a run. Control characters of `text` are escaped.
  package init(_ text: String, _ style: TextStyle = .plain, link: Hyperlink? = nil) {
    self.text = Terminal.escaped(text)
    self.style = style
    self.link = link
  }
}

/// Renders lines of text of a given width, from top to bottom. All text enters as `StyledText` and is therefore escaped
/// by one function.
package struct TextRenderer {
  /// The text rendered so far, each line terminated.
  package private(set) var text = ""
  /// The number of columns to which paragraphs are wrapped, from 40 to 1000.
  package let width: Int
  private let style: PresentationStyle
  private var ascii: Bool { style.ascii }

  /// The number of free columns right of right-aligned text.
  private static let margin = 2

  /// Creates an empty renderer for this style.
  package init(_ style: PresentationStyle) {
    width = min(max(style.width, 40), 1000)
    self.style = style
  }

  /// Removes empty lines from the end.
  package mutating func trimEnd() {
    var utf8 = Substring(text).utf8
    while utf8.suffix(2).elementsEqual([0x0A, 0x0A]) { utf8 = utf8.dropLast() }
    text = String(Substring(utf8))
  }

  // MARK: Lines

  /// Adds an empty line.
  package mutating func blank() { text += "\n" }

  /// Adds the rows of a table.
  package mutating func table(_ table: TextTable) { text += table.text }

  /// Adds one line in plain style. It is not wrapped.
  package mutating func line(_ words: String) { line(StyledText(words)) }

  /// Adds one line. It is not wrapped.
  package mutating func line(_ runs: StyledText...) {
    for run in runs { put(run) }
    text += "\n"
  }

  /// Adds a line with `right` at the right edge, or on the next line if there is no room.
  package mutating func line(_ left: [StyledText], right: StyledText?) {
    for run in left { put(run) }
    if let right { align(right, after: columns(left)) }
    text += "\n"
  }

  /// Adds `words` wrapped, the first line after `lead`, other lines after `indent` blanks, with `right` at the right
  /// edge of the last line.
  package mutating func paragraph(
    _ words: String, style: TextStyle = .plain, lead: [StyledText] = [], indent: Int, right: StyledText? = nil
  ) {
    var used = columns(lead)
    for run in lead { put(run) }
    if lead.isEmpty {
      text += String(repeating: " ", count: indent)
      used = indent
    }
    // The lines leave room for the text at the right edge, so that it stands out.
    let edge = width - Self.margin - (right.map { min(columns([$0]) + 2, width / 3) } ?? 0)
    let lines = Wrapping.lines(
      Self.replaced(Terminal.escaped(words), ascii), first: max(edge - used, 16), rest: max(edge - indent, 16))
    for (index, line) in lines.enumerated() {
      if index > 0 {
        text += "\n" + String(repeating: " ", count: indent)
        used = indent
      }
      put(StyledText(line, style))
      used += DisplayWidth.of(line)
    }
    if let right { align(right, after: used) }
    text += "\n"
  }

  private mutating func align(_ right: StyledText, after used: Int) {
    let edge = width - Self.margin
    let wanted = columns([right])
    if used + 2 + wanted <= edge {
      text += String(repeating: " ", count: edge - used - wanted)
    } else if used + 2 + wanted <= width {
      text += "  "
    } else {
      text += "\n" + String(repeating: " ", count: max(edge - wanted, 4))
    }
    put(right)
  }

  /// Returns the columns that runs take when they are shown.
  package func columns(_ runs: [StyledText]) -> Int {
    runs.reduce(0) { $0 + DisplayWidth.of(Self.replaced($1.text, ascii)) }
  }

  private mutating func put(_ run: StyledText) {
    let shown = Self.replaced(run.text, ascii)
    let colored = style.colored(shown, run.style)
    text += run.link.map { $0.linked(colored) } ?? colored
  }

  /// Returns text with the program's own symbols in ASCII if `ascii` is set.
  static func replaced(_ text: String, _ ascii: Bool) -> String {
    guard ascii, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "✗", "✘", "❌": result += "x"
      case "✓", "✔": result += "v"
      case "►", "▸": result += ">"
      case "⋯", "…": result += "..."
      case "·", "–", "—": result += "-"
      case "‹": result += "<"
      case "›": result += ">"
      case "←": result += "<-"
      case "→": result += "->"
      case "×": result += "x"
      case "“", "”": result += "\""
      case "‘", "’": result += "'"
      case "•": result += "*"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
