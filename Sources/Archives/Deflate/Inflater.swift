import CZlib

/// A zlib inflate stream, run step by step.
final class Inflater {
  /// The container format (RFC 1951, 1950 and 1952), as the `windowBits` of zlib; 32 KiB is the maximum window.
  enum Form: Int32 {
    case raw = -15
    case zlib = 15
    case gzip = 31
  }

  enum Status {
    case more
    /// The stream is complete, and its checksum matches.
    case ended
    case damaged(String)
  }

  struct Step {
    var output: [UInt8]
    var consumed: Int
    var status: Status
  }

  /// Allocated, because zlib stores the address of the stream it was initialized with.
  private let stream: UnsafeMutablePointer<z_stream>
  private let isReady: Bool

  init(_ form: Form) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    isReady = inflateInit2_(stream, form.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
  }

  deinit {
    if isReady { inflateEnd(stream) }
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Prepares for another stream of the same form.
  func reset() -> Bool { isReady && inflateReset(stream) == Z_OK }

  /// Inflates some of `input` into at most `room` bytes.
  func step(_ input: ArraySlice<UInt8>, room: Int) -> Step {
    guard isReady else { return Step(output: [], consumed: 0, status: .damaged("zlib could not be initialized")) }
    let available = min(input.count, 1 << 20)
    var consumed = 0
    var status = Status.more
    let output = [UInt8](unsafeUninitializedCapacity: max(1, min(room, 1 << 20))) { buffer, count in
      input.withUnsafeBufferPointer { bytes in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        stream.pointee.avail_in = UInt32(available)
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(buffer.count)
        let code = inflate(stream, Z_NO_FLUSH)
        consumed = available - Int(stream.pointee.avail_in)
        count = buffer.count - Int(stream.pointee.avail_out)
        switch code {
        case Z_OK, Z_BUF_ERROR: status = .more
        case Z_STREAM_END: status = .ended
        default: status = .damaged(stream.pointee.msg.map { String(cString: $0) } ?? "zlib error \(code)")
        }
        // Neither buffer outlives this call.
        stream.pointee.next_in = nil
        stream.pointee.avail_in = 0
        stream.pointee.next_out = nil
        stream.pointee.avail_out = 0
      }
    }
    return Step(output: output, consumed: consumed, status: status)
  }
}

/// The CRC-32 checksum of zip and gzip (ISO 3309).
package struct CRC32: Equatable {
  /// The checksum of the bytes so far.
  package private(set) var value: UInt32 = 0

  /// Creates the checksum of no bytes.
  package init() {}

  /// Adds bytes.
  package mutating func update(_ bytes: [UInt8]) {
    var sum = UInt(value)
    bytes.withUnsafeBufferPointer { buffer in
      var offset = 0
      while offset < buffer.count {
        let part = UnsafeBufferPointer(rebasing: buffer[offset..<(offset + min(1 << 20, buffer.count - offset))])
        sum = crc32(sum, part.baseAddress, UInt32(part.count))
        offset += part.count
      }
    }
    value = UInt32(truncatingIfNeeded: sum)
  }
}
