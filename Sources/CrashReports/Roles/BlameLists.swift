/// The lists that decide which frames of the app's images are not the user's code (`Blamability`).
///
/// In globs, `*` matches any run of characters, and a glob matches the entire name (`GlobSet`).
package enum BlameLists {
  /// Prefixes of entry points that the compiler generates for a function, followed by the name of that function.
  package static let entryPointPrefixes: [String] = [
    "@objc ", "@nonobjc ", "merged ", "partial apply for ", "partial apply of ", "partial apply forwarder for ",
    "protocol witness for ", "protocol self-conformance witness for ", "dispatch thunk of ", "distributed thunk ",
    "curry thunk of ", "vtable thunk for ", "back deployment thunk for ", "non-virtual thunk to ", "virtual thunk to ",
    "covariant return thunk to ",
  ]

  /// Helpers of the Swift, C++, Rust, Go, Kotlin and C# runtimes, which compilers inline or link into the app's image,
  /// and functions of widely used libraries that only report an assertion.
  package static let helpers: [String] = [
    "_checkExpectedExecutor*", "_assertionFailure*", "_fatalErrorMessage*", "_precondition*", "_debugPrecondition*",
    "_internalInvariant*", "_diagnoseUnexpected*", "_arrayForceCast*", "_arrayConditionalCast*", "_dictionary*Cast*",
    "_set*Cast*", "_forceBridge*", "_conditionallyBridge*", "_unconditionallyBridge*", "_stdlib_*", "_StringGuts*",
    "_StringObject*", "_ContiguousArrayBuffer*", "_ContiguousArrayStorage*", "_ArrayBuffer*", "_ArrayBody*",
    "_SliceBuffer*", "_NativeDictionary*", "_NativeSet*", "__CocoaDictionary*", "__CocoaSet*", "_DictionaryStorage*",
    "__RawDictionaryStorage*", "_SetStorage*", "_HashTable*", "_UnsafeBitset*", "_UIntBuffer*", "_copySequenceTo*",
    "_copyCollectionTo*", "_allocateUninitializedArray*", "_finalizeUninitializedArray*", "_withUnsafe*",
    "assertionFailure(_:file:line:)", "preconditionFailure(_:file:line:)", "fatalError(_:file:line:)",
    "precondition(_:_:file:line:)", "assert(_:_:file:line:)", "__swift_*", "_swift_*", "swift_*",
    "Swift runtime failure:*", "abort", "_abort", "__abort", "__assert_rtn", "__assert_fail", "__stack_chk_fail",
    "__cxa_*", "__clang_call_terminate", "operator new*", "operator delete*", "__ubsan_*", "__asan_*", "__tsan_*",
    "rust_panic*", "rust_begin_unwind", "__rust_*", "core::panicking::*", "core::option::*", "core::result::*",
    "core::slice::*", "core::str::*", "core::ops::*", "core::cell::*", "alloc::*", "runtime.*", "kfun:kotlin.*",
    "kotlin::*", "konan::*", "Kotlin_*", "il2cpp::*", "il2cpp_*", "mono_*", "WTFCrash*", "RCTFatal*", "_RCTAssert*",
    "_RCTLog*", "rtc::FatalMessage*", "rtc::webrtc_checks_impl*", "google::LogMessage*", "logging::LogMessage*",
    "logging::CheckError*", "base::debug::*", "*: assertion *", "*__libcpp_*", "xamarin_*", "base::ImmediateCrash*",
    "realm::util::terminate*", "folly::detail::*", "std::panicking::*", "panic_abort::*", "panic_unwind::*",
    "kfun:kotlinx.coroutines*", "kfun:kotlin#*", "objc2kotlin_*", "kotlin2objc*",
    "(anonymous namespace)::*UnhandledException*",
    "monoeg_*", "hermes::*", "facebook::hermes::*", "facebook::jsi::*", "llvh::*", "v8::*", "v8impl::*", "node::*",
    "fml::*", "dart::*", "Py_FatalError*", "_Py_FatalError*", "qt_message_fatal*", "QMessageLogger::fatal*",
  ]

  /// Namespaces of the C++ standard library and of libraries whose headers are compiled into the app.
  package static let libraryNamespaces: Set<String> = ["std", "__gnu_cxx", "__cxxabiv1", "boost", "absl"]

  /// Types and protocols of the Swift standard library. An app may extend them, so that only the members below count.
  package static let standardTypes: Set<String> = [
    "Array", "ArraySlice", "ContiguousArray", "Dictionary", "Set", "String", "Substring", "Character", "Unicode",
    "Optional", "Result", "Range", "ClosedRange", "PartialRangeFrom", "Int", "Int8", "Int16", "Int32", "Int64", "UInt",
    "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float", "FixedWidthInteger", "BinaryInteger", "SignedInteger",
    "UnsignedInteger", "UnsafePointer", "UnsafeMutablePointer", "UnsafeRawPointer", "UnsafeMutableRawPointer",
    "UnsafeBufferPointer", "UnsafeMutableBufferPointer", "UnsafeRawBufferPointer", "UnsafeMutableRawBufferPointer",
    "Sequence", "Collection", "BidirectionalCollection", "RandomAccessCollection", "MutableCollection",
    "RangeReplaceableCollection", "LazySequence", "Zip2Sequence", "EnumeratedSequence", "AnyHashable", "Hasher",
    "KeyedDecodingContainer", "KeyedEncodingContainer", "MainActor", "Actor", "Task", "UnsafeContinuation",
    "CheckedContinuation", "Data", "Comparable", "BinaryFloatingPoint",
  ]

  /// Members of `standardTypes` that the standard library implements: the first word of a member's name.
  package static let standardMembers: Set<String> = [
    "subscript", "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "removeSubrange",
    "removeValue", "popLast", "popFirst", "replaceSubrange", "reserveCapacity", "swapAt", "index", "formIndex",
    "distance", "map", "flatMap", "compactMap", "mapValues", "filter", "forEach", "reduce", "first", "last", "contains",
    "sort", "sorted", "reverse", "reversed", "prefix", "suffix", "dropFirst", "dropLast", "split", "joined", "merge",
    "withUnsafeBytes", "withUnsafeMutableBytes", "withUnsafeBufferPointer", "withUnsafeMutableBufferPointer",
    "initialize", "deinitialize", "assign", "update", "advanced", "updateValue", "decode", "decodeIfPresent", "encode",
    "InlineData", "InlineSlice", "LargeSlice", "subdata", "random", "assumeIsolated", "preconditionIsolated", "resume",
    "unsafelyUnwrapped", "hash", "+", "-", "*", "/", "+=", "-=",
    "*=", "%", "<<", ">>", "==", "<", "...", "..<",
  ]

  /// Initializers of the types above that check their argument, without generic arguments.
  package static let standardInitializers: Set<String> = [
    "Dictionary.init(uniqueKeysWithValues:)", "Dictionary.init(dictionaryLiteral:)", "Range.init(uncheckedBounds:)",
    "ClosedRange.init(uncheckedBounds:)", "Array.init(repeating:count:)", "Int.init(_:)", "Int8.init(_:)",
    "Int16.init(_:)", "Int32.init(_:)", "Int64.init(_:)", "UInt.init(_:)", "UInt8.init(_:)", "UInt16.init(_:)",
    "UInt32.init(_:)", "UInt64.init(_:)", "FixedWidthInteger.init(_:)", "BinaryInteger.init(_:)",
    "Character.init(_:)",
  ]

  /// Folders of sources that are not the user's: the builds of Apple and of the compilers, SDKs, and headers of libraries.
  package static let vendorPaths: [String] = [
    "*/com.apple.xbs/*", "/BuildRoot/*", "/AppleInternal/*", "*/swift-ci/*", "*/swiftlang-*", "*/stdlib/public/*",
    "*/swift-corelibs-*", "*/c++/v1/*", "*/usr/include/*", "*/usr/lib/clang/*", "*.xctoolchain/usr/*", "*.sdk/usr/*",
    "*.sdk/System/*", "*/boost/*", "*/absl/*", "*/abseil/*", "*/abseil-cpp/*", "/rustc/*", "*/rustlib/src/*",
    "*/go/src/runtime/*",
  ]

  /// Modules of Apple and Swift, which a runtime message writes before the file: `Swift/ContiguousArrayBuffer.swift`.
  package static let vendorModules: Set<String> = [
    "Swift", "_Concurrency", "_StringProcessing", "Synchronization", "Distributed", "Observation", "Foundation",
    "FoundationEssentials", "FoundationInternationalization", "Combine", "SwiftUI", "SwiftUICore", "SwiftData",
    "Dispatch", "ObjectiveC", "XCTest", "Testing", "RegexBuilder", "Cxx", "CxxStdlib", "Charts", "CoreData", "UIKit",
    "AppKit", "UIKitCore", "AttributeGraph", "OpenCombine",
  ]

  /// Sources of Swift's libraries whose names an app would not use. Reports often state no folder.
  package static let vendorFiles: Set<String> = [
    "resource_bundle_accessor.swift", "EnvironmentObject.swift",
    "ContiguousArrayBuffer.swift", "ArrayBuffer.swift", "ArrayBufferProtocol.swift", "ArrayShared.swift",
    "ArrayCast.swift", "ContiguousArray.swift", "ArraySlice.swift", "SliceBuffer.swift", "SwiftNativeNSArray.swift",
    "UnsafePointer.swift", "UnsafeRawPointer.swift", "UnsafeBufferPointer.swift", "UnsafeRawBufferPointer.swift",
    "UnsafeBufferPointer.swift.gyb", "UnsafeBitMap.swift", "BridgeStorage.swift", "BridgeObjectiveC.swift",
    "DictionaryBridging.swift", "DictionaryCasting.swift", "DictionaryStorage.swift", "DictionaryVariant.swift",
    "NativeDictionary.swift", "NativeSet.swift", "SetBridging.swift", "SetVariant.swift", "SetStorage.swift",
    "HashTable.swift", "StringGuts.swift", "StringObject.swift", "StringCharacterView.swift", "StringUTF8View.swift",
    "StringUTF16View.swift", "StringUnicodeScalarView.swift", "StringIndexValidation.swift", "StringBridge.swift",
    "StringCore.swift", "StringBuffer.swift", "StringLegacy.swift", "StringRangeReplaceableCollection.swift",
    "AssertCommon.swift", "ErrorType.swift", "RuntimeFunctionCounters.swift", "FixedPoint.swift", "Integers.swift",
    "IntegerTypes.swift", "FloatingPointTypes.swift", "ClosedRange.swift", "RangeReplaceableCollection.swift",
    "RandomAccessCollection.swift", "BidirectionalCollection.swift", "MutableCollection.swift", "UIntBuffer.swift",
    "UnfoldSequence.swift", "ExecutorAssertions.swift", "CheckedContinuation.swift", "PartialAsyncTask.swift",
    "AsyncStreamBuffer.swift", "ExclusivityChecking.swift", "UnsafeBufferPointerSlice.swift", "KeyPath.swift",
    "UnicodeHelpers.swift", "UnicodeScalar.swift", "LifetimeManager.swift", "ManagedBuffer.swift",
  ]

  /// Sources of Swift's libraries whose names an app may use too: the name alone decides nothing.
  package static let ambiguousFiles: Set<String> = [
    "Array.swift", "Dictionary.swift", "Set.swift", "String.swift", "Substring.swift", "Character.swift",
    "Optional.swift", "Result.swift", "Range.swift", "Collection.swift", "Sequence.swift", "Assert.swift", "Bool.swift",
    "Actor.swift", "MainActor.swift", "Task.swift", "Executor.swift", "Hasher.swift", "Codable.swift", "Slice.swift",
    "Sort.swift", "Map.swift", "Filter.swift", "Print.swift", "Pointer.swift", "Policy.swift", "Stride.swift",
  ]

  /// Images of crash reporters: they are on the stack because they record the crash.
  package static let reporterImages: [String] = [
    "UMCrash", "UMAPM", "UMCommon", "Crashlytics", "FirebaseCrashlytics", "KSCrash*", "CrashReporter",
    "PLCrashReporter", "Bugsnag", "BugsnagCocoa", "Sentry", "SentryObjC", "Bugly", "BuglyPro", "EmbraceIO",
    "EmbraceCrash", "EmbraceKSCrash*", "AppCenterCrashes", "HockeySDK", "RollbarCrash", "RollbarPLCrashReporter",
    "Instabug", "InstabugSDK", "Raygun4Apple", "DatadogCrashReporting", "TSCrash", "MatrixCrash",
  ]

  /// Beginnings of the names of the Objective-C classes of crash reporters that are linked into the app.
  package static let reporterClasses: [String] = [
    "UMCrash", "UMAPM", "MobClick", "FIRCLS", "FIRCrashlytics", "Crashlytics ", "PLCrash", "KSCrash", "SentryCrash",
    "SentrySDK ", "SentryHub ", "SentryClient ", "SentryNSException", "SentrySwizzle", "SentryUncaught", "BSGCrash",
    "BSG_KS", "Bugsnag", "Bugly", "EmbraceCrash", "EMBCrash", "MSCrash", "MSACCrash", "BITCrash", "RollbarCrash",
    "RollbarPLCrash", "Instabug ", "IBGCrash", "RaygunCrash", "RaygunClient", "RCTCrash", "FBSDKCrash", "NewRelicCrash",
    "NRMA", "BacktraceCrash", "TingYunCrash", "BLYCrash",
  ]

  /// Other functions of crash reporters: handlers of signals and exceptions, and what they call.
  package static let reporterFunctions: [String] = [
    "Umeng*", "UMSignalHandler*", "UMException*", "uncaughtExceptionHandler*UM*",
    "FIRCLS*", "CLSSignal*", "CLSMach*", "CLSException*", "CLSTerminat*",
    "CLSHandler*", "CLSProcess*", "plcrash_*", "plcrash::*", "plframe_*", "kscrash_*",
    "kscm_*", "kscrashreport_*", "ksmc_*", "kssc_*", "ksmach_*", "ksdl_*", "sentrycrash*", "SentryCrash*", "bsg_*",
    "Bugly*", "bugly*", "EMBCrash*", "rg_*signal*", "CPPExceptionTerminate*", "NRMA_*", "google_breakpad::*",
    "crashpad::*", "backtrace::crashpad*",
  ]

  /// Functions of the system that call a handler of a signal, an exception or a termination: the frames above them belong
  /// to the handler, and the failure is below.
  package static let handlerCallers: [String] = [
    "_sigtramp", "__handleUncaughtException", "_objc_terminate*", "std::__terminate*", "std::terminate*",
  ]
}
