internal import Diagnosis

/// What a finding says in words, as lines of `FieldText`: a tag, then its values. Pattern, revision and confidences have
/// columns of their own.
enum FindingText {
  static func encoded(_ finding: Finding) -> String {
    var text = FieldWriter(capacity: 2048)
    text.line("title")
    text.field(finding.title)
    text.line("headline")
    text.field(finding.headline)
    text.line("severity")
    text.field(finding.severity.rawValue)
    text.line("cause")
    text.field(finding.cause)
    if let blame = finding.blame {
      text.line("blame")
      text.optional(blame.function)
      text.optional(blame.file)
      text.optional(blame.line)
      text.optional(blame.image)
    }
    for witness in finding.witnesses {
      text.line("witness")
      text.optional(witness.line)
      text.optional(witness.text)
      text.field(witness.says)
      text.field(witness.kind.rawValue)
      text.optional(witness.frame)
    }
    for step in finding.remedy {
      text.line("remedy")
      text.field(step)
    }
    for change in finding.changes {
      text.line("change")
      text.field(change.language)
      text.optional(change.before)
      text.field(change.after)
    }
    for missing in finding.missing {
      text.line("missing")
      text.field(missing)
    }
    for other in finding.ruledOut {
      text.line("ruledOut")
      text.field(other.pattern)
      text.field(other.because)
    }
    for reference in finding.references {
      text.line("reference")
      text.field(reference.title)
      text.optional(reference.url)
    }
    return text.text
  }

  /// The finding again. What a later version wrote and this one does not know is left out.
  static func decoded(
    _ text: String, pattern: String, revision: Int, confidence: Confidence, certaintyOfCause: Confidence
  ) -> Finding {
    var finding = Finding(
      pattern: pattern, patternRevision: revision, title: "", headline: "", severity: .error, confidence: confidence,
      certaintyOfCause: certaintyOfCause, witnesses: [], blame: nil, cause: "", remedy: [])
    var text = text
    text.withUTF8 { bytes in
      var reader = FieldReader(bytes)
      while reader.nextLine() { take(&reader, into: &finding) }
    }
    return finding
  }

  /// Takes a line.
  private static func take(_ line: inout FieldReader, into finding: inout Finding) {
    switch line.field() {
    case "title": finding.title = line.field()
    case "headline": finding.headline = line.field()
    case "severity": finding.severity = .init(rawValue: line.field()) ?? .error
    case "cause": finding.cause = line.field()
    case "blame":
      finding.blame = Blame(
        function: line.optional(), file: line.optional(), line: line.optionalNumber(), image: line.optional())
    case "witness":
      finding.witnesses.append(
        Witness(
          line: line.optionalNumber(), text: line.optional(), says: line.field(),
          kind: .init(rawValue: line.field()) ?? .stated, frame: line.optionalNumber()))
    case "remedy": finding.remedy.append(line.field())
    case "change":
      finding.changes.append(Change(line.field(), before: line.optional(), after: line.field()))
    case "missing": finding.missing.append(line.field())
    case "ruledOut": finding.ruledOut.append(RuledOut(pattern: line.field(), because: line.field()))
    case "reference": finding.references.append(Reference(line.field(), url: line.optional()))
    default: break
    }
  }
}
