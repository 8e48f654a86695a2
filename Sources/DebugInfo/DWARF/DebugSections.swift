/// The file ranges of the debug sections of one architecture; empty for missing sections.
struct DebugSections: Sendable {
  var info = 0..<0
  var abbreviations = 0..<0
  var strings = 0..<0
  var lineStrings = 0..<0
  var stringOffsets = 0..<0
  var addresses = 0..<0
  var lines = 0..<0
  /// `__debug_ranges` (DWARF 4 and earlier).
  var ranges = 0..<0
  /// `__debug_rnglists` (DWARF 5).
  var rangeLists = 0..<0
  var unitRanges = 0..<0

  /// Finds the sections of `file`. Section names in Mach-O files have at most 16 bytes; longer names are truncated.
  init(_ file: MachOFile) {
    info = file.debugSection("__debug_info")
    abbreviations = file.debugSection("__debug_abbrev")
    strings = file.debugSection("__debug_str")
    lineStrings = file.debugSection("__debug_line_str")
    stringOffsets = file.debugSection("__debug_str_offs")
    addresses = file.debugSection("__debug_addr")
    lines = file.debugSection("__debug_line")
    ranges = file.debugSection("__debug_ranges")
    rangeLists = file.debugSection("__debug_rnglists")
    unitRanges = file.debugSection("__debug_aranges")
  }
}

/// The offset of a zero-terminated string in the file. Most strings are never converted to a `String`.
struct StringReference: Hashable {
  /// The offset in bytes from the start of the file; 0 means no string, because no string can be there.
  var offset: UInt32

  static let none = StringReference(offset: 0)
  var isNone: Bool { offset == 0 }
}
