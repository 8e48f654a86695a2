import History
package import Vocabulary

/// Everything about one report.
package struct ReportPage: Sendable, Equatable {
  package var generatedAt: Timestamp
  package var id: String
  package var shortID: String
  package var title: String
  package var at: Timestamp?
  package var issue: Issue?
  package var facts: [Fact]
  package var findings: [Finding]
  /// What the tool prints for this report, in lines.
  package var diagnosis: String?
  /// `Thread 0, crashed`.
  package var stackTitle: String?
  package var stack: [Frame]
  /// What is to be known of the report: damage, what is missing.
  package var notes: [String]

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

  package struct Issue: Sendable, Equatable {
    package var key: String
    package var shortKey: String
    package var title: String

    package init(key: String, shortKey: String, title: String) {
      self.key = key
      self.shortKey = shortKey
      self.title = title
    }
  }

  package struct Fact: Sendable, Equatable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package struct Finding: Sendable, Equatable {
    package var pattern: String
    package var headline: String
    /// `certain`, `likely`, `possible`.
    package var confidence: String
    package var certaintyOfCause: String?
    package var place: String?
    package var cause: String
    /// Steps, most useful first.
    package var remedy: [String]
    package var witnesses: [Witness]

    package init(
      pattern: String, headline: String, confidence: String, certaintyOfCause: String? = nil, place: String? = nil,
      cause: String, remedy: [String] = [], witnesses: [Witness] = []
    ) {
      self.pattern = pattern
      self.headline = headline
      self.confidence = confidence
      self.certaintyOfCause = certaintyOfCause
      self.place = place
      self.cause = cause
      self.remedy = remedy
      self.witnesses = witnesses
    }
  }

  package struct Witness: Sendable, Equatable {
    /// One sentence: what it proves.
    package var says: String
    /// The line or member, quoted.
    package var text: String?
    /// Line of the input, from 1.
    package var line: Int?
    /// Concluded, not read there.
    package var isInferred: Bool

    package init(says: String, text: String? = nil, line: Int? = nil, isInferred: Bool = false) {
      self.says = says
      self.text = text
      self.line = line
      self.isInferred = isInferred
    }
  }

  package struct Frame: Sendable, Equatable {
    package var position: Int
    package var image: String?
    package var function: String?
    /// `XXXCore.m:38`.
    package var location: String?
    /// `app`, `system`, `runtime`, …
    package var role: String?
    /// Code of the app, not of the system.
    package var isOwn: Bool
    /// The place to look at first.
    package var isBlamed: Bool

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
