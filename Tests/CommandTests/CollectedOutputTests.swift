import Testing

@testable import DiagnoseCommand

/// What `run` stores of a command's output.
@Suite struct CollectedOutputTests {
  private func collected(limit: Int = 1 << 20, streams: Int = 2, _ parts: [(Int, [UInt8])]) -> ([UInt8], Int) {
    var output = CollectedOutput(streams: streams, limit: limit)
    for (stream, bytes) in parts { bytes.withUnsafeBytes { output.add($0, stream: stream) } }
    return output.finish()
  }

  @Test func linesOfTwoStreamsAreNotMixed() {
    let parts: [(Int, String)] = [(0, "on"), (1, "thr"), (0, "e\ntw"), (1, "ee\n"), (0, "o")]
    let (bytes, omitted) = collected(parts.map { ($0.0, Array($0.1.utf8)) })
    #expect(String(decoding: bytes, as: UTF8.self) == "one\nthree\ntwo" && omitted == 0)
  }

  @Test func theBeginningAndTheEndOfLongOutputAreStored() {
    let lines = (0..<40_000).map { "line \($0) ".padding(100) + "\n" }
    let all = lines.reduce(0) { $0 + $1.utf8.count }
    let (bytes, omitted) = collected(limit: 2 << 20, lines.map { (0, Array($0.utf8)) })
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(bytes.count <= 2 << 20 && text.hasPrefix("line 0 ") && text.hasSuffix(lines[39_999]))
    #expect(omitted > 0 && omitted + bytes.count >= all && omitted + bytes.count <= all + 1)
    #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("line ") || $0.utf8.count < 100 })
  }

  @Test func aSmallLimitAndHugeLines() {
    let line = [UInt8](repeating: 0x61, count: 5_000_000)
    let (bytes, omitted) = collected(limit: 1, [(0, line), (1, line)])
    #expect(bytes.count < 6000 && omitted > 9_000_000)
    #expect(collected(limit: 1 << 16, [(0, [])]).0.isEmpty)
  }

  @Test func binaryLinesAreEmptied() {
    let text = "a\u{1B}[31mred\u{1B}[0m\n\0\u{1}\u{2}\u{3}\nFatal\0error in a long line\n"
    let (bytes, _) = collected([(0, Array(text.utf8))])
    #expect(String(decoding: bytes, as: UTF8.self) == "a\u{1B}[31mred\u{1B}[0m\n\nFatal error in a long line\n")
  }
}

extension String {
  fileprivate func padding(_ count: Int) -> String { self + String(repeating: "x", count: max(0, count - utf8.count)) }
}
