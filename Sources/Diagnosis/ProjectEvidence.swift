/// A place in the user's project.
package struct ProjectLocation: Sendable, Equatable {
  /// Relative to the project's folder, parts separated by `/`.
  package var path: String
  /// From 1.
  package var line: Int
  /// The line, quoted, without the blanks around it.
  package var text: String
  /// One sentence: what it proves.
  package var statement: String

  /// Creates a line from its parts.
  package init(path: String, line: Int, text: String, statement: String) {
    self.path = path
    self.line = line
    self.text = text
    self.statement = statement
  }
}

/// A known fault that stands in the user's project.
package struct ProjectFault: Sendable, Equatable {
  /// Identifier of the check that found it.
  package var check: String
  /// Identifier of the pattern that the fault leads to.
  package var pattern: String
  /// What is wrong, in one line, with the project's own names.
  package var headline: String
  /// At least one; the first is where to edit.
  package var locations: [ProjectLocation]
  /// What to do, in one line.
  package var remedy: String
  /// A unified diff of the user's own file, where the edit is mechanical. Never applied.
  package var diff: String?
  /// True if the places prove exactly the mechanism of the pattern, and not only what makes it likely.
  package var proves: Bool
  /// Names of classes, nibs, keys and files that the fault is about.
  package var subjects: Set<String>
  /// The key or method that a finding must name to be about this fault.
  package var key: String?
  /// The nib it is about.
  package var nib: String?

  /// Creates a fault from its parts.
  package init(
    check: String, pattern: String, headline: String, locations: [ProjectLocation], remedy: String, diff: String? = nil,
    proves: Bool = true, subjects: Set<String> = [], key: String? = nil, nib: String? = nil
  ) {
    self.key = key
    self.nib = nib
    self.check = check
    self.pattern = pattern
    self.headline = headline
    self.locations = locations
    self.remedy = remedy
    self.diff = diff
    self.proves = proves
    self.subjects = subjects
  }
}

/// What the user's project says to a finding.
package enum ProjectVerdict: Sendable, Equatable {
  /// The fault stands in the project.
  case confirmed([ProjectFault])
  /// What the finding rests on is not so in the project.
  case refuted(reason: String, location: ProjectLocation)
  /// The project does not decide.
  case silent
}
