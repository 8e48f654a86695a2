package import Diagnosis

/// A known fault that can be seen in a project before it fails: how it is found, why it is one, and the proof that the
/// finding works.
package struct ProjectCheck: Identifiable, Sendable {
  /// Permanent. Mostly that of the pattern; a pattern with several faults behind it has several checks.
  package let id: String
  /// The pattern that the fault leads to.
  package let pattern: String
  /// One line, the same for every project.
  package let title: String
  /// Why it is a fault, and what must stand in the files for it to be reported.
  package let explanation: String
  /// True if what is found is only a fault together with a report that names it: `check` alone does not say it.
  package let needsReport: Bool
  /// Small projects that show what the check finds and what it does not.
  package let examples: [Example]
  private let find: @Sendable (ProjectIndex) -> [Hit]

  /// What a check found, before it is given the check's names.
  struct Hit: Sendable {
    var headline: String
    /// The first is where to edit.
    var locations: [ProjectLocation]
    var remedy: String
    var diff: String?
    var proves = true
    var subjects: Set<String> = []
    var key: String?
    var nib: String?
  }

  /// A project of a few files, made for this purpose.
  package struct Example: Sendable {
    /// Whether the check must find a fault here; otherwise it must find none.
    package let isFault: Bool
    /// What it shows.
    package let shows: String
    /// Paths and contents; lines that must be cited begin with `→`, which is taken off before reading.
    package let files: [(path: String, text: String)]

    static func fault(_ shows: String, _ files: [(path: String, text: String)]) -> Example {
      Example(isFault: true, shows: shows, files: files)
    }

    static func noFault(_ shows: String, _ files: [(path: String, text: String)]) -> Example {
      Example(isFault: false, shows: shows, files: files)
    }

    /// The files without marks, and the marked places.
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
    examples: [Example], find: @escaping @Sendable (ProjectIndex) -> [Hit]
  ) {
    self.id = id
    self.pattern = pattern ?? id
    self.title = title
    self.explanation = explanation
    self.needsReport = needsReport
    self.examples = examples
    self.find = find
  }

  /// What the check finds in the user's own files and, with `everywhere`, in the code of others too.
  package func faults(in index: ProjectIndex, everywhere: Bool = false) -> [ProjectFault] {
    find(index).compactMap { hit in
      guard let first = hit.locations.first else { return nil }
      if !everywhere, index.isForeign(first.path) { return nil }
      return ProjectFault(
        check: id, pattern: pattern, headline: hit.headline, locations: hit.locations, remedy: hit.remedy,
        diff: hit.diff,
        proves: hit.proves, subjects: hit.subjects, key: hit.key, nib: hit.nib)
    }
  }
}

extension ProjectIndex {
  /// Every known fault of the project, each once, in order of files and lines.
  package func check() -> [ProjectFault] {
    Self.sorted(ProjectCheck.catalog.filter { !$0.needsReport }.flatMap { $0.faults(in: self) })
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

  func isForeign(_ path: String) -> Bool {
    files.firstIndex { $0.path == path }.map(isVendor) ?? false
  }
}
