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
    for kind in kinds where kind.magic.contains(where: { bytes.starts(with: $0) }) {
      return DecodingFault(kind.code, kind.explanation, hint: kind.hint, offset: 0)
    }
    let head = 0..<min(bytes.count, 512)
    if ByteSearch.contains("Spindump binary format", bytes, head) {
      return DecodingFault(
        .unsupportedFormat, "a binary spindump: \(unread)", hint: "Convert it: spindump -i FILE",
        offset: 0)
    }
    if let fault = binary(bytes), !beginsAsText(bytes) { return fault }
    if !bytes.contains(where: { $0 > 0x20 }) { return DecodingFault(.notAReport, "the file contains only white space") }
    return nil
  }

  private static func binary(_ bytes: [UInt8]) -> DecodingFault? {
    guard let zero = bytes.prefix(4096).firstIndex(of: 0) else { return nil }
    return DecodingFault(.notAReport, "binary data, not text: zero byte at offset \(zero)", offset: zero)
  }

  /// Returns whether the input begins with text. A report that lost disk blocks has zero bytes, too, but only after
  /// some text.
  private static func beginsAsText(_ bytes: [UInt8]) -> Bool {
    if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") { return true }
    return bytes.count > 256 && bytes.prefix(256).allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
  }

  /// Returns a fault that describes an input in which no report was found.
  static func nothingFound(_ bytes: [UInt8], from start: Int) -> DecodingFault {
    if let fault = binary(bytes) { return fault }
    let text = ByteSearch.trimmed(bytes, start..<bytes.count)
    guard !text.isEmpty else { return DecodingFault(.notAReport, "the file contains only white space") }
    return DecodingFault(.notAReport, describe(bytes, text), line: 1, offset: text.lowerBound)
  }

  private static func describe(_ bytes: [UInt8], _ text: Range<Int>) -> String {
    let head = String(decoding: bytes[text.prefix(512)], as: UTF8.self).lowercased()
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

  private struct Kind {
    var magic: [[UInt8]]
    var code: DecodingFault.Code
    var explanation: String
    var hint: String?
  }

  private static let unread = "this version does not read it"

  private static let kinds: [Kind] = [
    Kind(
      magic: [Array("bplist0".utf8)], code: .unsupportedFormat, explanation: "a binary property list: \(unread)",
      hint: "Convert it: plutil -convert xml1 -o - FILE"),
    Kind(
      magic: [[0x1F, 0x8B]], code: .unsupportedFormat, explanation: "a gzip archive, not a report",
      hint: "To explain the reports in it: diagnose FILE. To rewrite a report, unpack it first: gunzip FILE"),
    Kind(
      magic: [Array("PK\u{3}\u{4}".utf8), Array("PK\u{5}\u{6}".utf8)], code: .unsupportedFormat,
      explanation: "a zip archive, not a report",
      hint: "To explain the reports in it: diagnose FILE. To rewrite a report, unpack it first: unzip FILE"),
    Kind(
      magic: [[0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]], code: .unsupportedFormat,
      explanation: "an xz archive: \(unread)", hint: "Unpack it first: xz -d FILE"),
    Kind(
      magic: [Array("BZh".utf8)], code: .unsupportedFormat, explanation: "a bzip2 archive: \(unread)",
      hint: "Unpack it first: bunzip2 FILE"),
    Kind(
      magic: [[0x28, 0xB5, 0x2F, 0xFD]], code: .unsupportedFormat, explanation: "a zstd archive: \(unread)",
      hint: "Unpack it first: zstd -d FILE"),
    Kind(
      magic: [
        [0xFE, 0xED, 0xFA, 0xCE], [0xFE, 0xED, 0xFA, 0xCF], [0xCE, 0xFA, 0xED, 0xFE], [0xCF, 0xFA, 0xED, 0xFE],
        [0xCA, 0xFE, 0xBA, 0xBE], [0xCA, 0xFE, 0xBA, 0xBF],
      ],
      code: .notAReport, explanation: "a Mach-O binary, not a report",
      hint: "Use it as a symbol file: --symbols FILE"),
    Kind(
      magic: [[0x7F, 0x45, 0x4C, 0x46]], code: .notAReport, explanation: "an ELF binary, not a report", hint: nil),
    Kind(magic: [[0x89, 0x50, 0x4E, 0x47]], code: .notAReport, explanation: picture, hint: pictureHint),
    Kind(magic: [[0xFF, 0xD8, 0xFF]], code: .notAReport, explanation: picture, hint: pictureHint),
    Kind(magic: [Array("GIF8".utf8)], code: .notAReport, explanation: picture, hint: pictureHint),
    Kind(magic: [Array("%PDF".utf8)], code: .notAReport, explanation: "a PDF document, not a report", hint: nil),
    Kind(
      magic: [Array("SQLite format 3".utf8)], code: .notAReport, explanation: "an SQLite database, not a report",
      hint: nil),
  ]

  private static let picture = "a picture, not a report"
  private static let pictureHint = "Copy the report as text instead."
}
