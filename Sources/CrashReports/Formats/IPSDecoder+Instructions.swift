import Bytes

/// Reads the bytes at the program counter of the crashed thread.
extension IPSDecoder {
  /// Reads `{"beforePC":"…","atPC":"IAAg1A=="}`, both in Base64. Mac reports of Apple silicon have it.
  mutating func readInstructionByteStream(_ line: Int) {
    readObject { decoder, key in
      guard key == .atPC else { return false }
      let text = decoder.cursor.readNonEmpty(limit: 256) ?? ""
      decoder.addInstruction(Detail(.instructionBytes, .text(InstructionBytes.text(base64: text)), line: line))
      return true
    }
  }

  /// Reads `{"instructionStream":{"bytes":[0,…],"offset":96}}`, where the program counter is at `offset`. Reports of Intel
  /// Macs have it.
  mutating func readInstructionState() -> Detail? {
    _ = cursor.peek()
    let line = cursor.line
    var bytes: [UInt8] = []
    var offset: Int?
    readObject { decoder, key in
      guard key == .instructionStream else { return false }
      decoder.readObject { decoder, key in
        switch key {
        case .bytes: bytes = decoder.readBytes(limit: 1024)
        case .offset: offset = decoder.cursor.readInt()
        default: return false
        }
        return true
      }
      return true
    }
    guard let offset, offset >= 0, offset < bytes.count else { return nil }
    return Detail(.instructionBytes, .text(InstructionBytes.text(bytes[offset...])), line: line)
  }

  /// Reads how often other processes changed threads of this one: `{"targeted":{"thread_set_state":1,…},…}`.
  mutating func readModifications(_ line: Int) {
    readObject { decoder, key in
      guard key == .targeted else { return false }
      decoder.readObject { decoder, key in
        guard key == .threadSetState else { return false }
        let count = decoder.cursor.readInt() ?? 0
        if count > 0 { decoder.report.add(.externalThreadChanges, .number(count), line: line) }
        return true
      }
      return true
    }
  }

  mutating func addInstruction(_ detail: Detail) {
    guard report.detail(.instructionBytes) == nil, detail.value != .text("") else { return }
    report.details.append(detail)
  }

  private mutating func readBytes(limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    guard cursor.enterArray() else { return bytes }
    while cursor.nextElement() {
      guard bytes.count < limit else {
        cursor.skipValue()
        continue
      }
      bytes.append(cursor.readInt().flatMap(UInt8.init(exactly:)) ?? 0)
    }
    return bytes
  }
}

/// The form of instruction bytes in a report's details.
enum InstructionBytes {
  /// The maximum number of bytes: the longest instruction has 15.
  static let maxCount = 16

  /// Returns `0f 0b 48`.
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var out: [UInt8] = []
    for byte in bytes.prefix(maxCount) {
      if !out.isEmpty { out.append(UInt8(ascii: " ")) }
      out.append(digits[Int(byte >> 4)])
      out.append(digits[Int(byte & 15)])
    }
    return String(streamSafe: out)
  }

  /// Returns the same for Base64 (RFC 4648, section 4); empty for other text.
  static func text(base64: String) -> String {
    var bytes: [UInt8] = []
    var pending = (bits: 0, value: UInt32(0))
    for letter in base64.utf8 {
      let digit: UInt8
      switch letter {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = letter - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = letter - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = letter - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"): digit = 62
      case UInt8(ascii: "/"): digit = 63
      case UInt8(ascii: "="): return text(bytes)
      default: return ""
      }
      pending = (pending.bits + 6, (pending.value << 6 | UInt32(digit)) & 0xFFFF)
      if pending.bits >= 8 {
        pending.bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: pending.value >> UInt32(pending.bits)))
      }
      if bytes.count == maxCount { break }
    }
    return text(bytes)
  }
}
