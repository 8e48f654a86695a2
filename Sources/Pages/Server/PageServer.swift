internal import FlyingSocks
internal import Platform

/// Serves the pages of a history to this machine's browser, live.
///
/// It listens on loopback only, answers GET and HEAD only, and asks each request for the token that stands in the
/// printed address. Sockets and their event loop are FlyingSocks; requests are read here, because FlyingFox's own
/// server sets no bound on a head, on the time it may take and on the number of connections, keeps the last of several
/// `Host` fields, and ends when a connection cannot be accepted.
package struct PageServer: Sendable {
  /// What one connection, and all together, may use.
  package struct Limits: Sendable {
    /// Connections at once. One more closes the oldest that has not sent its request yet.
    package var connections = 64
    /// Time for the head of a request.
    package var head = Duration.seconds(5)
    /// Time for a whole connection.
    package var connection = Duration.seconds(30)

    /// Creates the default limits.
    package init() {}
  }

  /// Why the server did not start.
  package enum Failure: Error, Equatable, Sendable {
    /// The port cannot be had; the text is the system's reason.
    case port(UInt16, String)
  }

  private let source: any PageSource
  private let port: UInt16
  private let limits: Limits
  private let token = AccessToken()

  /// A server of the pages of `source` on `port`; 0 takes one that is free.
  package init(_ source: any PageSource, port: UInt16, limits: Limits = Limits()) {
    self.source = source
    self.port = port
    self.limits = limits
  }

  /// Serves until the task is cancelled; then returns.
  ///
  /// - Parameters:
  ///   - onListening: Called once with the address to open, which contains the token.
  ///   - onFault: Called with what the source threw; the browser is told only that something failed.
  /// - Throws: `Failure` when the port cannot be had.
  package func run(
    onListening: @Sendable (_ address: String) -> Void, onFault: @escaping @Sendable (any Error) -> Void = { _ in }
  ) async throws {
    // Writing to a peer that has gone must not end the process.
    CurrentProcess.ignoreBrokenPipes()
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
        // Only an error or the end of the task ends one of them; then all end.
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
          guard let entry = connections.enter(socket.socket.file.rawValue) else {
            try? socket.close()
            continue
          }
          group.addTask {
            await Connection(socket: socket, entry: entry, table: connections, limits: limits).serve(handler)
            connections.leave(entry) { try? socket.close() }
          }
        } catch SocketError.failed {
          // No descriptor left, or a peer that has gone: others will come. The pause keeps this from spinning.
          connections.dropOldest()
          try await Task.sleep(for: .milliseconds(50))
        }
      }
    }
  }
}

/// The sockets that accept: 127.0.0.1, and ::1 where there is one.
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
    // A machine without IPv6 has no ::1, and nothing is lost: the printed address is the other.
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
