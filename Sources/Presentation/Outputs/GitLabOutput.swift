import Diagnosis
import Documents
import Vocabulary

extension OutputFormat {
  /// A Code Quality report of GitLab: a JSON array with one object for each failure and each unreadable input.
  static let gitlab = OutputFormat(
    id: "gitlab", title: "Code Quality report for GitLab",
    openings: [
      OutputOpening("[\n  {\n    \"type\": \"issue\",\n    \"check_name\": \"", "\"engine_name\": \"diagnose\"")
    ],
    write: { problems in
      // GitLab identifies a finding by its fingerprint: the same failure in two reports is one finding.
      var known: Set<String> = []
      var entries: [GitLabEntry] = []
      for group in problems.groups where group.problem.isFailure {
        let entry = GitLabEntry(group)
        if known.insert(entry.fingerprint).inserted { entries.append(entry) }
      }
      for error in problems.errors {
        let entry = GitLabEntry(error, problems.locations)
        if known.insert(entry.fingerprint).inserted { entries.append(entry) }
      }
      var writer = JSONWriter(layout: .indented)
      writer.array(entries) { $1.write(to: &$0) }
      return WorkflowCommands.defusedJSON(String(decoding: writer.bytes, as: UTF8.self)) + "\n"
    })
}

/// An object of a Code Quality report ("Code Quality report format", GitLab documentation).
private struct GitLabEntry {
  var rule: String
  var description: String
  var fingerprint: String
  /// `info`, `minor`, `major`, `critical` or `blocker`.
  var severity: String
  var path: String
  var line: Int

  init(_ group: Problems.Group) {
    let problem = group.problem
    rule = problem.rule.id
    description = Wording.oneLine(group.message)
    // Two failures with one signature can have different patterns if a report has less detail.
    fingerprint = Problem.key([problem.rule.id, problem.fingerprint])
    severity =
      switch problem.shownLevel {
      case .error: problem.confidence == .possible ? "major" : "critical"
      case .warning: "minor"
      case .note: "info"
      }
    let location = problem.source ?? problem.input
    path = location?.path ?? "-"
    line = location?.line ?? 1
  }

  init(_ error: InputError, _ locations: FileLocations) {
    rule = "unreadable-input"
    description = Wording.oneLine(Problems.message(error))
    fingerprint = Problem.key([rule, error.name, error.code])
    severity = "info"
    path = locations.input(error.path, line: nil)?.path ?? "-"
    line = max(1, error.line ?? 1)
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("type", "issue")
      $0.member("check_name", rule)
      $0.member("engine_name", Product.name)
      $0.member("description", Terminal.escaped(description))
      $0.member("fingerprint", fingerprint)
      $0.member("severity", severity)
      $0.name("location")
      $0.object {
        $0.member("path", path)
        $0.name("lines")
        $0.object(inline: true) { $0.member("begin", line) }
      }
    }
  }
}
