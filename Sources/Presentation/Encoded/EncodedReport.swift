import Bytes
import CrashReports
import Diagnosis
import History
import Signatures
import Vocabulary

/// One element of `reports`.
struct EncodedReport {
  private let presented: PresentedReport
  private let report: CrashReport
  private let style: PresentationStyle
  private let isComplete: Bool
  private let stored: StoredFacts?

  /// - Parameters:
  ///   - isComplete: Whether to write what patterns ask for and people do not, as `evidence`.
  ///   - stored: What the history adds of a report that it exports.
  init(
    _ presented: PresentedReport, _ style: PresentationStyle, isComplete: Bool = false, stored: StoredFacts? = nil
  ) {
    self.presented = presented
    self.report = presented.assessment.report
    self.style = style
    self.isComplete = isComplete
    self.stored = stored
  }

  func write(to writer: inout JSONWriter) {
    let cutBefore = writer.cutTexts
    let replacedBefore = writer.replacedCharacters
    writer.object {
      $0.member("id", presented.id)
      $0.name("source")
      source(&$0)
      $0.member("kind", report.kind.rawValue)
      $0.member("incident", report.incident)
      $0.name("process")
      process(&$0)
      $0.name("host")
      host(&$0)
      $0.name("times")
      times(&$0)
      $0.name("exception")
      exception(&$0)
      $0.name("termination")
      termination(&$0)
      if !report.details.isEmpty {
        $0.name("details")
        EncodedDetails(report.details).write(to: &$0)
      }
      $0.name("applicationSpecificInformation")
      $0.array(report.applicationSpecificInformation) { writer, message in
        writer.object(inline: true) {
          $0.member("image", message.image)
          $0.member("text", message.text)
          $0.member("line", message.line, minimum: 1)
        }
      }
      $0.name("threads")
      $0.array(report.threads) { EncodedThread($1, isComplete: isComplete).write(to: &$0) }
      $0.name("lastExceptionBacktrace")
      $0.array(report.lastExceptionBacktrace) { EncodedFrame($1, isComplete: isComplete).write(to: &$0) }
      $0.name("applicationSpecificBacktraces")
      $0.array(report.applicationSpecificBacktraces) { writer, frames in
        writer.array(frames) { EncodedFrame($1, isComplete: isComplete).write(to: &$0) }
      }
      $0.name("images")
      $0.array(report.images.map { Array($0.enumerated()) }) { writer, image in
        EncodedImage(image.element, report.imageSymbols[image.offset], isComplete: isComplete).write(to: &writer)
      }
      $0.name("signature")
      signature(&$0)
      $0.name("findings")
      $0.array(presented.findings(style)) { EncodedFinding($1, isComplete: isComplete || stored != nil).write(to: &$0) }
      if let explanation = presented.explanation {
        $0.name("explainedBy")
        $0.object(inline: true) {
          $0.member("path", explanation.input)
          $0.member("index", explanation.index, minimum: 0)
          $0.member("symptom", explanation.symptom)
          $0.member("pattern", explanation.cause)
          $0.member("confidence", explanation.confidence.rawValue)
        }
      }
      $0.name("history")
      history(&$0)
      $0.name("labels")
      labels(&$0)
      $0.name("notes")
      $0.array(presented.assessment.notes + lossNotes($0, cutBefore, replacedBefore)) { writer, note in
        writer.object(inline: true) {
          $0.member("code", note.code)
          $0.member("text", note.text)
          $0.member("line", note.line, minimum: 1)
          $0.member("quotation", note.quotation)
        }
      }
      if isComplete {
        $0.name("evidence")
        EncodedEvidence(presented.assessment).write(to: &$0)
      }
      if let stored {
        $0.name("stored")
        EncodedStoredFacts(stored).write(to: &$0)
      }
    }
  }

  /// What the writer had to change in the sections before the notes.
  private func lossNotes(_ writer: JSONWriter, _ cutBefore: Int, _ replacedBefore: Int) -> [Note] {
    var notes: [Note] = []
    let cut = writer.cutTexts - cutBefore
    if cut > 0 { notes.append(Note("text-cut", "Texts of this report cut after 64 KiB in this document: \(cut).")) }
    let replaced = writer.replacedCharacters - replacedBefore
    if replaced > 0 {
      notes.append(Note("noncharacter", "Noncharacters replaced by U+FFFD in this document: \(replaced)."))
    }
    return notes
  }

  private func source(_ writer: inout JSONWriter) {
    let source = report.source
    writer.object {
      $0.member("path", presented.path)
      $0.member("format", source.format)
      $0.member("bugType", source.bugType)
      $0.member("digest", Self.isDigest(presented.digest) ? presented.digest : nil)
      $0.member("index", source.index, minimum: 0)
      $0.member("member", presented.member)
      $0.member("firstLine", source.firstLine, minimum: 1)
      $0.member("lastLine", source.lastLine, minimum: 1)
    }
  }

  private func process(_ writer: inout JSONWriter) {
    guard let process = report.process else { return writer.null() }
    writer.object {
      $0.member("name", process.name)
      $0.member("pid", process.pid)
      $0.member("path", process.path)
      $0.member("bundleID", process.bundleID)
      $0.member("version", process.version)
      $0.member("build", process.build)
      $0.member("role", process.role)
      $0.name("parent")
      reference(&$0, process.parent)
      $0.name("responsible")
      reference(&$0, process.responsible)
    }
  }

  private func reference(_ writer: inout JSONWriter, _ process: CrashReport.ProcessReference?) {
    guard let process else { return writer.null() }
    writer.object(inline: true) {
      $0.member("name", process.name)
      $0.member("pid", process.pid)
    }
  }

  private func host(_ writer: inout JSONWriter) {
    let host = report.host
    writer.object {
      $0.member("os", host.os)
      $0.member("osBuild", host.osBuild)
      $0.member("device", host.device)
      $0.member("architecture", host.architecture)
      $0.member("isSimulator", host.isSimulator)
      $0.member("simulatedRuntime", host.simulatedRuntime)
      $0.member("isTranslated", host.isTranslated)
    }
  }

  private func times(_ writer: inout JSONWriter) {
    guard let times = report.times else { return writer.null() }
    writer.object {
      $0.member("crashed", times.crashed?.rfc3339.flatMap(Timestamp.valid))
      $0.member("launched", times.launched?.rfc3339.flatMap(Timestamp.valid))
      $0.member("crashedAsWritten", times.crashed?.asWritten)
      $0.member("uptimeSeconds", times.uptimeSeconds, minimum: 0)
    }
  }

  private func exception(_ writer: inout JSONWriter) {
    guard let exception = report.exception else { return writer.null() }
    writer.object {
      $0.member("type", exception.type)
      $0.member("signal", exception.signal)
      $0.name("codes")
      $0.array(exception.codes, inline: true) { $0.addressValue($1) }
      $0.member("codesText", exception.codesText)
      $0.member("subtype", exception.subtype)
      $0.member("message", exception.message)
      $0.member("name", exception.name)
      $0.member("reason", exception.reason)
      $0.address("faultAddress", exception.faultAddress?.value)
      $0.member("region", exception.region)
    }
  }

  private func termination(_ writer: inout JSONWriter) {
    guard let termination = report.termination else { return writer.null() }
    writer.object {
      $0.member("namespace", termination.namespace)
      $0.member("code", termination.code)
      $0.address("codeHex", termination.code)
      $0.member("indicator", termination.indicator)
      $0.member("reasons", termination.reasons)
      $0.member("details", termination.details)
      $0.name("byProcess")
      reference(&$0, termination.byProcess)
    }
  }

  private func signature(_ writer: inout JSONWriter) {
    guard let signature = presented.signature else { return writer.null() }
    writer.object {
      $0.member("version", signature.version)
      $0.member("strict", signature.key(.strict))
      $0.member("default", signature.key(.default))
      $0.member("coarse", signature.key(.coarse))
      $0.member("title", signature.title)
      $0.member("kind", signature.kind)
      $0.member("confidence", signature.confidence.rawValue)
      $0.member("provisional", signature.isProvisional)
    }
  }

  private func history(_ writer: inout JSONWriter) {
    let standing = presented.history ?? HistoryStanding(status: .notRecorded)
    writer.object {
      $0.member("status", standing.status.rawValue)
      $0.member("issue", standing.issue)
      $0.member("firstSeen", standing.firstSeen.flatMap(Timestamp.valid))
      $0.member("lastSeen", standing.lastSeen.flatMap(Timestamp.valid))
      $0.member("count", standing.count, minimum: 0)
    }
  }

  private func labels(_ writer: inout JSONWriter) {
    writer.object {
      for (name, value) in presented.labels.sorted(by: { $0.key < $1.key }) { $0.member(name, value) }
    }
  }

  /// True for `sha256:` and 64 lower-case hexadecimal digits.
  private static func isDigest(_ text: String) -> Bool {
    guard text.hasPrefix("sha256:"), text.utf8.count == 71 else { return false }
    return text.utf8.dropFirst(7).allSatisfy { $0.isDigit || (0x61...0x66).contains($0) }
  }
}
