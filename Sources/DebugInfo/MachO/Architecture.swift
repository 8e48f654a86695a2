import Vocabulary

/// A processor architecture as Mach-O states it: `cputype` and `cpusubtype` of `mach/machine.h`.
///
/// A hint, not an identity: reports say `arm64` for an `arm64e` image. Slices are chosen by UUID where there is one.
package struct Architecture: Hashable, Sendable {
  /// `cputype` of the Mach-O header (`mach/machine.h`), as `0x0100000C` (`CPU_TYPE_ARM64`).
  package var cpuType: UInt32
  /// Without the capability bits (`CPU_SUBTYPE_MASK`): `arm64e` is 2, whatever its version of pointer authentication.
  package var cpuSubtype: UInt32

  /// Creates an architecture from the two numbers of a Mach-O header; the capability bits of the subtype are dropped.
  package init(cpuType: UInt32, cpuSubtype: UInt32) {
    self.cpuType = cpuType
    self.cpuSubtype = cpuSubtype & 0x00FF_FFFF
  }

  /// The architecture that Apple's tools call `name`, such as `arm64e`; `nil` for a name they do not know.
  package init?(name: String) {
    guard let known = Self.catalog.first(where: { $0.name == name }) else { return nil }
    self = known.architecture
  }

  /// As Apple's tools say it: `x86_64`, `arm64e`, `armv7s`; `cpu 0x17 sub 0x1` for one without a name.
  package var name: String {
    if let known = Self.catalog.first(where: { $0.architecture == self }) { return known.name }
    return "cpu \(UInt64(cpuType).hexadecimal) sub \(UInt64(cpuSubtype).hexadecimal)"
  }

  /// True if addresses are 64 bits wide (`CPU_ARCH_ABI64`); `arm64_32` has 32-bit addresses.
  package var is64Bit: Bool { cpuType & 0x0100_0000 != 0 }

  /// True for `arm64`, `arm64e` and `arm64_32`: instructions of four bytes.
  package var isARM64: Bool { cpuType == Self.arm64Type || cpuType == Self.arm64x32Type }

  /// True for `armv7` and its like, where the low bit of a code address can mean Thumb.
  package var isARM32: Bool { cpuType == Self.armType }

  /// True for `i386`, `x86_64` and `x86_64h`.
  package var isIntel: Bool { cpuType & ~0x0100_0000 == Self.intelType }

  /// `CPU_TYPE_X86`, `CPU_TYPE_ARM`, `CPU_TYPE_POWERPC`; `CPU_ARCH_ABI64` and `CPU_ARCH_ABI64_32` are added to them.
  private static let intelType: UInt32 = 7
  private static let armType: UInt32 = 12
  private static let powerType: UInt32 = 18
  private static let arm64Type: UInt32 = 0x0100_000C
  private static let arm64x32Type: UInt32 = 0x0200_000C

  private static let catalog: [(name: String, architecture: Architecture)] = [
    ("x86_64", Architecture(cpuType: 0x0100_0007, cpuSubtype: 3)),
    ("x86_64h", Architecture(cpuType: 0x0100_0007, cpuSubtype: 8)),
    ("i386", Architecture(cpuType: intelType, cpuSubtype: 3)),
    ("arm64", Architecture(cpuType: arm64Type, cpuSubtype: 0)),
    ("arm64v8", Architecture(cpuType: arm64Type, cpuSubtype: 1)),
    ("arm64e", Architecture(cpuType: arm64Type, cpuSubtype: 2)),
    ("arm64_32", Architecture(cpuType: arm64x32Type, cpuSubtype: 1)),
    ("arm64_32_all", Architecture(cpuType: arm64x32Type, cpuSubtype: 0)),
    ("arm", Architecture(cpuType: armType, cpuSubtype: 0)),
    ("armv4t", Architecture(cpuType: armType, cpuSubtype: 5)),
    ("armv6", Architecture(cpuType: armType, cpuSubtype: 6)),
    ("armv5", Architecture(cpuType: armType, cpuSubtype: 7)),
    ("armv7", Architecture(cpuType: armType, cpuSubtype: 9)),
    ("armv7f", Architecture(cpuType: armType, cpuSubtype: 10)),
    ("armv7s", Architecture(cpuType: armType, cpuSubtype: 11)),
    ("armv7k", Architecture(cpuType: armType, cpuSubtype: 12)),
    ("armv8", Architecture(cpuType: armType, cpuSubtype: 13)),
    ("armv6m", Architecture(cpuType: armType, cpuSubtype: 14)),
    ("armv7m", Architecture(cpuType: armType, cpuSubtype: 15)),
    ("armv7em", Architecture(cpuType: armType, cpuSubtype: 16)),
    ("ppc", Architecture(cpuType: powerType, cpuSubtype: 0)),
    ("ppc750", Architecture(cpuType: powerType, cpuSubtype: 9)),
    ("ppc7400", Architecture(cpuType: powerType, cpuSubtype: 10)),
    ("ppc7450", Architecture(cpuType: powerType, cpuSubtype: 11)),
    ("ppc970", Architecture(cpuType: powerType, cpuSubtype: 100)),
    ("ppc64", Architecture(cpuType: 0x0100_0012, cpuSubtype: 0)),
  ]
}

extension Architecture: CustomStringConvertible {
  /// As `name`.
  package var description: String { name }
}
