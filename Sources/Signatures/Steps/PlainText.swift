import Bytes

/// Removes the parts of texts that differ between runs.
enum PlainText {
  /// Returns the first line, with paths replaced by their last component, `0x…`, UUIDs and numbers replaced by `#`,
  /// multiple spaces merged, and spaces and dots removed from the ends (step 9).
  static func plain(_ text: String) -> String { masked(text, keepsAddressMark: false, limit: 400) }

  /// Returns the same with `0x#` for addresses, because some rules search for `0x`. `plain` of the result equals
  /// `plain` of the original text.
  static func masked(_ text: String) -> String { masked(text, keepsAddressMark: true, limit: 400) }

  private static func masked(_ text: String, keepsAddressMark: Bool, limit: Int) -> String {
    let line = text.utf8.prefix(4096).prefix { $0 != 0x0a && $0 != 0x0d }
    let bytes = NameCleaning.cleaned(String(streamSafe: line))
    let paths = withoutFolders(bytes[...])
    let numbers = withoutNumbers(paths[...], keepsAddressMark: keepsAddressMark)
    var rest = numbers[...].trimmed
    while let first = rest.first, first == UInt8(ascii: ".") || first == 0x20 { rest.removeFirst() }
    while let last = rest.last, last == UInt8(ascii: ".") || last == 0x20 { rest.removeLast() }
    return SignatureFrame.bounded(rest.text, to: limit)
  }

  private static func endsPath(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "|"),
      UInt8(ascii: "`"):
      true
    default: false
    }
  }

  /// Replaces paths such as `/Applications/MyApp.app/MyApp`, `@rpath/CardKit` and `~/Library` by their last component.
  ///
  /// A word with a `/` after a path belongs to it, because names of folders may contain spaces.
  private static func withoutFolders(_ text: NameSlice) -> [UInt8] {
    guard text.contains(UInt8(ascii: "/")) else { return Array(text) }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var at = text.startIndex
    while at < text.endIndex {
      let isStart = at == text.startIndex || endsPath(text[at - 1]) || text[at - 1] == UInt8(ascii: "=")
      guard isStart, let end = endOfPath(text, at) else {
        result.append(text[at])
        at += 1
        continue
      }
      let path = text[at..<end]
      let last = path.split(separator: UInt8(ascii: "/")).last ?? path[path.endIndex...]
      result += last
      at = end
    }
    return result
  }

  private static func endOfPath(_ text: NameSlice, _ start: Int) -> Int? {
    var at = start
    if text[at] == UInt8(ascii: "@") {
      at += 1
      while at < text.endIndex, text[at].isWord { at += 1 }
    } else if text[at] == UInt8(ascii: "~") {
      at += 1
    }
    guard at + 1 < text.endIndex, text[at] == UInt8(ascii: "/"), !endsPath(text[at + 1]) else { return nil }
    while at < text.endIndex, !endsPath(text[at]) { at += 1 }
    while at < text.endIndex, text[at] == 0x20 {
      var end = at + 1
      while end < text.endIndex, !endsPath(text[end]) { end += 1 }
      let word = text[(at + 1)..<end]
      guard let slash = word.firstIndex(of: UInt8(ascii: "/")), slash > word.startIndex, word.first != UInt8(ascii: "@")
      else { break }
      at = end
    }
    return at
  }

  private static func withoutNumbers(_ text: NameSlice, keepsAddressMark: Bool) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var at = text.startIndex
    while at < text.endIndex {
      let byte = text[at]
      let follows = at > text.startIndex && text[at - 1].isWord
      guard !follows, byte.isHexDigit else {
        result.append(byte)
        at += 1
        continue
      }
      if text.matches("0x", at: at), at + 2 < text.endIndex,
        text[at + 2].isHexDigit || text[at + 2] == UInt8(ascii: "#")
      {
        at += 2
        while at < text.endIndex, text[at].isHexDigit || text[at] == UInt8(ascii: "#") { at += 1 }
        if keepsAddressMark { result.append("0x") }
        result.append(UInt8(ascii: "#"))
      } else if let end = endOfUUID(text, at) {
        result.append(UInt8(ascii: "#"))
        at = end
      } else if byte.isDigit {
        while at < text.endIndex, text[at].isDigit { at += 1 }
        result.append(UInt8(ascii: "#"))
      } else {
        while at < text.endIndex, text[at].isWord {
          result.append(text[at])
          at += 1
        }
      }
    }
    return result
  }

  /// Returns the index after 8-4-4-4-12 hexadecimal digits.
  private static func endOfUUID(_ text: NameSlice, _ start: Int) -> Int? {
    guard text.endIndex - start >= 36 else { return nil }
    for offset in 0..<36 {
      let byte = text[start + offset]
      let isDash = offset == 8 || offset == 13 || offset == 18 || offset == 23
      guard isDash ? byte == UInt8(ascii: "-") : byte.isHexDigit else { return nil }
    }
    return start + 36 < text.endIndex && text[start + 36].isWord ? nil : start + 36
  }
}
