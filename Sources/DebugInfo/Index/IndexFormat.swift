/// The layout of a symbol index: one run of bytes, the same in memory and in the cache.
///
/// All numbers are little-endian. Behind the header stand, in this order and without gaps:
///
/// | part | content |
/// |---|---|
/// | records | 16 bytes each, sorted by start, not overlapping: start and end in bytes from the image's base; number of the name, its highest three bits the kind; place of the block, counted from the blocks' first byte |
/// | text ends | 4 bytes each: where a text ends, counted from the texts' first byte; text 0 is empty |
/// | texts | UTF-8 as found, names and paths, one after another |
/// | blocks | one per function with debug information: its start in 4 bytes, rows of the line table and inlined functions (see `BlockEncoder`) |
/// | page checks | 4 bytes for each 4,096 bytes between the header and here; the header's own check covers the header and these |
///
/// A number larger than 4 bytes occurs in the header only.
enum IndexFormat {
  /// First bytes of an index.
  static let magic: UInt64 = 0x5844_4944_474E_4553  // "SENGDIDX"
  /// Changes whenever the same input gives other bytes; part of the cache's file names.
  static let version: UInt32 = 1
  static let headerSize = 128
  static let recordSize = 16
  static let pageSize = 4096
  /// `block` of a record that has none.
  static let noBlock = UInt32.max
  static let nameMask: UInt32 = 0x1fff_ffff
  /// Bytes of the longest name or path that is kept.
  static let longestText = 16_384
}

/// Where a record's name comes from.
enum RecordKind: UInt32 {
  /// Debug information.
  case function = 0
  /// The symbol table.
  case symbol = 1
  /// `LC_FUNCTION_STARTS`: there is a function, and nobody knows its name.
  case functionStart = 2
  /// Rows of a line table outside every function.
  case lines = 3
}

/// Code with one name.
struct IndexRecord {
  /// In bytes from the image's base; `end` is behind the last byte.
  var start: UInt32
  var end: UInt32
  /// Number of a text; 0: none.
  var name: UInt32
  var kind: RecordKind
  var block: UInt32
}
