import Bytes

/// The members of a static library (`ar`, `ranlib(5)`), such as `libFonts.a` or a static framework's binary.
package struct StaticLibrary: Sendable {
  /// A file in the library, usually an object file.
  package struct Member: Hashable, Sendable {
    /// The name in the library, such as `FontRegistry.o`; long names (`#1/…`) are resolved.
    package var name: String
    /// The file range of its content.
    package var range: Range<Int>
    /// The modification time in seconds since 1970; 0 from reproducible builds.
    package var modificationTime: UInt64
  }

  /// The members in file order, without tables of contents. Names may occur more than once.
  package let members: [Member]

  /// Reads the library in `bytes`, or the slice for `architecture` of a universal library.
  ///
  /// Throws if it is not a static library, or has no such slice. Members after damaged data are omitted.
  package static func read(_ bytes: FileBytes, for architecture: Architecture) throws(MachOFault) -> StaticLibrary {
    guard let universal = try UniversalHeader(bytes.span, bytes.range) else {
      return StaticLibrary(members: try members(bytes.span, bytes.range))
    }
    guard let entry = universal.entries.first(where: { $0.architecture == architecture }) else {
      throw MachOFault("a universal library without \(architecture)", at: 0)
    }
    return StaticLibrary(members: try members(bytes.span, entry.range))
  }

  /// Returns the member with this name; of several, the one with this modification time, or else the first.
  package func member(_ name: String, modificationTime: UInt64) -> Member? {
    let candidates = members.lazy.filter { $0.name == name }
    return candidates.first { $0.modificationTime == modificationTime } ?? candidates.first
  }

  /// The maximum length of a name in bytes.
  private static let maxNameLength = 1024

  private static func members(_ bytes: RawSpan, _ range: Range<Int>) throws(MachOFault) -> [Member] {
    guard text(bytes, range.prefix(8)) == "!<arch>\n" else {
      throw MachOFault("not a static library", at: range.lowerBound)
    }
    var members: [Member] = []
    /// The GNU table of names that do not fit in a header.
    var longNames = 0..<0
    var start = range.lowerBound + 8
    // A header contains name, time, owner, group, mode, size and a two-byte terminator in 60 bytes of text.
    while range.upperBound - start >= 60, text(bytes, (start + 58)..<(start + 60)) == "`\n" {
      let content = start + 60
      let name = trimmed(bytes, start..<(start + 16))
      guard let stated = number(bytes, (start + 48)..<(start + 58)) else { break }
      let size = min(stated, range.upperBound - content)
      let end = content + size
      var member = Member(
        name: name, range: content..<end, modificationTime: UInt64(number(bytes, (start + 16)..<(start + 28)) ?? 0))
      if name == "//" {
        longNames = member.range
      } else if isMember(&member, bytes, longNames), !member.name.hasPrefix("__.SYMDEF") {
        members.append(member)
      }
      // Content is aligned to two bytes.
      start = end + size % 2
    }
    return members
  }

  /// Resolves the name in the header; false if the entry is not a member.
  private static func isMember(_ member: inout Member, _ bytes: RawSpan, _ longNames: Range<Int>) -> Bool {
    let name = member.name
    if name.hasPrefix("#1/") {
      // BSD: the name precedes the content, counts as a part of it, and is padded with zero bytes.
      guard let length = Int(name.dropFirst(3)), length >= 0, length <= member.range.count else { return false }
      let content = member.range.lowerBound + length
      guard length <= maxNameLength else { return false }
      member.name = zeroTerminatedText(bytes, at: member.range.lowerBound, in: member.range.lowerBound..<content)
      member.range = content..<member.range.upperBound
    } else if name.hasPrefix("/") {
      // GNU: `/` and `/SYM64/` are tables of contents, `/12` is an offset in the table of long names.
      guard let offset = Int(name.dropFirst()), offset >= 0, offset < longNames.count else { return false }
      let first = longNames.lowerBound + offset
      let line = text(bytes, first..<min(longNames.upperBound, first + maxNameLength)).utf8.prefix { $0 != 0x0A }
      member.name = String(streamSafe: line.last == UInt8(ascii: "/") ? line.dropLast() : line)
    } else if name.hasSuffix("/") {
      member.name.removeLast()
    }
    return !member.name.isEmpty
  }

  private static func trimmed(_ bytes: RawSpan, _ range: Range<Int>) -> String {
    var text = text(bytes, range)
    while text.utf8.last == UInt8(ascii: " ") { text.removeLast() }
    return text
  }

  /// Returns a decimal number padded with spaces; `nil` for anything else.
  private static func number(_ bytes: RawSpan, _ range: Range<Int>) -> Int? {
    guard let number = Int(trimmed(bytes, range)), number >= 0 else { return nil }
    return number
  }
}
