/// The lists of the grouping algorithm, version 1, as data.
///
/// Notation: one entry, one pattern. `*` stands for any run of characters, also none; everything else stands for
/// itself; a pattern covers the whole name. Function patterns are compared with normalised names, image patterns with
/// normalised image names.
///
/// A change here that changes a key of a vector or of a sample log is a new version of the algorithm.
enum SignatureLists {
  /// Programs that load the app as a library, and their frameworks: previews and test runners. Never blamed.
  static let hostImages: [String] = [
    "IBDesignablesAgent*", "IBAgent*", "IBCocoaTouchPlatformTool", "Interface Builder Cocoa Touch Tool",
    "Interface Builder WatchKit Tool", "IBAppleTVTool", "ibtool", "ibtoold", "IBFoundation",
    "IDEInterfaceBuilder*", "AssetCatalog*Agent", "XCPreviewAgent", "PreviewsInjection", "xctest", "XCTest",
    "XCTestCore", "XCTestSupport", "XCTAutomationSupport", "*-Runner", "SimulatorTrampoline",
    "swiftpm-testing-helper", "swiftpm-xctest-helper", "libXCTestBundleInject.dylib",
    "libXCTestSwiftSupport.dylib",
  ]

  /// The dynamic loader.
  static let loaderImages: [String] = [
    "dyld", "dyld_sim", "libdyld.dylib",
  ]

  /// Folders of the system and of Xcode.
  static let systemPaths: [String] = [
    "/System/*", "/usr/lib/*", "/Library/Apple/*", "*/RuntimeRoot/*", "*/Xcode*.app/Contents/*",
  ]

  /// Identifiers that text reports write in place of image names.
  static let systemBundleIDs: [String] = [
    "com.apple.*"
  ]

  /// Images of the system by name, for excerpts without paths.
  static let systemImages: [String] = [
    "CoreFoundation", "Foundation", "FoundationEssentials", "CFNetwork", "Security", "UIKit", "UIKitCore",
    "UIKitMacHelper", "UIFoundation", "AppKit", "SwiftUI", "SwiftUICore", "AttributeGraph", "CoreAutoLayout",
    "QuartzCore", "CoreGraphics", "CoreText", "CoreImage", "ImageIO", "CoreData", "GraphicsServices",
    "FrontBoardServices", "BackBoardServices", "HIToolbox", "IOKit", "Metal", "AVFoundation", "AVFCore", "WebKit",
    "WebCore", "JavaScriptCore", "MapKit", "CoreLocation", "CoreMedia", "TextInput", "UserNotifications",
    "AudioToolbox", "AVFAudio", "AVKit", "MediaPlayer", "StoreKit", "Contacts", "ContactsUI", "EventKit",
    "EventKitUI", "Photos", "PhotosUI", "CoreBluetooth", "CoreMotion", "CoreML", "CoreSpotlight", "CoreTelephony",
    "CoreVideo", "CallKit", "CarPlay", "CloudKit", "GameKit", "GameController", "GLKit", "HealthKit", "HomeKit",
    "LocalAuthentication", "MessageUI", "MetalKit", "MobileCoreServices", "MultipeerConnectivity", "Network",
    "NetworkExtension", "PassKit", "PDFKit", "PushKit", "PushToTalk", "QuickLook", "RealityKit", "ReplayKit",
    "SafariServices", "SceneKit", "Social", "Speech", "SpriteKit", "SystemConfiguration", "UniformTypeIdentifiers",
    "Vision", "WatchConnectivity", "WatchKit", "WebKitLegacy", "WidgetKit", "ARKit", "AddressBook", "Accelerate",
    "AppIntents", "Combine", "RunningBoardServices", "AssertionServices", "BaseBoard", "SpringBoard",
    "CoreServices", "LaunchServices", "DVTFoundation", "IDEKit", "IDEFoundation", "libGPUSupportMercury.dylib",
    "libEmbeddedSystemAUs.dylib", "libsystem_*", "libobjc.A.dylib", "libobjc.A", "libc++*", "libdispatch.dylib",
    "libxpc.dylib", "libswift*", "libsqlite3.dylib", "libz.1.dylib", "libMobileGestalt.dylib", "libRPAC.dylib",
  ]

  /// Functions of the system that only carry a failure out: throwing, aborting, reporting.
  static let machinery: [String] = [
    "__pthread_kill", "pthread_kill", "raise", "abort", "__abort", "abort_with_payload",
    "abort_with_payload_wrapper_internal", "abort_with_reason", "__abort_with_payload", "abort_message",
    "__assert_rtn", "demangling_terminate_handler*", "default_terminate_handler*", "safe_handler_caller*",
    "failed_throw*", "_objc_terminate*", "std::terminate*", "std::__terminate*", "__cxa_throw", "__cxa_rethrow",
    "__cxa_bad_cast", "__cxa_pure_virtual", "__cxxabiv1::*", "_Unwind_*", "__exceptionPreprocess",
    "objc_exception_throw", "objc_exception_rethrow", "-[NSException raise]", "+[NSException raise:format:]",
    "+[NSException raise:format:arguments:]", "_CFThrowFormattedException",
    "-[NSAssertionHandler handleFailureIn*]", "-[* doesNotRecognizeSelector:]",
    "-[NSApplication _crashOnException:]", "-[NSApplication reportException:]", "___forwarding___",
    "_CF_forwarding_prep_0", "_swift_runtime_on_report", "swift_unexpectedError", "swift_errorInMain",
    "swift_fatalError*", "swift_reportError", "swift::fatalError*", "swift::warning*",
    "_swift_stdlib_reportFatalError*", "__TCC_CRASHING_DUE_TO_PRIVACY_VIOLATION__", "__TERMINATING_DUE_TO_*",
    "_sigtramp", "__restore_rt",
  ]

  /// The like of the Swift runtime, which the compiler inlines into any image.
  static let machineryAnywhere: [String] = [
    "_assertionFailure(*)", "assertionFailure(*)", "preconditionFailure(*)", "_preconditionFailure(*)",
    "fatalError(*)", "_fatalErrorMessage(*)", "precondition(*)", "assert(*)", "closure in _assertionFailure(*)",
    "_diagnoseUnexpected*", "Swift runtime failure:*",
  ]

  /// Functions that only pass control on: run loop, dispatch, event delivery, thread start.
  static let glue: [String] = [
    "main", "$main", "static *.main()", "static *.$main()", "thread_start", "_pthread_start", "_pthread_body",
    "_pthread_wqthread", "start_wqthread", "UIApplicationMain", "NSApplicationMain", "XPCServiceMain", "xpc_main",
    "NSExtensionMain", "EXExtensionMain", "GSEventRun", "GSEventRunModal", "CFRunLoopRun*", "_CFRunLoop*",
    "__CFRunLoop*", "__CFRUNLOOP_IS_*", "__CFNOTIFICATIONCENTER_IS_*", "_CFXRegistrationPost",
    "___CFXRegistrationPost_block_invoke", "_CFXNotificationPost",
    "-[NSNotificationCenter postNotificationName:object:userInfo:]", "-[NSRunLoop *", "-[NSApplication run]",
    "-[NSApplication nextEvent*", "-[NSApplication _nextEvent*", "_DPSNextEvent", "_BlockUntilNextEvent*",
    "ReceiveNextEvent*", "RunCurrentEventLoopInMode", "-[UIApplication _run]", "_dispatch_*", "dispatch_*",
    "__NSThread__start__", "-[NSThread main]", "-[NSBlockOperation main]", "-[NSOperation*",
    "block in -[NSOperation*", "completeTaskWithClosure(*)", "swift::runJobInEstablishedExecutorContext",
    "swift_job_run*", "swift_task_*", "_swift_task_*", "__workq_kernreturn",
  ]

  /// Leaves that stand for one another, in the order in which they are asked.
  static let prefixFamilies: [(family: String, functions: [String])] = [
    (
      "CFRelease",
      [
        "CFRelease", "_CFRelease",
      ]
    ),
    (
      "CFRetain",
      [
        "CFRetain", "_CFRetain",
      ]
    ),
    (
      "CFAutorelease",
      [
        "CFAutorelease"
      ]
    ),
    (
      "objc_msgSend",
      [
        "objc_msgSend*", "_objc_msgSend*", "lookUpImpOrForward",
      ]
    ),
    (
      "objc_release",
      [
        "objc_release*", "_objc_release*", "_objc_rootRelease*", "objc_storeStrong", "objc_destroyWeak",
        "objc_autoreleasePoolPop", "AutoreleasePoolPage::*", "objc_object::release*",
        "objc_object::sidetable_release*",
      ]
    ),
    (
      "objc_retain",
      [
        "objc_retain*", "_objc_retain*", "_objc_rootRetain*", "objc_loadWeak*", "objc_object::retain*",
        "objc_object::sidetable_retain*",
      ]
    ),
    (
      "swift_release",
      [
        "swift_release*", "_swift_release*", "swift_bridgeObjectRelease*", "swift_unknownObjectRelease*",
        "swift_arrayDestroy*",
      ]
    ),
    (
      "swift_retain",
      [
        "swift_retain*", "_swift_retain*", "swift_bridgeObjectRetain*", "swift_unknownObjectRetain*",
        "swift_weakLoadStrong*",
      ]
    ),
    (
      "malloc",
      [
        "malloc*", "_malloc*", "calloc", "realloc", "szone_*", "tiny_*", "small_*", "large_*", "nano_*",
        "nanov2_*", "xzm_*", "_xzm_*", "operator new", "operator new[]", "swift_slowAlloc*",
        "swift_allocObject*",
      ]
    ),
    (
      "free",
      [
        "free", "free_*", "_free*", "operator delete", "operator delete[]", "swift_slowDealloc*",
        "swift_deallocObject*", "swift_deallocClassInstance*",
      ]
    ),
    (
      "memmove",
      [
        "memcpy", "memmove", "memset", "bcopy", "bzero", "__bzero", "_platform_mem*", "_platform_bzero*",
        "__memcpy_chk", "__memmove_chk", "__memset_chk",
      ]
    ),
    (
      "strlen",
      [
        "strlen", "strnlen", "strcmp", "strncmp", "strcasecmp", "strcpy", "strncpy", "strlcpy", "strcat",
        "strdup", "strchr", "strrchr", "strstr", "_platform_str*",
      ]
    ),
    (
      "wait",
      [
        "mach_msg*", "semaphore_wait*", "__psynch_*", "__ulock_wait*", "_os_unfair_lock_*",
        "os_unfair_lock_lock*", "pthread_mutex_lock", "_pthread_mutex_*", "pthread_cond_wait",
        "_pthread_cond_wait", "kevent*", "__select", "read", "__read_nocancel", "poll",
      ]
    ),
    (
      "dispatch_assert_queue",
      [
        "dispatch_assert_queue*", "_dispatch_assert_queue*",
      ]
    ),
  ]

  /// Words in front of a name that make no other function of it. `(N)` stands for any number in brackets.
  static let unwrap: [String] = [
    "specialized ", "merged ", "@objc ", "@nonobjc ", "dynamic ", "distributed thunk ", "curry thunk of ",
    "partial apply for ", "partial apply of ", "partial apply forwarder for ", "dispatch thunk of ",
    "back deployment thunk for ", "back deployment fallback for ", "protocol self-conformance witness for ",
    "dynamically replaceable variable for ", "dynamically replaceable key for ", "async function pointer to ",
    "coroutine continuation prototype for ", "(N) suspend resume partial function for ",
    "(N) await resume partial function for ", "non-virtual thunk to ", "virtual thunk to ",
    "covariant return thunk to ",
  ]

  /// As `unwrap`, with ` <…> of ` behind.
  static let unwrapSpecialisation: [String] = [
    "generic specialization", "generic partial specialization", "generic not re-abstracted specialization",
    "generic pre-specialization", "inlined generic function", "function signature specialization",
    "partial specialization",
  ]

  /// Code the compiler made: its frames are dropped.
  static let drop: [String] = [
    "outlined *", "reabstraction thunk*", "thunk for @*", "key path getter*", "key path setter*",
    "key path equals*", "key path hash*", "initializeBufferWithCopyOfBuffer* for *", "initializeWithCopy* for *",
    "assignWithCopy* for *", "initializeWithTake* for *", "assignWithTake* for *", "destroy for *",
    "destroy value witness for *", "getEnumTag* for *", "storeEnumTagSinglePayload* for *",
    "destructiveInjectEnumTag* for *", "destructiveProjectEnumData* for *", "protocol witness table *",
    "lazy protocol witness table *", "type metadata *", "metadata accessor*", "metadata instantiation*",
    "associated type *", "associated conformance *", "__copy_helper_block_*", "__destroy_helper_block_*",
    "__swift_instantiate*", "__swift_destroy*", "__swift_allocate*", "__swift_project*", "__swift_mutable*",
    "__swift_memcpy*", "__swift_noop*",
  ]

  /// Modules whose names full spellings have in front and short ones have not.
  static let modules: [String] = [
    "Swift", "_Concurrency", "_StringProcessing", "Synchronization", "Foundation", "FoundationEssentials", "UIKit",
    "AppKit", "SwiftUI", "SwiftUICore", "Combine", "Dispatch", "ObjectiveC", "__C", "Darwin", "CoreFoundation",
    "CoreGraphics", "CoreData", "WatchKit", "XCTest", "Testing", "Observation", "Builtin",
  ]

  /// The kernel, an addition to `systemImages` of version 1: panics and hangs have its frames.
  static let kernelImages: [String] = ["kernel", "mach_kernel"]
}
