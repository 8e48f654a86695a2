import DebugInfo
import Vocabulary

/// libFuzzer calls this with each input: names as a symbol table has them, one a line.
///
///     DIAGNOSE_FUZZ=1 swift build -c release --sanitize fuzzer --product FuzzDemangle --scratch-path .build-fuzz
///     SWIFT_BACKTRACE=enable=no .build-fuzz/release/FuzzDemangle CORPUS
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneName(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
    let name = String(decoding: line, as: UTF8.self)
    precondition(shortened(name).isEmpty == name.isEmpty, "a name never becomes nothing")
    guard let readable = demangled(name) else { continue }
    precondition(readable != name && readable.utf8.count <= 65_536, "readable is another text, and no book")
    _ = shortened(readable)
  }
  return 0
}
