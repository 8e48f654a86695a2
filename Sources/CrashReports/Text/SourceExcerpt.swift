/// Reads texts without any line of a report: source code of a designable, or a sentence that describes a symptom.
extension TextReader {
  private static let sourceWords: [StaticString] = [
    "IB_DESIGNABLE", "@IBDesignable", "IBInspectable", "prepareForI", "loadNibNamed", "UINib(", "nibWithNibName",
    "instantiate(withOwner", "awakeAfterUsingCoder", "awakeAfter(using",
    "preferredMaxLayoutWidth", "systemLayoutSizeFitting", "intrinsicContentSize", "_nsis_", "nsli_",
  ]

  /// Returns pasted source code that creates a view from a nib or for Interface Builder, with all its lines.
  func sourceExcerpt() -> Decoded<CrashReport>? {
    guard let lines = allLines(limit: 400, bytes: 65_536) else { return nil }
    guard lines.contains(where: { line in Self.sourceWords.contains { text.contains($0, line.content) } }) else {
      return nil
    }
    if lines.contains(where: isMarkdown) { return nil }
    let code = lines.reduce(0) { $0 + (isCode($1) ? 1 : 0) }
    guard code * 10 >= lines.count * 6 else { return nil }
    return excerpt(
      lines, format: "source-excerpt", kind: .preview,
      note: Note("source-excerpt", "This is source code, not a report of a failure."))
  }

  /// Returns any source code in Objective-C or Swift: a file, the fenced blocks of a text, or the lines
  /// of code between sentences.
  func sourceCode() -> Decoded<CrashReport>? {
    guard source.slice.count <= Self.maxCodeBytes else { return nil }
    let forms = LineForms(text: text)
    var all: [Line] = []
    var fenced: [Line] = []
    var isFenced = false
    var cursor = LineCursor(text, source.slice, firstLine: firstLine)
    while let line = cursor.next() {
      if text.hasPrefix("```", line.content) {
        isFenced.toggle()
      } else if !line.isEmpty || line.isComment {
        guard all.count < Self.maxCodeLines else { return nil }
        all.append(line)
        if isFenced { fenced.append(line) }
      }
    }
    var lines = fenced.isEmpty ? all : fenced
    if fenced.isEmpty, lines.contains(where: isMarkdown) { return nil }
    var code = lines.reduce(0) { $0 + (isCode($1) ? 1 : 0) }
    if code * 10 < lines.count * 6 {
      // Sentences around the code.
      lines.removeAll { !isCode($0) && forms.isSentence($0.content) }
      code = lines.reduce(0) { $0 + (isCode($1) ? 1 : 0) }
      guard code >= 3 else { return nil }
    }
    guard code * 10 >= lines.count * 6, lines.contains(where: isOfAppleLanguage) else { return nil }
    return excerpt(
      lines, format: "source-excerpt", kind: .preview,
      note: Note("source-excerpt", "This is source code, not a report of a failure."))
  }

  private static let maxCodeLines = 50_000
  private static let maxCodeBytes = 2 << 20

  private static let appleStarts: [StaticString] = [
    "@implementation", "@interface", "@property", "#import <", "#import \"", "- (", "+ (", "-(", "+(", "func ",
    "override ", "@objc", "@IB", "import UIKit", "import SwiftUI", "import AppKit", "extension ", "guard let ",
    "let ", "var ", "self.", "super.", "[self ", "[super ", "[[",
  ]

  /// Whether the line is likely to be Objective-C or Swift.
  private func isOfAppleLanguage(_ line: Line) -> Bool {
    if Self.appleStarts.contains(where: { text.hasPrefix($0, line.content) }) { return true }
    return text.contains("@\"", line.content) || text.contains(" func ", line.content)
      || text.contains(" override ", line.content)
  }

  /// Returns a text of at most four lines that describes a failure in prose.
  func symptom() -> Decoded<CrashReport>? {
    guard let lines = allLines(limit: 4, bytes: 1024), !lines.isEmpty, !lines.contains(where: isMarkdown) else {
      return nil
    }
    let words: [StaticString] = [
      "crash", "hang", "stall", "freez", "exception", "forever", "infinite", "abort", "deadlock", "not respond",
      "error", "fail", "prohibited",
    ]
    guard lines.contains(where: { line in words.contains { hasWord(startingWith: $0, line.content) } }),
      !lines.contains(where: { text.isMostlyForeign($0.content) })
    else { return nil }
    let code = lines.reduce(0) { $0 + (isCode($1) ? 1 : 0) }
    guard code * 2 < lines.count || lines.count == 1 else { return nil }
    return excerpt(
      lines, format: "console", kind: .unknown,
      note: .description)
  }

  /// Returns whether a word begins with `prefix`: "stall", but not "install", begins with "stall".
  private func hasWord(startingWith prefix: StaticString, _ slice: Slice) -> Bool {
    guard let offset = text.find(ignoringCase: prefix, slice) else { return false }
    return offset == slice.start || !text.isIdentifier(text[offset - 1])
  }

  /// Returns the lines that are not empty; `nil` if the text exceeds a limit.
  func allLines(limit: Int, bytes: Int) -> [Line]? {
    guard source.slice.count <= bytes else { return nil }
    var cursor = LineCursor(text, source.slice, firstLine: firstLine)
    var lines: [Line] = []
    while let line = cursor.next() {
      if line.isEmpty && !line.isComment || text.hasPrefix("```", line.content) { continue }
      if lines.count >= limit { return nil }
      lines.append(line)
    }
    return lines
  }

  private func excerpt(_ lines: [Line], format: String, kind: CrashReport.Kind, note: Note) -> Decoded<CrashReport>? {
    guard let first = lines.first, let last = lines.last else { return nil }
    var reportSource = CrashReport.Source(format: format)
    reportSource.firstLine = first.number
    reportSource.lastLine = last.number
    reportSource.byteRange =
      source.original.map { $0.slice.start..<$0.slice.end } ?? source.slice.start..<source.slice.end
    var report = CrashReport(source: reportSource)
    report.kind = kind
    let isSource = format == ReportFormat.sourceExcerpt.id
    report.consoleLines = lines.map {
      // Edits of code preserve its indentation.
      let indent = isSource && $0.indent < 200 ? String(repeating: " ", count: $0.indent) : ""
      let content = text.string(Slice($0.uncommented, max($0.uncommented, $0.content.end)))
      return ConsoleLine(text: indent + content, line: $0.number)
    }
    return Decoded(report, notes: [note])
  }

  private func isMarkdown(_ line: Line) -> Bool {
    let content = line.content
    return text.hasPrefix("# ", content) || text.hasPrefix("## ", content) || text.contains("](http", content)
      || text.hasPrefix("<p", content) || text.hasPrefix("<!--", content) || text.contains("``", content)
      || text.hasPrefix("**", content)
  }

  private func isCode(_ line: Line) -> Bool {
    line.isComment || LineForms(text: text).isCode(line.content, indent: line.indent)
  }
}
