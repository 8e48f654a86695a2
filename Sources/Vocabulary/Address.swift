/// Where code was in the process that crashed.
///
/// Addresses are unsigned 64-bit throughout: real reports hold values up to 18446744073709551615.
package struct RuntimeAddress: Hashable, Comparable, Sendable {
  /// Virtual address in the crashed process, ASLR slide included.
  package var value: UInt64

  /// Creates an address from any 64-bit value; none is invalid.
  package init(_ value: UInt64) { self.value = value }

  /// Orders addresses as unsigned numbers.
  package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// Where the linker put code: an address as the file states it.
package struct LinkedAddress: Hashable, Comparable, Sendable {
  /// Virtual address in the Mach-O file (`vmaddr` of `mach-o/loader.h`, addresses of DWARF), without ASLR slide.
  package var value: UInt64

  /// Creates an address from any 64-bit value; none is invalid.
  package init(_ value: UInt64) { self.value = value }

  /// Orders addresses as unsigned numbers.
  package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// Distance in bytes from the start of an image: the form `.ips` reports use.
package struct ImageOffset: Hashable, Comparable, Sendable {
  /// Bytes from the image's Mach-O header, as `imageOffset` of `.ips` reports.
  package var value: UInt64

  /// Creates an offset from any 64-bit value; none is invalid.
  package init(_ value: UInt64) { self.value = value }

  /// Orders offsets as unsigned numbers.
  package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

extension UInt64 {
  /// The value as `0x…`, lower case, without leading zeros: the form every output uses.
  package var hexadecimal: String { "0x" + String(self, radix: 16) }
}
