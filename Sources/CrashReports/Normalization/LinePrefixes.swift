import Bytes

/// Recognizers of prefixes. Each gets a line without indentation and trailing blanks, and returns what follows the
/// prefix and one blank, so that the indentation of the content is preserved.
enum LinePrefixes {
  // MARK: Time stamps

  /// `2024-05-05T10:10:10.1234567Z `: seven decimals, as the runners of GitHub and Azure write them.
  static func runnerStamp(_ text: ByteText, _ slice: Slice) -> Slice? {
    guard let end = stamp(text, slice), end - slice.start == 28,
      text[slice.start + 10] == UInt8(ascii: "T"),
      text[end - 1] == UInt8(ascii: "Z")
    else { return nil }
    return rest(text, end, slice.end)
  }

  /// The maximum length of the name of a job or step, in bytes.
  private static let maxColumn = 80

  /// `test<tab>Run tests<tab>2024-05-05T10:10:10.1234567Z `: one to three columns, and a date with its time.
  static func jobColumns(_ text: ByteText, _ slice: Slice) -> Slice? {
    var start = slice.start
    for _ in 0..<3 {
      guard let tab = text.first(0x09, Slice(start, min(slice.end, start + maxColumn))), tab > start else { return nil }
      start = tab + 1
      let time = Slice(start, slice.end)
      guard text[start].isDigit, let end = stamp(text, time), end - start >= 19 else { continue }
      return rest(text, end, slice.end)
    }
    return nil
  }

  /// `2024-05-05T10:10:10.123456Z 01O `: time, number and name of a stream, and `+` if the line continues.
  static func streamStamp(_ text: ByteText, _ slice: Slice) -> Slice? {
    guard let end = stamp(text, slice), text[end] == 0x20, text[end + 1].isHexDigit,
      text[end + 2].isHexDigit,
      text[end + 3] == UInt8(ascii: "O") || text[end + 3] == UInt8(ascii: "E")
    else { return nil }
    if text[end + 4] == UInt8(ascii: "+") { return Slice(min(end + 5, slice.end), slice.end) }
    return rest(text, end + 4, slice.end)
  }

  /// `[2024-05-05T10:10:10.123Z] `, `[10:22:33]: `, `[   12.345678] `.
  static func bracketedStamp(_ text: ByteText, _ slice: Slice) -> Slice? {
    let open = text[slice.start]
    guard open == UInt8(ascii: "[") || open == UInt8(ascii: "(") else { return nil }
    let close = open == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: ")")
    var index = slice.start + 1
    var digits = 0
    var marks = 0
    let last = min(slice.end, slice.start + 40)
    while index < last, text[index] != close {
      switch text[index] {
      case 0x30...0x39: digits += 1
      case UInt8(ascii: ":"), UInt8(ascii: "."): marks += 1
      case UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ","), UInt8(ascii: "T"),
        UInt8(ascii: "Z"),
        UInt8(ascii: "+"), UInt8(ascii: " "), UInt8(ascii: "A"), UInt8(ascii: "P"),
        UInt8(ascii: "M"):
        break
      default: return nil
      }
      index += 1
    }
    guard index < last, digits >= 3, marks >= 1 else { return nil }
    index += 1
    if text[index] == UInt8(ascii: ":") { index += 1 }
    return rest(text, index, slice.end)
  }

  /// `10:22:33.123 `, `2024-05-05 10:22:33 +0200 `, `Nov 22 10:22:33 `, `05/05/24 10:22 `.
  static func plainStamp(_ text: ByteText, _ slice: Slice) -> Slice? {
    guard var end = stamp(text, slice) else { return nil }
    if text[end] == UInt8(ascii: ":") || text[end] == UInt8(ascii: ",") { end += 1 }
    return rest(text, end, slice.end)
  }

  /// Returns the end of a time stamp: digits and their separators, at least with `10:22`.
  private static func stamp(_ text: ByteText, _ slice: Slice) -> Int? {
    var index = slice.start
    if text[index].isLetter {
      guard isMonth(text, index), text[index + 3] == 0x20 else { return nil }
      index = text.skipBlanks(index + 4, slice.end)
    }
    guard text[index].isDigit else { return nil }
    var colons = 0
    var groups = 0
    let last = min(slice.end, index + 40)
    while index < last {
      let byte = text[index]
      if byte.isDigit {
        if !text[index - 1].isDigit { groups += 1 }
      } else if byte == UInt8(ascii: ":") {
        guard text[index + 1].isDigit, text[index - 1].isDigit else { break }
        colons += 1
      } else if byte == UInt8(ascii: " ") {
        // A date, a blank and a time, or a time and its zone.
        let next = text[index + 1]
        let isTime =
          colons == 0 && next.isDigit && groups >= 1 && text[index + 3] == UInt8(ascii: ":")
        let isZone =
          colons > 0 && (next == UInt8(ascii: "+") || next == UInt8(ascii: "-"))
          && isZone(text, index + 1)
        guard isTime || isZone else { break }
      } else if byte == UInt8(ascii: "T") || byte == UInt8(ascii: "Z") {
        guard text[index - 1].isDigit else { return nil }
      } else if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/")
        || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",")
      {
        guard text[index + 1].isDigit || text[index - 1] == UInt8(ascii: " ") else { break }
      } else if byte == 0x09 {
        break
      } else {
        return nil
      }
      index += 1
    }
    guard colons >= 1, groups >= 2, index - slice.start >= 5 else { return nil }
    let next = text[index]
    guard
      index >= slice.end || next.isBlank || next == UInt8(ascii: ":") || next == UInt8(ascii: ",")
    else {
      return nil
    }
    return index
  }

  /// Whether `+0200` is at `index`.
  private static func isZone(_ text: ByteText, _ index: Int) -> Bool {
    (1...4).allSatisfy { text[index + $0].isDigit } && !text[index + 5].isLetterOrDigit
  }

  private static func isMonth(_ text: ByteText, _ index: Int) -> Bool {
    let word = Slice(index, index + 3)
    for month: StaticString in [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ] where text.equals(word, month) { return true }
    return false
  }

  // MARK: Programs

  /// `Nov 22 10:22:33 build-7 xcodebuild[4711]: `: time, host and process of a syslog line.
  static func syslog(_ text: ByteText, _ slice: Slice) -> Slice? {
    guard text[slice.start].isLetter, let end = stamp(text, slice) else { return nil }
    return process(text, Slice(text.skipBlanks(end, slice.end), slice.end))
  }

  /// `build-7 xcodebuild[4711]: `: a process with its number, and possibly the host before it.
  static func process(_ text: ByteText, _ slice: Slice) -> Slice? {
    let window = Slice(slice.start, min(slice.end, slice.start + 96))
    guard text[slice.start].isIdentifier || text[slice.start] == UInt8(ascii: "("),
      let colon = text.find(": ", window) ?? (text.hasSuffix(":", window) ? window.end - 1 : nil)
    else { return nil }
    var index = colon - 1
    // ` <Error>` of a device's console.
    if text[index] == UInt8(ascii: ">"), let open = text.find(" <", window), open < index { index = open - 1 }
    guard text[index] == UInt8(ascii: "]") else { return nil }
    index -= 1
    while index > slice.start, text[index].isDigit || text[index] == UInt8(ascii: ":") {
      index -= 1
    }
    guard text[index] == UInt8(ascii: "["), index < colon - 2 else { return nil }
    var blanks = 0
    for at in slice.start..<index {
      if text[at] == 0x20 { blanks += 1 } else if text[at] == UInt8(ascii: ":") { return nil }
    }
    return blanks <= 3 ? rest(text, colon + 1, slice.end) : nil
  }

  /// `##[error]`, `##[debug]`, `::error file=a::`.
  static func workflowCommand(_ text: ByteText, _ slice: Slice) -> Slice? {
    if text.hasPrefix("##[", slice) || text.hasPrefix("##vso[", slice) {
      let window = Slice(slice.start, min(slice.end, slice.start + 80))
      guard let close = text.first(UInt8(ascii: "]"), window) else { return nil }
      return Slice(close + 1, slice.end)
    }
    guard text.hasPrefix("::", slice), text[slice.start + 2].isLetter,
      let close = text.find("::", Slice(slice.start + 2, min(slice.end, slice.start + 200)))
    else { return nil }
    return Slice(close + 2, slice.end)
  }

  /// `main - ` or `runner> `: a word and a mark.
  static func name(_ text: ByteText, _ slice: Slice) -> Slice? {
    var index = slice.start
    while index - slice.start < 32, isTagByte(text[index]) { index += 1 }
    guard index > slice.start else { return nil }
    if text[index] == UInt8(ascii: ">"), index + 1 >= slice.end || text[index + 1].isBlank {
      return rest(text, index + 1, slice.end)
    }
    guard text.hasPrefix(" - ", Slice(index, slice.end)) || text.hasSuffix(" -", Slice(index, slice.end)) else {
      return nil
    }
    return rest(text, index + 2, slice.end)
  }

  /// `[xcodebuild] `, `[Step 1/2] `, `[INFO] `, `[stdout]: `.
  static func bracketedTag(_ text: ByteText, _ slice: Slice) -> Slice? {
    guard text[slice.start] == UInt8(ascii: "["), text[slice.start + 1].isLetter else { return nil }
    var index = slice.start + 1
    while index - slice.start < 48, isTagByte(text[index]) || text[index] == 0x20 { index += 1 }
    guard text[index] == UInt8(ascii: "]") else { return nil }
    index += 1
    if text[index] == UInt8(ascii: ":") { index += 1 }
    return rest(text, index, slice.end)
  }

  /// `#12 0.137 `: the step of a build in BuildKit, and its seconds.
  static func buildStep(_ text: ByteText, _ slice: Slice) -> Slice? {
    guard text[slice.start] == UInt8(ascii: "#") else { return nil }
    var index = slice.start + 1
    while text[index].isDigit { index += 1 }
    guard index > slice.start + 1, index < slice.start + 6, text[index] == 0x20 else { return nil }
    let seconds = index + 1
    index = seconds
    while text[index].isDigit { index += 1 }
    guard index > seconds, text[index] == UInt8(ascii: "."), text[index + 1].isDigit else { return nil }
    index += 1
    while text[index].isDigit { index += 1 }
    guard index == slice.end || text[index] == 0x20, index - seconds < 16 else { return nil }
    return rest(text, index, slice.end)
  }

  /// `[12/120] `: the number of a step and of all steps.
  static func counter(_ text: ByteText, _ slice: Slice) -> Slice? {
    guard text[slice.start] == UInt8(ascii: "[") else { return nil }
    var index = slice.start + 1
    var slash: Int?
    while index - slice.start < 16, text[index].isDigit || text[index] == UInt8(ascii: "/") && slash == nil {
      if text[index] == UInt8(ascii: "/") { slash = index }
      index += 1
    }
    guard let slash, slash > slice.start + 1, index > slash + 1, text[index] == UInt8(ascii: "]") else { return nil }
    return rest(text, index + 1, slice.end)
  }

  /// `stderr: `, `stdout | `: the stream that a line was written to.
  static func stream(_ text: ByteText, _ slice: Slice) -> Slice? {
    for name: StaticString in ["stderr", "stdout"] where text.hasPrefix(name, slice) {
      let index = text.skipBlanks(slice.start + 6, slice.end)
      guard text[index] == UInt8(ascii: ":") || text[index] == UInt8(ascii: "|") || text[index] == UInt8(ascii: ">")
      else {
        return nil
      }
      return rest(text, index + 1, slice.end)
    }
    return nil
  }

  /// `web-1  | `: the container of docker compose.
  static func containerName(_ text: ByteText, _ slice: Slice) -> Slice? {
    guard text[slice.start].isLetterOrDigit else { return nil }
    var index = slice.start
    var hasLetter = false
    while index - slice.start < 48, isTagByte(text[index]) {
      hasLetter = hasLetter || text[index].isLetter
      index += 1
    }
    index = text.skipBlanks(index, slice.end)
    guard hasLetter, text[index] == UInt8(ascii: "|") else { return nil }
    return rest(text, index + 1, slice.end)
  }

  private static func beginsLevel(_ byte: UInt8) -> Bool {
    switch byte | 0x20 {
    case UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "w"), UInt8(ascii: "d"): true
    case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "f"): byte & 0x20 == 0
    case UInt8(ascii: "s"): byte & 0x20 != 0
    default: false
    }
  }

  /// `INFO: `, `ERROR `, `[warn]` without brackets.
  static func logLevel(_ text: ByteText, _ slice: Slice) -> Slice? {
    guard beginsLevel(text[slice.start]) else { return nil }
    for word: StaticString in [
      "ERROR", "INFO", "WARN", "WARNING", "DEBUG", "NOTICE", "TRACE", "FATAL", "error:", "info:",
      "warning:", "debug:",
      "stdout:", "stderr:", "stdout F", "stderr F", "stdout P", "stderr P", "E", "I", "W", "D",
    ] where text.hasPrefix(word, slice) {
      var index = slice.start + word.utf8CodeUnitCount
      if text[index] == UInt8(ascii: ":") { index += 1 }
      if index >= slice.end || text[index].isBlank { return rest(text, index, slice.end) }
    }
    return nil
  }

  private static func isTagByte(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "/")
  }

  /// A symbol outside ASCII, such as `▸`, `❌` or `•`, and one blank. A line of a box, `│ … │`, has one at its end, too.
  static func symbol(_ text: ByteText, _ slice: Slice) -> Slice? {
    var index = slice.start
    while index < slice.end, let length = symbolLength(text, index) { index += length }
    guard index > slice.start, index >= slice.end || text[index].isBlank else { return nil }
    // By their symbols the reader tells the lines of a test run from messages.
    if text.isTestProgress(slice) { return nil }
    var end = slice.end
    if isBoxSide(text, slice.start), end - index > 3, isBoxSide(text, end - 3) {
      end -= 3
      while end > index, text[end - 1].isBlank { end -= 1 }
    }
    return rest(text, index, end)
  }

  /// Whether U+2500 to U+257F is at `index`.
  private static func isBoxSide(_ text: ByteText, _ index: Int) -> Bool {
    text[index] == 0xE2 && (text[index + 1] == 0x94 || text[index + 1] == 0x95)
  }

  /// `"0   MyApp …",`: an element of a list of strings, as programs print `Thread.callStackSymbols`.
  static func stringElement(_ text: ByteText, _ slice: Slice) -> Slice? {
    let start = text[slice.start] == UInt8(ascii: "@") ? slice.start + 1 : slice.start
    guard text[start] == UInt8(ascii: "\"") else { return nil }
    var end = slice.end
    while end > start + 1,
      text[end - 1] == UInt8(ascii: ",") || text[end - 1] == UInt8(ascii: "+")
        || text[end - 1].isBlank
    {
      end -= 1
    }
    guard end > start + 1, text[end - 1] == UInt8(ascii: "\"") else { return nil }
    end -= 1
    if text.hasSuffix("\\n", Slice(start + 1, end)) { end -= 2 }
    return Slice(start + 1, max(start + 1, end))
  }

  /// Whether a line of source code opens a list of strings: `KNOWN = [`, `run(`. Programs print a bracket behind a blank.
  static func opensStrings(_ text: ByteText, _ line: Slice) -> Bool {
    let last = text[line.end - 1]
    guard last == UInt8(ascii: "[") || last == UInt8(ascii: "(") || last == UInt8(ascii: "{"), line.count > 2 else {
      return false
    }
    let before = text[line.end - 2]
    if before.isLetterOrDigit || before == UInt8(ascii: "(") { return true }
    let opener = text.trimmed(Slice(line.start, line.end - 1))
    // `NSDetailedErrors = (` is how a dictionary is printed.
    if text.hasSuffix("=", opener) { return !text.hasPrefix("NS", line) }
    return text.hasSuffix(" in", opener) || text.hasSuffix(",", opener)
  }

  /// Returns the number of bytes of the symbol at `index`: arrows, shapes, marks, pictures; not letters.
  private static func symbolLength(_ text: ByteText, _ index: Int) -> Int? {
    switch (text[index], text[index + 1]) {
    case (0xC2, 0xAB), (0xC2, 0xB7), (0xC2, 0xBB): 2
    case (0xE2, 0x80...0xAF), (0xEF, 0xB8): 3
    case (0xF0, 0x9F): 4
    default: nil
    }
  }

  // MARK: People

  /// `> ` at any depth is removed mark by mark.
  static func quote(_ text: ByteText, _ slice: Slice) -> Slice? {
    guard text[slice.start] == UInt8(ascii: ">") else { return nil }
    return rest(text, slice.start + 1, slice.end)
  }

  static func slashes(_ text: ByteText, _ slice: Slice) -> Slice? {
    guard text.hasPrefix("//", slice) else { return nil }
    var index = slice.start
    while index < slice.end, text[index] == UInt8(ascii: "/") { index += 1 }
    if text[index] == UInt8(ascii: "!") { index += 1 }
    return rest(text, index, slice.end)
  }

  /// `* ` of a block comment or a list.
  static func star(_ text: ByteText, _ slice: Slice) -> Slice? {
    mark(UInt8(ascii: "*"), text, slice)
  }

  /// `# ` and `## `, but not `#0` of a debugger's frame.
  static func hash(_ text: ByteText, _ slice: Slice) -> Slice? {
    var index = slice.start
    while index < slice.end, text[index] == UInt8(ascii: "#") { index += 1 }
    guard index > slice.start, index >= slice.end || text[index].isBlank else { return nil }
    return rest(text, index, slice.end)
  }

  static func dashes(_ text: ByteText, _ slice: Slice) -> Slice? {
    guard text.hasPrefix("--", slice) else { return nil }
    let end = slice.start + 2
    return end >= slice.end || text[end].isBlank ? rest(text, end, slice.end) : nil
  }

  static func semicolons(_ text: ByteText, _ slice: Slice) -> Slice? {
    var index = slice.start
    while index < slice.end, text[index] == UInt8(ascii: ";") { index += 1 }
    return index > slice.start ? rest(text, index, slice.end) : nil
  }

  static func dash(_ text: ByteText, _ slice: Slice) -> Slice? {
    mark(UInt8(ascii: "-"), text, slice)
  }

  /// `+` of an added line in a diff.
  static func added(_ text: ByteText, _ slice: Slice) -> Slice? {
    text[slice.start] == UInt8(ascii: "+") ? Slice(slice.start + 1, slice.end) : nil
  }

  /// `-` of a removed line in a diff.
  static func deleted(_ text: ByteText, _ slice: Slice) -> Slice? {
    text[slice.start] == UInt8(ascii: "-") && !text[slice.start + 1].isBlank
      ? Slice(slice.start + 1, slice.end) : nil
  }

  /// `| … |`, with one cell.
  static func tableRow(_ text: ByteText, _ slice: Slice) -> Slice? {
    guard text[slice.start] == UInt8(ascii: "|") else { return nil }
    var end = slice.end
    if end - slice.start > 1, text[end - 1] == UInt8(ascii: "|") {
      end -= 1
      while end > slice.start + 1, text[end - 1].isBlank { end -= 1 }
    }
    return rest(text, slice.start + 1, end)
  }

  /// `$ ` or `% ` of a shell.
  static func prompt(_ text: ByteText, _ slice: Slice) -> Slice? {
    mark(UInt8(ascii: "$"), text, slice) ?? mark(UInt8(ascii: "%"), text, slice)
  }

  private static func mark(_ byte: UInt8, _ text: ByteText, _ slice: Slice) -> Slice? {
    guard text[slice.start] == byte else { return nil }
    let end = slice.start + 1
    return end >= slice.end || text[end].isBlank ? rest(text, end, slice.end) : nil
  }

  /// The content from `start`, without one blank.
  static func rest(_ text: ByteText, _ start: Int, _ end: Int) -> Slice {
    Slice(min(start < end && text[start].isBlank ? start + 1 : start, end), end)
  }
}
