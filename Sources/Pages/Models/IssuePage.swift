package import History
package import Vocabulary

/// The content of the page of an issue.
package struct IssuePage: Sendable, Equatable {
  /// The time at which the content was read from the history.
  package var generatedAt: Timestamp
  /// The issue with its sums; `id` names the page.
  package var issue: StoredIssue
  /// The marks beside the title, in order.
  package var marks: [IssueMark]
  /// The pattern of the best finding of the latest report; `nil` if no pattern matched.
  package var pattern: PagePattern?
  /// The cause, from the best finding of a recent report; `nil` without a finding.
  package var cause: String?
  /// The steps of the remedy, most useful first.
  package var remedy: [String]
  /// The sentence about the trend; `nil` if there is none.
  package var statement: String?
  /// The number of variants: other forms of counted reports.
  package var variants: Int
  /// The events, newest first.
  package var events: [Event]
  /// The number of counted reports on each day of the period of the page.
  package var days: DailyCounts
  /// The builds in build order, oldest first.
  package var builds: [BuildCount]
  /// The values that the reports of the issue have in common.
  package var facets: [FacetTable]
  /// The values that are more or less frequent than in other issues.
  package var associations: [Association]
  /// The signature of the latest report; `nil` if the issue has no stored report.
  package var signature: Signature?
  /// The frames of the stack of `namedReport`, else of the latest report, innermost first; empty if the issue has no stored
  /// report.
  package var stack: [ReportPage.Frame]
  /// The report of the stack, if it names more functions than the latest one.
  package var namedReport: ReportRow?
  /// The recent reports, newest first.
  package var reports: [ReportRow]
  /// The number of stored reports, including variants.
  package var storedReports: Int
  /// The issues that were merged into this one, then the issues that blame the same function.
  package var related: [RelatedIssue]
  /// What the forms of the page can change; `nil` for a page without forms.
  package var editing: Editing?

  /// What the forms of a page can change.
  package struct Editing: Sendable, Equatable {
    /// The mark of the present state; see `IssueEdit.seen`.
    package var seen: String
    /// The latest change, which can be undone; `nil` if there is none.
    package var latest: Event?
    /// The latest builds of the app, the latest first.
    package var builds: [String]

    /// Creates the state of the forms.
    package init(seen: String, latest: Event? = nil, builds: [String] = []) {
      (self.seen, self.latest, self.builds) = (seen, latest, builds)
    }
  }

  /// Creates a page from its parts.
  package init(
    generatedAt: Timestamp, issue: StoredIssue, marks: [IssueMark] = [], pattern: PagePattern? = nil,
    cause: String? = nil, remedy: [String] = [], statement: String? = nil, variants: Int = 0, events: [Event] = [],
    days: DailyCounts, builds: [BuildCount] = [], facets: [FacetTable] = [], associations: [Association] = [],
    signature: Signature? = nil, stack: [ReportPage.Frame] = [], namedReport: ReportRow? = nil,
    reports: [ReportRow] = [], storedReports: Int = 0, related: [RelatedIssue] = []
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
    self.associations = associations
    self.signature = signature
    self.stack = stack
    self.namedReport = namedReport
    self.reports = reports
    self.storedReports = storedReports
    self.related = related
  }

  /// A change of the issue's state.
  package struct Event: Sendable, Equatable {
    /// The time of the change.
    package var at: Timestamp
    /// The change, such as `resolved in 405`.
    package var what: String
    /// The user or program that made the change; `nil` if unknown.
    package var by: String?
    /// Free text from the user; `nil` if there is none.
    package var note: String?

    /// Creates an event from its parts.
    package init(at: Timestamp, what: String, by: String? = nil, note: String? = nil) {
      self.at = at
      self.what = what
      self.by = by
      self.note = note
    }
  }

  /// The signature by which reports were grouped.
  package struct Signature: Sendable, Equatable {
    /// The kind of the failure: `trap`, `exception:NSRangeException`, `recursion`, ….
    package var kind: String
    /// The title, in one line.
    package var title: String
    /// The frames or subjects that reports of the issue have in common, innermost first.
    package var parts: [String]
    /// The version of the algorithm that computed the key of the issue.
    package var version: Int

    /// Creates a signature from its parts.
    package init(kind: String, title: String, parts: [String], version: Int) {
      self.kind = kind
      self.title = title
      self.parts = parts
      self.version = version
    }
  }

  /// A row of the table of recent reports.
  package struct ReportRow: Sendable, Equatable {
    /// The id of the report, which determines the address of its page.
    package var id: String
    /// The shortest unambiguous prefix of `id`, for display.
    package var shortID: String
    /// The time of the crash, else of arrival.
    package var at: Timestamp
    /// The values that the report states, by the name of their `ShownField`; not escaped.
    package var values: [String: String]

    /// Creates a row from its parts.
    package init(id: String, shortID: String, at: Timestamp, values: [String: String] = [:]) {
      self.id = id
      self.shortID = shortID
      self.at = at
      self.values = values
    }
  }

  /// A related issue, and the reason why it is related.
  package struct RelatedIssue: Sendable, Equatable {
    /// The key of the issue, which determines the address of its page: 12 hexadecimal digits.
    package var key: String
    /// The shortest unambiguous prefix of `key`, for display.
    package var shortKey: String
    /// The title, in one line.
    package var title: String
    /// The reason, such as `same function on another path`.
    package var why: String
    /// The number of counted reports of the issue, or of the merged issue that `why` names.
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

/// A pattern and its text from `diagnose explain`.
package struct PagePattern: Sendable, Equatable {
  /// The permanent identifier of the pattern.
  package var id: String
  /// The title of the pattern, which is the same for every report.
  package var title: String
  /// The explanation, in reading order; empty to show only the identifier.
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
    /// Preformatted lines.
    case code(String)
  }
}
