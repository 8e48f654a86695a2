/// An address of code in the crashed process.
///
/// All addresses are unsigned 64-bit numbers: real reports contain values up to 18446744073709551615.
package struct RuntimeAddress: Hashable, Comparable, Sendable {
  /// The virtual address in the crashed process, including the ASLR slide.
  package var value: UInt64

  /// Creates an address from any 64-bit value; none is invalid.
  package init(_ value: UInt64) { self.value = value }

  /// Orders addresses as unsigned numbers.
  package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// An address of code in a linked file, as the file states it.
package struct LinkedAddress: Hashable, Comparable, Sendable {
  /// The virtual address in the Mach-O file (`vmaddr` of `mach-o/loader.h`, addresses of DWARF), without ASLR slide.
  package var value: UInt64

  /// Creates an address from any 64-bit value; none is invalid.
  package init(_ value: UInt64) { self.value = value }

  /// Orders addresses as unsigned numbers.
  package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// An offset from the start of an image, in bytes: the form that `.ips` reports use.
package struct ImageOffset: Hashable, Comparable, Sendable {
  /// The offset from the image's Mach-O header in bytes, like `imageOffset` in `.ips` reports.
  package var value: UInt64

  /// Creates an offset from any 64-bit value; none is invalid.
  package init(_ value: UInt64) { self.value = value }

  /// Orders offsets as unsigned numbers.
  package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

extension UInt64 {
  /// The value as `0x…` in lower case, without leading zeros: the form of all outputs.
  package var hexadecimal: String { "0x" + String(self, radix: 16) }
}
