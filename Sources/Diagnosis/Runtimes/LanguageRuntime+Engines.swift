extension LanguageRuntime {
  /// V8 and Node.js (src/node_errors.cc), Hermes (API/hermes/hermes.cpp, which writes through a null pointer on purpose), and
  /// NativeScript.
  static let javaScript = LanguageRuntime(
    name: "javaScript",
    messages: [
      Message(
        templates: [
          "FATAL ERROR: {message} - JavaScript heap out of memory", "# Fatal JavaScript out of memory: {message}",
          "Fatal JavaScript out of memory: {message}",
          "Fatal process out of memory: {message}", "OOM: error_code({message}",
          "Max heap size was exceeded",
        ], kind: "out-of-memory", isAtStart: true),
      Message(templates: [
        "# Fatal error in {source}, line {number} # {message}", "# Fatal error in {source}, line {number}",
      ]),
      Message(templates: ["NativeScript encountered a fatal error: {message}"], isAtStart: true),
      Message(templates: [
        "FATAL ERROR: v8::{message}", "FATAL ERROR: node::{message}", "FATAL ERROR: Error::{message}",
      ]),
      Message(
        templates: ["FATAL ERROR: {message}"], with: ["node::Abort", "node::OnFatalError", "<--- JS stacktrace"],
        isAtStart: true),
    ],
    stops: [
      Stop(
        functions: [
          "v8::internal::FatalProcessOutOfMemory*", "v8::internal::V8::FatalProcessOutOfMemory*",
          "node::OOMErrorHandler*",
          "v8::base::FatalOOM*", "v8::internal::Heap::FatalProcessOutOfMemory*", "hermes::vm::GCBase::oom*",
          "hermes::vm::*::oom*",
        ], kind: "out-of-memory"),
      Stop(functions: [
        "node::OnFatalError*", "node::Abort*", "V8_Fatal*", "v8::base::OS::Abort*", "v8::Utils::ReportApiFailure*",
        "v8::internal::*::ReportApiFailure*", "node::Assert*", "facebook::hermes::detail::hermesFatalErrorHandler*",
        "llvh::report_fatal_error*", "hermes::hermes_fatal*", "tns::NativeScriptException::OnUncaughtError*",
        "NativeScript::reportFatalErrorBeforeShutdown*", "napi_fatal_error*",
      ]),
    ],
    trace: .at, accessesNull: true,
    messageStatement: "The JavaScript engine reports the error with which it ends the process.",
    stopStatement: "The JavaScript engine ended the process on purpose.")

  /// React Native (React/Base/RCTAssert.m), and the error recovery of Expo.
  static let reactNative = LanguageRuntime(
    name: "reactNative",
    messages: [
      Message(
        templates: [
          "RCTFatalException: Unhandled JS Exception: {message}', reason", "RCTFatalException: {message}', reason",
        ], isFinal: true),
      Message(
        templates: ["Unhandled JS Exception: {message}, stack:", "Unhandled JS Exception: {message}"], isFinal: false),
      Message(
        templates: ["Exception '{message}' was thrown while invoking {method} on target {module} with params"],
        kind: "native-module", isFinal: false),
      Message(
        templates: ["Exception thrown while invoking {method} on target {module} with params {}: {message}"],
        kind: "native-module", isFinal: false),
    ],
    stops: [
      Stop(
        functions: [
          "-[EXUpdatesErrorRecovery _crash]", "-[EXUpdatesAppController throwException:]", "*ErrorRecovery.crash()",
          "*AppController.throwException(_:)", "*StartupProcedure.throwException(_:)",
        ], kind: "error-recovery"),
      Stop(
        functions: [
          "*facebook::react::ObjCTurboModule::performVoidMethodInvocation*",
          "facebook::react::convertNSExceptionToJSError*",
          "facebook::react::*convertNSExceptionToJSError*",
        ], kind: "native-module"),
      Stop(functions: ["-[RCTCxxBridge handleError:]*", "__*-[RCTCxxBridge handleError:]*"], kind: "bundle"),
      Stop(functions: [
        "RCTFatal", "RCTFatalException", "RCTGetFatalHandler", "RCTGetFatalExceptionHandler",
        "-[RCTExceptionsManager reportFatal*", "-[RCTExceptionsManager reportException*",
        "-[RCTExceptionsManager reportUnhandledException*", "-[RCTInstance _handleJSError*",
        "-[RCTInstance instance:didReceiveJSErrorStack*", "-[RCTHost instance:didReceiveJSErrorStack*",
      ]),
    ],
    trace: .at,
    messageStatement: "React Native reports the JavaScript error that nothing caught.",
    stopStatement: "React Native ended the process because of a fatal error.")

  /// WebKit and JavaScriptCore (WTF/Assertions.cpp, bmalloc).
  static let webKit = LanguageRuntime(
    name: "webKit",
    stops: [
      Stop(
        functions: [
          "pas_panic*", "pas_crash_with_info_impl*", "bmalloc::*crash*", "bmalloc::*Panic*", "bmalloc_allocate_*crash*",
        ], kind: "allocator"),
      Stop(
        functions: ["JSC::VM::throwOutOfMemory*", "WTF::*OutOfMemory*", "JSC::*outOfMemory*"], kind: "out-of-memory"),
      Stop(functions: [
        "WTFCrash", "WTFCrash()", "WTFCrashWithInfo*", "WTFCrashWithSecurityImplication*", "WTFCrashWithInfoImpl*",
        "JSC::DFG::crash*", "*handleAssertionFailure*",
      ]),
    ],
    accessesNull: true,
    messageStatement: "WebKit reports a failed assertion.",
    stopStatement: "WebKit ended the process because a check of its own failed.")

  /// Chromium, and what is built on it: Electron, CEF, Qt WebEngine (base/logging.cc, base/process/memory.cc).
  static let chromium = LanguageRuntime(
    name: "chromium",
    messages: [
      Message(templates: [
        ":FATAL:{source}({number})] Check failed: {message}", ":FATAL:{source}:{number}] Check failed: {message}",
        ":FATAL:{source}({number})] {message}", ":FATAL:{source}:{number}] {message}",
      ])
    ],
    stops: [
      Stop(
        functions: [
          "base::TerminateBecauseOutOfMemory*", "base::internal::OnNoMemoryInternal*",
          "base::(anonymous namespace)::OnNoMemory*",
          "*partition_alloc::internal::OnNoMemory*", "*partition_alloc::*OutOfMemory*", "base::internal::OnNoMemory*",
        ], kind: "out-of-memory"),
      Stop(functions: [
        "logging::LogMessage::~LogMessage*", "logging::CheckError::~CheckError*",
        "logging::LogMessageFatal::~LogMessageFatal*",
        "logging::LogMessage::HandleFatal*", "logging::NotReachedNoreturnError::*", "logging::LogMessage::Flush*",
      ]),
    ],
    messageStatement: "Chromium reports the check that failed.",
    stopStatement: "Chromium ended the process on purpose.")

  /// The Flutter engine and the Dart VM (fml/logging.cc, runtime/platform/assert.cc).
  static let flutter = LanguageRuntime(
    name: "flutter",
    messages: [
      Message(templates: [
        "[FATAL:flutter/{source}({number})] Check failed: {message}", "[FATAL:flutter/{source}({number})] {message}",
      ]),
      Message(
        templates: [
          "runtime/vm/{source}: {number}: error: {message}", "runtime/platform/{source}: {number}: error: {message}",
        ],
        with: ["===== CRASH =====", "version="]),
    ],
    stops: [
      Stop(
        functions: [
          "dart::Assert::Fail*", "dart::DynamicAssertionHelper::Fail*", "dart::OS::Abort*", "dart::FatalError*",
          "dart::Expect::Fail*",
        ], kind: "dart"),
      Stop(functions: ["fml::LogMessage::~LogMessage*", "fml::KillProcess*"], kind: "engine"),
    ],
    kinds: [("vulkan", ["vulkan"]), ("debug", ["debug mode"]), ("jit", ["mprotect failed", "permission denied"])],
    messageStatement: "The Flutter engine reports the check that failed, with its source file and line.",
    stopStatement: "The Flutter engine ended the process because a check of its own failed.")

  /// CPython (Python/pylifecycle.c).
  static let python = LanguageRuntime(
    name: "python",
    messages: [Message(templates: ["Fatal Python error: {message}"], isAtStart: true)],
    stops: [
      Stop(functions: ["_Py_FatalError_TstateNULL*"], kind: "gil"),
      Stop(functions: ["_enter_buffered_busy*"], kind: "daemon"),
      Stop(functions: ["Py_FatalError*", "_Py_FatalError*"]),
      Stop(functions: ["fatal_error*"], images: ["Python", "libpython*", "Python3"]),
    ],
    kinds: [
      (
        "signal",
        [
          "segmentation fault", "aborted", "bus error", "illegal instruction", "floating point exception",
          "floating-point exception",
        ]
      ),
      ("encodings", ["init_fs_encoding", "encodings", "locale encoding", "filesystem encoding", "init_import_site"]),
      ("daemon", ["interpreter shutdown", "_enter_buffered_busy", "daemon threads"]),
      ("gil", ["gil", "thread state", "pythreadstate", "tstate"]), ("recursion", ["stack overflow", "recursion"]),
      ("refcount", ["deallocating none", "negative ref", "refcount", "object is freed"]), ("out-of-memory", ["memory"]),
    ],
    trace: .python,
    messageStatement: "Python reports the fatal error; it ends the process after this message.",
    stopStatement: "Python ended the process because of a fatal error.")

  /// .NET and Mono, for the stack traces that they print.
  static let dotNet = LanguageRuntime(
    name: "dotNet",
    messages: [
      Message(
        templates: [
          "Unhandled exception. {exception}: {reason}", "Unhandled Exception: {exception}: {reason}",
          "Unhandled managed exception: {reason}", "FATAL UNHANDLED EXCEPTION: {exception}: {reason}",
          "An unhandled exception of type '{exception}' occurred in {}: '{reason}'",
        ], isAtStart: true),
      // Crash reporters write it in the form of an Objective-C exception, and its stack in a section of their own.
      Message(
        templates: ["uncaught exception '{exception}', reason: '{type}: {message}"],
        with: ["Xamarin Exception Stack"], excluding: ["exception": ["NS*"]]),
    ],
    trace: .at, messageStatement: "The managed runtime reports that the exception was not handled.",
    stopStatement: "The managed runtime ended the process.")

  /// HotSpot (src/hotspot/share/utilities/vmError.cpp).
  static let java = LanguageRuntime(
    name: "java",
    messages: [
      Message(
        templates: [
          "# There is insufficient memory for the Java Runtime Environment to continue",
          "There is insufficient memory for the Java Runtime Environment to continue",
        ], kind: "out-of-memory", isAtStart: true),
      Message(
        templates: [
          "# A fatal error has been detected by the Java Runtime Environment",
          "A fatal error has been detected by the Java Runtime Environment",
        ], isAtStart: true),
    ],
    stops: [
      Stop(functions: ["report_vm_out_of_memory*", "vm_exit_out_of_memory*"], kind: "out-of-memory"),
      Stop(functions: ["report_vm_error*", "report_fatal*", "report_should_not_*"], kind: "internal"),
      Stop(functions: ["VMError::report_and_die*", "os::abort*", "JVM_handle_bsd_signal*"], images: ["libjvm*"]),
      Stop(functions: ["VMError::report_and_die*"]),
    ],
    messageStatement: "The Java virtual machine reports that it ends the process.",
    stopStatement: "The Java virtual machine recorded an error and ended the process.")

  /// Qt (qFatal), and Python bindings that call it for an unhandled exception.
  static let qt = LanguageRuntime(
    name: "qt",
    messages: [
      Message(
        templates: [
          "Could not load the Qt platform plugin \"{plugin}\" in \"{message}\"",
          "no Qt platform plugin could be initialized",
          "Could not find the Qt platform plugin \"{plugin}\"",
        ], kind: "plugin")
    ],
    stops: [
      Stop(functions: ["pyqt5_err_print*", "pyqt6_err_print*", "PyQt*err_print*"], kind: "python"),
      Stop(
        functions: ["QGuiApplicationPrivate::createPlatformIntegration*", "init_platform*"], kind: "plugin",
        images: ["Qt*", "libQt*"]),
      Stop(functions: ["qt_message_fatal*", "QMessageLogger::fatal*", "qFatal*"]),
    ],
    messageStatement: "Qt reports the error with which it ends the process.",
    stopStatement: "Qt ended the process (qFatal).")
}
