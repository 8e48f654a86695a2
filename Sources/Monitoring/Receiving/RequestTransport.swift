import Pages
package import Platform

/// A connection as the endpoint uses it. Tests have their own.
package protocol RequestTransport {
  /// Reads the bytes that are available, at most `count`, and waits for the first one.
  func read(atMost count: Int, until deadline: Moment) -> TransportArrival
  /// Writes all bytes; returns false if that was not possible by the deadline.
  func write(_ bytes: [UInt8], until deadline: Moment) -> Bool
  /// States to the client that nothing more is sent.
  func finishWriting()
}

/// What a read of a connection gave.
package enum TransportArrival: Equatable, Sendable {
  case bytes([UInt8])
  /// The client sends nothing more.
  case ended
  /// Nothing arrived by the deadline.
  case late
  /// The connection is broken.
  case failed
}

/// A connection of the system.
struct SocketTransport: RequestTransport {
  let socket: FileDescriptor

  func read(atMost count: Int, until deadline: Moment) -> TransportArrival {
    while true {
      guard socket.isReady(for: .reading, by: deadline) else { return .late }
      var failure: SystemError?
      let bytes = [UInt8](unsafeUninitializedCapacity: max(1, count)) { buffer, filled in
        do throws(SystemError) { filled = try socket.read(into: UnsafeMutableRawBufferPointer(buffer)) } catch {
          failure = error
        }
      }
      if failure == .wouldBlock { continue }
      if failure != nil { return .failed }
      return bytes.isEmpty ? .ended : .bytes(bytes)
    }
  }

  func write(_ bytes: [UInt8], until deadline: Moment) -> Bool {
    bytes.withUnsafeBytes { part in
      let written = try? socket.write(part, until: { Moment.now >= deadline })
      return written == part.count
    }
  }

  func finishWriting() { socket.shutDown(.writing) }
}
