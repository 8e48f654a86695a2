import Bytes

/// Returns true if a template has placeholders.
func usesCaptures(_ template: String) -> Bool { template.utf8.contains(UInt8(ascii: "{")) }

/// Returns a template filled with captures.
///
/// * `{name}` is the capture, or the name without braces if there is no such capture.
/// * `{name|words}` is the capture, or the words if there is no such capture.
/// * `{name?words|others}` is the words if there is such a capture, otherwise the others (nothing if they are missing);
///   both may contain further captures, but no other braces.
///
/// `phrases` contains texts for values: a capture whose value is in the table of its name is replaced by that text.
/// Other braces are code and remain. Captures come from reports and are never filled themselves. Takes linear time.
package func filled(
  _ template: String, with captures: [String: String], phrases: [String: [String: String]] = [:]
) -> String {
  guard usesCaptures(template) else { return template }
  var writer = TemplateWriter(captures: captures, phrases: phrases)
  writer.write(template.utf8[...])
  return String(streamSafe: writer.out)
}

/// Returns a template for a page without a report: `{function|the app}` becomes `the app`, `{nib}` becomes `‹nib›`.
package func withoutReport(_ template: String) -> String {
  var writer = TemplateWriter(captures: [:], phrases: [:], marksNames: true)
  writer.write(template.utf8[...])
  return String(streamSafe: writer.out)
}

private struct TemplateWriter {
  let captures: [String: String]
  let phrases: [String: [String: String]]
  /// True to write `‹name›` for a missing capture instead of the name alone.
  let marksNames: Bool
  var out: [UInt8] = []
  /// An open `{name?`.
  private struct Choice {
    /// True if the text around it is written.
    var isOuterWritten: Bool
    var isWritten: Bool
    var isInOthers = false
  }
  private var choices: [Choice] = []

  init(captures: [String: String], phrases: [String: [String: String]], marksNames: Bool = false) {
    self.captures = captures
    self.phrases = phrases
    self.marksNames = marksNames
  }

  mutating func write(_ template: Substring.UTF8View) {
    out.reserveCapacity(template.count + 64)
    var rest = template
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "{"): rest = placeholder(rest.dropFirst())
      case UInt8(ascii: "}") where !choices.isEmpty:
        choices.removeLast()
        rest = rest.dropFirst()
      case UInt8(ascii: "|") where choices.last?.isInOthers == false:
        var choice = choices.removeLast()
        choice.isWritten = choice.isOuterWritten && !choice.isWritten
        choice.isInOthers = true
        choices.append(choice)
        rest = rest.dropFirst()
      default:
        let end = rest.dropFirst().firstIndex(where: Self.isMark) ?? rest.endIndex
        append(rest[..<end])
        rest = rest[end...]
      }
    }
  }

  /// Writes the placeholder whose opening brace precedes `inner`, and returns the rest.
  private mutating func placeholder(_ inner: Substring.UTF8View) -> Substring.UTF8View {
    let end = inner.firstIndex { !Self.isLetter($0) } ?? inner.endIndex
    guard end > inner.startIndex, end < inner.endIndex else { return code(inner) }
    let name = String(Substring(inner[..<end]))
    let next = inner.index(after: end)
    switch inner[end] {
    case UInt8(ascii: "}"):
      append((words(name) ?? (marksNames ? "‹" + name + "›" : name)).utf8)
      return inner[next...]
    case UInt8(ascii: "|"):
      guard let close = inner[next...].firstIndex(of: UInt8(ascii: "}")) else {
        // No brace is closed in the rest.
        append([UInt8(ascii: "{")])
        append(inner)
        return inner[inner.endIndex...]
      }
      if let words = words(name) { append(words.utf8) } else { append(inner[next..<close]) }
      return inner[inner.index(after: close)...]
    case UInt8(ascii: "?"):
      let isOuterWritten = choices.last?.isWritten ?? true
      choices.append(Choice(isOuterWritten: isOuterWritten, isWritten: isOuterWritten && captures[name] != nil))
      return inner[next...]
    default: return code(inner)
    }
  }

  /// Writes a brace of code, as in a Swift closure.
  private mutating func code(_ inner: Substring.UTF8View) -> Substring.UTF8View {
    append([UInt8(ascii: "{")])
    return inner
  }

  private func words(_ name: String) -> String? { captures[name].map { phrases[name]?[$0] ?? $0 } }

  private mutating func append(_ bytes: some Sequence<UInt8>) {
    if choices.last?.isWritten ?? true { out.append(contentsOf: bytes) }
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "|") || byte == UInt8(ascii: "}")
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }
}
