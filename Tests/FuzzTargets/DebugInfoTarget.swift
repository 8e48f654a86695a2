internal import DebugInfo
internal import Vocabulary

extension FuzzTarget {
  package static let debugInfo = FuzzTarget(
    "FuzzDebugInfo",
    exercises:
      "the DWARF of a Mach-O file, read completely, in part and from its stored form; all three give the same result",
    seeds: ["Tests/Fixtures/symbols"], dictionary: "macho"
  ) { content in
    guard let file = try? MachOFile.read(FileBytes(content)) else { return }
    for slice in file.slices.prefix(2) { try ask(slice) }
  }

  private static func ask(_ slice: MachOFile) throws {
    let identity = IndexIdentity(
      uuid: slice.uuid ?? ImageUUID(high: 1, low: 1), architecture: slice.architecture, sourceSize: 0, sourceState: 0)
    guard let symbols = SymbolFile(debug: slice), let whole = SymbolIndex.whole(slice, identity: identity) else {
      return
    }
    try require(whole.faults.count <= 20, "\(whole.faults.count) faults")
    var addresses: [UInt64] = [0, slice.textAddress, .max]
    for section in slice.sections.prefix(8) where section.size > 0 {
      let step = max(1, section.size / 8)
      for index in 0..<8 as Range<UInt64> { addresses.append(section.address &+ step &* index) }
      addresses.append(section.endAddress &- 1)
    }
    let locations = addresses.map { LinkedAddress($0) }
    let part = symbols.frames(at: locations)
    try require(part.count == locations.count, "\(part.count) results for \(locations.count) addresses")
    for location in locations {
      for frame in whole.index.frames(at: location) {
        try require(frame.line >= 0 && frame.column >= 0, "line \(frame.line), column \(frame.column)")
      }
    }
    var style = AnswerText.Style { $0 }
    style.demangles = false
    var size = 0
    var text = AnswerText(symbols, index: whole.index, style: style)
    text.answer(addresses, asked: { _ in "" }) { size += $0.count }
    try require(size >= 10 * addresses.count, "an address without a result")
    guard let stored = SymbolIndex.stored(whole.index.storedForm()) else {
      throw BrokenProperty(description: "the stored form cannot be read")
    }
    for location in locations {
      try require(
        stored.frames(at: location) == whole.index.frames(at: location), "the stored form gives a different result")
    }
  }
}
