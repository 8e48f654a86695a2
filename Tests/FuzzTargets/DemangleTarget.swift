internal import DebugInfo
internal import Vocabulary

extension FuzzTarget {
  package static let demangle = FuzzTarget(
    "FuzzDemangle",
    exercises: "names as a symbol table has them, one a line: a readable name is another text and no book, and a short "
      + "one is never empty",
    seeds: ["Tests/DebugInfoTests/Demangling/old-swift.csv"], dictionary: "names", longest: 4096
  ) { bytes in
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let name = String(decoding: line, as: UTF8.self)
      try require(shortened(name).isEmpty == name.isEmpty, "a name becomes nothing")
      guard let readable = demangled(name) else { continue }
      try require(readable != name, "the readable name is the name")
      try require(readable.utf8.count <= 65_536, "a readable name of \(readable.utf8.count) bytes")
      try require(!shortened(readable).isEmpty, "a readable name becomes nothing")
    }
  }
}
