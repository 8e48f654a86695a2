import CrashReports
import Diagnosis
import Symbolication

/// libFuzzer calls this with each input: the whole way from bytes to findings.
///
///     DIAGNOSE_FUZZ=1 swift build -c release --sanitize fuzzer --product FuzzReport --scratch-path .build-fuzz
///     SWIFT_BACKTRACE=enable=no .build-fuzz/release/FuzzReport CORPUS sample-logs
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneReport(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  for var decoded in ReportReader.read(bytes).reports {
    ReadableNames.fill(in: &decoded.value)
    _ = Assessor.assess(decoded, input: bytes)
  }
  return 0
}
