/// The format of a symbol index, which is the same in memory and in the cache.
///
/// All numbers are little-endian. The header is followed by these parts, in this order and without gaps:
///
/// | part | content |
/// |---|---|
/// | records | 16 bytes each, sorted by start, not overlapping: start and end in bytes from the image's base; text number of the name, with the kind in its highest three bits; offset of the block from the first block |
/// | text ends | 4 bytes each: the end of a text, as an offset from the first text; text 0 is empty |
/// | texts | names and paths, UTF-8 as found in the file, one after another |
/// | blocks | one per function with debug information: its start in 4 bytes, rows of the line table and inlined subroutines (see `BlockEncoder`) |
/// | page checksums | 4 bytes for each 4,096 bytes between the header and here; the checksum in the header covers the header and these |
///
/// Numbers larger than 4 bytes occur only in the header.
enum IndexFormat {
  /// The first bytes of an index.
  static let magic: UInt64 = 0x5844_4944_474E_4553  // "SENGDIDX"
  /// The version of the format, which changes whenever the same input results in other bytes. Part of the file names in
  /// the cache.
  static let version: UInt32 = 2
  static let headerSize = 128
  static let recordSize = 16
  static let pageSize = 4096
  /// The value of `block` for a record without a block.
  static let noBlock = UInt32.max
  static let nameMask: UInt32 = 0x1fff_ffff
  /// The maximum length of a stored name or path in bytes.
  static let maxTextLength = 16_384
}

/// The source of a record's name.
enum RecordKind: UInt32 {
  /// Debug information.
  case function = 0
  /// The symbol table.
  case symbol = 1
  /// `LC_FUNCTION_STARTS`: a function without a name.
  case functionStart = 2
  /// Rows of a line table outside all functions.
  case lines = 3
}

/// A range of code with one name.
struct IndexRecord {
  /// The range in bytes from the image's base; `end` is after the last byte.
  var start: UInt32
  var end: UInt32
  /// The text number of the name; 0 if none.
  var name: UInt32
  var kind: RecordKind
  /// The offset of the block from the first block; `IndexFormat.noBlock` if none.
  var block: UInt32
}
