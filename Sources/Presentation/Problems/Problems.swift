import CrashReports
import Diagnosis
import Documents
import Vocabulary

/// The content of an output for a CI system, the same for crash reports and for the faults of `diagnose check`.
struct Problems {
  /// The problems, the most severe first; equal ones in the order of the inputs.
  let entries: [Problem]
  /// Inputs, or parts of a project, that could not be read.
  let errors: [InputError]
  let style: PresentationStyle
  let locations: FileLocations
  /// The name of the list: `crash reports` or `project check`.
  let title: String

  init(_ reports: [PresentedReport], _ errors: [InputError], _ style: PresentationStyle) {
    let locations = FileLocations(style.sources)
    let entries = reports.enumerated().map { position, report in
      var problem = Problem(report, style, locations)
      problem.position = position
      return problem
    }
    self.init(
      entries, errors, style, locations, title: "crash reports")
  }

  init(
    _ entries: [Problem], _ errors: [InputError], _ style: PresentationStyle, _ locations: FileLocations, title: String
  ) {
    self.entries = entries.enumerated().sorted { left, right in
      if Problem.precedes(left.element, right.element) { return true }
      return !Problem.precedes(right.element, left.element) && left.offset < right.offset
    }.map(\.element)
    self.errors = errors
    self.style = style
    self.locations = locations
    self.title = title
  }

  /// Problems that are shown as one.
  struct Group {
    /// All of them, the most severe first; never empty.
    private(set) var problems: [Problem]

    init(_ problem: Problem) { problems = [problem] }

    /// The problem that is shown.
    var problem: Problem { problems[0] }
    /// The number of reports that describe it.
    var count: Int { problems.count }

    mutating func add(_ problem: Problem) { problems.append(problem) }

    /// The message with that number.
    var message: String {
      var text = problem.limitedMessage
      if count > 1 { text.addSentence("(\(count) reports)") }
      return text
    }
  }

  /// Problems with the same message and location as one.
  var groups: [Group] {
    struct Key: Hashable {
      var level: Problem.Level
      var rule: String
      var message: String
      var source: FileLocation?
    }
    var groups: [Group] = []
    var known: [Key: Int] = [:]
    for problem in entries {
      let key = Key(
        level: problem.shownLevel, rule: problem.rule.id, message: problem.message, source: problem.source)
      if let index = known[key] {
        groups[index].add(problem)
      } else {
        known[key] = groups.count
        groups.append(Group(problem))
      }
    }
    return groups
  }

  /// The failures: problems with the same rule and key are one.
  var failures: [Group] {
    var groups: [Group] = []
    var known: [[String]: Int] = [:]
    for problem in entries {
      if let index = known[problem.failureKey] {
        groups[index].add(problem)
      } else {
        known[problem.failureKey] = groups.count
        groups.append(Group(problem))
      }
    }
    return groups
  }

  /// The distinct rules, in the order of their first problem.
  func rules(_ problems: some Sequence<Problem>) -> [Problem.Rule] {
    var known: Set<String> = []
    return problems.map(\.rule).filter { known.insert($0.id).inserted }
  }

  /// Returns the message about an input that could not be read.
  static func message(_ error: InputError) -> String {
    "\(error.name): \(error.message)" + (error.hint.map { "\n" + $0 } ?? "")
  }
}
