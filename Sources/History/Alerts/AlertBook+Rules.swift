internal import GRDB
package import Vocabulary

extension AlertBook {
  /// A rule, as far as it decides when an alert is made.
  package struct Rule: Sendable {
    /// The name, by which the book knows the rule.
    package var name: String
    /// The triggers.
    package var triggers: [AlertTrigger]
    /// The minimum time between two alerts about one issue, in seconds.
    package var interval: Int

    /// Creates a rule.
    package init(name: String, triggers: [AlertTrigger], interval: Int) {
      self.name = name
      // The order of the catalog decides what the alert is about.
      self.triggers = AlertTrigger.catalog.filter { trigger in triggers.contains { $0.id == trigger.id } }
      self.interval = max(1, interval)
    }
  }

  /// What a rule alerts about now.
  package struct Match: Sendable {
    /// The issue.
    package var subject: AlertSubject
    /// The trigger.
    package var trigger: AlertTrigger
    var occurrence: String
  }

  /// What the evaluation of a rule did.
  package struct Outcome: Sendable {
    /// The alerts that were made.
    package var alerts: [Alert] = []
    /// The number of events that were before the first evaluation, and are not alerted.
    package var earlier = 0

    /// Creates an outcome without alerts.
    package init(earlier: Int = 0) { self.earlier = earlier }
  }

  /// The number of alerts of one evaluation above which they are one alert.
  package static let maxAlerts = 25

  /// Evaluates a rule, and adds its alerts.
  ///
  /// Events that happened before the first evaluation of a rule are noted and not alerted. If more than `maxAlerts` issues
  /// match at once, as after an import, they are one alert.
  ///
  /// - Parameters:
  ///   - subjects: All issues of the history.
  ///   - keys: Returns the keys by which an issue is or was known.
  ///   - isSelected: Returns whether the rule applies to an issue.
  ///   - content: Returns what an alert states about issues, of which there is at least one.
  package func evaluate(
    _ rule: Rule, _ subjects: [AlertSubject], now: Timestamp, keys: (StoredIssue) throws -> [String],
    isSelected: (AlertSubject) throws -> Bool, content: ([Match]) throws -> String
  ) throws(HistoryError) -> Outcome {
    try write { database in
      var pass = RulePass(database, rule, now)
      try pass.begin()
      var matches: [Match] = []
      for subject in subjects {
        if let match = try pass.match(subject, keys: keys, isSelected: isSelected) { matches.append(match) }
      }
      let groups = matches.count > Self.maxAlerts ? [matches] : matches.map { [$0] }
      var outcome = Outcome(earlier: pass.earlier)
      for group in groups {
        guard let first = group.first else { continue }
        let alert = Alert(
          rule: rule.name, condition: first.trigger.id, issue: group.count == 1 ? first.subject.issue.id : "",
          occurrence: group.count == 1 ? first.occurrence : "several", at: now, content: try content(group))
        try pass.add(alert)
        outcome.alerts.append(alert)
      }
      return outcome
    }
  }
}

/// One evaluation of one rule, in a transaction.
private struct RulePass {
  private struct Event: Hashable {
    var condition: String
    var issue: String
    var occurrence: String
  }

  private let database: Database
  private let rule: AlertBook.Rule
  private let now: Timestamp
  private var noted: Set<Event> = []
  private var latest: [String: Int] = [:]
  /// The triggers that are evaluated for the first time.
  private var first: Set<String> = []
  private(set) var earlier = 0

  init(_ database: Database, _ rule: AlertBook.Rule, _ now: Timestamp) {
    (self.database, self.rule, self.now) = (database, rule, now)
  }

  mutating func begin() throws {
    let known = try StoredText.fetchSet(
      database, sql: "SELECT condition FROM rule WHERE name = ?", arguments: [rule.name])
    for trigger in rule.triggers where !known.contains(trigger.id) {
      first.insert(trigger.id)
      try database.execute(
        sql: "INSERT INTO rule (name, condition, since) VALUES (?, ?, ?)",
        arguments: [rule.name, trigger.id, now.seconds])
    }
    let rows = try Row.fetchCursor(
      database, sql: "SELECT condition, issue, occurrence FROM noted WHERE rule = ?", arguments: [rule.name])
    while let row = try rows.next() {
      noted.insert(Event(condition: row[checked: 0], issue: row[checked: 1], occurrence: row[checked: 2]))
    }
    for row in try Row.fetchAll(
      database, sql: "SELECT issue, at FROM latest WHERE rule = ?", arguments: [rule.name])
    {
      latest[row[checked: 0]] = row[checked: 1]
    }
  }

  /// Returns what the rule alerts about, and notes it.
  mutating func match(
    _ subject: AlertSubject, keys: (StoredIssue) throws -> [String], isSelected: (AlertSubject) throws -> Bool
  ) throws -> AlertBook.Match? {
    let issue = subject.issue
    guard issue.state != "ignored" else {
      try noteEvents(of: subject)
      return nil
    }
    var active: [(trigger: AlertTrigger, occurrence: String)] = []
    for trigger in rule.triggers {
      guard let occurrence = subject.occurrence(trigger) else { continue }
      let event = Event(condition: trigger.id, issue: issue.id, occurrence: occurrence)
      if trigger.isEvent, noted.contains(event) { continue }
      if trigger.isEvent, first.contains(trigger.id) {
        earlier += 1
        try note(event)
        continue
      }
      active.append((trigger, occurrence))
    }
    guard !active.isEmpty else { return nil }
    // The issue may have been known by another key, before issues were merged.
    let names = try keys(issue)
    for (trigger, occurrence) in active where trigger.isEvent {
      let others = names.map { Event(condition: trigger.id, issue: $0, occurrence: occurrence) }
      guard others.contains(where: noted.contains) else { continue }
      try note(Event(condition: trigger.id, issue: issue.id, occurrence: occurrence))
    }
    active.removeAll { isNoted($0.trigger, issue.id, $0.occurrence) }
    guard let chosen = active.first else { return nil }
    let isSelected = try isSelected(subject)
    // An event is not noted, so that it is alerted after the interval.
    if isSelected, names.contains(where: isRecent) { return nil }
    for (trigger, occurrence) in active where trigger.isEvent {
      try note(Event(condition: trigger.id, issue: issue.id, occurrence: occurrence))
    }
    guard isSelected else { return nil }
    try setLatest(issue.id)
    return AlertBook.Match(subject: subject, trigger: chosen.trigger, occurrence: chosen.occurrence)
  }

  /// Notes the events of an ignored issue, which the user knows: it is not new when it is no longer ignored.
  private mutating func noteEvents(of subject: AlertSubject) throws {
    for trigger in rule.triggers where trigger.isEvent {
      guard let occurrence = trigger.occurrence(subject.issue, subject.row) else { continue }
      let event = Event(condition: trigger.id, issue: subject.issue.id, occurrence: occurrence)
      if !noted.contains(event) { try note(event) }
    }
  }

  private func isNoted(_ trigger: AlertTrigger, _ issue: String, _ occurrence: String) -> Bool {
    trigger.isEvent && noted.contains(Event(condition: trigger.id, issue: issue, occurrence: occurrence))
  }

  /// Whether the last alert about an issue is less than an interval ago. A time in the future is that of a wrong clock, which
  /// must not stop alerts for longer than an interval.
  private func isRecent(_ issue: String) -> Bool {
    guard let at = latest[issue] else { return false }
    return Timestamp(seconds: at).seconds.distance(to: now.seconds).magnitude < UInt(rule.interval)
  }

  private mutating func note(_ event: Event) throws {
    noted.insert(event)
    try database.cachedStatement(
      sql: "INSERT OR IGNORE INTO noted (rule, condition, issue, occurrence) VALUES (?, ?, ?, ?)"
    ).execute(arguments: [rule.name, event.condition, event.issue, event.occurrence])
  }

  private mutating func setLatest(_ issue: String) throws {
    latest[issue] = now.seconds
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO latest (rule, issue, at) VALUES (?, ?, ?)").execute(
      arguments: [rule.name, issue, now.seconds])
  }

  func add(_ alert: AlertBook.Alert) throws {
    try database.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO alert (id, rule, condition, issue, at, content, state, attempts, next, answer)
        VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, '')
        """
    ).execute(
      arguments: [
        alert.id, alert.rule, alert.condition, alert.issue, alert.at.seconds, alert.content, alert.state.rawValue,
        alert.next.seconds,
      ])
  }
}
