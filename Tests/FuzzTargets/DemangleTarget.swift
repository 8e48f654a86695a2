internal import DebugInfo
internal import Vocabulary

extension FuzzTarget {
  package static let demangle = FuzzTarget(
    "FuzzDemangle",
    exercises:
      "names of a symbol table, one per line; a demangled name differs from the input and is at most 64 KiB, and a "
      + "shortened name is never empty",
    seeds: ["Tests/DebugInfoTests/Demangling/old-swift.tsv", "Tests/DebugInfoTests/Demangling/cxx.tsv"],
    dictionary: "names", longest: 4096
  ) { bytes in
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let name = String(decoding: line, as: UTF8.self)
      try require(shortened(name).isEmpty == name.isEmpty, "a shortened name is empty")
      guard let readable = demangled(name) else { continue }
      try require(readable != name, "the demangled name equals the input")
      try require(readable.utf8.count <= 65_536, "a demangled name of \(readable.utf8.count) bytes")
      try require(!shortened(readable).isEmpty, "a shortened demangled name is empty")
    }
  }
}
