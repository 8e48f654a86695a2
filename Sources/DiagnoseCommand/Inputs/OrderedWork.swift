import Foundation

/// Works on many inputs at once and hands the results on in the order of the inputs.
enum OrderedWork {
  /// Calls `transform` for each input on up to `jobs` threads, and `consume` on the caller's thread with each result, in
  /// order. Ends early when `consume` returns `false`. Up to `waiting` results for each thread wait for the consumer, so
  /// that a slow one does not fill the memory, and one that is slow now and then does not hold the threads up.
  static func run<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], jobs: Int, waiting: Int = 4, transform: @escaping @Sendable (Input) -> Output,
    consume: (Output) throws -> Bool
  ) rethrows {
    guard jobs > 1, inputs.count > 1 else {
      for input in inputs where try !consume(transform(input)) { return }
      return
    }
    let board = OrderedResults<Output>(count: inputs.count, window: jobs * waiting)
    defer { board.stop() }
    for _ in 0..<min(jobs, inputs.count) {
      let thread = Thread {
        while let index = board.next() { board.put(transform(inputs[index]), at: index) }
      }
      // Other threads than the first get half a megabyte on a Mac, and reports nest.
      thread.stackSize = 8 << 20
      thread.start()
    }
    for index in inputs.indices where try !consume(board.take(index)) { return }
  }

  /// Where threads take inputs from and put results.
  private final class OrderedResults<Output>: @unchecked Sendable {
    private let condition = NSCondition()
    private let count: Int
    private let window: Int
    private var started = 0
    private var taken = 0
    private var results: [Int: Output] = [:]
    private var isStopped = false

    init(count: Int, window: Int) {
      self.count = count
      self.window = window
    }

    /// The next input to work on; waits while too many results are waiting; `nil` when there is none.
    func next() -> Int? {
      condition.withLock {
        while !isStopped, started < count, started >= taken + window { condition.wait() }
        guard !isStopped, started < count else { return nil }
        started += 1
        return started - 1
      }
    }

    func put(_ result: Output, at index: Int) {
      condition.withLock {
        results[index] = result
        condition.broadcast()
      }
    }

    func take(_ index: Int) -> Output {
      condition.withLock {
        while true {
          if let result = results.removeValue(forKey: index) {
            taken = index + 1
            condition.broadcast()
            return result
          }
          condition.wait()
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
