import CrashReports
import Diagnosis

/// Summaries of hidden frames.
enum FrameWords {
  static let main = "main"

  /// Prefixes of function names and their kinds, in the order of comparison.
  static let functions: [(prefix: String, word: String)] = [
    ("ImageLoader::recursiveInit", "initializers"), ("ImageLoaderMachO::doModInit", "initializers"),
    ("ImageLoaderMachO::doInit", "initializers"), ("ImageLoader::", "initializers"),
    ("dyld::runInit", "initializers"), ("dyld::initializeMain", "initializers"), ("_dyld_start", "dynamic loader"),
    ("dlopen", "dlopen"), ("call_load_methods", "+load methods"), ("load_images", "+load methods"),
    ("_dispatch_", "dispatch"), ("dispatch_", "dispatch"), ("__CFRUNLOOP", "run loop"), ("__CFRunLoop", "run loop"),
    ("CFRunLoop", "run loop"), ("-[NSRunLoop", "run loop"), ("GSEventRun", "run loop"),
    ("start_wqthread", "thread start"),
    ("thread_start", "thread start"), ("_pthread_start", "thread start"), ("_pthread_wqthread", "thread start"),
    ("_pthread_body", "thread start"), ("__NSThread__start__", "thread start"),
    ("objc_exception_throw", "exception raised"),
    ("__exceptionPreprocess", "exception raised"), ("-[NSException raise", "exception raised"),
    ("+[NSException raise", "exception raised"), ("abort", "abort"), ("__abort", "abort"), ("__pthread_kill", "abort"),
    ("pthread_kill", "abort"), ("_objc_terminate", "abort"), ("std::terminate", "abort"), ("std::__terminate", "abort"),
    ("__cxa_", "C++ exceptions"), ("-[UIApplication _run]", "main"), ("UIApplicationMain", "main"),
    ("NSApplicationMain", "main"), ("-[NSApplication run]", "main"), ("xpc_main", "main"), ("start_sim", "main"),
  ]

  /// Images whose frames have a kind.
  static let images: [String: String] = [
    "dyld": "dynamic loader", "dyld_sim": "dynamic loader", "libdyld.dylib": "dynamic loader",
    "libdispatch.dylib": "dispatch", "libobjc.A.dylib": "Objective-C runtime", "libswiftCore.dylib": "Swift runtime",
    "libswift_Concurrency.dylib": "Swift concurrency", "libc++abi.dylib": "C++ exceptions",
    "libsystem_pthread.dylib": "threads", "libsystem_kernel.dylib": "kernel calls", "libsystem_c.dylib": "C library",
    "libxpc.dylib": "XPC", "libsystem_malloc.dylib": "malloc", "libsystem_platform.dylib": "C library",
    "XCTest": "XCTest", "XCTestCore": "XCTest", "XCTestSupport": "XCTest", "libXCTestSwiftSupport.dylib": "XCTest",
    "UIKitCore": "UIKit", "UIKitMacHelper": "UIKit",
  ]
}

extension CrashReport.Frame {
  /// The kind of the frame, in one or two words.
  var kindInWords: String {
    let image = image.map(shortImageName)
    if let name = symbol?.readable {
      if name == "main" || (name == "start" && (image == "dyld" || image == "libdyld.dylib" || image == "dyld_sim")) {
        return FrameWords.main
      }
      if role == .loader, name.contains("nitializ") { return "initializers" }
      for entry in FrameWords.functions where name.hasPrefix(entry.prefix) { return entry.word }
      if name.contains("[IBAbstract") || name.contains("[IBMessageReceiveChannel") {
        return name.contains("oad") && name.contains("undleInstance")
          ? "Interface Builder loads the bundle" : "Interface Builder"
      }
    }
    guard let image else { return "unknown image" }
    if let word = FrameWords.images[image] { return word }
    if image.hasPrefix("IBFoundation") || image.hasPrefix("IBDesignablesAgent") { return "Interface Builder" }
    return image
  }

  /// False for frames that only pass a call on and have their own kind in a fold.
  var isInformative: Bool {
    switch role {
    case .loader, .machinery, .glue, .host: false
    default: !isRunLoopOrMain
    }
  }

  private var isRunLoopOrMain: Bool {
    let word = kindInWords
    return word == "run loop" || word == "dispatch" || word == FrameWords.main || word == "thread start"
  }
}
