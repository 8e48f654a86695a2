import Documents
import Vocabulary

extension OutputFormat {
  /// Service messages of TeamCity: an inspection for each failure, and a message for each unreadable input.
  static let teamcity = OutputFormat(
    id: "teamcity", title: "Service messages for TeamCity",
    openings: [OutputOpening("##teamcity[inspectionType id=", " category='diagnose'")],
    write: { problems in
      var text = problems.rules(problems.entries).map { rule in
        message(
          "inspectionType",
          [
            ("id", rule.id), ("category", Product.name), ("name", limited(rule.title, to: 200)),
            ("description", limited(rule.help.isEmpty ? rule.title : rule.help, to: 2_000)),
          ])
      }.joined()
      for group in problems.groups {
        let problem = group.problem
        // An inspection must have a file.
        let location = problem.source ?? problem.input ?? FileLocation(path: "-", line: nil, isInTree: false)
        var attributes = [("typeId", problem.rule.id), ("message", group.message), ("file", location.path)]
        if let line = location.line { attributes.append(("line", String(line))) }
        text += message("inspection", attributes + [("SEVERITY", severity(problem.shownLevel))])
      }
      for error in problems.errors {
        text += message("message", [("text", Problems.message(error)), ("status", "WARNING")])
      }
      return text
    })

  private static func severity(_ level: Problem.Level) -> String {
    switch level {
    case .error: "ERROR"
    case .warning: "WARNING"
    case .note: "INFO"
    }
  }

  private static func limited(_ text: String, to count: Int) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
  }

  private static func message(_ name: String, _ attributes: [(String, String)]) -> String {
    "##teamcity[\(name)" + attributes.map { " \($0)='\(escaped($1))'" }.joined() + "]\n"
  }

  /// Escapes as TeamCity takes them back ("Service Messages", TeamCity documentation): `|`, `'`, `[`, `]`, CR and LF; any
  /// other control character as `\u{…}`. TeamCity limits names to 255 characters and other values to 4,000.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in WorkflowCommands.withoutMarks(text).unicodeScalars.prefix(4_000) {
      switch scalar {
      case "|", "'", "[", "]": result += "|" + String(scalar)
      case "\r": result += "|r"
      case "\n": result += "|n"
      default: result += Terminal.escaped(String(scalar))
      }
    }
    return result
  }
}
