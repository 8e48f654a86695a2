/// Where the debug sections of one architecture lie in its file; empty where there are none.
struct DebugSections: Sendable {
  var info = 0..<0
  var abbreviations = 0..<0
  var strings = 0..<0
  var lineStrings = 0..<0
  var stringOffsets = 0..<0
  var addresses = 0..<0
  var lines = 0..<0
  /// `__debug_ranges` of DWARF up to 4.
  var ranges = 0..<0
  /// `__debug_rnglists` of DWARF 5.
  var rangeLists = 0..<0
  var unitRanges = 0..<0

  /// Section names have 16 bytes in a Mach-O file: longer ones are cut.
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

/// The place of a text in the file; most texts are never made into a `String`.
struct TextPlace: Hashable {
  /// Bytes from the start of the file; 0 is no text, as no text can stand there.
  var offset: UInt32

  static let none = TextPlace(offset: 0)
  var isNone: Bool { offset == 0 }
}
