import Vocabulary

extension DebugData {
  /// The debug information and symbols of an ELF file, without its split units. Sections that are compressed are copied;
  /// without any, everything is read where it is.
  init(_ file: ELFFile) {
    var isCopied = false
    var found: [DWARFFault] = []
    let direct = DebugSections { name in
      do throws(ELFFault) {
        guard let content = try ELFContent.find("." + name, in: file) else { return 0..<0 }
        if content.compression != .none { isCopied = true }
        return content.range
      } catch {
        found.append(DWARFFault(error.explanation, at: error.offset))
        return 0..<0
      }
    }
    let lowest = file.codeRanges.first?.start ?? 0
    self.init(
      bytes: file.bytes, sections: direct, symbols: .none, base: file.textAddress,
      lowestCode: max(lowest, file.textAddress))
    let table = file.symbolSection
    let names = table.flatMap { file.sections.indices.contains(Int($0.link)) ? file.sections[Int($0.link)] : nil }
    if isCopied {
      var copy = ContentCopy(capacity: 1 << 16, fileSize: file.bytes.count)
      sections = DebugSections { copy.add("." + $0, of: file) }
      let entries = copy.add(table?.fileRange ?? 0..<0, of: file.bytes)
      let strings = copy.add(names?.fileRange ?? 0..<0, of: file.bytes)
      found = copy.faults.map { DWARFFault($0.explanation, at: $0.offset) }
      bytes = copy.finish()
      symbols = .elf(ELFSymbols(bytes: bytes, entries: entries, strings: strings, file: file))
    } else {
      symbols = .elf(
        ELFSymbols(
          bytes: file.bytes, entries: table?.fileRange ?? 0..<0, strings: names?.fileRange ?? 0..<0, file: file))
    }
    faults = found
    if let shared = file.sharedDebugFile {
      faults.append(DWARFFault("it refers to \(shared) (.gnu_debugaltlink), which is not read", at: 0))
    }
  }

  /// Returns this data and the split units of `references`, copied into one piece of memory.
  func adding(_ references: [SplitReference], from files: SplitFiles) -> DebugData {
    var copy = ContentCopy(capacity: bytes.count / 4, fileSize: bytes.count)
    var result = self
    let own = [
      sections.info, sections.abbreviations, sections.strings, sections.lineStrings, sections.stringOffsets,
      sections.addresses, sections.lines, sections.ranges, sections.rangeLists, sections.unitRanges,
    ].map { copy.add($0, of: bytes) }
    result.sections = DebugSections { _ in 0..<0 }
    result.sections.info = own[0]
    result.sections.abbreviations = own[1]
    result.sections.strings = own[2]
    result.sections.lineStrings = own[3]
    result.sections.stringOffsets = own[4]
    result.sections.addresses = own[5]
    result.sections.lines = own[6]
    result.sections.ranges = own[7]
    result.sections.rangeLists = own[8]
    result.sections.unitRanges = own[9]
    var table: (entries: Range<Int>, strings: Range<Int>)?
    if case .elf(let symbols) = symbols {
      table = (copy.add(symbols.entries, of: bytes), copy.add(symbols.strings, of: bytes))
    }
    var loader = SplitLoader(files: files, main: result.sections)
    loader.load(references, into: &copy)
    result.splitUnits = loader.units
    result.faults += loader.faults(copy.faults)
    result.bytes = copy.finish()
    if case .elf(let symbols) = symbols, let table {
      result.symbols = .elf(
        ELFSymbols(bytes: result.bytes, entries: table.entries, strings: table.strings, like: symbols))
    }
    return result
  }

  /// Returns the references to split units of the units that contain one of `addresses`; of all units if it is `nil`.
  func splitReferences(for addresses: [LinkedAddress]?) -> [SplitReference] {
    guard !sections.info.isEmpty else { return [] }
    var reader = DebugInfoReader(self)
    var units: [Unit] = []
    if let addresses {
      let offsets = Set(addresses.compactMap { CodeOffset.of($0.value, base: base) }).sorted()
      units = UnitSearch.units(with: offsets, base: base, reader: &reader)
    } else {
      reader.forEachUnit {
        units.append($0)
        return true
      }
    }
    var found: [SplitReference] = []
    var seen: Set<UInt64> = []
    for var unit in units {
      guard reader.work.isLeft, (try? reader.readRoot(&unit)) == true, let id = unit.splitID,
        !unit.splitName.isNone, found.count < SplitLoader.maxCount, seen.insert(id).inserted
      else { continue }
      reader.work.spend(64)
      found.append(
        SplitReference(
          name: reader.string(unit.splitName), directory: reader.string(unit.compilationDirectory), id: id))
    }
    return found
  }
}

extension DebugInfoReader {
  /// Returns a string as text, at most as long as a path can be.
  func string(_ reference: StringReference) -> String {
    if reference.isNone { return "" }
    let start = Int(reference.offset)
    return zeroTerminatedText(file.span, at: start, in: 0..<min(file.count, start + 4096))
  }
}
