/// Everything about one issue.
package struct IssuePage: Sendable, Equatable {
  package var generatedAt: PageTime
  package var key: String
  package var shortKey: String
  package var title: String
  package var marks: [IssueMark]
  package var pattern: PagePattern?
  package var cause: String?
  /// Steps, most useful first.
  package var remedy: [String]
  package var place: String?
  /// What the numbers say, in words.
  package var statement: String?
  package var count: Int
  /// Other renderings of counted reports.
  package var variants: Int
  package var firstSeen: PageTime
  package var lastSeen: PageTime
  package var firstBuild: String?
  package var lastBuild: String?
  /// Newest first.
  package var events: [Event]
  package var days: DailyCounts
  /// In build order, oldest first.
  package var builds: [BuildCount]
  package var facets: [Facet]
  package var signature: Signature?
  /// Newest first.
  package var reports: [ReportRow]
  package var related: [RelatedIssue]

  package init(
    generatedAt: PageTime, key: String, shortKey: String, title: String, marks: [IssueMark] = [],
    pattern: PagePattern? = nil, cause: String? = nil, remedy: [String] = [], place: String? = nil,
    statement: String? = nil, count: Int, variants: Int = 0, firstSeen: PageTime, lastSeen: PageTime,
    firstBuild: String? = nil, lastBuild: String? = nil, events: [Event] = [], days: DailyCounts,
    builds: [BuildCount] = [], facets: [Facet] = [], signature: Signature? = nil, reports: [ReportRow] = [],
    related: [RelatedIssue] = []
  ) {
    self.generatedAt = generatedAt
    self.key = key
    self.shortKey = shortKey
    self.title = title
    self.marks = marks
    self.pattern = pattern
    self.cause = cause
    self.remedy = remedy
    self.place = place
    self.statement = statement
    self.count = count
    self.variants = variants
    self.firstSeen = firstSeen
    self.lastSeen = lastSeen
    self.firstBuild = firstBuild
    self.lastBuild = lastBuild
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
    package var at: PageTime
    /// `resolved in 405`.
    package var what: String
    package var by: String?
    package var note: String?

    package init(at: PageTime, what: String, by: String? = nil, note: String? = nil) {
      self.at = at
      self.what = what
      self.by = by
      self.note = note
    }
  }

  package struct BuildCount: Sendable, Equatable {
    package var build: String
    package var version: String?
    package var count: Int

    package init(build: String, version: String? = nil, count: Int) {
      self.build = build
      self.version = version
      self.count = count
    }
  }

  /// What the issue's reports have in common: a dimension and its values, most frequent first.
  package struct Facet: Sendable, Equatable {
    /// `System`, `Device`, `Machine`.
    package var title: String
    package var values: [Value]
    /// Reports with values that are not listed.
    package var others: Int

    package init(title: String, values: [Value], others: Int = 0) {
      self.title = title
      self.values = values
      self.others = others
    }

    package struct Value: Sendable, Equatable {
      package var text: String
      package var count: Int

      package init(_ text: String, count: Int) {
        self.text = text
        self.count = count
      }
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
    package var at: PageTime
    package var app: String?
    package var build: String?
    package var system: String?
    package var device: String?
    package var machine: String?

    package init(
      id: String, shortID: String, at: PageTime, app: String? = nil, build: String? = nil, system: String? = nil,
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
