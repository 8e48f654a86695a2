package import CrashReports
package import Diagnosis

extension ProjectIndex {
  /// Returns whether the project confirms or refutes a finding. Only the class, nib, key and file that the finding
  /// names are checked.
  ///
  /// A finding that names nothing is neither confirmed nor refuted: the fault in another class proves nothing about
  /// this one.
  package func verdict(on finding: Finding, in report: CrashReport) -> ProjectVerdict {
    if let fault = trapFault(finding, report) { return .confirmed([fault]) }
    if let requirement = requirementFinding(finding, in: report) { return requirement.project ?? .silent }
    let subjects = FindingSubjects(finding, report)
    guard !subjects.isEmpty else { return .silent }
    let checks = ProjectCheck.catalog.filter { $0.confirms(finding) }
    let faults = checks.flatMap { $0.faults(in: self, everywhere: true) }.filter { subjects.match($0, in: self) }
    if !faults.isEmpty {
      // A line that the report names comes first.
      let sorted = Self.sorted(faults).map { ($0, subjects.distance(of: $0)) }.enumerated()
        .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
      return .confirmed(Array(sorted.map(\.element.0).prefix(5)))
    }
    guard isComplete else { return .silent }
    let refutations = ProjectRefutation.catalog.filter { $0.patterns.contains(finding.pattern) }
    return refutations.lazy.compactMap { $0.verdict(self, subjects) }.first ?? .silent
  }
}

/// The names in a project that a finding refers to.
struct FindingSubjects {
  /// Classes, functions, nibs, keys and files.
  private(set) var names: Set<String> = []
  /// File names, without folders.
  private(set) var files: Set<String> = []
  /// The line in the file, from 1.
  private(set) var line: Int?
  /// Only the classes: of functions, of rendered objects, and of captures.
  private(set) var classes: Set<String> = []
  private(set) var functions: Set<String> = []
  /// Keys of key-value coding (KVC).
  private(set) var keys: Set<String> = []

  var isEmpty: Bool { names.isEmpty && files.isEmpty }

  init(_ finding: Finding, _ report: CrashReport) {
    if let blame = finding.blame {
      if let function = blame.function {
        functions.insert(function)
        names.insert(function)
        // A finding from a log has the class name in place of a function.
        if function.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }) {
          add(class: function)
        } else if let type = AnalysisContext.className(in: function) {
          add(class: type)
        }
      }
      if let file = blame.file { files.insert(ProjectFile.name(of: file)) }
      line = blame.line
    }
    // The document that the log names, and the class that was being rendered.
    let lines = Set(finding.citations.compactMap(\.line))
    for message in report.previewMessages
    where lines.isEmpty || lines.contains(where: { $0 >= message.line && $0 <= message.lastLine }) {
      if let type = message.objectClass { add(class: type) }
      if let document = message.document { names.insert(ProjectFile.stem(of: document)) }
    }
    for (name, value) in finding.captures { add(capture: name, value) }
    for explanation in finding.citations.compactMap(\.explanation) {
      for (name, value) in explanation.captures { add(capture: name, value) }
    }
    classes.subtract(["UIView", "UIViewController", "NSObject"])
    names.subtract(["UIView", "UIViewController", "NSObject", "Interface", "Builder", "Xcode", "NULL", "Overlays"])
  }

  private mutating func add(class name: String) {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    names.insert(last)
    classes.insert(last)
  }

  /// Adds the class, nib, key or file that a capture of the finding names.
  private mutating func add(capture name: String, _ value: String) {
    guard let kind = Self.captureKinds[name], !value.isEmpty else { return }
    switch kind {
    case .type: add(class: value)
    case .key:
      names.insert(value)
      keys.insert(value)
    case .document: names.insert(ProjectFile.stem(of: value))
    case .file:
      names.insert(ProjectFile.stem(of: value))
      names.insert(ProjectFile.name(of: value))
    }
  }

  private enum CaptureKind { case type, key, document, file }

  /// Captures that name something in a project. The others are numbers, functions, or names of the system.
  private static let captureKinds: [String: CaptureKind] = [
    "class": .type, "object": .type, "owner": .type, "type": .type,
    "key": .key, "property": .key,
    "nib": .document, "document": .document,
    "font": .file, "resource": .file, "file": .file,
  ]

  /// Whether the fault concerns a class, nib, key or file that the finding names.
  func match(_ fault: ProjectFault, in project: ProjectIndex) -> Bool {
    if let key = fault.key {
      let isNamed = names.contains(key) || functions.contains { $0.contains(key) }
      // A finding that names no key may be about this one, if the location matches.
      guard isNamed || keys.isEmpty && functions.isEmpty else { return false }
    }
    // If a class has two nibs, only the one that the finding names counts.
    if let nib = fault.nib, !names.contains(nib) {
      let others = names.subtracting(classes).filter { project.documentsByName[$0] != nil }
      guard others.isEmpty else { return false }
    }
    if !classes.isEmpty, classes.contains(where: { project.classes[$0]?.isDefined == true }) {
      // The project defines the class: another class with a nib or key of the same name does not count.
      if !fault.subjects.isDisjoint(with: classes) { return true }
    } else if !fault.subjects.isDisjoint(with: names) {
      return true
    }
    return fault.locations.contains { files.contains(ProjectFile.name(of: $0.path)) && isNearLine($0.line) }
  }

  private func isNearLine(_ other: Int) -> Bool { line.map { abs($0 - other) <= 40 } ?? true }

  /// Returns how far the fault is from the report's location: 0 for the same line, 1 for the same file, 2 for the same
  /// class, 3 otherwise.
  func distance(of fault: ProjectFault) -> Int {
    if fault.locations.contains(where: { files.contains(ProjectFile.name(of: $0.path)) && $0.line == line }) {
      return 0
    }
    if fault.locations.contains(where: { files.contains(ProjectFile.name(of: $0.path)) }) { return 1 }
    return fault.subjects.isDisjoint(with: classes) ? 3 : 2
  }
}

extension Finding {
  /// Returns the finding with the verdict of the project. Its confidence is one level higher if the project proves
  /// exactly this mechanism, and `possible` if the project refutes the finding.
  package func applying(by verdict: ProjectVerdict) -> Finding {
    var finding = self
    finding.project = verdict
    switch verdict {
    case .confirmed(let faults):
      for fault in faults {
        finding.captures.merge(fault.captures) { stated, _ in stated }
        if let cause = fault.certaintyOfCause { finding.certaintyOfCause = max(finding.certaintyOfCause, cause) }
      }
      guard faults.contains(where: \.proves) else { break }
      switch finding.confidence {
      case .possible: finding.confidence = .likely
      case .likely, .certain: finding.confidence = .certain
      }
      if finding.confidence == .certain { finding.certaintyOfCause = .certain }
    case .refuted:
      finding.confidence = .possible
      finding.certaintyOfCause = .possible
    case .undecided, .silent: break
    }
    return finding
  }
}

extension Assessment {
  /// Adds the verdict of the project to every finding, and sorts the findings again.
  package mutating func apply(by project: ProjectIndex) {
    for index in findings.indices {
      let finding = findings[index]
      findings[index] =
        project.requirementFinding(finding, in: report)
        ?? finding.applying(by: project.verdict(on: finding, in: report))
    }
    // Best first: refuted findings come after the others, findings that the project proves before those it does not.
    findings = findings.enumerated().sorted {
      if $0.element.confidence != $1.element.confidence { return $0.element.confidence > $1.element.confidence }
      if $0.element.isProven != $1.element.isProven { return $0.element.isProven }
      return $0.offset < $1.offset
    }.map(\.element)
  }
}

extension Finding {
  /// Whether the project proves exactly the mechanism that the finding describes.
  fileprivate var isProven: Bool {
    if case .confirmed(let faults) = project { return faults.contains(where: \.proves) }
    return false
  }
}
