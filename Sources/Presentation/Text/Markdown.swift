import Vocabulary

/// Escapes text so that Markdown (CommonMark 0.31) shows exactly that text.
package enum Markdown {
  /// Returns `text` on one line, with all Markdown characters escaped and no mention of a user or an issue.
  package static func text(_ text: String) -> String {
    let result = continued(text)
    // At the start of a line, these would begin a list, a heading or a workflow command of a CI system.
    if let first = result.unicodeScalars.first, "-+=:".unicodeScalars.contains(first) { return "\\" + result }
    let digits = result.prefix { ("0"..."9").contains($0) }
    if !digits.isEmpty, let next = result.dropFirst(digits.count).first, next == "." || next == ")" {
      return digits + "\\" + result.dropFirst(digits.count)
    }
    return result
  }

  /// Returns escaped text that is not at the start of a line.
  package static func continued(_ text: String) -> String {
    var result = ""
    for scalar in Terminal.escaped(Wording.oneLine(text)).unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      // An empty comment prevents the following name from being a mention (GitHub).
      case "@": result += "@<!-- -->"
      case "\\", "`", "*", "_", "[", "]", "#", "|", "~", "!", "$": result += "\\" + String(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return withoutLinks(result)
  }

  /// GitHub makes links of these without any markup (GFM 6.9); an empty comment prevents it.
  private static func withoutLinks(_ text: String) -> String {
    var result = text
    for (start, rest) in [("https:", "//"), ("http:", "//"), ("ftp:", "//"), ("www", ".")] {
      result = result.replacing(start + rest, with: start + "<!-- -->" + rest)
    }
    return result
  }

  /// Returns `text` for an HTML element, with no mention of a user or an issue and no link.
  static func html(_ text: String) -> String {
    var result = ""
    for scalar in XML.text(Wording.oneLine(text)).unicodeScalars {
      result.unicodeScalars.append(scalar)
      // The `#` of a character reference must remain.
      if scalar == "@" || scalar == "#", !result.hasSuffix("&#") { result += "<!-- -->" }
    }
    return withoutLinks(result)
  }

  /// Returns `text` as a code span.
  package static func code(_ text: String) -> String {
    let shown = Terminal.escaped(Wording.oneLine(text))
    guard !shown.isEmpty else { return "(empty)" }
    if looksLive(shown) { return "<code>" + continued(text) + "</code>" }
    let fence = String(repeating: "`", count: longestRun(in: shown) + 1)
    // Not the first and last character: an accent may be joined to a backtick.
    let (first, last) = (shown.utf8.first, shown.utf8.last)
    let (tick, blank) = (UInt8(ascii: "`"), UInt8(ascii: " "))
    let pad = first == tick || last == tick || first == blank ? " " : ""
    return fence + pad + shown + pad + fence
  }

  /// Returns `text` as a fenced block. Its lines are escaped one by one.
  package static func block(_ text: String, language: String) -> String {
    var lines = Wrapping.codeLines(text).map(Terminal.escaped)
    if lines.last == "" { lines.removeLast() }
    if lines.contains(where: looksLive) { return "<pre>\n" + lines.map { literal($0) + "\n" }.joined() + "</pre>\n" }
    let run = lines.map(longestRun).max() ?? 0
    let fence = String(repeating: "`", count: max(run + 1, 3))
    let name = language.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return fence + name + "\n" + lines.map { $0 + "\n" }.joined() + fence + "\n"
  }

  /// Returns true for text that a filter or renderer without support for code may treat as a link or a script.
  private static func looksLive(_ text: String) -> Bool {
    if text.lowercased().contains("<script") { return true }
    var parts = text.split(separator: "](", omittingEmptySubsequences: false).dropFirst()
    while let part = parts.popFirst() {
      let scheme = part.prefix { $0.isASCII && $0.isLetter }
      if !scheme.isEmpty, part[scheme.endIndex...].hasPrefix(":") { return true }
    }
    return false
  }

  /// Escapes a line of a `<pre>`, whose content is not Markdown (CommonMark 4.6, condition 1).
  private static func literal(_ line: String) -> String {
    var result = ""
    for scalar in line.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "[": result += "&#91;"
      case "]": result += "&#93;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func longestRun(in text: String) -> Int {
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
