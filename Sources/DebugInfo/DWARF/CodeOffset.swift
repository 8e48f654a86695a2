/// Where code is, in bytes from its image's base: 32 bits, as in a symbol index.
enum CodeOffset {
  /// The offset of `address`; `nil` below `base` and from 4 GB - 1 behind it on.
  ///
  /// `nil` thus also for the addresses that linkers leave in the debug information of a function that they dropped: 0,
  /// or the largest address less a little (https://reviews.llvm.org/D81784).
  @inline(__always)
  static func of(_ address: UInt64, base: UInt64) -> UInt32? {
    // Below `base` the difference wraps around to a large number. The largest offset marks what is not there.
    let distance = address &- base
    return distance < UInt64(UInt32.max) ? UInt32(truncatingIfNeeded: distance) : nil
  }
}
