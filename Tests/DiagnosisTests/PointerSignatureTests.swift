import Analysis
import CrashReports
import Diagnosis
import TestSupport
import Testing

/// Only arm64e has signed pointers: a note about them explains nothing on other processors.
@Suite struct PointerSignatureTests {
  private static let note =
    "KERN_INVALID_ADDRESS at 0x0a31323a523fae3e -> 0x0000003a523fae3e (possible pointer authentication failure)"

  private func pattern(_ change: (inout ReportBuilder) -> Void) -> String? {
    var builder = ReportBuilder()
    builder.exception = "EXC_BAD_ACCESS (SIGSEGV)"
    builder.codes = "0x0000000000000001, 0x0a31323a523fae3e"
    builder.subtype = Self.note
    builder.crash(["Orchard grow_bed + 108", "Orchard main + 40"])
    change(&builder)
    return Analysis.analyze(Array(builder.text.utf8)).reports.first?.assessment.findings.first?.pattern
  }

  private static func image(_ architecture: String) -> (inout ReportBuilder) -> Void {
    { $0.images[0] = $0.images[0].replacing(" arm64 ", with: " \(architecture) ") }
  }

  @Test func signedCode() {
    #expect(pattern(Self.image("arm64e")) == "pointer-authentication")
    // The report does not list the image.
    #expect(pattern { $0.images = [] } == "pointer-authentication")
    #expect(
      pattern { $0.stacks = [("Thread 0 Crashed:", ["CoreFoundation CFRelease + 8"])] } == "pointer-authentication")
    #expect(
      pattern {
        $0.subtype = "EXC_ARM_PAC_FAIL at 0x0a31323a523fae3e"; Self.image("arm64e")(&$0)
      } == "pointer-authentication")
    #expect(
      pattern {
        Self.image("arm64e")(&$0)
        ($0.exception, $0.subtype) = ("EXC_BREAKPOINT (SIGTRAP)", nil)
        $0.registers = ["    pc: 0x0000000104012340 cpsr: 0x60001000", "   esr: 0xf200c472 (Breakpoint) brk 50290"]
      } == "pointer-authentication")
  }

  @Test(arguments: ["x86_64", "i386", "arm64", "armv7"]) func unsignedImages(_ architecture: String) {
    let found = pattern { builder in
      if architecture != "arm64" {
        builder.header[3] =
          "Code Type:           \(architecture == "armv7" ? "ARM" : architecture == "i386" ? "X86" : "X86-64")"
      }
      Self.image(architecture)(&builder)
    }
    #expect(found != nil && found != "pointer-authentication", "\(architecture)")
  }

  /// A message with the same words, and an immediate that other code uses.
  @Test func unsignedWordsAndInstructions() {
    let message = pattern { ($0.subtype, $0.messages) = (nil, ["possible pointer authentication failure"]) }
    #expect(message != "pointer-authentication")
    let trap = pattern {
      ($0.exception, $0.subtype) = ("EXC_BREAKPOINT (SIGTRAP)", nil)
      $0.registers = ["    pc: 0x0000000104012340 cpsr: 0x60001000", "   esr: 0xf200c472 (Breakpoint) brk 50290"]
    }
    #expect(trap != "pointer-authentication")
    let intel = pattern {
      $0.header[3] = "Code Type:           X86-64"
      $0.images = []
    }
    #expect(intel != "pointer-authentication")
  }
}
