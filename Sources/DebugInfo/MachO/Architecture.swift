import Vocabulary

/// A processor architecture in a Mach-O file: `cputype` and `cpusubtype` of `mach/machine.h`.
///
/// A hint, not an identity: reports contain `arm64` for `arm64e` images. Slices are chosen by UUID if there is one.
package struct Architecture: Hashable, Sendable {
  /// `cputype` of the Mach-O header (`mach/machine.h`), such as `0x0100000C` (`CPU_TYPE_ARM64`).
  package var cpuType: UInt32
  /// `cpusubtype` without the capability bits (`CPU_SUBTYPE_MASK`): `arm64e` is 2 for every version of pointer
  /// authentication.
  package var cpuSubtype: UInt32

  /// Creates an architecture from the two numbers of a Mach-O header. The capability bits of the subtype are removed.
  package init(cpuType: UInt32, cpuSubtype: UInt32) {
    self.cpuType = cpuType
    self.cpuSubtype = cpuSubtype & 0x00FF_FFFF
  }

  /// Creates the architecture with a name of Apple's tools, such as `arm64e`; `nil` for any other name.
  package init?(name: String) {
    guard let known = Self.catalog.first(where: { $0.name == name }) else { return nil }
    self = known.architecture
  }

  /// The name used by Apple's tools: `x86_64`, `arm64e`, `armv7s`; `cpu 0x17 sub 0x1` for architectures without a name.
  package var name: String {
    if let known = Self.catalog.first(where: { $0.architecture == self }) { return known.name }
    return "cpu \(UInt64(cpuType).hexadecimal) sub \(UInt64(cpuSubtype).hexadecimal)"
  }

  /// True if addresses have 64 bits (`CPU_ARCH_ABI64`). `arm64_32` has 32-bit addresses.
  package var is64Bit: Bool { cpuType & 0x0100_0000 != 0 }

  /// True for `arm64`, `arm64e` and `arm64_32`, which have instructions of four bytes.
  package var isARM64: Bool { cpuType == Self.arm64Type || cpuType == Self.arm64x32Type }

  /// True for `armv7` and other 32-bit ARM architectures, where the low bit of a code address can mean Thumb.
  package var isARM32: Bool { cpuType == Self.armType }

  /// True for `i386`, `x86_64` and `x86_64h`.
  package var isIntel: Bool { cpuType & ~0x0100_0000 == Self.intelType }

  /// `CPU_TYPE_X86`, `CPU_TYPE_ARM`, `CPU_TYPE_POWERPC`, to which `CPU_ARCH_ABI64` and `CPU_ARCH_ABI64_32` are added.
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
  /// Equal to `name`.
  package var description: String { name }
}
