import Bytes

extension CrashReport {
  /// What the canvas's error is about: the symbol, library, bundle, type, file or setting that its innermost errors name, or
  /// else their first lines. It identifies the failure, and is independent of the patterns that explain it. `nil` if there is
  /// no error.
  package var canvasOperand: String? {
    let errors = canvasErrors
    let order = errors.indices.sorted { (errors[$0].depth, $0) > (errors[$1].depth, $1) }.map { errors[$0] }
    for error in order {
      if let operand = CanvasOperand.find(in: error.text) { return operand }
    }
    return order.first.map { CanvasOperand.lines(of: $0.text) }
  }
}

/// The words between which errors of the canvas name what they are about.
enum CanvasOperand {
  private enum End {
    /// Up to these words, or the end of the line.
    case before(StaticString)
    /// A word without punctuation at its end.
    case word
    case line
  }

  /// The most specific forms first.
  private static let forms: [(before: StaticString, end: End)] = [
    ("unable to find bundle named ", .word), ("No ObservableObject of type ", .before(" found")),
    ("No Observable object of type ", .before(" found")), ("No perceptible object of type ", .before(" found")),
    ("missing environment object \"", .before("\"")), ("missing environment of type: ", .word),
    ("Symbols not found: [ ", .word), ("Symbols not found: [", .word), ("Undefined symbol: ", .line),
    ("ld: library '", .before("'")), ("ld: framework '", .before("'")), ("library not found for -l", .word),
    ("framework not found ", .word), ("during preview: ", .line), ("Universal binary ", .before(" does not")),
    ("Library not loaded: ", .word), ("crashed because ", .before(" is missing")),
    ("failed to load library at path \"", .before("\"")), ("noExecutablePath(", .before(">")),
    ("Reason: ", .line), (" error: ", .line), ("Compiling failed: ", .line), ("(static-", .before(",")),
    ("built target description for ", .before(" to create")), ("target \u{201c}", .before("\u{201d}")),
    ("could not generate preview info: ", .line), ("The app \u{201c}", .before("\u{201d}")),
    ("connection to ", .before(" after")),
  ]

  static func find(in text: String) -> String? {
    var text = text
    return text.withUTF8 { buffer in
      let bytes = ByteText(buffer, limit: 400)
      let all = Slice(0, min(buffer.count, 65_536))
      if let symbol = undefinedSymbol(bytes, all) { return symbol }
      for form in forms {
        guard let start = bytes.find(form.before, all) else { continue }
        let from = start + form.before.utf8CodeUnitCount
        let line = Slice(from, bytes.first(0x0a, Slice(from, all.end)) ?? all.end)
        let value =
          switch form.end {
          case .line: line
          case .before(let mark): Slice(line.start, bytes.find(mark, line) ?? line.end)
          case .word: word(bytes, line)
          }
        let trimmed = bytes.trimmed(value)
        if !trimmed.isEmpty { return form.before.description + bytes.string(trimmed) }
      }
      return nil
    }
  }

  /// Returns the symbol of `"_shuffle", referenced from:`.
  private static func undefinedSymbol(_ text: ByteText, _ all: Slice) -> String? {
    guard let end = text.find("\", referenced from", all),
      let start = text.last(UInt8(ascii: "\""), Slice(max(0, end - 1024), end))
    else { return nil }
    return "Undefined symbol: " + text.string(Slice(start + 1, end))
  }

  private static func word(_ text: ByteText, _ line: Slice) -> Slice {
    var end = line.start
    while end < line.end, !text[end].isBlank, text[end] != UInt8(ascii: ","), text[end] != UInt8(ascii: "]") {
      end += 1
    }
    while end > line.start, text[end - 1] == UInt8(ascii: ".") { end -= 1 }
    return Slice(line.start, end)
  }

  /// The number of lines that stand for an error without a known operand.
  private static let maxLines = 4

  /// Returns the first lines that state something about this failure, joined.
  static func lines(of text: String) -> String {
    let noise: [StaticString] = ["warning:", "linker command failed", "Full linker invocation"]
    let lines = text.split(separator: "\n").filter { line in
      !noise.contains { String(line).containsBytes($0) }
    }
    return lines.prefix(maxLines).joined(separator: " | ")
  }
}
