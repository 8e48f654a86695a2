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
