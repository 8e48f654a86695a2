import Bytes

/// Removes the tags of HTML and decodes its character references.
///
/// Only known tags are removed: `<redacted>`, `<deduplicated_symbol>` and the UUIDs of images are part of reports. Tags
/// that end a line in a browser become a line break unless one is next to them, so a page whose lines were preserved
/// has the same line numbers.
enum HTMLText {
  static func removal(_ bytes: UnsafeBufferPointer<UInt8>) -> TextRemoval? {
    let hasTags = hasTags(bytes)
    guard hasTags || hasReferences(bytes) else { return nil }
    let text = ByteText(bytes, limit: 4096)
    var pass = Pass(bytes, text, hasTags: hasTags)
    return pass.run()
  }

  /// Whether the text has tags of a page. One `<b>` may be a parameter of a template.
  private static func hasTags(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = ByteText(bytes, limit: 64)
    var at = 0
    while let found = bytes.firstOffset(of: UInt8(ascii: "<"), from: at) {
      at = found + 1
      let next = text[at] | 0x20
      if next == UInt8(ascii: "/") | 0x20 || "bcdhlps".utf8.contains(next), isPageTag(text, found) { return true }
    }
    return false
  }

  private static func isPageTag(_ text: ByteText, _ start: Int) -> Bool {
    // The UUID of an image is longer than any name.
    var end = start + 2
    while end < start + 12, text[end].isLetter { end += 1 }
    guard text[end] == UInt8(ascii: ">") || text[end] == UInt8(ascii: "/") || text[end].isBlank else { return false }
    let slice = Slice(start, min(text.count, start + 16))
    for word: StaticString in [
      "<html", "<body", "<pre>", "<pre ", "<p>", "<br>", "<br/", "<br ", "<div", "</p>", "</pre>", "</span>", "</div>",
      "</td>", "<li>", "<blockquote", "<details", "<summary", "<code>", "</code>", "</font>",
    ] where text.hasPrefix(ignoringCase: word, slice) { return true }
    return false
  }

  private static func hasReferences(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = ByteText(bytes, limit: 64)
    var at = 0
    while let found = bytes.firstOffset(of: UInt8(ascii: "&"), from: at) {
      if CharacterReference.at(text, found) != nil { return true }
      at = found + 1
    }
    return false
  }

  private struct Pass {
    let bytes: UnsafeBufferPointer<UInt8>
    let text: ByteText
    let hasTags: Bool
    var result: RewrittenText
    var (at, copied, lines, keepsLines) = (0, 0, 0, true)
    var first: Int?
    var lastChange = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ text: ByteText, hasTags: Bool) {
      self.bytes = bytes
      self.text = text
      self.hasTags = hasTags
      result = RewrittenText(sourceCount: bytes.count)
    }

    mutating func run() -> TextRemoval? {
      while at < bytes.count {
        switch bytes[at] {
        case UInt8(ascii: "&"):
          if let (replacement, end) = CharacterReference.at(text, at) {
            begin(end)
            result.replace(at: at, with: replacement)
            at = end
          } else {
            at += 1
          }
        case UInt8(ascii: "<"):
          if let end = endOfPropertyList {
            at = end
          } else if hasTags, let tag = HTMLTag.at(text, at) {
            remove(tag)
          } else {
            at += 1
          }
        default: at += 1
        }
      }
      guard let first else { return nil }
      result.copy(bytes, copied..<bytes.count)
      return TextRemoval(text: result, lines: lines, first: first, keepsLines: keepsLines, encoding: .html)
    }

    /// The end of the property list that begins here, whose reader decodes references itself; `nil` if none does.
    private var endOfPropertyList: Int? {
      guard text.hasPrefix("<plist", Slice(at, min(text.count, at + 8))) else { return nil }
      return text.find("</plist>", Slice(at, text.count)).map { $0 + 8 } ?? text.count
    }

    /// Copies the bytes before a change that ends at `end`.
    private mutating func begin(_ end: Int) {
      result.copy(bytes, copied..<at)
      if first == nil || bytes.firstOffset(of: 0x0A, from: lastChange, to: at) != nil { lines += 1 }
      lastChange = at
      first = first ?? at
      copied = end
    }

    private mutating func remove(_ tag: HTMLTag) {
      begin(tag.end)
      if tag.hidesContent {
        keepsLines = keepsLines && bytes.firstOffset(of: 0x0A, from: at, to: tag.end) == nil
      } else if tag.isBreak {
        var next = tag.end
        while next < bytes.count, bytes[next].isBlank || bytes[next] == 0x0D { next += 1 }
        let isAtEnd = next >= bytes.count || bytes[next] == 0x0A
        if !isAtEnd, let last = result.bytes.last, last != 0x0A {
          result.replace(at: at, with: 0x0A)
          keepsLines = false
        }
      } else if tag.isCell {
        result.replace(at: at, with: [0x20, 0x20])
      }
      at = tag.end
    }
  }
}

/// A tag of a known element.
struct HTMLTag {
  var end: Int
  /// Whether a browser begins a new line at the tag.
  var isBreak: Bool
  var isCell: Bool
  /// Whether the text up to the end of the element is not shown; `end` is then the end of the element.
  var hidesContent: Bool

  private static let lineElements: Set<String> = [
    "br", "p", "div", "pre", "li", "ul", "ol", "tr", "table", "tbody", "thead", "h1", "h2", "h3", "h4", "h5", "h6",
    "blockquote", "body", "html", "head", "hr", "details", "summary", "section", "article", "main", "header", "footer",
    "nav", "title", "dl", "dt", "dd", "figure",
  ]
  private static let inlineElements: Set<String> = [
    "b", "i", "u", "s", "a", "em", "strong", "code", "span", "tt", "kbd", "samp", "small", "big", "sub", "sup", "font",
    "img", "mark", "del", "ins", "label", "button", "time", "wbr", "var", "abbr", "cite", "q", "meta", "link", "input",
    "svg", "path", "col", "colgroup", "option", "clipboard-copy", "o:p",
  ]
  private static let hiddenElements: Set<String> = ["script", "style"]

  /// Returns the tag at `start`, the offset of a `<`; `nil` if it is not a tag of a known element.
  static func at(_ text: ByteText, _ start: Int) -> HTMLTag? {
    if text.hasPrefix("<!--", Slice(start, text.count)) || text.hasPrefix("<!DOCTYPE", Slice(start, text.count))
      || text.hasPrefix("<!doctype", Slice(start, text.count))
    {
      let window = Slice(start, min(text.count, start + 4096))
      guard let close = text.first(UInt8(ascii: ">"), window) else { return nil }
      return HTMLTag(end: close + 1, isBreak: false, isCell: false, hidesContent: true)
    }
    var index = start + 1
    let isClosing = text[index] == UInt8(ascii: "/")
    if isClosing { index += 1 }
    let name = index
    while index - name < 16,
      text[index].isLetterOrDigit || text[index] == UInt8(ascii: "-")
        || text[index] == UInt8(ascii: ":")
    {
      index += 1
    }
    guard index > name, let end = end(text, index) else { return nil }
    let element = text.string(Slice(name, index)).lowercased()
    if lineElements.contains(element) {
      return HTMLTag(end: end, isBreak: true, isCell: false, hidesContent: false)
    }
    if element == "td" || element == "th" {
      return HTMLTag(end: end, isBreak: false, isCell: isClosing, hidesContent: false)
    }
    if inlineElements.contains(element) {
      return HTMLTag(end: end, isBreak: false, isCell: false, hidesContent: false)
    }
    guard hiddenElements.contains(element), !isClosing else { return nil }
    let window = Slice(end, min(text.count, end + 4096))
    guard let close = text.find("</", window), let after = text.first(UInt8(ascii: ">"), Slice(close, window.end))
    else {
      return nil
    }
    return HTMLTag(end: after + 1, isBreak: false, isCell: false, hidesContent: true)
  }

  /// Returns the end of a tag whose name ends at `index`: after `>`, with attributes that have a value.
  private static func end(_ text: ByteText, _ index: Int) -> Int? {
    if text[index] == UInt8(ascii: ">") { return index + 1 }
    if text[index] == UInt8(ascii: "/") { return text[index + 1] == UInt8(ascii: ">") ? index + 2 : nil }
    guard text[index].isBlank || text[index] == 0x0A else { return nil }
    let window = Slice(index, min(text.count, index + 2048))
    guard let close = text.first(UInt8(ascii: ">"), window) else { return nil }
    let attributes = text.trimmed(Slice(index, close))
    let hasValue = text.first(UInt8(ascii: "="), attributes) != nil
    return hasValue || attributes.isEmpty || text.equals(attributes, "/") || text.equals(attributes, "open")
      ? close + 1 : nil
  }
}

/// A character reference of HTML: `&lt;`, `&#39;`, `&#x27;`.
enum CharacterReference {
  private static let names: [String: String] = [
    "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'", "nbsp": " ", "ensp": " ", "emsp": " ",
    "thinsp": " ", "lsquo": "\u{2018}", "rsquo": "\u{2019}", "ldquo": "\u{201C}", "rdquo": "\u{201D}",
    "laquo": "«", "raquo": "»", "hellip": "…", "mdash": "—", "ndash": "–", "minus": "-", "bull": "•", "middot": "·",
    "rarr": "→", "larr": "←", "lbrack": "[", "rbrack": "]", "lsqb": "[", "rsqb": "]", "lpar": "(", "rpar": ")",
    "colon": ":", "semi": ";", "comma": ",", "period": ".", "excl": "!", "num": "#", "dollar": "$", "percnt": "%",
    "ast": "*", "plus": "+", "equals": "=", "sol": "/", "bsol": "\\", "lowbar": "_", "UnderBar": "_", "grave": "`",
    "lcub": "{", "rcub": "}", "lbrace": "{", "rbrace": "}", "verbar": "|", "vert": "|", "Tab": "\t", "shy": "",
    "zwnj": "", "zwj": "", "copy": "©", "reg": "®", "trade": "™", "deg": "°", "times": "×",
  ]

  /// Returns the text of the reference at `start`, the offset of a `&`, and its end.
  static func at(_ text: ByteText, _ start: Int) -> (replacement: [UInt8], end: Int)? {
    var index = start + 1
    while index - start < 12, text[index].isLetterOrDigit || text[index] == UInt8(ascii: "#") { index += 1 }
    guard text[index] == UInt8(ascii: ";"), index > start + 1 else { return nil }
    let name = Slice(start + 1, index)
    if text[name.start] == UInt8(ascii: "#") {
      let isHex = text[name.start + 1] | 0x20 == UInt8(ascii: "x")
      let digits = Slice(name.start + (isHex ? 2 : 1), name.end)
      guard let value = isHex ? text.hexadecimal(digits) : text.decimal(digits), value >= 0x20 || value == 9,
        let code = UInt32(exactly: value), let scalar = Unicode.Scalar(code)
      else { return nil }
      return (code == 0xA0 ? [0x20] : Array(String(Character(scalar)).utf8), index + 1)
    }
    guard let word = names[text.string(name)] else { return nil }
    return (Array(word.utf8), index + 1)
  }
}
