package import CrashReports
import DebugInfo

/// The rules of a processor family for converting the addresses of a stack to lookup addresses.
///
/// A return address is the address after a call. It may belong to the next line, to another inlined function or, after
/// a call that never returns, to the next function. The lookup address is in the call instruction before it.
package enum AddressRules: Sendable {
  /// Instructions of variable size: the byte before a return address belongs to the call.
  case intel
  /// Instructions of four bytes. Pointers may have a signature in their upper bits (arm64e).
  case arm64
  /// Instructions of two or four bytes. The low bit means Thumb and is not part of the address.
  case arm32
  /// Instructions of four bytes, unsigned pointers.
  case powerPC

  /// Creates the rules for an architecture as it is spelled in reports and files: `arm64e`, `X86-64`, `ARM-64`.
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

  /// Returns the lookup address for an address, or for an offset from the aligned start of an image; `nil` if the call
  /// would be before address 0.
  package func lookup(_ address: UInt64, _ kind: AddressKind) -> UInt64? {
    let address = self == .arm32 ? address & ~1 : address
    // The address of a resumed async function is its start; the code before it belongs to another function.
    guard kind == .return else { return address }
    let (start, step): (UInt64, UInt64) =
      switch self {
      case .intel: (address, 1)
      case .arm64, .powerPC: (address & ~3, 4)
      case .arm32: (address, 2)
      }
    return start >= step ? start - step : nil
  }

  /// Returns `address` without its pointer signature; `nil` if it cannot have one.
  ///
  /// User space has at most 47 bits on all systems with signed pointers (macOS has the largest), so the bits above
  /// are a signature or a tag. The caller must check whether the result is in an image.
  package func unsigned(_ address: UInt64) -> UInt64? {
    guard self == .arm64, address > Self.addressMask else { return nil }
    return address & Self.addressMask
  }

  private static let addressMask: UInt64 = 0x7FFF_FFFF_FFFF
}
