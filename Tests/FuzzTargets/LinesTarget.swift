internal import DebugInfo
internal import Vocabulary

extension FuzzTarget {
  package static let lines = FuzzTarget(
    "FuzzLines",
    exercises:
      "the section `__debug_line` of an image with one unit of DWARF 4 and one of DWARF 5, with one function each; "
      + "the complete and the partial index give the same result",
    dictionary: "lines", longest: 4096
  ) { bytes in
    let image = LineTableImage.bytes(lines: bytes)
    guard let slice = try? MachOFile.read(FileBytes(image)).slices.first else {
      throw BrokenProperty(description: "no image")
    }
    let identity = IndexIdentity(
      uuid: ImageUUID(high: 1, low: 1), architecture: slice.architecture, sourceSize: 0, sourceState: 0)
    guard let whole = SymbolIndex.whole(slice, identity: identity) else {
      throw BrokenProperty(description: "no index")
    }
    var addresses: [UInt64] = []
    for index in 0..<64 as Range<UInt64> { addresses += [index, index &* 0x40, 0x1000 &+ index &* 3] }
    let locations = addresses.map { LinkedAddress($0) }
    for location in locations {
      let frames = whole.index.frames(at: location)
      try require(frames.count <= 1, "\(frames.count) frames of one function")
      for frame in frames {
        try require(
          frame.line >= 0 && frame.column >= 0 && frame.column <= 0xFFFF, "line \(frame.line), column \(frame.column)")
      }
    }
    guard let part = SymbolIndex.part(slice, for: locations, identity: identity) else {
      throw BrokenProperty(description: "no part")
    }
    for location in locations {
      try require(
        part.index.frames(at: location) == whole.index.frames(at: location),
        "the partial index gives a different result")
    }
  }
}

/// A synthetic image that contains a line table.
private enum LineTableImage {
  private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private static func joined(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { $0 } }

  /// Two units (DWARF 5, section 7.5.1), both with the line table at offset 0, and functions at 0x0 and 0x1000.
  private static let information: [UInt8] = {
    func entries(_ address: UInt64) -> [UInt8] {
      joined(
        [1], little(UInt32(0)), Array("/d\0".utf8), [2], little(address), little(UInt32(0x1000)), Array("f\0".utf8), [0]
      )
    }
    let old = joined(little(UInt16(4)), little(UInt32(0)), [8], entries(0))
    let new = joined(little(UInt16(5)), [1, 8], little(UInt32(0)), entries(0x1000))
    return joined(little(UInt32(old.count)), old, little(UInt32(new.count)), new)
  }()

  /// A unit with a line table and a folder; a function with start, size and name.
  private static let abbreviations: [UInt8] = [
    1, 0x11, 1, 0x10, 0x17, 0x1b, 0x08, 0, 0, 2, 0x2e, 0, 0x11, 0x01, 0x12, 0x06, 0x03, 0x08, 0, 0, 0,
  ]

  static func bytes(lines: [UInt8]) -> [UInt8] {
    func name(_ text: String) -> [UInt8] { Array((Array(text.utf8) + [UInt8](repeating: 0, count: 16)).prefix(16)) }
    let contents: [(String, [UInt8])] = [
      ("__debug_info", information), ("__debug_abbrev", abbreviations), ("__debug_line", lines),
      ("__debug_str", Array("\0s.c\0/d\0".utf8)), ("__debug_line_str", Array("\0l.c\0/e\0".utf8)),
    ]
    var location = 32 + 72 + 80 * contents.count
    let start = location
    var sections: [UInt8] = []
    for (title, content) in contents {
      sections += joined(name(title), name("__DWARF"), little(UInt64(0)), little(UInt64(content.count)))
      sections += joined(little(UInt32(location)), [UInt8](repeating: 0, count: 28))
      location += content.count
    }
    let size = UInt64(location - start)
    var command = joined(little(UInt32(0x19)), little(UInt32(72 + sections.count)), name("__DWARF"), little(UInt64(0)))
    command += joined(little(size), little(UInt64(start)), little(size), little(UInt32(7)), little(UInt32(7)))
    command += joined(little(UInt32(contents.count)), little(UInt32(0)), sections)
    var header = joined(little(UInt32(0xFEED_FACF)), little(UInt32(0x0100_000C)), little(UInt32(0)), little(UInt32(10)))
    header += joined(little(UInt32(1)), little(UInt32(command.count)), [UInt8](repeating: 0, count: 8))
    return header + command + contents.flatMap { $0.1 }
  }
}
