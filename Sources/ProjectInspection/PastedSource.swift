import CrashReports
package import Diagnosis
import SourceText

/// Pasted source code is a project of one file: the checks are made on it.
extension Assessment {
  /// Adds a finding for each known fault in the code of a report that is source code. Code proves only what it may do,
  /// so the findings are possible.
  ///
  /// - Parameter patterns: The patterns that are evaluated; others give no finding.
  package mutating func addFaultsOfSource(_ patterns: PatternSet) {
    guard let index = ProjectIndex(sourceOf: report) else { return }
    let faults = index.checkExcerpt()
    var order: [String] = []
    for fault in faults where !order.contains(fault.pattern) { order.append(fault.pattern) }
    for id in order {
      let same = Array(faults.filter { $0.pattern == id }.prefix(Self.maxFaultsOfPattern))
      if let position = findings.firstIndex(where: { $0.pattern == id }) {
        findings[position].project = .confirmed(same.map(\.published))
      } else if let pattern = patterns.pattern(id), let finding = Finding(pattern, same, in: index) {
        findings.append(finding)
      }
    }
    // Failures come before other effects, and those that follow from the code alone before those that only may occur.
    let rank = findings.enumerated().map { index, finding in
      let pattern = patterns.pattern(finding.pattern)
      return (finding.severity == .error ? 0 : 1, pattern?.family == .stack || pattern?.family == .nib ? 0 : 1, index)
    }
    findings = findings.indices.sorted { rank[$0] < rank[$1] }.map { findings[$0] }
    if blame == nil { blame = findings.first?.blame }
  }

  private static let maxFaultsOfPattern = 20
}

extension ProjectIndex {
  /// Creates the index of the code in a report; `nil` if there is none. Lines have the numbers of the input.
  fileprivate init?(sourceOf report: CrashReport) {
    guard let bytes = report.sourceText, !bytes.isEmpty else { return nil }
    let language = SourceLanguage.mostLikely(for: bytes)
    let path = language == .objectiveC ? ProjectLocation.objectiveCSource : ProjectLocation.swiftSource
    self.init(excerpt: ProjectFile(path: path, bytes: bytes))
  }
}

extension ProjectIndex {
  /// Returns the smallest section of code that contains a line, and its type.
  fileprivate func code(at line: Int) -> (type: String, method: SourceMethod)? {
    var best: (type: String, method: SourceMethod)?
    for type in sources.values.flatMap(\.types) {
      for method in type.methods where method.line <= line && line <= method.lastLine {
        if let best, best.method.lastLine - best.method.line <= method.lastLine - method.line { continue }
        best = (type.name, method)
      }
    }
    return best
  }
}

extension Finding {
  /// Creates the finding for faults of one pattern in pasted code; `nil` if there is no fault.
  fileprivate init?(_ pattern: Pattern, _ faults: [ProjectFault], in index: ProjectIndex) {
    guard let first = faults.first, let location = first.locations.first else { return nil }
    var captures = first.captures
    let code = index.code(at: location.line)
    let type = first.subjects.sorted().first { index.classes[$0]?.isUnnamed == false } ?? code?.type
    if let type, type != ProjectClass.unnamed { captures["class"] = captures["class"] ?? type }
    var blame = Blame(line: location.line)
    if let code, code.method.role != .statements {
      let function = ProjectClass.name(of: code.method, in: code.type)
      blame.function = function
      captures["function"] = captures["function"] ?? function
    }
    self.init(
      pattern: pattern.id, patternRevision: pattern.revision, severity: pattern.severity, confidence: .possible,
      certaintyOfCause: .possible, captures: captures,
      citations: first.locations.map { Citation($0, pattern: pattern) }, blame: blame)
    project = .confirmed(faults.map(\.published))
  }
}

extension ProjectFault {
  /// The fault as documents contain it, without the names by which it is compared with findings: it is the finding.
  fileprivate var published: ProjectFault {
    ProjectFault(
      check: check, pattern: pattern, headline: headline, locations: locations, remedy: remedy, diff: diff,
      proves: proves)
  }
}
