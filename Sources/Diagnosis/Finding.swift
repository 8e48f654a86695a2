package import CrashReports

/// How sure we are. The only closed list of the JSON schema.
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

/// A line or member of the report that evidence rests on, as evaluation finds it.
package struct Witness: Sendable, Equatable {
  /// Read there, or concluded from it.
  package enum Kind: String, Sendable { case stated, inferred }

  /// Line of the input, from 1; `nil` if the fact has no line, then `text` names the member.
  package var line: Int?
  /// The line or member, quoted.
  package var text: String?
  /// One sentence of the pattern: what the line proves. `{name}` stands for a capture.
  package var template: String
  /// Values for the names in `template`, from the report.
  package var captures: [String: String]
  /// Whether the line is quoted or concluded from.
  package var kind: Kind
  /// Position in the crashed thread of the frame that is quoted, if it is one.
  package var frame: Int?

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

/// A line or member of the report that a finding rests on, and which of a pattern's sentences explains it.
package struct Citation: Sendable, Equatable {
  /// A sentence of a pattern by its position, with the values for its names.
  package struct Explanation: Sendable, Equatable {
    /// Identifier of the pattern; another than the finding's where a more specific finding took a citation over.
    package var pattern: String
    /// Position in the pattern's `explanations`, from 0.
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

  /// Line of the input, from 1; `nil` if the fact has no line, then `text` names the member.
  package var line: Int?
  /// The line or member, quoted.
  package var text: String?
  /// Read there, or concluded from it.
  package var kind: Witness.Kind
  /// Position in the crashed thread of the frame that is quoted, if it is one.
  package var frame: Int?
  /// `nil` where it is not known, as in a document of another program.
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

/// The place to look at first.
package struct Blame: Sendable, Equatable {
  /// Readable function name; `nil` if it is unknown.
  package var function: String?
  /// Source file as the report or the symbols state it, with its folders where they do; `nil` if it is unknown.
  package var file: String?
  /// Line of the file, from 1; `nil` if it is unknown.
  package var line: Int?
  /// Image name, short form.
  package var image: String?
  /// Creates a blame from its parts.
  package init(function: String? = nil, file: String? = nil, line: Int? = nil, image: String? = nil) {
    self.function = function
    self.file = file
    self.line = line
    self.image = image
  }
}

/// An example edit.
package struct Change: Sendable, Equatable {
  /// `objective-c`, `swift`, `xml`, `shell`.
  package var language: String
  /// The code as it is; `nil` where something is only added.
  package var before: String?
  /// The code as it should be.
  package var after: String
  /// Creates an edit from its parts.
  @inline(never)
  package init(_ language: String, before: String? = nil, after: String) {
    self.language = language
    self.before = before
    self.after = after
  }
}

/// A document that a pattern rests on.
package struct Reference: Sendable, Equatable {
  /// Title of the document.
  package var title: String
  /// Address of the document; `nil` if it is not on the web.
  package var url: String?
  /// Creates a reference from its parts.
  @inline(never)
  package init(_ title: String, url: String? = nil) {
    self.title = title
    self.url = url
  }
}

/// A look-alike that was considered, and why it is not it.
package struct RuledOut: Sendable, Equatable {
  /// Identifier of the pattern that was considered.
  package var pattern: String
  /// Why the report does not show it, in one sentence.
  package var because: String
  /// Creates a look-alike that was excluded.
  package init(pattern: String, because: String) {
    self.pattern = pattern
    self.because = because
  }
}

/// One known failure recognized in a report: facts only.
///
/// Headline, cause and remedy are in no finding: `FindingText` renders them from the pattern and the captures, so that
/// better wording reaches findings that were stored before.
package struct Finding: Sendable, Equatable {
  /// How bad the failure is; a note alone is not a failure.
  package enum Severity: String, Sendable { case error, warning, note }

  /// Permanent identifier of the pattern.
  package var pattern: String
  /// Revision of the pattern's evidence that made the finding.
  package var patternRevision: Int
  /// As the pattern or the grade that matched states it.
  package var severity: Severity
  /// How sure we are that this failure is what happened.
  package var confidence: Confidence
  /// How sure we are of the reason that the pattern gives.
  package var certaintyOfCause: Confidence
  /// Names and values from the report that the pattern's texts use: `class`, `nib`, `selector`, `limit`, ….
  package var captures: [String: String]
  /// At least one in a finding of our own.
  package var citations: [Citation]
  /// The code to look at first; `nil` if nothing in the report can be blamed.
  package var blame: Blame?
  /// Positions in the pattern's `gaps` of facts that the report lacks, ascending.
  package var missing: [Int]
  /// Positions in the pattern's `lookalikes` that were considered and excluded, ascending.
  package var ruledOut: [Int]
  /// Title of the pattern when the finding was stored, for a pattern that no longer exists; `nil` in a new finding.
  package var storedTitle: String?
  /// What the user's project shows about it; `nil` when no project was examined.
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
  /// Makes the finding one of `pattern`, with those of its explanations that named no other pattern.
  package mutating func take(pattern: String) {
    for index in citations.indices where citations[index].explanation?.pattern == self.pattern {
      citations[index].explanation?.pattern = pattern
    }
    self.pattern = pattern
  }
}

/// A report with what we make of it.
package struct Assessment: Sendable, Equatable {
  /// The report with roles of frames and derived facts filled in.
  package var report: CrashReport
  /// What was noted while reading the report: damage, missing parts.
  package var notes: [Note]
  /// Best first; empty when nothing known was recognised.
  package var findings: [Finding]
  /// What can be said without a finding, as `EXC_BAD_ACCESS in -[CardView .cxx_destruct]`.
  package var summary: String
  /// Where a person should look first when there is no finding.
  package var blame: Blame?
  /// Position in the crashed thread (or last exception backtrace) of the frame that is blamed.
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
