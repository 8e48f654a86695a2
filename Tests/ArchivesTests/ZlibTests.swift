import Archives
import TestSupport
import Testing

@Suite struct ZlibTests {
  private static let texts: [[UInt8]] = [
    [], [0], Array("abc".utf8), Array(repeating: 7, count: 200_000),
    (0..<100_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 7) },
  ]

  @Test(arguments: 0..<texts.count)
  func roundTrips(_ index: Int) throws {
    let text = Self.texts[index]
    let packed = try #require(Zlib.deflated(text))
    #expect(Zlib.deflated(text) == packed)
    #expect(try Zlib.inflated(packed, limit: text.count) == text)
    if !text.isEmpty {
      #expect(throws: ArchiveFault.self) { try Zlib.inflated(packed, limit: text.count - 1) }
    }
  }

  /// Wherever the parts begin and end, the stream is the same; a truncated one is not complete.
  @Test(arguments: 0..<texts.count)
  func gzipIsReadInParts(_ index: Int) throws {
    let text = Self.texts[index]
    let packed = try #require(Zlib.gzipped(text))
    for length in [1, 7, 1_000, packed.count] where packed.count / length < 5_000 {
      let parts = GzipParts()
      var result: [UInt8] = []
      for start in stride(from: 0, to: packed.count, by: length) {
        #expect(!parts.isComplete)
        try parts.append(
          packed[start..<min(start + length, packed.count)],
          each: { part throws(ArchiveFault) in result += part }, damaged: Self.unchanged)
      }
      #expect(parts.isComplete && result == text)
      #expect(throws: ArchiveFault.self) {
        try parts.append([0], each: { _ throws(ArchiveFault) in }, damaged: Self.unchanged)
      }
    }
  }

  private struct Stopped: Error {}

  private static func unchanged(_ fault: ArchiveFault) -> ArchiveFault { fault }

  @Test func gzipCanBeStopped() throws {
    let packed = try #require(Zlib.gzipped([UInt8](repeating: 7, count: 50 << 20)))
    var count = 0
    #expect(throws: Stopped.self) {
      try GzipParts().append(packed[...]) { part throws(Stopped) in
        count += part.count
        if count > 1 << 20 { throw Stopped() }
      } damaged: { _ in
        Stopped()
      }
    }
    #expect(count < 2 << 20)
    for mutant in Mutants(of: Array(packed.prefix(3_000)), count: 300, seed: 3) {
      try? GzipParts().append(mutant[...], each: { _ throws(ArchiveFault) in }, damaged: Self.unchanged)
    }
  }

  @Test func damageIsRejected() throws {
    let text = Array("a text of some length, some length, some length".utf8)
    let packed = try #require(Zlib.deflated(text))
    for count in 0..<packed.count {
      #expect(throws: ArchiveFault.self) { try Zlib.inflated(Array(packed[..<count]), limit: 1_000) }
    }
    #expect(throws: ArchiveFault.self) { try Zlib.inflated(packed + [0], limit: 1_000) }
    // A changed header may still be valid for the same text; another text is never returned.
    for mutant in Mutants(of: packed, count: 500, seed: 9) {
      if let again = try? Zlib.inflated(mutant, limit: 1_000) { #expect(again == text) }
    }
  }
}
