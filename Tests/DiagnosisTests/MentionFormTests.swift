import Analysis
import Diagnosis
import Testing

/// Texts that explain messages, and texts of the same form with a record.
@Suite struct MentionFormTests {
  /// Explanations, scripts and other platforms: at most possible.
  @Test(arguments: [
    // A list of terms, as copied from a page.
    """
    Fields
    -
    Exception Type
    : the kind of the exception
    -
    Termination Reason
    : who ended the process
    -
    Namespace SPRINGBOARD, Code 0x8badf00d
    : the app took too long
    """,
    // Quotations with quotations of their own.
    "Wenn Sie „The app “Cards.app” did not launch on “iPhone 16” in 15 seconds.“ sehen, prüfen Sie das Gerät.",
    "You see \"/Cards/Main.storyboard: error: The document \"Main.storyboard\" requires Xcode 9.0 or later.\" if it is new.",
    "遇到“The executable target “Cards” needs the build setting “ENABLE_DEBUG_DYLIB” set to “YES” in order to preview.”时，请检查。",
    "When you see `objc[4711]: +[NSNumber initialize] may have been in progress in another thread when fork() was called.`, look.",
    // A guide.
    """
    ## Memory

    **Symptoms:**
    - The app closes
    - Crash log: `Exception Type: EXC_RESOURCE RESOURCE_TYPE_MEMORY`

    **Diagnosis:**
    Look at the memory graph.
    """,
    // A script.
    """
    #!/bin/sh
    set -e
    export DATA=out
    if [ -n "$DATA" ]; then
      echo "checking"
    fi
    # what the runs must print
    expect cards raise "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 3'"
    expect cards nil 'Fatal error: Unexpectedly found nil while unwrapping an Optional value'
    """,
    // Java on Linux.
    """
    A fatal error has been detected by the Java Runtime Environment:
     SIGSEGV (0xb) at pc=0x00007f0cde41a5d0, pid=1964, tid=2180
    Java VM: OpenJDK 64-Bit Server VM (11.0.13+8, mixed mode, linux-amd64)
    V  [libjvm.so+0x7f05d0]
    """,
    // The heading of a sanitizer in a comment.
    """
    struct Deck {
      // ==4711==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000003a30 at pc 0x000104a3ff80
      var cards: [Card] = []
    }
    """,
  ])
  func explanationsAreMentions(_ text: String) {
    let result = Analysis.analyze(Array(text.utf8))
    #expect(!result.reports.isEmpty || !result.faults.isEmpty, "\(text)")
    for finding in assess(text).flatMap(\.findings) {
      #expect(finding.confidence == .possible, "\(finding.pattern) in\n\(text)")
    }
  }

  /// Records in a template, beside headings, and with quotations of their own.
  @Test(arguments: [
    (
      "il2cpp-exception-uncaught",
      """
      ### Plugin version

      6.6.3

      ### Engine version

      6000.0.30

      ### Device

      iPhone

      ### First occurrence

      unknown

      ### Users

      1

      ### Stack trace

      Fatal Exception: Il2CppExceptionWrapper

      com.apple.main-thread
      0  UnityFramework                 0x39b803c DeckStore_draw + 424
      1  UnityFramework                 0x39db1d8 DeckStore_init + 196
      2  UnityFramework                 0x39d5a58 DeckBridge_init + 796
      3  CoreFoundation                 0x2fe24 __invoking___ + 148
      """
    ),
    (
      "cpp-exception-uncaught",
      """
      Fatal Exception: std::runtime_error
      the deck is empty

      0  CoreFoundation                 0x39b803c __exceptionPreprocess
      1  Cards                          0x2fe24 Deck::draw() + 148
      """
    ),
    (
      "preview-build-settings",
      "The executable target “Cards” needs the build setting “ENABLE_DEBUG_DYLIB” set to “YES” in order to preview."
    ),
    // The same location in all lines, output of a step that begins with the shell, and shell commands of no effect.
    (
      "swift-index-out-of-range",
      """
      Cards/Deck.swift:28: Fatal error: Index out of range
      Cards/Deck.swift:28: Fatal error: Index out of range
      Cards/Deck.swift:28: Fatal error: Index out of range
      """
    ),
    (
      "swift-index-out-of-range",
      """
      #!/bin/bash -eo pipefail
      swift test
      Building for debugging...
      Cards/Deck.swift:28: Fatal error: Index out of range
      Exited with unexpected signal code 4
      """
    ),
    (
      "nsexception-range",
      """
      : run one test
      : run another test
      : run the last test
      2026-11-02 08:15:10.137 Cards[4711:90210] *** Terminating app due to uncaught exception 'NSRangeException', \
      reason: '*** -[__NSArrayM objectAtIndex:]: index 5 beyond bounds [0 .. 2]'
      """
    ),
    // A question with the words of a guide.
    (
      "swift-index-out-of-range",
      """
      ## 问题

      打开应用就崩溃，不知道是什么原因，请问怎么解决？

      ```
      Cards/Deck.swift:28: Fatal error: Index out of range
      ```
      """
    ),
    // Messages with arrays and dictionaries.
    ("swift-fatal-error", "Thread 1: Fatal error: Unknown keys [\"rank\"]"),
    ("swift-fatal-error", "Cards/Deck.swift:28: Fatal error: bad response {\"id\": 1}"),
    (
      "coredata-model-incompatible",
      """
      CoreData: error: store failed
      NSDetailedErrors = (
          "Error Domain=NSCocoaErrorDomain Code=134110 \\"An error occurred during persistent store migration.\\"",
      )
      """
    ),
    (
      "ib-document-newer-xcode",
      "/Users/dev/Cards/Main.storyboard: error: The document \"Main.storyboard\" requires Xcode 9.0 or later."
    ),
  ])
  func recordsRemain(_ pattern: String, _ text: String) {
    let finding = assess(text).flatMap(\.findings).first
    #expect(finding?.pattern == pattern)
    #expect((finding?.confidence ?? .possible) > .possible)
  }
}
