import Bytes

/// The same text at the beginning of nearly all lines: a prompt with the names of user and host, the name of a tool.
///
/// Prefixes with a known form are removed before, by `PrefixPass`. This one may be any text, so it must be followed by a
/// blank, and lines of a report must appear behind it. Its numbers may differ from line to line, as times and counters do:
/// `#12 0.348 `, `[7/120] stderr: `, `test<tab>Run tests<tab>2026-11-02T08:15:10.100Z `.
enum CommonPrefix {
  /// The number of lines from which the prefix is determined.
  private static let sampledLines = 64
  /// The minimum number of lines with the prefix.
  private static let minLines = 3
  /// The maximum length of the prefix, in bytes.
  private static let maxLength = 96
  /// The gain of structure at which no further lines are examined.
  private static let sufficientGain = 64

  static func removal(_ bytes: UnsafeBufferPointer<UInt8>) -> TextRemoval? {
    if let prefix = prefix(bytes), let removal = removal(bytes, of: lines(bytes, with: prefix), minLines) {
      return removal
    }
    guard let masked = maskedPrefix(bytes) else { return nil }
    return removal(bytes, of: lines(bytes, masked), minVaryingLines)
  }

  private static func removal(_ bytes: UnsafeBufferPointer<UInt8>, of marked: [Line], _ minimum: Int) -> TextRemoval? {
    guard marked.count >= minimum, isWrapped(bytes, marked) else { return nil }
    var result = RewrittenText(sourceCount: bytes.count)
    var copied = 0
    for line in marked {
      result.copy(bytes, copied..<line.begin)
      copied = line.content
    }
    result.copy(bytes, copied..<bytes.count)
    return TextRemoval(text: result, lines: marked.count, first: marked[0].begin, encoding: .linePrefix)
  }

  /// Returns a text, up to a blank, with which four of five sampled lines begin; `nil` if there is none.
  private static func prefix(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    for start in starts(of: bytes, minLines, { Array($0.prefix(maxLength)) }) {
      // Blanks after the first one are indentation, which other lines may lack.
      guard let mark = start.dropLast().lastIndex(where: { $0 > 0x20 }) else { continue }
      let prefix = Array(start[...(mark + 1)])
      // Messages of Interface Builder about one document are alike.
      return ByteSearch.contains("IB Designables:", prefix, 0..<prefix.count) ? nil : prefix
    }
    return nil
  }

  /// Returns the texts, each up to a blank, that begin four of five sampled lines, but at least `minimum`.
  ///
  /// - Parameter form: The beginning of a line in the form in which lines are compared.
  private static func starts(
    of bytes: UnsafeBufferPointer<UInt8>, _ minimum: Int, _ form: (UnsafeBufferPointer<UInt8>) -> [UInt8]
  ) -> [[UInt8]] {
    var sample: [[UInt8]] = []
    forEachLine(bytes) { begin, end in
      let line = form(UnsafeBufferPointer(rebasing: bytes[begin..<end]))
      if line.contains(where: { $0 > 0x20 }) { sample.append(line) }
      return sample.count < sampledLines
    }
    let needed = max(minimum, (sample.count * 4 + 4) / 5)
    guard sample.count >= needed, haveCommonStart(sample, needed) else { return [] }
    // Equal beginnings are next to each other.
    sample.sort { $0.lexicographicallyPrecedes($1) }
    return (0...(sample.count - needed)).compactMap { first in
      let shared = zip(sample[first], sample[first + needed - 1]).prefix { $0 == $1 }.count
      return sample[first][..<shared].lastIndex(of: 0x20).map { Array(sample[first][...$0]) }
    }
  }

  /// Returns whether enough lines begin with the same byte; those of a plain report do not.
  private static func haveCommonStart(_ lines: [[UInt8]], _ needed: Int) -> Bool {
    var counts = [Int](repeating: 0, count: 256)
    for line in lines { if let first = line.first { counts[Int(first)] += 1 } }
    return counts.contains { $0 >= needed }
  }

  // MARK: Prefixes with numbers

  /// The minimum number of lines with a prefix whose numbers differ: two lines with the same words and other numbers are not a
  /// coincidence.
  private static let minVaryingLines = 2

  /// The beginning of a line in which each number is one `0`, and each run of blanks one blank.
  private struct Mask {
    private(set) var bytes: [UInt8] = []

    /// Returns where a masked text ends in a line that begins with it, and where its last byte begins; `nil` for another line. The
    /// blank at the end of the text may be missing at the end of the line.
    static func prefix(
      _ masked: UnsafeBufferPointer<UInt8>, of line: UnsafeBufferPointer<UInt8>
    ) -> (end: Int, lastStart: Int)? {
      var (index, lastStart, offset) = (-1, 0, 0)
      let limit = min(line.count, maxLength)
      while offset < limit {
        let byte = form(of: line[offset])
        let isRun = index >= 0 && byte == masked[index] && (byte == UInt8(ascii: "0") || byte == 0x20)
        if !isRun {
          if index == masked.count - 1 { break }
          index += 1
          guard masked[index] == byte else { return nil }
          lastStart = offset
        }
        offset += 1
      }
      if index == masked.count - 1 { return (offset, lastStart) }
      return index == masked.count - 2 && offset == line.count ? (offset, offset) : nil
    }

    private static func form(of byte: UInt8) -> UInt8 {
      byte.isDigit ? UInt8(ascii: "0") : byte.isBlank ? 0x20 : byte
    }

    init(_ line: UnsafeBufferPointer<UInt8>) {
      for byte in line.prefix(maxLength) {
        let masked = Self.form(of: byte)
        let isRun = masked == bytes.last && (masked == UInt8(ascii: "0") || masked == 0x20)
        if !isRun { bytes.append(masked) }
      }
    }
  }

  /// Returns what most sampled lines begin with, up to a blank, if their numbers are ignored; `nil` if that has no number.
  private static func maskedPrefix(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    // The numbers and images of frames are not a prefix, and neither is an indentation.
    starts(of: bytes, minVaryingLines) { Mask($0).bytes }
      .first { $0.contains(UInt8(ascii: "0")) && $0.contains(where: isMark) }
  }

  /// Whether a byte is one that tools write around counters, times and names.
  private static func isMark(_ byte: UInt8) -> Bool { "#[]():.|/-".utf8.contains(byte) }

  private static func lines(_ bytes: UnsafeBufferPointer<UInt8>, _ masked: [UInt8]) -> [Line] {
    var found: [Line] = []
    forEachLine(bytes) { begin, end in
      if let prefix = masked.withUnsafeBufferPointer({
        Mask.prefix($0, of: UnsafeBufferPointer(rebasing: bytes[begin..<end]))
      }) {
        // The last run of blanks may contain the indentation of the content.
        found.append(Line(begin: begin, content: begin + min(prefix.end, prefix.lastStart + 1), end: end))
      }
      return true
    }
    return found
  }

  private struct Line {
    var begin: Int
    /// The offset behind the prefix.
    var content: Int
    var end: Int
  }

  private static func lines(_ bytes: UnsafeBufferPointer<UInt8>, with prefix: [UInt8]) -> [Line] {
    var found: [Line] = []
    forEachLine(bytes) { begin, end in
      let line = UnsafeBufferPointer(rebasing: bytes[begin..<end])
      if line.starts(with: prefix) {
        found.append(Line(begin: begin, content: begin + prefix.count, end: end))
      } else if line.count < prefix.count, line.count > 0, prefix.starts(with: line),
        prefix[line.count...].allSatisfy({ $0 == 0x20 })
      {
        // An editor removes blanks at the end of a line.
        found.append(Line(begin: begin, content: end, end: end))
      }
      return true
    }
    return found
  }

  /// Returns whether the lines are clearly more like those of a report without the prefix.
  private static func isWrapped(_ bytes: UnsafeBufferPointer<UInt8>, _ lines: [Line]) -> Bool {
    let text = ByteText(bytes, limit: 4096)
    if isColumn(text, lines) { return true }
    var (before, after) = (0, 0)
    for line in lines {
      before += LineEvidence.of(text, text.trimmed(Slice(line.begin, line.end)), mayHaveMessage: false).structure
      after += LineEvidence.of(text, text.trimmed(Slice(line.content, line.end)), mayHaveMessage: false).structure
      if after - before >= sufficientGain { break }
    }
    return after - before >= 3 && after - before > before / 8
  }

  /// The maximum number of lines in which messages are compared: a longer log has frames or fields.
  private static let maxMessages = 256

  /// Returns whether the prefix is a column with a separator, and all messages are behind it.
  private static func isColumn(_ text: ByteText, _ lines: [Line]) -> Bool {
    guard minVaryingLines...maxMessages ~= lines.count, let first = lines.first,
      (first.begin..<first.content).contains(where: { text[$0] == UInt8(ascii: "|") || text[$0] == UInt8(ascii: "]") })
    else { return false }
    var messages = 0
    for line in lines {
      // Readers need the columns of a console.
      if text.stampedLine(text.trimmed(Slice(line.begin, line.end))) != nil { return false }
      let hasMessage = LineEvidence.hasMessage(text, text.trimmed(Slice(line.content, line.end)))
      if hasMessage { messages += 1 }
      if LineEvidence.hasMessage(text, text.trimmed(Slice(line.begin, line.end))) != hasMessage { return false }
    }
    return messages > 0
  }

  /// Calls `body` with each line, without its end, until it returns false.
  private static func forEachLine(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (_ begin: Int, _ end: Int) -> Bool
  ) {
    var begin = 0
    while begin < bytes.count {
      let end = bytes.firstOffset(of: 0x0A, from: begin, to: bytes.count) ?? bytes.count
      guard body(begin, end) else { return }
      begin = end + 1
    }
  }
}
