import Platform
import Testing

@testable import Monitoring

/// What `run` stores of a command's output.
@Suite struct CollectedOutputTests {
  private func collected(
    limit: Int = 1 << 20, streams: Int = 2, folder: String? = nil, _ parts: [(Int, [UInt8])]
  ) -> ([UInt8], Int) {
    var output = CollectedOutput(streams: streams, limit: limit)
    if let folder { output = CollectedOutput(streams: streams, limit: limit, folder: FilePath(folder)) }
    for (stream, bytes) in parts { bytes.withUnsafeBytes { output.add($0, stream: stream) } }
    let text = output.finish()
    return (text.bytes, text.omitted)
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

  /// Whatever the limit and the folder: the first and the last line are there, and every byte is stored or counted.
  @Test func bothEndsAreStoredForEveryLimit() {
    for count in [10, 700, 2000, 60_000] {
      let lines = (0..<count).map { "line \($0) ".padding(97) + "\n" }
      let all = lines.reduce(0) { $0 + $1.utf8.count }
      // Parts of any size, as a pipe gives them.
      let joined = Array(lines.joined().utf8)
      let sizes = [1, 100, 4096, 65_536]
      for limit in [1, 5000, 1 << 16, 1 << 20, 3 << 20, 64 << 20] {
        for (index, folder) in [nil, "/nonexistent", "/dev/null"].enumerated() {
          var parts: [(Int, [UInt8])] = []
          var start = 0
          while start < joined.count {
            let size = max(sizes[(parts.count + index) % 4], joined.count / 500)
            parts.append((0, Array(joined[start..<min(start + size, joined.count)])))
            start += size
          }
          let (bytes, omitted) = collected(limit: limit, streams: 1, folder: folder, parts)
          let text = String(decoding: bytes, as: UTF8.self)
          #expect(text.hasPrefix("line 0 ") && text.hasSuffix(lines[count - 1]), "\(count) \(limit) \(folder ?? "")")
          #expect((all...all + 1).contains(omitted + bytes.count), "\(count) \(limit) \(folder ?? "") \(omitted)")
          #expect(bytes.count <= max(limit, 4096) + 1)
          #expect(omitted == 0 ? bytes == joined : all > max(limit, 4096) || folder != nil)
        }
      }
    }
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
