import Analysis
import CrashReports
import Diagnosis
import Testing

/// The other stacks and the object in the reports of sanitizers, and the report of LeakSanitizer.
@Suite struct SanitizerStackTests {
  private static func report(_ text: String) -> (report: CrashReport, findings: [Finding])? {
    Analysis.analyze(Array(text.utf8)).reports.first.map { ($0.assessment.report, $0.assessment.findings) }
  }

  private static let access = """
    ==4711==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000003a30 at pc 0x000104a3ff81
    READ of size 8 at 0x602000003a30 thread T2
        #0 0x104a3ff80 in -[DeckController total] DeckController.m:41

    """

  /// A line above a stack, its frame, and the capture with the stack's frame.
  struct Stack: Sendable {
    var title: String
    var frames: [String]
    var capture: String?
    var value: String?
  }

  private static let free = "#0 0x105b0c2a0 in free+0x9c (libclang_rt.asan_iossim_dynamic.dylib:arm64+0x482a0)"
  private static let reload = "#1 0x104a3fe20 in -[DeckController reload] DeckController.m:33"

  static let stacks: [Stack] = [
    Stack(
      title: "freed by thread T0 here:", frames: [free, reload], capture: "freed",
      value: "-[DeckController reload] (DeckController.m:33)"),
    Stack(
      title: "freed by thread T7 here", frames: [free, "#1 0x104a3fe20 in deck_free (Cards:arm64+0x100003e20)"],
      capture: "freed", value: "deck_free"),
    Stack(
      title: "freed by thread T0 here:",
      frames: ["#0 0x105b0c2a0 in operator delete(void*) (Cards:arm64+0x482a0)", reload], capture: "freed",
      value: "-[DeckController reload] (DeckController.m:33)"),
    Stack(
      title: "freed by thread T0 here:",
      frames: ["#0 0x105b0c2a0 in __interceptor_free (Cards+0x482a0)", reload], capture: "freed",
      value: "-[DeckController reload] (DeckController.m:33)"),
    Stack(
      title: "previously allocated by thread T0 here:",
      frames: [
        "#0 0x1 in malloc+0x98 (libclang_rt.asan_osx_dynamic.dylib:arm64+0x4815c)", "#1 0x2 in deck_new deck.c:12",
      ],
      capture: "allocated", value: "deck_new (deck.c:12)"),
    Stack(
      title: "allocated by thread T0 here:", frames: ["#0 0x2 in deck_new deck.c:12:8"], capture: "allocated",
      value: "deck_new (deck.c:12)"),
    Stack(
      title: "Thread T2 created by T0 here:", frames: ["#0 0x2 in deck_start deck.c:80"], capture: "creator",
      value: "deck_start (deck.c:80)"),
    // Only code of the system, and stacks that show something else.
    Stack(title: "freed by thread T0 here:", frames: [free], capture: nil, value: nil),
    Stack(
      title: "freed by thread T0 here:",
      frames: [free, "#1 0x18f1c2a54 in -[UIView dealloc]+0x64 (UIKitCore:arm64e+0x1c2a54)"], capture: nil, value: nil),
    Stack(
      title: "Address 0x602000003a30 is located in stack of thread T0 at offset 72 in frame",
      frames: ["#0 0x104a3fd8c in deck_fill deck.c:14"], capture: nil, value: nil),
  ]

  @Test(arguments: stacks) func otherStacks(_ stack: Stack) throws {
    let text = Self.access + stack.title + "\n" + stack.frames.map { "    \($0)" }.joined(separator: "\n") + "\n"
    let finding = try #require(Self.report(text)?.findings.first)
    #expect(finding.pattern == "address-sanitizer" && finding.blame?.line == 41)
    for name in ["freed", "allocated", "previous", "creator"] {
      #expect(finding.captures[name] == (name == stack.capture ? stack.value : nil), "\(name)")
    }
    guard let value = stack.value else { return }
    let answer = FindingText(finding, .catalog)
    #expect(answer.witnesses.contains { $0.statement.hasPrefix(value) })
  }

  static let objects: [(line: String, name: String, value: String?)] = [
    ("[32, 72) 'order' (line 15) <== Memory access at offset 72 overflows this variable", "variable", "order"),
    ("[32, 72) 'order' (line 15) <== Memory access at offset 30 underflows this variable", "declared", "15"),
    ("[32, 72) 'order' <== Memory access at offset 40 is inside this variable", "variable", "order"),
    ("[32, 72) 'order' (line 15)", "variable", nil),
    (
      "0x1 is located 0 bytes after global variable 'table' defined in '/src/deck.c:3:5' (0x2) of size 40", "variable",
      "table"
    ),
    (
      "0x1 is located 4 bytes to the right of global variable 'table' from 'deck.c' (0x2) of size 40", "defined",
      "deck.c"
    ),
    ("0x1 is located 0 bytes after 16-byte region [0x2,0x3)", "block", "16"),
    ("0x1 is located 8 bytes to the left of 16-byte region [0x2,0x3)", "distance", "8"),
    ("0x1 is located 8 bytes inside of 16-byte region [0x2,0x3)", "block", "16"),
    ("The variable order is in line 15", "variable", nil),
  ]

  @Test(arguments: objects) func objectOfTheAccess(_ line: String, _ name: String, _ value: String?) throws {
    let finding = try #require(Self.report(Self.access + line + "\n")?.findings.first)
    #expect(finding.captures[name] == value)
    if name == "variable", let value {
      let answer = FindingText(finding, .catalog)
      #expect(answer.witnesses.contains { $0.statement.contains("variable \(value)") })
      #expect(answer.headline.contains("variable \(value)"))
    }
  }

  /// Several variables are listed: the nearest one, or none if two are equally near.
  static let globals: [(lines: [(Int, String, String)], variable: String?)] = [
    ([(56, "before", "titles"), (4, "after", "order")], "order"),
    ([(4, "to the right of", "order"), (56, "to the left of", "titles")], "order"),
    ([(0, "after", "order"), (8, "inside of", "titles")], "titles"),
    ([(8, "after", "order"), (8, "before", "titles")], nil),
    ([(8, "after", "order"), (8, "before", "titles"), (7, "before", "cards")], "cards"),
    ([(8, "after", "order"), (9, "before", "titles")], "order"),
  ]

  @Test(arguments: globals.indices) func nearestGlobal(_ index: Int) throws {
    let (lines, variable) = Self.globals[index]
    let text = lines.map { distance, side, name in
      "0x1 is located \(distance) bytes \(side) global variable '\(name)' defined in '/src/deck.c:3:5' (0x2) of size 40\n"
    }
    let finding = try #require(Self.report(Self.access + text.joined())?.findings.first)
    #expect(finding.pattern == "address-sanitizer" && finding.captures["variable"] == variable)
    #expect((finding.captures["defined"] == nil) == (variable == nil))
  }

  @Test func doubleFree() throws {
    let frames =
      "    #0 0x1 in free+0x9c (libclang_rt.asan_osx_dynamic.dylib:arm64+0x482a0)\n    #1 0x2 in deck_free deck.c:9\n"
    let text = """
      ==4711==ERROR: AddressSanitizer: attempting double-free on 0x602000003a30 in thread T0:
      \(frames)
      0x602000003a30 is located 0 bytes inside of 16-byte region [0x602000003a30,0x602000003a40)
      freed by thread T0 here:
      \(frames.replacing("deck_free deck.c:9", with: "deck_reset deck.c:22"))
      """
    let finding = try #require(Self.report(text)?.findings.first)
    #expect(finding.pattern == "address-sanitizer" && finding.captures["kind"] == "double-free")
    let advice = FindingText(finding, .catalog).remedy.joined(separator: " ")
    #expect(advice.contains("deck_reset (deck.c:22) freed the block first"), "\(advice)")
    #expect(!advice.lowercased().contains("keep the object alive"), "\(advice)")
    let other = try #require(Self.report(Self.access)?.findings.first)
    #expect(FindingText(other, .catalog).remedy.joined().contains("Keep the object alive"))
  }

  private static func leak(_ kind: String, _ bytes: Int, _ objects: Int, _ function: String) -> String {
    "\(kind) leak of \(bytes) byte(s) in \(objects) object(s) allocated from:\n    #0 0x2 in \(function) deck.c:12:10\n\n"
  }

  /// The headline states what the first block accounts for.
  static let headlines: [(text: String, headline: String)] = [
    (
      leak("Direct", 48, 1, "deck_new") + leak("Indirect", 32, 2, "card_new")
        + "SUMMARY: LeakSanitizer: 80 byte(s) leaked in 3 allocation(s).\n",
      "Memory leak: 80 bytes in 3 allocations, the first (48 bytes) allocated in deck_new"
    ),
    (
      leak("Indirect", 32, 2, "card_new") + leak("Direct", 48, 1, "deck_new")
        + "SUMMARY: AddressSanitizer: 80 byte(s) leaked in 3 allocation(s).\n",
      "Memory leak: 80 bytes in 3 allocations, the first (32 bytes) allocated in card_new"
    ),
    (
      leak("Direct", 1, 1, "deck_new") + "SUMMARY: LeakSanitizer: 1 byte(s) leaked in 1 allocation(s).\n",
      "Memory leak: 1 byte in 1 object, allocated in deck_new"
    ),
    (leak("Direct", 48, 2, "deck_new"), "Memory leak: 48 bytes in 2 objects, allocated in deck_new"),
  ]

  @Test(arguments: headlines.indices) func headlinesOfLeaks(_ index: Int) throws {
    let (text, headline) = Self.headlines[index]
    let heading = "==4711==ERROR: LeakSanitizer: detected memory leaks\n\n"
    let finding = try #require(Self.report(heading + text)?.findings.first)
    #expect(finding.pattern == "leak-sanitizer")
    let answer = FindingText(finding, .catalog)
    #expect(answer.headline == headline)
    // The cited leak is the one whose stack is shown.
    #expect(finding.citations.contains { $0.line == 3 && $0.text?.contains(" leak of ") == true })
    #expect(!finding.citations.contains { ($0.line ?? 0) > 3 && $0.text?.contains(" leak of ") == true })
  }

  static let races: [(title: String, before: String?, by: String?)] = [
    ("Previous read of size 8 at 0x00010c4d2c10 by main thread:", "read", "main thread"),
    ("Previous write of size 1 at 0x00010c4d2c10 by thread T4 (mutexes: write M1):", "write", "thread T4"),
    ("Previous atomic write of size 8 at 0x00010c4d2c10 by thread T4:", "atomic write", "thread T4"),
    ("Previous modifying access of Swift variable at 0x00010c4d2c10 by thread T12:", "modifying access", "thread T12"),
  ]

  @Test(arguments: races) func previousAccess(_ title: String, _ before: String?, _ by: String?) throws {
    let text = """
      WARNING: ThreadSanitizer: data race (pid=4711)
        Write of size 8 at 0x00010c4d2c10 by thread T3:
          #0 DeckStore.add(_:) DeckStore.swift:27 (Cards:arm64+0x100003f80)

        \(title)
          #0 DeckStore.count.getter DeckStore.swift:19 (Cards:arm64+0x100003e20)

        Location is global 'deckCount' of size 8 at 0x00010c4d2c10 (Cards+0x10000b0)

        Mutex M1 (0x00010c4d2d00) created at:
          #0 deck_lock_new lock.c:4 (Cards:arm64+0x100003f00)
      """
    let finding = try #require(Self.report(text)?.findings.first)
    #expect(finding.pattern == "thread-sanitizer" && finding.blame?.line == 27)
    #expect(finding.captures["previous"] == "DeckStore.count.getter (DeckStore.swift:19)")
    #expect(finding.captures["before"] == before && finding.captures["variable"] == "deckCount")
    #expect(finding.captures["locked"] == nil)
    let answer = FindingText(finding, .catalog)
    #expect(answer.headline.contains("DeckStore.count.getter (DeckStore.swift:19)"))
    #expect(
      answer.witnesses.contains { by.map($0.statement.contains) ?? true && $0.statement.contains("previous access") })
  }

  static let leaks: [String] = [
    """
    =================================================================
    ==4711==ERROR: LeakSanitizer: detected memory leaks

    Direct leak of 48 byte(s) in 1 object(s) allocated from:
        #0 0x105b0c15c in malloc+0x98 (libclang_rt.lsan_osx_dynamic.dylib:arm64+0x4815c)
        #1 0x104a3fd10 in deck_new deck.c:12:10

    SUMMARY: LeakSanitizer: 48 byte(s) leaked in 1 allocation(s).
    """,
    """
    ==4711==ERROR: LeakSanitizer: detected memory leaks

    Direct leak of 48 byte(s) in 1 object(s) allocated from:
        #0 0x105b0c15c in operator new(unsigned long) (Cards+0x4815c)
        #1 0x104a3fd10 in deck_new deck.c:12:10

    SUMMARY: AddressSanitizer: 48 byte(s) leaked in 1 allocation(s).
    """,
    """
    ==4711==ERROR: LeakSanitizer: detected memory leaks

    Indirect leak of 48 byte(s) in 1 object(s) allocated from:
        #0 0x104a3fd10 in __interceptor_malloc (Cards+0x4815c)
        #1 0x104a3fd10 in deck_new deck.c:12:10
    """,
    // Pasted without its heading.
    """
    Direct leak of 48 byte(s) in 1 object(s) allocated from:
        #0 0x105b0c15c in calloc+0x98 (libclang_rt.lsan_osx_dynamic.dylib:arm64+0x4815c)
        #1 0x104a3fd10 in deck_new deck.c:12:10
    """,
  ]

  @Test(arguments: leaks) func leaksAreNoCrash(_ text: String) throws {
    let (report, findings) = try #require(Self.report(text))
    #expect(report.kind == .leak && report.source.format == "sanitizer")
    let finding = try #require(findings.first)
    #expect(finding.pattern == "leak-sanitizer" && finding.confidence == .certain && finding.severity == .warning)
    #expect(finding.captures["bytes"] == "48" && finding.captures["objects"] == "1")
    #expect(finding.blame?.function == "deck_new" && finding.blame?.line == 12)
    #expect(!findings.contains { $0.pattern == "address-sanitizer" || $0.pattern == "memory-leak" })
  }

  /// Each block is one stack; the first is shown.
  @Test func everyBlockIsAStack() throws {
    let blocks = (1...3).map {
      "Direct leak of \($0) byte(s) in 1 object(s) allocated from:\n  #0 0x\($0) in deck_\($0) a.c:\($0)\n"
    }
    let (report, _) = try #require(
      Self.report("==1==ERROR: LeakSanitizer: detected memory leaks\n\n" + blocks.joined(separator: "\n")))
    #expect(report.threads?.map(\.name) == (1...3).map { "Direct leak of \($0) byte(s) in 1 object(s) allocated from" })
    #expect(report.crashedThread?.index == 0)
    let bare = try #require(Self.report(blocks.joined(separator: "\n")))
    #expect(bare.report.threads?.count == 3 && bare.report.kind == .leak)
  }

  /// The heading is missing: the first stack is that of the access.
  static let headless: [(text: String, pattern: String, kind: String)] = [
    (
      "READ of size 8 at 0x602000003a30 thread T0\n    #0 0x1 in deck_total deck.c:41\n", "address-sanitizer",
      "invalid read"
    ),
    (
      "WRITE of size 4 at 0x602000003a30 thread T7\n    #0 0x1 in deck_total deck.c:41\n", "address-sanitizer",
      "invalid write"
    ),
    (
      "Write of size 8 at 0x00010c4d2c10 by thread T3:\n    #0 deck_total deck.c:41 (Cards:arm64+0x1f80)\n",
      "thread-sanitizer", "data race"
    ),
    (
      "Atomic read of size 8 at 0x00010c4d2c10 by main thread:\n    #0 deck_total deck.c:41 (Cards:arm64+0x1f80)\n",
      "thread-sanitizer", "data race"
    ),
  ]

  @Test(arguments: headless.indices) func reportsWithoutHeading(_ index: Int) throws {
    let (text, pattern, kind) = Self.headless[index]
    let other = "\nfreed by thread T2 here:\n    #0 0x2 in deck_free deck.c:9\n"
    let previous = "\nPrevious write of size 8 at 0x00010c4d2c10 by thread T4:\n    #0 deck_set deck.c:9\n"
    let isRace = pattern == "thread-sanitizer"
    let (report, findings) = try #require(Self.report(text + (isRace ? previous : other)))
    #expect(report.source.format == "sanitizer" && report.threads?.count == 2)
    let finding = try #require(findings.first)
    #expect(finding.pattern == pattern && finding.confidence == .likely && finding.captures["kind"] == kind)
    #expect(finding.blame?.line == 41)
    #expect(
      finding.captures[isRace ? "previous" : "freed"] == (isRace ? "deck_set (deck.c:9)" : "deck_free (deck.c:9)"))
  }

  /// The words without a stack, and other sizes.
  @Test(arguments: [
    "READ of size 8 at 0x602000003a30 thread T0\nno stack\n", "Write of size 8 by thread T3\n    #0 0x1 in f a.c:1\n",
    "READ of size 8 at the start of thread T0\n    #0 0x1 in f a.c:1\n",
  ])
  func otherAccessesAreNoReports(_ text: String) {
    #expect(Self.report(text)?.report.source.format != "sanitizer")
  }

  static let otherTexts: [String] = [
    "==4711==ERROR: LeakSanitizer: SEGV on unknown address 0x000000000010 (pc 0x1)\n    #0 0x104a3fd10 in deck_new deck.c:12\n",
    "The tool reported: Direct leak of 48 byte(s) in 1 object(s) allocated from somewhere.\n",
    "Direct leak of 48 byte(s) in 1 object(s) allocated from:\nno stack follows\n",
  ]

  @Test(arguments: otherTexts) func otherTextsAreNoLeaks(_ text: String) {
    guard let (report, findings) = Self.report(text) else { return }
    #expect(report.kind != .leak)
    #expect(!findings.contains { $0.pattern == "leak-sanitizer" && $0.confidence > .possible })
  }
}
