import DebugInfo

/// libFuzzer calls this with each input: a Mach-O file, a universal file or a static library, and all that can be asked
/// of it.
///
///     DIAGNOSE_FUZZ=1 swift build -c release --sanitize fuzzer --product FuzzMachO --scratch-path .build-fuzz
///     SWIFT_BACKTRACE=enable=no .build-fuzz/release/FuzzMachO CORPUS Tests/Fixtures/symbols
///
/// For AddressSanitizer too, add `-Xswiftc -sanitize=fuzzer,address`: of two options `--sanitize` the compiler heeds the
/// last, and without the first nothing is measured.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneMachO(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let content = Array(UnsafeBufferPointer(start: start, count: count))
  let bytes = FileBytes(content)
  if let library = try? StaticLibrary.read(bytes, for: Architecture(cpuType: 0x0100_000C, cpuSubtype: 0)) {
    for member in library.members.prefix(4) { ask(bytes, member.range) }
  }
  ask(bytes, bytes.range)
  if let names = try? HiddenNames(content) {
    precondition(names.count <= count)
    for name in ["__hidden#0_", "_hidden#1_", "___hidden#2_"] { _ = names.name(for: name) }
  }
  _ = HiddenNames.originalUUID(propertyList: content)
  return 0
}

private func ask(_ bytes: FileBytes, _ range: Range<Int>) {
  guard let file = try? MachOFile.read(bytes, range: range) else { return }
  for slice in file.slices.prefix(4) {
    precondition(slice.range.lowerBound >= range.lowerBound && slice.range.upperBound <= range.upperBound)
    let starts = FunctionStarts(slice)
    let symbols = SymbolTable(slice, functionStarts: starts)
    let stubs = Stubs(slice)
    let map = DebugMap(slice)
    let objects = ObjectSymbols(slice)
    var addresses: [UInt64] = [0, 1, slice.textAddress, .max]
    for section in slice.sections.prefix(20) {
      precondition(section.fileRange.lowerBound >= slice.range.lowerBound)
      precondition(section.fileRange.upperBound <= slice.range.upperBound)
      addresses += [section.address, section.address &+ 1, section.endAddress &- 1, section.endAddress]
    }
    for index in 0..<min(20, symbols.count) {
      guard let symbol = symbols.symbol(index) else { continue }
      addresses.append(symbol.end)
      precondition(symbols.symbol(at: symbol.start) == symbol)
    }
    for address in addresses {
      if let symbol = symbols.symbol(at: address) {
        precondition(symbol.start <= address && address < symbol.end)
        _ = objects.address(of: "_" + symbols.name(of: symbol))
      }
      if let function = starts.function(at: address) {
        precondition(function.start <= address && address < function.end)
      }
      if let stub = stubs.stub(at: address) { precondition(stub.start <= address && address < stub.end) }
      if let index = map.indexOfFunction(at: address) { _ = map.address(ofFunction: index, in: objects) }
    }
    for index in 0..<min(20, map.objectCount) { _ = map.object(index) }
    for index in 0..<min(20, map.functionCount) { _ = map.function(index) }
    for name in ["__debug_info", "__debug_str_offsets"] { _ = slice.debugSection(name) }
    _ = file.description
  }
}
