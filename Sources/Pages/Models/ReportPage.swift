import History
package import Vocabulary

/// Everything about one report.
package struct ReportPage: Sendable, Equatable {
  /// Time at which the content was read from the history.
  package var generatedAt: Timestamp
  /// Names the report's page: 12 hexadecimal digits, the beginning of its digest.
  package var id: String
  /// The shortest unambiguous prefix of `id`, for display.
  package var shortID: String
  /// What happened, in one line.
  package var title: String
  /// The crash's time, else that of arrival; `nil` if neither is known.
  package var at: Timestamp?
  /// The issue that the report is counted for; `nil` if it is not known.
  package var issue: Issue?
  /// What the report states of app, system and crash, in the order in which it is shown.
  package var facts: [Fact]
  /// Best first; empty if no pattern matched.
  package var findings: [Finding]
  /// What the tool prints for this report, in lines.
  package var diagnosis: String?
  /// `Thread 0, crashed`.
  package var stackTitle: String?
  /// Frames of the stack that the signature was made from, innermost first.
  package var stack: [Frame]
  /// What is to be known of the report: damage, what is missing.
  package var notes: [String]

  /// Creates a page from its parts.
  package init(
    generatedAt: Timestamp, id: String, shortID: String, title: String, at: Timestamp? = nil, issue: Issue? = nil,
    facts: [Fact] = [], findings: [Finding] = [], diagnosis: String? = nil, stackTitle: String? = nil,
    stack: [Frame] = [], notes: [String] = []
  ) {
    self.generatedAt = generatedAt
    self.id = id
    self.shortID = shortID
    self.title = title
    self.at = at
    self.issue = issue
    self.facts = facts
    self.findings = findings
    self.diagnosis = diagnosis
    self.stackTitle = stackTitle
    self.stack = stack
    self.notes = notes
  }

  /// The issue that a report belongs to, as far as a link needs it.
  package struct Issue: Sendable, Equatable {
    /// Names the issue's page: 12 hexadecimal digits.
    package var key: String
    /// The shortest unambiguous prefix of `key`, for display.
    package var shortKey: String
    /// One line for people.
    package var title: String

    /// Creates an issue from its parts.
    package init(key: String, shortKey: String, title: String) {
      self.key = key
      self.shortKey = shortKey
      self.title = title
    }
  }

  /// A name and a value, shown as one entry of a list.
  package struct Fact: Sendable, Equatable {
    /// What the value is about, as `Device`.
    package var name: String
    /// The value as the report states it; not escaped.
    package var value: String

    /// Creates a fact from its parts.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A finding in words.
  package struct Finding: Sendable, Equatable {
    /// Permanent identifier of the pattern.
    package var pattern: String
    /// What happened, in one line, with the report's own names.
    package var headline: String
    /// `certain`, `likely`, `possible`.
    package var confidence: String
    /// How sure the reason in `cause` is, in the same words as `confidence`; `nil`: not shown.
    package var certaintyOfCause: String?
    /// Function and `file:line` to look at first; `nil` if nothing is blamed.
    package var location: String?
    /// Why it failed, in a few sentences.
    package var cause: String
    /// Steps, most useful first.
    package var remedy: [String]
    /// What the finding rests on, in the order in which it is shown.
    package var witnesses: [Witness]

    /// Creates a finding from its parts.
    package init(
      pattern: String, headline: String, confidence: String, certaintyOfCause: String? = nil, location: String? = nil,
      cause: String, remedy: [String] = [], witnesses: [Witness] = []
    ) {
      self.pattern = pattern
      self.headline = headline
      self.confidence = confidence
      self.certaintyOfCause = certaintyOfCause
      self.location = location
      self.cause = cause
      self.remedy = remedy
      self.witnesses = witnesses
    }
  }

  /// A line of the report that a finding cites.
  package struct Witness: Sendable, Equatable {
    /// One sentence: what it proves.
    package var statement: String
    /// The line or member, quoted.
    package var text: String?
    /// Line of the input, from 1.
    package var line: Int?
    /// Concluded, not read there.
    package var isInferred: Bool

    /// Creates a witness from its parts.
    package init(statement: String, text: String? = nil, line: Int? = nil, isInferred: Bool = false) {
      self.statement = statement
      self.text = text
      self.line = line
      self.isInferred = isInferred
    }
  }

  /// A frame of the stack as a row of a table.
  package struct Frame: Sendable, Equatable {
    /// Number of the frame in its thread, from 0.
    package var position: Int
    /// Name of the binary image; `nil` if the frame is in none.
    package var image: String?
    /// Function as the report states it; `nil` if it is unknown.
    package var function: String?
    /// `XXXCore.m:38`.
    package var location: String?
    /// `app`, `system`, `runtime`, …
    package var role: String?
    /// Code of the app, not of the system.
    package var isOwn: Bool
    /// The place to look at first.
    package var isBlamed: Bool

    /// Creates a frame from its parts.
    package init(
      position: Int, image: String? = nil, function: String? = nil, location: String? = nil, role: String? = nil,
      isOwn: Bool = false, isBlamed: Bool = false
    ) {
      self.position = position
      self.image = image
      self.function = function
      self.location = location
      self.role = role
      self.isOwn = isOwn
      self.isBlamed = isBlamed
    }
  }
}
