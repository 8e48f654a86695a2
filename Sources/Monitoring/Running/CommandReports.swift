package import Analysis
import CrashReports
import Diagnosis
package import Documents
package import Foundation
import History
package import Platform
import Signatures
package import Symbolication
import Vocabulary
package import Workflow

/// What a command left: reports in its output, in files that appeared, and in bundles of test results.
package struct CommandReports {
  /// Reports in the output of the command, then those in files.
  package private(set) var reports: [(report: InputReport, path: String)] = []
  /// The number of reports in the output.
  package private(set) var logs = 0
  /// What could not be read.
  package private(set) var errors: [InputError] = []
  /// Messages that are not failures.
  package private(set) var warnings: [InputError] = []
  /// The number of reports in files that are older than the command.
  package private(set) var older = 0
  /// The names of files that were still being written.
  package private(set) var unfinished: [String] = []

  /// A command that left nothing.
  package init() {}

  /// How the reports of a command are read.
  package struct Reader {
    let session: Session
    let analysis: AnalysisOptions
    let preparation: ReportPreparation
    let records: Bool
    let limit: Int
    let start: Date
    let wait: Double
    let willWait: () -> Void

    /// - Parameters:
    ///   - records: Whether reports in the output are prepared for the history.
    ///   - limit: The maximum size of a report, in bytes.
    ///   - start: When the command was started.
    ///   - wait: How long reports are waited for, in seconds.
    ///   - willWait: Called before the first wait.
    package init(
      session: Session, analysis: AnalysisOptions, preparation: ReportPreparation, records: Bool, limit: Int,
      start: Date, wait: Double, willWait: @escaping () -> Void
    ) {
      self.session = session
      self.analysis = analysis
      self.preparation = preparation
      self.records = records
      self.limit = limit
      self.start = start
      self.wait = wait
      self.willWait = willWait
    }

    /// Reads what a command left.
    ///
    /// - Parameters:
    ///   - output: What it wrote, as far as it is analyzed.
    ///   - name: The name of the program, for people.
    ///   - faultSignal: The signal of a fault that ended it.
    ///   - left: The files that appeared.
    ///   - written: The bundles of test results that it wrote.
    ///   - symbols: Returns the symbol files for reports in files.
    package func read(
      _ output: [UInt8], of name: String, faultSignal: Int32?, _ left: LeftReports, _ written: [FilePath],
      symbols: () throws -> SymbolStore?
    ) throws -> CommandReports {
      var found = CommandReports()
      let path = "output of " + name
      if !output.isEmpty {
        let outcome = reader(analysis).outcome(output, path: path, isNamed: false)
        found.reports = outcome.reports.map { ($0, path) }
        found.logs = outcome.reports.count
      }
      guard !left.places.isEmpty || !written.isEmpty else { return found }
      var analysis = analysis
      analysis.symbolicator = try symbols().map { Symbolicator($0) }
      readFiles(left, faultSignal, analysis, &found)
      for path in written {
        guard case .outcomes(let outcomes) = reader(analysis).step(for: .testResults(path, isNamed: false)) else {
          continue
        }
        for outcome in outcomes { add(outcome, to: &found, isNamed: true) }
      }
      return found
    }

    private func reader(_ analysis: AnalysisOptions) -> InputReader {
      InputReader(limit: limit, analysis: analysis, preparation: records ? preparation : nil)
    }

    private func readFiles(
      _ left: LeftReports, _ faultSignal: Int32?, _ analysis: AnalysisOptions, _ found: inout CommandReports
    ) {
      let crashes = found.reports.reduce(0) { $0 + LogPairing.crashes(in: $1.report.assessment) }
      // A backtrace in the output is the report of the command's own crash.
      let isUnexplained = faultSignal != nil && !found.reports.contains { $0.report.assessment.report.hasStack }
      let reader = LeftReportsReader(
        left: left,
        rules: FileExamination.Rules(
          settle: min(session.settings.settle ?? 0.5, 0.5), limit: limit, analysis: analysis, preparation: preparation),
        expected: crashes > 0 ? crashes : isUnexplained ? 1 : nil, wait: wait, willWait: willWait)
      let result = reader.read()
      for (outcome, place) in result.outcomes { add(outcome, to: &found, isNamed: place.isNamed) }
      found.unfinished = result.unfinished
    }

    private func add(_ outcome: InputOutcome, to found: inout CommandReports, isNamed: Bool) {
      for report in outcome.reports {
        if !isNamed, isOlder(report.assessment.report) {
          found.older += 1
          continue
        }
        let isKnown = found.reports.dropFirst(found.logs).contains { other in
          if let digest = report.analysis.digest, digest == other.report.analysis.digest { return true }
          guard let incident = report.assessment.report.incident, IncidentIdentifier.identifies(incident) else {
            return false
          }
          return incident == other.report.assessment.report.incident
            && occurrence(of: report).isSame(as: occurrence(of: other.report))
        }
        if !isKnown { found.reports.append((report, outcome.path)) }
      }
      found.errors += outcome.errors
      found.warnings += outcome.warnings
    }

    private func occurrence(of report: InputReport) -> Occurrence {
      let facts = report.assessment.report
      return Occurrence(
        process: facts.process?.name, pid: facts.process?.pid,
        seconds: ReportRecord.time(of: facts.times?.crashed)?.seconds,
        key: Signature.number(ofKey: report.signature(session.settings.imageRules).key(.default)))
    }

    /// A report of an older crash, which another process moved or synced while the command ran, is not of this command.
    /// Clocks of devices may be wrong by this time, in seconds.
    private static let clockTolerance = 60.0

    private func isOlder(_ report: CrashReport) -> Bool {
      guard let text = report.times?.crashed?.rfc3339, let time = Timestamp(rfc3339: text) else { return false }
      return Double(time.seconds) < start.timeIntervalSince1970 - Self.clockTolerance
    }
  }
}

extension CrashReport {
  /// Whether the crashed thread has frames.
  fileprivate var hasStack: Bool { crashedThread?.frames.isEmpty == false }
}
