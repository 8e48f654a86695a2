import Bytes
import CrashReports
import Knowledge
import Vocabulary

extension Pattern {
  /// A signal that arrived in native code, which Mono reported with its managed frames.
  static let managedNativeSignal: Pattern = Pattern(
    "managed-native-signal",
    title: "A signal in native code, reported by Mono (Xamarin, .NET, Unity)",
    family: .memory,
    symptom: "The output of the process contains \"Got a SIGSEGV while executing native code\".",
    grades: [
      Grade(
        .certain, cause: .possible,
        .all([signal, .any([.hasStack, managed]), .optional(managed), .optional(appFrame)])),
      // Without its stacks the line may be a quotation.
      Grade(.likely, cause: .possible, signal),
    ],
    headline: """
      {signal|A signal} in native code{function? ({function})}{method?, called from the managed method {method}}: Mono ended the process
      """,
    cause: """
      {aborted?Native code ended the process itself: it called abort() or ran a trap instruction after a failed check, an uncaught \
      exception of Objective-C or C++, or an error of the runtime. The message that it printed before states why; this text only reports \
      the signal.|The signal arrived while native code ran, not in compiled C#: in a library that the app calls with P/Invoke or a binding, in \
      the runtime itself, or in the system. Usual causes: a wrong signature or lifetime in a binding (a buffer or a delegate that \
      the garbage collector moved or freed), an object of the system that was already released, and damaged memory.}\
      {method? The innermost managed method is {method}{at? ({at})}.}
      """,
    remedy: [
      """
      {aborted?Read the message above this text in the same log: it states the assertion or exception with which native code ended the \
      process{method?; {method}{at? ({at})} called this code}|\
      {method?Look at the native call in {method}{at? ({at})}: compare its DllImport or binding with the native declaration, and \
      check that every buffer, delegate and object that it passes lives until native code no longer uses it|Read the managed stack \
      below "Managed Stacktrace:" (or above, "Stacktrace:"): the innermost method called the native code}}.
      """,
      """
      {aborted?For an uncaught exception of Objective-C, handle Runtime.MarshalObjectiveCException, to see it in managed code|Pass \
      delegates from a static field or a GCHandle, and buffers with fixed or GCHandle.Alloc(…, Pinned)}.
      """,
      "For the location in native code, get Apple's crash report of the same moment and symbolicate it.",
    ],
    changes: [
      Change(
        "csharp", before: "deck_set_callback(deck, OnDraw);",
        after: "static readonly Callback draw = OnDraw;\ndeck_set_callback(deck, draw);")
    ],
    gaps: [
      Gap(
        unless: managed,
        "The managed frames (lines that begin with \"at \"): they show which method called native code."),
      Gap(unless: .hasStack, "The native stack."),
    ],
    lookalikes: [
      LookAlike("managed-runtime-exception", because: "A signal arrived; no managed exception was unhandled."),
      LookAlike(
        "memory-bad-access", because: "The runtime reports the signal, with managed frames and without an address."),
    ],
    references: [Reference("Native library interop (Microsoft, .NET)")],
    supersedes: [
      "memory-bad-access", "memory-bus-error", "segmentation-fault-unspecified", "bus-error-unspecified",
      "illegal-instruction", "bad-instruction-unspecified",
    ],
    generality: 3,
    searchTerms: """
      Got a SIGSEGV while executing native code
      Got a SIGABRT while executing native code
      fatal error in the mono runtime
      Native Crash Reporting
      mono_handle_native_crash
      """,
    examples: [
      .matches(
        "the text of a recent runtime",
        """
        →Got a SIGSEGV while executing native code. This usually indicates
        a fatal error in the mono runtime or one of the native libraries
        used by your application.

        Native stacktrace:
        	0x104c2f1a0 - /Applications/Cards.app/Contents/MonoBundle/libmonosgen-2.0.dylib : mono_dump_native_crash_info
        	0x18d0a3584 - /usr/lib/system/libsystem_platform.dylib : _sigtramp
        →	0x104a1c2b0 - /Applications/Cards.app/Contents/MacOS/Cards : deck_draw

        Managed Stacktrace:
        	  at <unknown> <0xffffffff>
        	  at Cards.Native:deck_draw <0x000a7>
        →	  at Cards.Deck.Draw () [0x0001b] in /src/Cards/Deck.cs:42
        """),
      .matches(
        "only the line", atLeast: .likely,
        """
        →Got a SIGABRT while executing native code. This usually indicates
        """),
      .doesNotMatch(
        "a managed exception",
        """
        Unhandled Exception:
        System.NullReferenceException: Object reference not set to an instance of an object
          at Cards.Deck.Draw () [0x00000] in <d4e2a1b0c3f54e6f8a7b9c0d1e2f3a4b>:0
        """),
    ])

  private static let signal = Evidence.all([
    .text(
      TextQuery(
        ["Got a {signal} while executing native code"], isAtStart: true,
        statement: "Mono reports that {signal} arrived in native code.")),
    .optional(
      .all([
        .text(
          TextQuery(
            ["Got a SIGABRT while executing native code", "Got a SIGTRAP while executing native code"], isAtStart: true)
        ),
        .capture("aborted", "signal"),
      ])),
  ])
  private static let appFrame = Evidence.frame(
    FrameQuery(
      [], excluding: ["mono_*", "xamarin_*"], roles: [.app, .unknown], blamed: true,
      statement: "{function} is the first frame of the app's native code."))

  private static let managedStatement = "{method} is the first method of the app in the managed stack."
  private static let managed = Evidence.custom(
    CustomEvidence(
      "the innermost method of the app in the managed stack", reason: "It is in a stack of its own.",
      explanations: [managedStatement]
    ) { context in context.managedMethod(statement: managedStatement) })
}

extension AnalysisContext {
  /// First parts of the names of methods of the runtime and of bindings.
  private static let managedRuntime = Set(KnowledgeText.runtimes.lists["managed namespaces"].map { $0[...] })

  /// Whether a managed frame is of the app: not of the runtime, a binding, or code that a tool wrote.
  private static func isOwnManaged(_ frame: CrashReport.Frame) -> Bool {
    guard let name = frame.symbol?.readable, !name.hasPrefix("(wrapper") else { return false }
    if frame.source?.file.hasSuffix(".g.cs") ?? false { return false }
    let end = name.firstIndex { $0 == "." || $0 == ":" } ?? name.endIndex
    return !managedRuntime.contains(name[..<end])
  }

  fileprivate func managedMethod(statement: String) -> EvidenceMatch? {
    guard let stack = report.threads?.first(where: { $0.name == CrashReport.Thread.managedStackName })?.frames else {
      return nil
    }
    // A declaration of a native function has no source: the method that called it is more useful.
    let position =
      stack.firstIndex { Self.isOwnManaged($0) && $0.source?.line != nil }
      ?? stack.firstIndex(where: Self.isOwnManaged)
    guard let position, let name = stack[position].symbol?.readable else { return nil }
    var captures = ["method": name.shortened(to: 200)]
    if let source = stack[position].source, let line = source.line {
      captures["at"] = "\(fileName(source.file)):\(line)"
    }
    var witness = witness(frame: stack[position], at: position, statement: statement, captures: captures)
    // The position is that in another stack.
    witness.frame = nil
    return EvidenceMatch(witnesses: [witness], captures: captures)
  }
}
