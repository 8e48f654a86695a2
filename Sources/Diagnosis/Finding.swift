package import CrashReports

/// The confidence in a statement. The only closed enumeration of the JSON schema.
package enum Confidence: String, Comparable, Sendable, CaseIterable {
  case possible, likely, certain

  /// Orders by certainty: `possible` is the lowest.
  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .possible: 0
    case .likely: 1
    case .certain: 2
    }
  }
}

/// A line or member of the report that is evidence, as evaluation finds it.
package struct Witness: Sendable, Equatable {
  /// Whether the line states the fact, or the fact is inferred from it.
  package enum Kind: String, Sendable { case stated, inferred }

  /// The line of the input, from 1; `nil` if the fact has no line: `text` then names the member.
  package var line: Int?
  /// The quoted line or member.
  package var text: String?
  /// A sentence of the pattern that states what the line proves. `{name}` is replaced by a capture.
  package var template: String
  /// Values for the names in `template`, from the report.
  package var captures: [String: String]
  /// Whether the line states the fact, or the fact is inferred from it.
  package var kind: Kind
  /// The index of the quoted frame in the crashed thread; `nil` if the line is not a frame.
  package var frame: Int?

  /// Creates a witness from its parts.
  ///
  /// - Parameters:
  ///   - template: A constant of the pattern, never text of a report.
  ///   - captures: Facts of the report by name.
  package init(
    line: Int?, text: String?, template: String, captures: [String: String] = [:], kind: Kind = .stated,
    frame: Int? = nil
  ) {
    self.line = line
    self.text = text
    self.template = template
    self.captures = captures
    self.kind = kind
    self.frame = frame
  }
}

/// A line or member of the report that is evidence for a finding, with the pattern's sentence that explains it.
package struct Citation: Sendable, Equatable {
  /// A reference to a sentence of a pattern by its index, with the values for its names.
  package struct Explanation: Sendable, Equatable {
    /// The identifier of the pattern; differs from the finding's where a more specific finding took over a citation.
    package var pattern: String
    /// The index in the pattern's `explanations`, from 0.
    package var index: Int
    /// Values for the names in the sentence, from the report.
    package var captures: [String: String]

    /// Creates an explanation from its parts.
    package init(pattern: String, index: Int, captures: [String: String] = [:]) {
      self.pattern = pattern
      self.index = index
      self.captures = captures
    }
  }

  /// The line of the input, from 1; `nil` if the fact has no line: `text` then names the member.
  package var line: Int?
  /// The quoted line or member.
  package var text: String?
  /// Whether the line states the fact, or the fact is inferred from it.
  package var kind: Witness.Kind
  /// The index of the quoted frame in the crashed thread; `nil` if the line is not a frame.
  package var frame: Int?
  /// The sentence that explains the citation; `nil` if it is unknown, as in a document of another program.
  package var explanation: Explanation?

  /// Creates a citation from its parts.
  package init(
    line: Int?, text: String?, kind: Witness.Kind = .stated, frame: Int? = nil, explanation: Explanation? = nil
  ) {
    self.line = line
    self.text = text
    self.kind = kind
    self.frame = frame
    self.explanation = explanation
  }
}

/// The code to look at first.
package struct Blame: Sendable, Equatable {
  /// The demangled function name; `nil` if it is unknown.
  package var function: String?
  /// The source file as the report or the symbols state it, with folders where they state them; `nil` if it is unknown.
  package var file: String?
  /// The line in the file, from 1; `nil` if it is unknown.
  package var line: Int?
  /// The short name of the image; `nil` if it is unknown.
  package var image: String?
  /// The offset in bytes from the image's load address, for a frame without a name that may be shown; otherwise `nil`.
  package var offset: UInt64?
  /// Creates a blame from its parts.
  package init(
    function: String? = nil, file: String? = nil, line: Int? = nil, image: String? = nil, offset: UInt64? = nil
  ) {
    self.function = function
    self.file = file
    self.line = line
    self.image = image
    self.offset = offset
  }
}

/// An example edit.
package struct Change: Sendable, Equatable {
  /// The language of the code: `objective-c`, `swift`, `xml` or `shell`.
  package var language: String
  /// The code before the edit; `nil` if the edit only adds code.
  package var before: String?
  /// The code after the edit.
  package var after: String
  /// The capture without which a finding does not show the edit, and the capture with which it does not; `nil` in the
  /// edits of a finding.
  var when: String?
  var unless: String?
  /// Creates an edit from its parts.
  @inline(never)
  package init(_ language: String, before: String? = nil, after: String) {
    self.language = language
    self.before = before
    self.after = after
  }

  /// Returns the edit for findings with this capture only.
  func when(_ capture: String) -> Change {
    var change = self
    change.when = capture
    return change
  }

  /// Returns the edit for findings without this capture only.
  func unless(_ capture: String) -> Change {
    var change = self
    change.unless = capture
    return change
  }
}

/// A document that a pattern is based on.
package struct Reference: Sendable, Equatable {
  /// The title of the document.
  package var title: String
  /// The web address of the document; `nil` if it is not on the web.
  package var url: String?
  /// Creates a reference from its parts.
  @inline(never)
  package init(_ title: String, url: String? = nil) {
    self.title = title
    self.url = url
  }
}

/// A similar failure that was considered and excluded.
package struct RuledOut: Sendable, Equatable {
  /// The identifier of the pattern that was considered.
  package var pattern: String
  /// The reason why the report does not show it, in one sentence.
  package var because: String

  /// Creates an excluded failure from its parts.
  package init(pattern: String, because: String) {
    self.pattern = pattern
    self.because = because
  }
}

/// One known failure recognized in a report: facts only.
///
/// A finding does not contain headline, cause and remedy: `FindingText` renders them from the pattern and the captures,
/// so that better wording also applies to stored findings.
package struct Finding: Sendable, Equatable {
  /// The severity of a failure; a note alone is not a failure.
  package enum Severity: String, Sendable { case error, warning, note }

  /// The permanent identifier of the pattern.
  package var pattern: String
  /// The revision of the pattern's evidence that produced the finding.
  package var patternRevision: Int
  /// The severity that the pattern, or the grade that matched, states.
  package var severity: Severity
  /// The confidence that this failure happened.
  package var confidence: Confidence
  /// The confidence in the cause that the pattern gives.
  package var certaintyOfCause: Confidence
  /// Names and values from the report that the pattern's texts use: `class`, `nib`, `selector`, `limit`, ….
  package var captures: [String: String]
  /// The lines that are evidence for the finding; at least one in a finding of this program.
  package var citations: [Citation]
  /// The code to look at first; `nil` if nothing in the report can be blamed.
  package var blame: Blame?
  /// Indices in the pattern's `gaps` of facts that the report lacks, ascending.
  package var missing: [Int]
  /// Indices in the pattern's `lookalikes` that were considered and excluded, ascending.
  package var ruledOut: [Int]
  /// The title of the pattern when the finding was stored, for a pattern that no longer exists; `nil` in a new finding.
  package var storedTitle: String?
  /// The result of checking the finding against the user's project; `nil` if no project was examined.
  package var project: ProjectVerdict?

  /// Creates a finding from its parts.
  package init(
    pattern: String, patternRevision: Int, severity: Severity = .error, confidence: Confidence,
    certaintyOfCause: Confidence, captures: [String: String] = [:], citations: [Citation] = [], blame: Blame? = nil,
    missing: [Int] = [], ruledOut: [Int] = [], storedTitle: String? = nil
  ) {
    self.pattern = pattern
    self.patternRevision = patternRevision
    self.severity = severity
    self.confidence = confidence
    self.certaintyOfCause = certaintyOfCause
    self.captures = captures
    self.citations = citations
    self.blame = blame
    self.missing = missing
    self.ruledOut = ruledOut
    self.storedTitle = storedTitle
  }
}

extension Finding {
  /// Creates the finding for a failure that a user describes in words.
  package init(described pattern: Pattern, line: Int, text: String) {
    self.init(
      pattern: pattern.id, patternRevision: pattern.revision, severity: pattern.severity, confidence: .possible,
      certaintyOfCause: .possible, citations: [Citation(line: line, text: text)], missing: Array(pattern.gaps.indices))
  }
}

extension Citation {
  /// The sentence for a line of pasted code. What the check states of it is in the finding's `project`.
  static let checkStatement = "A check of source code cites this line."

  /// Creates the citation of a line of pasted code, in which a check of projects found a fault.
  package init(_ location: ProjectLocation, pattern: Pattern) {
    let index = pattern.explanations.firstIndex(of: Self.checkStatement)
    self.init(
      line: location.line, text: location.text,
      explanation: index.map { Explanation(pattern: pattern.id, index: $0) })
  }
}

extension Assessment {
  /// Why the input is not the record of an event; `nil` if it is one: see ``CrashReport/notARecord(_:)``. A log in
  /// which a pattern recognizes a failure records that failure in any words.
  package var notARecord: CrashReport.NotARecord? {
    // A warning in a log is about what the program did next, too: nothing ended.
    if report.isOnlyLog, findings.contains(where: { $0.severity == .warning }),
      findings.allSatisfy({ $0.severity != .error })
    {
      return .noFailure
    }
    let isRecognized = findings.contains { $0.confidence > .possible && $0.severity != .note }
    guard let reason = report.notARecord(notes) else {
      // Words that no program need have printed, of which no pattern makes more than a possibility.
      guard !isRecognized, report.hasOnlyWords else { return nil }
      return findings.isEmpty ? .noFailure : .mention
    }
    return reason == .noFailure && isRecognized ? nil : reason
  }
}

extension Finding {
  /// Changes the pattern of the finding, and that of its explanations unless they name another pattern.
  package mutating func take(pattern: String) {
    for index in citations.indices where citations[index].explanation?.pattern == self.pattern {
      citations[index].explanation?.pattern = pattern
    }
    self.pattern = pattern
  }
}

/// A report with its findings.
package struct Assessment: Sendable, Equatable {
  /// The report with roles of frames and derived facts filled in.
  package var report: CrashReport
  /// Notes from reading the report: damage, missing parts.
  package var notes: [Note]
  /// The findings, best first; empty if no pattern matches.
  package var findings: [Finding]
  /// A summary that needs no finding, such as `EXC_BAD_ACCESS in -[CardView .cxx_destruct]`.
  package var summary: String
  /// The code to look at first, also without a finding; `nil` if nothing in the report can be blamed.
  package var blame: Blame?
  /// The index of the blamed frame in the crashed thread or the last exception backtrace; `nil` if no frame is blamed.
  package var blamedFrame: Int?

  /// Creates an assessment from its parts.
  package init(
    report: CrashReport, notes: [Note], findings: [Finding], summary: String, blame: Blame?, blamedFrame: Int?
  ) {
    self.report = report
    self.notes = notes
    self.findings = findings
    self.summary = summary
    self.blame = blame
    self.blamedFrame = blamedFrame
  }
}
