import CrashReports
import Diagnosis
import Vocabulary

/// The member `evidence`: what patterns ask of a report and no person reads in its document. Only what there is.
struct EncodedEvidence {
  private let report: CrashReport
  private let summary: String

  init(_ assessment: Assessment) {
    report = assessment.report
    summary = assessment.summary
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      if !report.source.quotesLines { $0.member("quotesLines", false) }
      $0.present("summary", summary.isEmpty ? nil : summary)
      $0.present("eventSummary", report.eventSummary)
      $0.present("coalition", report.process?.coalition)
      $0.present("exceptionNote", report.exception?.note)
      $0.present("launchedAsWritten", report.times?.launched?.asWritten)
      if let places = report.symbolPlaces { $0.member("symbolPlaces", places) }
      Self.lines(report.lines, &$0)
      EncodedMessages(report).write(members: &$0)
    }
  }

  /// The member `lines`, in the order in which the fields are declared.
  static func lines(_ lines: [CrashReport.Field: Int], _ writer: inout JSONWriter) {
    guard !lines.isEmpty else { return }
    writer.name("lines")
    writer.object(inline: true) {
      for field in CrashReport.Field.allCases { $0.present(field.rawValue, lines[field], minimum: 1) }
    }
  }
}

/// Texts that stand with a report and are no sections of it.
struct EncodedMessages {
  private let report: CrashReport

  init(_ report: CrashReport) { self.report = report }

  func write(members writer: inout JSONWriter) {
    console("loaderMessages", report.loaderMessages, &writer)
    if !report.previewMessages.isEmpty {
      writer.name("previewMessages")
      writer.array(report.previewMessages) { writer, message in
        writer.object(inline: true) {
          $0.member("action", message.action.rawValue)
          $0.member("cause", message.cause)
          $0.present("document", message.document)
          $0.present("severity", message.severity?.rawValue)
          $0.present("objectClass", message.objectClass)
          $0.present("objectID", message.objectID)
          $0.present("line", message.line, minimum: 1)
          if message.lastLine != message.line { $0.present("lastLine", message.lastLine, minimum: 1) }
        }
      }
    }
    if !report.documentMessages.isEmpty {
      writer.name("documentMessages")
      writer.array(report.documentMessages) { writer, message in
        writer.object(inline: true) {
          $0.member("text", message.text)
          $0.present("tool", message.tool)
          $0.present("document", message.document)
          $0.present("objectID", message.objectID)
          $0.present("severity", message.severity?.rawValue)
          $0.present("line", message.line, minimum: 1)
        }
      }
    }
    console("consoleLines", report.consoleLines, &writer)
  }

  private func console(_ name: String, _ lines: [ConsoleLine], _ writer: inout JSONWriter) {
    guard !lines.isEmpty else { return }
    writer.name(name)
    writer.array(lines) { writer, line in
      writer.object(inline: true) {
        $0.member("text", line.text)
        $0.present("process", line.process)
        $0.present("pid", line.pid)
        $0.present("time", line.time)
        $0.present("line", line.line, minimum: 1)
      }
    }
  }
}
