import CrashReports

/// Joins reports of the same failure. Pure: the same reports in the same order give the same incidents.
package enum Incidents {
  /// Groups the reports of one run by incident, and finds for symptoms in one report the cause in another.
  ///
  /// Two reports belong together if they have the same incident identifier and not different process numbers; if they
  /// name the same process by name and pid at about the same time; if both are about the same designable view or
  /// document; or if one states that Interface Builder's agent failed and the other is that agent's report, within
  /// `window`. Reports without a time are joined only by name.
  ///
  /// - Parameters:
  ///   - assessments: All reports of the run, those of one input next to each other, in the order given.
  ///   - window: The maximum number of seconds between reports of one incident.
  /// - Returns: Incidents in the order of their first reports; every report is in exactly one incident.
  package static func join(_ assessments: [Assessment], window: Double = 300) -> [Incident] {
    let traces = assessments.map(Trace.init)
    let onlyAgent = traces.filter(\.isAgentReport).count == 1
    var groups = Groups(count: traces.count)
    var links: [Incident.Link] = []
    for (first, second) in candidates(traces) {
      guard let link = link(first, second, traces, window: window, onlyAgent: onlyAgent) else { continue }
      links.append(link)
      groups.unite(first, second)
    }
    let byGroup = Dictionary(grouping: links) { groups.root(of: $0.first) }
    return groups.members.map { root, members in
      incident(of: members, links: byGroup[root] ?? [], assessments)
    }
  }

  /// Returns pairs of reports with a common key, at most a fixed number per report and key.
  private static func candidates(_ traces: [Trace]) -> [(Int, Int)] {
    var buckets: [String: [Int]] = [:]
    for (position, trace) in traces.enumerated() {
      for key in trace.keys { buckets[key, default: []].append(position) }
    }
    var seen: Set<Pair> = []
    var pairs: [(Int, Int)] = []
    for key in buckets.keys.sorted() {
      guard let positions = buckets[key] else { continue }
      for (index, first) in positions.enumerated() {
        for second in positions[(index + 1)...].prefix(maxNeighbors)
        where first != second && seen.insert(Pair(first: first, second: second)).inserted {
          pairs.append((first, second))
        }
      }
    }
    return pairs.sorted { $0 < $1 }
  }

  /// The number of following reports with the same key that a report is compared with. In a folder with a thousand
  /// reports of one app, not every pair is compared.
  private static let maxNeighbors = 32

  /// The number of reports of one incident for which a cause is searched.
  private static let maxExplainedReports = 256

  private struct Pair: Hashable {
    var first: Int
    var second: Int
  }

  private static func link(_ first: Int, _ second: Int, _ traces: [Trace], window: Double, onlyAgent: Bool)
    -> Incident.Link?
  {
    let (a, b) = (traces[first], traces[second])
    func link(_ confidence: Confidence, _ statement: String) -> Incident.Link {
      Incident.Link(first: min(first, second), second: max(first, second), confidence: confidence, statement: statement)
    }
    let apart = a.time.flatMap { one in b.time.flatMap { one.distance(to: $0) } }
    // A constant identifier is in reports that have nothing in common.
    let isOther = a.pid.flatMap { number in b.pid.map { $0 != number } } ?? false
    if let id = a.incident, id == b.incident, !isOther, apart.map({ $0 <= window }) ?? true {
      return link(.certain, "Both have the incident identifier \(id).")
    }
    if let apart, apart > window { return nil }
    let near = apart.map { ", \(Int($0.rounded())) seconds apart" } ?? ""
    if let process = a.processes.first(where: { $0.pid != nil && b.processes.contains($0) }), let pid = process.pid {
      if apart != nil { return link(.certain, "Both are about \(process.name) [\(pid)]\(near).") }
      return link(.likely, "Both are about \(process.name) [\(pid)].")
    }
    // Different runs of one program are different incidents, even if they were drawing the same view.
    if a.isReport, b.isReport { return nil }
    let document = a.documents.first(where: b.documents.contains)
    // Lines of logs are about one failure only if they name the same view and document: another view of the document, or
    // the view in another document, has its own cause.
    let isKnown = !a.documents.isEmpty && !b.documents.isEmpty
    if let name = a.classes.first(where: b.classes.contains), a.isReport || b.isReport || document != nil || !isKnown {
      return link(.likely, "Both are about the view \(name)\(near).")
    }
    if let name = document, a.isReport || b.isReport || a.classes.isEmpty && b.classes.isEmpty {
      return link(.likely, "Both are about the document \(name)\(near).")
    }
    if let name = document, a.classes.isEmpty != b.classes.isEmpty {
      return link(.possible, "Both are about the document \(name)\(near).")
    }
    guard a.mentionsAgent, b.mentionsAgent, a.isAgentReport != b.isAgentReport else { return nil }
    let report = a.isAgentReport ? a : b
    let other = a.isAgentReport ? b : a
    if let name = other.classes.first(where: report.mentions) {
      return link(.likely, "The agent's report names the view \(name)\(near).")
    }
    // Only the time or the lack of another report links them: the agent's report may be about another view.
    if apart != nil { return link(.possible, "The agent terminated at the time of the message\(near).") }
    return onlyAgent ? link(.possible, "This is the only report of the agent in the input.") : nil
  }

  private static func incident(of members: [Int], links: [Incident.Link], _ assessments: [Assessment]) -> Incident {
    var incident = Incident(reports: members, links: links)
    incident.main =
      members.compactMap { position in
        assessments[position].findings.first.map { (position, $0) }
      }.max { isWorse($0, than: $1) }?.0
    guard members.count > 1 else { return incident }
    // Many copies of one report have the same findings: a pattern that no pattern of the incident explains is not
    // searched for in all of them.
    let causes = Set(
      members.flatMap { assessments[$0].findings.lazy.filter { $0.confidence > .possible }.map(\.pattern) })
    var isExplained: [String: Bool] = [:]
    for position in members.prefix(maxExplainedReports) {
      var reach: [Int: Confidence]?
      for finding in assessments[position].findings {
        let answer = isExplained[finding.pattern] ?? causes.contains { explains($0, finding.pattern) }
        isExplained[finding.pattern] = answer
        guard answer else { continue }
        let known = reach ?? strengths(from: position, in: incident)
        reach = known
        guard let best = explanation(of: finding, at: position, known, in: incident, assessments) else { continue }
        incident.explanations.append(best)
      }
    }
    return incident
  }

  /// Returns the best finding of another report of the incident that explains `finding`.
  private static func explanation(
    of finding: Finding, at position: Int, _ reach: [Int: Confidence], in incident: Incident,
    _ assessments: [Assessment]
  ) -> Incident.Explanation? {
    var best: (explanation: Incident.Explanation, finding: Finding)?
    for other in incident.reports where other != position {
      guard let linked = reach[other] else { continue }
      for cause in assessments[other].findings where cause.confidence > .possible {
        guard explains(cause.pattern, finding.pattern) else { continue }
        let one = Incident.Explanation(
          symptomReport: position, symptom: finding.pattern, causeReport: other, cause: cause.pattern,
          confidence: min(cause.confidence, linked))
        guard let known = best else {
          best = (one, cause)
          continue
        }
        if one.confidence > known.explanation.confidence
          || one.confidence == known.explanation.confidence && isWorse((0, known.finding), than: (0, cause))
        {
          best = (one, cause)
        }
      }
    }
    return best?.explanation
  }

  /// Returns true if `cause` explains `symptom`: its pattern supersedes the other, or only the other is a symptom.
  static func explains(_ cause: String, _ symptom: String) -> Bool {
    guard cause != symptom else { return false }
    if Pattern.with(id: cause)?.supersedes.contains(symptom) ?? false { return true }
    return symptoms.contains(symptom) && !symptoms.contains(cause)
  }

  /// Patterns that state a failure of the agent or of a tool without its cause.
  private static let symptoms = Set(
    Designables.symptoms + ["ib-debug-finishes-at-once", "ibtool-agent-communication", "ib-agent-launch-failed"])

  /// Returns for every report that is connected to `start` the confidence of the weakest link on the strongest path.
  private static func strengths(from start: Int, in incident: Incident) -> [Int: Confidence] {
    var reached: [Int: Confidence] = [start: .certain]
    // Strongest links first, so that each report is reached by its best path; one pass per confidence.
    for level in Confidence.allCases.reversed() {
      var changed = true
      while changed {
        changed = false
        for link in incident.links where link.confidence >= level {
          for (from, to) in [(link.first, link.second), (link.second, link.first)]
          where reached[from] != nil && reached[to] == nil {
            reached[to] = min(level, reached[from] ?? level)
            changed = true
          }
        }
      }
    }
    return reached
  }

  private static func isWorse(_ left: (Int, Finding), than right: (Int, Finding)) -> Bool {
    let (one, other) = (left.1, right.1)
    let isSymptom = (symptoms.contains(one.pattern), symptoms.contains(other.pattern))
    if isSymptom.0 != isSymptom.1 { return isSymptom.0 }
    if one.confidence != other.confidence { return one.confidence < other.confidence }
    let generality = (Pattern.with(id: one.pattern)?.generality ?? 0, Pattern.with(id: other.pattern)?.generality ?? 0)
    if generality.0 != generality.1 { return generality.0 > generality.1 }
    return left.0 > right.0
  }
}

/// Disjoint groups of reports; the smallest index represents a group.
private struct Groups {
  private var parent: [Int]

  init(count: Int) { parent = Array(0..<count) }

  mutating func unite(_ one: Int, _ other: Int) {
    let (a, b) = (root(of: one), root(of: other))
    parent[max(a, b)] = min(a, b)
  }

  mutating func root(of position: Int) -> Int {
    var index = position
    while parent[index] != index {
      parent[index] = parent[parent[index]]
      index = parent[index]
    }
    return index
  }

  /// The groups with their roots, ascending; the members of each are ascending, too.
  var members: [(root: Int, members: [Int])] {
    var copy = self
    let groups = Dictionary(grouping: parent.indices) { copy.root(of: $0) }
    return groups.keys.sorted().map { ($0, groups[$0] ?? []) }
  }
}
