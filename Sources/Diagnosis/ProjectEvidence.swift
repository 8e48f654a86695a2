/// A line of a file in the user's project.
package struct ProjectLocation: Sendable, Equatable {
  /// The path relative to the project's folder, with components separated by `/`.
  package var path: String
  /// The line in the file, from 1.
  package var line: Int
  /// The quoted line, without blanks at its ends.
  package var text: String
  /// What the line proves, in one sentence.
  package var statement: String

  /// The path of pasted code in Swift, which has no file.
  package static let swiftSource = "source.swift"
  /// The path of pasted code in Objective-C, which has no file.
  package static let objectiveCSource = "source.m"

  /// Whether the line is one of pasted code: the number is that of the input.
  package var isPasted: Bool { path == Self.swiftSource || path == Self.objectiveCSource }

  /// Creates a location from its parts.
  package init(path: String, line: Int, text: String, statement: String) {
    self.path = path
    self.line = line
    self.text = text
    self.statement = statement
  }
}

/// A known fault in the user's project.
package struct ProjectFault: Sendable, Equatable {
  /// The identifier of the check that found the fault.
  package var check: String
  /// The identifier of the pattern whose failure the fault causes.
  package var pattern: String
  /// A one-line description of the fault, with the names of the project.
  package var headline: String
  /// The lines that show the fault; at least one. The first is the line to edit.
  package var locations: [ProjectLocation]
  /// The fix, in one line.
  package var remedy: String
  /// A unified diff of the user's file; `nil` if the edit is not mechanical. Never applied.
  package var diff: String?
  /// True if the locations prove exactly the mechanism of the pattern, and do not only make it likely.
  package var proves: Bool
  /// Names of the classes, nibs, keys and files that the fault concerns.
  package var subjects: Set<String>
  /// The key or method that a finding must name to concern this fault; `nil` if none is required.
  package var key: String?
  /// The nib that the fault concerns; `nil` if it concerns no nib.
  package var nib: String?
  /// Names and values that a finding's texts use if this fault confirms it.
  package var captures: [String: String]
  /// The confidence in the finding's cause that the locations give although they do not prove it; `nil` for no change.
  package var certaintyOfCause: Confidence?

  /// Creates a fault from its parts.
  package init(
    check: String, pattern: String, headline: String, locations: [ProjectLocation], remedy: String, diff: String? = nil,
    proves: Bool = true, subjects: Set<String> = [], key: String? = nil, nib: String? = nil,
    captures: [String: String] = [:], certaintyOfCause: Confidence? = nil
  ) {
    self.key = key
    self.nib = nib
    self.captures = captures
    self.certaintyOfCause = certaintyOfCause
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

/// The result of checking a finding against the user's project.
package enum ProjectVerdict: Sendable, Equatable {
  /// The project contains the fault.
  case confirmed([ProjectFault])
  /// The project contradicts the finding.
  case refuted(reason: String, location: ProjectLocation)
  /// The project neither confirms nor refutes the finding, for this reason; the location is a line that shows it.
  case undecided(reason: String, location: ProjectLocation?)
  /// The project says nothing about the finding.
  case silent
}
