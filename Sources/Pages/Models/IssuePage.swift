package import History
package import Vocabulary

/// Everything about one issue.
package struct IssuePage: Sendable, Equatable {
  package var generatedAt: Timestamp
  package var issue: StoredIssue
  package var marks: [IssueMark]
  package var pattern: PagePattern?
  package var cause: String?
  /// Steps, most useful first.
  package var remedy: [String]
  /// What the numbers say, in words.
  package var statement: String?
  /// Other renderings of counted reports.
  package var variants: Int
  /// Newest first.
  package var events: [Event]
  package var days: DailyCounts
  /// In build order, oldest first.
  package var builds: [BuildCount]
  /// What the issue's reports have in common.
  package var facets: [FacetTable]
  package var signature: Signature?
  /// Newest first.
  package var reports: [ReportRow]
  package var related: [RelatedIssue]

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
    package var at: Timestamp
    /// `resolved in 405`.
    package var what: String
    package var by: String?
    package var note: String?

    package init(at: Timestamp, what: String, by: String? = nil, note: String? = nil) {
      self.at = at
      self.what = what
      self.by = by
      self.note = note
    }
  }

  /// By what reports were put together.
  package struct Signature: Sendable, Equatable {
    package var kind: String
    package var title: String
    package var lines: [String]

    package init(kind: String, title: String, lines: [String]) {
      self.kind = kind
      self.title = title
      self.lines = lines
    }
  }

  package struct ReportRow: Sendable, Equatable {
    /// Names the report's page.
    package var id: String
    package var shortID: String
    package var at: Timestamp
    package var app: String?
    package var build: String?
    package var system: String?
    package var device: String?
    package var machine: String?

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

  package struct RelatedIssue: Sendable, Equatable {
    package var key: String
    package var shortKey: String
    package var title: String
    /// `same function on another path`.
    package var why: String
    package var count: Int

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
  package var id: String
  package var title: String
  package var explanation: [Part]

  package init(id: String, title: String, explanation: [Part] = []) {
    self.id = id
    self.title = title
    self.explanation = explanation
  }

  package enum Part: Sendable, Equatable {
    case heading(String)
    case paragraph(String)
    case item(String)
    /// Lines as they are.
    case code(String)
  }
}
