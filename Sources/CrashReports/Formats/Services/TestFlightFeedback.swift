/// Feedback of testers in a document of App Store Connect, whose crash logs are read as the texts that they are:
///
///     {"data":[{"type":"betaFeedbackCrashSubmissions","id":"…","attributes":{"comment":"…","email":"…",…},
///               "relationships":{"crashLog":{"data":{"type":"betaCrashLogs","id":"…"}}}}],
///      "included":[{"type":"betaCrashLogs","id":"…","attributes":{"logText":"…"}}]}
///
/// The address of the tester is not read.
struct TestFlightFeedback: JSONBodyDecoder {
  var cursor: JSONCursor
  let limits: DecodingLimits
  var report = CrashReport(source: CrashReport.Source(format: ""))
  var notes: NoteList
  private(set) var submissions: [Submission] = []
  /// The identifiers of the crash logs that the document contains, in its order.
  private(set) var logs: [String] = []

  struct Submission {
    var comment: String?
    var log: String?
    var line = 1
  }

  private struct Element {
    var type: String?
    var id: String?
    var submission = Submission()
    var hasLog = false
  }

  enum Key: String, CaseIterable {
    case data, included, type, id, attributes, relationships, crashLog, comment, logText
    static let keys = JSONKeyTable<Key>()
  }

  init(_ bytes: [UInt8], limits: DecodingLimits) {
    cursor = JSONCursor(
      bytes, range: InputEncoding.markLength(bytes)..<bytes.count, line: 1, depthLimit: limits.depth)
    self.limits = limits
    notes = NoteList(limit: 1)
    readObject(Key.keys) { decoder, key in
      guard key == .data || key == .included else { return false }
      if decoder.cursor.peek() == UInt8(ascii: "{") {
        decoder.readElement()
      } else {
        decoder.readArray { decoder in decoder.readElement() }
      }
      return true
    }
  }

  private mutating func readElement() {
    guard cursor.peek() == UInt8(ascii: "{"), submissions.count < limits.reports, logs.count < limits.reports else {
      return cursor.skipValue()
    }
    var element = Element()
    element.submission.line = cursor.line
    readObject(Key.keys) { decoder, key in
      switch key {
      case .type: element.type = decoder.cursor.readNonEmpty(limit: 64)
      case .id: element.id = decoder.cursor.readNonEmpty(limit: 256)
      case .attributes:
        decoder.readObject(Key.keys) { decoder, key in
          switch key {
          case .comment:
            element.submission.line = decoder.lineOfValue()
            element.submission.comment = decoder.cursor.readNonEmpty(limit: 4096)
          case .logText:
            element.hasLog = decoder.cursor.peek() == UInt8(ascii: "\"")
            decoder.cursor.skipValue()
          default: return false
          }
          return true
        }
      case .relationships: decoder.readLog(&element.submission.log)
      default: return false
      }
      return true
    }
    if element.hasLog, let id = element.id { logs.append(id) }
    if element.type == "betaFeedbackCrashSubmissions" { submissions.append(element.submission) }
  }

  /// Reads `crashLog.data.id`.
  private mutating func readLog(_ id: inout String?) {
    var found: String?
    readObject(Key.keys) { decoder, key in
      guard key == .crashLog else { return false }
      decoder.readObject(Key.keys) { decoder, key in
        guard key == .data else { return false }
        decoder.readObject(Key.keys) { decoder, key in
          guard key == .id else { return false }
          found = decoder.cursor.readNonEmpty(limit: 256)
          return true
        }
        return true
      }
      return true
    }
    id = found
  }
}

extension ReadOutcome {
  /// Reads what a document of App Store Connect has beside its crash logs, or a crash log in which it is cut off.
  mutating func readFeedback(from bytes: [UInt8], _ limits: DecodingLimits) {
    addFeedback(from: bytes, limits)
    let head = 0..<min(bytes.count, 65_536)
    guard reports.isEmpty, let label = ByteSearch.find("\"logText\"", bytes, head) else { return }
    var cursor = JSONCursor(bytes, range: label + 9..<bytes.count, line: 1, depthLimit: 8)
    guard cursor.peek() == UInt8(ascii: ":") else { return }
    cursor.offset += 1
    let line = 1 + ByteSearch.lineBreaks(bytes, 0..<label)
    guard let text = cursor.readMessage(limit: limits.memberText) else { return }
    let embedded = EmbeddedReports.read(Array(text.utf8), line: line, limits: limits)
    guard !embedded.reports.isEmpty else { return }
    reports = embedded.reports
    faults = []
    for index in reports.indices {
      reports[index].value.source.index = index
      reports[index].value.source.byteRange = label..<bytes.count
      reports[index].value.settle()
    }
    if cursor.fault != nil, !reports[reports.count - 1].notes.contains(where: { $0.code == "truncated" }) {
      let note = Note("truncated", "The report is truncated; the document ends inside the crash log.", line: line)
      reports[reports.count - 1].notes.append(note)
    }
  }

  /// Adds the comments of testers to the reports of their crashes, if `bytes` is feedback of TestFlight.
  private mutating func addFeedback(from bytes: [UInt8], _ limits: DecodingLimits) {
    let head = 0..<min(bytes.count, 4096)
    guard !reports.isEmpty, ByteSearch.contains("\"betaFeedbackCrashSubmissions\"", bytes, head) else { return }
    let feedback = TestFlightFeedback(bytes, limits: limits)
    let isPair = feedback.submissions.count == 1 && reports.count == 1
    var positions: [String: Int] = [:]
    for (index, id) in feedback.logs.enumerated() where feedback.logs.count == reports.count { positions[id] = index }
    for submission in feedback.submissions {
      guard let comment = submission.comment else { continue }
      guard let index = isPair ? 0 : submission.log.flatMap({ positions[$0] }) else { continue }
      reports[index].value.add(.testerComment, comment, line: submission.line)
    }
  }
}
