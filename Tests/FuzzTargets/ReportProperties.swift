internal import Analysis
internal import Conversion
internal import CrashReports
internal import Diagnosis
internal import Documents
internal import Presentation
@testable import Rewriting
internal import Signatures
internal import Symbolication
internal import Vocabulary

/// Properties of every parsed report, of any format, and of everything that is written from it.
enum ReportProperties {
  /// The maximum number of reports of one input that are written.
  static let most = 6

  static func check(_ reports: [Decoded<CrashReport>], faults: [DecodingFault], input bytes: [UInt8]) throws {
    let digest = SHA256.digest(of: bytes).description
    var presented: [PresentedReport] = []
    for decoded in reports.prefix(most) {
      try checkPlaces(of: decoded.value, in: bytes)
      let assessment = Analysis.analyze(decoded, input: bytes).assessment
      try checkFindings(assessment, in: bytes)
      presented.append(
        PresentedReport(
          path: "fuzz.txt", digest: digest, assessment: assessment, signature: try signature(of: assessment.report)))
    }
    presented.linkRelatedReports()
    let errors = faults.prefix(most).map { fault in
      InputError(
        path: "fuzz.txt", code: fault.code.rawValue, message: fault.explanation, line: fault.line, offset: fault.offset,
        hint: fault.hint)
    }
    try checkOutputs(presented, errors)
    try checkDocument(presented)
    try checkLayouts(presented.map(\.assessment.report))
    try checkConversions(presented)
    try checkRewriting(bytes)
  }

  /// What is written for other programs is valid, and no text controls a terminal.
  private static func checkConversions(_ reports: [PresentedReport]) throws {
    for target in ConversionTarget.catalog where target.isJSON && target.id != "ips" {
      for line in target.bytes(of: reports).split(separator: 0x0A) {
        try require(JSONTree.read(Array(line)) != nil, "\(target.id) is not JSON")
        try require(line.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "\(target.id) has a control character")
      }
    }
  }

  private static func checkPlaces(of report: CrashReport, in bytes: [UInt8]) throws {
    if let range = report.source.byteRange {
      try require(range.lowerBound >= 0 && range.upperBound <= bytes.count, "the report is outside the input")
    }
    if let first = report.source.firstLine, let last = report.source.lastLine {
      try require(first >= 1 && first <= last, "the report extends from line \(first) to line \(last)")
      try require(last <= bytes.count + 1, "the report ends in line \(last) of \(bytes.count) bytes")
    }
    for thread in report.threads ?? [] {
      try require(thread.frames.count <= DecodingLimits().framesPerThread, "\(thread.frames.count) frames are stored")
      for frame in thread.frames {
        try require(frame.line ?? 1 >= 1, "a frame is in line \(frame.line ?? 1)")
        if let index = frame.imageIndex {
          try require(
            report.images?.indices.contains(index) ?? false, "a frame refers to image \(index), which does not exist")
        }
      }
    }
  }

  private static func checkFindings(_ assessment: Assessment, in bytes: [UInt8]) throws {
    let patterns = assessment.findings.map(\.pattern)
    try require(Set(patterns).count == patterns.count, "a pattern is found twice")
    for finding in assessment.findings {
      try require(!finding.citations.isEmpty, "\(finding.pattern) has no witness")
      for line in finding.citations.compactMap(\.line) {
        try require(line >= 1 && line <= bytes.count + 1, "\(finding.pattern) cites line \(line)")
      }
    }
  }

  /// Returns the signature; checks that its stored input gives the same keys.
  private static func signature(of report: CrashReport) throws -> Signature {
    let input = SignatureInput(report)
    let signature = Signature(input)
    guard let stored = SignatureInput(encoded: input.encoded) else {
      throw BrokenProperty(description: "the stored input of the signature cannot be parsed")
    }
    for level in Signature.Level.allCases {
      try require(Signature(stored).key(level) == signature.key(level), "the key \(level) changes when it is stored")
    }
    return signature
  }

  // MARK: Output

  static let styles: [PresentationStyle] = [
    .init(), .init(ascii: true, width: 24, verbose: true, frames: .all), .init(quiet: true, frames: .app),
  ]

  static func checkOutputs(_ reports: [PresentedReport], _ errors: [InputError]) throws {
    for format in OutputFormat.catalog {
      for style in styles {
        let text = format.render(reports, errors, style)
        // RFC 4180 ends lines with CR LF.
        try requireVisible(text, "the output \(format.id)", except: format.id == "csv" ? ["\r", "\n"] : ["\n"])
        try checkForm(text, of: format)
      }
    }
    for error in errors { try requireVisible(error.text, "an error's text") }
    // Color adds escape sequences and nothing else.
    var colored = PresentationStyle()
    colored.color = true
    let text = OutputFormat.catalog.first { $0.id == "text" }
    let (plain, painted) = (text?.render(reports, errors, .init()), text?.render(reports, errors, colored))
    try require(painted.map(withoutColor) == plain, "color changes the text")
  }

  private static func checkForm(_ text: String, of format: OutputFormat) throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    switch format.id {
    case "gitlab", "json", "sarif":
      try require(JSONTree.read(Array(text.utf8)) != nil, "the JSON of \(format.id) cannot be parsed")
    case "jsonl":
      for line in lines where !line.isEmpty {
        try require(JSONTree.read(Array(line.utf8)) != nil, "a line of the JSON lines cannot be parsed")
      }
    case "github":
      for line in lines where !line.isEmpty {
        let isCommand = ["::error ", "::warning ", "::notice "].contains { line.hasPrefix($0) }
        try require(isCommand, "a line of the annotations is not one of the expected commands")
      }
    case "azure", "teamcity":
      let start = format.id == "azure" ? "##vso[" : "##teamcity["
      for line in lines where !line.isEmpty {
        try require(line.hasPrefix(start), "a line of \(format.id) is not a message")
        let rest = String(line.dropFirst(start.count))
        try require(WorkflowCommands.withoutMarks(rest) == rest, "a line of \(format.id) has a second message")
      }
    case "text", "markdown":
      // The GitHub runner ignores white space at the beginning of a line.
      let isCommand = lines.contains { line in
        line.unicodeScalars.drop(while: \.properties.isWhitespace).starts(with: "::".unicodeScalars)
      }
      try require(!isCommand, "a line of \(format.id) is a workflow command")
    default: break
    }
  }

  /// Returns `text` without `ESC [ … m`.
  private static func withoutColor(_ text: String) -> String {
    var result = ""
    var isInSequence = false
    for scalar in text.unicodeScalars {
      if isInSequence {
        isInSequence = scalar != "m"
      } else if scalar == "\u{1B}" {
        isInSequence = true
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Checks that a complete document is parsed and written again without a change.
  private static func checkDocument(_ reports: [PresentedReport]) throws {
    for var report in reports {
      // Keys are computed, not parsed.
      report.signature = nil
      let first = EncodedDocument(reports: [report], isComplete: true).line()
      let read: DecodedDocument
      do { read = try DocumentReader.document(Array(first.utf8)) } catch {
        throw BrokenProperty(description: "a written document cannot be parsed: \(error.explanation)")
      }
      let second = EncodedDocument(reports: read.reports.map(\.presented), isComplete: true).line()
      try requireSame(first, second, "a document changes when it is parsed and written")
      let evidence = StoredEvidence.encode(report.assessment)
      do { _ = try StoredEvidence.decode(evidence) } catch {
        throw BrokenProperty(description: "written evidence cannot be parsed: \(error.explanation)")
      }
    }
  }

  private static func checkLayouts(_ reports: [CrashReport]) throws {
    let text = AppleTextLayout.text(reports, style: NameStyle())
    try requireVisible(text, "the layout of Apple's text", except: ["\n", "\t"])
    let named = reports.filter(AppleTextLayout.canRepresent)
    let bytes = IPSLayout.bytes(reports, style: NameStyle())
    try requireVisible(String(decoding: bytes, as: UTF8.self), "the layout of Apple's JSON")
    if let only = named.first, named.count == 1 {
      let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
      try require(JSONTree.read(Array(bytes[..<end])) != nil, "the header of Apple's JSON cannot be parsed")
      try require(JSONTree.read(Array(bytes[end...])) != nil, "the body of Apple's JSON cannot be parsed")
      _ = only
    }
  }

  /// Checks that rewriting without new names does not change the report, and that rewriting with names does not fail.
  private static func checkRewriting(_ bytes: [UInt8]) throws {
    let input = InputText(bytes)
    let limits = DecodingLimits()
    let reports = ReportReader.read(normalized: input.text, limits: limits).reports
    let same = reports.map { SymbolicatedReport(stated: $0, named: $0.value) }
    let unchanged = ReportRewriter.rewrite(input, same, limits: limits, style: NameStyle())
    try require(unchanged.bytes == bytes, "a report without new names is changed")
    var named = same
    for index in named.indices {
      named[index].named.changeEachStack { frames, _ in
        for position in frames.indices where frames[position].symbol?.name == nil {
          frames[position].symbol = .init(name: "nameFromSymbols", demangled: nil, offset: 4)
          frames[position].outcome = .symbolicated
        }
      }
    }
    _ = ReportRewriter.rewrite(input, named, limits: limits, style: NameStyle())
  }

  static func requireSame(_ first: String, _ second: String, _ what: String) throws {
    guard first != second else { return }
    let location = zip(first.utf8, second.utf8).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
    func excerpt(_ text: String) -> String {
      String(decoding: Array(text.utf8)[max(0, min(text.utf8.count, location) - 40)...].prefix(100), as: UTF8.self)
    }
    throw BrokenProperty(description: "\(what): «\(excerpt(first))» is «\(excerpt(second))»")
  }
}
