internal import DebugInfo
internal import Foundation
internal import Symbolication
internal import Vocabulary

extension FuzzTarget {
  package static let upload = FuzzTarget(
    "FuzzUpload",
    exercises:
      "a symbol file that is sent to the endpoint; what is stored is a part of it, at the path of its identifier, and is "
      + "usable there; everything else is rejected and leaves no file; the same bytes in parts get the same answer",
    seeds: ["Tests/Fixtures/elf", "Tests/Fixtures/symbols"], dictionary: "macho", longest: 1 << 16
  ) { bytes in
    let fields = ["Authorization: Bearer " + Received.token, "Content-Length: \(bytes.count)"]
    let lines = ["POST /v1/symbols HTTP/1.1", "Host: x"] + fields
    let request = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + bytes
    let whole = try Received(request, partSize: request.count, forSymbols: true)
    try whole.check()
    let parts = try Received(request, partSize: 4_099, forSymbols: true)
    try require(parts.status == whole.status && parts.symbols == whole.symbols, "parts get another answer")
    try require((whole.status == 200) == !whole.symbols.isEmpty, "the answer is \(whole.status ?? 0)")
    try require(whole.symbols.values.reduce(0) { $0 + $1.count } <= bytes.count, "more is stored than was sent")
    for (path, content) in whole.symbols {
      let isPart = bytes == content || !Data(bytes).ranges(of: Data(content)).isEmpty
      try require(isPart, "«\(path)» is not a part of what was sent")
      let names = path.split(separator: "/")
      try require(["debuginfo", "executable", "breakpad"].contains(names[2]), "«\(path)» has another name")
      guard let file = try ImageFile.read(FileBytes(content)).first, let id = file.identifier else {
        throw BrokenProperty(description: "«\(path)» has no identifier")
      }
      let digits = (names[0] + names[1]).lowercased()
      try require(
        id.description.filter(\.isHexDigit).lowercased().hasPrefix(digits), "«\(path)» is \(id.description)")
      try require(!file.isTruncated, "«\(path)» is truncated")
    }
  }
}
