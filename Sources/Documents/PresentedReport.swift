import CrashReports
package import Diagnosis
package import Signatures
package import Vocabulary

/// A report as an output shows it: what was read, what we make of it, and what the history knows.
package struct PresentedReport: Sendable {
  /// The input as the user gave it; `-` for standard input.
  package var path: String
  /// Where it stands in an archive, if `path` names one.
  package var member: String?
  /// `sha256:` and 64 lower-case digits, over the report's own bytes.
  package var digest: String
  /// The report as read, with its findings.
  package var assessment: Assessment
  /// Identifier in the database; `nil` when not recorded.
  package var id: String?
  /// What the history counts for the report; `nil` where none was asked.
  package var history: IssueStatus?
  /// Given by the user: build, branch, job, machine.
  package var labels: [String: String]
  /// What makes it equal to other reports; `nil` when nobody asked.
  package var signature: Signature?
  /// What another report of the same call says of the cause of this one.
  package var explanation: RelatedCause?
  /// By which findings are put into words.
  package var patterns: PatternSet

  /// Creates a report from its parts.
  package init(
    path: String, member: String? = nil, digest: String, assessment: Assessment, id: String? = nil,
    history: IssueStatus? = nil, labels: [String: String] = [:], signature: Signature? = nil,
    patterns: PatternSet = .catalog
  ) {
    self.path = path
    self.member = member
    self.digest = digest
    self.assessment = assessment
    self.id = id
    self.history = history
    self.labels = labels
    self.signature = signature
    self.patterns = patterns
  }

  /// What people read: the file, and where it is an archive, `FILE: MEMBER`.
  package var name: String { InputName.text(path, member) }

  /// What happened, in one line: the best finding, else what the report itself states.
  package var statement: String {
    assessment.findings.first.map { FindingText($0, patterns).statement } ?? assessment.summary
  }

  /// The findings of at least this confidence, best first.
  package func findings(from minimum: Confidence) -> [FindingText] {
    assessment.findings.lazy.filter { $0.confidence >= minimum }.map { FindingText($0, patterns) }
  }
}

/// The cause of a symptom, found in another report of the same failure.
package struct RelatedCause: Sendable, Equatable {
  /// Pattern of this report's finding, which is merely a symptom.
  package var symptom: String
  /// Name of the input with the cause.
  package var input: String
  /// Position of the report with the cause within its input, from 0.
  package var index: Int
  /// Pattern of the cause.
  package var cause: String
  /// What happened by that finding, in one line.
  package var statement: String
  /// How sure it is that this is the cause; at most as sure as the other finding and as the link between the two
  /// reports.
  package var confidence: Confidence

  /// Creates an explanation from its parts.
  package init(
    symptom: String, input: String, index: Int, cause: String, statement: String, confidence: Confidence
  ) {
    self.symptom = symptom
    self.input = input
    self.index = index
    self.cause = cause
    self.statement = statement
    self.confidence = confidence
  }
}

extension [PresentedReport] {
  /// Joins the reports of one failure, so that a symptom in one names the cause that stands in another.
  package mutating func linkRelatedReports() {
    guard count > 1 else { return }
    for incident in Incidents.join(map(\.assessment)) {
      for explanation in incident.explanations where explanation.symptomReport != explanation.causeReport {
        let cause = self[explanation.causeReport]
        guard let finding = cause.assessment.findings.first(where: { $0.pattern == explanation.cause }) else {
          continue
        }
        let known = self[explanation.symptomReport].explanation
        guard known == nil || known.map({ $0.confidence < explanation.confidence }) == true else { continue }
        self[explanation.symptomReport].explanation = RelatedCause(
          symptom: explanation.symptom, input: cause.name, index: cause.assessment.report.source.index,
          cause: explanation.cause, statement: FindingText(finding, cause.patterns).statement,
          confidence: explanation.confidence)
      }
    }
  }
}

/// An input, or a part of one, that gave no report.
package struct InputError: Error, Equatable {
  /// As the user gave it; `-` for standard input.
  package var path: String
  /// Where it stands in an archive, if `path` names one.
  package var member: String?
  /// Stable identifier: `notFound`, `notReadable`, `tooLarge`, `notAReport`, `damaged`, …
  package var code: String
  /// A sentence that completes "FILE: …".
  package var message: String
  /// From 1.
  package var line: Int?
  /// In bytes, from 0.
  package var offset: Int?
  /// What to do next.
  package var hint: String?

  /// Creates an error from its parts.
  package init(
    path: String, member: String? = nil, code: String, message: String, line: Int? = nil, offset: Int? = nil,
    hint: String? = nil
  ) {
    self.path = path
    self.member = member
    self.code = code
    self.message = message
    self.line = line
    self.offset = offset
    self.hint = hint
  }

  /// The file, and where it is an archive, `FILE: MEMBER`.
  package var name: String { InputName.text(path, member) }

  /// The fault for standard error, without the leading `diagnose: `: `FILE: message`, the hint indented on a line of
  /// its own. Escaped.
  package var text: String {
    let input = path == "-" ? "standard input" : Terminal.quotedFileName(path)
    let first = input + ": " + (member.map { Terminal.quotedFileName($0) + ": " } ?? "") + Terminal.escaped(message)
    guard let hint else { return first }
    return first + "\n  " + Terminal.escaped(hint)
  }
}

/// What people read for an input.
package enum InputName {
  /// The name of an input for people, with its place in an archive; not escaped.
  package static func text(_ path: String, _ member: String?) -> String {
    guard let member else { return path }
    return (path == "-" ? "standard input" : path) + ": " + member
  }
}
