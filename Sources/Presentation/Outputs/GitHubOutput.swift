import CrashReports
import Diagnosis
import Documents
import Vocabulary

extension OutputFormat {
  /// GitHub Actions annotations: one workflow command per report, and one per unreadable input.
  static let github = OutputFormat(
    id: "github", title: "Annotations for GitHub Actions", isMachineReadable: true,
    render: { reports, errors, style in
      var text = ""
      for report in reports { text += annotation(report, style) }
      for error in errors {
        text += command(
          "warning", [("title", "input not readable")],
          "\(error.name): \(error.message)" + (error.hint.map { "\n" + $0 } ?? ""))
      }
      return text
    })

  private static func annotation(_ report: PresentedReport, _ style: PresentationStyle) -> String {
    guard let finding = report.findings(style).first else {
      let blame = report.assessment.blame
      guard report.assessment.report.kind.isFailure else {
        return command(
          "notice", [("title", "no failure")], "\(report.name): \(Wording.unrecognized(report.assessment))")
      }
      return command(
        "warning", properties(blame, title: "crash not recognized"),
        "\(report.name): \(Wording.unrecognized(report.assessment))")
    }
    let level =
      switch finding.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    var message = finding.statement
    if let first = finding.remedy.first {
      if message.last?.isPunctuation != true { message += "." }
      message += " " + first
    }
    return command(level, properties(finding.blame, title: finding.pattern), message)
  }

  private static func properties(_ blame: Blame?, title: String) -> [(String, String)] {
    var properties: [(String, String)] = []
    if let file = blame?.file {
      properties.append(("file", file))
      if let line = blame?.line { properties.append(("line", String(line))) }
    }
    properties.append(("title", title))
    return properties
  }

  /// Returns a workflow command. Escapes what the runner unescapes (`actions/toolkit`, `command.ts`): `%`, CR and LF
  /// everywhere, `:` and `,` also in properties. Other control characters become `\u{…}`.
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
