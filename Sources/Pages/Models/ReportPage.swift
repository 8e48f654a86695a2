import History
package import Vocabulary

/// The content of the page of a report.
package struct ReportPage: Sendable, Equatable {
  /// The time at which the content was read from the history.
  package var generatedAt: Timestamp
  /// The id of the report, which determines the address of its page: the first 12 hexadecimal digits of its digest.
  package var id: String
  /// The shortest unambiguous prefix of `id`, for display.
  package var shortID: String
  /// What happened, in one line.
  package var title: String
  /// The time of the crash, else of arrival; `nil` if neither is known.
  package var at: Timestamp?
  /// Whether `at` is the time of the crash.
  package var isCrashTime: Bool
  /// The issue in which the report is counted; `nil` if it is not known.
  package var issue: Issue?
  /// The report's statements about app, system and crash, in order.
  package var facts: [Fact]
  /// The findings, best first; empty if no pattern matched.
  package var findings: [Finding]
  /// The diagnosis of this report as the tool prints it; `nil` if there is none.
  package var diagnosis: String?
  /// The title of the stack, such as `Thread 0, crashed`.
  package var stackTitle: String?
  /// The frames of the stack from which the signature was computed, innermost first.
  package var stack: [Frame]
  /// Notes about the report, such as damage or missing parts.
  package var notes: [String]

  /// Creates a page from its parts.
  package init(
    generatedAt: Timestamp, id: String, shortID: String, title: String, at: Timestamp? = nil, isCrashTime: Bool = true,
    issue: Issue? = nil, facts: [Fact] = [], findings: [Finding] = [], diagnosis: String? = nil,
    stackTitle: String? = nil,
    stack: [Frame] = [], notes: [String] = []
  ) {
    self.generatedAt = generatedAt
    self.id = id
    self.shortID = shortID
    self.title = title
    self.at = at
    self.isCrashTime = isCrashTime
    self.issue = issue
    self.facts = facts
    self.findings = findings
    self.diagnosis = diagnosis
    self.stackTitle = stackTitle
    self.stack = stack
    self.notes = notes
  }

  /// The issue of a report, for a link.
  package struct Issue: Sendable, Equatable {
    /// The key of the issue, which determines the address of its page: 12 hexadecimal digits.
    package var key: String
    /// The shortest unambiguous prefix of `key`, for display.
    package var shortKey: String
    /// The title, in one line.
    package var title: String

    /// Creates an issue from its parts.
    package init(key: String, shortKey: String, title: String) {
      self.key = key
      self.shortKey = shortKey
      self.title = title
    }
  }

  /// A name and a value, one entry of a list.
  package struct Fact: Sendable, Equatable {
    /// The name, such as `Device`.
    package var name: String
    /// The value as stated in the report; not escaped.
    package var value: String

    /// Creates a fact from its parts.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The text of a finding.
  package struct Finding: Sendable, Equatable {
    /// The permanent identifier of the pattern.
    package var pattern: String
    /// What happened, in one line, with the names from the report.
    package var headline: String
    /// The confidence: `certain`, `likely` or `possible`.
    package var confidence: String
    /// The certainty of `cause`, with the same values as `confidence`; `nil` if it is not shown.
    package var certaintyOfCause: String?
    /// The blamed function and `file:line`; `nil` if nothing is blamed.
    package var location: String?
    /// The cause, in a few sentences.
    package var cause: String
    /// The steps of the remedy, most useful first.
    package var remedy: [String]
    /// The evidence for the finding, in order.
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
    /// A sentence that explains what the line proves.
    package var statement: String
    /// The quoted line or member.
    package var text: String?
    /// The line number in the input, from 1.
    package var line: Int?
    /// Whether the statement is inferred rather than read from the report.
    package var isInferred: Bool

    /// Creates a witness from its parts.
    package init(statement: String, text: String? = nil, line: Int? = nil, isInferred: Bool = false) {
      self.statement = statement
      self.text = text
      self.line = line
      self.isInferred = isInferred
    }
  }

  /// A row of the table of frames.
  package struct Frame: Sendable, Equatable {
    /// The number of the frame in its thread, from 0.
    package var position: Int
    /// The name of the binary image; `nil` if the frame is in none.
    package var image: String?
    /// The function as stated in the report; `nil` if unknown.
    package var function: String?
    /// The source location, such as `XXXCore.m:38`.
    package var location: String?
    /// The role of the frame in plain words; `nil` if unknown.
    package var role: Role?
    /// Whether the frame is in code of the app.
    package var isOwn: Bool
    /// Whether the frame is blamed.
    package var isBlamed: Bool

    /// The role of a frame, and its explanation below the stack.
    package struct Role: Sendable, Hashable {
      /// The role in one or two words, such as `call-through`.
      package var name: String
      /// The explanation, a phrase; `nil` if the name says enough.
      package var meaning: String?

      /// Creates a role from its parts.
      package init(_ name: String, _ meaning: String? = nil) {
        self.name = name
        self.meaning = meaning
      }
    }

    /// Creates a frame from its parts.
    package init(
      position: Int, image: String? = nil, function: String? = nil, location: String? = nil, role: Role? = nil,
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
