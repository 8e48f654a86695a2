internal import Pages

extension FuzzTarget {
  package static let http = FuzzTarget(
    "FuzzHTTP",
    exercises: "the head of a request and its target: what is taken is taken again from its plain spelling, holds no "
      + "control character, and never leads out of the pages",
    dictionary: "http", longest: 1 << 15
  ) { bytes in
    try checkTarget(String(decoding: bytes, as: UTF8.self))
    guard let head = try? RequestHead(bytes[...]) else { return }
    try require(bytes.count <= RequestHead.limit, "a head of \(bytes.count) bytes is taken")
    try requireVisible(head.method + " " + head.target, "the request line", except: [])
    var plain = "\(head.method) \(head.target) HTTP/1.1"
    for (name, values) in head.fields.sorted(by: { $0.key < $1.key }) {
      try require(name == name.lowercased() && !name.isEmpty, "a field is called «\(name)»")
      for value in values { plain += "\r\n\(name): \(value)" }
    }
    // Bytes that are no UTF-8 become longer.
    if plain.utf8.count <= RequestHead.limit {
      guard let again = try? RequestHead(Array(plain.utf8)[...]) else {
        throw BrokenProperty(description: "the plain spelling of a head is not taken")
      }
      try require(again == head, "the plain spelling of a head is another one")
    }
    try checkTarget(head.target)
  }

  private static func checkTarget(_ text: String) throws {
    guard let target = RequestTarget(text) else { return }
    for part in [target.path] + target.query.keys + target.query.values {
      let isFree = part.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      try require(isFree, "a decoded target holds a control character")
    }
    guard let page = PagePath(file: target.path) else { return }
    try require(!page.file.contains("..") && !page.file.hasPrefix("/"), "«\(page.file)» leads out of the pages")
    try require(PagePath(file: page.file) == page, "«\(page.file)» is another page")
  }
}
