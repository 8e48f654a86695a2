internal import FlyingSocks
internal import Platform

/// A server of the pages of a history for browsers on this machine.
///
/// It listens on loopback only, answers GET, HEAD and the forms of its pages only, and requires the token from the printed address. Sockets and
/// their event loop come from FlyingSocks. Requests are parsed here, because FlyingFox's server has no limit for the size
/// of a head, its time and the number of connections, uses the last of several `Host` fields, and stops when a connection
/// cannot be accepted.
package struct PageServer: Sendable {
  /// The limits of connections.
  package struct Limits: Sendable {
    /// The maximum number of open connections. A further one closes the oldest that has not yet sent its request.
    package var connections = 64
    /// The maximum time for the head of a request.
    package var head = Duration.seconds(5)
    /// The maximum time for a connection.
    package var connection = Duration.seconds(30)

    /// Creates the default limits.
    package init() {}
  }

  /// Why the server did not start.
  package enum Failure: Error, Equatable, Sendable {
    /// The port is not available; the text is the system's reason.
    case port(UInt16, String)
  }

  private let source: any PageSource
  private let port: UInt16
  private let limits: Limits
  private let token = AccessToken()

  /// Creates a server of the pages of `source` on `port`; 0 selects a free port.
  package init(_ source: any PageSource, port: UInt16, limits: Limits = Limits()) {
    self.source = source
    self.port = port
    self.limits = limits
  }

  /// Serves pages until the task is canceled, then returns.
  ///
  /// - Parameters:
  ///   - onListening: Called once with the address to open, which contains the token.
  ///   - onFault: Called with errors of the source. The browser only gets a general message.
  /// - Throws: `Failure` if the port is not available.
  package func run(
    onListening: @Sendable (_ address: String) -> Void, onFault: @escaping @Sendable (any Error) -> Void = { _ in }
  ) async throws {
    // Writing to a closed connection must not terminate the process.
    CurrentProcess.ignoreWriteSignals()
    let pool: some AsyncSocketPool = SocketPool.make(maxEvents: 64)
    try await pool.prepare()
    let listeners = try Listeners(port: port)
    defer { listeners.close() }
    let handler = PageHandler(source: source, token: token, port: listeners.port, report: onFault)
    let connections = ConnectionTable(limit: limits.connections)
    onListening("http://127.0.0.1:\(listeners.port)/?token=\(token.text)")
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await pool.run() }
        for socket in listeners.sockets {
          let listener = try AsyncSocket(socket: socket, pool: pool)
          group.addTask { try await accept(from: listener, handler, connections) }
        }
        // A child task ends only by an error or cancellation. Then all others are canceled.
        defer { group.cancelAll() }
        try await group.next()
      }
    } catch {
      if !Task.isCancelled { throw error }
    }
  }

  private func accept(
    from listener: AsyncSocket, _ handler: PageHandler, _ connections: ConnectionTable
  ) async throws {
    try await withThrowingDiscardingTaskGroup { group in
      while !Task.isCancelled {
        do {
          let socket = try await listener.accept()
          guard let entry = connections.enter(FileDescriptor(rawValue: socket.socket.file.rawValue)) else {
            try? socket.close()
            continue
          }
          group.addTask {
            await Connection(socket: socket, entry: entry, table: connections, limits: limits).serve(handler)
            connections.leave(entry) { try? socket.close() }
          }
        } catch SocketError.failed {
          // No descriptor is left, or the client disconnected. Continue with other connections, after a pause to avoid a
          // busy loop.
          connections.dropOldest()
          try await Task.sleep(for: .milliseconds(50))
        }
      }
    }
  }
}

/// The listening sockets: 127.0.0.1, and ::1 if the machine has IPv6.
private struct Listeners {
  let port: UInt16
  let sockets: [Socket]

  init(port wanted: UInt16) throws(PageServer.Failure) {
    let first: Socket
    do {
      first = try Self.listen(on: .inet(ip4: "127.0.0.1", port: wanted))
      guard case .ip4(_, let bound) = try first.sockname() else { throw SocketError.unsupportedAddress }
      port = bound
    } catch {
      throw .port(wanted, Self.reason(error))
    }
    // On a machine without IPv6 there is no ::1. The printed address is 127.0.0.1.
    sockets = [first] + [try? Self.listen(on: .loopback(port: port))].compactMap(\.self)
  }

  func close() {
    for socket in sockets { try? socket.close() }
  }

  private static func listen(on address: some SocketAddress) throws -> Socket {
    let socket = try Socket(domain: Int32(type(of: address).family))
    do {
      try socket.setValue(true, for: .localAddressReuse)
      try socket.bind(to: address)
      try socket.listen()
    } catch {
      try? socket.close()
      throw error
    }
    return socket
  }

  private static func reason(_ error: any Error) -> String {
    if case SocketError.failed(_, _, let message) = error { return message }
    return "\(error)"
  }
}
