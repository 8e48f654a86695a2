import Testing

@testable import DebugInfo

@Suite struct CodeOffsetTests {
  /// The largest 32-bit offset is reserved for missing values.
  @Test(arguments: [0, 0x1_0000_0000, 0x7FFF_FFFF_0000_0000] as [UInt64])
  func offsetsHave32Bits(base: UInt64) {
    let last = UInt64(UInt32.max) - 1
    #expect(CodeOffset.of(base, base: base) == 0)
    #expect(CodeOffset.of(base + last, base: base) == UInt32.max - 1)
    #expect(CodeOffset.of(base + last + 1, base: base) == nil)
    #expect(CodeOffset.of(base + last + 2, base: base) == nil)
  }

  @Test func addressesBelowTheBaseHaveNone() {
    for address: UInt64 in [0, 1, 0xFFFF_FFFF, .max, .max - 1, .max - 2] {
      #expect(CodeOffset.of(address, base: 0x1_0000_0000) == nil, "\(address)")
    }
  }
}
