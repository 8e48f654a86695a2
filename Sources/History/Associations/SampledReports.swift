internal import GRDB
internal import Vocabulary

/// Counted reports with the values of their properties, as numbers, so that many issues can be compared with the others
/// without reading the reports again.
struct SampledReports {
  /// The maximum number of reports that are read: the last ones that arrived.
  static let maxReports = 200_000

  /// A report.
  struct Report {
    /// The row of the canonical issue.
    var issue: Int64
    var day: Int
    /// The number of the app.
    var app: Int32
    /// The number of the device on which it was written; -1 if unknown.
    var owner: Int32
  }

  /// The reports by app, and in an app by day.
  private(set) var reports: [Report] = []
  /// For each report and property: the number of the value; -1 if it is not stated.
  private(set) var values: [Int32] = []
  /// Whether a report is the first one of its issue on its device and day, or its device is unknown.
  private(set) var isFirst: [Bool] = []
  /// The number of different devices.
  private(set) var ownerCount = 0
  /// The texts of the values of each property.
  private(set) var texts: [[String]]
  /// The positions of the reports of each app.
  private(set) var positionsOfApps: [Int32: Range<Int>] = [:]
  /// The positions of the reports of each issue.
  private(set) var positionsOfIssues: [Int64: [Int]] = [:]

  static let properties = AssociatedProperty.catalog

  /// Reads the reports of all apps or, with `issues`, of the apps in which these were seen.
  init(_ questions: HistoryQuestions, appsOf issues: [Int64]?) throws {
    var reader = try Reader(questions)
    try reader.read(appsOf: issues)
    texts = reader.numbers.map(\.texts)
    ownerCount = reader.owners.count
    let order = reader.reports.indices.sorted { left, right in
      let (a, b) = (reader.reports[left], reader.reports[right])
      return (a.app, a.day, left) < (b.app, b.day, right)
    }
    let count = Self.properties.count
    reports.reserveCapacity(order.count)
    values.reserveCapacity(order.count * count)
    isFirst.reserveCapacity(order.count)
    var known: Set<DeviceDay> = []
    known.reserveCapacity(order.count)
    for (position, source) in order.enumerated() {
      let report = reader.reports[source]
      reports.append(report)
      positionsOfApps[report.app] = (positionsOfApps[report.app]?.lowerBound ?? position)..<(position + 1)
      positionsOfIssues[report.issue, default: []].append(position)
      isFirst.append(
        report.owner < 0
          || known.insert(DeviceDay(issue: report.issue, owner: report.owner, day: report.day)).inserted)
      values += reader.values[(source * count)..<(source * count + count)]
    }
  }

  private struct DeviceDay: Hashable {
    var issue: Int64
    var owner: Int32
    var day: Int
  }

  /// Numbers texts in the order of their first use.
  private struct Numbers {
    private(set) var texts: [String] = []
    private var numbers: [String: Int32] = [:]

    mutating func number(_ text: String?) -> Int32 {
      guard let text, !text.isEmpty else { return -1 }
      if let number = numbers[text] { return number }
      let number = Int32(texts.count)
      numbers[text] = number
      texts.append(text)
      return number
    }
  }

  /// Numbers devices, which are known by the hash of their identifier or by the label `machine`.
  private struct Owners {
    private var reporters: [Int64: Int32] = [:]
    private var machines: [String: Int32] = [:]

    var count: Int { reporters.count + machines.count }

    mutating func number(reporter: Int64) -> Int32 {
      let next = Int32(count)
      let number = reporters[reporter] ?? next
      if number == next { reporters[reporter] = number }
      return number
    }

    /// Returns -1 without a label.
    mutating func number(machine: String?) -> Int32 {
      guard let machine else { return -1 }
      let next = Int32(count)
      let number = machines[machine] ?? next
      if number == next { machines[machine] = number }
      return number
    }
  }

  /// Reads the rows.
  private struct Reader {
    let questions: HistoryQuestions
    let builds: [Int64: BuildTable.Build]
    var reports: [Report] = []
    var values: [Int32] = []
    var owners = Owners()
    var apps = Numbers()
    private var appsOfBuilds: [Int64: Int32] = [:]
    var numbers = [Numbers](repeating: Numbers(), count: SampledReports.properties.count)
    /// The numbers of values that depend on one row of another table, by property and row.
    private var ofRows: [[Int64: Int32]]

    init(_ questions: HistoryQuestions) throws {
      self.questions = questions
      builds = Dictionary(
        try FilterValues(questions.database).allBuilds().map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      ofRows = [[Int64: Int32]](repeating: [:], count: SampledReports.properties.count)
    }

    mutating func read(appsOf issues: [Int64]?) throws {
      let hasMachines = try questions.hasMachines()
      var (condition, arguments) = ("", StatementArguments())
      if let issues {
        // The plus: reports are read from the last one on, and not by an index from which they would be sorted.
        condition = " AND +report.build IN (SELECT value FROM json_each(:builds))"
        arguments = ["builds": try rowsOfBuilds(ofAppsOf: issues)]
      }
      let machine =
        hasMachines
        ? ("label.value", " LEFT JOIN label ON label.report = report.id AND label.key = 'machine'") : ("NULL", "")
      try DirectRows.read(
        questions.database,
        sql: """
          SELECT coalesce(member.merged_into, member.id), report.day, report.time, report.time_stated, report.launched,
            report.build, report.os, report.device, report.architecture, report.reporter, \(machine.0),
            report.queue, report.role, report.address_class
          FROM report JOIN issue AS member ON member.id = report.issue\(machine.1)
          WHERE report.variant_of IS NULL\(condition) ORDER BY report.id DESC LIMIT \(SampledReports.maxReports)
          """, arguments
      ) { try add($0) }
    }

    /// Returns the rows of all builds of the apps in which issues were seen, as a list.
    private func rowsOfBuilds(ofAppsOf issues: [Int64]) throws -> String {
      let seen = Set(
        try Int64.fetchAll(
          questions.database,
          sql: """
            SELECT DISTINCT build FROM rollup_build WHERE issue IN (
              SELECT id FROM issue WHERE id IN (SELECT value FROM json_each(?1))
                OR merged_into IN (SELECT value FROM json_each(?1)))
            """, arguments: [QuestionValue.list(issues)]))
      let apps = Set(seen.compactMap { builds[$0]?.app })
      var rows = builds.values.filter { apps.contains($0.app) }.map(\.id)
      // Reports without an app have the build 0.
      if seen.contains(0) { rows.append(0) }
      return QuestionValue.list(rows.sorted())
    }

    private mutating func add(_ row: DirectRows.Current) throws {
      let build = row.number(5)
      let owner = row.optionalNumber(9).map { owners.number(reporter: $0) } ?? owners.number(machine: row.text(10))
      reports.append(
        Report(issue: row.number(0), day: Int(row.number(1)), app: app(of: build), owner: owner))
      for (index, property) in SampledReports.properties.enumerated() {
        switch property {
        case .launch: values.append(numbers[index].number(Self.sinceLaunch(row)))
        case .build, .process: values.append(try number(of: property, index, build))
        case .os, .majorOS: values.append(try number(of: property, index, row.number(6)))
        case .architecture: values.append(try number(of: property, index, row.number(8)))
        case .queue: values.append(try number(of: property, index, row.number(11)))
        case .role: values.append(try number(of: property, index, row.number(12)))
        case .addressClass: values.append(try number(of: property, index, row.number(13)))
        default: values.append(try number(of: property, index, row.number(7)))
        }
      }
    }

    /// Returns the number of the app of a build.
    private mutating func app(of build: Int64) -> Int32 {
      if let known = appsOfBuilds[build] { return known }
      let number = apps.number(builds[build]?.app)
      appsOfBuilds[build] = number
      return number
    }

    private static func sinceLaunch(_ row: DirectRows.Current) -> String? {
      guard row.number(3) != 0, let launched = row.text(4).flatMap(Timestamp.init(rfc3339:)) else { return nil }
      return AssociatedProperty.sinceLaunch(launched, Timestamp(seconds: Int(row.number(2))))
    }

    /// Returns the number of the value that a row of another table has; the row 0 states none.
    private mutating func number(of property: AssociatedProperty, _ index: Int, _ row: Int64) throws -> Int32 {
      if row == 0 { return -1 }
      if let number = ofRows[index][row] { return number }
      let number = numbers[index].number(try text(row, property))
      ofRows[index][row] = number
      return number
    }

    private func text(_ row: Int64, _ property: AssociatedProperty) throws -> String? {
      switch property {
      case .build:
        return builds[row].flatMap { HistoryQuestions.buildName(version: $0.version, build: $0.build) }
      case .process: return builds[row]?.process
      default:
        let name = try StoredText.fetchOne(
          questions.database.cachedStatement(sql: "SELECT text FROM name WHERE id = ?"), arguments: [row])
        switch property {
        case .majorOS: return name.flatMap(AssociatedProperty.majorVersion)
        case .deviceFamily: return name.flatMap(AssociatedProperty.family)
        default: return name
        }
      }
    }
  }
}
