import Bytes
import Vocabulary

extension JSONWriter {
  /// Writes a text of any length. `text(_:)` truncates long ones, which are usually damage; here a text may be a report.
  mutating func whole(_ name: String, _ value: String) {
    self.name(name)
    var result: [UInt8] = [UInt8(ascii: "\"")]
    let bytes = Array(value.utf8)
    var start = 0
    while start < bytes.count {
      var end = min(bytes.count, start + Self.maxTextLength / 2)
      // Do not cut between the bytes of a character.
      while end < bytes.count, end > start, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      var part = JSONWriter(layout: .compact)
      part.text(String(streamSafe: bytes[start..<end]))
      result += part.bytes.dropFirst().dropLast()
      start = end
    }
    result.append(UInt8(ascii: "\""))
    self.value(json: result)
  }

  /// Writes an object, unless `body` writes no member.
  mutating func present(object name: String, _ body: (inout JSONWriter) -> Void) {
    var part = JSONWriter(layout: .compact)
    part.object(body)
    guard part.bytes.count > 2 else { return }
    self.name(name)
    value(json: part.bytes)
  }
}
