import Documents
import Vocabulary

extension OutputFormat {
  /// Issues of Azure Pipelines: a `task.logissue` logging command for each failure and each unreadable input.
  static let azure = OutputFormat(
    id: "azure", title: "Issues for Azure Pipelines",
    openings: [OutputOpening("##vso[task.logissue type=", ";code=")],
    write: { problems in
      Annotation.all(problems).map { annotation in
        // Azure Pipelines knows errors and warnings only.
        var properties = "type=" + (annotation.level == .error ? "error" : "warning") + ";"
        if let source = annotation.source {
          properties += "sourcepath=\(escaped(source.path));"
          if let line = source.line { properties += "linenumber=\(line);" }
          if source.line != nil, let column = source.column { properties += "columnnumber=\(column);" }
        }
        properties += "code=\(escaped(annotation.title));"
        return "##vso[task.logissue \(properties)]\(escaped(annotation.message))\n"
      }.joined()
    })

  /// Escapes as the agent takes them back ("Logging commands", Azure Pipelines documentation): `%`, `;`, `]`, CR and LF; any
  /// other control character as `\u{…}`.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in WorkflowCommands.withoutMarks(text).unicodeScalars {
      switch scalar {
      case "%": result += "%AZP25"
      case ";": result += "%3B"
      case "]": result += "%5D"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result += Terminal.escaped(String(scalar))
      }
    }
    return result
  }
}
