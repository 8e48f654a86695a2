import CrashReports
import Vocabulary

extension ReportField {
  /// Whether `CrashReport.fieldTexts` contains every value of the field.
  var isInFieldGrams: Bool {
    switch self {
    case .exceptionType, .exceptionSignal, .exceptionHeader, .exceptionName, .exceptionCodes, .firstExceptionCode,
      .exceptionSubtype, .exceptionMessage, .exceptionReason, .exceptionNote, .terminationCode, .terminationReason,
      .format, .process, .architecture, .event:
      true
    case .faultAddress, .faultOffset, .guardedType, .guardTarget, .guardViolation, .resourceType, .os, .translation,
      .imageName, .recursionDepth, .threadQueue, .detail:
      false
    }
  }
}

extension CrashReport {
  /// The values of the fields that patterns test most, and the region of the faulting address.
  var fieldTexts: [String] {
    var texts: [String?] = [source.format, process?.name, host.architecture, eventSummary]
    if let exception {
      let header = [exception.type ?? exception.name, exception.signal].compactMap { $0 }.joined(separator: " ")
      texts += [
        header, exception.name, exception.codesText, exception.codes?.first?.hexadecimal, exception.subtype,
        exception.message, exception.reason, exception.note, exception.region,
      ]
    }
    if let termination {
      texts.append(termination.code?.hexadecimal)
      texts += termination.reasons ?? []
    }
    return texts.compactMap { $0 }
  }
}
