import Documents

/// A line of an output that a CI system shows beside a source line: a problem, or an input that could not be read.
struct Annotation {
  var level: Problem.Level
  /// The pattern's identifier, or a few words for what has none.
  var title: String
  var source: FileLocation?
  /// The report, for services that require a file.
  var input: FileLocation?
  /// Not escaped; may have several lines.
  var message: String

  /// The annotations of one call: problems, most severe first, then unreadable inputs.
  static func all(_ problems: Problems) -> [Annotation] {
    problems.groups.map { group in
      let problem = group.problem
      let title =
        problem.isRecognized ? problem.rule.id : problem.isFailure ? "crash not recognized" : "not a failure"
      return Annotation(
        level: problem.shownLevel, title: title, source: problem.source, input: problem.input, message: group.message)
    }
      + problems.errors.map { error in
        Annotation(
          level: .warning, title: "unreadable input", input: problems.locations.input(error.path, line: error.line),
          message: Problems.message(error))
      }
  }
}
