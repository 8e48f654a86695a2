import Analysis
import Archives
import CrashReports
import Diagnosis
import Documents
import History
import Redaction
import Vocabulary

/// Converts an analyzed report into the record that the history stores. Runs on the thread that analyzed the report, so
/// that the writing thread only writes.
package struct ReportPreparation: Sendable {
  private let session: Session
  private let labels: [String: String]
  private let preparer: RecordPreparer

  /// Prepares records with these labels, for the rules of the session's settings.
  package init(_ session: Session, labels: [String: String]) {
    self.session = session
    self.labels = labels
    preparer = RecordPreparer(session.settings.historyRules)
  }

  /// Prepares the records of all reports of an input.
  ///
  /// A text that is not the record of an event is diagnosed but not recorded. A report without a digest is also not
  /// recorded.
  ///
  /// - Parameter input: The bytes that the reports were read from.
  package func prepare(_ reports: inout [InputReport], path: String, input: [UInt8]) {
    guard reports.contains(where: { $0.notARecord == nil && $0.analysis.digest != nil }) else { return }
    let names = names(in: reports, path: path, input)
    for index in reports.indices {
      reports[index].prepared = prepared(reports[index], path: path, input: input, names)
    }
  }

  /// Returns what redaction would remove from the input everywhere: most of what teaches a name is not stored.
  private func names(in reports: [InputReport], path: String, _ input: [UInt8]) -> PrivateNames? {
    var redactor = Redactor(names: session.storedPrivateNames, accounts: session.accounts)
    for report in reports { redactor.spareCode(of: report.assessment.report) }
    redactor.collect(from: InputText.utf8(input))
    let member = reports.first?.member
    redactor.learn(from: Array(session.absolute(InputName.text(path, member)).utf8))
    redactor.learn(from: Array(labels.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)\n" }.joined().utf8))
    return PrivateNames(lines: redactor.learnedNames)
  }

  private func prepared(
    _ report: InputReport, path: String, input: [UInt8], _ names: PrivateNames?
  ) -> PreparedRecord? {
    guard report.notARecord == nil, let digest = report.analysis.digest else { return nil }
    let raw = session.settings.keepsRaw == true ? Zlib.deflated(Array(report.analysis.bytes(of: input))) : nil
    let recording = Recording(
      assessment: report.assessment, digest: digest, path: session.scrubbed(InputName.text(path, report.member)),
      labels: labels, evidence: StoredEvidence.encode(report.assessment), raw: raw)
    return preparer.prepare(ReportRecord(recording, now: session.now, program: session.program), names: names)
  }
}
