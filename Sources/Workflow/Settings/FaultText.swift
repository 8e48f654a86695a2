import Bytes
import UserFiles
import Vocabulary
import YAMLText

/// Formats faults of a user's file: location, message, the line with a caret, hint.
struct FaultText {
  private let name: String
  private let lines: [ArraySlice<UInt8>]

  /// The maximum number of columns of a line that are shown.
  private static let width = 100

  /// - Parameters:
  ///   - name: The file name for messages.
  ///   - bytes: The contents of the file.
  init(_ name: String, _ bytes: [UInt8]) {
    self.name = Terminal.quotedFileName(name)
    lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
  }

  func text(_ fault: FileFault) -> String {
    var text = "diagnose: \(name):\(fault.line):\(fault.column): \(Terminal.escaped(fault.message))\n"
    if let quotation = quotation(fault) { text += quotation }
    if let hint = fault.hint { text += "  " + Terminal.escaped(hint) + "\n" }
    return text
  }

  /// Returns the line, shortened if it is long, with a caret below it.
  private func quotation(_ fault: FileFault) -> String? {
    guard lines.indices.contains(fault.line - 1), !mayContainSecrets(fault.line - 1) else { return nil }
    var scalars = Array(String(streamSafe: lines[fault.line - 1]).unicodeScalars)
    if scalars.last == "\r" { scalars.removeLast() }
    guard !scalars.allSatisfy({ $0 == " " || $0 == "\t" }) else { return nil }
    let column = min(max(0, fault.column - 1), scalars.count)
    let start = column > Self.width - 20 ? column - (Self.width - 20) : 0
    let end = min(scalars.count, start + Self.width)
    let before = Self.shown(scalars[start..<column])
    let lead = start > 0 ? "…" : ""
    let line = lead + before + Self.shown(scalars[column..<end]) + (end < scalars.count ? "…" : "")
    return "    \(line)\n    " + String(repeating: " ", count: (lead + before).count) + "^\n"
  }

  /// Whether a line belongs to the key `alerts`: a secret may be there by mistake, and errors are in logs.
  private func mayContainSecrets(_ index: Int) -> Bool {
    let key = lines[...index].last { line in
      guard let first = line.first else { return false }
      return !" \t#-\r".utf8.contains(first)
    }
    return key?.starts(with: "alerts".utf8) == true
  }

  private static func shown(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars.map { $0 == "\t" ? " " : $0 })
    return Terminal.escaped(text)
  }
}
