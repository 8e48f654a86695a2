import CrashReports
package import Diagnosis

/// Findings about a requirement that the project can meet or not: a key of Info.plist, an entitlement, a background mode,
/// a call or a file.
extension ProjectIndex {
  /// Returns the finding with what the project shows about the requirement; `nil` if the finding names none.
  func requirementFinding(_ finding: Finding, in report: CrashReport) -> Finding? {
    if finding.pattern == "api-precondition", let id = finding.captures["entry"],
      let entry = RaisingAPIIndex.standard.entry(id: id), !entry.needs.isEmpty
    {
      return finding.examined(entry, by: RequirementExaminer(self, report))
    }
    if finding.pattern == "tcc-missing-usage", let key = finding.captures["key"],
      let need = RaisingAPI.Need("plist " + key)
    {
      return finding.examined(key: key, need, by: RequirementExaminer(self, report))
    }
    return nil
  }
}

/// Looks up the requirements of findings for the app that a report is about.
struct RequirementExaminer {
  let index: ProjectIndex
  let lookup: NeedLookup
  let crashed: CrashedProduct

  init(_ index: ProjectIndex, _ report: CrashReport) {
    self.index = index
    lookup = NeedLookup(index)
    crashed = CrashedProduct(report, in: index)
  }

  /// Why the project may not be that of the app; `nil` if it is.
  var doubt: String? {
    if case .uncertain(_, let reason) = crashed { reason } else { nil }
  }

  func status(_ need: RaisingAPI.Need) -> NeedStatus { lookup.status(need, in: crashed.products) }

  /// The fault for something that is missing.
  func fault(
    _ check: String, _ need: RaisingAPI.Need, _ location: ProjectLocation, _ what: String,
    _ insertion: NeedStatus.Insertion?, fix: String
  ) -> ProjectFault {
    var locations = [location]
    if let doubt { locations[0].statement += " This makes the cause likely only: \(doubt)." }
    return ProjectFault(
      check: check, pattern: check, headline: "\(what) \(location.path)", locations: locations, remedy: fix,
      diff: insertion.flatMap { index.diff($0, for: need) }, proves: doubt == nil && need.proves,
      subjects: Set(need.names), key: need.names[0])
  }
}

extension Finding {
  /// Returns the finding with a verdict on the reasons of a catalog entry: a reason whose requirement the project does
  /// not meet is the cause, and one whose requirement it meets is ruled out.
  fileprivate func examined(_ entry: RaisingAPI, by examiner: RequirementExaminer) -> Finding {
    var finding = self
    if case .other(let reason) = examiner.crashed {
      finding.project = .undecided(reason: reason, location: nil)
      return finding
    }
    // The report itself states the reason.
    let isStated = certaintyOfCause == .certain
    let first = captures["entryReason"].flatMap(Int.init)
    let order = isStated ? first.map { [$0] } ?? [] : entry.reasons.indices.sorted { $0 == first && $1 != first }
    var excluded: [(reason: Int, location: ProjectLocation)] = []
    var undecided: (reason: String, location: ProjectLocation?)?
    for number in order where entry.reasons.indices.contains(number) && !entry.reasons[number].needs.isEmpty {
      let reason = entry.reasons[number]
      let statuses = reason.needs.map { ($0, examiner.status($0)) }
      for case (let need, .missing(let location, let what, let insertion)) in statuses {
        let fault = examiner.fault("api-precondition", need, location, what, insertion, fix: reason.fix)
        finding.project = .confirmed([fault])
        finding.confirm(number, isProven: fault.proves, isStated: isStated)
        return finding
      }
      for case (let need, .present(let location)) in statuses {
        if isStated || !need.refutes || examiner.doubt != nil {
          undecided = undecided ?? (Self.presence(need, location, isStated: isStated), location)
        } else if statuses.allSatisfy({ $0.0.refutes && $0.1.isPresent }) {
          excluded.append((number, location))
          break
        }
      }
      for case (let need, .unknown(let why)) in statuses where undecided == nil {
        undecided = ("It is not known whether the project has \(need.names[0]): \(why).", nil)
      }
    }
    if let ruledOut = excluded.first {
      finding.exclude(excluded.map(\.reason), of: entry)
      let name = entry.reasons[ruledOut.reason].needs[0].names[0]
      finding.project = .refuted(
        reason: "\(ruledOut.location.path) has \(name), so this is not the reason: "
          + entry.reasons[ruledOut.reason].cause, location: ruledOut.location)
    } else if let undecided {
      finding.project = .undecided(reason: undecided.reason, location: undecided.location)
    } else {
      finding.project = .silent
    }
    return finding
  }

  private static func presence(_ need: RaisingAPI.Need, _ location: ProjectLocation, isStated: Bool) -> String {
    let name = need.names[0]
    switch need.kind {
    case .entitlement:
      return "\(location.path) has \(name): the crashed build was signed without it, or is older."
    case .call: return "\(location.path) calls \(name): compare when it runs with the call that raised."
    case .urlScheme: return "\(location.text) is registered: compare it with the scheme that the call requires."
    case .plist, .noPlist, .plistArray, .backgroundMode, .noCall, .file:
      return isStated
        ? "\(location.path) meets this requirement now: the crashed build is older or of another target."
        : "\(location.path) has \(name), which makes another reason more likely."
    }
  }

  private mutating func confirm(_ reason: Int, isProven: Bool, isStated: Bool) {
    captures["entryReason"] = String(reason)
    if isStated { return }
    captures["projectReason"] = RaisedAPI.ReasonSource.confirmed.rawValue
    guard isProven else {
      certaintyOfCause = max(certaintyOfCause, .likely)
      return
    }
    switch confidence {
    case .possible: confidence = .likely
    case .likely, .certain: confidence = .certain
    }
    certaintyOfCause = confidence
  }

  private mutating func exclude(_ reasons: [Int], of entry: RaisingAPI) {
    captures["excludedReasons"] = reasons.map(String.init).joined(separator: ",")
    let left = entry.reasons.indices.filter { !reasons.contains($0) }
    let named = captures["entryReason"].flatMap(Int.init)
    // A dominant reason that remains is still the most likely one.
    if let named, left.contains(named) { return }
    captures["entryReason"] = left.first.map(String.init)
    captures["projectReason"] =
      left.isEmpty ? nil : (left.count == 1 ? RaisedAPI.ReasonSource.remaining : .next).rawValue
    certaintyOfCause = left.count == 1 ? min(.likely, confidence) : .possible
  }

  /// Returns the finding with a verdict on the usage description that the report names.
  fileprivate func examined(key: String, _ need: RaisingAPI.Need, by examiner: RequirementExaminer) -> Finding {
    var finding = self
    if case .other(let reason) = examiner.crashed {
      finding.project = .undecided(reason: reason, location: nil)
      return finding
    }
    switch examiner.status(need) {
    case .missing(let location, let what, let insertion):
      var fault = examiner.fault(
        "tcc-missing-usage", need, location, what, insertion,
        fix: "Add \(key) to Info.plist, with a sentence that explains the purpose to the user.")
      let call = examiner.index.protectedCall(key)
      if let call { fault.locations.append(call) }
      finding.project = .confirmed([fault])
      if fault.proves {
        finding.confidence = .certain
        finding.certaintyOfCause = .certain
      }
    case .present(let location):
      finding.project = .undecided(
        reason: "\(location.path) has \(key) now: the crashed build is older or of another target.", location: location)
    case .unknown(let reason):
      finding.project = .undecided(
        reason: "It is not known whether the project has \(key): \(reason).", location: nil)
    }
    return finding
  }
}

extension ProjectIndex {
  /// The edit that adds a key to a property list; `nil` if the value is not known.
  func diff(_ insertion: NeedStatus.Insertion, for need: RaisingAPI.Need) -> String? {
    let key = need.kind == .backgroundMode ? "UIBackgroundModes" : need.names[0]
    let value: [String]
    switch need.kind {
    case .plist where key.hasSuffix("UsageDescription"): value = ["<string>Explain the purpose here.</string>"]
    case .plist where need.value == "true": value = ["<true/>"]
    case .backgroundMode: value = ["<array>", "  <string>\(need.names[0])</string>", "</array>"]
    default: return nil
    }
    // As the next line is indented.
    let next = indentation(insertion.file, insertion.line + 1)
    let indent = next.isEmpty ? indentation(insertion.file, insertion.line) + "  " : next
    return diff(
      insertion.file, inserting: (["<key>\(key)</key>"] + value).map { indent + $0 }, before: insertion.line + 1)
  }
}
