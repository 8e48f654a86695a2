import Bytes
package import Vocabulary

/// The names that a bitcode build hid: a `.bcsymbolmap` file of an archive's folder `BCSymbolMaps`.
///
/// Such a build contains `__hidden#27_` instead of the names of functions, files and folders. The number is a line of
/// the map, from 0 after its first line. The file is named after the UUID that the image had before the App Store
/// compiled it, which is in the dSYM's `<UUID>.plist` (`originalUUID(propertyList:)`).
package struct HiddenNames: Sendable {
  private let text: [UInt8]
  /// The start of each line, and the end of the last one.
  private let lines: [Int]

  /// Reads a map of version 1.0 or 2.0.
  package init(_ text: [UInt8]) throws(MachOFault) {
    let heading = Array("BCSymbolMap Version: ".utf8)
    guard text.starts(with: heading) else { throw MachOFault("not a BCSymbolMap file", at: 0) }
    let end = text.firstIndex(of: 0x0A) ?? text.endIndex
    let version = Self.withoutReturn(text[heading.count..<end])
    guard version.elementsEqual("2.0".utf8) || version.elementsEqual("1.0".utf8) else {
      throw MachOFault("an unsupported version of BCSymbolMap", at: heading.count)
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

  /// The number of names in the map.
  package var count: Int { lines.count - 1 }

  /// Returns the original name of `hidden`; `nil` if it is not a hidden name, or if the map has no such line.
  ///
  /// Accepts names as in DWARF (`__hidden#27_`) and as returned by `SymbolTable`, without Mach-O's underscore
  /// (`_hidden#27_`). In the latter case the result is without it, too.
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
    // LLVM's mark for a name without an underscore prefix.
    if name.first == 1 { name = name.dropFirst() }
    if underscores == 1, name.first == UInt8(ascii: "_") { name = name.dropFirst() }
    return name.isEmpty ? nil : String(streamSafe: name)
  }

  private static let mark = Array("hidden#".utf8)

  private static func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    while let last = line.last, last == 0x0A || last == 0x0D { line = line.dropLast() }
    return line
  }

  /// Returns the UUID in the file name of the map: `DBGOriginalUUID` of `Contents/Resources/<UUID>.plist` in a dSYM, an
  /// XML property list; `nil` if it is missing.
  package static func originalUUID(propertyList: [UInt8]) -> ImageUUID? {
    let key = Array("<key>DBGOriginalUUID</key>".utf8)
    let value = Array("<string>".utf8)
    guard var rest = propertyList.suffix(after: key) else { return nil }
    rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard rest.starts(with: value) else { return nil }
    return ImageUUID(rest.dropFirst(value.count).prefix { $0 != UInt8(ascii: "<") })
  }
}

extension [UInt8] {
  /// Returns the bytes after the first occurrence of `pattern`. Efficient if the first byte of `pattern` is rare.
  fileprivate func suffix(after pattern: [UInt8]) -> ArraySlice<UInt8>? {
    var rest = self[...]
    while let start = rest.firstIndex(of: pattern[0]) {
      rest = rest[start...]
      if rest.starts(with: pattern) { return rest.dropFirst(pattern.count) }
      rest = rest.dropFirst()
    }
    return nil
  }
}
