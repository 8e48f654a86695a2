import CrashReports
import Testing
import Vocabulary

@testable import Diagnosis

@Suite struct MemoryFaultTests {
  private static let values: [(UInt64, PointerValue)] = [
    (0, .null(offset: 0)), (0x3FFF, .null(offset: 0x3FFF)), (0x4000, .small), (0x12_0A80, .small),
    (0xFFFF_FFFF, .negative), (.max, .negative), (0xFFFF_FFFF_FFFF_F000, .negative),
    (0x5555_5555_5555_5565, .fill(.scribble)), (0x5_5555_5560, .fill(.scribble)),
    (0x55_5555_5555_5555, .fill(.scribble)), (0xAAAA_AAAA_AAAA_AAB2, .fill(.prescribble)),
    (0xA3A3_A3A3_A3A3_A3A3, .fill(.pool)), (0xBADD_C0DE_DEAD_BEAD, .fill(.nano)), (0xDEAD_BEEF, .fill(.marker)),
    (0xDEAD_BEEF_DEAD_BEEF, .fill(.marker)), (0xBBAD_BEEF, .fill(.webKit)), (0xFBAD_BEEF, .fill(.webKit)),
    (0x6465_6C74_6974_6E55, .text("Untitled")), (0x0000_6874_6775_6F6D, .text("mougth")),
    (0x0064_0072_006F_0057, .text("Word")), (0x4141_4141_4141_4141, .text("AAAAAAAA")),
    (0x0001_0000_0000_0000, .outside), (0x8000_0000_0000_0001, .outside),
    (0x1_0000_0000, .plausible), (0x6000_0139_C010, .plausible), (0x7FFE_E012_FFF8, .plausible),
    (0x2_80A4_DC80, .plausible), (0x1_6B0C_3FF0, .plausible),
  ]

  @Test(arguments: values) func value(_ address: UInt64, _ expected: PointerValue) {
    #expect(PointerValue(address, registers: [:], is64Bit: true) == expected)
  }

  @Test func valuesOf32BitProcesses() {
    #expect(PointerValue(0x3B9A_CA00, registers: [:], is64Bit: false) == .plausible)
    #expect(PointerValue(0x5555_5565, registers: [:], is64Bit: false) == .fill(.scribble))
    #expect(PointerValue(0xFFFF_FFFF, registers: [:], is64Bit: false) == .negative)
  }

  /// The register that contains the whole pointer identifies a pointer that was cut.
  @Test func truncatedPointers() {
    let registers: RegisterFile = ["x0": 0x8ABC_4560, "x2": 0x6000_8ABC_4560, "x9": 0x7000_8ABC_4560]
    let expected = PointerValue.truncated(register: "x2", pointer: 0x6000_8ABC_4560)
    #expect(PointerValue(0x8ABC_4560, registers: registers, is64Bit: true) == expected)
    #expect(PointerValue(0xFFFF_FFFF_8ABC_4560, registers: registers, is64Bit: true) == expected)
    #expect(PointerValue(0x8000, registers: ["x2": 0x6000_0000_8000], is64Bit: true) == .small)
  }

  @Test func syndromes() {
    #expect(FaultSyndrome(0x9200_0006).map(\.access) == .read)
    #expect(FaultSyndrome(0x9200_0046).map(\.access) == .write)
    #expect(FaultSyndrome(0x8200_000F).map(\.access) == .execute)
    #expect(FaultSyndrome(0x9200_004F).map(\.isPermission) == true)
    #expect(FaultSyndrome(0x9200_0006).map(\.isPermission) == false)
    // A breakpoint, a system call, and a register that was not recorded.
    for value: UInt64 in [0xF200_0001, 0x5600_0080, 0, .max] { #expect(FaultSyndrome(value)?.access == nil) }
  }

  @Test func regions() {
    let code = MemoryRegion(
      "__TEXT                      18ea93000-18ead9000    [  280K] r--/rwx SM=COW  ...s/A/AppleJPEG")
    #expect(code?.type == "__TEXT" && code?.protection == "r--" && code?.isReadOnly == true)
    let page = MemoryRegion("MALLOC guard page        120100000-120104000 [   16K] ---/rwx SM=NUL")
    #expect(page?.type == "MALLOC guard page" && page?.isMallocGuard == true && page?.isReadOnly == false)
    #expect(
      MemoryRegion("STACK GUARD 70000a3fc000-70000a3fd000 [ 4K] ---/rwx SM=NUL  stack guard")?.isStackGuard == true)
    for row in ["", "GAP OF 0x1ff776700000 BYTES", "r", "---", "/////// x", String(repeating: "r--/rwx", count: 9000)] {
      #expect(MemoryRegion(row)?.isExecutable != true)
    }
  }

  private static func report(_ edit: (inout CrashReport, inout CrashReport.Exception) -> Void) -> CrashReport {
    var report = CrashReport(source: .init(format: "ips"))
    var exception = CrashReport.Exception()
    exception.type = "EXC_BAD_ACCESS"
    exception.signal = "SIGSEGV"
    edit(&report, &exception)
    report.exception = exception
    return report
  }

  private static func thread(_ registers: [String: UInt64], frame: UInt64? = nil) -> CrashReport.Thread {
    var thread = CrashReport.Thread(index: 0)
    thread.crashed = true
    thread.registers = registers.map { .init(name: $0.key, value: $0.value) }
    var top = CrashReport.Frame(index: 0)
    top.address = frame.map(RuntimeAddress.init)
    thread.frames = [top, CrashReport.Frame(index: 1)]
    return thread
  }

  @Test func accessFromRegisters() {
    func access(_ registers: [String: UInt64]) -> MemoryFault.Access? {
      MemoryFault(
        Self.report { report, exception in
          exception.faultAddress = RuntimeAddress(0x18)
          report.threads = [Self.thread(registers)]
        })?.access
    }
    #expect(access(["esr": 0x9200_0046]) == .write)
    #expect(access(["trap": 14, "err": 6]) == .write)
    #expect(access(["trap": 14, "err": 4]) == .read)
    #expect(access(["trap": 14, "err": 0x14]) == .execute)
    #expect(access(["pc": 0x18]) == .execute)
    #expect(access(["rip": 0x1_0000_0000]) == nil)
    #expect(access(["trap": 0x85, "err": 0x200_0148]) == nil)
  }

  /// Intel processors do not record an address that is not canonical: 0 in its field is not NULL.
  @Test func generalProtection() {
    func fault(codes: [UInt64]? = nil, subtype: String? = nil, registers: [String: UInt64] = [:]) -> MemoryFault? {
      MemoryFault(
        Self.report { report, exception in
          exception.faultAddress = RuntimeAddress(0)
          exception.codes = codes
          exception.subtype = subtype
          report.threads = [Self.thread(registers)]
        })
    }
    for fault in [
      fault(codes: [13, 0]), fault(subtype: "EXC_I386_GPFLT"), fault(registers: ["trap": 13]),
      fault(subtype: "SEGV_NOOP at 0x0"),
    ] {
      #expect(fault?.isGeneralProtection == true && fault?.address == nil && fault?.value == .outside)
    }
    #expect(fault(codes: [1, 0])?.nullOffset == 0)
  }

  @Test func otherFailuresAreNotMemoryFaults() {
    for (type, signal, subtype) in [
      ("EXC_CRASH", "SIGSEGV", nil), ("EXC_BAD_ACCESS", "SIGSEGV", "UNKNOWN_0x32 at 0x0000000100bfc000"),
      ("EXC_BAD_ACCESS", "SIGKILL - CODESIGNING", nil),
      ("EXC_BAD_ACCESS", "SIGBUS", "EXC_ARM_DA_ALIGN at 0x000000034230f7fe"),
      ("EXC_BAD_ACCESS", "SIGSEGV", "KERN_INVALID_ADDRESS at 0x2 -> 0x1 (possible pointer authentication failure)"),
    ] as [(String, String, String?)] {
      let report = Self.report { _, exception in
        (exception.type, exception.signal, exception.subtype) = (type, signal, subtype)
      }
      let fault = MemoryFault(report)
      #expect(fault == nil)
    }
  }

  /// What stored evidence contains shows the same as the report, without the address.
  @Test(arguments: values) func evidence(_ address: UInt64, _ expected: PointerValue) {
    let report = Self.report { report, exception in
      report.host.architecture = "arm64"
      exception.faultAddress = RuntimeAddress(address)
    }
    guard let representative = MemoryFaultEvidence(report).address else {
      switch expected {
      case .null, .plausible: return
      default:
        Issue.record("no representative of \(address.hexadecimal)")
        return
      }
    }
    let again = PointerValue(representative, registers: [:], is64Bit: true)
    if case .text = expected {
      #expect(again == .text("ABCDEFGH"))
    } else if address > 0xFFFF_FFFF || representative != 0x10_0000 {
      #expect(again == expected)
    }
  }
}
