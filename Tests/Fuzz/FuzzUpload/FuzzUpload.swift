import FuzzTargets

/// libFuzzer calls this with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func takeInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.upload.take(start, count)
}

/// libFuzzer calls this before the first input.
@_cdecl("LLVMFuzzerInitialize")
public func begin(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  FuzzTarget.upload.describeIfAsked()
}

/// libFuzzer's own mutation.
@_silgen_name("LLVMFuzzerMutate")
private func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int) -> Int

/// libFuzzer calls this in place of its own mutation: most inputs keep a beginning by which the file is known.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateFile(
  _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ capacity: Int, _ seed: UInt32
) -> Int {
  guard let bytes else { return 0 }
  let size = mutate(bytes, count, capacity)
  KnownBeginning.machO.restore(in: UnsafeMutableBufferPointer(start: bytes, count: size), seed: seed)
  return size
}
