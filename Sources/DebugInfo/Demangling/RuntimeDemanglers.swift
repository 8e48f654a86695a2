import Bytes
import Platform

/// `swift_demangle` of the Swift runtime (`swift/Demangling/Demangle.h`): returns memory of `malloc`, or null.
@_silgen_name("swift_demangle")
private func swiftDemangle(
  _ name: UnsafePointer<CChar>?, _ length: Int, _ output: UnsafeMutablePointer<CChar>?,
  _ outputSize: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

func demangledSwift(_ name: String) -> String? {
  // Bytes below 0x20 are "symbolic references", which the runtime would dereference as addresses in its own memory.
  guard name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), UnfoldedSize.swift(name) <= UnfoldedSize.max else {
    return nil
  }
  return owned(name.withCString { swiftDemangle($0, name.utf8.count, nil, nil, 0) })
}

/// Returns the text at `pointer` and frees its memory.
private func owned(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
  guard let pointer else { return nil }
  defer { free(pointer) }
  let length = strlen(pointer)
  guard length <= maxReadableNameLength else { return nil }
  return String(streamSafe: UnsafeRawBufferPointer(start: pointer, count: length))
}
