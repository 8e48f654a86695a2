import Foundation
import Platform

/// Processes many inputs concurrently and delivers the results in the order of the inputs.
enum OrderedWork {
  /// Calls `transform` for each input on up to `jobs` threads, and `consume` on the caller's thread with each result,
  /// in order. Stops early if `consume` returns `false`. Up to `waiting` results per thread are buffered: a slow
  /// consumer does not fill the memory, and one that is slow at times does not block the threads. If many are buffered,
  /// results are delivered in groups, up to 5 ms later.
  static func run<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], jobs: Int, waiting: Int = 4, transform: @escaping @Sendable (Input) -> Output,
    consume: (Output) throws -> Bool
  ) rethrows {
    guard jobs > 1, inputs.count > 1 else {
      for input in inputs where try !consume(transform(input)) { return }
      return
    }
    let results = OrderedResults<Output>(count: inputs.count, window: jobs * waiting)
    defer { results.stop() }
    for _ in 0..<min(jobs, inputs.count) {
      let thread = Thread {
        while let index = results.next() { results.put(transform(inputs[index]), at: index) }
      }
      // On a Mac, secondary threads get a stack of 512 KB, which is too small for nested reports.
      thread.stackSize = 8 << 20
      thread.start()
    }
    for index in inputs.indices where try !consume(results.take(index)) { return }
  }

  /// The shared state: the next input for a thread, and the results.
  private final class OrderedResults<Output>: Sendable {
    private struct State {
      var started = 0
      var taken = 0
      var results: [Int: Output] = [:]
      var isStopped = false
      /// The index whose result the consumer waits for.
      var awaited: Int?
      /// The number of threads that wait for space in the buffer.
      var blocked = 0
    }

    private let state = Guarded(State())
    private let count: Int
    private let window: Int
    /// The number of results that wakes the consumer.
    private let group: Int

    init(count: Int, window: Int) {
      self.count = count
      self.window = window
      group = window < 64 ? 1 : 16
    }

    /// Returns the index of the next input. Waits while the buffer is full; returns `nil` if there is no input left.
    func next() -> Int? {
      var isBlocked = false
      return state.wait { state -> Int?? in
        if !state.isStopped, state.started < count, state.started >= state.taken + window {
          if !isBlocked { state.blocked += 1 }
          isBlocked = true
          return nil
        }
        if isBlocked { state.blocked -= 1 }
        guard !state.isStopped, state.started < count else { return .some(nil) }
        state.started += 1
        return state.started - 1
      }
    }

    func put(_ result: Output, at index: Int) {
      let completesGroup = state.withLock { state in
        state.results[index] = result
        return state.awaited.map { state.results.count >= group && state.results[$0] != nil } ?? false
      }
      // Waking a thread takes longer than handling a result.
      if completesGroup { state.wake() }
    }

    func take(_ index: Int) -> Output {
      // There may never be a complete group, if one input takes long or it is the last one.
      while true {
        let deadline = group > 1 ? Moment.now.advanced(by: 0.005) : .distantFuture
        let taken = state.wait(until: deadline) { state -> (result: Output, unblocks: Bool)? in
          guard let result = state.results.removeValue(forKey: index) else {
            state.awaited = index
            return nil
          }
          state.awaited = nil
          state.taken = index + 1
          // Blocked threads are woken when half of the buffer is free, not for each result.
          return (result, state.blocked > 0 && state.started - state.taken <= window / 2)
        }
        guard let taken else { continue }
        if taken.unblocks { state.wake() }
        return taken.result
      }
    }

    func stop() { state.change { $0.isStopped = true } }
  }
}
