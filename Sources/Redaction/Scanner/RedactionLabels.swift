import Bytes

/// Finds the labels of the catalog before `:`, `=`, a blank or the end of an element.
enum RedactionLabels {
  /// Asks for a label before each delimiter.
  static let fields = RedactionRecognizer(at: ":= \t") { scanner, at in
    guard at > 0 else { return nil }
    switch scanner.bytes[at] {
    case UInt8(ascii: ":"):
      if scanner.isByte(":", at + 1) || scanner.bytes[at - 1] == UInt8(ascii: ":") { return nil }
      return scanner.value(of: assigned, .colon, at)
    case UInt8(ascii: "="): return scanner.value(of: assigned, .assignment, at)
    default:
      let before = scanner.bytes[at - 1]
      guard before.isLetter || before == UInt8(ascii: ")") || before == 0x2E else { return nil }
      return scanner.value(of: spaced, .blank, at)
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
  private var last = [Int32](repeating: 0, count: 32)
  private var labels: [RedactionLabel] = []

  init(_ labels: [RedactionLabel]) {
    self.labels = labels
    for (index, label) in labels.enumerated() {
      for name in label.names { insert(Array(name.utf8), label.extent, Int32(truncatingIfNeeded: index)) }
    }
  }

  private mutating func insert(_ name: [UInt8], _ extent: RedactionLabel.Extent, _ index: Int32) {
    var at = 0
    for letter in name.reversed() {
      if let next = child(of: at, letter) {
        at = next
        continue
      }
      nodes.append(Node(letter: letter, sibling: at == 0 ? 0 : nodes[at].child))
      let new = Int32(truncatingIfNeeded: nodes.count - 1)
      if at == 0 { last[Int(letter & 31)] = new } else { nodes[at].child = new }
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
      let first = Int(last[Int(letter & 31)])
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
      if byte.isLetter {
        guard let next = child(of: node, byte | 0x20) else { break }
        node = next
        at -= 1
        if nodes[node].whole >= 0, Self.beginsName(bytes, at) {
          best = (nodes[node].whole, at)
        } else if nodes[node].part >= 0, Self.beginsPart(bytes, at) {
          best = (nodes[node].part, at)
        } else if nodes[node].glued >= 0 {
          best = (nodes[node].glued, at)
        }
      } else if node != 0, at >= 2, [0x20, 0x2D, 0x2E, 0x2F, 0x5C, 0x5F].contains(byte),
        bytes[at - 2].isLetter || byte == 0x2F && bytes[at - 2] == 0x5C
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
    guard at > 0, bytes[at - 1].isLetter else { return true }
    if RedactionScanner.followsEscape(bytes, at) { return true }
    let isUpper = bytes[at] & 0x20 == 0
    if isUpper, bytes[at - 1] & 0x20 != 0 { return true }
    return isUpper && at + 1 < bytes.count && bytes[at + 1].isLetter && bytes[at + 1] & 0x20 != 0
  }

  private static func beginsName(_ bytes: [UInt8], _ at: Int) -> Bool {
    guard at > 0 else { return true }
    if RedactionScanner.followsEscape(bytes, at) { return true }
    let byte = bytes[at - 1]
    if byte == 0x2D { return at < 2 || !bytes[at - 2].isIdentifier }
    return !byte.isIdentifier && byte != 0x2E
  }
}

extension RedactionScanner {
  /// Returns the value of the label before the delimiter at `delimiter`.
  fileprivate mutating func value(of labels: LabelTrie, _ kind: RedactionField.Delimiter, _ delimiter: Int) -> Match? {
    guard let (end, isKey) = endOfLabel(before: delimiter, kind),
      let (label, start) = labels.label(bytes, before: end)
    else { return nil }
    var value = delimiter + 1
    if kind != .blank {
      value = self.end(from: value, atMost: 2) { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") }
    }
    value = self.end(from: value, atMost: 64) { !($0.isBlank || isKey && $0.isWhitespace) }
    guard value < bytes.count, bytes[value] >= 0x20 else { return nil }
    return match(label, start..<end, kind, value, isKey)
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
    guard let match = label.value(&self, field) else {
      // Without this, a run of labels would be read again from each of them.
      if quoteEnd == nil {
        let stop = endOfWord(from: start)
        if stop - start > 64 { noValueUntil = max(noValueUntil, stop) }
      }
      return nil
    }
    return match
  }

  /// Returns the end of the label before a delimiter, after a quotation mark, a bracket, or a remark in parentheses, and
  /// whether the label is quoted.
  private func endOfLabel(before delimiter: Int, _ kind: RedactionField.Delimiter) -> (end: Int, isKey: Bool)? {
    var end = start(before: delimiter, atMost: 24) { $0.isBlank }
    guard end > 0 else { return nil }
    if kind == .blank, bytes[end - 1] == 0x2E { end -= 1 }
    if end > 4, bytes[end - 1] == UInt8(ascii: "s"), hasBefore(" is", end) || hasBefore(" was", end) {
      end -= hasBefore(" is", end) ? 3 : 4
    }
    // `Serial#:`, `IMEI1:`
    if kind != .blank, end > 1, bytes[end - 1] == 0x23 || bytes[end - 1].isDigit, bytes[end - 2].isLetter { end -= 1 }
    guard end > 0 else { return nil }
    if bytes[end - 1].isLetter { return (end, false) }
    if kind != .blank, bytes[end - 1] == UInt8(ascii: ">"), end >= 2, bytes[end - 2] == UInt8(ascii: "-") { return nil }
    if bytes[end - 1] == UInt8(ascii: "]") { end -= 1 }
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
  private func quoted(_ at: Int) -> (start: Int, end: Int?) {
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
    case 0xE2 where has("\u{201C}", at) || has("\u{2018}", at):
      let end = self.end(from: at + 3, atMost: 256) { $0 == 0xE2 || $0 < 0x20 }
      return has("\u{201D}", end) || has("\u{2019}", end) ? (at + 3, end) : (at, nil)
    default: return (at, nil)
    }
  }

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
      let tag = self.start(before: label.start, atMost: 40) { $0.isIdentifier || $0 == 0x2D || $0 == 0x2E }
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
