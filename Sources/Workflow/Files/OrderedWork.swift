import Foundation

/// Processes many inputs concurrently and delivers the results in the order of the inputs.
package enum OrderedWork {
  /// Returns the number of threads for a number of inputs. Asks the system for the processor count only if needed.
  ///
  /// - Parameter jobs: The number that the user chose; `nil` for one per processor.
  package static func width(_ jobs: Int?, for inputs: Int) -> Int {
    guard inputs > 1 else { return 1 }
    return jobs ?? max(1, ProcessInfo.processInfo.activeProcessorCount)
  }

  /// Calls `transform` for each input on up to `jobs` threads, and `consume` on the caller's thread with each result,
  /// in order. Stops early if `consume` returns `false`. Up to `waiting` results per thread are buffered: a slow
  /// consumer does not fill the memory, and one that is slow at times does not block the threads. If many are buffered,
  /// results are delivered in groups, up to 5 ms later.
  package static func run<Input: Sendable, Output: Sendable>(
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
  private final class OrderedResults<Output>: @unchecked Sendable {
    private let condition = NSCondition()
    private let count: Int
    private let window: Int
    /// The number of results that wakes the consumer.
    private let group: Int
    private var started = 0
    private var taken = 0
    private var results: [Int: Output] = [:]
    private var isStopped = false
    /// The index whose result the consumer waits for.
    private var awaited: Int?
    /// The number of threads that wait for space in the buffer.
    private var blocked = 0

    init(count: Int, window: Int) {
      self.count = count
      self.window = window
      group = window < 64 ? 1 : 16
    }

    /// Returns the index of the next input. Waits while the buffer is full; returns `nil` if there is no input left.
    func next() -> Int? {
      condition.withLock {
        while !isStopped, started < count, started >= taken + window {
          blocked += 1
          condition.wait()
          blocked -= 1
        }
        guard !isStopped, started < count else { return nil }
        started += 1
        return started - 1
      }
    }

    func put(_ result: Output, at index: Int) {
      condition.withLock {
        results[index] = result
        // Waking a thread takes longer than handling a result.
        if let awaited, results.count >= group, results[awaited] != nil { condition.broadcast() }
      }
    }

    func take(_ index: Int) -> Output {
      condition.withLock {
        while true {
          if let result = results.removeValue(forKey: index) {
            taken = index + 1
            // Blocked threads are woken when half of the buffer is free, not for each result.
            if blocked > 0, started - taken <= window / 2 { condition.broadcast() }
            return result
          }
          awaited = index
          if group > 1 {
            // There may never be a complete group, if one input takes long or it is the last one.
            _ = condition.wait(until: Date(timeIntervalSinceNow: 0.005))
          } else {
            condition.wait()
          }
          awaited = nil
        }
      }
    }

    func stop() {
      condition.withLock {
        isStopped = true
        condition.broadcast()
      }
    }
  }
}
