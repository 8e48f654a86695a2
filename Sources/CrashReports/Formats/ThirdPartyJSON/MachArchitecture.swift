/// The name of a processor architecture from the two numbers that the kernel uses for it (`mach/machine.h`).
enum MachArchitecture {
  /// Returns the name that Apple's tools use, such as `armv7s` or `arm64e`; `nil` if the type is missing or not known.
  static func name(type: UInt64?, subtype: UInt64?) -> String? {
    // The highest byte of the subtype holds capabilities, and a negative number in a report extends the sign.
    let subtype = (subtype ?? 0) & 0x00FF_FFFF
    switch type.map({ $0 & 0xFFFF_FFFF }) {
    case 0x0100_000C: return subtype == 2 ? "arm64e" : "arm64"
    case 0x0200_000C: return "arm64_32"
    case 0x0100_0007: return subtype == 8 ? "x86_64h" : "x86_64"
    case 0x0100_0012: return "ppc64"
    case 7: return "i386"
    case 12: return arm[subtype] ?? "arm"
    case 18: return "ppc"
    default: return nil
    }
  }

  /// `CPU_SUBTYPE_ARM_…`.
  private static let arm: [UInt64: String] = [
    5: "armv4t", 6: "armv6", 7: "armv5", 8: "xscale", 9: "armv7", 10: "armv7f", 11: "armv7s", 12: "armv7k",
    13: "armv8", 14: "armv6m", 15: "armv7m", 16: "armv7em",
  ]
}
