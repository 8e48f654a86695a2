import CrashReports
import Symbolication
import Testing
import Vocabulary

/// Conversion of the addresses in reports to lookup addresses.
@Suite struct AddressRulesTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var architecture: String?
    var address: UInt64
    var kind: AddressKind
    var lookup: UInt64?
    var testDescription: String { "\(architecture ?? "no architecture") \(address.hexadecimal) \(kind)" }
  }

  static let rows: [Row] = [
    Row(architecture: "x86_64", address: 0x2_1E20_6DD7, kind: .return, lookup: 0x2_1E20_6DD6),
    Row(architecture: "x86_64", address: 0x2_1E20_6DD7, kind: .exact, lookup: 0x2_1E20_6DD7),
    Row(architecture: "x86_64h", address: 0x1000, kind: .return, lookup: 0xFFF),
    Row(architecture: "i386", address: 0x1DD7, kind: .return, lookup: 0x1DD6),
    Row(architecture: nil, address: 0x1DD7, kind: .return, lookup: 0x1DD6),
    Row(architecture: "arm64", address: 0x1_0000_1234, kind: .return, lookup: 0x1_0000_1230),
    Row(architecture: "arm64", address: 0x1_0000_1236, kind: .return, lookup: 0x1_0000_1230),
    Row(architecture: "arm64", address: 0x810, kind: .exact, lookup: 0x810),
    Row(architecture: "arm64e", address: 0x1_04B0_4200, kind: .return, lookup: 0x1_04B0_41FC),
    Row(architecture: "arm64_32", address: 0x1234, kind: .return, lookup: 0x1230),
    Row(architecture: "armv7", address: 0x1235, kind: .return, lookup: 0x1232),
    Row(architecture: "armv7s", address: 0x1234, kind: .return, lookup: 0x1232),
    Row(architecture: "armv7", address: 0x1235, kind: .exact, lookup: 0x1234),
    Row(architecture: "arm", address: 0x1235, kind: .exact, lookup: 0x1234),
    Row(architecture: "ppc", address: 0x1234, kind: .return, lookup: 0x1230),
    // A resumed function starts there; the code before it belongs to another function.
    Row(architecture: "arm64", address: 0x1234, kind: .asyncResume, lookup: 0x1234),
    // There is no address before 0.
    Row(architecture: "x86_64", address: 0, kind: .return, lookup: nil),
    Row(architecture: "arm64", address: 3, kind: .return, lookup: nil),
    Row(architecture: "armv7", address: 1, kind: .return, lookup: nil),
    Row(architecture: "x86_64", address: .max, kind: .return, lookup: .max - 1),
    Row(architecture: "arm64", address: .max, kind: .return, lookup: .max - 7),
  ]

  @Test(arguments: rows) func looksUp(_ row: Row) {
    #expect(AddressRules(row.architecture).lookup(row.address, row.kind) == row.lookup)
  }

  @Test func takesSignaturesOff() {
    #expect(AddressRules("arm64e").unsigned(0xBF15_0001_04B0_4190) == 0x1_04B0_4190)
    #expect(AddressRules("arm64").unsigned(0x0015_0001_04B0_4190) == 0x1_04B0_4190)
    // The highest address of user space on macOS has 47 bits; a mask of 36 bits, as on a phone, would truncate it.
    #expect(AddressRules("arm64e").unsigned(0xBF15_7FFF_04B0_4190) == 0x7FFF_04B0_4190)
    #expect(AddressRules("arm64e").unsigned(0x7FFF_FFFF_FFFF) == nil)
    #expect(AddressRules("arm64e").unsigned(.max) == 0x7FFF_FFFF_FFFF)
    #expect(AddressRules("x86_64").unsigned(0xFFFF_FF80_04B0_4190) == nil)
  }
}
