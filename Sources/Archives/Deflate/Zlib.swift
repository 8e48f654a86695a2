import CZlib

/// Compression of small texts in zlib format (RFC 1950), one call each.
package enum Zlib {
  /// The compression level. Level, window and memory are fixed, so that equal texts give equal bytes with the same
  /// version of zlib.
  private static let level: Int32 = 6
  /// Smaller than the default: for a few kilobytes, most of the time would be spent on initializing memory.
  private static let window: Int32 = 13
  private static let memory: Int32 = 6

  /// Returns `text` compressed; `nil` if zlib fails, as when memory runs out, or if `text` has 1 GiB or more.
  package static func deflated(_ text: [UInt8]) -> [UInt8]? {
    compressed(text, level: level, window: window, memory: memory)
  }

  /// Returns `text` as a gzip file (RFC 1952), compressed quickly; `nil` as for `deflated`. It has no name and no time, so
  /// that equal texts give equal bytes with the same version of zlib.
  package static func gzipped(_ text: [UInt8]) -> [UInt8]? { compressed(text, level: 1, window: 31, memory: 8) }

  private static func compressed(_ text: [UInt8], level: Int32, window: Int32, memory: Int32) -> [UInt8]? {
    // Allocated, because zlib stores the address of the stream it was initialized with.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer {
      stream.deinitialize(count: 1)
      stream.deallocate()
    }
    guard text.count < 1 << 30,
      deflateInit2_(
        stream, level, Z_DEFLATED, window, memory, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { deflateEnd(stream) }
    let room = Int(clamping: deflateBound(stream, UInt(text.count)))
    var isComplete = false
    let output = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      text.withUnsafeBufferPointer { input in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(clamping: buffer.count)
        isComplete = deflate(stream, Z_FINISH) == Z_STREAM_END
        count = buffer.count - Int(stream.pointee.avail_out)
      }
    }
    return isComplete ? output : nil
  }

  /// Returns `bytes` inflated. Throws `tooLarge` if the result exceeds `limit` bytes, and a fault if the data is
  /// damaged or incomplete.
  package static func inflated(_ bytes: [UInt8], limit: Int) throws(ArchiveFault) -> [UInt8] {
    let inflater = Inflater(.zlib)
    var rest = bytes[...]
    var output: [UInt8] = []
    while true {
      let step = inflater.step(rest, room: 1 << 16)
      rest = rest.dropFirst(step.consumed)
      guard step.output.count <= limit - output.count else {
        throw ArchiveFault(.tooLarge, "unpacks to more than \(limit) bytes")
      }
      output += step.output
      switch step.status {
      case .ended:
        guard rest.isEmpty else { throw ArchiveFault(.damaged, "damaged: data follows its end") }
        return output
      case .damaged(let reason): throw ArchiveFault(.damaged, "damaged: \(reason)")
      case .more:
        if step.output.isEmpty, step.consumed == 0 { throw .endsEarly }
      }
    }
  }
}
