import CrashReports
import Diagnosis
import Signatures
import Vocabulary

extension CrashReport.ApplicationMessage: DocumentObject {
  static var blank: Self { .init(text: "") }

  static func visit(_ message: inout Self, _ members: inout some MemberVisitor) {
    members.member("image", &message.image, .text)
    members.member("text", &message.text, .text, else: "")
    members.member("line", &message.line, .line)
  }
}

extension Note: DocumentObject {
  static var blank: Self { .init("", "") }

  static func visit(_ note: inout Self, _ members: inout some MemberVisitor) {
    members.member("code", &note.code, .text, else: "")
    members.member("text", &note.text, .text, else: "")
    members.member("line", &note.line, .line)
    members.member("quotation", &note.quotation, .text)
  }
}

/// An unknown line is 0, which is not a line of any input.
extension ConsoleLine: DocumentObject {
  static var blank: Self { .init(text: "", line: 0) }

  static func visit(_ line: inout Self, _ members: inout some MemberVisitor) {
    members.member("text", &line.text, .text, else: "")
    members.member("process", &line.process, .text, .known)
    members.member("pid", &line.pid, .number, .known)
    members.member("time", &line.time, .text, .known)
    members.member("line", &line.line, .line, else: 0, .known)
    members.member("isMention", &line.isMention, .flag, else: false, .when(line.isMention))
  }
}

extension PreviewMessage: DocumentObject {
  static var blank: Self { .init(action: .other, cause: "", line: 0) }

  static func visit(_ message: inout Self, _ members: inout some MemberVisitor) {
    members.member("action", &message.action, WordForm(), else: .other)
    members.member("cause", &message.cause, .text, else: "")
    members.member("document", &message.document, .text, .known)
    members.member("severity", &message.severity, WordForm(), .known)
    members.member("objectClass", &message.objectClass, .text, .known)
    members.member("objectID", &message.objectID, .text, .known)
    members.member("line", &message.line, .line, else: 0, .known)
    members.member("lastLine", &message.lastLine, .line, else: 0, .when(message.lastLine != message.line))
  }

  mutating func finishReading() {
    if lastLine == 0 { lastLine = line }
  }
}

extension CanvasLine: DocumentObject {
  static var blank: Self { .init(text: "", line: 0) }

  static func visit(_ line: inout Self, _ members: inout some MemberVisitor) {
    members.member("text", &line.text, .text, else: "")
    members.member("error", &line.error, .number, else: 0)
    members.member("depth", &line.depth, .number, else: 0, .when(line.depth != 0))
    members.member("line", &line.line, .line, else: 0, .known)
  }
}

extension DocumentMessage: DocumentObject {
  static var blank: Self { .init(text: "", line: 0) }

  static func visit(_ message: inout Self, _ members: inout some MemberVisitor) {
    members.member("text", &message.text, .text, else: "")
    members.member("tool", &message.tool, .text, .known)
    members.member("document", &message.document, .text, .known)
    members.member("objectID", &message.objectID, .text, .known)
    members.member("severity", &message.severity, WordForm(), .known)
    members.member("line", &message.line, .line, else: 0, .known)
  }
}

// MARK: - Forms of one member each

/// The notes, and notes about what the writer changed in the preceding sections.
struct NotesForm: ValueForm {
  func write(_ value: [Note], to output: inout MemberWriter) {
    ArrayForm.rows().write(value + output.losses, to: &output)
  }

  func read(from input: inout MemberReader) -> [Note]? { ArrayForm(ObjectForm()).read(from: &input) }
}

/// The lines of fields in the input, in the order in which the fields are declared.
struct LinesForm: ValueForm {
  func write(_ value: [CrashReport.Field: Int], to output: inout MemberWriter) {
    output.json.begin("{", inline: true)
    for field in CrashReport.Field.allCases { output.json.present(field.rawValue, value[field], minimum: 1) }
    output.json.end("}")
  }

  func read(from input: inout MemberReader) -> [CrashReport.Field: Int]? {
    var lines: [CrashReport.Field: Int] = [:]
    let isThere = input.json.object { name, json in
      let line = json.lineNumber()
      if let field = CrashReport.Field(rawValue: name), let line { lines[field] = line }
    }
    return isThere ? lines : nil
  }
}

struct FindingsForm: ValueForm {
  func write(_ value: [FindingText], to output: inout MemberWriter) {
    output.json.begin("[")
    for finding in value {
      output.json.separate()
      EncodedFinding(finding, isComplete: output.form != .ordinary, sources: output.sources).write(to: &output.json)
    }
    output.json.end("]")
  }

  /// The texts of a document are not read, because the catalog supplies them.
  func read(from input: inout MemberReader) -> [FindingText]? {
    input.json.array { FindingDecoder.finding(&$0).map { FindingText($0, .catalog) } }
  }
}

/// The signature of a report. It is written but not read, because it follows from the report.
struct SignatureForm: ValueForm {
  func write(_ value: Signature, to output: inout MemberWriter) {
    output.json.begin("{")
    output.json.member("version", value.version)
    output.json.member("strict", value.key(.strict))
    output.json.member("default", value.key(.default))
    output.json.member("coarse", value.key(.coarse))
    output.json.member("title", value.title)
    output.json.member("kind", value.kind)
    output.json.member("confidence", value.confidence.rawValue)
    output.json.member("provisional", value.isProvisional)
    output.json.end("}")
  }

  func read(from input: inout MemberReader) -> Signature? {
    input.json.skip()
    return nil
  }
}

/// The member `details`: facts that only some kinds of reports state, such as `{"limit": "50%", "durationSeconds":
/// 180}`.
struct DetailsForm: ValueForm {
  func write(_ value: [Detail], to output: inout MemberWriter) { Self.write(value, inline: false, &output.json) }

  // Written without closures: swiftc 6.3 crashes when it optimizes one over a borrowed array (CopyPropagation).
  private static func write(_ details: [Detail], inline: Bool, _ json: inout JSONWriter) {
    json.begin("{", inline: inline)
    var seen: Set<Detail.Key> = []
    // A repeated name would make the object ambiguous (RFC 8259, section 4).
    for detail in details where seen.insert(detail.key).inserted { write(detail, &json) }
    json.end("}")
  }

  private static func write(_ detail: Detail, _ json: inout JSONWriter) {
    let name = detail.key.name
    switch detail.value {
    case .text(let text): json.member(name, text)
    case .number(let number): json.member(name, number)
    case .bytes(let count): json.member(name, count)
    case .seconds(let seconds): json.member(name, decimal: seconds)
    case .percent(let percent): json.member(name, decimal: percent)
    case .flag(let flag): json.member(name, flag)
    case .rows(let rows):
      json.name(name)
      json.begin("[")
      for row in rows {
        json.separate()
        write(row, inline: true, &json)
      }
      json.end("]")
    }
  }

  func read(from input: inout MemberReader) -> [Detail]? { Self.details(&input.json) }

  /// Returns facts by the names of their keys, with the unit at the end of the name.
  private static func details(_ json: inout JSONReader) -> [Detail] {
    var details: [Detail] = []
    json.object { name, json in
      let value: Detail.Value?
      switch json.kind {
      case .text: value = json.text().map(Detail.Value.text)
      case .flag: value = json.flag().map(Detail.Value.flag)
      case .array: value = json.array { self.details(&$0) }.map(Detail.Value.rows)
      case .number: value = json.decimal().map { amount($0, named: name) }
      default:
        json.skip()
        value = nil
      }
      if let value { details.append(Detail(key(name), value)) }
    }
    return details
  }

  private static let keys = Dictionary(Detail.Key.catalog.map { ($0.name, $0) }) { first, _ in first }

  /// Returns the key with this name. A key that this version does not know is also a fact.
  private static func key(_ name: String) -> Detail.Key { keys[name] ?? Detail.Key(name, name, "") }

  private static func amount(_ number: (value: Double, whole: Int?), named name: String) -> Detail.Value {
    if name.hasSuffix("Seconds") { return .seconds(number.value) }
    if name.hasSuffix("Percent") { return .percent(number.value) }
    guard let whole = number.whole else { return .percent(number.value) }
    if name.hasSuffix("Bytes"), let bytes = UInt64(exactly: whole) { return .bytes(bytes) }
    return .number(whole)
  }
}
