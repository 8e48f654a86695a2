import CrashReports
import Vocabulary

/// A known failure: how it is recognised, why it happens, what to do, and the proof that the recognition works.
package struct Pattern: Identifiable, Sendable {
  /// Groups of patterns, in the order the documentation lists them.
  package enum Family: String, Sendable, CaseIterable {
    case designables, nib, resource, memory, stack, swift, exception, concurrency, autolayout, loading, ibtool, kill
  }

  /// Permanent: it stands in reports, databases and rules for suppression. Kebab-case, family first, named for the
  /// failure and not for the fix.
  package let id: String
  /// One line, the same for every report.
  package let title: String
  /// The area of the failure, by which lists are grouped.
  package let family: Family
  /// Raised when the evidence changes what it matches, or the order of its explanations, which stored findings refer to.
  package let revision: Int
  /// First version of the tool that has the pattern.
  package let since: String
  /// How bad the failure is, unless a grade says otherwise.
  package let severity: Finding.Severity
  /// What a person sees who has never heard of the failure.
  package let symptom: String
  /// Strongest first; the first that holds gives the finding its confidence.
  package let grades: [Grade]
  /// What happened in one line; may use parts of the wording, as `{nib}`, and `{function|the app}`.
  package let headline: String
  /// A few sentences; may use parts.
  package let cause: String
  /// Steps, most useful first; may use parts. The first is "Do this".
  package let remedy: [String]
  /// Example edits, Objective-C and Swift; may use parts.
  package let changes: [Change]
  /// What a report may lack, and what it would change.
  package let gaps: [Gap]
  /// What resembles this and is not it.
  package let lookalikes: [LookAlike]
  /// What the evidence is known not to catch.
  package let knownGaps: [String]
  /// Documents that the pattern rests on.
  package let references: [Reference]
  /// Less specific patterns that this one explains; they are then not findings of their own.
  package let supersedes: [String]
  /// How general the pattern is; of two findings of one confidence the smaller stands first. Unspecified ones are 10.
  package let generality: Int
  /// Words for values of captures, by the name of the capture and the value: captures are facts, not English.
  package let phrases: [String: [String: String]]
  /// Excerpts that it must match, and near misses that it must not.
  package let examples: [Example]

  // Never inlined, as what patterns are made of: else the catalog's initializers take half as long again to optimize.
  /// Creates a pattern from its parts.
  @inline(never)
  package init(
    _ id: String, title: String, family: Family, revision: Int = 1, since: String = "0.1.0",
    severity: Finding.Severity = .error, symptom: String, grades: [Grade], headline: String, cause: String,
    remedy: [String], changes: [Change] = [], gaps: [Gap] = [], lookalikes: [LookAlike] = [],
    knownGaps: [String] = [], references: [Reference], supersedes: [String] = [], generality: Int = 0,
    phrases: [String: [String: String]] = [:], examples: [Example]
  ) {
    self.id = id
    self.title = title
    self.family = family
    self.revision = revision
    self.since = since
    self.severity = severity
    self.symptom = symptom
    self.grades = grades
    self.headline = headline
    self.cause = cause
    self.remedy = remedy
    self.changes = changes
    self.gaps = gaps
    self.lookalikes = lookalikes
    self.knownGaps = knownGaps
    self.references = references
    self.supersedes = supersedes
    self.generality = generality
    self.phrases = phrases
    self.examples = examples
  }
}

extension Pattern {
  /// Evidence, and how sure one is when it holds.
  package struct Grade: Sendable {
    /// How sure it is that this failure happened when `evidence` holds.
    package let confidence: Confidence
    /// How sure the reason in `cause` is then.
    package let cause: Confidence
    /// How bad it is then; `nil`: as bad as the pattern says.
    package let severity: Finding.Severity?
    /// What the report must contain.
    package let evidence: Evidence

    /// Creates a grade from its parts.
    @inline(never)
    package init(
      _ confidence: Confidence, cause: Confidence, severity: Finding.Severity? = nil, _ evidence: Evidence
    ) {
      self.confidence = confidence
      self.cause = cause
      self.severity = severity
      self.evidence = evidence
    }
  }

  /// Something that would raise the certainty, said when it is not there.
  package struct Gap: Sendable {
    /// Evidence for what is missing; the gap is named where it does not hold.
    package let unless: Evidence
    /// What is missing and what it would show, in one sentence.
    package let text: String

    /// Creates a gap from its parts.
    @inline(never)
    package init(unless: Evidence, _ text: String) {
      self.unless = unless
      self.text = text
    }
  }

  /// A failure that looks like this one.
  package struct LookAlike: Sendable {
    /// Identifier of the pattern that it resembles.
    package let pattern: String
    /// Why it is not that one; may use parts.
    package let because: String
    /// Said of a report only where this holds; `nil`: whenever the finding stands.
    package let when: Evidence?

    /// Creates a look-alike from its parts.
    @inline(never)
    package init(_ pattern: String, because: String, when: Evidence? = nil) {
      self.pattern = pattern
      self.because = because
      self.when = when
    }
  }

  /// An excerpt as a user would paste it, written for this purpose, that goes through the real reader.
  package struct Example: Sendable {
    /// What the pattern must make of an example.
    package enum Expectation: Sendable, Equatable {
      /// The pattern is found with at least this confidence; the finding cites exactly the lines marked with `→`.
      case matches(atLeast: Confidence)
      /// The near miss: the pattern is not found.
      case doesNotMatch
    }

    /// What the pattern must make of the excerpt.
    package let expectation: Expectation
    /// What the excerpt shows.
    package let shows: String
    /// With `→` in front of the lines that are cited; the mark is taken off before reading.
    package let excerpt: String

    /// An excerpt in which the pattern must be found.
    package static func matches(_ shows: String, atLeast: Confidence = .certain, _ excerpt: String) -> Example {
      Example(expectation: .matches(atLeast: atLeast), shows: shows, excerpt: excerpt)
    }

    /// A near miss: an excerpt in which the pattern must not be found.
    package static func doesNotMatch(_ shows: String, _ excerpt: String) -> Example {
      Example(expectation: .doesNotMatch, shows: shows, excerpt: excerpt)
    }

    /// The excerpt without marks, and the numbers of the marked lines, from 1.
    package var unmarked: (text: String, cited: [Int]) {
      var cited: [Int] = []
      var lines: [Substring] = []
      for (index, line) in excerpt.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if line.hasPrefix("→") {
          cited.append(index + 1)
          lines.append(line.dropFirst())
        } else {
          lines.append(line)
        }
      }
      return (lines.joined(separator: "\n"), cited)
    }
  }

  /// The finding that the pattern makes of a report, or `nil`.
  package func finding(in context: AnalysisContext) -> (finding: Finding, blamedFrame: Int?)? {
    for grade in grades {
      guard let proof = grade.evidence.proof(in: context), !proof.witnesses.isEmpty else { continue }
      return (finding(from: proof, grade: grade, in: context), proof.blamedFrame)
    }
    return nil
  }

  private func finding(from proof: EvidenceMatch, grade: Grade, in context: AnalysisContext) -> Finding {
    var blame = proof.blame
    if blame == nil, let position = context.firstAppFrame() {
      blame = AnalysisContext.blame(context.crashStack[position])
    }
    if blame == nil, let name = proof.captures["object"] ?? context.standardParts(blame: nil)["object"] {
      // A log names no function; the class that was being rendered is where to look.
      blame = Blame(function: name)
    }
    let explanations = explanations
    return Finding(
      pattern: id, patternRevision: revision, severity: grade.severity ?? severity, confidence: grade.confidence,
      certaintyOfCause: grade.cause,
      captures: context.standardParts(blame: blame).merging(proof.captures) { _, own in own },
      citations: proof.witnesses.map { witness in
        Citation(
          line: witness.line, text: witness.text, kind: witness.kind, frame: witness.frame,
          explanation: explanations.firstIndex(of: witness.template).map {
            .init(pattern: id, index: $0, captures: witness.captures)
          })
      },
      blame: blame, missing: gaps.indices.filter { !gaps[$0].unless.holds(in: context) },
      ruledOut: lookalikes.indices.filter { lookalikes[$0].when?.holds(in: context) ?? true },
      // A user's pattern may be gone when the finding is read from a history.
      storedTitle: Pattern.with(id: id) == nil ? title : nil)
  }
}

extension AnalysisContext {
  /// Parts that every pattern may use: `function`, `file`, `position`, `image`, `class`, `process`, `object`, `document`.
  func standardParts(blame: Blame?) -> [String: String] {
    var parts: [String: String] = [:]
    if let name = report.process?.name { parts["process"] = name }
    if let function = blame?.function {
      parts["function"] = shortened(function)
      if let type = Self.className(in: function) { parts["class"] = type }
    }
    if let file = blame?.file.map(fileName) {
      parts["file"] = file
      parts["location"] = blame?.line.map { "\(file):\($0)" } ?? file
    }
    if let image = blame?.image { parts["image"] = image }
    if let message = report.previewMessages.first(where: { $0.objectClass != nil }) {
      parts["object"] = message.objectClass
      if parts["class"] == nil { parts["class"] = message.objectClass }
    }
    if let document = report.previewMessages.first(where: { $0.document != nil })?.document {
      parts["document"] = document
    }
    return parts
  }

  /// The class in `-[Class selector]`, `-[Class(Category) selector]` or `Class.method(…)`.
  package static func className(in function: String) -> String? {
    if let open = function.firstIndex(of: "["), function.hasSuffix("]") || function.contains("]_block") {
      let inner = function[function.index(after: open)...]
      let end = inner.firstIndex { $0 == " " || $0 == "(" } ?? inner.endIndex
      let name = inner[..<end]
      return name.isEmpty ? nil : String(name)
    }
    // Swift: the component before the last one outside brackets, as in `closure #1 in CardView.load()`.
    var head = Substring(function)
    let words = head.split(separator: " ")
    if let last = words.lastIndex(of: "in"), last + 1 < words.count { head = words[last + 1] }
    if let open = head.firstIndex(where: { $0 == "(" || $0 == "<" }) { head = head[..<open] }
    let parts = head.split(separator: ".")
    guard parts.count >= 2 else { return nil }
    let name = parts[parts.count - 2]
    guard let first = name.unicodeScalars.first, first.properties.isUppercase else { return nil }
    return String(name.split(separator: " ").last ?? name)
  }
}
