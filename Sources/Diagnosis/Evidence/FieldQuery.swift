package import CrashReports
import Vocabulary
import Bytes

/// A member or detail of a report that has a value.
package enum ReportField: Sendable {
  /// The Mach exception type, and the signal.
  case exceptionType, exceptionSignal
  /// The exception type, or the name of a language exception, with the signal.
  case exceptionHeader
  /// The name of a language exception, or the type of a C++ exception.
  case exceptionName
  /// The codes as written.
  case exceptionCodes
  /// The first code, in hexadecimal.
  case firstExceptionCode
  /// Texts of the exception as written.
  case exceptionSubtype, exceptionMessage, exceptionReason, exceptionNote
  /// The faulting address, in hexadecimal.
  case faultAddress
  /// The faulting address in decimal, as an offset from NULL.
  case faultOffset
  /// Type, target and violation in the first code of an EXC_GUARD: see `GuardCode`.
  case guardedType, guardTarget, guardViolation
  /// The type of limit of an EXC_RESOURCE: bits 61 to 63 of its first code (XNU, `osfmk/kern/exc_resource.h`).
  case resourceType
  /// The termination code in hexadecimal, and the reason texts.
  case terminationCode, terminationReason
  /// The id of the format that the report is in.
  case format
  /// The name of the process.
  case process
  /// The operating system; for a simulator also its runtime.
  case os
  /// The architecture of the process.
  case architecture
  /// `translated` if Rosetta translated the process.
  case translation
  /// The names of the loaded images.
  case imageName
  /// The depth of a recursion that the system counted.
  case recursionDepth
  /// The summary of the event, composed by the reader: no line of the report states it.
  case event
  /// A fact that only some kinds of reports state.
  case detail(Detail.Key)
}

/// A condition on a value.
package enum ValueTest: Sendable {
  /// Any value.
  case isStated
  /// Equal to this text, ignoring letter case.
  case equals(String)
  /// Contains one of these texts, ignoring letter case.
  case contains([String])
  /// Contains one of these as a separate word, as `CPU` in `RESOURCE_TYPE_CPU (limit=80%)`; case-sensitive.
  case hasWord([String])
  /// Matches one of these globs; case-sensitive.
  case matches([String])
  /// A number of at least this value.
  case atLeast(Double)
  /// A number of at most this value.
  case atMost(Double)
  /// A text, not a number, a flag or a table.
  case isText
}

/// A field of the report, with a condition on its value.
package final class FieldQuery: Sendable {
  /// The fields to test; the first that passes is used.
  package let fields: [ReportField]
  /// The condition on the value.
  package let test: ValueTest
  /// The name under which the value is captured; `nil` to capture nothing.
  package let capture: String?
  /// Whether the report states the fact, or it is inferred.
  package let kind: Witness.Kind
  /// What the value proves; `nil` if it is required but not cited. May use the capture.
  package let statement: String?
  /// Texts of which one must occur in a field for the query to match.
  let needs: EvidenceNeeds

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
    needs =
      fields.allSatisfy(\.isInFieldGrams)
      ? test.needs
      : EvidenceNeeds.details(fields).map { EvidenceNeeds(facts: $0) } ?? .unknown
  }
}

/// A part that a report may have or lack.
package enum ReportPart: String, Sendable, CaseIterable {
  /// A stack of the failure.
  case stack
  /// The stack of the exception, not only that of the crashed thread.
  case exceptionStack
  /// A list of binary images.
  case images
  /// A frame of the app in the primary stack with source file and line.
  case sourceLine
  /// A repetition in the crashed thread.
  case repetition
  /// A stack of at least `AnalysisContext.deepStack` frames.
  case deepStack
  /// A frame of the crashed thread with an address: the stack was not written by hand.
  case frameAddress
  /// A message of Interface Builder about designables.
  case previewMessage
  /// A message of ibtool that names its document.
  case documentName
  /// A message of ibtool or actool.
  case documentMessage
  /// The report names Interface Builder's agent; it is not inferred from frames.
  case agentName
  /// Diagnostics of Xcode's canvas about a preview.
  case canvas
  /// An error of Xcode's canvas with its type, such as `JITError`.
  case canvasError
  /// Pasted source code.
  case source
  /// A designable class in pasted source code.
  case designableClass
}

extension Evidence {
  /// A condition on one field of the report.
  @inline(never)
  package static func field(
    _ field: ReportField, _ test: ValueTest = .isStated, capture: String? = nil, statement: String? = nil
  ) -> Evidence {
    .field(FieldQuery([field], test, capture: capture, statement: statement))
  }
}

/// A value of a report with its location.
struct FieldValue {
  /// The value as text.
  var text: String
  /// The value as a number; `nil` if it is not a number.
  var amount: Double?
  /// False for a number, a flag or a table.
  var isText = true
  /// The line of the input, from 1; `nil` if the value has no line.
  var line: Int?
  /// The text to cite if lines cannot be quoted.
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
  func match(of query: FieldQuery) -> EvidenceMatch? {
    for field in query.fields {
      guard let value = values(of: field).first(where: query.test.holds) else { continue }
      var match = EvidenceMatch()
      if let name = query.capture { match.captures[name] = value.text }
      if let statement = query.statement {
        match.witnesses.append(
          witness(
            line: value.line, member: value.member, statement: statement, captures: match.captures, kind: query.kind))
      }
      return match
    }
    return nil
  }

  /// Returns false if the report does not state the field, for fields that most reports lack.
  func mayState(_ field: ReportField) -> Bool {
    let exception = report.exception
    return switch field {
    case .exceptionName: exception?.name != nil
    case .exceptionSubtype: exception?.subtype != nil
    case .exceptionMessage: exception?.message != nil
    case .exceptionReason: exception?.reason != nil
    case .exceptionNote: exception?.note != nil
    case .faultAddress, .faultOffset: exception?.faultAddress != nil
    case .guardedType, .guardTarget, .guardViolation: guardCode != nil
    case .resourceType: exception?.type == "EXC_RESOURCE"
    case .terminationCode: report.termination?.code != nil
    case .terminationReason: report.termination?.reasons?.isEmpty == false
    case .translation: report.host.isTranslated == true
    case .detail(let key): report.details.contains { $0.key == key }
    case .exceptionType, .exceptionSignal, .exceptionHeader, .exceptionCodes, .firstExceptionCode, .format, .process,
      .os, .architecture, .imageName, .recursionDepth, .event:
      true
    }
  }

  /// Returns the values of a field; several for a field that the report may state several times.
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
    case .exceptionName:
      return one(exception?.name, report.lines[.exceptionReason] ?? header)
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
    case .detail(let key): return values(of: key)
    }
  }

  private func values(of key: Detail.Key) -> [FieldValue] {
    report.details.lazy.filter { $0.key == key }.map { fact in
      let text = fact.value.words
      var isText = false
      if case .text = fact.value { isText = true }
      return FieldValue(
        text, amount: fact.value.amount, isText: isText, line: fact.line,
        member: "\(key.name): \(text.prefix(characters: Self.maxMemberLength))")
    }
  }

  /// The guard code: the first exception code, or the termination code, which is the same number.
  private var guardCode: GuardCode? {
    let code = report.exception?.codes?.first ?? report.termination?.code
    return code.flatMap { $0 > 0xffff_ffff ? GuardCode($0) : nil }
  }

  /// The maximum number of characters of a detail that are cited; a table may be of any length.
  private static let maxMemberLength = 400

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
    case .documentMessage: !report.documentMessages.isEmpty
    case .agentName: agent?.kind == .stated
    case .canvas: !report.canvasLines.isEmpty
    case .canvasError: report.canvasLines.contains { CanvasErrorType.name(of: $0.text) != nil }
    case .source: source != nil
    case .designableClass: source?.classes.contains(where: \.isDesignable) ?? false
    }
  }

  /// The minimum number of frames of a deep stack. Healthy stacks of the corpus seldom exceed 150.
  static let deepStack = 256

  /// The number of frames of the crashed thread, including those that the report omits or skips in its numbering.
  private var stackDepth: Int {
    guard let thread = report.crashedThread else { return 0 }
    let listed = thread.frames.count.addingReportingOverflow(max(0, thread.omittedFrames)).partialValue
    let numbered = thread.frames.map(\.index).max() ?? 0
    return max(listed, numbered, thread.recursion.map(\.depth).max() ?? 0)
  }
}

extension ValueTest {
  /// Texts of which a value must contain one to pass the test.
  fileprivate var needs: EvidenceNeeds {
    switch self {
    case .equals(let text): Self.needs([text])
    case .contains(let texts), .hasWord(let texts), .matches(let texts): Self.needs(texts)
    case .isStated, .isText, .atLeast, .atMost: .unknown
    }
  }

  /// Returns the needs of values that contain one of these texts or globs. Letters outside ASCII may have another case.
  private static func needs(_ texts: [String]) -> EvidenceNeeds {
    texts.allSatisfy(\.isASCII) ? EvidenceNeeds(fields: texts.map { GlobSet.grams(of: $0) }) : .unknown
  }

  func holds(_ value: FieldValue) -> Bool {
    switch self {
    case .isStated: true
    case .isText: value.isText
    case .equals(let text): value.text.isEqual(ignoringCase: text)
    case .contains(let texts):
      texts.contains { text in
        text.isASCII
          ? value.text.containsBytes(ignoringCase: text)
          : value.text.lowercased().contains(text.lowercased())
      }
    case .hasWord(let words):
      // Splitting takes long, and most values do not contain the word at all.
      words.contains { value.text.containsBytes(ignoringCase: $0.isASCII ? $0 : $0.lowercased()) }
        && value.text.split { !($0.isLetter || $0.isNumber) }.contains { word in words.contains { $0 == word } }
    case .matches(let globs): GlobSet.shared(globs).matches(value.text)
    case .atLeast(let minimum): value.amount.map { $0 >= minimum } ?? false
    case .atMost(let maximum): value.amount.map { $0 <= maximum } ?? false
    }
  }

  /// Parses `100`, `1.5` or `200MB` (1 KB is 1024 bytes); `nil` for anything else.
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

extension String {
  fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }

  /// Returns whether two texts are equal if letter case is ignored. Texts in ASCII are compared without copies.
  fileprivate func isEqual(ignoringCase other: String) -> Bool {
    guard isASCII, other.isASCII else { return lowercased() == other.lowercased() }
    return utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.lowercased == $1.lowercased }
  }
}

extension Double {
  /// The number as text; whole numbers without a decimal point.
  package var plainText: String { Int(exactly: self).map(String.init) ?? String(self) }
}

extension Detail.Value {
  /// The value as text, for comparison.
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

  /// The value as a number; `nil` for a flag, a table or another text.
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
