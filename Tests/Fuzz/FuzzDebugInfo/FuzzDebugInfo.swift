import DebugInfo
import Vocabulary

/// libFuzzer calls this with each input: a Mach-O file whose debug information is read whole and in part, and asked.
///
///     DIAGNOSE_FUZZ=1 swift build -c release --sanitize fuzzer --product FuzzDebugInfo --scratch-path .build-fuzz
///     SWIFT_BACKTRACE=enable=no .build-fuzz/release/FuzzDebugInfo -max_len=60000 CORPUS Tests/Fixtures/symbols
///
/// For AddressSanitizer too see `FuzzMachO`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneDebugInfo(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = FileBytes(Array(UnsafeBufferPointer(start: start, count: count)))
  guard let file = try? MachOFile.read(bytes) else { return 0 }
  for slice in file.slices.prefix(2) { ask(slice) }
  return 0
}

private func ask(_ slice: MachOFile) {
  let identity = IndexIdentity(
    uuid: slice.uuid ?? ImageUUID(high: 1, low: 1), architecture: slice.architecture, sourceSize: 0, sourceTime: 0)
  guard let symbols = SymbolFile(debug: slice), let whole = SymbolIndex.whole(slice, identity: identity) else { return }
  precondition(whole.faults.count <= 20)
  var addresses: [UInt64] = [0, slice.textAddress, .max]
  for section in slice.sections.prefix(8) where section.size > 0 {
    let step = max(1, section.size / 8)
    for index in 0..<8 as Range<UInt64> { addresses.append(section.address &+ step &* index) }
    addresses.append(section.endAddress &- 1)
  }
  let places = addresses.map { LinkedAddress($0) }
  let part = symbols.frames(at: places)
  precondition(part.count == places.count)
  for place in places {
    for frame in whole.index.frames(at: place) { precondition(frame.line >= 0 && frame.column >= 0) }
  }
  var style = AnswerText.Style { $0 }
  style.demangles = false
  var size = 0
  var text = AnswerText(symbols, index: whole.index, style: style)
  text.answer(addresses, asked: { _ in "" }) { size += $0.count }
  precondition(size >= 12 * addresses.count)
  guard let stored = SymbolIndex.stored(whole.index.storedForm()) else { preconditionFailure("not stored") }
  for place in places { precondition(stored.frames(at: place) == whole.index.frames(at: place)) }
}
