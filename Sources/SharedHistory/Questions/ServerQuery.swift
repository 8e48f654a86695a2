/// The text of a question for a ClickHouse server that has the summary of a history (`SharedHistory`), with its variable
/// parts. Text from outside never becomes part of it: values are rendered where the question is sent.
struct ServerQuery: Sendable, ExpressibleByStringInterpolation {
  /// A part of the text.
  enum Part: Sendable {
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
  enum Table: String, Sendable, CaseIterable {
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
  enum Selection: Sendable {
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
  let parts: [Part]

  /// Creates a text without variable parts.
  init(stringLiteral text: StaticString) { parts = [.text(text)] }

  /// Creates a text from its parts.
  init(stringInterpolation interpolation: StringInterpolation) { parts = interpolation.parts }

  /// The parts of a string literal.
  struct StringInterpolation: StringInterpolationProtocol, Sendable {
    fileprivate(set) var parts: [Part] = []

    /// Creates an interpolation without parts.
    init(literalCapacity: Int, interpolationCount: Int) { parts.reserveCapacity(2 * interpolationCount + 1) }

    /// Appends a part of the literal.
    mutating func appendLiteral(_ text: StaticString) { parts.append(.text(text)) }

    /// Appends constant text.
    mutating func appendInterpolation(text: StaticString) { parts.append(.text(text)) }

    /// Appends the rows of a table.
    mutating func appendInterpolation(_ table: Table) { parts.append(.table(table)) }

    /// Appends the value of a parameter.
    mutating func appendInterpolation(value: Int) { parts.append(.value(value)) }

    /// Appends the keys of an issue.
    mutating func appendInterpolation(members: Int) { parts.append(.members(members)) }

    /// Appends counted reports.
    mutating func appendInterpolation(counts: Selection) { parts.append(.counts(counts)) }
  }
}

extension ServerQuery {
  /// The texts of all questions, by the name of the question in the catalog of the history (`ShippedQuery`).
  static let catalog: [String: ServerQuery] = [
    "all-issues": .allIssues,
    "latest-issues": .latestIssues,
    "issue-days": .issueDays,
    "issue-builds": .issueBuilds,
    "issue-systems": .issueSystems,
    "issue-devices": .issueDevices,
    "issue-machines": .issueMachines,
    "devices-of-issues": .devicesOfIssues,
    "machines-of-issues": .machinesOfIssues,
    "related": .related,
    "issue-patterns": .issuePatterns,
    "new-in-build": .newInBuild,
    "build-presence": .buildPresence,
    "builds": .appPresence,
    "by-process": .byProcess,
    "by-build": .byBuild,
    "runs-of-apps": .runsOfApps,
    "runs-of-builds": .runsOfBuilds,
    "daily": .daily,
    "growth": .growth,
    "daily-of-issues": .dailyOfIssues,
    "unrecognized": .unrecognizedByDay,
    "by-system": .bySystem,
    "by-device": .byDevice,
    "by-pattern": .byPattern,
    "issues-of-days": .issuesOfDays,
    "by-machine": .byMachine,
  ]

  /// Whether the text depends on the scope of the question.
  var isScoped: Bool { parts.contains { part in if case .counts(.scope) = part { true } else { false } } }
}
