import ArgumentParser
import Conversion
import Documents
import Exports
import Foundation
import History
import HistoryPresentation
import Presentation
import Redaction
import Vocabulary
import Workflow

/// Writes the history as lines.
struct DatabaseExportCommand: Subcommand {
  enum Format: String, ExpressibleByArgument, CaseIterable { case jsonl, csv, otlp }

  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export the history as lines of JSON, CSV or OTLP.",
    discussion: """
      Reads the history and writes lines to standard output. If the history is damaged, writes what can be read and \
      reports what cannot.

      Counts of pruned reports are not exported; their number is printed to standard error. With filters, only the \
      matching reports and the states of their issues are exported, and no runs. OTLP has reports only: one request \
      on each line, for a collector of OpenTelemetry.

      Exit status: 0 when done; 3 if part of a damaged history could not be read; 64 if no report has the value of a \
      filter.

      Examples:
        diagnose database export > history.jsonl
        diagnose database export --format csv --redact > history.csv
        diagnose database export --app Courier --build 560 > build-560.jsonl
      """)

  @Option(
    name: [.short, .long],
    help: "Select the format: jsonl (for import), csv (one row per report) or otlp (OpenTelemetry).")
  var format: Format = .jsonl

  @Flag(help: "Replace names of users, homes, hosts, addresses and tokens with consistent placeholders.")
  var redact = false

  @OptionGroup(title: TermOptions.title) var filters: TermOptions
  @OptionGroup(title: "History options") var history: HistoryOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    _ = try OutputCheck(keeping: ProtectedFiles(session, history: history.selection))
    let store = try history.selection.open(session, access: .read)
    var writer = ExportWriter(
      redactor: try redact ? session.redactor(of: store) : nil,
      patterns: store.rules.patterns)
    var (unread, withoutStack) = (0, 0)
    do {
      let terms = try filters.terms(knownIn: store)
      if redact {
        // A name that only the last report reveals is replaced in the first one, too.
        let progress = ProgressLine("read", total: (try? store.count()) ?? 0)
        defer { progress.finish() }
        _ = try read(
          store, terms, progress, report: { writer.learn($0) }, events: { writer.learn($0) }, runs: { writer.learn($0) }
        )
      }
      try StandardStreams.output(header(writer))
      let progress = ProgressLine("export", total: (try? store.count()) ?? 0)
      defer { progress.finish() }
      unread = try read(
        store, terms, progress,
        report: {
          let line = line(of: $0, &writer)
          if line.isEmpty { withoutStack += 1 }
          try write(line, &writer)
        },
        events: { if format == .jsonl { try write(writer.line($0), &writer) } },
        runs: { if format == .jsonl { try write(writer.line($0), &writer) } })
    } catch let error as HistoryError { throw CommandFault(error) }
    let pruned = (try? store.prunedCount()) ?? 0
    store.close()
    if pruned > 0 {
      Console.writeMessage(
        "\(countText(pruned, "counted report")) not exported: the reports were pruned, and only their counts remain")
    }
    if withoutStack > 0 {
      Console.writeMessage("\(countText(withoutStack, "report")) not exported: OTLP has no form for what they contain")
    }
    guard unread > 0 else { return .done }
    Console.writeMessage("the history is damaged: \(unread) parts of it could not be read")
    return .partlyDone
  }

  /// What precedes the reports.
  private func header(_ writer: ExportWriter) -> [UInt8] {
    switch format {
    case .jsonl: writer.header()
    case .csv: ExportTable.header
    case .otlp: []
    }
  }

  /// Returns the line of a report; empty if the format cannot represent it.
  private func line(of report: ExportedReport, _ writer: inout ExportWriter) -> [UInt8] {
    switch format {
    case .jsonl: writer.line(report)
    case .csv: writer.row(report)
    case .otlp: ConversionTarget.openTelemetry.bytes(of: [writer.presented(report)])
    }
  }

  /// Reads everything that is exported. Returns the number of parts that could not be read.
  private func read(
    _ store: HistoryStore, _ terms: [FilterTerm], _ progress: ProgressLine, report: (ExportedReport) throws -> Void,
    events: ([ExportedEvent]) throws -> Void, runs: ([BuildRuns]) throws -> Void
  ) throws -> Int {
    var unread = 0
    let selection = try store.selection(terms)
    var next: Int64? = 0
    while let row = next {
      let page = try store.readableRecords(after: row, limit: 200, matching: selection)
      unread += page.unread
      for record in page.records { try report(ExportedReport(record)) }
      progress.advance(by: page.records.count)
      next = page.next
    }
    // Damage in the table of events or runs does not stop the export of reports.
    do {
      let keys = terms.isEmpty ? nil : try store.keysOfIssues(matching: selection)
      try store.events { page in
        let page = page.filter { $0.what != .regressed && keys?.contains($0.issue) ?? true }.map(ExportedEvent.init)
        if !page.isEmpty { try events(page) }
      }
      if terms.isEmpty { try store.runs { try runs($0) } }
    } catch let error as HistoryError where error.code == .damaged { unread += format == .jsonl ? 1 : 0 }
    return unread
  }

  /// Writes a line after it was searched again.
  private func write(_ line: [UInt8], _ writer: inout ExportWriter) throws {
    let checked: [UInt8]
    do throws(ReportScrubber.Leak) { checked = try writer.verified(line) } catch {
      throw CommandFault(
        .nothingDone,
        "the export stopped, because a line would still contain "
          + (error.count == 1 ? "a name" : "\(error.count) names"),
        hint: "Do not use what was written. To replace a word everywhere, add it to scrub.names in the configuration.")
    }
    try StandardStreams.output(checked)
  }
}
