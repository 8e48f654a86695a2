package import Pages
package import Platform

/// The server of the endpoint: a thread for each listening address, and one for each connection.
///
/// Threads and not tasks: a connection waits for the disk several times, and tasks that wait for a disk block a thread that
/// other tasks need. The number of connections is limited, and so are the threads.
package final class ReceiverServer: Sendable {
  private let listeners: [SocketListener]
  private let state: ReceiverState
  private let connections: ConnectionTable
  private let onTick: @Sendable () -> Void
  private let onAnswer: @Sendable (ReceiverAnswer.Status) -> Void
  private let run = Guarded((isStopped: false, threads: 0))

  /// The interval at which a listening thread checks whether it is to end, in milliseconds.
  private static let interval = 200
  private static let pauseAfterFailure = 50
  private static let stackSize = 512 << 10
  /// The number of failures in succession after which accepting pauses, too.
  private static let failuresAtOnce = 100

  /// Begins to listen, and accepts no connections yet.
  ///
  /// - Parameters:
  ///   - onTick: Called several times a second, on any thread.
  ///   - onAnswer: Called with the status of each answer, on any thread.
  package init(
    _ addresses: [ListenAddress], _ state: ReceiverState, onTick: @escaping @Sendable () -> Void = {},
    onAnswer: @escaping @Sendable (ReceiverAnswer.Status) -> Void
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
    (self.state, self.onTick, self.onAnswer) = (state, onTick, onAnswer)
    connections = ConnectionTable(
      limit: state.limits.connections, limitPerNetwork: state.limits.connectionsPerNetwork)
  }

  /// The addresses, with the ports that were selected.
  package var addresses: [ListenAddress] { listeners.map(\.address) }

  /// Accepts connections, on threads of its own, until `stop`.
  package func start() throws(SystemError) {
    for listener in listeners {
      try startThread { [self] in
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

  private func startThread(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    run.withLock { $0.threads += 1 }
    do throws(SystemError) {
      try SystemThread.start(stackSize: Self.stackSize) { [run] in
        body()
        run.change { $0.threads -= 1 }
      }
    } catch {
      run.change { $0.threads -= 1 }
      throw error
    }
  }

  private func accept(from listener: SocketListener) {
    var failures = 0
    while !run.withLock({ $0.isStopped }) {
      onTick()
      switch listener.accept(milliseconds: Self.interval) {
      case .none: failures = 0
      case .connection(let accepted):
        failures = 0
        serve(accepted)
      case .exhausted:
        connections.dropOldest()
        SystemClock.sleep(milliseconds: Self.pauseAfterFailure)
      case .failed:
        // Usually, the client disconnected. The pause avoids a busy loop for other reasons.
        failures += 1
        if failures >= Self.failuresAtOnce { SystemClock.sleep(milliseconds: Self.pauseAfterFailure) }
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
    do throws(SystemError) { try startThread { [self] in answer(socket, entry) } } catch {
      connections.leave(entry) { try? socket.close() }
    }
  }

  private func answer(_ socket: FileDescriptor, _ entry: ConnectionTable.Entry) {
    let exchange = RequestExchange(SocketTransport(socket: socket), state) { [connections] isDroppable in
      connections.set(entry, isDroppable: isDroppable)
    }
    if let answer = exchange.serve() { onAnswer(answer.status) }
    connections.leave(entry) { try? socket.close() }
  }
}
