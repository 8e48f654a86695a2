internal import FlyingSocks
internal import Foundation
package import Platform

/// A listening socket whose connections are read by threads, with calls that have deadlines.
///
/// `PageServer` uses the event loop of FlyingSocks instead, for which writing to a disk would block all connections.
package struct SocketListener: Sendable {
  /// Why a listener was not opened; the text is the system's reason.
  package struct Failure: Error, Equatable, Sendable {
    /// The address.
    package var address: ListenAddress
    /// The reason of the system.
    package var reason: String
  }

  /// A connection that was accepted. It is closed by the code that takes it.
  package struct Accepted: Sendable {
    /// The descriptor, on which calls do not wait.
    package var descriptor: FileDescriptor
    /// Where the client is; `nil` if the system does not state it.
    package var network: PeerNetwork?
  }

  /// What `accept` returned.
  package enum Arrival: Sendable {
    case connection(Accepted)
    /// No client connected in this time.
    case none
    /// The system has no descriptor or no memory for a connection.
    case exhausted
    /// The client disconnected at once, or another reason for which nothing can be done.
    case failed
  }

  /// The address, with the port that was selected.
  package let address: ListenAddress
  private let socket: Socket

  /// Begins to listen.
  package init(_ wanted: ListenAddress) throws(Failure) {
    do {
      let socket = try Self.open(wanted)
      self.socket = socket
      switch try socket.sockname() {
      case .ip4(_, let port), .ip6(_, let port): address = wanted.with(port: port)
      case .unix: throw SocketError.unsupportedAddress
      }
    } catch {
      var reason = "\(error)"
      if case SocketError.failed(_, _, let message) = error { reason = message }
      throw Failure(address: wanted, reason: reason)
    }
  }

  private static func open(_ address: ListenAddress) throws -> Socket {
    if address.isIPv6 { return try listen(on: .inet6(ip6: address.host, port: address.port)) }
    return try listen(on: .inet(ip4: address.host, port: address.port))
  }

  private static func listen(on address: some SocketAddress) throws -> Socket {
    let socket = try Socket(domain: Int32(type(of: address).family))
    do {
      try socket.setValue(true, for: .localAddressReuse)
      try FileDescriptor(rawValue: socket.file.rawValue).prepareConnection()
      try socket.bind(to: address)
    } catch {
      try? socket.close()
      throw error
    }
    // If this fails, it closes the socket.
    try socket.listen()
    return socket
  }

  /// Waits for a connection, at most this time.
  package func accept(milliseconds: Int) -> Arrival {
    let deadline = Moment.now.advanced(by: Double(milliseconds) / 1000)
    guard FileDescriptor(rawValue: socket.file.rawValue).isReady(for: .reading, by: deadline) else { return .none }
    do throws(SystemError) {
      let (descriptor, address) = try FileDescriptor(rawValue: socket.file.rawValue).acceptConnection()
      return .connection(Accepted(descriptor: descriptor, network: Self.network(of: address)))
    } catch {
      return Self.arrival(after: error)
    }
  }

  /// What an error of accept(2) means. Only if the system is exhausted, another connection has to be closed first.
  static func arrival(after error: SystemError) -> Arrival {
    switch error {
    case .wouldBlock: .none
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noBufferSpace, .noMemory: .exhausted
    default: .failed
    }
  }

  /// Closes the socket. Connections that were accepted remain open.
  package func close() { try? socket.close() }

  /// The bytes of the address are at the same offsets on every system.
  private static func network(of address: sockaddr_storage) -> PeerNetwork? {
    let bytes = withUnsafeBytes(of: address) { Array($0.prefix(24)) }
    switch Int32(address.ss_family) {
    case AF_INET: return PeerNetwork(address: Array(bytes[4..<8]))
    case AF_INET6: return PeerNetwork(address: Array(bytes[8..<24]))
    default: return nil
    }
  }
}
