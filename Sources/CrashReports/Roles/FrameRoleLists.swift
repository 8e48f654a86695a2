/// The lists that determine the role of a frame, for findings and for signatures.
///
/// `*` matches any run of characters, and a pattern matches the entire name (`GlobSet`). Function patterns are compared
/// with readable or normalized names, image patterns with short names (`ImageName`).
/// Tests/Fixtures/signatures/lists.json has the same lists as data, and a test compares them: if a change alters the
/// key of a test vector or of a sample log, it requires a new version of the signatures.
package enum FrameRoleLists {
  /// Programs that load the app as a library, and their frameworks; never blamed.
  package static let hostImages: [String] = [
    "IBDesignablesAgent*", "IBAgent*", "IBCocoaTouchPlatformTool", "Interface Builder Cocoa Touch Tool",
    "Interface Builder WatchKit Tool", "IBAppleTVTool", "ibtool", "ibtoold", "IBFoundation", "IDEInterfaceBuilder*",
    "AssetCatalog*Agent", "XCPreviewAgent", "PreviewsInjection", "xctest", "XCTest", "XCTestCore", "XCTestSupport",
    "XCTAutomationSupport", "*-Runner", "SimulatorTrampoline", "swiftpm-testing-helper", "swiftpm-xctest-helper",
    "libXCTestBundleInject.dylib", "libXCTestSwiftSupport.dylib",
  ]

  /// The dynamic loader.
  package static let loaderImages: [String] = [
    "dyld", "dyld_sim", "libdyld.dylib",
  ]

  /// Folders of the system and of Xcode. `Xcode*.app` is one component of a path (`ImageTraits.isSystem(path:)`).
  package static let systemPaths: [String] = [
    "/System/*", "/usr/lib/*", "/Library/Apple/*", "*/RuntimeRoot/*", "*/Xcode*.app/Contents/*",
  ]

  /// Bundle identifiers that text reports print instead of image names.
  package static let systemBundleIDs: [String] = [
    "com.apple.*"
  ]

  /// Images of the system by name, for reports without paths.
  package static let systemImages: [String] = [
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
    "AppIntents", "Combine", "RunningBoardServices", "AssertionServices", "BaseBoard", "SpringBoard", "CoreServices",
    "LaunchServices", "DVTFoundation", "IDEKit", "IDEFoundation", "libGPUSupportMercury.dylib",
    "libEmbeddedSystemAUs.dylib", "libsystem_*", "libobjc.A.dylib", "libobjc.A", "libc++*", "libdispatch.dylib",
    "libxpc.dylib", "libswift*", "libsqlite3.dylib", "libz.1.dylib", "libMobileGestalt.dylib", "libRPAC.dylib",
  ]

  /// The kernel, whose frames are in panics and hangs; an addition to `systemImages` of version 1 of the signatures.
  package static let kernelImages: [String] = ["kernel", "mach_kernel"]

  /// Libraries of the system, an addition to `systemImages` of version 1 of the signatures.
  package static let systemLibraries: [String] = [
    "libcache.dylib", "libcommonCrypto.dylib", "libcompiler_rt.dylib", "libcopyfile.dylib", "libcorecrypto.dylib",
    "libkeymgr.dylib", "liblaunch.dylib", "libmacho.dylib", "libquarantine.dylib", "libremovefile.dylib",
    "libunwind.dylib", "libicucore*.dylib", "libxml2*.dylib", "libresolv*.dylib", "libauto.dylib", "libnetwork.dylib",
    "libcoretls*.dylib", "libBacktraceRecording.dylib", "libMainThreadChecker.dylib", "libicucore", "libdispatch",
    "libsystem", "libSystem.B.dylib", "libcups*.dylib", "libboringssl.dylib", "libusrtcp.dylib", "CoreUI",
    "RenderBox", "BoardServices", "UIKitServices", "TextInputUI", "Espresso", "IOSurface", "IOMobileFramebuffer",
    "IOAccelerator", "AGXMetal*", "AppleMetal*", "CoreHaptics", "GraphVisualizer", "PrototypeTools",
  ]
  /// Folders of the system and of Xcode, an addition to `systemPaths` of version 1 of the signatures.
  package static let systemFolders: [String] = [
    "*.sdk/usr/lib/*", "*.sdk/System/*", "*.simruntime/*", "*/Contents/Developer/Platforms/*",
    "*/Contents/Developer/Toolchains/*", "*/Contents/SharedFrameworks/*",
  ]

  /// Runtimes of the compiler that are copied into the app's bundle.
  package static let runtimeImages: [String] = ["libclang_rt.*"]

  /// Runtimes of managed languages (Mono, .NET) in libraries of their own: they run the app's code, and are never blamed.
  /// Not in version 1 of the signatures.
  package static let managedRuntimeImages: [String] = [
    "libmono*", "libcoreclr*", "libclrjit*", "libclrgc*", "libxamarin*", "libhostfxr*", "libhostpolicy*",
    "libSystem.Native*", "libSystem.Globalization.Native*", "libSystem.Security.Cryptography.Native*",
    "libSystem.IO.Compression.Native*", "libmscordbi*", "libmscordaccore*", "Mono.framework", "MonoBundle",
  ]

  /// Functions of the system that only throw, abort or report a failure.
  package static let machinery: [String] = [
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

  /// Failure functions of the Swift runtime, which the compiler may inline into any image.
  package static let machineryAnywhere: [String] = [
    "_assertionFailure(*)", "assertionFailure(*)", "preconditionFailure(*)", "_preconditionFailure(*)",
    "fatalError(*)", "_fatalErrorMessage(*)", "precondition(*)", "assert(*)", "closure in _assertionFailure(*)",
    "_diagnoseUnexpected*", "Swift runtime failure:*",
  ]

  /// Functions that only pass control on: run loop, dispatch, event delivery, thread start.
  package static let glue: [String] = [
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

  /// Functions that the compiler generates for types and closures; never blamed, and dropped from signatures.
  package static let compilerGenerated: [String] = [
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

  /// Functions of the system that call themselves once for each level of a tree of views, layers or responders. Some equal
  /// frames of them are a deep tree, and not an infinite recursion.
  package static let treeWalks: [String] = [
    "-[UIView* _didMoveFromWindow:toWindow:]", "-[UIView* _willMoveToWindow:*", "-[UIView* hitTest:*",
    "-[UIView* _hitTest:*", "-[UIView* pointInside:*", "-[UIView* layoutSublayersOfLayer:]",
    "-[UIView* layoutSubviews]",
    "-[UIView* _makeSubtree*", "-[UIView* _layoutHeightDependentOnWidth*", "-[UIView* traitCollectionDidChange:]",
    "-[UIView* _traitCollection*", "-[UIView* _wrappedProcess*", "-[UIView* tintColorDidChange]",
    "-[UIView* _propagate*", "-[UIView* _updateConstraints*", "-[UIView* updateConstraintsIfNeeded]",
    "-[UIView* _internalUpdateConstraintsIfNeeded*", "-[UIView* setNeedsLayout]", "-[UIView* _dispatchTintColor*",
    "-[UIView* viewWithTag:]", "-[UIView* nextResponder]", "-[UIView* dealloc]", "-[UIResponder *",
    "_UIViewSubtree*", "_UIViewInvalidate*", "-[UIViewController* _traverse*", "-[UIViewController* _will*",
    "-[UIViewController* _did*", "-[NSView* _layoutSubtree*", "-[NSView* hitTest:]", "-[NSView* _recursive*",
    "-[NSView* _recursively*", "-[NSView* _setWindow:]", "-[NSView* _viewWillMoveToWindow*", "-[NSView* display*",
    "-[NSView* _display*", "-[NSView* viewWithTag:]", "-[NSView* _update*", "-[NSView* dealloc]", "-[NSResponder *",
    "block in -[UIView*", "block in -[NSView*", "-[CALayer* layoutSublayers]", "-[CALayer* layoutIfNeeded]",
    "-[CALayer* hitTest:]", "-[CALayer* _renderLayer*", "CA::Layer::*", "CA::Render::*", "AG::Graph::*",
    "AG::Subgraph::*", "*LayoutEngine*sizeThatFits*", "*ViewLayoutEngine*", "*LayoutComputer*", "*ViewResponder*",
    "*HitTest*", "*DisplayList*", "-[__NSArray* makeObjectsPerform*", "-[NSArray* makeObjectsPerform*",
    "-[__NSArray* enumerate*", "CFArrayApplyFunction*", "-[*AccessibilityElement *", "*_accessibility*",
  ]
}
