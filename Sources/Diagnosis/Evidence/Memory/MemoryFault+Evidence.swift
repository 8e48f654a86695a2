package import CrashReports

/// What stored evidence contains about the access that failed, without values that differ between runs.
package struct MemoryFaultEvidence {
  /// An address that shows the same as the address of the fault; `nil` if any address does.
  package let address: UInt64?
  /// Registers that state the kind of the access in the same way for each processor.
  package let registers: [CrashReport.Register]

  /// Creates the evidence of a report; without values if no access failed.
  package init(_ report: CrashReport) {
    let fault = MemoryFault(report)
    address = fault?.representative
    registers = fault?.typicalRegisters ?? []
  }
}

extension MemoryFault {
  fileprivate var representative: UInt64? {
    switch value {
    case .fill(let value): value.representative
    case .text: 0x4847_4645_4443_4241
    case .negative: UInt64.max
    // Whose low half it is differs between runs, and needs another address.
    case .small, .truncated: 0x10_0000
    case .outside: 0x0100_0000_0000_0000
    case .null, .plausible, nil: nil
    }
  }

  fileprivate var typicalRegisters: [CrashReport.Register] {
    if isGeneralProtection { return [.init(name: "trap", value: 13)] }
    guard let access, accessSource != nil || access == .execute else { return [] }
    let error: UInt64 =
      switch access {
      case .read: 4
      case .write: 6
      case .execute: 0x14
      }
    return [.init(name: "err", value: error), .init(name: "trap", value: 14)]
  }
}

extension FillValue {
  /// The value itself.
  fileprivate var representative: UInt64 {
    switch self {
    case .scribble: 0x5555_5555_5555_5555
    case .prescribble: 0xAAAA_AAAA_AAAA_AAAA
    case .pool: 0xA3A3_A3A3_A3A3_A3A3
    case .nano: 0xBADD_C0DE_DEAD_BEAD
    case .jemallocFreed: 0xE5E5_E5E5_E5E5_E5E5
    case .notWritten: 0xA5A5_A5A5_A5A5_A5A5
    case .marker: 0xDEAD_BEEF
    case .webKit: 0xBBAD_BEEF
    }
  }
}
