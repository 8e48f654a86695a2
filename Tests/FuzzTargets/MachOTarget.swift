internal import DebugInfo
internal import Vocabulary

extension FuzzTarget {
  package static let machO = FuzzTarget(
    "FuzzMachO",
    exercises:
      "a Mach-O file, a universal file or a static library, and all queries on it; slices, sections and symbols are "
      + "inside the ranges that they state",
    seeds: ["Tests/Fixtures/symbols"], dictionary: "macho"
  ) { content in
    let bytes = FileBytes(content)
    if let library = try? StaticLibrary.read(bytes, for: Architecture(cpuType: 0x0100_000C, cpuSubtype: 0)) {
      for member in library.members.prefix(4) { try ask(bytes, member.range) }
    }
    try ask(bytes, bytes.range)
    if let names = try? HiddenNames(content) {
      try require(names.count <= content.count, "\(names.count) hidden names in \(content.count) bytes")
      for name in ["__hidden#0_", "_hidden#1_", "___hidden#2_"] { _ = names.name(for: name) }
    }
    _ = HiddenNames.originalUUID(propertyList: content)
  }

  private static func ask(_ bytes: FileBytes, _ range: Range<Int>) throws {
    guard let file = try? MachOFile.read(bytes, range: range) else { return }
    _ = file.description
    for slice in file.slices.prefix(4) {
      try require(
        slice.range.lowerBound >= range.lowerBound && slice.range.upperBound <= range.upperBound,
        "a slice is outside the file"
      )
      try ask(slice)
    }
  }

  private static func ask(_ slice: MachOFile) throws {
    let starts = FunctionStarts(slice)
    let symbols = SymbolTable(slice, functionStarts: starts)
    let stubs = Stubs(slice)
    let map = DebugMap(slice)
    let objects = ObjectSymbols(slice)
    let exports = ExportsTrie(slice)
    try require(exports.count <= slice.range.count, "more exports than bytes")
    var addresses: [UInt64] = [0, 1, slice.textAddress, .max]
    for section in slice.sections.prefix(20) {
      try require(
        section.fileRange.lowerBound >= slice.range.lowerBound
          && section.fileRange.upperBound <= slice.range.upperBound,
        "a section is outside its slice")
      addresses += [section.address, section.address &+ 1, section.endAddress &- 1, section.endAddress]
    }
    for index in 0..<min(20, symbols.count) {
      guard let symbol = symbols.symbol(index) else { continue }
      addresses.append(symbol.end)
      try require(symbols.symbol(at: symbol.start) == symbol, "a symbol is not found at its own address")
    }
    for address in addresses {
      if let symbol = symbols.symbol(at: address) {
        try require(symbol.start <= address && address < symbol.end, "a symbol does not cover the address")
        _ = objects.address(of: "_" + symbols.name(of: symbol))
      }
      if let export = exports.symbol(at: address) {
        try require(export.start <= address && address < export.end, "an export does not cover the address")
      }
      if let function = starts.function(at: address) {
        try require(function.start <= address && address < function.end, "a function does not cover the address")
      }
      if let stub = stubs.stub(at: address) {
        try require(stub.start <= address && address < stub.end, "a stub does not cover the address")
      }
      if let index = map.indexOfFunction(at: address) { _ = map.address(ofFunction: index, in: objects) }
    }
    for index in 0..<min(20, map.objectCount) { _ = map.object(index) }
    for index in 0..<min(20, map.functionCount) { _ = map.function(index) }
    for name in ["__debug_info", "__debug_str_offsets"] { _ = slice.debugSection(name) }
  }
}
