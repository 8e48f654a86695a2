import Foundation
import Synchronization
import Testing

@testable import Workflow

@Suite struct OrderedWorkTests {
  @Test(arguments: [1, 2, 5])
  func resultsHaveTheOrderOfTheInputs(jobs: Int) {
    var results: [Int] = []
    OrderedWork.run(Array(0..<500), jobs: jobs) { input in
      if input % 7 == 0 { Thread.sleep(forTimeInterval: 0.0005) }
      return input * 2
    } consume: {
      results.append($0)
      return true
    }
    #expect(results == (0..<500).map { $0 * 2 })
  }

  /// A consumer that stops for a while does not fill the memory: at most `jobs * waiting` results are ahead of it.
  @Test(arguments: [(2, 3), (3, 4), (4, 20)])
  func resultsAheadOfTheConsumerAreLimited(jobs: Int, waiting: Int) {
    let started = Atomic(0)
    var consumed = 0
    var ahead = 0
    OrderedWork.run(Array(0..<400), jobs: jobs, waiting: waiting) { _ in
      started.add(1, ordering: .sequentiallyConsistent)
    } consume: { _ in
      consumed += 1
      if consumed == 1 || consumed == 100 { Thread.sleep(forTimeInterval: 0.1) }
      ahead = max(ahead, started.load(ordering: .sequentiallyConsistent) - consumed)
      return true
    }
    #expect(consumed == 400)
    #expect(ahead <= jobs * waiting, "\(ahead)")
  }

  @Test func nothingStartsAfterTheConsumerStops() {
    let started = Atomic(0)
    OrderedWork.run(Array(0..<1000), jobs: 2) { _ in
      started.add(1, ordering: .sequentiallyConsistent)
    } consume: { _ in
      false
    }
    Thread.sleep(forTimeInterval: 0.05)
    #expect(started.load(ordering: .sequentiallyConsistent) <= 1 + 2 * 4)
  }
}
