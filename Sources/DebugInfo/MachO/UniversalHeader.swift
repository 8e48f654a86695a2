/// The table at the start of a universal file (`mach-o/fat.h`), big-endian on every machine.
struct UniversalHeader {
  struct Entry {
    var architecture: Architecture
    /// In the file's bytes, clamped to them.
    var range: Range<Int>
  }

  private(set) var entries: [Entry] = []
  /// Slices that lie outside the file or are cut off by its end.
  private(set) var faults: [MachOFault] = []

  /// `nil` if the bytes of `range` do not begin with `FAT_MAGIC` or `FAT_MAGIC_64`. Throws if they do and it is none.
  init?(_ bytes: RawSpan, _ range: Range<Int>) throws(MachOFault) {
    var cursor = ByteCursor(bytes, range)
    let magic = cursor.u32().byteSwapped
    guard magic == 0xCAFE_BABE || magic == 0xCAFE_BABF else { return nil }
    let count = Int(cursor.u32().byteSwapped)
    guard !cursor.isOverrun else { throw MachOFault("a universal file that is cut short", at: range.lowerBound) }
    // Java class files begin with the same four bytes; their version follows, and none is below 45. No universal file
    // comes near as many architectures.
    guard count < 43 else { throw MachOFault("a Java class file, no Mach-O file", at: range.lowerBound) }
    let isWide = magic == 0xCAFE_BABF
    guard count <= cursor.remaining / (isWide ? 32 : 20) else {
      throw MachOFault("more architectures than have room", at: range.lowerBound)
    }
    // Slices may overlap: nothing depends on it, and there are few.
    for _ in 0..<count {
      let place = cursor.position
      let cpuType = cursor.u32().byteSwapped
      let architecture = Architecture(cpuType: cpuType, cpuSubtype: cursor.u32().byteSwapped)
      let offset = isWide ? cursor.u64().byteSwapped : UInt64(cursor.u32().byteSwapped)
      let size = isWide ? cursor.u64().byteSwapped : UInt64(cursor.u32().byteSwapped)
      cursor.skip(isWide ? 8 : 4)
      let available = UInt64(range.count)
      guard offset < available, size > 0 else {
        faults.append(MachOFault("the slice for \(architecture) lies outside the file", at: place))
        continue
      }
      let length = min(size, available &- offset)
      if length < size { faults.append(MachOFault("the slice for \(architecture) is cut short", at: place)) }
      let start = range.lowerBound &+ Int(offset)
      entries.append(Entry(architecture: architecture, range: start..<(start &+ Int(length))))
    }
  }
}
