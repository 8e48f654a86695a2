import Bytes
import CrashReports
import Vocabulary

extension SignatureFacts {
  init(_ report: CrashReport) {
    self.init()
    bugType = report.source.bugType
    event = report.kind.rawValue
    process = Self.bounded(report.process?.name)
    readException(report)
    readTermination(report)
    for message in report.previewMessages { readPreview(message) }
    if isPreview || report.kind == .preview, objectClass == nil {
      objectClass = Self.bounded(report.viewName ?? report.documentName)
    }
    if readCanvas(report) { return }
    read(messages: report.messages.lazy.map(\.text))
    if reason == nil, isPreview { reason = report.previewMessages.first.map { PlainText.plain($0.cause) } }
    readEvent(report)
  }

  /// Returns a name as one line of limited length, because names become lines of keys.
  private static func bounded(_ text: String?) -> String? {
    guard let text else { return nil }
    let bytes = NameCleaning.cleaned(SignatureFrame.bounded(text, to: 400))
    return bytes.isEmpty ? nil : bytes[...].text
  }

  private static let guardRegion = MessagePhrases(["STACK GUARD", "Stack Guard", "stack guard"])
  private static let signatureRefused = MessagePhrases(["CODESIGNING", "Code Signature Invalid"])

  private mutating func readException(_ report: CrashReport) {
    guard let exception = report.exception else { return }
    if let type = exception.type {
      if type.hasPrefix("EXC_") {
        exceptionType = Self.bounded(type)
      } else if type.hasPrefix("SIG") {
        signal = Self.word(type)
      }
    }
    if let written = exception.signal { signal = Self.word(written) ?? signal }
    exceptionName = Self.bounded(exception.name)
    reason = exception.reason.map { PlainText.plain($0) }.flatMap { $0.isEmpty ? nil : $0 }
    if let region = exception.region, Self.guardRegion.occur(in: region) { stackOverflowed = true }
    // iOS 9 and earlier report the termination reason instead of the signal, and its code as the first exception code.
    let words = [exception.signal, exception.subtype, exception.type].compactMap { $0 }
    if words.contains(where: Self.signatureRefused.occur) {
      terminationNamespace = "CODESIGNING"
    }
    if let code = exception.codes?.first, [0x8bad_f00d, 0xdead_10cc, 0xc000_10ff].contains(code) {
      terminationCode = code
    }
  }

  /// Returns `SIGKILL` of `SIGKILL - CODESIGNING`.
  private static func word(_ text: String) -> String? {
    let name = text.utf8.prefix { $0.isWord }
    return name.isEmpty || name.count > 32 ? nil : String(Substring(name))
  }

  private mutating func readTermination(_ report: CrashReport) {
    guard let termination = report.termination else { return }
    if let space = Self.bounded(termination.namespace) { terminationNamespace = space.uppercased() }
    terminationCode = termination.code ?? terminationCode
  }

  private mutating func readPreview(_ message: PreviewMessage) {
    isPreview = true
    if objectClass == nil { objectClass = Self.bounded(message.objectClass) }
  }

  /// Reads the error of a preview that has no stack: the type of the innermost error, and what it is about. No banner of
  /// the canvas is part of a key, because all failures have it.
  private mutating func readCanvas(_ report: CrashReport) -> Bool {
    guard !report.canvasLines.isEmpty, report.threads?.isEmpty != false, report.exception == nil else { return false }
    isPreview = true
    objectClass = Self.bounded(report.innermostCanvasError?.type ?? "preview")
    reason = report.canvasOperand.map { PlainText.plain($0) }
    process = nil
    return true
  }

  private mutating func readEvent(_ report: CrashReport) {
    let kind = report.kind
    if kind == .jetsam {
      process = text(report, .victim) ?? process ?? text(report, .largestProcess)
      jetsamReason = text(report, .reason)
    }
    // The summary of a panic is the kernel's own message; the other summaries are sentences of this program, which may
    // be worded differently in its next version, so that no key contains them.
    if kind == .panic { panic = text(report, .resetReason) ?? report.eventSummary.map { PlainText.plain($0) } }
    resource = Self.resource(report)
    if kind != .jetsam, reason == nil { reason = text(report, .reason).map { PlainText.plain($0) } }
    if terminationNamespace == "CODESIGNING" { image = Self.signedImage(report) }
  }

  private func text(_ report: CrashReport, _ key: Detail.Key) -> String? {
    guard case .text(let text)? = report.detail(key)?.value else { return nil }
    return Self.bounded(text)
  }

  private static let resources: [(words: [String], name: String)] = [
    (["cpu"], "cpu"), (["wakeup", "wake-up"], "wakeups"), (["disk write", "io", "dirt"], "disk writes"),
    (["memory"], "memory"),
  ]

  /// Returns the exceeded limit from the name of the event or the subtype of the exception.
  private static func resource(_ report: CrashReport) -> String? {
    guard report.kind == .resource || report.exception?.type == "EXC_RESOURCE" else { return nil }
    var stated: [String] = []
    if case .text(let event)? = report.detail(.event)?.value { stated.append(event) }
    stated += [report.exception?.subtype, report.exception?.message].compactMap { $0 }
    for text in stated.map({ $0.lowercased() }) {
      let parts = text.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init)
      for (words, name) in resources where words.contains(where: { isNamed($0, in: parts) }) { return name }
    }
    if report.detail(.cpuTime) != nil { return "cpu" }
    return report.detail(.writtenBytes) != nil ? "disk writes" : nil
  }

  /// Returns true if a text contains words, such as `cpu` in `CPU_FATAL`, or `disk write` in `disk writes`.
  private static func isNamed(_ words: String, in parts: [String]) -> Bool {
    let wanted = words.split(separator: " ").map(String.init)
    guard parts.count >= wanted.count else { return false }
    return (0...(parts.count - wanted.count)).contains { start in
      zip(wanted, parts[start...]).allSatisfy { want, part in part == want || (want.count > 3 && part.hasPrefix(want)) }
    }
  }

  /// Returns the image of the crashed thread's innermost frame when the code signature was rejected.
  private static func signedImage(_ report: CrashReport) -> String? {
    let frame = report.crashedThread?.frames.first { $0.image != nil }
    let path = frame?.imageIndex.flatMap { index in
      report.images.flatMap { $0.indices.contains(index) ? $0[index].path : nil }
    }
    let file = path.flatMap { $0.split(separator: "/").last.map(String.init) }
    return bounded(ImageName.normalized(frame?.image, file: file) ?? report.process?.name)
  }
}
