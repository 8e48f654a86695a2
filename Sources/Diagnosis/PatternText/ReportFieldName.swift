import CrashReports

/// The name of a member of a report in pattern files.
struct ReportFieldName: Sendable {
  let name: String
  let field: ReportField
  /// What the member states, in a few words.
  let meaning: String

  private init(_ name: String, _ field: ReportField, _ meaning: String) {
    self.name = name
    self.field = field
    self.meaning = meaning
  }

  /// Every member but the details, which the evidence `detail` names.
  static let catalog: [ReportFieldName] = [
    .init("exceptionType", .exceptionType, "the Mach exception"),
    .init("exceptionSignal", .exceptionSignal, "the signal"),
    .init("exceptionHeader", .exceptionHeader, "the exception or the name of a language exception, with the signal"),
    .init("exceptionName", .exceptionName, "the name of a language exception, or the type of a C++ exception"),
    .init("exceptionCodes", .exceptionCodes, "the codes as written"),
    .init("firstExceptionCode", .firstExceptionCode, "the first code, in hexadecimal"),
    .init("exceptionSubtype", .exceptionSubtype, "the subtype"),
    .init("exceptionMessage", .exceptionMessage, "the message"),
    .init("exceptionReason", .exceptionReason, "the reason of a language exception"),
    .init("exceptionNote", .exceptionNote, "the note, such as EXC_CORPSE_NOTIFY"),
    .init("faultAddress", .faultAddress, "the faulting address, in hexadecimal"),
    .init("faultOffset", .faultOffset, "the faulting address, in decimal"),
    .init("guardedType", .guardedType, "the type of an EXC_GUARD"),
    .init("guardTarget", .guardTarget, "its target"),
    .init("guardViolation", .guardViolation, "its violation"),
    .init("resourceType", .resourceType, "the number of the limit of an EXC_RESOURCE"),
    .init("terminationCode", .terminationCode, "the code of the termination, in hexadecimal"),
    .init("terminationReason", .terminationReason, "the texts of the termination"),
    .init("format", .format, "the id of the format"),
    .init("process", .process, "the name of the process"),
    .init("os", .os, "the operating system, in a simulator also its runtime"),
    .init("architecture", .architecture, "the architecture of the process"),
    .init("translation", .translation, "`translated` by Rosetta"),
    .init("imageName", .imageName, "the names of the loaded images"),
    .init("threadQueue", .threadQueue, "the dispatch queue of the crashed thread"),
    .init("recursionDepth", .recursionDepth, "the depth of a recursion that the system counted"),
    .init("event", .event, "the summary of the event"),
  ]

  /// Returns the member with a name, of which `details.NAME` is the detail NAME; `nil` if there is none.
  static func field(_ name: String) -> ReportField? {
    let prefix = "details."
    if name.hasPrefix(prefix) {
      let detail = name.dropFirst(prefix.count)
      return Detail.Key.catalog.first { $0.name == detail }.map(ReportField.detail)
    }
    return catalog.first { $0.name == name }?.field
  }

  /// Returns the name of a member.
  static func name(of field: ReportField) -> String {
    if case .detail(let key) = field { return "details." + key.name }
    return catalog.first { "\($0.field)" == "\(field)" }?.name ?? ""
  }
}
