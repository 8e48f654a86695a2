internal import Redaction

extension FuzzTarget {
  package static let redaction = FuzzTarget(
    "FuzzRedaction",
    exercises:
      "redaction of any text; no known name remains, a second pass changes nothing, a user's name that is inserted "
      + "anywhere is replaced, and JSON remains valid",
    seeds: ["sample-logs/ips", "sample-logs/apple-text", "sample-logs/excerpt"], dictionary: "redaction",
    longest: 1 << 14
  ) { bytes in
    let canary = Array("kanarienvogel".utf8)
    var text = bytes
    let location = bytes.prefix(3).reduce(0) { ($0 << 8 | Int($1)) & 0xFF_FFFF } % (bytes.count + 1)
    text.insert(contentsOf: Array("/Users/".utf8) + canary + Array("/Library".utf8), at: location)
    for (input, isPlanted) in [(bytes, false), (text, true)] {
      var redactor = Redactor()
      let once = redactor.redacted(input)
      // A part of another word is not a name.
      if isPlanted, !contains(bytes, canary) { try require(!contains(once, canary), "an inserted name remains") }
      let survivors = redactor.survivors(in: once)
      try require(survivors.isEmpty, "«\(survivors.first ?? "")» remains")
      var another = Redactor()
      try require(another.redacted(once) == once, "a second redaction changes the text")
      if JSONTree.read(input) != nil { try require(JSONTree.read(once) != nil, "JSON is not valid after redaction") }
    }
  }

  private static func contains(_ bytes: [UInt8], _ word: [UInt8]) -> Bool {
    guard let first = word.first, bytes.count >= word.count else { return false }
    for at in 0...bytes.count - word.count where bytes[at] == first {
      if bytes[at..<at + word.count].elementsEqual(word) { return true }
    }
    return false
  }
}
