internal import DebugInfo
internal import Vocabulary

extension FuzzTarget {
  package static let elf = FuzzTarget(
    "FuzzELF",
    exercises:
      "an ELF file, also as the split units of a program, or a Breakpad symbol file; sections are inside the file, and "
      + "the stored form of the index gives the same result",
    seeds: ["Tests/Fixtures/elf"], dictionary: "elf"
  ) { content in
    let bytes = FileBytes(content)
    if let file = try? ELFFile(bytes) {
      for section in file.sections.prefix(40) {
        try require(
          section.fileRange.lowerBound >= 0 && section.fileRange.upperBound <= content.count,
          "a section is outside the file")
      }
    }
    guard let image = (try? ImageFile.read(bytes))?.first, image.machO == nil else { return }
    _ = image.description
    // The file is its own split units, so that their reader is run, too.
    let files = SplitFiles(open: { _ in bytes }, package: { bytes })
    var addresses = [0, 1, 0x1000, 0x1040].map { LinkedAddress(image.textAddress &+ $0) }
    for section in image.elf?.sections.filter({ $0.isCode }).prefix(8) ?? [] {
      addresses += [section.address, section.address &+ 1, section.endAddress &- 1].map { LinkedAddress($0) }
    }
    let symbols = SymbolFile(image, splitFiles: files)
    let part = symbols.frames(at: addresses)
    try require(part.count == addresses.count, "\(part.count) results for \(addresses.count) addresses")
    guard let index = symbols.completeIndex(identity: symbols.identity(sourceSize: 0, sourceState: 0)) else { return }
    try require(symbols.faults.count <= 20, "\(symbols.faults.count) faults")
    guard let stored = SymbolIndex.stored(index.storedForm()) else {
      throw BrokenProperty(description: "the stored form cannot be read")
    }
    for address in addresses {
      try require(stored.frames(at: address) == index.frames(at: address), "the stored form gives a different result")
    }
  }
}
