import Foundation
import Testing

@testable import Platform

@Suite struct GuardedTests {
  /// Starts a thread with its own stack, because a test that blocks those of the pool could block itself.
  private func start(_ body: @escaping @Sendable () -> Void) { Thread.detachNewThread(body) }

  @Test func threadsAccessTheValueOneAtATime() {
    let value = Guarded((sum: 0, done: 0))
    for _ in 0..<4 {
      start {
        for _ in 0..<1000 { value.withLock { $0.sum += 1 } }
        value.change { $0.done += 1 }
      }
    }
    #expect(value.wait { $0.done == 4 ? $0.sum : nil } == 4000)
  }

  @Test func aWaitEndsWithTheChange() {
    let value = Guarded<[Int]>([])
    start { value.change { $0.append(7) } }
    #expect(value.wait { $0.popLast() } == 7)
    #expect(value.withLock(\.isEmpty))
  }

  @Test func aWaitEndsAtItsDeadline() {
    let value = Guarded<Int?>(nil)
    let begin = Moment.now
    #expect(value.wait(until: begin.advanced(by: 0.03)) { $0 } == nil)
    #expect(Moment.now.seconds(since: begin) >= 0.03)
    #expect(value.wait(until: .distantPast) { $0 } == nil)
    #expect(Guarded<Int?>(1).wait(until: .distantPast) { $0 } == 1)
  }

  /// A thread that is woken without a reason waits on.
  @Test func aChangeOfSomethingElseDoesNotEndTheWait() {
    let value = Guarded((count: 0, isDone: false))
    start {
      for _ in 0..<50 { value.change { $0.count += 1 } }
      value.change { $0.isDone = true }
    }
    #expect(value.wait(until: .now.advanced(by: 60)) { $0.isDone ? $0.count : nil } == 50)
  }

  @Test func errorsLeaveTheLock() {
    struct Fault: Error {}
    let value = Guarded(0)
    #expect(throws: Fault.self) { try value.change { _ throws(Fault) in throw Fault() } }
    #expect(value.withLock { $0 } == 0)
  }
}

@Suite struct MomentTests {
  @Test func momentsAreOrdered() {
    let now = Moment.now
    #expect(now.advanced(by: 1.5).seconds(since: now) == 1.5 && now.advanced(by: -1) < now)
    #expect(Moment.now >= now && .distantPast < now && now < .distantFuture)
  }

  @Test(arguments: [1e300, -1e300, Double.infinity, -.infinity, 1e10, -1e10])
  func intervalsBeyondTheClockAreItsEnds(_ seconds: Double) {
    let end: Moment = seconds < 0 ? .distantPast : .distantFuture
    #expect(Moment.now.advanced(by: seconds) == end)
    #expect(Moment.distantFuture.advanced(by: abs(seconds)) == .distantFuture)
    #expect(Moment.distantPast.advanced(by: -abs(seconds)) == .distantPast)
  }

  @Test func aClockOfATestMoves() {
    let moment = Guarded(Moment.now)
    let clock = MonotonicClock { moment.withLock { $0 } }
    let begin = clock.now
    #expect(clock.now == begin)
    moment.withLock { $0 = $0.advanced(by: 60) }
    #expect(clock.now.seconds(since: begin) == 60)
    #expect(MonotonicClock.system.now > begin)
  }
}
