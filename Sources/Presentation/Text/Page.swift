import Vocabulary

/// How a piece of text is set off. Colour only adds: every page reads the same without it.
package enum TextStyle {
  case plain, bold, dim, red, yellow, cyan

  /// Parameters of "Select Graphic Rendition" (ECMA-48, 8.3.117).
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

/// A run of text in one ink. Escaped when it is made, so that what is measured is what is shown.
package struct StyledText {
  let text: String
  let ink: TextStyle

  /// Creates a piece; control characters of `text` are escaped.
  package init(_ text: String, _ ink: TextStyle = .plain) {
    self.text = Terminal.escaped(text)
    self.ink = ink
  }
}

/// Lines of text of a given width, built from the top. All text enters through `StyledText` and so through the one
/// function that escapes.
package struct Page {
  /// Everything that was added so far, each line ended.
  package private(set) var text = ""
  /// Columns to which paragraphs are wrapped, from 40 to 1000.
  package let width: Int
  private let color: Bool
  private let ascii: Bool

  /// Columns left free at the right edge of what is aligned there.
  private static let margin = 2

  /// Creates an empty page in this style.
  package init(_ style: PresentationStyle) {
    width = min(max(style.width, 40), 1000)
    color = style.color
    ascii = style.ascii
  }

  /// Takes empty lines off the end.
  package mutating func trimEnd() {
    var utf8 = Substring(text).utf8
    while utf8.suffix(2).elementsEqual([0x0A, 0x0A]) { utf8 = utf8.dropLast() }
    text = String(Substring(utf8))
  }

  // MARK: Lines

  /// Adds an empty line.
  package mutating func blank() { text += "\n" }

  /// The table's rows.
  package mutating func table(_ table: TextTable) { text += table.text }

  /// One line in no ink, however long.
  package mutating func line(_ words: String) { line(StyledText(words)) }

  /// One line as it is, however long.
  package mutating func line(_ pieces: StyledText...) {
    for piece in pieces { put(piece) }
    text += "\n"
  }

  /// `left`, and `right` aligned at the right edge; on a line of its own if there is no room.
  package mutating func line(_ left: [StyledText], right: StyledText?) {
    for piece in left { put(piece) }
    if let right { align(right, after: columns(left)) }
    text += "\n"
  }

  /// `words` wrapped, the first line after `lead`, further ones after `indent` blanks; `right` aligned at the right
  /// edge of the last line.
  package mutating func paragraph(
    _ words: String, ink: TextStyle = .plain, lead: [StyledText] = [], indent: Int, right: StyledText? = nil
  ) {
    var used = columns(lead)
    for piece in lead { put(piece) }
    if lead.isEmpty {
      text += String(repeating: " ", count: indent)
      used = indent
    }
    // Long paragraphs leave room for what ends their lines on the right, so that the eye finds it.
    let edge = width - Self.margin - (right.map { min(columns([$0]) + 2, width / 3) } ?? 0)
    let lines = Wrapping.lines(
      Self.replaced(Terminal.escaped(words), ascii), first: max(edge - used, 16), rest: max(edge - indent, 16))
    for (index, line) in lines.enumerated() {
      if index > 0 {
        text += "\n" + String(repeating: " ", count: indent)
        used = indent
      }
      put(StyledText(line, ink))
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

  /// Columns the pieces take as they are shown.
  func columns(_ pieces: [StyledText]) -> Int {
    pieces.reduce(0) { $0 + DisplayWidth.of(Self.replaced($1.text, ascii)) }
  }

  private mutating func put(_ piece: StyledText) {
    let shown = Self.replaced(piece.text, ascii)
    if color, let code = piece.ink.code, !shown.isEmpty {
      text += "\u{1B}[" + code + "m" + shown + "\u{1B}[0m"
    } else {
      text += shown
    }
  }

  /// The signs we write ourselves, in ASCII if the user asked for it.
  static func replaced(_ text: String, _ ascii: Bool) -> String {
    guard ascii, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "✗": result += "x"
      case "►": result += ">"
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
