extension Pattern {
  /// Words that developers type for this failure, most typical first; empty for a pattern of a user's file.
  package var searchTerms: [String] { Self.searchTermsByID[id] ?? [] }

  /// Search terms by the identifier of the pattern.
  ///
  /// Terms are error messages, terms of Apple's documents and everyday names. Letter case, punctuation and blanks are
  /// ignored: `over-release` is equal to `over release` and `overrelease`. A term that several patterns share leads to
  /// the pattern that lists it earliest.
  static let searchTermsByID: [String: [String]] = [
    "address-sanitizer": [
      "AddressSanitizer", "address sanitizer", "ASan", "heap-use-after-free", "heap-buffer-overflow",
      "stack-use-after-return", "stack-use-after-scope",
    ],
    "assert-failed": ["assert", "assertion failed", "assertion failure", "assert()", "__assert_rtn"],
    "autolayout-engine-background": [
      "modifying the autolayout engine from a background thread", "auto layout background thread",
      "layout engine background thread", "main thread", "NSISEngine background thread",
    ],
    "autolayout-engine-internal": [
      "NSISEngine", "constraint solver", "NaN constraint", "constraint constant NaN", "infinite constraint",
    ],
    "autolayout-feedback-loop": [
      "layout feedback loop", "layout loop", "infinite layout loop", "layoutSubviews loop", "layoutSubviews recursion",
      "UIViewLayoutFeedbackLoopDebuggingThreshold", "infinite loop",
    ],
    "autolayout-private-api": ["private layout selectors", "layout private api"],
    "autolayout-selfsizing-wrong": [
      "self-sizing cell", "self-sizing", "systemLayoutSizeFitting", "intrinsicContentSize", "wrong cell height",
    ],
    "cfrelease-null-other": [
      "CFRelease NULL", "CFRelease(NULL)", "CFRelease() called with NULL", "CFRetain() called with NULL",
      "CFRetain NULL", "CFRelease",
    ],
    "codesign-kill": [
      "invalid code signature", "code signature invalid", "code signature", "SIGKILL (Code Signature Invalid)",
      "codesign", "code sign", "provisioning profile",
    ],
    "coredata-model-incompatible": [
      "core data", "the model used to open the store is incompatible with the one used to create the store",
      "NSPersistentStoreIncompatibleVersionHashError", "core data migration", "134100", "migration", "persistent store",
    ],
    "cpp-hardening-trap": [
      "libc++ hardening", "libcpp hardening", "libc++ assertion", "std::vector out of bounds",
      "vector[] index out of bounds",
      "_LIBCPP_VERBOSE_ABORT",
    ],
    "dlopen-injection-failed": [
      "InjectionIII", "hot reload", "hot reloading", "code injection", "injection",
    ],
    "dlopen-library-validation": [
      "library validation", "library validation failed", "different Team IDs",
      "mapping process and mapped file (non-platform) have different Team IDs",
      "code signature not valid for use in process",
    ],
    "dyld-library-missing": [
      "Library not loaded", "image not found", "library missing", "dyld library not loaded", "Reason: tried",
      "missing framework", "framework not found", "framework not embedded", "library not found", "@rpath", "rpath",
    ],
    "dyld-map-out-of-memory": ["dyld out of memory", "cannot map library", "vm_map failed", "mmap failed"],
    "dyld-symbol-missing": [
      "Symbol not found", "symbol missing", "missing symbol", "dyld symbol not found", "Expected in",
      "undefined symbol", "weak linking",
    ],
    "exc-arithmetic": [
      "division by zero", "integer division by zero", "divide by zero", "division by 0",
    ],
    "exc-guard": [
      "double close", "file descriptor closed twice", "GUARD_TYPE_FD", "GUARD_TYPE_MACH_PORT", "GUARD_TYPE_VN",
      "guarded file descriptor", "close file descriptor",
    ],
    "exc-resource-cpu": [
      "CPU limit", "cpu usage", "cpu limit exceeded", "too much cpu", "high cpu", "CPU_FATAL", "RESOURCE_TYPE_CPU",
    ],
    "exc-resource-diskwrites": [
      "disk writes", "disk write", "too many disk writes", "excessive disk writes", "RESOURCE_TYPE_IO",
      "diskwrites_resource",
    ],
    "exc-resource-memory": [
      "memory limit", "memory limit exceeded", "high watermark", "RESOURCE_TYPE_MEMORY", "memory leak", "out of memory",
    ],
    "exc-resource-wakeups": ["wakeups", "too many wakeups", "cpu wakeups", "RESOURCE_TYPE_WAKEUPS", "idle wakeups"],
    "file-lock-dead10cc": [
      "dead10cc", "file lock", "holding a file lock", "suspended with file lock", "sqlite lock", "database lock",
      "RUNNINGBOARD 3735883980", "locked database",
    ],
    "font-file-missing": ["font not found", "missing font", "font file missing", "font missing", "custom font"],
    "font-registration-deadlock": [
      "CTFontManagerRegister", "CTFontManagerRegisterGraphicsFont", "font registration", "CGFontCreateWithDataProvider",
      "font deadlock", "deadlock",
    ],
    "gpu-error-abort": [
      "gpu error", "gpu hang", "gpu timeout", "gpu crash", "metal error", "kIOGPUCommandBufferCallbackErrorTimeout",
      "MTLCommandBuffer error", "IOGPU",
    ],
    "ib-agent-crashed-unspecified": [
      "IBDesignablesAgent crashed", "the agent crashed", "designables agent crashed", "agent crashed",
      "failed to render and update auto layout status", "IBDesignable crash", "IBDesignablesAgent", "IBDesignable",
      "IB Designables", "designables",
    ],
    "ib-agent-exception-unspecified": [
      "the agent threw an exception", "agent threw an exception", "agent raised an exception",
      "designables agent exception",
    ],
    "ib-agent-hang": [
      "IBDesignablesAgent hang", "interface builder hang", "interface builder freezes", "xcode hang", "xcode freezes",
      "xcode spinning beach ball", "rendering took too long", "agent timeout",
    ],
    "ib-agent-launch-failed": [
      "failed to launch designables agent", "failed to launch", "could not launch IBDesignablesAgent",
      "designables agent could not be started", "failed to launch IBDesignablesAgent",
    ],
    "ib-app-context-missing": [
      "UIApplication.shared in IBDesignable", "app delegate nil in interface builder",
      "app delegate in interface builder",
      "UIApplication.shared", "TARGET_INTERFACE_BUILDER",
    ],
    "ib-awakefromnib-not-called": ["awakeFromNib not called", "awakeFromNib", "awakeFromNib in interface builder"],
    "ib-bundle-executable-missing": [
      "bundle executable missing", "executable couldn't be located", "the bundle executable couldn't be located",
      "NSBundle executable not found",
    ],
    "ib-constraint-no-superview": [
      "unable to parse constraint format", "superview nil constraint", "visual format language", "visual format",
      "unable to interpret '|' character", "VFL",
    ],
    "ib-debug-finishes-at-once": ["Debug Selected Views", "Debug Selected Views finishes immediately"],
    "ib-dlopen-codesign-missing": [
      "designables code signature", "code signature missing", "no suitable image found did find code signature",
      "framework not signed", "unsigned framework",
    ],
    "ib-dlopen-library-missing": [
      "IBDesignablesAgent library not loaded", "designables library not loaded", "interface builder library not loaded",
      "failed to load designables from path", "failed to load designables", "dlopen", "dlopen failed",
    ],
    "ib-dlopen-not-dynamic": [
      "static library", "not a dynamic library", "static library designables", "file is not a dynamic library",
      "MH_DYLIB",
    ],
    "ib-dlopen-symbol-missing": ["designables symbol not found", "interface builder symbol not found"],
    "ib-dlopen-wrong-arch": [
      "no suitable image found", "wrong architecture", "mach-o, but wrong architecture", "incompatible architecture",
      "mach-o file, but is an incompatible architecture", "arm64 simulator", "excluded architectures",
    ],
    "ib-dlopen-wrong-platform": [
      "wrong platform", "built for iOS", "mach-o file built for iOS", "built for iOS not iOS simulator",
      "incompatible platform", "not built for the simulator",
    ],
    "ib-font-cfrelease-null": [
      "designables font", "IBDesignable font", "font in interface builder", "custom font interface builder",
    ],
    "ib-initframe-unimplemented": [
      "use of unimplemented initializer init(frame:)", "unimplemented initializer init(frame:)", "init(frame:)",
      "initWithFrame:", "init(frame:) has not been implemented",
    ],
    "ib-init-overrides-attributes": [
      "attributes inspector ignored", "attributes inspector", "IBInspectable overwritten", "IBInspectable not applied",
    ],
    "ib-inspectable-unsupported-type": [
      "IBInspectable", "IBInspectable type", "IBInspectable enum", "inspectable", "IBInspectable not showing",
    ],
    "ib-layer-content-too-early": ["layer contents", "image nil in interface builder", "CALayer contents"],
    "ib-load-null-path": [
      "failed to load designables from path (null)", "designables path null", "path (null)", "(null) path",
    ],
    "ib-load-time-code": [
      "+load", "static initializer interface builder", "load method interface builder", "__attribute__((constructor))",
      "constructor function", "static initializer",
    ],
    "ib-overlays-mainbundle-nib": [
      "could not load nib in Xcode Overlays", "Overlays", "main bundle in interface builder", "Bundle.main designable",
      "NSBundle mainBundle designable", "nib main bundle",
    ],
    "ib-overlays-mainbundle-resource": [
      "image not found in interface builder", "resource in interface builder", "main bundle resource",
      "Bundle.main in IBDesignable", "UIImage(named:) nil",
    ],
    "ib-prepare-not-called": ["prepareForInterfaceBuilder not called", "prepareForInterfaceBuilder"],
    "ib-preview-blank-no-error": [
      "designable blank", "blank preview", "IBDesignable not rendering", "IBDesignable blank", "preview blank",
      "designable not showing",
    ],
    "ib-render-slow": [
      "drawing took longer than 200 ms", "designable slow", "took longer than 200 ms", "slow drawing", "rendering slow",
    ],
    "ib-runtime-attribute-ignored": [
      "user defined runtime attributes", "ignoring user defined runtime attribute", "runtime attribute",
      "runtime attributes",
    ],
    "ib-stale-render": [
      "preview not updating", "stale preview", "designable not updating", "IBDesignable not updating",
    ],
    "ibtool-agent-communication": [
      "failed to communicate with helper tool", "lost connection to helper tool", "ibtool lost connection",
      "encountered an error communicating with IBAgent-iOS", "IBAgent-iOS", "AssetCatalogSimulatorAgent",
    ],
    "ibtool-crash": [
      "ibtool crash", "ibtool", "ibtoold", "compile storyboard failed", "CompileStoryboard", "CompileXIB",
      "command CompileStoryboard failed", "ibtool failed with exception",
    ],
    "ib-unified-agent-crashed": ["xcode agent crashed log", "unified log agent crashed"],
    "ib-xib-self-render": ["xib rendering itself", "xib renders itself", "designable in its own xib"],
    "illegal-instruction": ["illegal instruction", "illegal hardware instruction", "unsupported instruction", "AVX"],
    "initializer-abort": [
      "abort in initializer", "crash on launch", "crash before main", "library initializer", "crash at launch",
    ],
    "insecure-drawing-2bad45ec": ["2bad45ec", "insecure drawing", "secure drawing", "secure draw"],
    "jit-execution-denied": [
      "JIT", "just in time compilation", "MAP_JIT", "allow-jit", "executable memory", "com.apple.security.cs.allow-jit",
    ],
    "jetsam-memory": [
      "out of memory", "OOM", "OOM crash", "jetsam", "memory pressure", "low memory", "killed by memory",
      "memory warning", "didReceiveMemoryWarning", "memorystatus", "terminated due to memory issue",
      "message from debugger: terminated due to memory issue",
      "FOOM",
    ],
    "kvo-observer-dealloc": [
      "deallocated while key value observers were still registered with it", "KVO dealloc", "removeObserver",
      "deallocated while observed", "observer not removed", "KVO",
    ],
    "kvo-unhandled": [
      "An -observeValueForKeyPath:ofObject:change:context: message was received but not handled",
      "observeValueForKeyPath", "observeValue not handled", "message was received but not handled", "KVO",
      "KVO observer",
    ],
    "libdispatch": ["libdispatch", "GCD", "dispatch queue", "grand central dispatch", "dispatch_async"],
    "libdispatch-client-bug": [
      "BUG IN CLIENT OF LIBDISPATCH", "dispatch_sync called on queue already owned by current thread", "deadlock",
      "dispatch_sync", "dispatch_sync deadlock", "unbalanced call to dispatch_group_leave", "dispatch_group_leave",
      "release of a locked queue", "Release of a suspended object", "dispatch_semaphore", "semaphore in use",
    ],
    "malloc-corruption": [
      "heap corruption", "incorrect checksum for freed object", "object was probably modified after being freed",
      "memory corruption", "heap buffer overflow", "buffer overflow", "malloc corruption", "corrupt heap", "malloc",
      "malloc_error_break",
    ],
    "malloc-invalid-free": [
      "double free", "invalid free", "pointer being freed was not allocated", "free twice", "bad free", "freed twice",
    ],
    "managed-runtime-exception": [
      ".NET exception", "Xamarin", "Mono", "MAUI", "Unity exception", "unhandled managed exception",
      "managed exception",
      ".NET", "dotnet",
    ],
    "memory-bad-access": [
      "null pointer", "dereferenced NULL", "NULL pointer dereference", "null dereference", "dangling pointer",
      "invalid pointer", "wild pointer", "access violation", "segmentation fault", "nil pointer",
      "invalid memory access",
    ],
    "memory-bus-error": [
      "bus error", "misaligned access", "mapped file truncated", "mmap truncated", "alignment", "unaligned access",
    ],
    "nsexception-geometry-nan": [
      "CALayerInvalidGeometry", "CALayer position contains NaN", "position contains NaN", "NaN",
      "CALayer bounds contains NaN",
      "nan frame",
    ],
    "nsexception-internal-inconsistency": [
      "NSInternalInconsistencyException", "invalid number of rows in section", "invalid update",
      "internal inconsistency",
      "NSAssert", "UITableView internal consistency",
    ],
    "nsexception-nil-insert": [
      "object cannot be nil", "nil inserted into a collection", "attempt to insert nil object",
      "insertObject:atIndex: object cannot be nil",
      "setObjectForKey: object cannot be nil", "insert nil", "nil in dictionary",
      "attempt to insert nil object from objects",
    ],
    "nsexception-range": [
      "NSRangeException", "index beyond bounds", "objectAtIndex: index beyond bounds", "beyond bounds", "out of bounds",
      "NSArray out of bounds", "index beyond bounds for empty array", "index out of bounds",
    ],
    "nsexception-uncaught": [
      "uncaught exception", "NSException", "unhandled exception", "objective-c exception", "NSInvalidArgumentException",
      "libc++abi terminating", "std::terminate", "objc_exception_throw", "NSGenericException", "exception",
    ],
    "nib-awakeafter-recursion": ["awakeAfterUsingCoder", "awakeAfter(using:)", "awakeAfterUsingCoder recursion"],
    "nib-kvc-undefined-key": [
      "this class is not key value coding-compliant for the key", "not key value coding-compliant",
      "setValue:forUndefinedKey:", "NSUnknownKeyException", "key value coding", "key value coding compliant",
      "valueForUndefinedKey:", "KVC", "outlet renamed", "undefined key", "IBOutlet",
    ],
    "nib-missing-in-bundle": [
      "could not load nib", "could not load nib in bundle", "nib not found", "missing nib", "nib missing",
      "xib not found",
      "storyboard not found", "could not find a storyboard named", "loadNibNamed", "UINib",
    ],
    "nib-owner-replaced": ["file's owner replaced", "self replaced by nib root", "files owner"],
    "nib-placeholder-constraints-lost": [
      "placeholder constraints", "constraints lost", "constraints missing after replacing view", "lost constraints",
    ],
    "nib-self-class-recursion": [
      "nib recursion", "loadNibNamed recursion", "xib loads itself", "nib loads itself",
      "infinite recursion in init(coder:)",
      "loadNibNamed infinite loop", "infinite recursion nib", "infinite recursion",
    ],
    "nib-unknown-class": [
      "unknown class in interface builder file", "Unknown class", "unknown class in interface builder",
      "custom class module",
      "unknown class _TtC",
    ],
    "nib-view-outlet-not-set": [
      "loaded the nib but the view outlet was not set", "view outlet was not set", "view outlet not set",
      "view outlet",
    ],
    "objc-overrelease": [
      "over-release", "overreleased", "over-released object", "use after free", "objc_msgSend", "objc_release",
      "deallocated object", "freed object", "dangling object", "message to freed object", "objc_retain", "zombie",
      "unsafe_unretained",
    ],
    "objc-setter-recursion": [
      "setter recursion", "setter calls itself", "recursive setter", "infinite recursion setter",
      "property setter recursion",
    ],
    "objc-zombie-message": [
      "zombie", "zombie object", "NSZombie", "message sent to deallocated instance", "NSZombieEnabled", "CFZombie",
      "deallocated instance",
    ],
    "pointer-authentication": [
      "pointer authentication", "PAC failure", "PAC", "pointer authentication trap", "arm64e", "ptrauth",
      "possible pointer authentication failure",
    ],
    "sigtrap-in-test": ["unit test crash", "test crashed", "xctest crash", "SIGTRAP in test", "test runner crashed"],
    "stack-buffer-overflow": [
      "stack buffer overflow", "__stack_chk_fail", "stack smashing", "stack canary", "stack smashing detected",
      "stack corruption",
    ],
    "stack-overflow": [
      "stack overflow", "infinite recursion", "recursion", "endless recursion", "stack exhausted",
      "stack size exceeded due to excessive recursion", "excessive recursion", "stack guard", "stackoverflow",
      "recursive call", "infinite loop",
    ],
    "swift-abi-mismatch": [
      "swift ABI", "ABI mismatch", "compiled module was created by a different version of the compiler",
      "different swift version", "library evolution", "binary framework swift version", "swift version mismatch",
    ],
    "swift-exclusivity": [
      "exclusive access", "simultaneous accesses", "exclusivity violation", "overlapping accesses",
      "overlapping access", "law of exclusivity", "simultaneous access",
    ],
    "swift-executor-isolation": [
      "actor isolation", "MainActor", "@MainActor", "dispatch_assert_queue", "dispatch_assert_queue_fail",
      "_dispatch_assert_queue_fail",
      "BUG IN CLIENT OF LIBDISPATCH: Assertion failed: Block was expected to execute on queue",
      "block was expected to execute on queue", "incorrect actor executor assumption", "swift concurrency",
      "swift_task_isCurrentExecutor", "assumeIsolated", "executor", "main actor", "actor", "data race", "swift 6 crash",
    ],
    "swift-fatal-error": ["fatalError", "fatalError()", "fatal error", "swift fatal error"],
    "swift-forced-cast": [
      "forced cast", "as!", "could not cast value of type", "could not cast", "force cast", "forced downcast",
      "cast failed",
      "swift_dynamicCast", "swift_dynamicCastFailure",
    ],
    "swift-index-out-of-range": [
      "index out of range", "array index out of range", "string index out of range", "array out of bounds",
      "index out of bounds",
      "ContiguousArrayBuffer.swift", "out of range",
    ],
    "swift-initcoder-unimplemented": [
      "init(coder:) has not been implemented", "init(coder:)", "initWithCoder:", "required init coder",
    ],
    "swift-init-inaccessible": ["private init designable", "initializer inaccessible", "initializer is private"],
    "swift-isolated-deinit-runtime-bug": [
      "isolated deinit", "swift_task_deinitOnExecutor", "deinit on executor", "TaskLocal deinit",
    ],
    "swift-nil-unwrap": [
      "force unwrap", "unexpectedly found nil while unwrapping an optional value", "unexpectedly found nil",
      "unexpectedly found nil while implicitly unwrapping an optional value", "force unwrapped nil", "forced unwrap",
      "unwrapping nil", "nil unwrap", "optional", "optional unwrap", "implicitly unwrapped optional", "IBOutlet nil",
      "outlet nil", "nil",
    ],
    "swift-precondition": [
      "precondition failed", "preconditionFailure", "precondition", "precondition()", "assertionFailure",
    ],
    "swift-trap-unspecified": [
      "swift runtime failure", "swift trap", "swift crash", "arithmetic overflow", "integer overflow", "runtime trap",
      "_assertionFailure", "unreachable", "swift runtime error",
    ],
    "swift-unimplemented-init": ["use of unimplemented initializer", "unimplemented initializer"],
    "tcc-missing-usage": [
      "privacy usage description", "NSCameraUsageDescription", "usage description", "missing usage description",
      "this app has crashed because it attempted to access privacy-sensitive data without a usage description",
      "privacy-sensitive data", "NSPhotoLibraryUsageDescription", "NSMicrophoneUsageDescription",
      "NSLocationWhenInUseUsageDescription", "Info.plist missing key", "camera permission", "privacy",
    ],
    "thermal-c00010ff": ["c00010ff", "thermal", "too hot", "overheating", "device too hot", "heat"],
    "uikit-private-ivar-kvc": [
      "access to UITextField's _placeholderLabel ivar is prohibited", "ivar is prohibited", "_placeholderLabel",
      "this is an application bug", "private ivar",
    ],
    "thread-sanitizer": ["ThreadSanitizer", "thread sanitizer", "TSan", "data race", "race condition"],
    "ui-off-main-thread": [
      "main thread", "main thread checker", "UI API called on a background thread", "background thread",
      "must be used from main thread only", "UI on background thread", "not on main thread", "off main thread",
      "call must be made on main thread", "bool _WebTryThreadLock", "UIView background thread",
      "threading violation expected the main thread",
    ],
    "undefined-behavior-sanitizer": [
      "UndefinedBehaviorSanitizer", "undefined behavior sanitizer", "UBSan", "undefined behavior",
    ],
    "unrecognized-selector": [
      "unrecognized selector", "unrecognized selector sent to instance", "unrecognized selector sent to class",
      "doesNotRecognizeSelector:", "does not respond to selector", "selector not found", "selector",
    ],
    "viewcontroller-view-in-initwithcoder": ["view in initWithCoder", "view accessed in init(coder:)"],
    "watchdog-8badf00d": [
      "watchdog", "8badf00d", "watchdog timeout", "watchdog termination", "scene-update watchdog", "launch timeout",
      "failed to launch in time", "scene-create watchdog transgression", "failed to terminate gracefully", "app hang",
      "exhausted real (wall clock) time allowance", "main thread blocked", "app not responding", "ANR",
      "launch watchdog",
      "hang", "freeze", "frozen",
    ],
  ]
}
