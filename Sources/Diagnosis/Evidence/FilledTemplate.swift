/// True if a template has something to fill in.
func usesCaptures(_ template: String) -> Bool { template.utf8.contains(UInt8(ascii: "{")) }

/// Puts captures into a template.
///
/// * `{name}` is the capture, or the bare name where there is none.
/// * `{name|words}` is the capture, or the words where there is none.
/// * `{name?words|others}` is the words where there is such a capture, else the others (nothing if they are missing);
///   both may hold further captures, and no other braces.
///
/// `phrases` gives words for values: a capture whose value is in the table of its name is written in those words. Other
/// braces are code and stay. Captures come from reports and are never filled themselves. Takes linear time.
package func filled(
  _ template: String, with captures: [String: String], phrases: [String: [String: String]] = [:]
) -> String {
  guard usesCaptures(template) else { return template }
  var writer = TemplateWriter(captures: captures, phrases: phrases)
  writer.write(template.utf8[...])
  return String(decoding: writer.out, as: UTF8.self)
}

/// A template for a page that is not about a report: `{function|the app}` becomes `the app`, `{nib}` becomes `‹nib›`.
package func withoutReport(_ template: String) -> String {
  var writer = TemplateWriter(captures: [:], phrases: [:], marksNames: true)
  writer.write(template.utf8[...])
  return String(decoding: writer.out, as: UTF8.self)
}

private struct TemplateWriter {
  let captures: [String: String]
  let phrases: [String: [String: String]]
  /// True to write `‹name›` for a capture that is missing, not the bare name.
  let marksNames: Bool
  var out: [UInt8] = []
  /// A `{name?` that is open.
  private struct Choice {
    /// True if what is around it is written.
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

  /// Writes what begins behind a brace, and returns what follows it.
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
        // Nothing is closed any more.
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

  /// A brace of code, as in a Swift closure: it stays.
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
