internal import GRDB
internal import Vocabulary

/// How many reports each device wrote on each day, by group. A group is a canonical issue, or the row of a value; reports whose
/// device is not known are in none.
struct DeviceDays {
  /// The reports of one device in one group on one day.
  struct Count: Equatable {
    /// The day, counted from 1970-01-01.
    var day: Int32
    /// The number of the device, below `deviceCount`. The same device may have another number in another value of this type.
    var device: Int32
    var reports: Int32
  }

  /// The counts of each group by day and device.
  private(set) var groups: [Int64: ArraySlice<Count>] = [:]
  /// The number of different devices of all groups.
  private(set) var deviceCount = 0

  /// The number of different devices of a group.
  func devices(of group: Int64) -> Int { Set((groups[group] ?? []).lazy.map(\.device)).count }

  /// The reports of all groups.
  var reports: Int { groups.values.reduce(0) { $0 + $1.reduce(0) { $0 + Int($1.reports) } } }

  /// Numbers devices and groups while rows are read.
  struct Builder {
    private struct Row: Comparable {
      var group: Int32
      var count: Count

      static func < (left: Self, right: Self) -> Bool {
        (left.group, left.count.day, left.count.device) < (right.group, right.count.day, right.count.device)
      }

      static func == (left: Self, right: Self) -> Bool {
        (left.group, left.count.day, left.count.device) == (right.group, right.count.day, right.count.device)
      }
    }

    private var rows: [Row] = []
    private var numbersOfGroups: [Int64: Int32] = [:]
    private var groups: [Int64] = []
    private var reporters: [Int64: Int32] = [:]
    private var names: [String: Int32] = [:]
    private var last: (group: Int64, number: Int32)?

    /// Adds reports of a device that is known by its identifier.
    mutating func add(group: Int64, day: Int, reporter: Int64) {
      let next = deviceCount
      let device = reporters[reporter] ?? next
      if device == next { reporters[reporter] = device }
      add(group, day, device, 1)
    }

    /// Adds reports of a device that is known by a name.
    mutating func add(group: Int64, day: Int, name: String, reports: Int) {
      let next = deviceCount
      let device = names[name] ?? next
      if device == next { names[name] = device }
      add(group, day, device, reports)
    }

    private var deviceCount: Int32 { Int32(clamping: reporters.count + names.count) }

    private mutating func add(_ group: Int64, _ day: Int, _ device: Int32, _ reports: Int) {
      let count = Count(day: Int32(clamping: day), device: device, reports: Int32(clamping: reports))
      rows.append(Row(group: number(of: group), count: count))
    }

    private mutating func number(of group: Int64) -> Int32 {
      // Indexes return the reports of an issue one after the other.
      if let last, last.group == group { return last.number }
      let number = numbersOfGroups[group] ?? Int32(clamping: groups.count)
      if number == groups.count {
        numbersOfGroups[group] = number
        groups.append(group)
      }
      last = (group, number)
      return number
    }

    /// Returns the sums of the rows.
    consuming func days() -> DeviceDays {
      rows.sort()
      var counts: [Count] = []
      var ends: [(group: Int32, end: Int)] = []
      var previous: Row?
      for row in rows {
        if row == previous {
          counts[counts.count - 1].reports &+= row.count.reports
        } else {
          counts.append(row.count)
        }
        if previous?.group == row.group {
          ends[ends.count - 1].end = counts.count
        } else {
          ends.append((row.group, counts.count))
        }
        previous = row
      }
      var days = DeviceDays()
      days.deviceCount = Int(deviceCount)
      var start = 0
      for (group, end) in ends {
        days.groups[groups[Int(group)]] = counts[start..<end]
        start = end
      }
      return days
    }
  }
}

extension HistoryQuestions {
  /// Reads the devices of canonical issues in the reports from a time on. A server has them, too.
  func deviceDays(of issues: [Int64], since: Int) throws -> DeviceDays {
    guard source != nil else {
      return try deviceDays(FacetScope(since: Timestamp(seconds: since), until: nil), of: issues)
    }
    var builder = DeviceDays.Builder()
    let values: [QuestionValue] = [.issues(issues), .int(since)]
    let queries: [ShippedQuery] = try hasMachines() ? [.devicesOfIssues, .machinesOfIssues] : [.devicesOfIssues]
    for query in queries {
      for row in try rows(query, values) {
        builder.add(group: row[checked: 0], day: row[checked: 1], name: row[checked: 2], reports: row[checked: 3])
      }
    }
    return builder.days()
  }

  /// Reads the devices of the reports in a scope, by canonical issue.
  ///
  /// - Parameter issues: The rows of canonical issues; `nil` for all.
  func deviceDays(_ scope: FacetScope, of issues: [Int64]? = nil) throws -> DeviceDays {
    let canonicalIssues = try canonicalIssues()
    let members = issues.map { issues in
      let selected = Set(issues)
      return issues + canonicalIssues.filter { selected.contains($0.value) }.keys
    }
    return try deviceDays(scope, "report.issue", among: members) { canonicalIssues[$0] ?? $0 }
  }

  /// Reads the devices of the reports in a scope, by the rows of a column of `report`.
  func deviceDays(_ scope: FacetScope, by column: String) throws -> DeviceDays {
    try deviceDays(scope, "report." + column, among: nil) { $0 }
  }

  /// Reads single reports, from an index if possible: grouping them here takes a fraction of the time that SQLite needs to sort
  /// them. The label `machine` is the device of a report that states none.
  private func deviceDays(
    _ scope: FacetScope, _ column: String, among issues: [Int64]?, _ group: (Int64) -> Int64
  ) throws -> DeviceDays {
    var arguments = StatementArguments()
    var condition = try scope.condition(in: database, byTime: issues != nil, &arguments)
    if let issues {
      condition += " AND report.issue IN (SELECT value FROM json_each(:issues))"
      arguments += ["issues": QuestionValue.list(issues.sorted())]
    }
    // The index by issue has the time.
    let day = issues == nil ? "report.day" : "report.time"
    func dayOf(_ row: DirectRows.Current) -> Int {
      let value = Int(row.number(1))
      return issues == nil ? value : Timestamp(seconds: value).day
    }
    var builder = DeviceDays.Builder()
    try DirectRows.read(
      database,
      sql: """
        SELECT \(column), \(day), report.reporter FROM report
        WHERE report.variant_of IS NULL AND report.reporter IS NOT NULL\(condition)
        """, arguments
    ) { row in builder.add(group: group(row.number(0)), day: dayOf(row), reporter: row.number(2)) }
    guard try hasMachines() else { return builder.days() }
    try DirectRows.read(
      database,
      sql: """
        SELECT \(column), \(day), label.value
        FROM report CROSS JOIN label ON label.report = report.id AND label.key = 'machine'
        WHERE report.variant_of IS NULL AND report.reporter IS NULL\(condition)
        """, arguments
    ) { row in
      builder.add(group: group(row.number(0)), day: dayOf(row), name: "machine " + (row.text(2) ?? ""), reports: 1)
    }
    return builder.days()
  }

  /// Returns the number of devices of canonical issues in all stored reports, by issue. It does not read the reports.
  func storedDevices(of issues: [Int64]) throws -> [Int64: Int] {
    var numbers: [Int64: Int] = [:]
    for query in try hasMachines() ? [ShippedQuery.deviceCounts, .machineCounts] : [.deviceCounts] {
      for row in try rows(query, [.issues(issues)]) {
        numbers[row[checked: 0], default: 0] += row[checked: 1] as Int
      }
    }
    return numbers
  }
}
