/// A strict HTML parser: errors that a browser would silently repair are faults.
struct Markup {
  struct Element {
    var name: String
    var attributes: [String: String]
    var parents: [String]
    /// The text in it, up to three levels of nested elements.
    var text = ""
  }

  private(set) var elements: [Element] = []
  private(set) var faults: [String] = []

  private static let void: Set<String> = ["meta", "link", "br", "hr", "img", "input"]
  /// The elements that close an open `p` in a browser (HTML, section 4.4.1).
  private static let blocks: Set<String> = [
    "p", "div", "table", "ul", "ol", "dl", "section", "aside", "nav", "header", "main", "figure", "details", "pre",
    "h1", "h2", "h3",
  ]
  private static let parents: [String: Set<String>] = [
    "tr": ["thead", "tbody"], "td": ["tr"], "th": ["tr"], "thead": ["table"], "tbody": ["table"], "li": ["ul", "ol"],
    "dt": ["dl", "div"], "dd": ["dl", "div"], "summary": ["details"], "rect": ["svg"], "line": ["svg"], "path": ["svg"],
    "head": ["html"], "body": ["html"], "style": ["head"], "main": ["body"],
  ]
  private static let entities = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"]

  init(_ html: String) {
    var rest = Array(html.utf8)[...]
    let start = Array("<!DOCTYPE html>\n".utf8)
    if rest.starts(with: start) { rest = rest.dropFirst(start.count) } else { faults.append("no document type") }
    var open: [Int] = []
    while let byte = rest.first {
      guard byte == UInt8(ascii: "<") else {
        let end = rest.firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex
        let text = String(decoding: rest[..<end], as: UTF8.self)
        rest = rest[end...]
        checkText(text)
        for index in open.suffix(4) { elements[index].text += text }
        continue
      }
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else {
        faults.append("a tag does not end")
        return
      }
      let tag = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      if tag.hasPrefix("/") {
        if let last = open.popLast(), elements[last].name == tag.dropFirst() { continue }
        faults.append("</\(tag.dropFirst())> closes something else")
        continue
      }
      let element = read(tag, open)
      elements.append(element)
      if Self.void.contains(element.name) { continue }
      open.append(elements.count - 1)
      if element.name == "style" { rest = rest.drop { $0 != UInt8(ascii: "<") } }
    }
    for index in open { faults.append("<\(elements[index].name)> is not closed") }
    let ids = elements.compactMap { $0.attributes["id"] }
    if Set(ids).count != ids.count { faults.append("duplicate id") }
  }

  private mutating func read(_ tag: String, _ open: [Int]) -> Element {
    let name = String(tag.prefix { $0 != " " })
    if name.isEmpty || !name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }) {
      faults.append("<\(tag.prefix(40)) is no tag")
    }
    let parents = open.map { elements[$0].name }
    if let parent = parents.last {
      if parents.contains("p"), Self.blocks.contains(name) { faults.append("<\(name)> in <p>") }
      if name == "a", parents.contains("a") { faults.append("<a> in <a>") }
      if let allowed = Self.parents[name], !allowed.contains(parent) { faults.append("<\(name)> in <\(parent)>") }
    }
    var attributes: [String: String] = [:]
    var rest = Array(tag.utf8.dropFirst(name.utf8.count))[...]
    while !rest.isEmpty {
      let key = rest.dropFirst().prefix { $0 != UInt8(ascii: "=") }
      let isBlank = rest.first == 0x20
      rest = rest[key.endIndex...]
      let isName = key.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2D }
      guard isBlank, isName, !key.isEmpty, rest.starts(with: Array("=\"".utf8)) else {
        faults.append("attribute in <\(tag.prefix(80))>")
        break
      }
      let value = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "\"") }
      rest = rest[value.endIndex...].dropFirst()
      let (name, text) = (String(decoding: key, as: UTF8.self), String(decoding: value, as: UTF8.self))
      checkText(text)
      if attributes.updateValue(text, forKey: name) != nil { faults.append("duplicate attribute \(name)") }
    }
    return Element(name: name, attributes: attributes, parents: parents)
  }

  private mutating func checkText(_ text: String) {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: ">") }) else { return }
    for part in text.split(separator: "&", omittingEmptySubsequences: false).dropFirst() {
      if !Self.entities.contains(where: { ("&" + part).hasPrefix($0) }) {
        faults.append("a bare & before \(part.prefix(20))")
      }
    }
    if text.contains(">") { faults.append("a bare > in \(text.prefix(60))") }
  }
}
