import Bytes
package import Vocabulary

/// One architecture of a Mach-O file: a thin file, or a slice of a universal file.
///
/// Contains the contents of its header and load commands. All ranges are within the slice, but nothing else was
/// checked: addresses may overlap, overflow or be outside all segments.
package struct MachOFile: Sendable {
  /// The bytes of the complete file; all ranges are relative to it.
  package let bytes: FileBytes
  /// The range of the slice in `bytes`.
  package let range: Range<Int>
  /// `cputype` and `cpusubtype` of the header.
  package let architecture: Architecture
  /// True for `MH_MAGIC_64`, which determines the layout of the file's structures.
  let is64Bit: Bool
  /// `filetype` of the header: executable, dylib, dSYM, object file.
  package let fileType: FileType
  /// `LC_UUID`; `nil` if it is missing or all zeros.
  package let uuid: ImageUUID?
  /// `LC_BUILD_VERSION` or `LC_VERSION_MIN_…`, the first of them.
  package let build: BuildVersion?
  /// The segments (`LC_SEGMENT` and `LC_SEGMENT_64`) in file order.
  package let segments: [MachOSegment]
  /// The sections of all segments in file order. Symbols refer to them by their number in this order, from 1.
  package let sections: [MachOSection]
  /// The ranges of the symbol table and of the other link-edit data.
  package let linkEdit: LinkEdit
  /// True if the load commands refer to content beyond the end of the file: it was truncated, and symbols may be
  /// missing.
  package let isTruncated: Bool

  /// The linked address of `__TEXT`, which begins with the header; 0 without such a segment.
  package let textAddress: UInt64
  /// The size of `__TEXT` in memory in bytes; 0 without such a segment.
  package let textSize: UInt64

  /// Returns the first section with this name in this segment.
  package func section(_ segment: String, _ name: String) -> MachOSection? {
    sections.first { $0.name == name && $0.segment == segment }
  }

  /// Returns the content of a debug section such as `__debug_info`, from the segment `__DWARF` or else from any
  /// segment; empty if there is none.
  ///
  /// Section names have at most 16 bytes, so `__debug_str_offsets` is stored as `__debug_str_offs`. Compressed sections
  /// of old tools (`__zdebug_info`) have other names and are not found.
  package func debugSection(_ name: String) -> Range<Int> {
    let name = name.utf8.count <= 16 ? name : String(streamSafe: name.utf8.prefix(16))
    return section("__DWARF", name)?.fileRange ?? sections.first { $0.name == name }?.fileRange ?? 0..<0
  }
}

extension MachOFile: CustomStringConvertible {
  /// The architecture and the UUID: `arm64 4C4C4465-…`, or `arm64 without a UUID`.
  package var description: String { "\(architecture) \(uuid.map(\.description) ?? "without a UUID")" }
}
