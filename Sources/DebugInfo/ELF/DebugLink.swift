/// The reference from a stripped program to the file with its debug information: the section `.gnu_debuglink` (GDB
/// manual, "Debugging Information in Separate Files").
package struct DebugLink: Hashable, Sendable {
  /// The name of the file, without a folder.
  package var name: String
  /// The CRC-32 of all bytes of that file.
  package var checksum: UInt32

  /// Reads the content of the section: a zero-terminated name, padding to four bytes, and the checksum. `nil` if it is
  /// damaged, or if the name is not that of a file in the same folder.
  init?(_ bytes: RawSpan, _ range: Range<Int>) {
    var cursor = ByteCursor(bytes, range)
    let found = cursor.text()
    guard !cursor.isOverrun, (1...Self.maxNameLength).contains(found.count) else { return nil }
    name = text(bytes, found)
    cursor.skip((4 - (cursor.position - range.lowerBound) % 4) % 4)
    checksum = cursor.u32()
    guard !cursor.isOverrun, !name.utf8.contains(UInt8(ascii: "/")), name != ".", name != ".." else { return nil }
  }

  /// The maximum number of bytes of a file name on Linux.
  private static let maxNameLength = 255
}
