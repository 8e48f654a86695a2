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
    _ = shortened(name)
    guard let readable = demangled(name) else { continue }
    let short = shortened(readable)
    precondition(short.utf8.count <= readable.utf8.count, "a short form is no longer than the long one")
  }
  return 0
}
