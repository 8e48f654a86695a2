import CrashReports
import Diagnosis
import Documents
import Signatures
import Vocabulary

extension Problem {
  /// The problem that a report describes.
  init(_ report: PresentedReport, _ style: PresentationStyle, _ locations: FileLocations) {
    let assessment = report.assessment
    let finding = report.findings(style).first
    let blame = finding == nil ? assessment.blame : finding?.blame
    isRecognized = finding != nil
    isFailure = finding.map { $0.severity != .note } ?? assessment.report.kind.isFailure
    isAccepted = report.isAccepted
    confidence = finding?.confidence
    level = finding.map { Level($0.severity) } ?? (assessment.report.kind.isFailure ? .warning : .note)
    rule =
      finding.map { Rule(id: $0.pattern, title: $0.title, help: $0.cause, references: $0.references) }
      ?? (assessment.report.kind.isFailure ? .unrecognized : .noFailure)
    source = locations.source(
      blame?.file, line: blame?.line, column: blame.flatMap { Self.column(of: $0, in: assessment) })
    input = locations.input(
      report.path,
      line: report.member == nil
        ? finding?.witnesses.lazy.compactMap(\.line).first ?? assessment.report.source.firstLine : nil)
    let index = assessment.report.source.index
    name = report.name + (index > 0 ? " (\(index.addingReportingOverflow(1).partialValue))" : "")
    group = Self.group(assessment.report)
    headline = finding.map(Wording.statement) ?? Wording.unrecognized(assessment)
    fingerprint =
      report.signature?.key(.default)
      ?? Self.key([rule.id, blame?.function ?? "", blame?.image ?? "", finding == nil ? assessment.summary : ""])
    origin = .report(report)
    if let finding {
      message = finding.statement
      if let first = finding.remedy.first { message.addSentence(first) }
    } else {
      message = "\(report.name): \(Wording.unrecognized(assessment))"
    }
    if source == nil, locations.root != nil || finding == nil,
      let words = blame.flatMap(Wording.primaryLocation)
    {
      message.addSentence((finding == nil ? "Look first: " : "Location: ") + words)
    }
    if let origin = report.origin {
      for (label, words) in SourceWords.changes(origin) { message.addSentence("\(label): \(Wording.oneLine(words))") }
      if let owners = SourceWords.owners(origin) { message.addSentence("Owners: \(Wording.oneLine(owners))") }
    }
    if report.isAccepted == true { message.addSentence("Accepted in the baseline.") }
  }

  /// Returns the column of the blamed line, which only frames state.
  private static func column(of blame: Blame, in assessment: Assessment) -> Int? {
    let frames = assessment.report.raisedStack
    let all = frames + (assessment.report.crashedThread?.frames ?? [])
    return all.lazy.compactMap(\.source).first { $0.file == blame.file && $0.line == blame.line }?.column
  }

  /// Returns the process, or the module at fault, or what kind of input it is.
  private static func group(_ report: CrashReport) -> String {
    if let name = report.process?.name, !name.isEmpty { return name }
    let frames = report.crashedThread?.frames ?? []
    if let image = frames.first(where: { $0.role == .app })?.image, !image.isEmpty { return image }
    return report.kind.rawValue == "crash" ? "crash report" : report.kind.rawValue
  }

  /// Returns 12 hexadecimal digits that are the same for the same parts.
  static func key(_ parts: [String]) -> String {
    let digest = SHA256.digest(of: Array(parts.joined(separator: "\n").utf8)).description
    return String(digest.dropFirst("sha256:".count).prefix(12))
  }
}

extension Problem.Level {
  init(_ severity: Finding.Severity) {
    switch severity {
    case .error: self = .error
    case .warning: self = .warning
    case .note: self = .note
    }
  }
}

extension String {
  /// Adds a sentence after another one, which gets a period if it has none.
  mutating func addSentence(_ sentence: String) {
    if let last, !".!?:…".contains(last) { self += "." }
    self += (isEmpty ? "" : " ") + sentence
  }
}
