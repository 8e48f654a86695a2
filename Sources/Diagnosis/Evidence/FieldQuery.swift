package import CrashReports
import Vocabulary
import Bytes

/// A member or detail of a report that has a value.
package enum ReportField: Sendable {
  case exceptionType, exceptionSignal
  /// The type, or the name of a language's exception, and the signal.
  case exceptionHeader
  /// The codes as written.
  case exceptionCodes
  /// The first code, in hexadecimal.
  case firstExceptionCode
  case exceptionSubtype, exceptionMessage, exceptionReason, exceptionNote
  case faultAddress
  /// The fault address in decimal, as an offset from NULL.
  case faultOffset
  /// Type, target and violation in the first code of an EXC_GUARD: see `GuardCode`.
  case guardedType, guardTarget, guardViolation
  /// Which limit an EXC_RESOURCE is about: bits 61 to 63 of its first code (XNU, `osfmk/kern/exc_resource.h`).
  case resourceType
  case terminationCode, terminationReason
  /// The id of the format that the report is in.
  case format
  case process
  /// The system, or on a simulator its runtime.
  case os
  case architecture
  /// `translated`, where Rosetta translated the process.
  case translation
  case imageName
  /// How deep a recursion is that the system itself counted.
  case recursionDepth
  /// What happened, in the words of the reader: no line of the report states it.
  case event
  /// A fact that only some kinds of reports state.
  case detail(Detail.Key)
}

/// What a value must be.
package enum ValueTest: Sendable {
  case isStated
  /// Letter case aside.
  case equals(String)
  /// One of these; letter case aside.
  case contains([String])
  /// One of these as a word of its own, as `CPU` in `RESOURCE_TYPE_CPU (limit=80%)`; letter case counts.
  case hasWord([String])
  /// Matches one of these globs; letter case counts.
  case matches([String])
  case atLeast(Double)
  case atMost(Double)
  /// Is a text, not a number, a flag or a table.
  case isText
}

/// A field of the report, and what its value must be.
package struct FieldQuery: Sendable {
  /// One of these; the first that passes.
  package var fields: [ReportField]
  /// What the value must be.
  package var test: ValueTest
  /// Name under which the value is captured.
  package var capture: String?
  /// Whether the witness quotes the report or concludes from it.
  package var kind: Witness.Kind
  /// What it proves; `nil` if it is needed but not cited. May use the capture.
  package var statement: String?

  /// Creates a query from its parts.
  @inline(never)
  package init(
    _ fields: [ReportField], _ test: ValueTest, capture: String? = nil, kind: Witness.Kind = .stated,
    statement: String? = nil
  ) {
    self.fields = fields
    self.test = test
    self.capture = capture
    self.kind = kind
    self.statement = statement
  }
}

/// A part that a report may have or lack.
package enum ReportPart: String, Sendable, CaseIterable {
  /// A stack of the failure.
  case stack
  /// The stack of the exception, as opposed to that of the crashed thread alone.
  case exceptionStack
  case images
  /// A frame of the app in the primary stack with source file and line.
  case sourceLine
  /// Something that repeats in the crashed thread.
  case repetition
  /// A stack of `AnalysisContext.deepStack` frames or more.
  case deepStack
  /// A frame of the crashed thread with its address: the stack was not written by hand.
  case frameAddress
  /// Statements of Interface Builder about designables.
  case previewMessage
  /// A statement of ibtool that names its document.
  case documentName
  /// The report itself names Interface Builder's agent; it is not concluded from frames.
  case agentName
  /// Pasted source code.
  case source
  /// A designable class in pasted source code.
  case designableClass
}

extension Evidence {
  /// A field of the report: `field(_:)` for the common case.
  @inline(never)
  package static func field(
    _ field: ReportField, _ test: ValueTest = .isStated, capture: String? = nil, statement: String? = nil
  ) -> Evidence {
    .field(FieldQuery([field], test, capture: capture, statement: statement))
  }
}

/// A value of a report, and where it is.
struct FieldValue {
  var text: String
  /// The value as a number, where it is one.
  var amount: Double?
  var isText = true
  var line: Int?
  /// What is cited where lines cannot be quoted.
  var member: String

  init(_ text: String, amount: Double? = nil, isText: Bool = true, line: Int? = nil, member: String? = nil) {
    self.text = text
    self.amount = amount
    self.isText = isText
    self.line = line
    self.member = member ?? text
  }
}

extension AnalysisContext {
  func proof(of query: FieldQuery) -> EvidenceMatch? {
    for field in query.fields {
      guard let value = values(of: field).first(where: query.test.holds) else { continue }
      var proof = EvidenceMatch()
      if let name = query.capture { proof.captures[name] = value.text }
      if let statement = query.statement {
        proof.witnesses.append(
          witness(
            line: value.line, member: value.member, statement: statement, captures: proof.captures, kind: query.kind))
      }
      return proof
    }
    return nil
  }

  /// What the report states in a field; several for those that it may state several times.
  private func values(of field: ReportField) -> [FieldValue] {
    let exception = report.exception
    let header = report.lines[.exceptionType]
    func one(_ text: String?, _ line: Int?) -> [FieldValue] { text.map { [FieldValue($0, line: line)] } ?? [] }
    switch field {
    case .exceptionType: return one(exception?.type, header)
    case .exceptionSignal: return one(exception?.signal, header)
    case .exceptionHeader:
      guard let name = exception?.type ?? exception?.name else { return [] }
      let text = [name, exception?.signal].compactMap { $0 }.joined(separator: " ")
      return one(text, header ?? report.lines[.exceptionReason])
    case .exceptionCodes: return one(exception?.codesText, report.lines[.exceptionCodes] ?? header)
    case .firstExceptionCode:
      guard let code = exception?.codes?.first else { return [] }
      let line = report.lines[.exceptionCodes] ?? header
      return [FieldValue(code.hexadecimal, line: line, member: exception?.codesText)]
    case .exceptionSubtype: return one(exception?.subtype, report.lines[.exceptionSubtype] ?? header)
    case .exceptionMessage: return one(exception?.message, report.lines[.exceptionMessage] ?? header)
    case .exceptionReason: return one(exception?.reason, report.lines[.exceptionReason] ?? header)
    case .exceptionNote: return one(exception?.note, header)
    case .faultAddress, .faultOffset:
      guard let address = exception?.faultAddress?.value else { return [] }
      let line = report.lines[.exceptionSubtype] ?? report.lines[.exceptionCodes] ?? header
      let text = if case .faultAddress = field { address.hexadecimal } else { String(address) }
      return [FieldValue(text, amount: Double(address), line: line, member: address.hexadecimal)]
    case .guardedType: return one(guardCode.map { "\($0.type)" }, report.lines[.exceptionCodes] ?? header)
    case .guardTarget: return one(guardCode?.number.map { "\($0)" }, report.lines[.exceptionCodes] ?? header)
    case .guardViolation: return one(guardCode?.violation, report.lines[.exceptionCodes] ?? header)
    case .resourceType:
      guard exception?.type == "EXC_RESOURCE", let code = exception?.codes?.first else { return [] }
      let line = report.lines[.exceptionSubtype] ?? header
      return [FieldValue("\(code >> 61)", amount: Double(code >> 61), line: line, member: code.hexadecimal)]
    case .terminationCode: return one(report.termination?.code?.hexadecimal, report.lines[.termination])
    case .terminationReason:
      return (report.termination?.reasons ?? []).map { FieldValue($0, line: report.lines[.termination]) }
    case .format: return one(report.source.format, nil)
    case .process:
      guard let name = report.process?.name else { return [] }
      return [FieldValue(name, line: report.lines[.processName], member: "procName: \(name)")]
    case .os:
      return [report.host.simulatedRuntime, report.host.os].compactMap { $0 }.map {
        FieldValue($0, line: report.lines[.os], member: "system: \($0)")
      }
    case .architecture: return one(report.host.architecture, report.lines[.architecture])
    case .translation: return one(report.host.isTranslated == true ? "translated" : nil, report.lines[.architecture])
    case .imageName: return (report.images ?? []).compactMap(\.name).map { FieldValue($0) }
    case .recursionDepth:
      guard let thread = report.crashedThread, let info = thread.recursion.first else { return [] }
      let member = "recursionInfoArray: depth \(info.depth)"
      return [FieldValue("\(info.depth)", amount: Double(info.depth), isText: false, line: thread.line, member: member)]
    case .event: return one(report.eventSummary, nil)
    case .detail(let key):
      return report.details.lazy.filter { $0.key == key }.map { fact in
        let text = fact.value.words
        var isText = false
        if case .text = fact.value { isText = true }
        return FieldValue(
          text, amount: fact.value.amount, isText: isText, line: fact.line,
          member: "\(key.name): \(text.prefix(Self.longestMember))")
      }
    }
  }

  /// The code of the termination is the same number as that of the exception.
  private var guardCode: GuardCode? {
    let code = report.exception?.codes?.first ?? report.termination?.code
    return code.flatMap { $0 > 0xffff_ffff ? GuardCode($0) : nil }
  }

  /// Characters of a detail that are cited; a table has no end.
  private static let longestMember = 400

  func has(_ part: ReportPart) -> Bool {
    switch part {
    case .stack: !crashStack.isEmpty
    case .exceptionStack: isExceptionStack
    case .images: report.images?.isEmpty == false
    case .sourceLine: crashStack.contains { $0.role == .app && $0.source?.line != nil }
    case .repetition: cycle != nil
    case .deepStack: stackDepth >= Self.deepStack
    case .frameAddress: threadStack.contains { $0.address != nil }
    case .previewMessage: !report.previewMessages.isEmpty
    case .documentName: report.documentMessages.contains { $0.document != nil }
    case .agentName: agent?.kind == .stated
    case .source: source != nil
    case .designableClass: source?.classes.contains(where: \.isDesignable) ?? false
    }
  }

  /// Frames from which a stack counts as deep. Healthy stacks of the corpus seldom pass 150.
  static let deepStack = 256

  /// How many frames the crashed thread has, counting those the report leaves out or numbers past.
  private var stackDepth: Int {
    guard let thread = report.crashedThread else { return 0 }
    let listed = thread.frames.count.addingReportingOverflow(max(0, thread.omittedFrames)).partialValue
    let numbered = thread.frames.map(\.index).max() ?? 0
    return max(listed, numbered, thread.recursion.map(\.depth).max() ?? 0)
  }
}

extension ValueTest {
  func holds(_ value: FieldValue) -> Bool {
    switch self {
    case .isStated: true
    case .isText: value.isText
    case .equals(let text): value.text.lowercased() == text.lowercased()
    case .contains(let texts):
      texts.contains { text in
        text.utf8.allSatisfy { $0 < 0x80 }
          ? value.text.containsBytes(ignoringCase: text.lowercased())
          : value.text.lowercased().contains(text.lowercased())
      }
    case .hasWord(let words):
      value.text.split { !($0.isLetter || $0.isNumber) }.contains { word in words.contains { $0 == word } }
    case .matches(let globs): GlobSet(globs).matches(value.text)
    case .atLeast(let least): value.amount.map { $0 >= least } ?? false
    case .atMost(let most): value.amount.map { $0 <= most } ?? false
    }
  }

  /// `100`, `1.5`, `200MB`; `nil` for anything else.
  package static func number(_ text: String) -> Double? {
    var digits = text[...]
    var factor = 1.0
    for (unit, value) in [("KB", 1024.0), ("MB", 1_048_576), ("GB", 1_073_741_824)] where digits.hasSuffix(unit) {
      digits = digits.dropLast(2)
      factor = value
      break
    }
    while digits.last == " " { digits = digits.dropLast() }
    guard !digits.isEmpty, digits.utf8.count <= 30,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
      let number = Double(digits)
    else { return nil }
    return number * factor
  }
}

extension Double {
  /// Whole numbers without a point.
  package var plainText: String { Int(exactly: self).map(String.init) ?? String(self) }
}

extension Detail.Value {
  /// The value as text to compare with.
  fileprivate var words: String {
    switch self {
    case .text(let text): text
    case .number(let number): String(number)
    case .bytes(let count): String(count)
    case .seconds(let number), .percent(let number): number.plainText
    case .flag(let flag): flag ? "true" : "false"
    case .rows(let rows): rows.map { $0.map(\.value.words).joined(separator: " ") }.joined(separator: "\n")
    }
  }

  fileprivate var amount: Double? {
    switch self {
    case .text(let text): ValueTest.number(text)
    case .number(let number): Double(number)
    case .bytes(let count): Double(count)
    case .seconds(let number), .percent(let number): number
    case .flag, .rows: nil
    }
  }
}
