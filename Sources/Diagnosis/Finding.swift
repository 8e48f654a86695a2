package import CrashReports

/// How sure we are. The only closed list of the JSON schema.
package enum Confidence: String, Comparable, Sendable, CaseIterable {
  case possible, likely, certain

  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .possible: 0
    case .likely: 1
    case .certain: 2
    }
  }
}

/// A location in the report that a finding rests on.
package struct Witness: Sendable {
  /// Read there, or concluded from it.
  package enum Kind: String, Sendable { case stated, inferred }

  /// Line of the input, from 1; `nil` if the fact has no line, then `text` names the member.
  package var line: Int?
  /// The line or member, quoted.
  package var text: String?
  /// One sentence: what it proves; a constant template for `filled(_:with:)`.
  package private(set) var template: String
  /// Facts of the report for the template.
  package private(set) var captures: [String: String]
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

  /// A witness whose sentence is already filled, as read from a document: braces in it stay as they are.
  package init(line: Int?, text: String?, says: String, kind: Kind = .stated, frame: Int? = nil) {
    self.init(line: line, text: text, template: "", kind: kind, frame: frame)
    self.says = says
  }

  /// One sentence: what it proves. Setting it takes the text as it is.
  package var says: String {
    get { filled(template, with: captures) }
    set {
      template = "{says}"
      captures = ["says": newValue]
    }
  }
}

extension Witness: Equatable {
  /// A sentence equals the same sentence read from a document.
  package static func == (left: Self, right: Self) -> Bool {
    left.line == right.line && left.text == right.text && left.kind == right.kind && left.frame == right.frame
      && left.says == right.says
  }
}

/// The place to look at first.
package struct Blame: Sendable, Equatable {
  package var function: String?
  package var file: String?
  package var line: Int?
  /// Image name, short form.
  package var image: String?
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
  package var before: String?
  package var after: String
  @inline(never)
  package init(_ language: String, before: String? = nil, after: String) {
    self.language = language
    self.before = before
    self.after = after
  }
}

package struct Reference: Sendable, Equatable {
  package var title: String
  package var url: String?
  @inline(never)
  package init(_ title: String, url: String? = nil) {
    self.title = title
    self.url = url
  }
}

/// A look-alike that was considered, and why it is not it.
package struct RuledOut: Sendable, Equatable {
  package var pattern: String
  package var because: String
  package init(pattern: String, because: String) {
    self.pattern = pattern
    self.because = because
  }
}

/// One known failure recognised in a report, worded with the report's own names.
package struct Finding: Sendable, Equatable {
  package enum Severity: String, Sendable { case error, warning, note }

  /// Permanent identifier of the pattern.
  package var pattern: String
  package var patternRevision: Int
  /// The pattern's title: the same for every report.
  package var title: String
  /// What happened here, in one line, with the report's own names.
  package var headline: String
  package var severity: Severity
  /// How sure we are that this failure is what happened.
  package var confidence: Confidence
  /// How sure we are of the reason given in `cause`.
  package var certaintyOfCause: Confidence
  /// At least one.
  package var witnesses: [Witness]
  package var blame: Blame?
  package var cause: String
  /// Steps, most useful first.
  package var remedy: [String]
  package var changes: [Change]
  /// What the report lacks and what it would change.
  package var missing: [String]
  package var ruledOut: [RuledOut]
  package var references: [Reference]
  /// What the user's project says to it; `nil` when none was looked at.
  package var project: ProjectVerdict?

  package init(
    pattern: String, patternRevision: Int, title: String, headline: String, severity: Severity,
    confidence: Confidence, certaintyOfCause: Confidence, witnesses: [Witness], blame: Blame?, cause: String,
    remedy: [String], changes: [Change] = [], missing: [String] = [], ruledOut: [RuledOut] = [],
    references: [Reference] = []
  ) {
    self.pattern = pattern
    self.patternRevision = patternRevision
    self.title = title
    self.headline = headline
    self.severity = severity
    self.confidence = confidence
    self.certaintyOfCause = certaintyOfCause
    self.witnesses = witnesses
    self.blame = blame
    self.cause = cause
    self.remedy = remedy
    self.changes = changes
    self.missing = missing
    self.ruledOut = ruledOut
    self.references = references
  }
}

extension Finding {
  /// What happened, in one line; a finding that is merely possible is not put as a fact.
  package var statement: String {
    let text = headline.isEmpty ? title : headline
    return confidence == .possible ? "Possibly: " + text : text
  }
}

/// A report with what we make of it.
package struct Assessment: Sendable, Equatable {
  /// The report with roles of frames and derived facts filled in.
  package var report: CrashReport
  package var notes: [Note]
  /// Best first; empty when nothing known was recognised.
  package var findings: [Finding]
  /// What can be said without a finding, as `EXC_BAD_ACCESS in -[CardView .cxx_destruct]`.
  package var summary: String
  /// Where a person should look first when there is no finding.
  package var blame: Blame?
  /// Position in the crashed thread (or last exception backtrace) of the frame that is blamed.
  package var blamedFrame: Int?

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
