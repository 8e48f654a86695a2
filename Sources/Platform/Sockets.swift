#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

extension FileDescriptor {
  /// A direction of a socket.
  package enum Direction: Sendable {
    case writing
    case both
  }

  /// Ends the transfer in a direction; the socket stays open (shutdown(2)). Errors, such as a closed peer, are ignored.
  package func shutDown(_ direction: Direction) {
    switch direction {
    case .writing: shutdown(rawValue, Int32(SHUT_WR))
    case .both: shutdown(rawValue, Int32(SHUT_RDWR))
    }
  }
}
