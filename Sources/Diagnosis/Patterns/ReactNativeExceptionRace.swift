import Bytes
import CrashReports
import Vocabulary

extension Pattern {
  /// A native module of React Native raised an exception, and React Native converts it on a thread that must not use the
  /// JavaScript runtime.
  static let reactNativeExceptionRace = Pattern(
    "react-native-exception-race",
    title: "React Native: an exception of a native module is converted off the JavaScript thread",
    family: .concurrency,
    symptom: "A React Native app crashes in Hermes, in different functions each time, often right after its launch.",
    grades: [
      Grade(.likely, cause: .likely, .all([crashed, inRuntime, .converter(statement: statement)]))
    ],
    headline: """
      Data race on the JavaScript runtime: a native module raised an exception in a void method on thread {thread}, which \
      React Native converts there
      """,
    cause: """
      The runtime may be used by one thread at a time. {converter} runs on thread {thread}: a native module raised an \
      NSException in a method without a result, and React Native creates a JavaScript error for it on that thread, while the \
      JavaScript thread runs. The function in which the process crashes differs from report to report, and is not at fault.
      """,
    remedy: [
      "Find the native module that raises: its exception is printed in the console, and a breakpoint on objc_exception_throw stops there. Catch or avoid the exception.",
      "Update React Native: 0.83.5 and 0.85 no longer convert such exceptions off the JavaScript thread.",
    ],
    gaps: [
      Gap(
        unless: .text(["uncaught exception"]), "The exception of the native module, in the console of that moment.")
    ],
    lookalikes: [
      LookAlike("memory-bad-access", because: "Another thread uses the same runtime at the same time."),
      LookAlike("pointer-authentication", because: "Another thread uses the same runtime at the same time."),
    ],
    references: [
      Reference(
        "facebook/react-native, pull request 56265", url: "https://github.com/facebook/react-native/pull/56265"),
      Reference("facebook/hermes, issue 1957", url: "https://github.com/facebook/hermes/issues/1957"),
    ],
    supersedes: [
      "memory-bad-access", "memory-null-dereference", "memory-null-call", "memory-damaged-pointer",
      "memory-use-after-free",
      "memory-wild-jump", "pointer-authentication", "illegal-instruction", "javascript-fatal",
      "bad-instruction-unspecified",
      "trap-unspecified", "memory-bus-error", "malloc-corruption", "abort-unspecified",
    ],
    generality: 2,
    searchTerms: """
      TurboModule exception crash
      convertNSExceptionToJSError
      performVoidMethodInvocation
      hermes crash on launch
      """,
    examples: [
      .matches(
        "the JavaScript thread crashes", atLeast: .likely,
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Subtype: KERN_INVALID_ADDRESS at 0x000000051a212c78

        Thread 0 Crashed:
        →0   hermes                        	0x0000000107001000 hermes::vm::Runtime::interpretFunctionImpl(hermes::vm::CodeBlock*) + 52
        1   React                         	0x0000000108002000 facebook::react::Task::execute(facebook::jsi::Runtime&, bool) + 172

        Thread 1:: Dispatch queue: com.meta.react.turbomodulemanager.queue
        0   hermes                        	0x0000000107003000 hermes::vm::HadesGC::youngGenCollection(bool) + 916
        →1   React                         	0x0000000108004000 facebook::react::TurboModuleConvertUtils::convertNSExceptionToJSError(facebook::jsi::Runtime&, NSException*) + 120
        2   React                         	0x0000000108005000 invocation function for block in facebook::react::ObjCTurboModule::performVoidMethodInvocation(facebook::jsi::Runtime&, char const*) + 88
        """),
      .doesNotMatch(
        "a crash of the runtime without the other thread",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Subtype: KERN_INVALID_ADDRESS at 0x000000051a212c78

        Thread 0 Crashed:
        0   hermes                        	0x0000000107001000 hermes::vm::Runtime::interpretFunctionImpl(hermes::vm::CodeBlock*) + 52
        1   React                         	0x0000000108002000 facebook::react::Task::execute(facebook::jsi::Runtime&, bool) + 172

        Thread 1:: Dispatch queue: com.meta.react.turbomodulemanager.queue
        0   React                         	0x0000000108005000 invocation function for block in facebook::react::ObjCTurboModule::performVoidMethodInvocation(facebook::jsi::Runtime&, char const*) + 88
        """),
    ])

  private static let statement = "{converter} uses the JavaScript runtime on thread {thread}."
  private static let crashed = Evidence.exception(
    types: ["EXC_BAD_ACCESS", "EXC_BREAKPOINT", "EXC_BAD_INSTRUCTION", "EXC_CRASH"],
    signals: ["SIGSEGV", "SIGBUS", "SIGTRAP", "SIGILL", "SIGABRT"], statement: "The process crashed.")
  private static let inRuntime = Evidence.frame(
    FrameQuery(
      ["*hermes::*", "*facebook::jsi::*", "*facebook::react::*"], position: .first(8),
      statement: "The crashed thread uses the runtime in {function}."))
}

extension Evidence {
  /// The function that converts an exception of a native module, on any thread, in a method without a result; captures
  /// `converter` and `thread`.
  fileprivate static func converter(statement: String) -> Evidence {
    .all([
      .uncited(
        .frame(FrameQuery(["*convertNSExceptionToJSError*", "*performVoidMethodInvocation*"], position: .anyThread))),
      .custom(
        CustomEvidence(
          "the conversion of an exception of a native module, on a thread of native modules",
          reason: "Two functions must be on the same thread.", explanations: [statement]
        ) { context in
          for thread in context.report.threads ?? [] {
            guard
              let position = thread.frames.firstIndex(where: {
                $0.functionName?.containsBytes("convertNSExceptionToJSError") ?? false
              }),
              let method = thread.frames[position...].firstIndex(where: {
                $0.functionName?.containsBytes("performVoidMethodInvocation") ?? false
              })
            else { continue }
            let captures = [
              "converter": shortened(thread.frames[position].functionName ?? ""), "thread": "\(thread.index)",
            ]
            var witness = context.witness(
              frame: thread.frames[position], at: position, statement: statement, captures: captures)
            witness.frame = nil
            return EvidenceMatch(
              witnesses: [witness], captures: captures, blame: AnalysisContext.blame(thread.frames[method]))
          }
          return nil
        }),
    ])
  }
}
