/// Breaks text into lines.
enum Wrapping {
  /// Returns `text` in lines of at most `first` and then `rest` columns, broken at blanks. A word that is too long for
  /// a line is broken, but not within an escape `\u{…}` and not before a combining mark. Returns at least one line,
  /// which may be empty.
  static func lines(_ text: String, first: Int, rest: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    var limit = max(first, 1)

    func finish() {
      lines.append(line)
      line = ""
      used = 0
      limit = max(rest, 1)
    }

    for word in text.split(separator: " ") {
      let columns = DisplayWidth.of(word)
      if used > 0 && used + 1 + columns <= limit {
        line += " "
        line += word
        used += 1 + columns
        continue
      }
      if used > 0 { finish() }
      if columns <= limit {
        line += word
        used = columns
        continue
      }
      for atom in atoms(word) {
        let columns = DisplayWidth.of(atom)
        if used > 0 && used + columns > limit { finish() }
        line += atom
        used += columns
      }
    }
    if used > 0 || lines.isEmpty { finish() }
    return lines
  }

  /// Returns the lines of code or of a report, with tabs expanded to columns of eight.
  static func codeLines(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      guard line.contains("\t") else { return String(line) }
      var result = ""
      var columns = 0
      for part in line.split(separator: "\t", omittingEmptySubsequences: false) {
        if !result.isEmpty || columns > 0 || part.startIndex != line.startIndex {
          let blanks = 8 - columns % 8
          result += String(repeating: " ", count: blanks)
          columns += blanks
        }
        result += part
        columns += DisplayWidth.of(part)
      }
      return result
    }
  }

  /// Returns `text` shortened to `columns`; `…` replaces the rest.
  static func cut(_ text: String, to columns: Int, ascii: Bool) -> String {
    guard DisplayWidth.of(text) > columns else { return text }
    let sign = ascii ? "..." : "…"
    var room = columns - DisplayWidth.of(sign)
    var result = ""
    for atom in atoms(text[...]) {
      room -= DisplayWidth.of(atom)
      if room < 0 { break }
      result += atom
    }
    return result + sign
  }

  /// Returns `text` shortened to `columns`; `…` replaces its middle, because names differ at both ends.
  static func cutMiddle(_ text: String, to columns: Int, ascii: Bool) -> String {
    guard DisplayWidth.of(text) > columns else { return text }
    let sign = ascii ? "..." : "…"
    let room = max(0, columns - DisplayWidth.of(sign))
    let all = atoms(text[...])
    func part(_ atoms: some Sequence<Substring>, _ room: Int) -> [Substring] {
      var used = 0
      return atoms.prefix { atom in
        used += DisplayWidth.of(atom)
        return used <= room
      }
    }
    let head = part(all, room - room / 3)
    let tail = part(all.reversed(), room / 3).reversed()
    return head.joined() + sign + tail.joined()
  }

  /// Returns the parts that are not broken: characters, and complete escapes.
  private static func atoms(_ text: Substring) -> [Substring] {
    var atoms: [Substring] = []
    var index = text.startIndex
    while index < text.endIndex {
      var end = text.index(after: index)
      if text[index] == "\\", text[index...].hasPrefix("\\u{"),
        let close = text[index...].prefix(12).firstIndex(of: "}")
      {
        end = text.index(after: close)
      }
      atoms.append(text[index..<end])
      index = end
    }
    return atoms
  }
}
