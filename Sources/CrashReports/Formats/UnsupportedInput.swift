import Bytes

/// Descriptions of inputs that are not reports: binary files, and text in other formats.
package enum UnsupportedInput {
  /// Returns whether the first bytes of an input, of which a few thousand are enough, show that it is not a report.
  package static func isUnsupported(head: [UInt8]) -> Bool {
    guard head.contains(where: { $0 > 0x20 }), InputEncoding.utf16(head) == nil else { return false }
    return fault(head) != nil
  }

  /// Returns whether an input is a report in a binary format that is read, by its first bytes.
  package static func isBinaryReport(head: [UInt8]) -> Bool {
    // After the magic word comes a version; text that begins with the word has a letter or a blank there.
    let version = ReportFormat.plcrashMagic.count
    return head.count > version && head.starts(with: ReportFormat.plcrashMagic) && head[version] < 0x09
  }

  /// Returns a fault that names the format of an input which cannot be a text report; `nil` if it may be one.
  static func fault(_ bytes: [UInt8]) -> DecodingFault? {
    if isBinaryReport(head: bytes) { return nil }
    if bytes.isEmpty { return DecodingFault(.notAReport, "the file is empty") }
    if let kind = ForeignFile.kind(of: bytes) {
      return DecodingFault(kind.code, kind.explanation, hint: kind.hint, offset: 0)
    }
    let head = 0..<min(bytes.count, 512)
    if ByteSearch.contains("Spindump binary format", bytes, head) {
      return DecodingFault(
        .unsupportedFormat, "a binary spindump: \(ForeignFile.unread)", hint: "Convert it: spindump -i FILE",
        offset: 0)
    }
    if let fault = binary(bytes), !beginsAsText(bytes) { return fault }
    if !bytes.contains(where: { $0 > 0x20 }) { return DecodingFault(.notAReport, "the file contains only white space") }
    return nil
  }

  private static func binary(_ bytes: [UInt8]) -> DecodingFault? {
    guard let zero = bytes.withUnsafeBufferPointer({ $0.firstOffset(of: 0, to: 4096) }) else { return nil }
    return DecodingFault(.notAReport, "binary data, not text: zero byte at offset \(zero)", offset: zero)
  }

  /// Returns whether the input begins with text. A report that lost disk blocks has zero bytes, too, but only after
  /// some text.
  private static func beginsAsText(_ bytes: [UInt8]) -> Bool {
    if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") { return true }
    return bytes.count > 256 && bytes.prefix(256).allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
  }

  /// Returns whether an input is the log of a build or test, or begins as JSON, XML or HTML.
  package static func isLogOrData(_ bytes: [UInt8]) -> Bool {
    let text = ByteSearch.trimmed(bytes, 0..<bytes.count)
    guard let first = text.isEmpty ? nil : bytes[text.lowerBound], !"{<".utf8.contains(first) else { return true }
    return LogVerdict(bytes, text).isBuildOrTestLog
  }

  /// Returns a fault that describes an input in which no report was found.
  static func nothingFound(_ bytes: [UInt8], from start: Int) -> DecodingFault {
    if let fault = binary(bytes) { return fault }
    let text = ByteSearch.trimmed(bytes, start..<bytes.count)
    guard !text.isEmpty else { return DecodingFault(.notAReport, "the file contains only white space") }
    let verdict = LogVerdict(bytes, text)
    if verdict.isBuildOrTestLog {
      if let failure = verdict.failure {
        return DecodingFault(
          .notAReport, "no known failure in this log of \(verdict.lineCount) lines; it reports: \(failure)", line: 1,
          offset: text.lowerBound)
      }
      let result = verdict.text.map { ", \($0)" } ?? ""
      return DecodingFault(
        .notAReport, "no failure in this log: \(verdict.lineCount) lines\(result)", line: 1, offset: text.lowerBound)
    }
    return DecodingFault(.notAReport, describe(bytes, text), line: 1, offset: text.lowerBound)
  }

  private static func describe(_ bytes: [UInt8], _ text: Range<Int>) -> String {
    let head = String(streamSafe: bytes[text.prefix(512)]).lowercased()
    if head.hasPrefix("<!doctype html") || head.hasPrefix("<html") { return "an HTML page, not a crash report" }
    if head.hasPrefix("<?xml") || head.hasPrefix("<plist") { return "XML that is not a supported crash report" }
    if bytes[text.lowerBound] == UInt8(ascii: "{") || bytes[text.lowerBound] == UInt8(ascii: "[") {
      var cursor = JSONCursor(bytes, range: text, line: 1, depthLimit: 512)
      if cursor.peek() == UInt8(ascii: "[") { _ = cursor.enterArray() }
      let keys = JSONShape(&cursor).firstKeys.map { "\"\($0)\"" }
      if !keys.isEmpty { return "JSON that is not a supported report; its keys: \(keys.joined(separator: ", "))" }
    }
    if head.hasPrefix("# ") || head.hasPrefix("## ") || head.contains("\n```") || head.hasPrefix("```") {
      return "Markdown text without a report"
    }
    let lineEnd = ByteSearch.lineEnd(bytes, from: text.lowerBound, end: text.upperBound)
    let quotation = ByteSearch.quotation(bytes, ByteSearch.trimmed(bytes, text.lowerBound..<lineEnd), limit: 60)
    return "not a supported crash report or log; it begins with \"\(quotation)\""
  }
}
