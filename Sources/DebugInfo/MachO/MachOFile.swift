package import Vocabulary

/// One architecture of a Mach-O file: a whole thin file, or a slice of a universal one.
///
/// What its header and load commands say. Every range lies within the slice, which is all that has been checked:
/// addresses may overlap, overflow or lie outside every segment.
package struct MachOFile: Sendable {
  /// The bytes of the whole file; all ranges count from their first.
  package let bytes: FileBytes
  /// The slice in `bytes`.
  package let range: Range<Int>
  /// `cputype` and `cpusubtype` of the header.
  package let architecture: Architecture
  /// True for `MH_MAGIC_64`: which of two layouts the file's structures have.
  let is64Bit: Bool
  /// `filetype` of the header: executable, dylib, dSYM, object file.
  package let fileType: FileType
  /// `LC_UUID`; `nil` without one, or where it is all zero and identifies nothing.
  package let uuid: ImageUUID?
  /// `LC_BUILD_VERSION` or `LC_VERSION_MIN_…`, the first of them.
  package let build: BuildVersion?
  /// `LC_SEGMENT` and `LC_SEGMENT_64` commands in the order of the file.
  package let segments: [MachOSegment]
  /// Of all segments, in the order of the file, which is the order that symbols number them in, from 1.
  package let sections: [MachOSection]
  /// Ranges of the symbol table and of the other link-edit data.
  package let linkEdit: LinkEdit
  /// True if the file states content beyond its end: it was cut short, and answers may be missing.
  package let isCutShort: Bool

  /// Address that the linker gave `__TEXT`, where the header is; 0 without such a segment.
  package let textAddress: UInt64
  /// Bytes of `__TEXT` in memory; 0 without such a segment.
  package let textSize: UInt64

  /// The first section of this name in this segment.
  package func section(_ segment: String, _ name: String) -> MachOSection? {
    sections.first { $0.name == name && $0.segment == segment }
  }

  /// Content of a section with debug information, such as `__debug_info`: that of segment `__DWARF`, or else of any;
  /// empty if there is none.
  ///
  /// Section names hold 16 bytes, so `__debug_str_offsets` and `__debug_str_offs` mean the same. Sections that old
  /// tools compressed (`__zdebug_info`) have other names and are not found.
  package func debugSection(_ name: String) -> Range<Int> {
    let name = name.utf8.count <= 16 ? name : String(decoding: name.utf8.prefix(16), as: UTF8.self)
    return section("__DWARF", name)?.fileRange ?? sections.first { $0.name == name }?.fileRange ?? 0..<0
  }
}

extension MachOFile: CustomStringConvertible {
  /// Architecture and UUID: `arm64 4C4C4465-…`, or `arm64 without a UUID`.
  package var description: String { "\(architecture) \(uuid.map(\.description) ?? "without a UUID")" }
}
