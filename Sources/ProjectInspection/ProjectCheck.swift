package import Diagnosis

/// A search for one known fault in a project's files: how the fault is found, why it is a fault, and examples that show
/// what the search finds.
package struct ProjectCheck: Identifiable, Sendable {
  /// The permanent identifier. Usually the same as the pattern's; a pattern with several possible faults has several
  /// checks.
  package let id: String
  /// The identifier of the pattern that the fault leads to.
  package let pattern: String
  /// The title: one line, the same for every project.
  package let title: String
  /// The reason why this is a fault, and the contents of the files for which it is reported.
  package let explanation: String
  /// Whether a hit is a fault only together with a report that names it. `diagnose check` alone does not report it.
  package let needsReport: Bool
  /// Whether a check that needs a report is also made on pasted code. Its author looks for a fault, and the findings
  /// are possible only.
  let isForExcerpts: Bool
  /// Whether a hit confirms a finding of the pattern. A fault that the pattern only explains does not.
  let confirms: Bool
  /// Small projects that show what the check finds and what it does not find.
  package let examples: [Example]
  private let find: @Sendable (ProjectIndex) -> [Hit]

  /// One result of a check, before the identifiers of the check are added.
  struct Hit: Sendable {
    var headline: String
    /// The lines that prove the fault. The first is the line to edit.
    var locations: [ProjectLocation]
    var remedy: String
    var diff: String?
    var proves = true
    var subjects: Set<String> = []
    var key: String?
    var nib: String?
    /// Names for the texts of the pattern.
    var captures: [String: String] = [:]
  }

  /// A project of a few files, written as an example.
  package struct Example: Sendable {
    /// Whether the check must find a fault in these files; otherwise it must find none.
    package let isFault: Bool
    /// A short description of what the example shows.
    package let shows: String
    /// Paths and contents of the files. Lines that must be cited begin with `→`, which is removed before parsing.
    package let files: [(path: String, text: String)]

    static func fault(_ shows: String, _ files: [(path: String, text: String)]) -> Example {
      Example(isFault: true, shows: shows, files: files)
    }

    static func noFault(_ shows: String, _ files: [(path: String, text: String)]) -> Example {
      Example(isFault: false, shows: shows, files: files)
    }

    /// The files without the marks `→`, and the marked lines.
    package var unmarked: (files: [ProjectFile], cited: [(path: String, line: Int)]) {
      var cited: [(path: String, line: Int)] = []
      let plain = files.map { path, text in
        var lines: [Substring] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
          if line.hasPrefix("→") {
            cited.append((path, index + 1))
            lines.append(line.dropFirst())
          } else {
            lines.append(line)
          }
        }
        return ProjectFile(path: path, text: lines.joined(separator: "\n") + "\n")
      }
      return (plain, cited)
    }
  }

  init(
    _ id: String, pattern: String? = nil, title: String, explanation: String, needsReport: Bool = false,
    isForExcerpts: Bool = false, confirms: Bool = true, examples: [Example],
    find: @escaping @Sendable (ProjectIndex) -> [Hit]
  ) {
    self.id = id
    self.pattern = pattern ?? id
    self.title = title
    self.explanation = explanation
    self.needsReport = needsReport
    self.isForExcerpts = isForExcerpts
    self.confirms = confirms
    self.examples = examples
    self.find = find
  }

  /// Whether a hit that concerns the same class, nib, key or file confirms the finding.
  func confirms(_ finding: Finding) -> Bool { id == finding.pattern || (confirms && pattern == finding.pattern) }

  /// Returns the faults in the user's own files and, with `everywhere`, also those in third-party code.
  package func faults(in index: ProjectIndex, everywhere: Bool = false) -> [ProjectFault] {
    find(index).compactMap { hit in
      guard let first = hit.locations.first else { return nil }
      if !everywhere, index.isVendorFile(first.path) { return nil }
      return ProjectFault(
        check: id, pattern: pattern, headline: hit.headline.startingUppercase, locations: hit.locations,
        remedy: hit.remedy, diff: hit.diff, proves: hit.proves, subjects: hit.subjects, key: hit.key, nib: hit.nib,
        captures: hit.captures)
    }
  }
}

extension ProjectIndex {
  /// Returns every known fault of the project once, ordered by file and line.
  ///
  /// - Parameter isCanceled: Called between checks. If it returns true, the remaining checks are not made.
  package func check(isCanceled: () -> Bool = { false }) -> [ProjectFault] {
    var faults: [ProjectFault] = []
    for check in ProjectCheck.catalog where !check.needsReport && !isCanceled() { faults += check.faults(in: self) }
    return Self.sorted(faults)
  }

  static func sorted(_ faults: [ProjectFault]) -> [ProjectFault] {
    var seen: Set<String> = []
    let unique = faults.filter { fault in
      guard let location = fault.locations.first else { return false }
      return seen.insert("\(fault.check) \(location.path):\(location.line) \(fault.headline)").inserted
    }
    return unique.sorted { left, right in
      let (a, b) = (left.locations[0], right.locations[0])
      return (a.path, a.line, left.check, left.headline) < (b.path, b.line, right.check, right.headline)
    }
  }

  /// Returns the faults of pasted code, each once.
  func checkExcerpt() -> [ProjectFault] {
    Self.sorted(ProjectCheck.catalog.filter { !$0.needsReport || $0.isForExcerpts }.flatMap { $0.faults(in: self) })
  }

  func isVendorFile(_ path: String) -> Bool {
    vendorPaths.contains(path)
  }
}

extension String {
  /// The text with a capital first letter if it begins with the name for a class without a name.
  fileprivate var startingUppercase: String {
    hasPrefix(ProjectClass.unnamed + " ") ? prefix(1).uppercased() + dropFirst() : self
  }
}
