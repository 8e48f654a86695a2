import Documents
import Vocabulary

extension OutputFormat {
  /// Annotations of GitHub Actions: workflow commands. GitHub shows at most 10 errors, 10 warnings and 10 notices of a
  /// step; the most severe are written, and a notice states how many are omitted.
  static let github = OutputFormat(
    id: "github", title: "Annotations for GitHub Actions",
    openings: [
      OutputOpening("::error ", "title="),
      OutputOpening("::warning ", "title="),
      OutputOpening("::notice ", "title="),
    ],
    write: { problems in
      let all = Annotation.all(problems)
      var shown: [Annotation] = []
      var omitted: [Problem.Level: Int] = [:]
      for (level, limit) in [(Problem.Level.error, 10), (.warning, 10), (.note, 9)] {
        let ofLevel = all.filter { $0.level == level }
        shown += ofLevel.prefix(limit)
        if ofLevel.count > limit { omitted[level] = ofLevel.count - limit }
      }
      var text = shown.map { command($0) }.joined()
      if !omitted.isEmpty {
        let counts = omitted.sorted { $0.key < $1.key }.map { level, count in
          count == 1 ? "1 \(name(level))" : "\(count) \(name(level))s"
        }
        text += command(
          "notice", [("title", "annotations omitted")],
          "\(counts.joined(separator: ", ")) omitted: GitHub shows 10 annotations of each kind for a step. The formats "
            + "sarif, junit and markdown show more.")
      }
      return text
    })

  private static func name(_ level: Problem.Level) -> String {
    switch level {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }

  private static func command(_ annotation: Annotation) -> String {
    var properties: [(String, String)] = []
    if let source = annotation.source {
      properties.append(("file", source.path))
      if let line = source.line { properties.append(("line", String(line))) }
      if source.line != nil, let column = source.column { properties.append(("col", String(column))) }
    }
    properties.append(("title", annotation.title))
    return command(name(annotation.level), properties, annotation.message)
  }

  /// One workflow command. Escapes as the runner takes them back (`actions/toolkit`, `command.ts`): `%`, CR and LF
  /// everywhere, `:` and `,` in properties too; any other control character as `\u{…}`.
  private static func command(_ name: String, _ properties: [(String, String)], _ message: String) -> String {
    let list = properties.map { $0 + "=" + encoded($1, isProperty: true) }.joined(separator: ",")
    return "::\(name) \(list)::\(encoded(message, isProperty: false))\n"
  }

  private static func encoded(_ text: String, isProperty: Bool) -> String {
    var result = ""
    for scalar in WorkflowCommands.withoutMarks(text).unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      default: result += Terminal.escaped(String(scalar))
      }
    }
    return result
  }
}
