import Bytes

/// Finds the labels of the catalog before `:`, `=`, a blank or the end of an element.
enum RedactionLabels {
  /// Asks for a label before each delimiter. The delimiter can be wide, as in Chinese and Japanese texts.
  static let fields = RedactionRecognizer(at: ":= \t\u{FF1A}\u{FF1D}") { scanner, at in
    guard at > 0 else { return nil }
    switch scanner.bytes[at] {
    case UInt8(ascii: ":"):
      if scanner.isByte(":", at + 1) || scanner.bytes[at - 1] == UInt8(ascii: ":") { return nil }
      return scanner.secretMember(at) ?? scanner.value(of: assigned, .colon, at, width: 1)
    case UInt8(ascii: "="): return scanner.value(of: assigned, .assignment, at, width: 1)
    case 0xEF where scanner.has("\u{FF1A}", at): return scanner.value(of: assigned, .colon, at, width: 3)
    case 0xEF where scanner.has("\u{FF1D}", at): return scanner.value(of: assigned, .assignment, at, width: 3)
    case 0x80...: return nil
    default:
      let before = scanner.bytes[at - 1]
      guard before.isLetter || before >= 0x80 || [0x29, 0x2E, 0x23].contains(before) else { return nil }
      return scanner.value(of: spaced, .blank, at, width: 1)
    }
  }

  /// Asks for a label in an element: `<password>x</password>`, `<key>password</key><string>x</string>`.
  static let elements = RedactionRecognizer(at: "<>") { scanner, at in
    guard at > 1 else { return nil }
    return scanner.elementValue(at)
  }

  private static let all = RedactionKind.catalog.flatMap(\.labels)
  static let assigned = LabelTrie(all)
  private static let spaced = LabelTrie(all.filter(\.isSpaced))
}

/// Labels by their letters from the last to the first.
struct LabelTrie: Sendable {
  private struct Node: Sendable {
    var letter: UInt8
    /// Indices in `nodes`; 0, the index of the root, means none.
    var child: Int32 = 0
    var sibling: Int32 = 0
    /// The label that begins here, by extent; -1 if there is none.
    var part: Int32 = -1
    var glued: Int32 = -1
    var whole: Int32 = -1
  }

  private var nodes = [Node(letter: 0)]
  /// The children of the root by letter.
  private var last = [Int32](repeating: 0, count: 256)
  private var labels: [RedactionLabel] = []

  init(_ labels: [RedactionLabel]) {
    self.labels = labels
    for (index, label) in labels.enumerated() {
      for name in label.names.flatMap(Self.spellings) {
        insert(Array(name.utf8), label.extent, Int32(truncatingIfNeeded: index))
      }
    }
  }

  /// Letters outside ASCII are compared as bytes, so each letter case is a name of its own.
  private static func spellings(_ name: String) -> Set<String> {
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return [name] }
    return [name, name.prefix(1).uppercased() + name.dropFirst(), name.uppercased()]
  }

  /// The letter as the trie has it: ASCII letters in lower case.
  private static func folded(_ byte: UInt8) -> UInt8 { byte.lowercased }

  private mutating func insert(_ name: [UInt8], _ extent: RedactionLabel.Extent, _ index: Int32) {
    var at = 0
    for letter in name.reversed().lazy.map(Self.folded) {
      if let next = child(of: at, letter) {
        at = next
        continue
      }
      nodes.append(Node(letter: letter, sibling: at == 0 ? 0 : nodes[at].child))
      let new = Int32(truncatingIfNeeded: nodes.count - 1)
      if at == 0 { last[Int(letter)] = new } else { nodes[at].child = new }
      at = Int(new)
    }
    switch extent {
    case .part: if nodes[at].part < 0 { nodes[at].part = index }
    case .glued: if nodes[at].glued < 0 { nodes[at].glued = index }
    case .whole: if nodes[at].whole < 0 { nodes[at].whole = index }
    }
  }

  private func child(of node: Int, _ letter: UInt8) -> Int? {
    if node == 0 {
      let first = Int(last[Int(letter)])
      return first == 0 ? nil : first
    }
    var next = Int(nodes[node].child)
    while next > 0 {
      if nodes[next].letter == letter { return next }
      next = Int(nodes[next].sibling)
    }
    return nil
  }

  /// Returns the longest label that ends before `end`, and its first byte.
  func label(_ bytes: [UInt8], before end: Int) -> (label: RedactionLabel, start: Int)? {
    var node = 0
    var at = end
    var best: (index: Int32, start: Int)?
    while at > 0, end - at < 64 {
      let byte = bytes[at - 1]
      if node != 0, at > 3, byte == 0x99, bytes[at - 2] == 0x80, bytes[at - 3] == 0xE2 {
        // An apostrophe.
        at -= 3
      } else if byte.isLetter || byte >= 0x80 {
        guard let next = child(of: node, Self.folded(byte)) else { break }
        node = next
        at -= 1
        if nodes[node].whole >= 0, Self.beginsName(bytes, at) {
          best = (nodes[node].whole, at)
        } else if nodes[node].part >= 0, Self.beginsPart(bytes, at) {
          best = (nodes[node].part, at)
        } else if nodes[node].glued >= 0 {
          best = (nodes[node].glued, at)
        }
      } else if node != 0, at >= 2, [0x27, 0x20, 0x2D, 0x2E, 0x2F, 0x5C, 0x5F].contains(byte),
        bytes[at - 2].isLetter || bytes[at - 2] >= 0x80 || byte == 0x2F && bytes[at - 2] == 0x5C
      {
        // A blank, `-`, `.`, `/`, `\/` or `_` between two words of the label.
        at -= 1
      } else {
        break
      }
    }
    guard let best, labels.indices.contains(Int(best.index)) else { return nil }
    return (labels[Int(best.index)], best.start)
  }

  /// Returns whether a word of a name begins at `at`: `key` in `api_key`, `Key` in `apiKey` and in `APIKey`.
  private static func beginsPart(_ bytes: [UInt8], _ at: Int) -> Bool {
    // Chinese, Japanese and Korean texts have no blanks between words.
    guard at > 0, bytes[at] < 0xE3 else { return true }
    if bytes[at] >= 0x80, bytes[at - 1] >= 0x80 { return isPunctuation(bytes, before: at) }
    guard bytes[at - 1].isLetter else { return true }
    if RedactionScanner.followsEscape(bytes, at) { return true }
    let isUpper = bytes[at] & 0x20 == 0
    if isUpper, bytes[at - 1] & 0x20 != 0 { return true }
    return isUpper && at + 1 < bytes.count && bytes[at + 1].isLetter && bytes[at + 1] & 0x20 != 0
  }

  /// Returns whether wide punctuation or a wide blank ends before `at`, and not a letter.
  private static func isPunctuation(_ bytes: [UInt8], before at: Int) -> Bool {
    at >= 3 && (bytes[at - 3] == 0xE3 && bytes[at - 2] == 0x80 || bytes[at - 3] == 0xEF && bytes[at - 2] == 0xBC)
      || at >= 2 && bytes[at - 2] == 0xC2
  }

  private static func beginsName(_ bytes: [UInt8], _ at: Int) -> Bool {
    guard at > 0 else { return true }
    if bytes[at - 1] >= 0x80, isPunctuation(bytes, before: at) { return true }
    if RedactionScanner.followsEscape(bytes, at) { return true }
    let byte = bytes[at - 1]
    if byte == 0x2D { return at < 2 || !bytes[at - 2].isIdentifier }
    return !byte.isIdentifier && byte != 0x2E
  }
}

extension RedactionScanner {
  /// Returns the value of the label before the delimiter at `delimiter`.
  ///
  /// - Parameter width: The length of the delimiter in bytes.
  fileprivate mutating func value(
    of labels: LabelTrie, _ kind: RedactionField.Delimiter, _ delimiter: Int, width: Int
  ) -> Match? {
    guard let (end, isKey) = endOfLabel(before: delimiter, kind),
      let (label, start) = labels.label(bytes, before: end)
    else { return nil }
    var value = delimiter + width
    if kind != .blank {
      value = self.end(from: value, atMost: 2) { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") }
    }
    value = self.end(from: value, atMost: 64) { !($0.isBlank || isKey && $0.isWhitespace) }
    while let width = widthOfWideBlank(value) { value += width }
    guard value < bytes.count, bytes[value] >= 0x20 else { return nil }
    return match(label, start..<end, kind, value, isKey)
  }

  /// Returns the length of a blank outside ASCII: before a colon in French, and between wide characters.
  private func widthOfWideBlank(_ at: Int) -> Int? {
    has("\u{A0}", at) ? 2 : has("\u{3000}", at) || has("\u{202F}", at) ? 3 : nil
  }

  /// Returns the value of a member of an object of cookies.
  fileprivate func secretMember(_ at: Int) -> Match? {
    guard at < secretObjectEnd else { return nil }
    let value = end(from: at + 1, atMost: 64) { !$0.isWhitespace }
    let (start, end) = quoted(value)
    guard let end, end - start >= 3, end <= secretObjectEnd else { return nil }
    return Match(range: start..<end, kind: .token)
  }

  private mutating func match(
    _ label: RedactionLabel, _ range: Range<Int>, _ delimiter: RedactionField.Delimiter, _ value: Int, _ isKey: Bool
  ) -> Match? {
    let (start, quoteEnd) = quoted(value)
    if quoteEnd == nil, start < noValueUntil { return nil }
    let name = self.start(before: range.lowerBound, atMost: 64) { $0.isIdentifier || $0 == 0x2D || $0 == 0x2E }
    let isOption = name < range.upperBound && isByte("-", name) && (name == 0 || bytes[name - 1] <= 0x28)
    if delimiter == .blank, range.lowerBound > name, !isOption, quoteEnd == nil, isByte("-", name) { return nil }
    let isQuery = name > 0 && (bytes[name - 1] == UInt8(ascii: "?") || bytes[name - 1] == UInt8(ascii: "&"))
    let field = RedactionField(
      label: range, delimiter: delimiter, start: start, quoteEnd: quoteEnd, isKey: isKey,
      beginsLine: delimiter != .element && beginsTitle(range.lowerBound),
      isQualified: name < range.lowerBound, isQuery: isQuery || hasBefore("&amp;", name), isOption: isOption)
    guard !isCode(field), let match = label.value(&self, field) else {
      // Without this, a run of labels would be read again from each of them.
      if quoteEnd == nil {
        let stop = endOfWord(from: start)
        if stop - start > 64 { noValueUntil = max(noValueUntil, stop) }
      }
      return nil
    }
    return match
  }

  /// Returns whether a field is a declaration in code: `var user: User`, `let mail = form.mail`, `user: User?`.
  private func isCode(_ field: RedactionField) -> Bool {
    guard field.quoteEnd == nil, !field.isKey, field.delimiter == .colon || field.delimiter == .assignment,
      let first = byte(field.start), first.isLetter
    else { return false }
    let stop = end(from: field.start, atMost: 80) { !($0.isIdentifier || $0 == 0x2E) }
    let value = bytes[field.start..<stop]
    let isDeclared = hasBefore("let ", field.label.lowerBound) || hasBefore("var ", field.label.lowerBound)
    if field.delimiter == .assignment {
      let parts = value.split(separator: 0x2E)
      return isDeclared && parts.count > 1
        && parts.allSatisfy { $0.first.map { $0.isLetter && $0 & 0x20 != 0 } == true && $0.allSatisfy(\.isLetter) }
    }
    guard first & 0x20 == 0, value.allSatisfy({ $0.isLetter || $0 == 0x2E }) else { return false }
    if isDeclared { return true }
    // `user: User?` repeats the name in the type.
    return isByte("?", stop)
      && value.elementsEqual(bytes[field.label]) { $0.lowercased == $1.lowercased }
  }

  /// Returns the end of the label before a delimiter, after a quotation mark, a bracket, or a remark in parentheses, and
  /// whether the label is quoted.
  private func endOfLabel(before delimiter: Int, _ kind: RedactionField.Delimiter) -> (end: Int, isKey: Bool)? {
    var end = start(before: delimiter, atMost: 24) { $0.isBlank }
    if kind != .blank {
      if hasBefore("\u{A0}", end) { end -= 2 }
      if hasBefore("\u{3000}", end) || hasBefore("\u{202F}", end) { end -= 3 }
    }
    guard end > 0 else { return nil }
    if bytes[end - 1] == 0x2E { end -= 1 }
    guard end > 0 else { return nil }
    if end > 4, bytes[end - 1] == UInt8(ascii: "s"), hasBefore(" is", end) || hasBefore(" was", end) {
      end -= hasBefore(" is", end) ? 3 : 4
    }
    // `identifierForVendor?.uuidString`
    for accessor in Self.accessors where hasBefore(accessor, end) {
      end -= accessor.utf8CodeUnitCount
      if isByte("?", end - 1) || isByte("!", end - 1) { end -= 1 }
      break
    }
    // `Serial#:`, `IMEI1:`
    if kind == .blank, isByte("#", end - 1) { end -= 1 }
    guard end > 0 else { return nil }
    if kind != .blank, end > 1, bytes[end - 1] == 0x23 || bytes[end - 1].isDigit, bytes[end - 2].isLetter { end -= 1 }
    guard end > 0 else { return nil }
    if bytes[end - 1].isLetter || bytes[end - 1] >= 0x80 && !hasBefore("\u{FF09}", end) { return (end, false) }
    if kind != .blank, bytes[end - 1] == UInt8(ascii: ">"), end >= 2, bytes[end - 2] == UInt8(ascii: "-") { return nil }
    if bytes[end - 1] == UInt8(ascii: "]") {
      end -= 1
      // `[ASIdentifierManager advertisingIdentifier] = x`.
      // A method precedes a message: `-[Person name]: message sent`.
      if kind == .colon, isInMethod(end) { return nil }
      if end > 0, bytes[end - 1].isLetter { return (end, false) }
    }
    if let mark = byte(end - 1), mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") || mark == UInt8(ascii: "`") {
      end = start(before: end - 1, atMost: 16) { $0 == UInt8(ascii: "\\") }
      return (end, true)
    }
    guard byte(end - 1) == UInt8(ascii: ")") else { return nil }
    // `Serial Number (system)`, `NSUserName()`.
    let open = start(before: end - 1, atMost: 24) { $0 != UInt8(ascii: "(") && $0 >= 0x20 }
    guard open > 0, bytes[open - 1] == UInt8(ascii: "(") else { return nil }
    return (start(before: open - 1, atMost: 4) { $0.isBlank }, false)
  }

  /// What may follow the name of a value in code.
  private static let accessors: [StaticString] = [
    ".uuidString", ".UUIDString", ".stringValue", ".rawValue", ".absoluteString", ".description", ".wrappedValue",
  ]

  /// Returns whether a label is the first thing on its line, after at most two words of a title: `Current User:`.
  private func beginsTitle(_ label: Int) -> Bool {
    if beginsLine(label) { return true }
    var at = label
    for _ in 0..<2 {
      at = start(before: at, atMost: 40) { $0.isIdentifier || $0 == 0x2D || $0 == 0x2E || $0 == UInt8(ascii: "/") }
      if beginsLine(at) { return at == label || bytes[at] & 0x20 == 0 || !bytes[at..<label].contains(0x20) }
      guard at > 0, bytes[at - 1] == 0x20 else { return false }
      at -= 1
    }
    return false
  }

  /// Returns the start of a value after its quotation mark, and the end of the quoted text.
  func quoted(_ at: Int) -> (start: Int, end: Int?) {
    var at = at
    if has("Optional(", at) { at += 9 }
    if isByte("@", at) || isByte("(", at) || isByte("[", at) || isByte("<", at), let next = byte(at + 1),
      [0x22, 0x27, 0x5C].contains(next)
    {
      at += 1
    }
    let depth = backslashes(at)
    guard let mark = byte(at + depth) else { return (at, nil) }
    let start = at + depth + 1
    switch mark {
    case UInt8(ascii: "\""): return (start, endOfQuoted(mark, from: start, depth: depth))
    case UInt8(ascii: "'"), UInt8(ascii: "`"):
      let end = self.end(from: start, atMost: 256) { $0 == mark || $0 < 0x20 || $0 == UInt8(ascii: "\"") }
      return end > start && byte(end) == mark ? (start, end) : (at, nil)
    case 0x80...:
      for (open, close) in Self.quotationMarks where has(open, at) {
        let first = at + open.utf8CodeUnitCount
        var end = first
        while end < bytes.count, end - first < 256, bytes[end] >= 0x20, !has(close, end) { end += 1 }
        if has(close, end) { return (first, end) }
      }
      return (at, nil)
    default: return (at, nil)
    }
  }

  /// The quotation marks of languages.
  private static let quotationMarks: [(StaticString, StaticString)] = [
    ("\u{201C}", "\u{201D}"), ("\u{2018}", "\u{2019}"), ("\u{201E}", "\u{201C}"), ("\u{AB}", "\u{BB}"),
    ("\u{300C}", "\u{300D}"), ("\u{300E}", "\u{300F}"), ("\u{FF02}", "\u{FF02}"), ("\u{201E}", "\u{201D}"),
    ("\u{201D}", "\u{201D}"), ("\u{BB}", "\u{AB}"), ("\u{BB}", "\u{BB}"), ("\u{201A}", "\u{2018}"),
    ("\u{2039}", "\u{203A}"), ("\u{300A}", "\u{300B}"),
  ]

  /// Returns the value of an element whose start tag or key ends at `at`.
  fileprivate mutating func elementValue(_ at: Int) -> Match? {
    let label: (label: RedactionLabel, start: Int)
    var start = at + 1
    let isKey = bytes[at] == UInt8(ascii: "<")
    if isKey {
      guard has("</key>", at) || has("<\\/key>", at), let found = RedactionLabels.assigned.label(bytes, before: at)
      else { return nil }
      label = found
      start = end(from: at + (isByte("/", at + 1) ? 6 : 7), atMost: 64) {
        $0 == UInt8(ascii: "<") || $0.isIdentifier && $0 != 0x6E && $0 != 0x74
      }
      guard isByte("<", start) else { return nil }
      start = end(from: start, atMost: 16) { $0 == UInt8(ascii: ">") } + 1
    } else {
      guard bytes[at - 1].isLetter, let found = RedactionLabels.assigned.label(bytes, before: at) else { return nil }
      label = found
      // A prefix of a namespace belongs to the name of an element.
      let tag = self.start(before: label.start, atMost: 40) {
        $0.isIdentifier || $0 == 0x2D || $0 == 0x2E || $0 == 0x3A
      }
      guard tag > 0, bytes[tag - 1] == UInt8(ascii: "<") else { return nil }
    }
    let stop = end(from: start, atMost: 256) { $0 == UInt8(ascii: "<") || $0 < 0x20 }
    guard start < stop, has("</", stop) || has("<\\/", stop) else { return nil }
    let field = RedactionField(
      label: label.start..<at, delimiter: .element, start: start, quoteEnd: stop, isKey: false, beginsLine: false,
      isQualified: false, isQuery: false, isOption: false)
    return label.label.value(&self, field)
  }
}
