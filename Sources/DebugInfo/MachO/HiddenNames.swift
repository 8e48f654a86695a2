import Bytes
package import Vocabulary

/// The names that a bitcode build hid: a `.bcsymbolmap` of an archive's folder `BCSymbolMaps`.
///
/// Such a build has `__hidden#27_` in the place of names of functions, files and folders. The number is a line of the
/// map, from 0 behind its first line. The map is named after the UUID that the image had before the App Store compiled
/// it; the dSYM's `<UUID>.plist` states that one (`originalUUID(propertyList:)`).
package struct HiddenNames: Sendable {
  private let text: [UInt8]
  /// Where each line starts, and behind the last one the end.
  private let lines: [Int]

  /// Reads a map, version 1.0 or 2.0.
  package init(_ text: [UInt8]) throws(MachOFault) {
    let heading = Array("BCSymbolMap Version: ".utf8)
    guard text.starts(with: heading) else { throw MachOFault("no BCSymbolMap", at: 0) }
    let end = text.firstIndex(of: 0x0A) ?? text.endIndex
    let version = Self.withoutReturn(text[heading.count..<end])
    guard version.elementsEqual("2.0".utf8) || version.elementsEqual("1.0".utf8) else {
      throw MachOFault("a BCSymbolMap of a version that is not supported", at: heading.count)
    }
    var lines: [Int] = []
    var start = min(end + 1, text.endIndex)
    while start < text.endIndex {
      lines.append(start)
      start = (text[start...].firstIndex(of: 0x0A) ?? text.endIndex - 1) + 1
    }
    lines.append(text.endIndex)
    self.text = text
    self.lines = lines
  }

  /// How many names the map has.
  package var count: Int { lines.count - 1 }

  /// What `hidden` stands for; `nil` if it is not hidden or the map has no such line.
  ///
  /// Takes names as DWARF has them (`__hidden#27_`) and as `SymbolTable` gives them, without Mach-O's underscore
  /// (`_hidden#27_`); the answer to the latter is without it too.
  package func name(for hidden: String) -> String? {
    let bytes = hidden.utf8
    let underscores = bytes.prefix { $0 == UInt8(ascii: "_") }.count
    guard (1...3).contains(underscores), bytes.last == UInt8(ascii: "_"),
      bytes.dropFirst(underscores).starts(with: Self.mark)
    else { return nil }
    let digits = bytes.dropFirst(underscores + Self.mark.count).dropLast()
    guard digits.allSatisfy({ $0.isDigit }), let index = Int(String(digits) ?? ""),
      index < count
    else { return nil }
    var name = Self.withoutReturn(text[lines[index]..<lines[index + 1]])
    // LLVM's sign for a name that gets no underscore.
    if name.first == 1 { name = name.dropFirst() }
    if underscores == 1, name.first == UInt8(ascii: "_") { name = name.dropFirst() }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }

  private static let mark = Array("hidden#".utf8)

  private static func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    while let last = line.last, last == 0x0A || last == 0x0D { line = line.dropLast() }
    return line
  }

  /// The UUID that names the map: `DBGOriginalUUID` of `Contents/Resources/<UUID>.plist` in a dSYM, an XML property
  /// list; `nil` without it.
  package static func originalUUID(propertyList: [UInt8]) -> ImageUUID? {
    let key = Array("<key>DBGOriginalUUID</key>".utf8)
    let value = Array("<string>".utf8)
    guard var rest = propertyList.suffix(behind: key) else { return nil }
    rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard rest.starts(with: value) else { return nil }
    return ImageUUID(rest.dropFirst(value.count).prefix { $0 != UInt8(ascii: "<") })
  }
}

extension [UInt8] {
  /// What follows the first occurrence of `pattern`, whose first byte occurs in it only there or is rare.
  fileprivate func suffix(behind pattern: [UInt8]) -> ArraySlice<UInt8>? {
    var rest = self[...]
    while let start = rest.firstIndex(of: pattern[0]) {
      rest = rest[start...]
      if rest.starts(with: pattern) { return rest.dropFirst(pattern.count) }
      rest = rest.dropFirst()
    }
    return nil
  }
}
