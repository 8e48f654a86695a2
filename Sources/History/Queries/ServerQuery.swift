package import Vocabulary

/// The text of a question for a ClickHouse server that has the summary of a history (`SharedHistory`), with its variable
/// parts. Text from outside never becomes part of it: values are rendered where the question is sent.
package struct ServerQuery: Sendable, ExpressibleByStringInterpolation {
  /// A part of the text.
  package enum Part: Sendable {
    case text(StaticString)
    /// The value of a parameter, numbered from 1.
    case value(Int)
    /// The keys of the issue that a parameter names and of the issues merged into it, as a list in parentheses.
    case members(Int)
    /// The rows of a table that belong to the summary: a table with a condition.
    case table(Table)
    /// Rows of `summary_count`: a table with a condition.
    case counts(Selection)
  }

  /// A table of the summary.
  package enum Table: String, Sendable, CaseIterable {
    /// One row for each issue, also for those that are merged into another.
    case issues = "summary_issue"
    /// One row for each build.
    case builds = "summary_build"
    /// One row for each issue, and build, system or device with which it was seen.
    case totals = "summary_total"
    /// One row for each issue, day, and device or machine, for recent days.
    case devices = "summary_device"
    /// One row for each build and day with recorded runs.
    case runs = "summary_run"
  }

  /// Which rows of `summary_count` a question reads.
  package enum Selection: Sendable {
    /// All of them.
    case all
    /// Those of the period, app and pattern that are asked for.
    case scope
    /// Those of the issue that a parameter names.
    case issue(Int)
    /// Those of the issue that a parameter names, on the days of two other parameters.
    case issueDays(Int, Int, Int)
    /// Those of the days of two parameters.
    case days(Int, Int)
  }

  /// The parts in order.
  package let parts: [Part]

  /// Creates a text without variable parts.
  package init(stringLiteral text: StaticString) { parts = [.text(text)] }

  /// Creates a text from its parts.
  package init(stringInterpolation interpolation: StringInterpolation) { parts = interpolation.parts }

  /// The parts of a string literal.
  package struct StringInterpolation: StringInterpolationProtocol, Sendable {
    fileprivate(set) var parts: [Part] = []

    /// Creates an interpolation without parts.
    package init(literalCapacity: Int, interpolationCount: Int) { parts.reserveCapacity(2 * interpolationCount + 1) }

    /// Appends a part of the literal.
    package mutating func appendLiteral(_ text: StaticString) { parts.append(.text(text)) }

    /// Appends constant text.
    package mutating func appendInterpolation(text: StaticString) { parts.append(.text(text)) }

    /// Appends the rows of a table.
    package mutating func appendInterpolation(_ table: Table) { parts.append(.table(table)) }

    /// Appends the value of a parameter.
    package mutating func appendInterpolation(value: Int) { parts.append(.value(value)) }

    /// Appends the keys of an issue.
    package mutating func appendInterpolation(members: Int) { parts.append(.members(members)) }

    /// Appends counted reports.
    package mutating func appendInterpolation(counts: Selection) { parts.append(.counts(counts)) }
  }
}

/// The form of a question for a server: its parameters, its text, and how its answer is read.
package struct ServerForm: Sendable {
  /// A column of the answer. It has the name and the index of the column of the same question to SQLite.
  package struct Column: Sendable, Equatable {
    /// How a value is read.
    package enum Kind: Sendable {
      /// A key of an issue; SQLite returns its row.
      case issue
      /// A key of a build, empty if none is stated; SQLite returns its row.
      case build
      /// A text; empty if it is not stated.
      case text
      /// A number.
      case int
      /// A number that is the least of 64 bits if it is not known.
      case position
    }

    /// The name.
    package let name: String
    /// How its values are read.
    package let kind: Kind
  }

  /// What a parameter means.
  package enum Parameter: Sendable {
    case issue
    case build
    case text
    /// The current time in seconds since 1970.
    case now
    /// The beginning of the period in seconds since 1970.
    case since
    /// The first day of the period.
    case firstDay
    /// The last day of the period.
    case lastDay
    /// The first day of an equally long period before.
    case firstDayBefore
    /// The last day of that period.
    case lastDayBefore
  }

  /// The parameters in order.
  package let parameters: [Parameter]
  /// The columns of the answer in order. The server may return more.
  package let columns: [Column]
  /// The text.
  package let query: ServerQuery
  /// Whether the file of a summary has the tables of the question, so that it is not sent to the server.
  package let isInFile: Bool

  init(_ columns: [Column], parameters: [Parameter] = [], isInFile: Bool = false, _ query: ServerQuery) {
    self.parameters = parameters
    self.columns = columns
    self.query = query
    self.isInFile = isInFile
  }

  /// Whether the question is about the reports of a scope.
  package var isScoped: Bool {
    query.parts.contains { part in if case .counts(.scope) = part { true } else { false } }
  }
}

extension ServerForm.Column {
  static func issue(_ name: String) -> Self { Self(name: name, kind: .issue) }
  static func build(_ name: String) -> Self { Self(name: name, kind: .build) }
  static func text(_ name: String) -> Self { Self(name: name, kind: .text) }
  static func int(_ name: String) -> Self { Self(name: name, kind: .int) }
  static func position(_ name: String) -> Self { Self(name: name, kind: .position) }
}

/// A question with its values, as it is sent to a server.
package struct ServerQuestion: Sendable {
  /// The value of a parameter.
  package enum Value: Sendable {
    case int(Int)
    case text(String)
    /// The key of an issue, followed by the keys of the issues merged into it; or the keys of several issues and of those
    /// merged into them.
    case issue([String])
    /// The key of a build; empty for a build that is not stated.
    case build(String)
  }

  /// The reports that the question is about. Without a limit, it is about all of them.
  package struct Scope: Sendable, Equatable {
    /// The first and the last complete day, counted from 1970-01-01.
    package var days: ClosedRange<Int>?
    /// The beginning of the period in seconds, if it is within a day, which is not in `days`.
    package var since: Int?
    /// The end of the period in seconds, excluded, if it is within a day, which is not in `days`.
    package var until: Int?
    /// The keys of the builds of an app; `nil` for any.
    package var builds: [String]?
    /// The keys of the issues of a pattern; `nil` for any.
    package var issues: [String]?

    /// The range of no day; days are numbers of 32 bits.
    package static let noDays = Int.max...Int.max

    /// Creates a scope of all reports.
    package init() {}
  }

  /// The name in the catalog.
  package var name: String
  /// The form.
  package var form: ServerForm
  /// The values of the parameters in order.
  package var values: [Value]
  /// The reports that it is about.
  package var scope = Scope()
}

extension ShippedQuery {
  /// Returns the question with example values, for people who write statements of their own; `nil` if it is not asked a
  /// server.
  ///
  /// - Parameters:
  ///   - days: The period.
  ///   - issue: The key of an issue.
  ///   - build: The key of a build.
  ///   - now: The current time.
  package func example(
    days: ClosedRange<Int>, issue: String, build: String, now: Timestamp
  ) -> ServerQuestion? {
    guard let server else { return nil }
    var question = ServerQuestion(
      name: name, form: server,
      values: server.parameters.map { parameter in
        switch parameter {
        case .issue: .issue([issue])
        case .build: .build(build)
        case .text: .text("")
        case .now: .int(now.seconds)
        case .since: .int(days.lowerBound * 86_400)
        case .firstDay: .int(days.lowerBound)
        case .lastDay: .int(days.upperBound)
        case .firstDayBefore: .int(days.lowerBound - days.count)
        case .lastDayBefore: .int(days.lowerBound - 1)
        }
      })
    if server.isScoped { question.scope.days = days }
    return question
  }
}

/// A value of an answer.
package enum AnswerValue: Sendable, Equatable {
  case int(Int)
  case text(String)
}

/// Answers questions about the counts of a history that has no tables of counts itself: the file of a summary.
package protocol QuestionSource: Sendable {
  /// Returns the rows of the answer, with the values of `question.form.columns`.
  func rows(_ question: ServerQuestion) throws(HistoryError) -> [[AnswerValue]]
}
