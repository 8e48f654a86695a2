package import CrashReports
package import Diagnosis

extension ProjectIndex {
  /// What the project says to a finding: looks only at the class, nib, key and file that the finding names.
  ///
  /// A finding that names nothing is not decided: that some other class has the fault proves nothing about this one.
  package func verdict(on finding: Finding, in report: CrashReport) -> ProjectVerdict {
    let subjects = FindingSubjects(finding, report)
    guard !subjects.isEmpty else { return .silent }
    let checks = ProjectCheck.catalog.filter { $0.pattern == finding.pattern }
    let faults = checks.flatMap { $0.faults(in: self, everywhere: true) }.filter { subjects.areMet(by: $0, in: self) }
    if !faults.isEmpty {
      // A line that the report itself names stands first.
      let sorted = Self.sorted(faults).map { ($0, subjects.closeness(of: $0)) }.enumerated()
        .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
      return .confirmed(Array(sorted.map(\.element.0).prefix(5)))
    }
    guard isComplete else { return .silent }
    let refutations = ProjectRefutation.catalog.filter { $0.patterns.contains(finding.pattern) }
    return refutations.lazy.compactMap { $0.verdict(self, subjects) }.first ?? .silent
  }
}

/// Names that a finding is about.
struct FindingSubjects {
  /// Classes and nibs and keys.
  private(set) var names: Set<String> = []
  /// File names without folders.
  private(set) var files: Set<String> = []
  private(set) var line: Int?
  /// Classes alone: those of functions and rendered objects.
  private(set) var classes: Set<String> = []
  private(set) var functions: Set<String> = []
  /// Keys of key-value coding.
  private(set) var keys: Set<String> = []

  var isEmpty: Bool { names.isEmpty && files.isEmpty }

  init(_ finding: Finding, _ report: CrashReport) {
    if let blame = finding.blame {
      if let function = blame.function {
        functions.insert(function)
        names.insert(function)
        // A finding of a log names the class in place of a function.
        if function.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }) {
          add(class: function)
        } else if let type = AnalysisContext.className(in: function) {
          add(class: type)
        }
      }
      if let file = blame.file { files.insert(ProjectFile.name(of: file)) }
      line = blame.line
    }
    // The document of the log, and the class that was being rendered there.
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

  /// What a capture of the finding names in the project: a class, a nib, a key, a file.
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

  /// Captures that name something of a project. Others are numbers, functions, or words of the system.
  private static let captureKinds: [String: CaptureKind] = [
    "class": .type, "object": .type, "owner": .type, "type": .type,
    "key": .key, "property": .key,
    "nib": .document, "document": .document,
    "font": .file, "resource": .file, "file": .file,
  ]

  /// Whether the fault is about what the finding names.
  func areMet(by fault: ProjectFault, in project: ProjectIndex) -> Bool {
    if let key = fault.key {
      let isNamed = names.contains(key) || functions.contains { $0.contains(key) }
      // A finding that names no key at all may be about this one, if the place fits.
      guard isNamed || keys.isEmpty && functions.isEmpty else { return false }
    }
    // Of two nibs of one class, the one that the finding names.
    if let nib = fault.nib, !names.contains(nib) {
      let others = names.subtracting(classes).filter { project.documentsByName[$0] != nil }
      guard others.isEmpty else { return false }
    }
    if !classes.isEmpty, classes.contains(where: { project.classes[$0]?.isDefined == true }) {
      // The class is known: another class with a nib or key of the same name is not meant.
      if !fault.subjects.isDisjoint(with: classes) { return true }
    } else if !fault.subjects.isDisjoint(with: names) {
      return true
    }
    return fault.locations.contains { files.contains(ProjectFile.name(of: $0.path)) && closeLine($0.line) }
  }

  private func closeLine(_ other: Int) -> Bool { line.map { abs($0 - other) <= 40 } ?? true }

  /// 0: the very line of the report, 1: its file, 2: its class.
  func closeness(of fault: ProjectFault) -> Int {
    if fault.locations.contains(where: { files.contains(ProjectFile.name(of: $0.path)) && $0.line == line }) {
      return 0
    }
    if fault.locations.contains(where: { files.contains(ProjectFile.name(of: $0.path)) }) { return 1 }
    return fault.subjects.isDisjoint(with: classes) ? 3 : 2
  }
}

extension Finding {
  /// The finding with what the project says to it: one step surer when the project proves exactly this mechanism,
  /// merely possible when the project speaks against it.
  package func judged(by verdict: ProjectVerdict) -> Finding {
    var finding = self
    finding.project = verdict
    switch verdict {
    case .confirmed(let faults):
      guard faults.contains(where: \.proves) else { break }
      switch finding.confidence {
      case .possible: finding.confidence = .likely
      case .likely, .certain: finding.confidence = .certain
      }
      if finding.confidence == .certain { finding.certaintyOfCause = .certain }
    case .refuted:
      finding.confidence = .possible
      finding.certaintyOfCause = .possible
    case .silent: break
    }
    return finding
  }
}

extension Assessment {
  /// Every finding with the verdict of the project.
  package mutating func judge(by project: ProjectIndex) {
    for index in findings.indices {
      findings[index] = findings[index].judged(by: project.verdict(on: findings[index], in: report))
    }
    // Best first, as before: what was refuted goes behind what was not, what the project proves before what it does not.
    findings = findings.enumerated().sorted {
      if $0.element.confidence != $1.element.confidence { return $0.element.confidence > $1.element.confidence }
      if $0.element.isProven != $1.element.isProven { return $0.element.isProven }
      return $0.offset < $1.offset
    }.map(\.element)
  }
}

extension Finding {
  /// True if the project proves exactly what the finding says.
  fileprivate var isProven: Bool {
    if case .confirmed(let faults) = project { return faults.contains(where: \.proves) }
    return false
  }
}
