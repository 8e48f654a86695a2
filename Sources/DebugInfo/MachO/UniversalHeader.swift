/// The header of a universal file (`mach-o/fat.h`), always big-endian.
struct UniversalHeader {
  struct Entry {
    var architecture: Architecture
    /// The range in the file, clamped to it.
    var range: Range<Int>
  }

  private(set) var entries: [Entry] = []
  /// The faults of slices that are outside the file or truncated by its end.
  private(set) var faults: [MachOFault] = []

  /// Reads the header; `nil` if the bytes of `range` do not begin with `FAT_MAGIC` or `FAT_MAGIC_64`. Throws if they
  /// do, but are not a universal file.
  init?(_ bytes: RawSpan, _ range: Range<Int>) throws(MachOFault) {
    var cursor = ByteCursor(bytes, range)
    let magic = cursor.u32().byteSwapped
    guard magic == 0xCAFE_BABE || magic == 0xCAFE_BABF else { return nil }
    let count = Int(cursor.u32().byteSwapped)
    guard !cursor.isOverrun else { throw MachOFault("a truncated universal file", at: range.lowerBound) }
    // Java class files begin with the same four bytes, followed by their version, which is at least 45. Universal files
    // have far fewer architectures.
    guard count < 43 else { throw MachOFault("a Java class file, not a Mach-O file", at: range.lowerBound) }
    let isWide = magic == 0xCAFE_BABF
    guard count <= cursor.remaining / (isWide ? 32 : 20) else {
      throw MachOFault("more architectures than fit in the file", at: range.lowerBound)
    }
    // Slices may overlap, which is harmless because there are few.
    for _ in 0..<count {
      let start = cursor.position
      let cpuType = cursor.u32().byteSwapped
      let architecture = Architecture(cpuType: cpuType, cpuSubtype: cursor.u32().byteSwapped)
      let offset = isWide ? cursor.u64().byteSwapped : UInt64(cursor.u32().byteSwapped)
      let size = isWide ? cursor.u64().byteSwapped : UInt64(cursor.u32().byteSwapped)
      cursor.skip(isWide ? 8 : 4)
      let available = UInt64(range.count)
      guard offset < available, size > 0 else {
        faults.append(MachOFault("the slice for \(architecture) is outside the file", at: start))
        continue
      }
      let length = min(size, available &- offset)
      if length < size { faults.append(MachOFault("the slice for \(architecture) is truncated", at: start)) }
      let first = range.lowerBound &+ Int(offset)
      entries.append(Entry(architecture: architecture, range: first..<(first &+ Int(length))))
    }
  }
}
