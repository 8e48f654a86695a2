internal import Diagnosis

/// What a finding says in words, as lines of `FieldText`: a tag, then its values. Pattern, revision and confidences have
/// columns of their own.
enum FindingText {
  static func encoded(_ finding: Finding) -> String {
    var lines = [
      ["title", finding.title], ["headline", finding.headline], ["severity", finding.severity.rawValue],
      ["cause", finding.cause],
    ]
    if let blame = finding.blame {
      lines.append([
        "blame", optional(blame.function), optional(blame.file), optional(blame.line.map(String.init)),
        optional(blame.image),
      ])
    }
    for witness in finding.witnesses {
      lines.append([
        "witness", optional(witness.line.map(String.init)), optional(witness.text), witness.says,
        witness.kind.rawValue, optional(witness.frame.map(String.init)),
      ])
    }
    for step in finding.remedy { lines.append(["remedy", step]) }
    for change in finding.changes { lines.append(["change", change.language, optional(change.before), change.after]) }
    for missing in finding.missing { lines.append(["missing", missing]) }
    for other in finding.ruledOut { lines.append(["ruledOut", other.pattern, other.because]) }
    for reference in finding.references { lines.append(["reference", reference.title, optional(reference.url)]) }
    return lines.map(FieldText.line).joined(separator: "\n")
  }

  /// The finding again. What a later version wrote and this one does not know is left out.
  static func decoded(
    _ text: String, pattern: String, revision: Int, confidence: Confidence, certaintyOfCause: Confidence
  ) -> Finding {
    var finding = Finding(
      pattern: pattern, patternRevision: revision, title: "", headline: "", severity: .error, confidence: confidence,
      certaintyOfCause: certaintyOfCause, witnesses: [], blame: nil, cause: "", remedy: [])
    for line in text.split(separator: "\n") {
      let fields = FieldText.fields(line)
      func field(_ index: Int) -> String { index < fields.count ? fields[index] : "" }
      func maybe(_ index: Int) -> String? { Self.optional(field(index)) }
      switch fields.first {
      case "title": finding.title = field(1)
      case "headline": finding.headline = field(1)
      case "severity": finding.severity = .init(rawValue: field(1)) ?? .error
      case "cause": finding.cause = field(1)
      case "blame":
        finding.blame = Blame(function: maybe(1), file: maybe(2), line: maybe(3).flatMap { Int($0) }, image: maybe(4))
      case "witness":
        finding.witnesses.append(
          Witness(
            line: maybe(1).flatMap { Int($0) }, text: maybe(2), says: field(3),
            kind: .init(rawValue: field(4)) ?? .stated, frame: maybe(5).flatMap { Int($0) }))
      case "remedy": finding.remedy.append(field(1))
      case "change": finding.changes.append(Change(field(1), before: maybe(2), after: field(3)))
      case "missing": finding.missing.append(field(1))
      case "ruledOut": finding.ruledOut.append(RuledOut(pattern: field(1), because: field(2)))
      case "reference": finding.references.append(Reference(field(1), url: maybe(2)))
      default: break
      }
    }
    return finding
  }

  /// An absent value is empty, a present one has `=` in front.
  private static func optional(_ text: String?) -> String { text.map { "=" + $0 } ?? "" }

  private static func optional(_ text: String) -> String? { text.hasPrefix("=") ? String(text.dropFirst()) : nil }
}
