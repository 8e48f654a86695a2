import Bytes

/// Converts RTF, which TextEdit and Mail save, to plain text: paragraphs become lines, other control words and groups
/// that are not text are removed. (Rich Text Format Specification 1.9.1.)
enum RichText {
  static func removal(_ bytes: UnsafeBufferPointer<UInt8>) -> TextRemoval? {
    var start = 0
    while start < bytes.count, bytes[start] <= 0x20 { start += 1 }
    guard bytes.hasBytes(Array("{\\rtf".utf8), at: start) else { return nil }
    var pass = Pass(bytes)
    pass.run(from: start)
    guard !pass.result.bytes.isEmpty else { return nil }
    let lines = pass.result.bytes.count { $0 == 0x0A } + 1
    return TextRemoval(text: pass.result, lines: lines, first: start, keepsLines: false, encoding: .none)
  }

  private struct Pass {
    let bytes: UnsafeBufferPointer<UInt8>
    let text: ByteText
    var result: RewrittenText
    var at = 0
    var depth = 0
    /// The depth of the group that is not text; `nil` in text.
    var hidden: Int?
    /// The number of characters after `\u` that repeat it for readers without Unicode.
    var skipped = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
      self.bytes = bytes
      text = ByteText(bytes, limit: 64)
      result = RewrittenText(sourceCount: bytes.count)
    }

    mutating func run(from start: Int) {
      at = start
      while at < bytes.count {
        switch bytes[at] {
        case UInt8(ascii: "{"):
          depth += 1
          at += 1
        case UInt8(ascii: "}"):
          if let hidden, depth <= hidden { self.hidden = nil }
          depth -= 1
          at += 1
        case UInt8(ascii: "\\"): readControl()
        case 0x0A, 0x0D: at += 1
        default:
          if skipped > 0 { skipped -= 1 } else if hidden == nil { result.copy(bytes, at..<at + 1) }
          at += 1
        }
      }
    }

    private mutating func write(_ replacement: some Sequence<UInt8>) {
      if hidden == nil { result.replace(at: at, with: replacement) }
    }

    private mutating func readControl() {
      let next = text[at + 1]
      guard next.isLetter else { return readSymbol(next) }
      var index = at + 1
      while text[index].isLetter { index += 1 }
      let word = text.string(Slice(at + 1, min(index, at + 33)))
      let sign = text[index] == UInt8(ascii: "-")
      if sign { index += 1 }
      let digits = index
      while text[index].isDigit { index += 1 }
      let number = text.integer(Slice(digits, index))
      switch word {
      case "par", "line", "row", "sect", "page": write([0x0A])
      case "tab", "cell": write([0x09])
      case "fonttbl", "colortbl", "stylesheet", "info", "pict", "header", "footer", "listtable":
        hidden = hidden ?? depth
      case "u":
        let value = number.map { sign ? 65_536 - $0 : $0 } ?? 0xFFFD
        if let code = UInt32(exactly: value), let scalar = Unicode.Scalar(code) {
          write(Array(String(Character(scalar)).utf8))
        }
        skipped = 1
      case "emdash": write(Array("—".utf8))
      case "endash": write(Array("–".utf8))
      case "lquote", "rquote": write([0x27])
      case "ldblquote", "rdblquote": write([0x22])
      case "bullet": write(Array("•".utf8))
      default: break
      }
      at = text[index] == 0x20 ? index + 1 : index
    }

    private mutating func readSymbol(_ next: UInt8) {
      switch next {
      case UInt8(ascii: "'"):
        if let high = text[at + 2].hexDigitValue, let low = text[at + 3].hexDigitValue {
          if skipped > 0 { skipped -= 1 } else { write(Self.windows1252(high << 4 | low)) }
        }
        at += 4
      case UInt8(ascii: "*"):
        hidden = hidden ?? depth
        at += 2
      case 0x0A, 0x0D:
        write([0x0A])
        at += 2
      case UInt8(ascii: "~"):
        write([0x20])
        at += 2
      case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"):
        write([next])
        at += 2
      default: at += 2
      }
    }

    /// The UTF-8 of a byte of code page 1252.
    private static func windows1252(_ byte: UInt8) -> [UInt8] {
      switch byte {
      case 0x85: Array("…".utf8)
      case 0x91, 0x92: [0x27]
      case 0x93, 0x94: [0x22]
      case 0x95: Array("•".utf8)
      case 0x96: Array("–".utf8)
      case 0x97: Array("—".utf8)
      case 0xA0: [0x20]
      default: Array(String(Character(Unicode.Scalar(byte))).utf8)
      }
    }
  }
}
