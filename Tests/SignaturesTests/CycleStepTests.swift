import Testing

@testable import Signatures

/// Sequences of frames that repeat.
@Suite struct CycleStepTests {
  /// One below, at and above three turns, and six frames; start, period and turns of the cycle.
  @Test(
    arguments: [
      ([1, 1, 1, 1, 1, 2], []), ([1, 1, 1, 1, 1, 1], [0, 1, 6]), ([1, 1, 1, 1, 1, 1, 1], [0, 1, 7]),
      ([1, 1, 1, 2, 3, 4], []), ([1, 2, 1, 2, 1, 3], []), ([1, 2, 1, 2, 1, 2], [0, 2, 3]),
      ([1, 2, 1, 2, 1, 2, 1], [0, 2, 3]), ([0, 1, 2, 1, 2, 1, 2], [1, 2, 3]), ([1, 1, 1, 1, 1], []),
      ([1, 2, 3, 1, 2, 3, 1, 2], []), ([1, 2, 3, 1, 2, 3, 1, 2, 3], [0, 3, 3]),
    ])
  func cyclesHaveThreeTurnsAndSixFrames(_ stack: [Int], _ cycle: [Int]) {
    #expect(CycleStep.find(stack).map { [$0.start, $0.period, $0.turns] } ?? [] == cycle)
  }

  @Test(arguments: [
    ([1, 3, 2], [1, 3, 2]), ([3, 2, 1], [1, 3, 2]), ([2, 1, 3], [1, 3, 2]), ([2, 1, 1], [1, 1, 2]), ([1], [1]),
    ([1, 2, 1, 1], [1, 1, 1, 2]), ([2, 1, 2, 1], [1, 2, 1, 2]),
  ])
  func theRotationThatSortsFirstIsChosen(_ turn: [Int], _ rotation: [Int]) {
    #expect(CycleStep.smallestRotation(turn, <) == rotation)
  }
}
