import CrashReports
package import Diagnosis
package import Signatures
package import Vocabulary

/// A report as an output shows it: the report, its diagnosis, and its status in the history.
package struct PresentedReport: Sendable {
  /// The input as the user gave it; `-` for standard input.
  package var path: String
  /// The name of the archive member, if `path` is an archive.
  package var member: String?
  /// The digest of the report's bytes: `sha256:` and 64 lower-case hexadecimal digits.
  package var digest: String
  /// The report as read, with its findings.
  package var assessment: Assessment
  /// The ID in the history; `nil` if not recorded.
  package var id: String?
  /// The issue status in the history; `nil` if no history was used.
  package var history: IssueStatus?
  /// The labels that the user gave: build, branch, job, machine.
  package var labels: [String: String]
  /// The signature, which is equal for reports of the same failure; `nil` if not requested.
  package var signature: Signature?
  /// The cause of this report's symptom, found in another report of the same run.
  package var explanation: RelatedCause?
  /// True if the baseline accepts the failure; `nil` without a baseline.
  package var isAccepted: Bool?
  /// Where else the same failure is described: other inputs of this run that are not shown for themselves.
  package var sameFailure: [SameFailure] = []
  /// What the checkout shows about the blamed line; `nil` if it was not requested, or no line is blamed.
  package var origin: SourceOrigin?
  /// The patterns that supply the text of findings.
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

  /// The name of the input for display: the file, and for an archive `FILE: MEMBER`.
  package var name: String { InputName.text(path, member) }

  /// The event in one line: from the best finding, else from the report.
  package var statement: String {
    assessment.findings.first.map { FindingText($0, patterns).statement } ?? assessment.summary
  }

  /// Returns the findings of at least this confidence, best first.
  package func findings(from minimum: Confidence) -> [FindingText] {
    assessment.findings.lazy.filter { $0.confidence >= minimum }.map { FindingText($0, patterns) }
  }
}

/// The cause of a symptom, found in another report of the same failure.
package struct RelatedCause: Sendable, Equatable {
  /// The pattern of this report's finding, which is only a symptom.
  package var symptom: String
  /// The name of the input that contains the cause.
  package var input: String
  /// The index of the report with the cause in its input, from 0.
  package var index: Int
  /// The pattern of the cause.
  package var cause: String
  /// The statement of the finding with the cause, in one line.
  package var statement: String
  /// The confidence that this is the cause: at most that of the other finding, and at most that of the link between the
  /// two reports.
  package var confidence: Confidence

  /// Creates a cause from its parts.
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

/// A description of the same failure in another input.
package struct SameFailure: Sendable, Equatable {
  /// The name of the other input.
  package var input: String
  /// The line in the other input, from 1; `nil` for a complete report.
  package var line: Int?
  /// The test that was running, as the other input names it.
  package var test: String?
  /// Why both describe the same failure.
  package var reason: String
  /// The confidence that they do.
  package var confidence: Confidence

  /// Creates a description from its parts.
  package init(input: String, line: Int? = nil, test: String? = nil, reason: String, confidence: Confidence) {
    self.input = input
    self.line = line
    self.test = test
    self.reason = reason
    self.confidence = confidence
  }
}

extension [PresentedReport] {
  /// Links the reports of one failure, so that a symptom in one report refers to its cause in another.
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

/// An input, or a part of one, without a report.
package struct InputError: Error, Equatable {
  /// The path as the user gave it; `-` for standard input.
  package var path: String
  /// The name of the archive member, if `path` is an archive.
  package var member: String?
  /// The identifier of the error: `notFound`, `notReadable`, `tooLarge`, `notAReport`, `damaged`, …
  package var code: String
  /// The text after "FILE: ".
  package var message: String
  /// The line in the input, from 1.
  package var line: Int?
  /// The offset in the input in bytes, from 0.
  package var offset: Int?
  /// The advice on what to do next.
  package var hint: String?
  /// Topics of `diagnose explain` for what the text asks about, best first; `nil` if there are none.
  package var topics: [String]?

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

  /// Adds topics of `diagnose explain` for what the text asks about, if there are any.
  package mutating func point(to topics: [String]) {
    guard !topics.isEmpty else { return }
    self.topics = topics
    let commands = topics.map { "diagnose explain " + $0 }
    hint = "The text may be about a known failure: " + commands.joined(separator: ", ")
  }

  /// The name of the input for display: the file, and for an archive `FILE: MEMBER`.
  package var name: String { InputName.text(path, member) }

  /// The message for standard error without the leading `diagnose: `: `FILE: message`, and the hint on an indented
  /// line. Escaped.
  package var text: String {
    let input = path == "-" ? "standard input" : Terminal.quotedFileName(path)
    let first = input + ": " + (member.map { Terminal.quotedFileName($0) + ": " } ?? "") + Terminal.escaped(message)
    guard let hint else { return first }
    return first + "\n  " + Terminal.escaped(hint)
  }
}

/// Names of inputs for display.
package enum InputName {
  /// Returns the name of an input, with the member of an archive. Not escaped.
  package static func text(_ path: String, _ member: String?) -> String {
    guard let member else { return path }
    return (path == "-" ? "standard input" : path) + ": " + member
  }
}
