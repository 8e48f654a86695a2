import Vocabulary

/// The notes of an ELF file: a name, a type and a description each (System V ABI, chapter 5).
enum ELFNotes {
  /// Returns the build ID: the description of the first note of the type `NT_GNU_BUILD_ID` (3) and the name `GNU`.
  static func buildID(sections: [ELFSection], segments: [ELFSegment], _ bytes: FileBytes) -> BuildID? {
    let ofSections = sections.lazy.filter { $0.type == ELFSection.note }.map(\.fileRange)
    // Without section headers, the segments have the notes, too.
    let ofSegments = segments.lazy.filter { $0.type == ELFSegment.note }.map(\.fileRange)
    for range in ofSections.prefix(maxTables) { if let id = buildID(bytes.span, range) { return id } }
    for range in ofSegments.prefix(maxTables) { if let id = buildID(bytes.span, range) { return id } }
    return nil
  }

  /// The maximum number of tables that are searched: they may overlap in a hostile file.
  private static let maxTables = 64
  /// The maximum number of notes of a table.
  private static let maxNotes = 4096

  private static func buildID(_ bytes: RawSpan, _ range: Range<Int>) -> BuildID? {
    var cursor = ByteCursor(bytes, range)
    for _ in 0..<maxNotes where cursor.hasMore {
      let nameSize = Int(cursor.u32())
      let size = Int(cursor.u32())
      let type = cursor.u32()
      let name = cursor.position
      // Both are padded to four bytes, also in 64-bit files.
      cursor.skip((nameSize &+ 3) & ~3)
      let description = cursor.position
      guard !cursor.isOverrun, size <= cursor.remaining else { return nil }
      if type == 3, nameSize == 4, text(bytes, name..<(name &+ 3)) == "GNU" {
        guard size <= BuildID.maxLength else { return nil }
        return BuildID(
          bytes: bytes.extracting(description..<(description &+ size)).withUnsafeBytes { Array($0) })
      }
      cursor.skip(min((size &+ 3) & ~3, cursor.remaining))
    }
    return nil
  }
}
