import Bytes

/// Restores the lines of a text that was laid out again: blank lines between all lines, and lines broken at a width.
enum LineLayout {
  // MARK: Blank lines

  /// Removes the blank line after each line, if every line has one.
  static func doubleSpacing(_ bytes: UnsafeBufferPointer<UInt8>) -> TextRemoval? {
    guard isDoubleSpaced(bytes) else { return nil }
    var result = RewrittenText(sourceCount: bytes.count)
    var (begin, lines) = (0, 0)
    var first: Int?
    while begin < bytes.count {
      let end = bytes.firstOffset(of: 0x0A, from: begin) ?? bytes.count
      let next = min(end + 1, bytes.count)
      result.copy(bytes, begin..<next)
      begin = next
      let nextEnd = bytes.firstOffset(of: 0x0A, from: begin) ?? bytes.count
      if isBlank(bytes, begin..<nextEnd), begin < bytes.count {
        lines += 1
        first = first ?? begin
        begin = min(nextEnd + 1, bytes.count)
      }
    }
    guard let first else { return nil }
    return TextRemoval(text: result, lines: lines, first: first, keepsLines: false)
  }

  private static func isBlank(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) -> Bool {
    line.allSatisfy { bytes[$0].isBlank || bytes[$0] == 0x0D }
  }

  /// Whether no two lines follow each other without a blank line, and the text has lines of a report.
  private static func isDoubleSpaced(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = ByteText(bytes, limit: 4096)
    var (begin, count, messages, structure) = (0, 0, 0, 0)
    var (isAfterBlank, isIndented, hasHeading) = (true, false, false)
    while begin < bytes.count {
      let end = bytes.firstOffset(of: 0x0A, from: begin) ?? bytes.count
      let line = begin..<end
      begin = end + 1
      if isBlank(bytes, line) {
        isAfterBlank = true
        continue
      }
      if !isAfterBlank { return false }
      isAfterBlank = false
      count += 1
      isIndented = bytes[line.lowerBound].isBlank
      hasHeading = hasHeading || text.isHeading(Slice(line.lowerBound, line.upperBound))
      let evidence = LineEvidence.of(text, text.trimmed(Slice(line.lowerBound, line.upperBound)))
      structure += evidence.structure
      if evidence.message > 0 { messages += 1 }
    }
    // Two lines may be two paragraphs, unless the second one continues the first.
    guard count >= 3 || count == 2 && isIndented else { return false }
    // Headings and paragraphs of Markdown have blank lines between them.
    return structure >= 6 || !hasHeading && messages > 0 && messages * 4 >= count
  }

  // MARK: Broken lines

  /// The maximum length of a text whose layout is examined.
  private static let examinedBytes = 8 << 20

  /// Whether no line is longer than 132 characters of four bytes.
  private static func hasShortLines(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var begin = 0
    while begin < bytes.count {
      let end = bytes.firstOffset(of: 0x0A, from: begin) ?? bytes.count
      if end - begin > 528 { return false }
      if end - begin > 132, (begin..<end).count(where: { bytes[$0] & 0xC0 != 0x80 }) > 133 { return false }
      begin = end + 1
    }
    return true
  }

  /// Joins lines that were broken at a width of at most 132 characters.
  static func broken(_ bytes: UnsafeBufferPointer<UInt8>) -> TextRemoval? {
    guard bytes.count <= examinedBytes, hasShortLines(bytes) else { return nil }
    let lines = BrokenLines(bytes)
    guard let width = lines.width else { return nil }
    var result = RewrittenText(sourceCount: bytes.count)
    var (copied, joined) = (0, 0)
    var first: Int?
    for index in lines.all.indices.dropLast() {
      let (line, next) = (lines.all[index], lines.all[index + 1])
      guard let hasBlank = lines.join(line, next, width) else { continue }
      result.copy(bytes, copied..<line.range.upperBound)
      if hasBlank { result.replace(at: line.range.upperBound, with: 0x20) }
      copied = next.range.lowerBound
      joined += 1
      first = first ?? line.range.lowerBound
    }
    guard let first, joined > 0 else { return nil }
    result.copy(bytes, copied..<bytes.count)
    let evidence = result.bytes.withUnsafeBufferPointer { BrokenLines($0).evidence }
    let isGain = evidence.structure > lines.evidence.structure || evidence.message > lines.evidence.message
    guard isGain || width.isCertain && evidence.structure + evidence.message > 0 else { return nil }
    return TextRemoval(text: result, lines: joined, first: first, keepsLines: false)
  }
}

/// The lines of a text whose lines are all short, and the width at which they were broken.
private struct BrokenLines {
  struct Line {
    var range: Range<Int>
    /// The number of characters.
    var length: Int
    var evidence: LineEvidence
    /// Whether the line begins with a tab or two blanks, as a line with its own indentation.
    var isIndented: Bool

    /// Whether the line cannot be the continuation of another one.
    var isStart: Bool { evidence.structure >= 4 }
    var isReport: Bool { evidence.structure > 0 || evidence.message > 0 }
  }
  struct Width {
    var count: Int
    /// Whether lines are broken at exactly this width, also within words.
    var isHard: Bool
    /// Whether so many lines have this width that this is not a coincidence.
    var isCertain: Bool
  }

  private let text: ByteText
  private(set) var all: [Line] = []
  private var longest = 0
  private var filled = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    text = ByteText(bytes, limit: 4096)
    var begin = 0
    while begin < bytes.count {
      let end = bytes.firstOffset(of: 0x0A, from: begin) ?? bytes.count
      var last = end
      if last > begin, bytes[last - 1] == 0x0D { last -= 1 }
      let isBlank = (begin..<last).allSatisfy { bytes[$0].isBlank }
      let length = isBlank ? 0 : (begin..<last).count { bytes[$0] & 0xC0 != 0x80 }
      let evidence = LineEvidence.of(text, text.trimmed(Slice(begin, last)))
      let isIndented = text[begin] == 0x09 || text[begin] == 0x20 && text[begin + 1] == 0x20
      all.append(Line(range: begin..<last, length: length, evidence: evidence, isIndented: isIndented))
      longest = max(longest, length)
      if length > 0 { filled += 1 }
      begin = end + 1
    }
  }

  var evidence: LineEvidence { all.reduce(LineEvidence()) { $0 + $1.evidence } }

  /// The width at which the lines were broken; `nil` if they were not.
  var width: Width? {
    guard longest >= 40 else { return nil }
    var (full, open) = (0, 0)
    for (index, line) in all.enumerated() where line.length == longest {
      full += 1
      if index + 1 < all.count, all[index + 1].length > 0, !all[index + 1].isStart, !all[index + 1].isIndented {
        open += 1
      }
    }
    let isUsual = [72, 76, 78, 79, 80, 100, 120, 132].contains(longest)
    if open * 2 >= full, open > 0, full >= (isUsual ? 1 : 3) {
      return Width(count: longest, isHard: true, isCertain: full >= 3 || isUsual && full * 3 >= filled)
    }
    // Broken between words: lines of a report are followed by lines that are not.
    guard longest <= 100 else { return nil }
    var (reports, followed) = (0, 0)
    for (index, line) in all.enumerated() where line.isReport && line.length * 10 >= longest * 7 {
      reports += 1
      if index + 1 < all.count, all[index + 1].length > 0, !all[index + 1].isReport { followed += 1 }
    }
    let isBroken = followed >= 3 && followed * 3 >= reports
    return isBroken ? Width(count: longest, isHard: false, isCertain: true) : nil
  }

  /// Returns whether a blank is between `line` and its continuation `next`; `nil` if `next` does not continue it.
  func join(_ line: Line, _ next: Line, _ width: Width) -> Bool? {
    guard next.length > 0, line.length > 0, !next.isStart else { return nil }
    if next.isIndented { return nil }
    let content = text.trimmed(Slice(next.range.lowerBound, next.range.upperBound))
    // A line that begins with the path of a document is another message.
    if text.contains("IB Designables:", content) { return nil }
    if width.isHard { return line.length == width.count ? false : nil }
    guard next.evidence.structure == 0, line.isReport || line.length + 12 >= width.count else { return nil }
    return line.length + 1 + text.token(content).count > width.count ? true : nil
  }
}
