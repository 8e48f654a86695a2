import Diagnosis
import Testing

/// Errors of language runtimes: what proves that one ended the process, and what does not.
@Suite struct LanguageRuntimeTests {
  private func findings(_ text: String) -> [Finding] { assess(text).flatMap(\.findings) }

  private func crash(_ frames: [String], type: String = "EXC_CRASH (SIGABRT)", rest: String = "") -> String {
    let stack = frames.enumerated().map { index, frame in
      let parts = frame.split(separator: " ", maxSplits: 1)
      return "\(index)   \(parts[0])   0x00000001873ea\(100 + index) \(parts[1])"
    }
    return "Exception Type:  \(type)\n\nThread 0 Crashed:\n" + stack.joined(separator: "\n") + rest
  }

  private static let panic = [
    "libsystem_c.dylib abort + 180", "Cards std::panicking::rust_panic_with_hook::h0123456789abcdef + 600",
    "Cards core::panicking::panic_fmt::h0123456789abcdef + 52",
  ]

  @Test func originIsTheFirstFrameOfTheUsersCode() throws {
    let frames =
      Self.panic + [
        "Cards core::option::expect_failed::h0123456789abcdef + 30",
        "Cards _$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$core..ops..index..Index$LT$I$GT$$GT$::index::h0123456789abcdef + 30",
        "Cards cards::deck::Deck::draw::h0123456789abcdef + 30",
      ]
    let finding = try #require(findings(crash(frames)).first)
    #expect(finding.pattern == "rust-panic")
    #expect(finding.captures["kind"] == "none")
    #expect(finding.blame?.function == "cards::deck::Deck::draw")
  }

  @Test func namesOfDistantSymbolsProveNothing() {
    let frames = [
      "libsystem_c.dylib abort + 180", "Cards rust_panic + 17828964", "Cards deck_draw + 30",
    ]
    #expect(!findings(crash(frames)).contains { $0.pattern == "rust-panic" })
  }

  @Test func otherThreadsProveNothing() {
    let other = "\n\nThread 1:\n0   Cards   0x0000000100001000 _os_unfair_lock_recursive_abort + 36\n"
    let frames = ["libsystem_c.dylib abort + 180", "Cards deck_draw + 30"]
    #expect(!findings(crash(frames, rest: other)).contains { $0.pattern == "os-unfair-lock-misuse" })
  }

  @Test func framesBelowTheUsersCodeProveNothing() {
    let frames = [
      "libsystem_c.dylib abort + 180", "Cards deck_draw + 30", "Cards konan::abort() + 12", "Cards main + 4",
    ]
    #expect(!findings(crash(frames)).contains { $0.pattern == "kotlin-exception-uncaught" })
  }

  @Test func writeOfHermesIsNoNullDereference() {
    let frames = [
      "hermes facebook::hermes::detail::hermesFatalErrorHandler(void*, bool) + 44",
      "hermes llvh::report_fatal_error(char const*, bool) + 120", "hermes hermes::vm::Runtime::run() + 20",
    ]
    let found = findings(
      crash(frames, type: "EXC_BAD_ACCESS (SIGSEGV)\nException Codes: KERN_INVALID_ADDRESS at 0x0000000000000000"))
    #expect(found.map(\.pattern) == ["javascript-fatal"])
  }

  @Test(arguments: [
    "test tests::boom - should panic ... ok\nthread 'tests::boom' panicked at src/lib.rs:9:5:\nboom\ntest result: ok.",
    "[VERBOSE-2:dart_vm_initializer.cc(41)] Unhandled Exception: Null check operator used on a null value",
    "Traceback (most recent call last):\n  File \"/Users/me/deck.py\", line 41, in draw\nIndexError: list index",
    "panic(cpu 2 caller 0xfffffe0015b1c2d8): watchdog timeout: no checkins from watchdogd in 93 seconds",
    "2024-05-06 07:08:09.123 Cards[4711:90210] caught kotlin.IllegalStateException: the deck is empty",
    "The manual says: `Fatal Python error: init_fs_encoding` appears if PYTHONHOME is wrong.",
  ])
  func handledErrorsAreNoCrash(_ text: String) {
    #expect(
      !findings(text).contains {
        $0.confidence > .possible && $0.severity == .error && !$0.pattern.hasPrefix("kernel")
      })
  }

  @Test(arguments: [
    ("thread 'main' (8812) panicked at src/deck.rs:41:18:\nboom", "rust-panic", "deck.rs:41"),
    ("thread 'main' panicked at 'boom', src/deck.rs:41:18", "rust-panic", "deck.rs:41"),
    ("panic: boom\n\ngoroutine 7 [running]:\nmain.draw(...)\n\t/Users/me/deck.go:41\n", "go-panic", "deck.go:41"),
    (
      "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\nmain.main()\n\t/me/deck.go:41 +0x38",
      "go-panic", "deck.go:41"
    ),
    (
      "Unhandled exception. System.InvalidOperationException: boom\n   at Cards.Deck.Draw() in /Users/me/Deck.cs:line 41",
      "managed-runtime-exception", "Deck.cs:41"
    ),
    (
      "Fatal Python error: Segmentation fault\n\nCurrent thread 0x00000001f3c4a100 (most recent call first):\n  File \"/me/deck.py\", line 41 in draw",
      "python-fatal-error", "deck.py:41"
    ),
  ])
  func locationIsThatOfTheLanguage(_ text: String, _ pattern: String, _ location: String) throws {
    let finding = try #require(findings(text).first)
    #expect(finding.pattern == pattern)
    #expect(finding.confidence == .certain)
    #expect(finding.captures["location"] == location)
  }
}
