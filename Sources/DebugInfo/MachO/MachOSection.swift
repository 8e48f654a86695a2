/// A section of a Mach-O file (`section`, `section_64` of `mach-o/loader.h`).
package struct MachOSection: Hashable, Sendable {
  /// `__TEXT`, `__DWARF`; in an object file too, whose one segment has no name.
  package var segment: String
  /// At most 16 bytes, as the file has it: `__debug_str_offs`.
  package var name: String
  /// Where the linker put it.
  package var address: UInt64
  /// Bytes in memory.
  package var size: UInt64
  /// Its content in the file's bytes, clamped to the slice; empty for zero fill and where the file has no content for it.
  package var fileRange: Range<Int>
  /// Type in the low eight bits, attributes above.
  package var flags: UInt32
  /// For symbol stubs and pointers: index of the first entry in the indirect symbol table.
  package var reserved1: UInt32
  /// For symbol stubs: bytes of a stub.
  package var reserved2: UInt32

  /// `SECTION_TYPE`.
  package var type: UInt32 { flags & 0xFF }

  /// True if no bytes of the file stand for it: `S_ZEROFILL`, `S_GB_ZEROFILL`, `S_THREAD_LOCAL_ZEROFILL`.
  package var isZeroFill: Bool { type == 0x1 || type == 0xC || type == 0x12 }

  /// True for `S_SYMBOL_STUBS`: jumps to functions of other images.
  package var isSymbolStubs: Bool { type == 0x8 }

  /// True if it holds instructions: `S_ATTR_PURE_INSTRUCTIONS` or `S_ATTR_SOME_INSTRUCTIONS`.
  package var hasInstructions: Bool { flags & 0x8000_0400 != 0 }

  /// True if `address`, as the linker placed code, is in the section; a section that would pass 2⁶⁴ ends there.
  package func contains(_ address: UInt64) -> Bool { address >= self.address && address &- self.address < size }

  /// The address behind it, at most the last one there is.
  package var endAddress: UInt64 {
    let (end, overflow) = address.addingReportingOverflow(size)
    return overflow ? .max : end
  }
}

/// A segment of a Mach-O file (`LC_SEGMENT`, `LC_SEGMENT_64`).
package struct MachOSegment: Hashable, Sendable {
  /// `segname`, at most 16 bytes: `__TEXT`, `__LINKEDIT`; empty in an object file.
  package var name: String
  /// `vmaddr`: where the linker placed the segment.
  package var address: UInt64
  /// Bytes in memory.
  package var size: UInt64
  /// Its content in the file's bytes, clamped to the slice.
  package var fileRange: Range<Int>

  /// True if `address`, as the linker placed code, is in the segment; a segment that would pass 2⁶⁴ ends there.
  package func contains(_ address: UInt64) -> Bool { address >= self.address && address &- self.address < size }
}
