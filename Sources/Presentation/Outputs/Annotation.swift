import CrashReports
import Diagnosis
import Documents

/// What a CI system shows beside a source line: one for a report, one for an input that could not be read.
struct Annotation {
  /// How a CI system marks the line.
  enum Level { case error, warning, notice }

  /// How bad it is.
  var level: Level
  /// The pattern's identifier, or a few words for what has none.
  var title: String
  /// The source file of the blamed function, as the report or its symbols spell it.
  var file: String?
  /// The line in `file`, from 1.
  var line: Int?
  /// The headline and the first step of the remedy, or what is wrong with the input; not escaped.
  var message: String

  /// The annotations of one call, reports first.
  static func all(_ reports: [PresentedReport], _ errors: [InputError], _ style: PresentationStyle) -> [Annotation] {
    reports.map { annotation($0, style) }
      + errors.map {
        Annotation(
          level: .warning, title: "unreadable input",
          message: "\($0.name): \($0.message)" + ($0.hint.map { "\n" + $0 } ?? ""))
      }
  }

  private static func annotation(_ report: PresentedReport, _ style: PresentationStyle) -> Annotation {
    guard let finding = report.findings(style).first else {
      let message = "\(report.name): \(Wording.unrecognized(report.assessment))"
      guard report.assessment.report.kind.isFailure else {
        return Annotation(level: .notice, title: "not a failure", message: message)
      }
      let blame = report.assessment.blame
      return Annotation(
        level: .warning, title: "crash not recognized", file: blame?.file, line: blame?.line, message: message)
    }
    let level: Level =
      switch finding.severity {
      case .error: .error
      case .warning: .warning
      case .note: .notice
      }
    var message = finding.statement
    if let first = finding.remedy.first {
      if message.last?.isPunctuation != true { message += "." }
      message += " " + first
    }
    return Annotation(
      level: level, title: finding.pattern, file: finding.blame?.file,
      line: finding.blame?.file == nil ? nil : finding.blame?.line, message: message)
  }
}
