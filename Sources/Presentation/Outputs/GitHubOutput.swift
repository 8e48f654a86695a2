import Documents
import Vocabulary

extension OutputFormat {
  /// Annotations of GitHub Actions: workflow commands, one for each report and one for each input that could not be read.
  static let github = OutputFormat(
    id: "github", title: "Annotations for GitHub Actions", isMachineReadable: true,
    openings: [
      OutputOpening("::error ", "title="),
      OutputOpening("::warning ", "title="),
      OutputOpening("::notice ", "title="),
    ],
    render: { reports, errors, style in
      Annotation.all(reports, errors, style).map { annotation in
        var properties: [(String, String)] = []
        if let file = annotation.file { properties.append(("file", file)) }
        if let line = annotation.line { properties.append(("line", String(line))) }
        properties.append(("title", annotation.title))
        let name =
          switch annotation.level {
          case .error: "error"
          case .warning: "warning"
          case .notice: "notice"
          }
        return command(name, properties, annotation.message)
      }.joined()
    })

  /// One workflow command. Escapes as the runner takes them back (`actions/toolkit`, `command.ts`): `%`, CR and LF
  /// everywhere, `:` and `,` in properties too; any other control character as `\u{…}`.
  static func command(_ name: String, _ properties: [(String, String)], _ message: String) -> String {
    let list = properties.map { $0 + "=" + encoded($1, isProperty: true) }.joined(separator: ",")
    return "::\(name) \(list)::\(encoded(message, isProperty: false))\n"
  }

  private static func encoded(_ text: String, isProperty: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
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
