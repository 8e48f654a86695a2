import HistoryPresentation
import Monitoring
import Platform
import Vocabulary
import Workflow

/// What `run` states about the tests that a command started.
struct RunTestReport {
  private let tests: TestProgress.Summary
  private let isComplete: Bool
  private let name: String
  private let conditions: [FailCondition]

  /// - Parameters:
  ///   - isComplete: Whether the command ended by itself, and its output is complete.
  ///   - name: The name of the command.
  init(_ tests: TestProgress.Summary, isComplete: Bool, name: String, conditions: [FailCondition]) {
    self.tests = tests
    self.isComplete = isComplete
    self.name = name
    self.conditions = conditions
  }

  /// Whether a process of tests ended before its tests did.
  var isIncomplete: Bool { isComplete && tests.isIncomplete }

  /// The maximum number of tests that are named.
  private static let maxNames = 20

  /// Writes which tests crashed or never finished, and what a command that reports success does not say.
  ///
  /// - Parameters:
  ///   - endsWithZero: Whether the command exited with 0.
  ///   - crashes: The number of crashes that are reported.
  func explain(endsWithZero: Bool, crashes: Int) {
    for test in tests.crashed.prefix(Self.maxNames) {
      let again = test.passedLater ? "; it passed when it was run again" : ""
      Console.writeMessage("the test process ended in \(Terminal.escaped(test.name))\(again)")
    }
    if tests.crashed.count > Self.maxNames {
      Console.writeMessage("and in \(countText(tests.crashed.count - Self.maxNames, "more test"))")
    }
    let unfinished = isComplete ? tests.unfinishedCount : 0
    if unfinished > 0 {
      Console.writeMessage("\(countText(unfinished, "test")) started and never finished:")
      for test in tests.unfinished.prefix(Self.maxNames) { Console.write("  \(Terminal.escaped(test))\n") }
      if unfinished > Self.maxNames { Console.write("  and \(unfinished - Self.maxNames) more\n") }
    }
    guard endsWithZero, crashes > 0 || isIncomplete else { return }
    var what: [String] = []
    let ended = crashes > 0 ? crashes : isComplete ? tests.crashed.count : 0
    if ended > 0 { what.append(ended == 1 ? "a process crashed" : "\(ended) processes crashed") }
    if unfinished > 0 { what.append("\(countText(unfinished, "test")) never finished") }
    guard !what.isEmpty else { return }
    Console.writeMessage(
      "warning: \(name) exited with 0, but \(what.joined(separator: ", and "))",
      hint: conditions.contains(.crash) ? nil : "To exit with 1 in this case: --fail-on crash.")
  }
}
