internal import GRDB
internal import Signatures

/// Merges issues. No reports are moved: a merged issue refers to its canonical issue, and queries follow the reference.
///
/// The reasons, in order of precedence: the user merged them; a key was read without symbols, and the same reports were
/// later read with symbols; one crash arrived in two forms with two keys; a report has less detail, and exactly one
/// issue has the same frames and more detail. The result depends only on the stored reports and events, not on the order
/// in which they arrived.
struct IssueMerging {
  /// Why an issue is merged into another; stored by this name.
  enum Reason: String, CaseIterable { case user, symbols, incident, detail }

  private let statements: Statements

  init(_ statements: Statements) { self.statements = statements }

  /// Updates the merges after issues were created or removed, or got other keys.
  func update(created: [Int64], removed: [IssueTable.RemovedIssue] = [], aliased: Set<String> = []) throws {
    var affected = Set(created)
    var shapes = Set(removed.compactMap(\.shape))
    for key in aliased {
      if let id = try statements.number("SELECT id FROM issue WHERE key = ?", [key]) { affected.insert(id) }
    }
    var keys = removed.map(\.key)
    for id in created {
      guard let row = try statements.row("SELECT key, shape FROM issue WHERE id = ?", [id]) else { continue }
      keys.append(row[checked: "key"])
      if let shape: String = row[checked: "shape"] { shapes.insert(shape) }
    }
    for key in keys {
      affected.formUnion(
        try statements.rows(
          "SELECT id FROM issue WHERE key IN (SELECT key FROM issue_alias WHERE issue = ?)", [key]
        ).map { $0[checked: "id"] as Int64 })
      affected.formUnion(
        try statements.rows(
          "SELECT issue.id FROM issue JOIN event ON event.issue = issue.key WHERE event.what = 'merge' AND event.value = ?",
          [key]
        ).map { $0[checked: "id"] as Int64 })
    }
    try update(affected, shapes, mustFollowChains: !removed.isEmpty)
  }

  /// Recomputes all merges.
  func updateAll() throws {
    let rows = try statements.rows("SELECT id, shape FROM issue", [])
    try update(
      Set(rows.map { $0[checked: "id"] as Int64 }), Set(rows.compactMap { $0[checked: "shape"] as String? }),
      mustFollowChains: true)
  }

  /// The columns of an issue that determine its merge.
  private struct Node {
    var id: Int64
    var key: String
    var shape: String?
    var isUnspecific: Bool
    var target: Int64?
    var reason: String?
  }

  private func node(_ id: Int64) throws -> Node? {
    try statements.row("SELECT key, shape, vague, merge_target, merge_reason FROM issue WHERE id = ?", [id]).map {
      row in
      Node(
        id: id, key: row[checked: 0], shape: row[checked: 1], isUnspecific: row[checked: 2], target: row[checked: 3],
        reason: row[checked: 4])
    }
  }

  /// Updates the merges of issues with these ids or shapes.
  ///
  /// Merges for the reason `detail` depend on all others, so they come last, and do not depend on each other.
  ///
  /// - Parameter mustFollowChains: Whether issues were removed. They may have been links of chains, so all chains are
  ///   followed again, even if nothing else changed.
  private func update(_ ids: Set<Int64>, _ shapes: Set<String>, mustFollowChains: Bool) throws {
    var shapes = shapes
    var vague: Set<Int64> = []
    let before = try firmChains()
    var isChanged = mustFollowChains
    for id in ids.sorted() {
      guard let node = try node(id) else { continue }
      if node.isUnspecific { vague.insert(id) } else if let shape = node.shape { shapes.insert(shape) }
      switch try decision(of: node) {
      case .merged(let issue, let reason): if try join(node, (issue, reason)) { isChanged = true }
      case .separate: if try join(node, nil) { isChanged = true }
      case .byDetail:
        if node.reason != Reason.detail.rawValue, try join(node, nil) { isChanged = true }
      }
    }
    let firm = isChanged ? try firmChains() : before
    if isChanged {
      for id in Set(before.next.keys).union(firm.next.keys)
      where mustFollowChains || before.end(of: id) != firm.end(of: id) {
        if let node = try node(id), !node.isUnspecific, let shape = node.shape { shapes.insert(shape) }
      }
    }
    for shape in shapes {
      vague.formUnion(
        try statements.rows("SELECT id FROM issue WHERE shape = ? AND vague = 1", [shape]).map {
          $0[checked: "id"] as Int64
        })
    }
    for node in try vague.sorted().compactMap(self.node) {
      guard case .byDetail = try decision(of: node) else { continue }
      if try join(node, detailTarget(of: node, firm).map { ($0, .detail) }) { isChanged = true }
    }
    if isChanged { try followChains() }
  }

  /// Merges an issue into another, or undoes its merge. Returns whether this changed anything.
  private func join(_ node: Node, _ target: (issue: Int64, reason: Reason)?) throws -> Bool {
    guard node.target != target?.issue || node.reason != target?.reason.rawValue else { return false }
    try statements.run(
      "UPDATE issue SET merge_target = ?, merge_reason = ? WHERE id = ?",
      [target?.issue, target?.reason.rawValue, node.id])
    return true
  }

  /// What events and other keys say about an issue.
  private enum Decision {
    case merged(issue: Int64, reason: Reason)
    /// The user separated it, or merged it into an issue that does not exist.
    case separate
    /// Nothing: the detail of its frames decides.
    case byDetail
  }

  private func decision(of node: Node) throws -> Decision {
    let (id, key) = (node.id, node.key)
    // The user's latest event that was not undone takes precedence: merged into another, or split permanently.
    if let last = try statements.row(
      """
      SELECT what, value FROM event WHERE issue = ?1 AND what IN ('merge', 'split')
        AND NOT EXISTS (
          SELECT 1 FROM event AS later
          WHERE later.issue = ?1 AND later.what = 'undo' AND later.value = event.what || ' ' || event.at)
      ORDER BY at DESC, what DESC, value DESC LIMIT 1
      """, [key])
    {
      guard last[checked: "what"] == "merge",
        let target = try statements.number("SELECT id FROM issue WHERE key = ?", [last[checked: "value"] as String]),
        target != id
      else { return .separate }
      return .merged(issue: target, reason: .user)
    }
    for (level, reason) in [("default", Reason.symbols), ("incident", .incident)] {
      let others = try statements.rows(
        """
        SELECT DISTINCT issue.id FROM issue_alias JOIN issue ON issue.key = issue_alias.issue
        WHERE issue_alias.level = ? AND issue_alias.key = ? AND issue.id <> ?
        """, [level, key, id]
      ).map { $0[checked: "id"] as Int64 }
      if others.count == 1 { return .merged(issue: others[0], reason: reason) }
    }
    return .byDetail
  }

  /// Returns the only issue with the same frames and more detail; `nil` if there is none, or more than one.
  private func detailTarget(of node: Node, _ chains: Chains) throws -> Int64? {
    guard node.isUnspecific, let shape = node.shape else { return nil }
    let detailed = Set(
      try statements.rows("SELECT id FROM issue WHERE shape = ? AND vague = 0", [shape]).map {
        chains.end(of: $0[checked: "id"])
      }
    ).subtracting([node.id])
    return detailed.count == 1 ? detailed.first : nil
  }

  /// Merges into other issues, and the keys of the merged issues.
  private struct Chains {
    var next: [Int64: Int64] = [:]
    var keys: [Int64: String] = [:]

    /// Returns the end of the chain of an issue or, in a cycle, the issue with the lowest key.
    func end(of id: Int64) -> Int64 {
      var seen: Set<Int64> = [id]
      var order = [id]
      var end = id
      while let following = next[end] {
        if !seen.insert(following).inserted {
          let cycle = order.drop { $0 != following }
          return cycle.min { (keys[$0] ?? "") < (keys[$1] ?? "") } ?? following
        }
        order.append(following)
        end = following
      }
      return end
    }
  }

  /// Returns the merges for other reasons than `detail`.
  private func firmChains() throws -> Chains {
    var chains = Chains()
    for row in try statements.rows(
      "SELECT id, key, merge_target FROM issue WHERE merge_target IS NOT NULL AND merge_reason <> 'detail'", [])
    {
      chains.next[row[checked: 0]] = row[checked: 2] as Int64
      chains.keys[row[checked: 0]] = row[checked: 1] as String
    }
    return chains
  }

  /// Sets the canonical issue of every merged issue.
  private func followChains() throws {
    let rows = try statements.rows(
      "SELECT id, key, merge_target, merged_into FROM issue WHERE merge_target IS NOT NULL", [])
    var chains = Chains()
    for row in rows {
      chains.next[row[checked: "id"]] = row[checked: "merge_target"] as Int64
      chains.keys[row[checked: "id"]] = row[checked: "key"] as String
    }
    try statements.run("UPDATE issue SET merged_into = NULL WHERE merged_into IS NOT NULL AND merge_target IS NULL", [])
    for row in rows {
      let id: Int64 = row[checked: "id"]
      let end = chains.end(of: id)
      let merged: Int64? = end == id ? nil : end
      if merged != row[checked: "merged_into"] as Int64? {
        try statements.run("UPDATE issue SET merged_into = ? WHERE id = ?", [merged, id])
      }
    }
  }
}

extension Signature {
  /// Returns whether two readings of one crash differ only by frames that one of them lacks: inlined functions that only
  /// one form names.
  func isSameWithoutInlining(as other: Signature) -> Bool {
    guard kind == other.kind || isUnspecific || other.isUnspecific else { return false }
    let (short, long) = tokens.count <= other.tokens.count ? (tokens, other.tokens) : (other.tokens, tokens)
    guard !short.isEmpty else { return false }
    var rest = long[...]
    for token in short {
      guard let location = rest.firstIndex(of: token) else { return false }
      rest = rest[(location + 1)...]
    }
    return true
  }
}
