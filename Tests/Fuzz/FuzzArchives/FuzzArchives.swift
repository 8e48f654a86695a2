import Archives

/// libFuzzer calls this with each input: an archive with everything in it, under small limits so that a run is short.
///
///     DIAGNOSE_FUZZ=1 swift build -c release --sanitize fuzzer -Xswiftc -sanitize=fuzzer,address \
///       --product FuzzArchives --scratch-path .build-fuzz
///     SWIFT_BACKTRACE=enable=no .build-fuzz/release/FuzzArchives CORPUS sample-logs/archives
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneArchive(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var limits = ArchiveLimits()
  limits.memberBytes = 1 << 20
  limits.totalBytes = 8 << 20
  limits.inflatedBytes = 32 << 20
  _ = Archive.read(ByteSource(Array(UnsafeBufferPointer(start: start, count: count))), limits: limits) { member in
    // A name is text that can be walked, whatever the bytes were.
    _ = member.name?.unicodeScalars.count
    return true
  }
  return 0
}
