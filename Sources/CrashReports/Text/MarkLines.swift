extension TextDialect {
  /// Single lines that only mark a beginning or an end.
  static let marks = TextDialect(
    name: "marks",
    example: Example(
      """
      Binary Images
      0x104d20000 - 0x105c43fff MyApp (*) <9d489cdf-11ad-3077-a386-6321379f73a0> /Apps/MyApp
      """, .excerpt),
    offer: .beginning(with: "EFT-BRCN")
  ) { reader, line, _ in reader.consumeMark(line) }
}

extension TextReader {
  /// What the crash reporter KSCrash concluded, in its own words.
  private static let reporterDiagnosis: StaticString = "CrashDoctor Diagnosis:"

  /// Consumes that conclusion, also below the objects in memory that KSCrash lists.
  mutating func consumeReporterDiagnosis(_ line: Line) -> Bool {
    let content = line.content
    guard draft.hasHeader, text.hasPrefix(Self.reporterDiagnosis, content) else { return false }
    include(line, as: [.applicationInformation, .thirdParty, .buildFirst])
    section = .applicationInformation
    draft.sectionIndent = line.indent
    draft.openMessage = OpenMessage()
    addApplicationText(content, indent: 0, line: line.number)
    let start = content.start + Self.reporterDiagnosis.utf8CodeUnitCount
    draft.report.add(.cause, text.value(text.trimmed(Slice(start, content.end))), line: line.number)
    return true
  }

  fileprivate mutating func consumeMark(_ line: Line) -> Bool {
    let content = line.content
    switch text[content.start] {
    case UInt8(ascii: "E") where text.equals(content, "EOF"):
      guard draft.hasHeader || draft.pieces.contains(.images) else { return false }
      include(line, as: .endMarker)
      section = .unsectioned
      draft.target = .none
      return true
    case UInt8(ascii: "T") where text.hasPrefix("Translated Report", content):
      if draft.pieces.contains(.threads) || draft.pieces.contains(.images) { finishReport() }
      include(line, as: .translated)
      return true
    case UInt8(ascii: "F") where text.equals(content, "Full Report"):
      guard draft.hasHeader else { return false }
      draft.pieces.insert([.endMarker, .translated])
      section = .skipped
      return true
    case UInt8(ascii: "-"):
      guard (content.start..<content.end).allSatisfy({ text[$0] == UInt8(ascii: "-") }) else { return false }
      if content.count >= 8 { unrecognized.endAtRule() }
      return true
    case UInt8(ascii: "B"):
      if text.equals(content, "Binary Images") {
        include(line, as: .images)
        section = .images
        return true
      }
      if text.hasPrefix("Backtrace not available", content)
        || text.hasPrefix("Binary images description not available", content)
      {
        include(line)
        draft.note(
          Note(
            "not-available", "The system could not write this section.", line: line.number,
            quotation: text.string(content)), limits)
        return true
      }
      return false
    case UInt8(ascii: "R"), UInt8(ascii: "C"):
      // KSCrash's own diagnosis, and the messages of each image.
      if consumeReporterDiagnosis(line) { return true }
      guard draft.hasHeader, text.hasSuffix("Diagnostics:", content) else { return false }
      include(line, as: [.applicationInformation, .thirdParty, .buildFirst])
      section = .applicationInformation
      draft.sectionIndent = line.indent
      draft.openMessage = OpenMessage()
      return true
    case UInt8(ascii: "N") where text.hasPrefix("No thread state", content):
      include(line)
      return true
    default:
      return false
    }
  }
}
