import Bytes

/// The kinds of phrases in a line, which decide whether it is read further. One pass finds all phrases.
///
/// The pass looks up four bytes at a time in a bitmap of the first four bytes of each phrase. A build log of many
/// megabytes with few relevant lines therefore takes little longer than reading it.
struct Wording: OptionSet {
  let rawValue: Int
  /// `IB Designables:`, or an action of Interface Builder.
  static let preview = Wording(rawValue: 1 << 0)
  /// `… due to uncaught exception '…'`.
  static let exception = Wording(rawValue: 1 << 1)
  /// Failure messages of runtimes, loaders and frameworks.
  static let failure = Wording(rawValue: 1 << 2)
  /// Names of interface documents and of the tools that compile them.
  static let document = Wording(rawValue: 1 << 3)
  /// The announcement of a call stack.
  static let stack = Wording(rawValue: 1 << 4)
  /// An assertion of Xcode's own tools.
  static let toolAssertion = Wording(rawValue: 1 << 5)

  /// Phrases that also occur in other programs and source code: recognized only in a short text, or at the start of a
  /// line.
  static let weakFailure = Wording(rawValue: 1 << 6)

  /// Values of the exception and termination fields of a report.
  static let field = Wording(rawValue: 1 << 7)
  /// Reasons of a jetsam event.
  static let jetsam = Wording(rawValue: 1 << 8)

  /// Classes of exceptions.
  static let exceptionName = Wording(rawValue: 1 << 9)
  /// Errors of language runtimes, whose stack trace follows.
  static let languageError = Wording(rawValue: 1 << 10)

  /// Sentences of Xcode's canvas, and its error types.
  static let canvas = Wording(rawValue: 1 << 11)
  static let canvasType = Wording(rawValue: 1 << 12)

  /// The number of bits of a wording.
  static let bitWidth = Int.bitWidth

  /// Phrases that several dialects use; a dialect adds its own (`TextDialect.phrases`).
  private static let phrases: [(Wording, [String])] = [
    (.exception, ["due to uncaught exception", "uncaught exception of type", "uncaught exception of class"]),
    (
      .stack,
      [
        "first throw call stack", "call stack at first throw", "backtrace:", "stack:(", "stack: (", "call stack:",
        "stacktrace",
      ]
    ),
    (
      .field,
      [
        "exc_bad_", "exc_crash", "exc_breakpoint", "exc_arithmetic", "exc_guard", "exc_resource", "sigabrt", "sigsegv",
        "sigkill", "sigbus", "sigill", "sigtrap", "sigfpe", "sigsys", "kern_invalid_address", "kern_protection_failure",
        "codesigning", "frontboard", "springboard", "runningboard", "namespace ", "namespace:", "exception name",
        "exception class", "excessive recursion",
      ]
    ),
    (
      .weakFailure,
      [
        "index out of range", "precondition fail", "assertion failed", "unknown class", "called forever",
        "register font", "on the main thread only", "invalid update:", "could not find a storyboard",
        "api called on a background thread", "library not loaded", "invalid number of rows",
      ]
    ),
    (
      .failure,
      [
        // Swift runtime
        "fatal error:", "unexpectedly found nil", "swift runtime failure",
        "use of unimplemented initializer", "init(coder:) has not been implemented", "could not cast value of type",
        "simultaneous accesses to", "overlapping accesses to", "incorrect actor executor",
        // Objective-C and Foundation
        "assertion failure in", "unrecognized selector", "beyond bounds", "error domain=", "setvalue:forundefinedkey:",
        "key value coding-compliant", "message sent to deallocated instance", "sent to freed object",
        "sent to non-existent object", "cannot form weak reference", "prematurely-freed autorelease pool",
        "autorelease pool page ", "method cache corrupted", "does not recognize selector", "selector not recognized",
        "corrupt data pointer",
        "was deallocated while key value observers",
        "message was received but not handled", "ivar is prohibited", "terminating with uncaught exception",
        "terminating due to uncaught exception",
        "has active assertions beyond permitted time",
        "could not load nib", "view outlet was not set", "was mutated while being enumerated", "attempt to insert nil",
        "invalid parameter not satisfying", "unable to dequeue a cell",
        "called with null ***", "cfrelease() called", "font file doesn",
        "unable to simultaneously satisfy constraints", "unable to parse constraint",
        "no common ancestor", "is not available in the storyboard", "the model used to open the store",
        "error loading container", "-[uiviewcontroller _loadviewfromnibnamed",
        "whose view is not in the window hierarchy",
        // Threads and layout
        "main thread checker", "must be used from main thread only",
        "engine from a background thread", "from a background thread after",
        "modifications to the layout engine", "cannot find an outgoing row head", "layout feedback loop",
        "bug in client of", "in progress in another thread when fork", "uiscene life cycle is required",
        "failure to adopt will result in an assert",
        // Memory
        "malloc: ***", "*** error for object", "pointer being freed was not allocated",
        "incorrect checksum for freed object", "nszombie", "addresssanitizer:", "threadsanitizer:", "leaksanitizer:",
        "terminated due to memory issue",
        // Loader and signature
        "symbol not found:", "no suitable image found", "): library not loaded: ", "app hanging", "hang detected: ",
        "main thread was blocked for", "main thread has been blocked for", "couldn\u{2019}t be loaded because",
        "couldn't be loaded because", "required code signature missing", "not valid for use in process",
        "but wrong architecture", "_lscontextinit() failed",
        // Interface Builder's agents
        "/library/xcode/overlays", "ibliveviews:", "ibdesignables agent", "ibdesignablesagent", "designables agent",
        "interface builder cocoa touch tool", "failed to load designables", "the agent crashed", "the agent threw",
        "the agent raised", "bundleproxy != nil",
        "restarting after unexpected exit",
        // Limits, guards and other terminations by the system
        "exc_resource", "exc_guard", "caught burning cpu", "caught causing excessive", "crossed memory high",
        "killing_specific_process", "killing_top_process", "memorystatus: killing", "0x8badf00d", "0xdead10cc",
        "0xc00010ff", "0x2bad45ec", "0xbad22222", "watchdog transgression", "suspended with locked system files",
        "graphics kernel error", "pointer authentication failure", "exc_arm_pac_fail",
        // Runtimes and libraries
        "unhandled exception", "unhandled managed exception", "persistent store migration failed",
        "cocoa error 134", "nscocoaerrordomain", "libc++ hardening", "data race detected", "swift access race in ",
        "data race in ", "heap corruption detected",
        "stack buffer overflow", "contains nan:", "cannot be nil", "fatal access conflict", "obtain the web lock",
        "rx and rw memory protection", "simulator runtime is not available", "mprotect failed: ",
        "expected to execute on queue", "could not load inserted library", "inserted dylib",
        "privacy-sensitive data without a usage description",
        "pointer being realloc", "non-aligned pointer being freed", "double free for ptr",
        "should only be modified on the main thread", "should only be instantiated on the main thread",
        "should only be invalidated on the main thread", "threading violation", "swift_task_deinitonexecutor",
        "terminate called", "uncaught foreign exception", "task continuation misuse", "bug in libmalloc",
        "guardmalloc[", "to execute on queue [",
        "could not load inserted library", "attempted to access privacy", "exc_arm_mte", "exc_arithmetic",
        "exited with unexpected signal",
        // Other languages, engines and libraries
        "uncaught kotlin exception: ", "fatal python error: ", "detected by the java runtime environment",
        "insufficient memory for the java runtime", "# fatal error in", "while executing native code",
        "javascript heap out of memory", "fatal javascript out of memory",
        "nativescript encountered a fatal error", "non-unwinding panic", "fatal runtime error: ",
        "has overflowed its stack", "panicked while processing panic", "panic: runtime error: ", "rctfatal",
        "unhandled js exception", "il2cppexceptionwrapper", "[fatal:flutter", "' panicked at ", ") panicked at ",
        "[running]:", "] check failed: ", "qt platform plugin",
        "pure virtual function called", "deleted virtual function called", "api misuse: ", "bug in libpthread",
        "detected buffer overflow", "detected source and destination buffer overlap", "vnode unlinked while in use",
        "vnode renamed while in use", "illegal multi-threaded access to database",
        "due to unhandled objective-c exception",
        "trying to marshal managed exception", "api call with invalid database",
        "api call with unopened database", "api call with null database",
        // Test runs
        "restarting after unexpected exit", "encountered an error (crash", "early unexpected exit",
        "test crashed with signal", "test runner", "connection to testmanagerd",
      ]
    ),
  ]

  private struct Table {
    var bitmap = [UInt64](repeating: 0, count: 1024)
    var entries: [UInt32: [(phrase: [UInt8], wording: Wording)]] = [:]

    init() {
      for (wording, texts) in Wording.phrases + TextDialect.catalog.flatMap(\.phrases) {
        for text in texts {
          let phrase = Array(text.utf8)
          let key = phrase[0..<4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
          let slot = Int(Wording.slot(key))
          bitmap[slot >> 6] |= 1 << UInt64(slot & 63)
          entries[key, default: []].append((phrase, wording))
        }
      }
    }
  }

  private static let table = Table()

  @inline(__always)
  private static func slot(_ key: UInt32) -> UInt32 { (key &* 0x9e37_79b1) >> 16 }

  /// The kinds of phrases with which something announces a failure, also in the words of a user.
  private static let announcements: Wording = [
    .failure, .weakFailure, .exception, .toolAssertion, .field, .jetsam, .exceptionName, .languageError, .canvas,
    .canvasType, .preview, .performance,
  ]

  /// Returns whether `text` contains a message of a failure, or a name that reports have for one.
  static func hasFailure(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      !scan(ByteText(bytes, limit: 0), Slice(0, bytes.count)).isDisjoint(with: announcements)
    }
  }

  /// Returns the kinds of all phrases in `slice`, ignoring ASCII case.
  static func scan(_ text: ByteText, _ slice: Slice) -> Wording {
    var found: Wording = []
    let table = Self.table
    var window: UInt32 = 0
    var index = slice.start
    while index < slice.end {
      let byte = text[index]
      window = window << 8 | UInt32(byte &- 0x41 < 26 ? byte | 0x20 : byte)
      index += 1
      if index - slice.start < 4 { continue }
      let slot = slot(window)
      guard table.bitmap[Int(slot >> 6)] >> UInt64(slot & 63) & 1 == 1, let entries = table.entries[window] else {
        continue
      }
      for entry in entries where matches(text, index - 4, slice.end, entry.phrase) { found.insert(entry.wording) }
    }
    return found
  }

  private static func matches(_ text: ByteText, _ start: Int, _ end: Int, _ phrase: [UInt8]) -> Bool {
    guard start + phrase.count <= end else { return false }
    for (offset, byte) in phrase.enumerated() where text[start + offset].lowercased != byte { return false }
    return true
  }
}
