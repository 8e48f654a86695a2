import Testing

@testable import Diagnosis

/// What `diagnose explain` finds for the words that developers type.
struct KnowledgeIndexTests {
  /// Queries and the identifier of the first result, by field.
  static let queries: [(String, String)] = [
    ("stack overflow", "stack-overflow"),
    ("StackOverflow", "stack-overflow"),
    ("infinite recursion", "stack-overflow"),
    ("recursion", "stack-overflow"),
    ("force unwrap", "swift-nil-unwrap"),
    ("force-unwrapped nil", "swift-nil-unwrap"),
    ("Unexpectedly found nil while unwrapping an Optional value", "swift-nil-unwrap"),
    (
      "Fatal error: Unexpectedly found nil while implicitly unwrapping an Optional value: file A.swift, line 27",
      "swift-nil-unwrap"
    ),
    ("optional", "swift-nil-unwrap"),
    ("index out of range", "swift-index-out-of-range"),
    ("array index out of range", "swift-index-out-of-range"),
    ("Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range", "swift-index-out-of-range"),
    ("beyond bounds", "nsexception-range"),
    ("NSRangeException", "nsexception-range"),
    ("*** -[__NSArrayM objectAtIndex:]: index 5 beyond bounds [0 .. 2]", "nsexception-range"),
    ("as!", "swift-forced-cast"),
    ("Could not cast value of type 'Foo' (0x1) to 'Bar' (0x2)", "swift-forced-cast"),
    ("force cast", "swift-forced-cast"),
    ("fatalError", "swift-fatal-error"),
    ("fatalError()", "swift-fatal-error"),
    ("preconditionFailure", "swift-precondition"),
    ("integer overflow", "swift-trap-unspecified"),
    ("simultaneous accesses", "swift-exclusivity"),
    ("exclusive access", "swift-exclusivity"),
    ("@MainActor", "swift-executor-isolation"),
    ("actor isolation", "swift-executor-isolation"),
    ("dispatch_assert_queue_fail", "swift-executor-isolation"),
    ("main thread", "ui-off-main-thread"),
    ("Main Thread Checker", "ui-off-main-thread"),
    ("background thread", "ui-off-main-thread"),
    ("UI API called on a background thread: -[UIView setFrame:]", "ui-off-main-thread"),
    ("Modifying the autolayout engine from a background thread", "autolayout-engine-background"),
    ("unrecognized selector", "unrecognized-selector"),
    ("-[__NSCFString setBadge:]: unrecognized selector sent to instance 0x600000c0", "unrecognized-selector"),
    ("doesNotRecognizeSelector", "unrecognized-selector"),
    ("uncaught exception", "nsexception-uncaught"),
    ("NSInvalidArgumentException", "nsexception-uncaught"),
    ("NSInternalInconsistencyException", "nsexception-internal-inconsistency"),
    ("object cannot be nil", "nsexception-nil-insert"),
    ("attempt to insert nil object", "nsexception-nil-insert"),
    ("zombie", "objc-zombie-message"),
    ("zombies", "objc-zombie-message"),
    ("NSZombie", "objc-zombie-message"),
    ("message sent to deallocated instance", "objc-zombie-message"),
    ("over-release", "objc-overrelease"),
    ("overrelease", "objc-overrelease"),
    ("over release", "objc-overrelease"),
    ("use after free", "objc-overrelease"),
    ("objc_msgSend", "objc-overrelease"),
    ("double free", "malloc-invalid-free"),
    ("pointer being freed was not allocated", "malloc-invalid-free"),
    ("heap corruption", "malloc-corruption"),
    ("buffer overflow", "buffer-overflow-checked"),
    ("stack buffer overflow", "stack-buffer-overflow"),
    ("__stack_chk_fail", "stack-buffer-overflow"),
    ("null pointer", "memory-null-dereference"),
    ("NULL pointer dereference", "memory-null-dereference"),
    ("dangling pointer", "memory-bad-access"),
    ("invalid memory access", "EXC_BAD_ACCESS"),
    ("bus error", "memory-bus-error"),
    ("PAC failure", "pointer-authentication"),
    ("watchdog", "watchdog-8badf00d"),
    ("watchdog timeout", "watchdog-8badf00d"),
    ("8badf00d", "0x8badf00d"),
    ("0x8badf00d", "0x8badf00d"),
    ("2343432205", "0x8badf00d"),
    ("app not responding", "watchdog-8badf00d"),
    ("scene-update watchdog", "watchdog-8badf00d"),
    ("dead10cc", "0xdead10cc"),
    ("0xdead10cc", "0xdead10cc"),
    ("file lock", "file-lock-dead10cc"),
    ("c00010ff", "0xc00010ff"),
    ("overheating", "thermal-c00010ff"),
    ("jetsam", "jetsam-memory"),
    ("JETSAM", "JETSAM"),
    ("out of memory", "jetsam-memory"),
    ("OOM", "jetsam-memory"),
    ("memory warning", "jetsam-memory"),
    ("Terminated due to memory issue", "jetsam-memory"),
    ("memory limit", "exc-resource-memory"),
    ("CPU limit", "exc-resource-cpu"),
    ("too many wakeups", "exc-resource-wakeups"),
    ("disk writes", "exc-resource-diskwrites"),
    ("Library not loaded", "dyld-library-missing"),
    ("Library not loaded: @rpath/SnapKit.framework/SnapKit", "dyld-library-missing"),
    ("image not found", "dyld-library-missing"),
    ("Symbol not found", "dyld-symbol-missing"),
    ("code signature", "codesign-kill"),
    ("could not load nib", "nib-missing-in-bundle"),
    (
      "Could not load NIB in bundle: 'NSBundle </Applications/Cards.app>' with name 'CardView'", "nib-missing-in-bundle"
    ),
    ("Unknown class in Interface Builder file", "nib-unknown-class"),
    ("this class is not key value coding-compliant for the key title", "nib-kvc-undefined-key"),
    ("view outlet was not set", "nib-view-outlet-not-set"),
    ("KVO", "kvo-unhandled"),
    ("core data migration", "coredata-model-incompatible"),
    ("deadlock", "dead-lock"),
    ("BUG IN CLIENT OF LIBDISPATCH", "libdispatch-client-bug"),
    ("dispatch_sync called on queue already owned by current thread", "libdispatch-client-bug"),
    ("usage description", "tcc-missing-usage"),
    ("NSCameraUsageDescription", "tcc-missing-usage"),
    ("CFRelease NULL", "cfrelease-null-other"),
    ("init(coder:) has not been implemented", "swift-initcoder-unimplemented"),
    ("init(frame:)", "ib-initframe-unimplemented"),
    ("prepareForInterfaceBuilder", "ib-prepare-not-called"),
    ("IBDesignable", "ib-agent-crashed-unspecified"),
    ("IBInspectable", "ib-inspectable-unsupported-type"),
    ("failed to render and update auto layout status", "ib-agent-crashed-unspecified"),
    ("hot reload", "dlopen-injection-failed"),
    ("CALayerInvalidGeometry", "nsexception-geometry-nan"),
    ("Xamarin", "managed-runtime-exception"),
    ("EXC_BAD_ACCESS", "EXC_BAD_ACCESS"),
    ("exc bad access", "EXC_BAD_ACCESS"),
    ("EXC_BAD_ACCESS (SIGSEGV)", "EXC_BAD_ACCESS"),
    ("EXC_BREAKPOINT", "EXC_BREAKPOINT"),
    ("SIGABRT", "SIGABRT"),
    ("abort", "SIGABRT"),
    ("abort() called", "abort-called"),
    ("SIGKILL", "SIGKILL"),
    ("killed by the system", "SIGKILL"),
    ("segmentation fault", "SIGSEGV"),
    ("segfault", "SIGSEGV"),
    ("SIGTRAP", "SIGTRAP"),
    ("KERN_INVALID_ADDRESS", "KERN_INVALID_ADDRESS"),
    ("general protection fault", "EXC_I386_GPFLT"),
    ("kernel panic", "kernel-panic-unspecified"),
    ("division by zero", "exc-arithmetic"),
    ("EXC_ARITHMETIC", "EXC_ARITHMETIC"),
    ("ASan", "address-sanitizer"),
    ("heap-use-after-free", "address-sanitizer"),
    ("data race", "thread-sanitizer"),
    ("undefined behavior", "undefined-behavior-sanitizer"),
    ("force quit", "user-force-quit-deadfa11"),
    ("symbolicate", "missing-dsym"),
    ("dSYM", "usedImages"),
    ("Last Exception Backtrace", "lastExceptionBacktrace"),
    ("hang", "app-freeze"), ("freeze", "app-freeze"), ("ANR", "app-freeze"), ("app freezes", "app-freeze"),
    ("app crashes on launch", "launch-crash"), ("crash on launch", "launch-crash"),
    ("my app is crashing at startup", "launch-crash"), ("アプリが起動時にクラッシュする", "launch-crash"),
    ("app 启动闪退", "launch-crash"), ("absturz beim start der app", "launch-crash"),
    ("why nil font", "font-is-nil"), ("nil font", "font-is-nil"), ("why is my font nil", "font-is-nil"),
    ("dSYM missing", "missing-dsym"), ("unsymbolicated", "missing-dsym"), ("unsymbolicated crash log", "missing-dsym"),
    ("what is pac", "pointer-authentication-codes"), ("preview not working", "preview-fails"),
    ("SwiftUI previews are not working", "preview-fails"), ("the agent crashed", "designable-fails"),
    ("white screen on launch", "blank-screen"), ("works in debug but not in TestFlight", "release-only-crash"),
    ("how to fix index out of range error", "swift-index-out-of-range"),
    ("unrecognized selecter", "unrecognized-selector"), ("app gets killed in backgroud", "background-kill"),
    ("symbolicaton", "missing-dsym"),
    ("-[__NSArrayM objectAtIndex:]", "-[__NSArrayM objectAtIndex:]"),
  ]

  @Test(arguments: queries) func firstResult(query: String, id: String) {
    #expect(KnowledgeIndex.catalog.matches(for: query).first?.entry.id == id)
  }

  /// A misspelled identifier must not lead to another entry: the command suggests the nearest one.
  @Test(arguments: ["", " ", "-", "zzz", "ib-font-cfrelease-nul", "retain cycle of the moon"])
  func otherWordsLeadNowhere(query: String) {
    #expect(KnowledgeIndex.catalog.matches(for: query).isEmpty)
  }

  @Test func ranksAreInOrder() {
    let index = KnowledgeIndex(
      patterns: [],
      topics: [
        Topic("WORDS", .field, "a title with the needle in it", source: "made"),
        Topic("PHRASE", .field, searchTerms: ["needle in"], "phrase", source: "made"),
        Topic("TERM", .field, searchTerms: ["other", "needle in it"], "term", source: "made"),
        Topic("FIRST-TERM", .field, searchTerms: ["Needle-in-it"], "term", source: "made"),
        Topic("NAME", .field, names: ["needle, in it"], "name", source: "made"),
        Topic("needle in it", .field, "id", source: "made"),
      ])
    let matches = index.matches(for: "Needle in it")
    #expect(matches.map(\.entry.id) == ["needle in it", "NAME", "FIRST-TERM", "TERM", "PHRASE", "WORDS"])
    #expect(matches.map(\.rank) == [.id, .name, .searchTerm, .searchTerm, .phrase, .words])
  }

  @Test(arguments: Pattern.catalog.map(\.id)) func everyPatternIsFoundByItsTerms(id: String) throws {
    let pattern = try #require(Pattern.with(id: id))
    #expect(!pattern.searchTermList.isEmpty, "no search terms")
    #expect(Set(pattern.searchTermList).count == pattern.searchTermList.count, "a term is listed twice")
    for term in pattern.searchTermList {
      #expect(
        KnowledgeIndex.catalog.matches(for: term).contains { $0.entry.id == id && $0.rank <= .searchTerm }, "\(term)")
    }
  }

  /// A search is linear in the catalogs, and reads no more than the beginning of its query.
  @Test func longQueriesAreCut() {
    let matches = KnowledgeIndex.catalog.matches(for: String(repeating: "zq ", count: 1_000_000) + "stack overflow")
    #expect(matches.isEmpty)
  }
}
