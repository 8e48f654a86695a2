package import History
package import Vocabulary

/// Everything about one issue.
package struct IssuePage: Sendable, Equatable {
  /// Time at which the content was read from the history.
  package var generatedAt: Timestamp
  /// The issue with its sums; `id` names the page.
  package var issue: StoredIssue
  /// Marks beside the title, in the order in which they are shown.
  package var marks: [IssueMark]
  /// The pattern of the issue's latest best finding; `nil` where no pattern matched.
  package var pattern: PagePattern?
  /// Why it failed, by the best finding of a recent report; `nil` without a finding.
  package var cause: String?
  /// Steps, most useful first.
  package var remedy: [String]
  /// What the numbers say, in words.
  package var statement: String?
  /// Other renderings of counted reports.
  package var variants: Int
  /// Newest first.
  package var events: [Event]
  /// Counted reports of each day of the period that the page covers.
  package var days: DailyCounts
  /// In build order, oldest first.
  package var builds: [BuildCount]
  /// What the issue's reports have in common.
  package var facets: [FacetTable]
  /// The signature by which the latest report was grouped; `nil` if the issue has no stored report.
  package var signature: Signature?
  /// Newest first.
  package var reports: [ReportRow]
  /// Parts of this issue that were merged into it, then issues that blame the same function.
  package var related: [RelatedIssue]

  /// Creates a page from its parts.
  package init(
    generatedAt: Timestamp, issue: StoredIssue, marks: [IssueMark] = [], pattern: PagePattern? = nil,
    cause: String? = nil, remedy: [String] = [], statement: String? = nil, variants: Int = 0, events: [Event] = [],
    days: DailyCounts, builds: [BuildCount] = [], facets: [FacetTable] = [], signature: Signature? = nil,
    reports: [ReportRow] = [], related: [RelatedIssue] = []
  ) {
    self.generatedAt = generatedAt
    self.issue = issue
    self.marks = marks
    self.pattern = pattern
    self.cause = cause
    self.remedy = remedy
    self.statement = statement
    self.variants = variants
    self.events = events
    self.days = days
    self.builds = builds
    self.facets = facets
    self.signature = signature
    self.reports = reports
    self.related = related
  }

  /// A change of the issue's state.
  package struct Event: Sendable, Equatable {
    /// Time of the change.
    package var at: Timestamp
    /// `resolved in 405`.
    package var what: String
    /// Name of the person or program that made the change; `nil` if unknown.
    package var by: String?
    /// Free text that was given with the change; `nil` if there is none.
    package var note: String?

    /// Creates an event from its parts.
    package init(at: Timestamp, what: String, by: String? = nil, note: String? = nil) {
      self.at = at
      self.what = what
      self.by = by
      self.note = note
    }
  }

  /// By what reports were put together.
  package struct Signature: Sendable, Equatable {
    /// What kind of failure it is: `trap`, `exception:NSRangeException`, `recursion`, ….
    package var kind: String
    /// One line for people.
    package var title: String
    /// The text whose digest is the issue's key, line by line.
    package var lines: [String]

    /// Creates a signature from its parts.
    package init(kind: String, title: String, lines: [String]) {
      self.kind = kind
      self.title = title
      self.lines = lines
    }
  }

  /// A report of the issue as a row of the table of recent reports.
  package struct ReportRow: Sendable, Equatable {
    /// Names the report's page.
    package var id: String
    /// The shortest unambiguous prefix of `id`, for display.
    package var shortID: String
    /// The crash's time, else that of arrival.
    package var at: Timestamp
    /// Process name, else bundle identifier; `nil` if the report states neither.
    package var app: String?
    /// CFBundleVersion, else the marketing version; `nil` if the report states neither.
    package var build: String?
    /// Name and version of the operating system, as `macOS 14.1.1`; `nil` if not stated.
    package var system: String?
    /// Model identifier of the device; `nil` if not stated.
    package var device: String?
    /// Value of the label `machine`; `nil` if the report has no such label.
    package var machine: String?

    /// Creates a row from its parts.
    package init(
      id: String, shortID: String, at: Timestamp, app: String? = nil, build: String? = nil, system: String? = nil,
      device: String? = nil, machine: String? = nil
    ) {
      self.id = id
      self.shortID = shortID
      self.at = at
      self.app = app
      self.build = build
      self.system = system
      self.device = device
      self.machine = machine
    }
  }

  /// Another issue to look at, and why.
  package struct RelatedIssue: Sendable, Equatable {
    /// Names the issue's page: 12 hexadecimal digits.
    package var key: String
    /// The shortest unambiguous prefix of `key`, for display.
    package var shortKey: String
    /// One line for people.
    package var title: String
    /// `same function on another path`.
    package var why: String
    /// Counted reports of the issue, or of the part that `why` names.
    package var count: Int

    /// Creates a related issue from its parts.
    package init(key: String, shortKey: String, title: String, why: String, count: Int) {
      self.key = key
      self.shortKey = shortKey
      self.title = title
      self.why = why
      self.count = count
    }
  }
}

/// A known failure and what `diagnose explain` says of it.
package struct PagePattern: Sendable, Equatable {
  /// Permanent identifier of the pattern.
  package var id: String
  /// The pattern's title: the same for every report.
  package var title: String
  /// What the pattern means, in reading order; empty to show the identifier alone.
  package var explanation: [Part]

  /// Creates a pattern from its parts.
  package init(id: String, title: String, explanation: [Part] = []) {
    self.id = id
    self.title = title
    self.explanation = explanation
  }

  /// A paragraph of an explanation.
  package enum Part: Sendable, Equatable {
    case heading(String)
    case paragraph(String)
    case item(String)
    /// Lines as they are.
    case code(String)
  }
}
