import Bytes
package import Analysis
import CrashReports
import Diagnosis
import Documents
import Foundation
import History
import HistoryPresentation
package import ModelContext
import Platform
import Presentation
import Signatures
import Symbolication
import Vocabulary
package import Workflow

/// What the tools of an agent share: settings, readable folders, the history, and the reports of recent calls. All calls
/// come from one thread.
package final class AgentContext {
  let session: Session
  let access: FolderAccess
  let analysis: AnalysisOptions
  /// The command that the tool `run` may run; `nil` if the user named none.
  package let command: AllowedCommand?
  let symbols: SymbolSelection
  private let history: HistorySelection
  private let isHistoryOff: Bool
  /// Records the reports; `nil` if nothing is recorded.
  let recorder: Recorder?
  /// Returns whether the current call is canceled.
  let isCanceled: @Sendable () -> Bool
  /// The latest reports, the newest last.
  private var recent: [(id: String, report: PresentedReport)] = []

  private static let maxRecent = 32
  private static let maxReports = 200

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - recorder: Records the reports; `nil` if nothing is recorded.
  ///   - command: The command that the user permits; `nil` for none.
  ///   - isCanceled: Returns whether the current call is canceled.
  package init(
    _ session: Session, _ access: FolderAccess, _ analysis: AnalysisOptions, _ symbols: SymbolSelection,
    _ recording: RecordingSelection, recorder: Recorder?, command: AllowedCommand? = nil,
    isCanceled: @escaping @Sendable () -> Bool
  ) {
    self.session = session
    self.command = command
    self.access = access
    self.analysis = analysis
    self.symbols = symbols
    history = recording.history
    isHistoryOff = recording.isOff(session)
    self.recorder = recorder
    self.isCanceled = isCanceled
  }

  // MARK: Reports

  /// The reports of an input, and the parts that could not be read.
  struct Outcome {
    var reports: [PresentedReport] = []
    var errors: [InputError] = []
  }

  /// Analyzes the file or text of a call.
  func outcome(_ arguments: ToolArguments) throws -> Outcome {
    switch (arguments.text("path"), arguments.text("text")) {
    case (let path?, nil): return try outcome(path: path, symbols: arguments.texts("symbols"))
    case (nil, let text?): return try outcome(text: text, symbols: arguments.texts("symbols"))
    default: throw ToolFault("Pass either 'path' or 'text'.")
    }
  }

  private func outcome(path: String, symbols named: [String]) throws -> Outcome {
    let path = try access.path(path)
    let (list, symbolInputs) = try SymbolInputs.separated([path], recursive: true)
    let reader = try reader(named, symbolInputs)
    var outcome = Outcome()
    try reader.forEach(list, jobs: 1) { one in
      add(one, to: &outcome)
      return outcome.reports.count < Self.maxReports && !isCanceled()
    }
    return linked(outcome)
  }

  /// Analyzes files that were found in folders of reports, each in the scope of its path.
  func outcome(files: [FilePath]) throws -> Outcome {
    let reader = try reader([], SymbolInputs())
    var outcome = Outcome()
    try reader.forEach(InputList(files, recursive: false), jobs: 1) { one in
      add(one, to: &outcome)
      return outcome.reports.count < Self.maxReports && !isCanceled()
    }
    return linked(outcome)
  }

  private func outcome(text: String, symbols named: [String]) throws -> Outcome {
    let reader = try reader(named, SymbolInputs())
    var outcome = Outcome()
    add(reader.outcome(Array(text.utf8), path: "-", isNamed: true), to: &outcome)
    return linked(outcome)
  }

  private func reader(_ named: [String], _ inputs: SymbolInputs) throws -> InputReader {
    var inputs = inputs
    for path in named { inputs.symbolFiles.append(try access.path(path)) }
    // A dSYM is searched only next to reports that may be read.
    inputs.reports = inputs.reports.map { $0.within(access.scope) }
    var analysis = analysis
    analysis.symbolicator = try symbols.store(session, for: inputs, scope: access.scope).map { Symbolicator($0) }
    analysis.withDigest = true
    analysis.withSignature = true
    return InputReader(
      limit: FileReader.defaultLimit, analysis: analysis, preparation: recorder?.preparationWhileReading,
      isCanceled: isCanceled)
  }

  private func add(_ one: InputOutcome, to outcome: inout Outcome) {
    let presenter = ReportPresenter(analysis, labels: [:], project: nil)
    for report in one.reports {
      outcome.reports.append(presenter.present(report, path: one.path, status(of: report)))
    }
    outcome.errors += one.errors
  }

  /// Adds what explains other reports, and remembers the reports.
  func linked(_ outcome: Outcome) -> Outcome {
    var outcome = outcome
    outcome.reports.linkRelatedReports()
    for report in outcome.reports.suffix(Self.maxRecent) { remember(report) }
    return outcome
  }

  /// Records a report, or reads whether its issue was seen before.
  func status(of report: InputReport) -> IssueStatus {
    if let recorder { return recorder.record(report) }
    let key = report.signature(session.settings.imageRules).key(.default)
    guard !isHistoryOff, let store = try? open() else { return IssueStatus(status: .notRecorded, issue: key) }
    defer { store.close() }
    guard let issue = try? store.issue(key) else {
      var any = HistoryFilter()
      any.limit = 1
      // An empty history does not prove that a failure is new.
      return IssueStatus(status: (try? store.issues(any).isEmpty) == false ? .new : .notRecorded, issue: key)
    }
    var status = IssueStatus(status: .known, issue: issue.id)
    status.count = issue.count
    status.firstSeen = issue.firstSeen.rfc3339
    status.lastSeen = issue.lastSeen.rfc3339
    status.firstBuild = issue.firstBuild
    status.lastBuild = issue.lastBuild
    status.state = issue.state
    return status
  }

  // MARK: Recent reports

  /// Returns the ID under which the details of a report can be read.
  static func id(of report: PresentedReport) -> String? {
    let digits = report.digest.dropFirst("sha256:".count).prefix(12)
    return digits.isEmpty ? nil : String(digits)
  }

  private func remember(_ report: PresentedReport) {
    guard let id = Self.id(of: report) else { return }
    recent.removeAll { $0.id == id }
    recent.append((id, report))
    if recent.count > Self.maxRecent { recent.removeFirst() }
  }

  /// The style of texts.
  var style: PresentationStyle { PresentationStyle(ascii: false, width: 100) }

  // MARK: History

  /// Opens the history for reading.
  func open() throws -> HistoryStore {
    guard !isHistoryOff else { throw ToolFault("The history is turned off (--no-database).") }
    return try history.open(session, access: .read)
  }

  /// Opens the history for reading, for the duration of a call.
  func reading<Result>(_ body: (HistoryStore) throws -> Result) throws -> Result {
    let store = try open()
    defer { store.close() }
    do { return try body(store) } catch let error as HistoryError { throw CommandFault(error) }
  }

  // MARK: Resources

  /// The resources: recent reports, and by template everything that has an ID.
  package var resources: ServedResources {
    ServedResources(
      templates: AgentResource.catalog.map {
        ServedResources.Entry(uri: "diagnose://\($0.kind)/{\($0.variable)}", name: $0.kind, meaning: $0.meaning)
      },
      list: { [self] in
        recent.reversed().map { id, report in
          ServedResources.Entry(
            uri: "diagnose://report/" + id, name: "report " + id,
            meaning: "The diagnosis of a report that was analyzed in this session.")
        }
      },
      read: { [self] (uri) throws(ToolFault) in
        for resource in AgentResource.catalog {
          let start = "diagnose://\(resource.kind)/"
          guard uri.hasPrefix(start), uri.utf8.count <= 300 else { continue }
          let id = (String(uri.dropFirst(start.count)).removingPercentEncoding ?? "").streamSafe
          do { return try resource.read(id, self) } catch { throw fault(error) }
        }
        return nil
      })
  }

  /// Returns a report of this session; `nil` if there is none with this ID.
  func recentReport(_ id: String) -> PresentedReport? { recent.last { $0.id == id }?.report }

  // MARK: Faults

  /// Returns an error as a sentence for the model.
  func fault(_ error: any Error) -> ToolFault {
    if let fault = error as? ToolFault { return fault }
    if let fault = error as? CommandFault {
      let words = [fault.message, fault.hint].compactMap { $0 }.joined(separator: ". ")
      return ToolFault(BriefText.cut(words.isEmpty ? "The call failed." : words, 600))
    }
    return ToolFault("The call failed: " + BriefText.cut("\(error)", 300))
  }
}
