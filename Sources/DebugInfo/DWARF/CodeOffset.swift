/// Offsets of code from the base of its image: 32 bits, as in a symbol index.
enum CodeOffset {
  /// Returns the offset of `address`; `nil` for addresses below `base`, or 4 GB - 1 and more above it.
  ///
  /// Also `nil` for tombstone addresses, which linkers leave in the debug information of discarded functions: 0, or a
  /// value near the largest address (https://reviews.llvm.org/D81784).
  @inline(__always)
  static func of(_ address: UInt64, base: UInt64) -> UInt32? {
    // Below `base` the difference wraps around to a large number. The largest offset is reserved for missing values.
    let distance = address &- base
    return distance < UInt64(UInt32.max) ? UInt32(truncatingIfNeeded: distance) : nil
  }
}
