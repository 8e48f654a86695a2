import Analysis
import Diagnosis
import Testing

/// Lists of messages that others saw, runs that were repeated, and records of other platforms; and texts of the same form with a record.
@Suite struct ListedMessageTests {
  private static let message = "Test runner never began executing tests after launching"

  private func certain(_ text: String) -> [Finding] {
    assess(text).flatMap(\.findings).filter { $0.confidence > .possible }
  }

  /// The forms of logs that look like those of lists.
  @Test(arguments: [
    // Steps of a container's build have the same number, and times.
    "#12 0.137 \(message)\n#12 0.138 Exiting\n",
    // A bullet alone.
    "- \(message)\n- The run has ended\n",
    // A version that no list follows.
    "16.4\n\(message)\n",
    // A word of a change further inside, and as the beginning of another word.
    "\(message), fixed in no version\n", "Fixtures: \(message)\n",
    // Columns without titles.
    "1 | E | \(message)\n2 | E | The run has ended\n",
    // A title of which the section ends.
    "## Changes\n\n- New icons\n\n## Output\n\n\(message)\n",
    // Digits in front of a message that is not one of several commits.
    "4711000 \(message)\n",
    // What a formatter of build logs prints in front of an error without Unicode.
    "[x] \(message)\n",
  ])
  func logsAreRecords(_ text: String) { #expect(certain(text).first?.pattern == "test-runner-not-started", "\(text)") }

  /// A repeated run whose last outcome is success, and near misses.
  @Test func repeatedRuns() {
    let failed = "Cards (28411) encountered an error (\(Self.message))\n** TEST FAILED **\n"
    #expect(certain(failed + "Retrying the test run\n** TEST SUCCEEDED **\n").isEmpty)
    #expect(
      certain(failed + "Retry attempt 1 of 3\nTest Suite 'All tests' passed at 2026-03-02 10:00:00.000\n").isEmpty)
    // Never repeated, failed again, failed at last, without an outcome, and a crash.
    #expect(!certain(failed + "** BUILD SUCCEEDED **\n").isEmpty)
    #expect(!certain(failed + "Retrying the test run\n" + failed).isEmpty)
    #expect(!certain("** BUILD SUCCEEDED **\n" + failed + "Retrying the test run\n").isEmpty)
    #expect(
      !certain("Cards/Deck.swift:28: Fatal error: Index out of range\nRetrying\n** TEST SUCCEEDED **\n").isEmpty)
    #expect(!certain("handle_crash: Program crashed with signal 11\nRetrying\n** TEST SUCCEEDED **\n").isEmpty)
  }

  private static let neutral =
    "Unhandled Exception: System.NullReferenceException: Object reference not set to an instance of an object.\n"
    + "  at Deck.Draw () [0x00000] in <filename unknown>:0\n"

  /// Records of another platform, also if the author names the machine on which they develop.
  @Test(arguments: [
    "It fails when I build the game for Android\n\n" + neutral,
    neutral + "\nPlatform: Android\nOS of the developer: macOS 26.5\n",
    neutral + "E/Unity   ( 4711): libil2cpp.so crashed, Xcode is not used\n",
    "CoreCLR Version: 8.0.1525\nApplication: Cards.exe\n" + neutral,
    "libc++abi: terminating due to uncaught exception of type facebook::jni::JniException: the deck is empty\nmacOS 26.5\n",
  ])
  func otherPlatforms(_ text: String) { #expect(certain(text).isEmpty, "\(text)") }

  @Test(arguments: [
    neutral, "It fails on iOS, and works on Android\n\n" + neutral,
    neutral + "Android works.\nException Type: EXC_CRASH (SIGABRT)\n",
    // The queue of React Native on iOS, and a path with the name of an engine.
    "[info][tid:com.facebook.react.JavaScript] Running the deck\n" + neutral,
    neutral + "The project is Game/Unity-iPhone\n",
  ])
  func ownPlatforms(_ text: String) { #expect(!certain(text).isEmpty, "\(text)") }
}
