/// A section of a Mach-O file (`section`, `section_64` of `mach-o/loader.h`).
package struct MachOSection: Hashable, Sendable {
  /// The segment name, such as `__TEXT` or `__DWARF`; also set in object files, whose only segment has no name.
  package var segment: String
  /// The name as stored, at most 16 bytes: `__debug_str_offs`.
  package var name: String
  /// The address that the linker assigned.
  package var address: UInt64
  /// The size in memory in bytes.
  package var size: UInt64
  /// The file range of its content, clamped to the slice; empty for zero fill and if the file has no content for it.
  package var fileRange: Range<Int>
  /// The type in the low eight bits, and the attributes.
  package var flags: UInt32
  /// For symbol stubs and pointers: the index of the first entry in the indirect symbol table.
  package var reserved1: UInt32
  /// For symbol stubs: the size of a stub in bytes.
  package var reserved2: UInt32

  /// `SECTION_TYPE`.
  package var type: UInt32 { flags & 0xFF }

  /// True if the file has no bytes for it: `S_ZEROFILL`, `S_GB_ZEROFILL` or `S_THREAD_LOCAL_ZEROFILL`.
  package var isZeroFill: Bool { type == 0x1 || type == 0xC || type == 0x12 }

  /// True for `S_SYMBOL_STUBS`: jumps to functions of other images.
  package var isSymbolStubs: Bool { type == 0x8 }

  /// True if it contains instructions: `S_ATTR_PURE_INSTRUCTIONS` or `S_ATTR_SOME_INSTRUCTIONS`.
  package var hasInstructions: Bool { flags & 0x8000_0400 != 0 }

  /// Returns true if the linked `address` is in the section. A section that would extend beyond 2⁶⁴ ends there.
  package func contains(_ address: UInt64) -> Bool { address >= self.address && address &- self.address < size }

  /// The address after its end, at most the largest address.
  package var endAddress: UInt64 {
    let (end, overflow) = address.addingReportingOverflow(size)
    return overflow ? .max : end
  }
}

/// A segment of a Mach-O file (`LC_SEGMENT`, `LC_SEGMENT_64`).
package struct MachOSegment: Hashable, Sendable {
  /// The name (`segname`), at most 16 bytes: `__TEXT`, `__LINKEDIT`; empty in an object file.
  package var name: String
  /// The address that the linker assigned (`vmaddr`).
  package var address: UInt64
  /// The size in memory in bytes.
  package var size: UInt64
  /// The file range of its content, clamped to the slice.
  package var fileRange: Range<Int>

  /// Returns true if the linked `address` is in the segment. A segment that would extend beyond 2⁶⁴ ends there.
  package func contains(_ address: UInt64) -> Bool { address >= self.address && address &- self.address < size }
}
