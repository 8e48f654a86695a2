import Testing

@testable import Diagnosis

/// Guard codes in the layout of XNU's headers.
@Suite struct GuardCodeTests {
  @Test func descriptorThatWasClosed() {
    let code = GuardCode(0x4000_0001_0000_0005)
    #expect(code.type == 2 && code.flavor == 1 && code.target == 5)
    #expect(code.targetText(second: nil) == "5" && code.violation == "2.1")
  }

  @Test func portWhoseReferencesChanged() {
    let code = GuardCode(0x2000_0002_0000_1603)
    #expect(code.targetText(second: nil) == "5635" && code.violation == "1.2")
  }

  @Test func otherTypesHaveNoNumber() {
    #expect(GuardCode(0).targetText(second: 1) == nil && GuardCode(0).violation == "0.0")
    #expect(GuardCode(.max).targetText(second: 1) == nil && GuardCode(.max).violation == "7.536870911")
    #expect(GuardCode(0xc000_0001_0000_0005).violation == "6")
    #expect(GuardCode(0xc000_0000_0000_0001).targetText(second: 35) == "(Mach trap 35)")
    #expect(GuardCode(0xc000_0000_0000_0000).targetText(second: 35) == "(number 35)")
    #expect(GuardCode(0xc000_0000_0000_0001).targetText(second: nil) == nil)
  }
}
