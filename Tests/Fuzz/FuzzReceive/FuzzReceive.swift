import FuzzTargets

/// libFuzzer calls this with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func takeInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.receive.take(start, count)
}

/// libFuzzer calls this before the first input.
@_cdecl("LLVMFuzzerInitialize")
public func begin(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  FuzzTarget.receive.describeIfAsked()
}
