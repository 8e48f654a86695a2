import Foundation
package import Pages
import Platform

/// The server of the endpoint: a thread for each listening address, and one for each connection.
///
/// Threads and not tasks: a connection waits for the disk several times, and tasks that wait for a disk block a thread that
/// other tasks need. The number of connections is limited, and so are the threads.
package final class ReceiverServer: Sendable {
  private let listeners: [SocketListener]
  private let state: ReceiverState
  private let connections: ConnectionTable
  private let onAnswer: @Sendable (ReceiverAnswer.Status) -> Void
  private let run = Guarded((isStopped: false, threads: 0))

  /// The interval at which a listening thread checks whether it is to end, in milliseconds.
  private static let interval = 200
  private static let pauseAfterFailure = 50
  private static let stackSize = 512 << 10

  /// Begins to listen, and accepts no connections yet.
  ///
  /// - Parameter onAnswer: Called with the status of each answer, on any thread.
  package init(
    _ addresses: [ListenAddress], _ state: ReceiverState, onAnswer: @escaping @Sendable (ReceiverAnswer.Status) -> Void
  ) throws(SocketListener.Failure) {
    // Writing to a closed connection must not terminate the process.
    CurrentProcess.ignoreWriteSignals()
    var listeners: [SocketListener] = []
    for address in addresses {
      do throws(SocketListener.Failure) { listeners.append(try SocketListener(address)) } catch {
        for listener in listeners { listener.close() }
        throw error
      }
    }
    self.listeners = listeners
    (self.state, self.onAnswer) = (state, onAnswer)
    connections = ConnectionTable(
      limit: state.limits.connections, limitPerNetwork: state.limits.connectionsPerNetwork)
  }

  /// The addresses, with the ports that were selected.
  package var addresses: [ListenAddress] { listeners.map(\.address) }

  /// Accepts connections, on threads of its own, until `stop`.
  package func start() {
    for listener in listeners {
      startThread { [self] in
        accept(from: listener)
        listener.close()
      }
    }
  }

  /// Accepts no further connection, and waits a while for those that are open.
  package func stop(seconds: Double) {
    run.change { $0.isStopped = true }
    _ = run.wait(until: .now.advanced(by: seconds)) { $0.threads == 0 ? true : nil }
  }

  private func startThread(_ body: @escaping @Sendable () -> Void) {
    run.withLock { $0.threads += 1 }
    let thread = Thread { [run] in
      body()
      run.change { $0.threads -= 1 }
    }
    thread.stackSize = Self.stackSize
    thread.start()
  }

  private func accept(from listener: SocketListener) {
    while !run.withLock({ $0.isStopped }) {
      switch listener.accept(milliseconds: Self.interval) {
      case .none: continue
      case .failed:
        // No descriptor is left, or the client disconnected. Continue with others, after a pause to avoid a busy loop.
        connections.dropOldest()
        SystemClock.sleep(milliseconds: Self.pauseAfterFailure)
      case .connection(let accepted): serve(accepted)
      }
    }
  }

  private func serve(_ accepted: SocketListener.Accepted) {
    let socket = accepted.descriptor
    let network = accepted.network?.isLoopback == true ? nil : accepted.network
    guard let entry = connections.enter(socket, from: network) else {
      try? socket.close()
      return
    }
    startThread { [self] in
      let exchange = RequestExchange(SocketTransport(socket: socket), state) { [connections] isDroppable in
        connections.set(entry, isDroppable: isDroppable)
      }
      if let answer = exchange.serve() { onAnswer(answer.status) }
      connections.leave(entry) { try? socket.close() }
    }
  }
}
