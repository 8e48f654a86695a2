internal import CrashReports
internal import Diagnosis
internal import Documents
internal import Vocabulary

extension FuzzTarget {
  package static let terminal = FuzzTarget(
    "FuzzTerminal",
    exercises:
      "a text in every field of a report and of an error; after escaping no character could control a terminal, a "
      + "second escaping changes nothing, and JSON preserves the text",
    dictionary: "terminal", longest: 1 << 12
  ) { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    let escaped = Terminal.escaped(text)
    try requireVisible(escaped, "escaped text", except: [])
    try require(Terminal.escaped(escaped) == escaped, "a second escaping changes the text")
    try requireVisible(Terminal.lines(bytes), "a file's lines", except: ["\n", "\t"])
    let name = Terminal.quotedFileName(text)
    try requireVisible(name, "a quoted file name", except: [])
    try require(!name.isEmpty, "a quoted file name is empty")
    try ReportProperties.checkOutputs(
      [PresentedReport(path: text, member: text, digest: text, assessment: made(text), labels: [text: text])],
      [InputError(path: text, code: text, message: text, hint: text)])
    try checkReturn(of: text)
  }

  /// Checks that JSON preserves the text; long texts are truncated.
  private static func checkReturn(of text: String) throws {
    guard text.utf8.count <= 60_000 else { return }
    let line = EncodedDocument(errors: [InputError(path: "-", code: "damaged", message: text)]).line()
    let document: DecodedDocument
    do { document = try DocumentReader.document(Array(line.utf8)) } catch {
      throw BrokenProperty(description: "a written document cannot be parsed: \(error.explanation)")
    }
    let message = document.errors.first?.message ?? ""
    try require(message.unicodeScalars.elementsEqual(text.unicodeScalars), "JSON changes the text")
  }

  private static func made(_ text: String) -> Assessment {
    var report = CrashReport(source: .init(format: "ips"))
    report.process = .init()
    report.process?.name = text
    report.process?.path = text
    report.host.os = text
    report.exception = .init()
    report.exception?.type = text
    report.exception?.reason = text
    report.termination = .init()
    report.termination?.reasons = [text]
    report.applicationSpecificInformation = [.init(image: text, text: text)]
    var thread = CrashReport.Thread(index: 0)
    thread.crashed = true
    thread.name = text
    thread.queue = text
    for index in 0..<3 {
      var frame = CrashReport.Frame(index: index)
      frame.image = text
      frame.symbol = .init(name: text, demangled: text, offset: index)
      frame.source = .init(file: text, line: index)
      thread.frames.append(frame)
    }
    report.threads = [thread]
    var image = BinaryImage()
    image.name = text
    image.path = text
    report.images = [image]
    let blame = Blame(function: text, file: text, line: 1, image: text)
    // The pattern is not in the catalog, so the stored title is shown.
    let finding = Finding(
      pattern: text, patternRevision: 1, confidence: .certain, certaintyOfCause: .likely,
      captures: ["text": text],
      citations: [
        Citation(line: 1, text: text, explanation: .init(pattern: text, index: 0, captures: ["text": text]))
      ], blame: blame, missing: [0], storedTitle: text)
    return Assessment(
      report: report, notes: [Note(text, text, line: 1, quotation: text)], findings: [finding], summary: text,
      blame: blame, blamedFrame: 0)
  }
}
