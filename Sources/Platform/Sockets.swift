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

  /// Accepts a connection of a listening socket on which calls do not wait, and returns it with the address of the client.
  /// No program that starts at the same time inherits it.
  package func acceptConnection() throws(SystemError) -> (FileDescriptor, sockaddr_storage) {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let connection = try ChildProcess.withoutStarts { () throws(SystemError) in
      let number = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { accept(rawValue, $0, &length) }
      }
      guard number >= 0 else { throw .last }
      let connection = FileDescriptor(rawValue: number)
      do throws(SystemError) { try connection.prepareConnection() } catch {
        try? connection.close()
        throw error
      }
      return connection
    }
    return (connection, address)
  }

  /// Prevents programs that this process starts from inheriting a connection, and calls on it from waiting:
  /// accept(2) has no flags for this on every system.
  package func prepareConnection() throws(SystemError) {
    try setCloseOnExec()
    let flags = fcntl(rawValue, F_GETFL)
    guard flags >= 0, fcntl(rawValue, F_SETFL, flags | O_NONBLOCK) == 0 else { throw .last }
  }

  /// Waits until the file is ready or its other end is closed. Returns false if that was not so by `deadline`.
  package func isReady(for readiness: Readiness, by deadline: Moment) -> Bool {
    while true {
      let left = deadline.seconds(since: .now)
      if left <= 0 { return wait(for: readiness, milliseconds: 0) }
      // A signal ends a wait early.
      if wait(for: readiness, milliseconds: Int(min(left * 1000, 60_000)) + 1) { return true }
    }
  }
}
