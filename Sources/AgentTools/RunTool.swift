import Analysis
import Bytes
import Diagnosis
import Documents
import Foundation
import HistoryPresentation
import ModelContext
import Monitoring
import Platform
import Presentation
import Symbolication
import Vocabulary
import Workflow

extension AgentTool {
  /// Runs the command that the user named, and diagnoses what it left.
  static let run = AgentTool(
    description: .init(
      name: "run", title: "Run the permitted command and diagnose its crashes",
      meaning: """
        Runs the one command that the user permitted at the start of the server, such as the tests of the project, and \
        diagnoses the crashes that it leaves. Names the tests that started and never finished, and those in which the \
        process ended, also if the command reports success. The command cannot be chosen or changed.
        """, parameters: [], effect: .runsCommand, outputSchema: PublishedDocument.schema("diagnose-run/1")),
    records: true, needsCommand: true
  ) { _, context in
    guard let command = context.command else {
      throw ToolFault("No command is permitted. The user can name one: diagnose mcp --allow-run -- COMMAND.")
    }
    let run = try CommandRun(command, context)
    let (words, links) = words(run.outcome)
    return ToolAnswer(
      text: run.summary + AgentText.notice + "\n" + run.names + words,
      json: run.document(context).json(.compact), links: links)
  }
}

/// One run of the permitted command.
private struct CommandRun {
  private let command: AllowedCommand
  private let end: CapturedCommand.End
  let outcome: AgentContext.Outcome

  /// The maximum number of names of tests in an answer.
  private static let maxNames = 50
  /// The maximum number of lines of the output in an answer.
  private static let maxLines = 40
  /// The maximum size of the end of the output that is searched for them, in bytes.
  private static let maxEnd = 64 << 10
  /// How long reports are waited for, in seconds.
  private static let wait = 10.0

  init(_ command: AllowedCommand, _ context: AgentContext) throws {
    self.command = command
    let left = LeftReports(
      ReportDirectory.locations(context.session, .run).map {
        LeftReports.Place(
          path: $0.path, isRecursive: $0.directory.searchesSubfolders, isNamed: $0.directory.system == nil)
      })
    let bundles = ResultBundles(named: [], command: command.words.map { String(streamSafe: $0) })
    let start = Date()
    do throws(SystemError) {
      end = try CapturedCommand.run(
        command.words, seconds: command.seconds, limit: FileReader.defaultLimit, isCanceled: context.isCanceled)
    } catch {
      throw ToolFault("\(command.text): cannot be run (\(StandardStreams.reason(error))).")
    }
    if end.interruption == .cancellation { throw ToolFault("Canceled. The command was ended.") }
    var analysis = context.analysis
    (analysis.withDigest, analysis.withSignature) = (true, true)
    let preparation = context.recorder?.preparationWhileReading
    let reader = CommandReports.Reader(
      session: context.session, analysis: analysis,
      preparation: preparation ?? ReportPreparation(context.session, labels: [:]), records: preparation != nil,
      limit: FileReader.defaultLimit, start: start, wait: context.isCanceled() ? 0 : Self.wait, willWait: {})
    let found = try reader.read(
      end.output.bytes, of: command.name, faultSignal: end.state.faultSignal, left, bundles.written,
      symbols: { try context.symbols.store(context.session, isWatching: true) })
    let pairing = LogPairing(found.reports.map(\.report.assessment), logs: 0..<found.logs)
    let presenter = ReportPresenter(analysis, labels: [:], project: nil)
    var outcome = AgentContext.Outcome()
    for (index, one) in found.reports.enumerated() where pairing.covered[index] == nil {
      outcome.reports.append(presenter.present(one.report, path: one.path, context.status(of: one.report)))
    }
    outcome.errors = found.errors
    self.outcome = context.linked(outcome)
  }

  /// How the command ended.
  private var ending: String {
    if end.interruption == .time { return "timedOut" }
    return end.state.faultSignal == nil ? "exited" : "crashed"
  }

  /// What happened, in text of this program.
  var summary: String {
    let tests = end.output.tests
    var text: String
    if end.interruption == .time {
      text = "The command did not end within \(Int(command.seconds)) s and was ended."
    } else if let signal = end.state.faultSignal {
      text = "The command was ended by \(SignalName.text(signal) ?? "signal \(signal)")."
    } else {
      text = "The command exited with \(end.state.commandStatus)."
    }
    text += " \(countText(outcome.reports.count, "failure")) diagnosed."
    if tests.unfinishedCount > 0 { text += " \(countText(tests.unfinishedCount, "test")) started and never finished." }
    if !tests.crashed.isEmpty { text += " The test process ended in \(countText(tests.crashed.count, "test"))." }
    if end.continues { text += " Other processes still hold its output open; what they write is not read." }
    return text + "\n"
  }

  /// The names of tests, each marked as text of the input.
  var names: String {
    let tests = end.output.tests
    var text = ""
    for test in tests.crashed.prefix(Self.maxNames) {
      text += AgentText.quoted(test.passedLater ? "ended, passed later" : "ended in", test.name)
    }
    for test in tests.unfinished.prefix(Self.maxNames) { text += AgentText.quoted("never finished", test) }
    return text
  }

  func document(_ context: AgentContext) -> BriefDocument {
    BriefDocument(
      outcome.reports, outcome.errors, context.style, schema: "diagnose-run/1", maxReports: AgentTool.maxReports,
      details: BriefDocument.Details(quotes: PublishedDocument.runQuotes) { [self] in write(to: &$0) })
  }

  private func write(to writer: inout JSONWriter) {
    let tests = end.output.tests
    writer.member("command", command.text)
    writer.member("ending", ending)
    writer.member("exitStatus", Int(end.state.commandStatus))
    writer.name("crashedTests")
    writer.array(Array(tests.crashed.prefix(Self.maxNames))) { writer, test in
      writer.object(inline: true) {
        $0.member("test", BriefText.cut(test.name, 300))
        $0.member("passedLater", test.passedLater)
      }
    }
    writer.name("unfinishedTests")
    writer.array(Array(tests.unfinished.prefix(Self.maxNames))) { $0.text(BriefText.cut($1, 300)) }
    writer.member("unfinishedCount", tests.unfinishedCount)
    writer.name("outputEnd")
    writer.array(lines) { $0.text($1) }
  }

  /// The last lines of the output that are not empty.
  private var lines: [String] {
    let parts = end.output.bytes.suffix(Self.maxEnd).split(separator: UInt8(ascii: "\n"))
    let lines = parts.suffix(4 * Self.maxLines).map { BriefText.cut(String(streamSafe: $0), 300) }
    return Array(lines.filter { !$0.allSatisfy(\.isWhitespace) }.suffix(Self.maxLines))
  }
}
