import Testing

@testable import Diagnosis

/// Codes as XNU's headers lay them out.
@Suite struct GuardCodeTests {
  @Test func descriptorThatWasClosed() {
    let code = GuardCode(0x4000_0001_0000_0005)
    #expect(code.type == 2 && code.flavor == 1 && code.target == 5)
    #expect(code.what == "file descriptor 5")
    #expect(code.deed == "closed")
  }

  @Test func portWhoseReferencesChanged() {
    let code = GuardCode(0x2000_0002_0000_1603)
    #expect(code.what == "Mach port 5635")
    #expect(code.deed == "changed in its references")
  }

  @Test func unknownTypesAndFlavorsAreLeftOut() {
    #expect(GuardCode(0).what == nil)
    #expect(GuardCode(.max).what == nil && GuardCode(.max).deed == nil)
    #expect(GuardCode(0x4000_0f00_0000_0005).deed == nil)
  }
}
