/// The file ranges of the debug sections of one architecture; empty for missing sections.
struct DebugSections: Sendable {
  var info = 0..<0
  var abbreviations = 0..<0
  var strings = 0..<0
  var lineStrings = 0..<0
  var stringOffsets = 0..<0
  var addresses = 0..<0
  var lines = 0..<0
  /// `.debug_ranges` (DWARF 4 and earlier).
  var ranges = 0..<0
  /// `.debug_rnglists` (DWARF 5).
  var rangeLists = 0..<0
  var unitRanges = 0..<0

  /// Finds sections by their name in the DWARF standard, without the prefix of the file format: `debug_info`.
  init(_ find: (_ name: String) -> Range<Int>) {
    info = find("debug_info")
    abbreviations = find("debug_abbrev")
    strings = find("debug_str")
    lineStrings = find("debug_line_str")
    stringOffsets = find("debug_str_offsets")
    addresses = find("debug_addr")
    lines = find("debug_line")
    ranges = find("debug_ranges")
    rangeLists = find("debug_rnglists")
    unitRanges = find("debug_aranges")
  }

  /// Finds the sections of `file`.
  init(_ file: MachOFile) { self.init { file.debugSection("__" + $0) } }
}

/// The offset of a zero-terminated string in the file. Most strings are never converted to a `String`.
struct StringReference: Hashable {
  /// The offset in bytes from the start of the file; 0 means no string, because no string can be there.
  var offset: UInt32

  static let none = StringReference(offset: 0)
  var isNone: Bool { offset == 0 }
}
