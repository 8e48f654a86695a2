import Documents
import Vocabulary

extension OutputFormat {
  /// Issues of Azure Pipelines: a `task.logissue` logging command for each report and each input that could not be read.
  static let azure = OutputFormat(
    id: "azure", title: "Issues for Azure Pipelines", isMachineReadable: true,
    openings: [OutputOpening("##vso[task.logissue type=", ";code=")],
    render: { reports, errors, style in
      Annotation.all(reports, errors, style).map { annotation in
        // Azure Pipelines knows errors and warnings only.
        var properties = "type=" + (annotation.level == .error ? "error" : "warning") + ";"
        if let file = annotation.file { properties += "sourcepath=\(escaped(file));" }
        if let line = annotation.line { properties += "linenumber=\(line);" }
        properties += "code=\(escaped(annotation.title));"
        return "##vso[task.logissue \(properties)]\(escaped(annotation.message))\n"
      }.joined()
    })

  /// Escapes as the agent takes them back ("Logging commands", Azure Pipelines documentation): `%`, `;`, `]`, CR and LF; any
  /// other control character as `\u{…}`.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
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
