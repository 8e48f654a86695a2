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
  /// The dispatch queue that the crashed thread served.
  case threadQueue
  /// The summary of the event, composed by the reader: no line of the report states it.
  case event
  /// A fact that only some kinds of reports state.
  case detail(Detail.Key)
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
    case .terminationReason: !report.terminationTexts.isEmpty
    case .translation: report.host.isTranslated == true
    case .threadQueue: report.crashedThread?.queue != nil
    case .detail(let key): report.details.contains { $0.key == key }
    case .exceptionType, .exceptionSignal, .exceptionHeader, .exceptionCodes, .firstExceptionCode, .format, .process,
      .os, .architecture, .imageName, .recursionDepth, .event:
      true
    }
  }

  /// Returns the values of a field; several for a field that the report may state several times.
  func values(of field: ReportField) -> [FieldValue] {
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
    case .guardTarget:
      let second = report.exception?.codes?.dropFirst().first
      return one(guardCode?.targetText(second: second), report.lines[.exceptionCodes] ?? header)
    case .guardViolation: return one(guardCode?.violation, report.lines[.exceptionCodes] ?? header)
    case .resourceType:
      guard exception?.type == "EXC_RESOURCE", let code = exception?.codes?.first else { return [] }
      let line = report.lines[.exceptionSubtype] ?? header
      return [FieldValue("\(code >> 61)", amount: Double(code >> 61), line: line, member: code.hexadecimal)]
    case .terminationCode: return one(report.termination?.code?.hexadecimal, report.lines[.termination])
    case .terminationReason:
      return report.terminationTexts.map { FieldValue($0, line: report.lines[.termination]) }
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
    case .threadQueue: return one(report.crashedThread?.queue, report.crashedThread?.line)
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

extension CrashReport {
  /// The texts of the termination reason; without one, the words behind its code, unless they only name a signal.
  fileprivate var terminationTexts: [String] {
    if let reasons = termination?.reasons, !reasons.isEmpty { return reasons }
    guard termination?.namespace != "SIGNAL", let words = termination?.indicator else { return [] }
    return [words]
  }
}
