import Testing

@testable import Monitoring

/// What the end of a program that reads a body says about the body.
@Suite struct BodyTrialTests {
  private func ends(_ words: [String], milliseconds: Int = 60_000, maxOutput: Int = 1 << 20) -> Bool {
    BodyTrial.endsProgram(words.map { Array($0.utf8) }, milliseconds: milliseconds, maxOutput: maxOutput)
  }

  @Test func aSignalOrTheTimeLimitCountsAgainstTheBody() {
    #expect(ends(["/bin/sh", "-c", "kill -9 $$"]))
    #expect(ends(["/bin/sh", "-c", "echo a; kill -ABRT $$"]))
    #expect(ends(["/bin/sleep", "300"], milliseconds: 300))
  }

  @Test func anExitAndMuchOutputDoNot() {
    #expect(!ends(["/bin/sh", "-c", "exit 3"]))
    #expect(!ends(["/bin/cat", "/dev/zero"], maxOutput: 1000))
  }

  @Test func aProgramThatDoesNotStartSaysNothing() {
    #expect(!ends(["/nonexistent"]))
  }
}
