import CrashReports
import Symbolication
import Testing

@testable import Diagnosis

/// A change that people make to a text before they paste it, or tools before they show it.
struct Variant: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// True if the change removes lines on which the confidence may be based.
  var losesHeader = false
  /// Returns the changed text; `nil` if the change does not apply to it.
  let apply: @Sendable (String) -> String?

  private init(
    _ name: String, losesHeader: Bool = false, _ apply: @escaping @Sendable (String) -> String?
  ) {
    testDescription = name
    self.losesHeader = losesHeader
    self.apply = apply
  }

  static let all: [Variant] = [
    Variant("line ends of Windows") { $0.replacing("\n", with: "\r\n") },
    Variant("indented by four blanks") { lines(of: $0) { "    " + $0 } },
    Variant("quoted with >") { lines(of: $0) { "> " + $0 } },
    Variant("in a fence of Markdown") { isCode($0) ? nil : "```\n\($0)\n```\n" },
    Variant("escaped for HTML") {
      isCode($0)
        ? nil : $0.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    },
    Variant("hexadecimal numbers in capitals") { capitalHex($0) },
    Variant("other lines of a log around it") { text in
      isCode(text)
        ? nil
        : "2024-04-18 10:42:01.000 Cards[4711:90210] started\n\n\(text)\n\n2024-04-18 10:42:09.000 Cards[4712:90211] started\n"
    },
    Variant("without its header", losesHeader: true) { text in
      text.firstRange(of: "\nException Type:").map { String(text[text.index(after: $0.lowerBound)...]) }
    },
    Variant("blank lines at its ends") { "\n\n\n" + $0 + "\n\n\n" },
    Variant("blanks at the ends of lines") { lines(of: $0) { $0.isEmpty ? "" : $0 + "  " } },
  ]

  private static func lines(of text: String, _ change: (Substring) -> String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(change).joined(separator: "\n")
  }

  /// Returns true for source code, which is not escaped or framed like a log.
  private static func isCode(_ text: String) -> Bool {
    ["@IBDesignable", "IB_DESIGNABLE", "@implementation", "override func", "@IBInspectable"].contains {
      text.contains($0)
    }
  }

  /// Writes `0x1a2b` as `0x1A2B`; image identifiers and words are unchanged.
  private static func capitalHex(_ text: String) -> String? {
    guard text.contains("0x") else { return nil }
    var out: [UInt8] = []
    var inNumber = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "x"), out.last == UInt8(ascii: "0") {
        inNumber = true
        out.append(byte)
        continue
      }
      switch byte {
      case 0x30...0x39, 0x41...0x46: out.append(byte)
      case 0x61...0x66 where inNumber: out.append(byte & 0xdf)
      default:
        inNumber = false
        out.append(byte)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
