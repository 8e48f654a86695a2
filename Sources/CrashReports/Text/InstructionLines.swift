import Bytes

/// Reads the dump of bytes below "Thread 0 instruction stream:".
extension TextReader {
  /// Whether a header begins the instruction stream of the crashed thread.
  func isInstructionDump(_ header: ThreadHeader) -> Bool {
    guard text.hasPrefix(" instruction stream", header.rest) else { return false }
    guard let position = draft.threadPositions[header.index], position < draft.threads.count else { return true }
    return draft.threads[position].thread.crashed || !draft.threads.contains { $0.thread.crashed }
  }

  /// Reads `[0f]0b 48 83 ec 08 48 8d-05 8e …  ..H...H.`: the program counter is at the byte in brackets. The next line is
  /// not read: a part of the instruction is enough to recognize a trap, or else nothing is recognized.
  mutating func readInstructions(_ line: Line) {
    guard draft.report.detail(.instructionBytes) == nil,
      let open = text.first(
        UInt8(ascii: "["), Slice(line.content.start, min(line.content.end, line.content.start + 64)))
    else { return }
    var bytes: [UInt8] = []
    var index = open + 1
    while index + 1 < line.content.end, bytes.count < InstructionBytes.maxCount,
      let high = Self.digit(text[index]), let low = Self.digit(text[index + 1])
    {
      bytes.append(high << 4 | low)
      index += 2
      // One separator; two blanks precede the column of characters.
      if index < line.content.end, [0x20, UInt8(ascii: "-"), UInt8(ascii: "]")].contains(text[index]) { index += 1 }
    }
    draft.report.add(.instructionBytes, InstructionBytes.text(bytes), line: line.number)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    guard byte.isHexDigit else { return nil }
    return byte.isDigit ? byte & 15 : (byte & 15) + 9
  }
}
