import CrashReports
import Diagnosis

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
    if finding.pattern == "tcc-missing-usage", finding.captures["key"] == nil {
      return unnamedFaults(of: .tccMissingUsage, finding, in: report)
    }
    if finding.pattern == ProjectCheck.uiSceneLifecycleMissing.pattern {
      return unnamedFaults(of: .uiSceneLifecycleMissing, finding, in: report)
    }
    if finding.pattern == "tcc-missing-usage", let key = finding.captures["key"],
      let need = RaisingAPI.Need("plist " + key)
    {
      return finding.examined(key: key, need, by: RequirementExaminer(self, report))
    }
    return nil
  }
}

extension ProjectIndex {
  /// Returns the finding with what the project lacks, if the report does not name it.
  private func unnamedFaults(of check: ProjectCheck, _ finding: Finding, in report: CrashReport) -> Finding {
    var finding = finding
    let crashed = CrashedProduct(report, in: self)
    if case .other(let reason) = crashed {
      finding.project = .undecided(reason: reason, location: nil)
      return finding
    }
    var faults = Self.sorted(check.faults(in: self))
    for index in faults.indices { faults[index].proves = false }
    finding.project = faults.isEmpty ? .silent : .confirmed(Array(faults.prefix(5)))
    return finding
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

  /// The fault for something that is missing; `nil` for another status.
  func fault(_ check: String, _ need: RaisingAPI.Need, _ status: NeedStatus, fix: String) -> ProjectFault? {
    guard case .missing(let location, let what, let insertion) = status else { return nil }
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
    let examined = order.filter { entry.reasons.indices.contains($0) }.map { number in
      (number, entry.reasons[number].needs.map { ($0, examiner.status($0)) })
    }
    if let missing = Self.firstMissing(examined) {
      let fault = examiner.fault(
        "api-precondition", missing.need, missing.status, fix: entry.reasons[missing.reason].fix)
      finding.project = fault.map { .confirmed([$0]) }
      finding.confirm(missing.reason, fault, isStated: isStated)
      return finding
    }
    var excluded: [(reason: Int, location: ProjectLocation)] = []
    var undecided: (reason: String, location: ProjectLocation?)?
    for (number, statuses) in examined {
      let isMet = !statuses.isEmpty && statuses.allSatisfy { $0.0.refutes && $0.1.isPresent }
      for (need, status) in statuses {
        switch status {
        case .present(let location) where isMet && !isStated && examiner.doubt == nil:
          if excluded.last?.reason != number { excluded.append((number, location)) }
        case .present(let location):
          undecided = undecided ?? (Self.presence(need, location, isStated: isStated), location)
        case .unknown(let why):
          undecided =
            undecided ?? ("It is not known whether the project has \(need.names[0]): \(why).", nil)
        case .missing: break
        }
      }
    }
    if let ruledOut = excluded.first {
      finding.exclude(excluded.map(\.reason), of: entry)
      let need = entry.reasons[ruledOut.reason].needs[0]
      let fact =
        need.kind == .file
        ? "The app contains \(ruledOut.location.path)"
        : "\(ruledOut.location.path) \(need.kind == .noPlist ? "does not have" : "has") \(need.names[0])"
      finding.project = .refuted(
        reason: "\(fact), so this is not the reason: " + entry.reasons[ruledOut.reason].cause,
        location: ruledOut.location)
    } else if let undecided {
      finding.project = .undecided(reason: undecided.reason, location: undecided.location)
    } else {
      finding.project = .silent
    }
    return finding
  }

  /// Returns the first requirement that the project does not meet: one that proves its reason comes first.
  private static func firstMissing(
    _ examined: [(reason: Int, statuses: [(need: RaisingAPI.Need, status: NeedStatus)])]
  ) -> (reason: Int, need: RaisingAPI.Need, status: NeedStatus)? {
    let missing = examined.flatMap { reason, statuses in
      statuses.filter(\.status.isMissing).map { (reason: reason, need: $0.need, status: $0.status) }
    }
    if let proven = missing.first(where: \.need.proves) { return proven }
    // A requirement that is not decided may be the one that is not met.
    let isDecided = examined.allSatisfy { $0.statuses.allSatisfy { $0.status.isMissing || $0.status.isPresent } }
    return isDecided ? missing.first : nil
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

  private mutating func confirm(_ reason: Int, _ fault: ProjectFault?, isStated: Bool) {
    captures["entryReason"] = String(reason)
    if isStated { return }
    captures["projectReason"] = RaisedAPI.ReasonSource.confirmed.rawValue
    captures["projectFact"] = fault?.headline
    guard fault?.proves == true else {
      certaintyOfCause = max(certaintyOfCause, .likely)
      return
    }
    // The console's message would say the same.
    missing = []
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
    let status = examiner.status(need)
    switch status {
    case .missing:
      let fault = examiner.fault(
        "tcc-missing-usage", need, status,
        fix: "Add \(key) to Info.plist, with a sentence that explains the purpose to the user.")
      guard var fault else { break }
      if let call = examiner.index.protectedCall(key) { fault.locations.append(call) }
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
    // As the next line is indented.
    let next = indentation(insertion.file, insertion.line + 1)
    let indent = next.isEmpty ? indentation(insertion.file, insertion.line) + "  " : next
    let unit = indent.hasPrefix("\t") ? "\t" : "  "
    let key = need.kind == .backgroundMode ? "UIBackgroundModes" : need.names[0]
    let value: [String]
    switch need.kind {
    case .plist where key.hasSuffix("UsageDescription"): value = ["<string>Explain the purpose here.</string>"]
    case .plist where need.value == "true": value = ["<true/>"]
    case .backgroundMode: value = ["<array>", unit + "<string>\(need.names[0])</string>", "</array>"]
    default: return nil
    }
    return diff(
      insertion.file, inserting: (["<key>\(key)</key>"] + value).map { indent + $0 }, before: insertion.line + 1)
  }
}
