internal import Pages

extension FuzzTarget {
  package static let http = FuzzTarget(
    "FuzzHTTP",
    exercises: "the head of an HTTP request and its target; an accepted head is accepted again in its normalized form, "
      + "contains no control character, and never refers to a file outside the pages",
    dictionary: "http", longest: 1 << 15
  ) { bytes in
    try checkTarget(String(decoding: bytes, as: UTF8.self))
    guard let head = try? RequestHead(bytes[...]) else { return }
    try require(bytes.count <= RequestHead.limit, "a head of \(bytes.count) bytes is accepted")
    try requireVisible(head.method + " " + head.target, "the request line", except: [])
    var plain = "\(head.method) \(head.target) \(head.version)"
    for (name, values) in head.fields.sorted(by: { $0.key < $1.key }) {
      try require(name == name.lowercased() && !name.isEmpty, "a field has the name «\(name)»")
      for value in values { plain += "\r\n\(name): \(value)" }
    }
    // Invalid UTF-8 becomes longer.
    if plain.utf8.count <= RequestHead.limit {
      guard let again = try? RequestHead(Array(plain.utf8)[...]) else {
        throw BrokenProperty(description: "the normalized form of a head is not accepted")
      }
      try require(again == head, "the normalized form of a head is a different head")
    }
    try checkTarget(head.target)
  }

  private static func checkTarget(_ text: String) throws {
    guard let target = RequestTarget(text) else { return }
    for part in [target.path] + target.query.keys + target.query.values {
      let isFree = part.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      try require(isFree, "a decoded target contains a control character")
    }
    guard let page = PagePath(file: target.path) else { return }
    try require(!page.file.contains("..") && !page.file.hasPrefix("/"), "«\(page.file)» is outside the pages")
    try require(PagePath(file: page.file) == page, "«\(page.file)» is a different page")
  }
}
