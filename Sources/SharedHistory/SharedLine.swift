internal import CrashReports
internal import Exports
internal import History
internal import Redaction
internal import Signatures
internal import Vocabulary

/// The lines of the column `record.line`: those of an export, with one report, event or build of runs each.
struct SharedLine {
  private var writer: ExportWriter
  /// The encoded inputs of signatures: many reports share one.
  private var inputs: [SignatureInput: String] = [:]
  /// The state up to which the names of the history are known.
  private var lastNames: Int64 = 0

  init(_ rules: HistoryRules, _ redactor: Redactor?) {
    writer = ExportWriter(redactor: redactor, patterns: rules.patterns)
  }

  /// Collects the names in records that will be sent, so that one that appears late is replaced everywhere, and those that
  /// the history learned from its reports: a record does not contain all that teaches a name.
  mutating func learn(_ unsent: [UnsentRecord], of store: HistoryStore) throws(HistoryError) {
    // Names are stored with their reports, so those of all records that were read are there.
    let names = try store.privateNames(after: lastNames)
    lastNames = names.last
    writer.know(names.lines)
    for one in unsent { one.record.map { learn($0) } }
  }

  private mutating func learn(_ record: SharedRecord) {
    switch record {
    case .report(let report): writer.learn(ExportedReport(report))
    case .event(let event): writer.learn([ExportedEvent(event)])
    case .runs(let runs): writer.learn([runs])
    }
  }

  /// Returns the line of a record, without a line break; `nil` if personal data would remain in it.
  mutating func line(_ record: SharedRecord) -> [UInt8]? {
    let line =
      switch record {
      case .report(let report): writer.line(ExportedReport(report, signatureInput: encoded(report.signatureInput)))
      case .event(let event): writer.line([ExportedEvent(event)])
      case .runs(let runs): writer.line([runs])
      }
    guard var checked = try? writer.verified(line) else { return nil }
    while checked.last == 0x0A { checked.removeLast() }
    return checked
  }

  private mutating func encoded(_ input: SignatureInput) -> String {
    if let known = inputs[input] { return known }
    if inputs.count >= Self.maxInputs { inputs = [:] }
    let text = input.encoded
    inputs[input] = text
    return text
  }

  /// Most encoded inputs have about 2 KB.
  private static let maxInputs = 1_000

  /// What a line from the server contains.
  enum Content {
    case record(SharedRecord)
    /// A kind of record that only a later version knows.
    case later
    /// Not a record.
    case damaged
  }

  /// - Parameter now: The time of a report without a time of arrival, which no sender omits.
  static func read(_ line: [UInt8], now: Timestamp) -> Content {
    var content = Content.damaged
    var reader = ExportReader()
    func take(_ record: ExportRecord, _ line: Int) {
      switch record {
      case .report(let report): content = .record(.report(report.record(now: now, program: "")))
      case .event(let event): content = IssueEvent(event).map { .record(.event($0)) } ?? .later
      case .runs(let runs): content = runs.owner == nil ? .damaged : .record(.runs(runs))
      case .header: break
      case .fault(let fault): content = fault.code == .unsupportedFormat ? .later : .damaged
      }
    }
    reader.read(line + [0x0A], take)
    reader.finish(take)
    return content
  }
}
