package import CrashReports
import DebugInfo

/// How the addresses of a stack become addresses to ask names for, for one family of processors.
///
/// A return address is where the callee goes back to, which may be the next line, another inlined function, or, after a
/// call that never returns, the next function. What is wanted is the call, so the lookup goes to the instruction before.
package enum AddressRules: Sendable {
  /// Instructions of one byte and more: one byte back lies within the call.
  case intel
  /// Instructions of four bytes. Pointers may be signed in their upper bits (arm64e).
  case arm64
  /// Instructions of two or four bytes; the low bit says Thumb and is no part of the address.
  case arm32
  /// Instructions of four bytes, unsigned pointers.
  case powerPC

  /// The rules for an architecture as a report or a file spells it: `arm64e`, `X86-64`, `ARM-64`.
  package init(_ architecture: String?) {
    let name = (architecture ?? "").lowercased()
    if name.hasPrefix("arm64") || name.hasPrefix("arm-64") {
      self = .arm64
    } else if name.hasPrefix("arm") {
      self = .arm32
    } else if name.hasPrefix("ppc") || name.hasPrefix("powerpc") {
      self = .powerPC
    } else {
      self = .intel
    }
  }

  /// Where to look, for an address or an offset from an image's start, which is aligned; `nil` if nothing lies before it.
  package func lookup(_ address: UInt64, _ kind: AddressKind) -> UInt64? {
    let address = self == .arm32 ? address & ~1 : address
    // A resumed async function starts at its address: nothing before it belongs to it.
    guard kind == .return else { return address }
    let (start, step): (UInt64, UInt64) =
      switch self {
      case .intel: (address, 1)
      case .arm64, .powerPC: (address & ~3, 4)
      case .arm32: (address, 2)
      }
    return start >= step ? start - step : nil
  }

  /// `address` without a pointer signature, if it could have one.
  ///
  /// User space ends at 47 bits on every system that signs pointers (macOS has the most), so the bits above are
  /// signature or tag. Whether the result means anything, only the images can tell.
  package func unsigned(_ address: UInt64) -> UInt64? {
    guard self == .arm64, address > Self.addressMask else { return nil }
    return address & Self.addressMask
  }

  private static let addressMask: UInt64 = 0x7FFF_FFFF_FFFF
}
