import Foundation
import Platform
import Testing

/// Threads whose start can fail.
@Suite struct SystemThreadTests {
  @Test func aThreadRuns() throws {
    let ended = DispatchSemaphore(value: 0)
    let count = Guarded(0)
    for _ in 0..<10 {
      try SystemThread.start(stackSize: 512 << 10) {
        count.withLock { $0 += 1 }
        ended.signal()
      }
    }
    for _ in 0..<10 { #expect(ended.wait(timeout: .now() + 60) == .success) }
    #expect(count.withLock { $0 } == 10)
  }

  @Test func aThreadThatCannotBeStartedIsAnError() {
    // Less than the minimum of every system.
    #expect(throws: SystemError.self) { try SystemThread.start(stackSize: 1) { Issue.record("it runs") } }
  }
}
