internal import Diagnosis

/// The facts of a finding as lines of fields: a tag, then its values. Pattern, revision and confidences are stored in
/// separate columns.
enum FindingFacts {
  static func encoded(_ finding: Finding) -> String {
    var text = FieldWriter(capacity: 1024)
    text.line("severity")
    text.field(finding.severity.rawValue)
    if let title = finding.storedTitle {
      text.line("title")
      text.field(title)
    }
    write(finding.captures, "capture", to: &text)
    if let blame = finding.blame {
      text.line("blame")
      text.optional(blame.function)
      text.optional(blame.file)
      text.optional(blame.line)
      text.optional(blame.image)
      // Only for frames without a name, so that the facts of all other findings keep their digest.
      if let offset = blame.offset { text.optional(String(offset)) }
    }
    for citation in finding.citations {
      text.line("citation")
      text.optional(citation.line)
      text.optional(citation.text)
      text.field(citation.kind.rawValue)
      text.optional(citation.frame)
      guard let explanation = citation.explanation else { continue }
      text.optional(explanation.index)
      text.optional(explanation.pattern == finding.pattern ? nil : explanation.pattern)
      write(explanation.captures, "with", to: &text)
    }
    for index in finding.missing {
      text.line("missing")
      text.optional(index)
    }
    for index in finding.ruledOut {
      text.line("ruledOut")
      text.optional(index)
    }
    return text.text
  }

  private static func write(_ captures: [String: String], _ tag: StaticString, to text: inout FieldWriter) {
    for (name, value) in captures.sorted(by: { $0.key < $1.key }) {
      text.line(tag)
      text.field(name)
      text.field(value)
    }
  }

  /// Decodes a finding. Skips lines with unknown tags, which a later version may have written.
  static func decoded(
    _ text: String, pattern: String, revision: Int, confidence: Confidence, certaintyOfCause: Confidence
  ) -> Finding {
    var finding = Finding(
      pattern: pattern, patternRevision: revision, confidence: confidence, certaintyOfCause: certaintyOfCause)
    var text = text
    text.withUTF8 { bytes in
      var reader = FieldReader(bytes)
      while reader.nextLine() { read(&reader, into: &finding) }
    }
    return finding
  }

  /// Reads a line.
  private static func read(_ line: inout FieldReader, into finding: inout Finding) {
    switch line.field() {
    case "severity": finding.severity = .init(rawValue: line.field()) ?? .error
    case "title": finding.storedTitle = line.field()
    case "capture":
      let name = line.field()
      finding.captures[name] = line.field()
    case "blame":
      finding.blame = Blame(
        function: line.optional(), file: line.optional(), line: line.optionalNumber(), image: line.optional(),
        offset: line.optional().flatMap { UInt64($0) })
    case "citation":
      var citation = Citation(
        line: line.optionalNumber(), text: line.optional(), kind: .init(rawValue: line.field()) ?? .stated,
        frame: line.optionalNumber())
      if let index = line.optionalNumber() {
        citation.explanation = .init(pattern: line.optional().map(Pattern.checkedID) ?? finding.pattern, index: index)
      }
      finding.citations.append(citation)
    case "with":
      // Belongs to the citation before it.
      guard let last = finding.citations.indices.last else { return }
      let name = line.field()
      finding.citations[last].explanation?.captures[name] = line.field()
    case "missing": if let index = line.optionalNumber() { finding.missing.append(index) }
    case "ruledOut": if let index = line.optionalNumber() { finding.ruledOut.append(index) }
    default: break
    }
  }
}
