package import Platform

/// The open connections. Old ones are dropped, so that slow connections cannot block others.
package final class ConnectionTable: Sendable {
  /// A connection in the table.
  package struct Entry: Sendable, Hashable {
    fileprivate let number: Int
  }

  private struct Open {
    var descriptor: FileDescriptor
    var network: PeerNetwork?
    /// Whether it is waiting for a request or for the client to close it.
    var isDroppable = true
    /// Whether it was dropped, and its thread has not closed it yet.
    var isDropped = false
  }

  private struct State {
    var next = 0
    var open: [Int: Open] = [:]
    /// The number of connections of each network.
    var counts: [PeerNetwork: Int] = [:]
  }

  private let limit: Int
  private let limitPerNetwork: Int
  private let state = Guarded(State())

  /// An empty table.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of connections.
  ///   - limitPerNetwork: The maximum number of connections from one network.
  package init(limit: Int, limitPerNetwork: Int = .max) {
    self.limit = max(1, limit)
    self.limitPerNetwork = max(1, limitPerNetwork)
  }

  /// The number of open connections.
  package var count: Int { state.withLock { $0.open.count } }

  /// Adds a connection. Returns `nil` if there are too many, and all of them are being answered, or if there are too many
  /// of its network.
  ///
  /// - Parameter network: Where the client is; `nil` if connections of its network are not counted.
  package func enter(_ descriptor: FileDescriptor, from network: PeerNetwork? = nil) -> Entry? {
    state.withLock { state in
      if let network, state.counts[network, default: 0] >= limitPerNetwork { return nil }
      if state.open.count >= limit, !Self.dropOldest(&state) { return nil }
      state.next += 1
      state.open[state.next] = Open(descriptor: descriptor, network: network)
      if let network { state.counts[network, default: 0] += 1 }
      return Entry(number: state.next)
    }
  }

  /// Sets whether a connection may be dropped. It must not be while its request is being answered.
  package func set(_ entry: Entry, isDroppable: Bool) {
    state.withLock { $0.open[entry.number]?.isDroppable = isDroppable }
  }

  /// Removes a connection and closes it under the lock, so that its descriptor is not shut down after it was reused.
  package func leave(_ entry: Entry, _ close: () -> Void) {
    state.withLock { state in
      if let network = state.open[entry.number]?.network {
        let rest = state.counts[network, default: 1] - 1
        state.counts[network] = rest > 0 ? rest : nil
      }
      state.open[entry.number] = nil
      close()
    }
  }

  /// Drops the oldest connection that may be dropped.
  package func dropOldest() { state.withLock { _ = Self.dropOldest(&$0) } }

  /// Shuts down the oldest droppable connection; its reader then closes it.
  private static func dropOldest(_ state: inout State) -> Bool {
    let waiting = state.open.filter { $0.value.isDroppable && !$0.value.isDropped }.min { $0.key < $1.key }
    guard let waiting else { return false }
    waiting.value.descriptor.shutDown(.both)
    state.open[waiting.key]?.isDropped = true
    return true
  }
}
