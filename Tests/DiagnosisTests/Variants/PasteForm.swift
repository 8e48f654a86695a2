import TestSupport
import Testing

/// A way in which a text is copied, quoted or logged again.
struct PasteForm: Sendable, CustomTestStringConvertible {
  var name: String
  /// Whether the form may lower the confidence, because it breaks lines.
  var losesLines = false
  var apply: @Sendable (String) -> String

  var testDescription: String { name }

  static let all: [PasteForm] = quotations + prefixes + markups + layouts

  private static let quotations: [PasteForm] = [
    each("quoted") { "> " + $0 },
    each("quoted twice") { "> > " + $0 },
    each("quoted in HTML") { "&gt; " + html($0) },
    PasteForm(name: "typographic quotes") {
      $0.replacing("\"", with: "\u{201C}").replacing("'", with: "\u{2019}").replacing("...", with: "\u{2026}")
    },
    PasteForm(name: "no-break spaces") { $0.replacing("  ", with: "\u{A0} ") },
    PasteForm(name: "line ends of Windows") { $0.replacing("\n", with: "\r\n") },
    each("indented") { "    " + $0 },
    PasteForm(name: "code fence") { "```text\n" + $0 + "\n```\n" },
    PasteForm(name: "code block of Jira") { "{noformat}\n" + $0 + "\n{noformat}\n" },
    PasteForm(name: "text of an issue") {
      "### What happens\n\nThe app closes when I open **Settings**.\n\n<details><summary>Log</summary>\n\n```\n\($0)\n```\n"
        + "\n</details>\n\nXcode 16. This is **not** a duplicate.\n"
    },
  ]

  private static let prefixes: [PasteForm] = [
    each("GitHub Actions") { "2024-05-05T10:10:10.1234567Z " + $0 },
    each("GitLab") { "2024-05-05T10:10:10.123456Z 01O " + $0 },
    each("Jenkins") { "[2024-05-05T10:10:10.123Z] " + $0 },
    each("Azure") { "2024-05-05T10:10:10.1234567Z ##[error]" + $0 },
    each("fastlane") { "[10:22:33]: \u{25B8} \u{1B}[31m" + $0 + "\u{1B}[0m" },
    each("xcbeautify") { "\u{274C} " + $0 },
    each("bullets") { "\u{2022} " + $0 },
    each("table") { "| " + $0 + " |" },
    each("added in a diff") { "+" + $0 },
    each("line comments") { "// " + $0 },
    each("block comment") { " * " + $0 },
    each("number signs") { "# " + $0 },
    PasteForm(name: "line numbers") { text in
      text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .map { "   \($0 + 1)  \($1)" }.joined(separator: "\n")
    },
    each("syslog") { "Nov 22 10:22:33 build-7 xcodebuild[4711]: " + $0 },
    each("container") { "web-1  | " + $0 },
  ]

  private static let markups: [PasteForm] = [
    each("Markdown escapes") { line in
      escaped(line, ["_", "*", "[", "]", "+"])
    },
    each("bold fields", bold),
    PasteForm(name: "HTML page") { "<html><body><h2>Log</h2><pre><code>" + html($0) + "</code></pre></body></html>" },
    PasteForm(name: "HTML paragraphs") { text in
      text.split(separator: "\n\n", omittingEmptySubsequences: false)
        .map { "<p>\(html(String($0)))</p>\n".replacing("\n", with: "<br>\n") }.joined()
    },
    PasteForm(name: "JSON string") { "{\"log\": \"\(json($0))\"}" },
    each("JSON lines") { "{\"time\": 1, \"message\": \"\(json($0))\"}" },
    PasteForm(name: "RTF") { text in
      "{\\rtf1\\ansi{\\fonttbl\\f0 Menlo;}\\f0 " + escaped(text, ["\\", "{", "}"]).replacing("\n", with: "\\\n") + "}"
    },
  ]

  private static let layouts: [PasteForm] = [
    PasteForm(name: "blank lines between") { $0.replacing("\n", with: "\n\n") },
    PasteForm(name: "broken at 100", losesLines: true) { broken($0, 100) },
    PasteForm(name: "broken at 72", losesLines: true) { broken($0, 72) },
  ]

  private static func each(_ name: String, _ change: @escaping @Sendable (String) -> String) -> PasteForm {
    PasteForm(name: name) { text in
      text.split(separator: "\n", omittingEmptySubsequences: false).map { change(String($0)) }.joined(separator: "\n")
    }
  }

  /// Writes a backslash before each of `marks`.
  private static func escaped(_ text: String, _ marks: Set<Character>) -> String {
    var result = ""
    for character in text {
      if marks.contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }

  private static func html(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#x27;")
  }

  private static func json(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
      .replacing("\t", with: "\\t").replacing("\r", with: "\\r").replacing("\u{1B}", with: "\\u001b")
  }

  /// `**Exception Type:** `EXC_CRASH``, for lines with a name and a value.
  private static func bold(_ line: String) -> String {
    guard let colon = line.firstIndex(of: ":"), let first = line.first, first.isUppercase,
      line[..<colon].count <= 28, line[..<colon].allSatisfy({ $0.isLetter || $0 == " " || $0 == "/" })
    else { return line }
    let value = line[line.index(after: colon)...].drop { $0 == " " }
    return value.isEmpty ? line : "**\(line[..<colon]):** `\(value)`  "
  }

  private static func broken(_ text: String, _ width: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      var rest = Substring(line)
      var parts: [Substring] = []
      repeat {
        parts.append(rest.prefix(width))
        rest = rest.dropFirst(width)
      } while !rest.isEmpty
      return parts
    }.joined(separator: "\n")
  }
}
