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
      note: Note("symptom", "This is a description in words, not the output of a program."))
  }

  /// Returns whether a word begins with `prefix`: "stall", but not "install", begins with "stall".
  private func hasWord(startingWith prefix: StaticString, _ slice: Slice) -> Bool {
    guard let offset = text.find(ignoringCase: prefix, slice) else { return false }
    return offset == slice.start || !text.isIdentifier(text[offset - 1])
  }

  /// Returns the lines that are not empty; `nil` if the text exceeds a limit.
  private func allLines(limit: Int, bytes: Int) -> [Line]? {
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
    report.consoleLines = lines.map {
      ConsoleLine(text: text.string(Slice($0.uncommented, max($0.uncommented, $0.content.end))), line: $0.number)
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
