import CrashReports

extension Pattern {
  /// An unhandled exception of a managed runtime such as Mono or .NET.
  static let managedRuntimeException: Pattern = Pattern(
    "managed-runtime-exception",
    title: "An unhandled .NET (Mono) exception ended the process",
    family: .exception, revision: 3,
    symptom: """
      An app built with Xamarin, .NET or Unity aborts; frames of the managed runtime are below abort().
      """,
    grades: [
      Grade(
        .certain, cause: .possible, .all([stated, .optional(handler), LanguageRuntime.dotNet.tracedMessage, kind])),
      Grade(
        .certain, cause: .possible,
        .all([named, .any([handler, runtimeImage]), LanguageRuntime.dotNet.tracedMessage, kind])),
      Grade(.certain, cause: .possible, .all([announced, LanguageRuntime.dotNet.tracedMessage, kind])),
      // The name alone: any program may use one that begins with "System.".
      Grade(.likely, cause: .possible, .all([named, LanguageRuntime.dotNet.tracedMessage, kind])),
      Grade(.likely, cause: .possible, .all([aborted, handler, .optional(stated), kind])),
      Grade(.possible, cause: .possible, .all([aborted, runtimeImage, .optional(stated), kind])),
    ],
    headline: """
      Unhandled .NET{runtime? ({runtime})|} exception{exception? {exception}}{count? ({count} inner exceptions)}{function? in {function}}{startup?{reason?| in Main()}}: \
      {reason|message not recorded}
      """,
    cause: """
      The exception was raised in managed code (C#, F#), not in Objective-C{startup?, on the main thread while Main() ran: at \
      start-up, or in what Main() calls}. The runtime found no handler and \
      aborted the process. {location?The managed stack in the report begins at {location}.|Apple's report shows the abort \
      in native frames, without managed names.} {reason?Message: \
      {reason}|The message is in the runtime's own output.}
      """,
    remedy: [
      """
      {location?Look at {location}: the managed stack begins there.|Read the managed stack in the console of that moment \
      (lines that begin with "at "), or in the runtime's crash reporter.}
      """,
      """
      Find out what raises {exception|the exception (its name follows "Unhandled Exception")}. Fix that code, or \
      catch the exception where it can be handled.
      """,
      """
      {bridge?If it is raised in a callback from Objective-C, handle the event Runtime.MarshalManagedException, which \
      defines how it crosses the boundary.|{startup?Start the program from a terminal: the runtime prints the exception with its \
      stack. Then look at what runs first (configuration files, native libraries, the first window)|Handle \
      AppDomain.CurrentDomain.UnhandledException and TaskScheduler.UnobservedTaskException, and log the exception there}.}
      """,
    ],
    changes: [
      Change(
        "csharp", before: "deck.Load();", after: "try { deck.Load(); } catch (IOException error) { Report(error); }"),
      Change(
        "objective-c",
        after:
          """
          @try { [plugin run]; } @catch (NSException *exception) { NSLog(@"%@", exception); }  // at the boundary only
          """
      ),
    ],
    gaps: [
      Gap(unless: stated, "The managed exception with its message: it is in the console output."),
      Gap(unless: .hasStack, "The stack of the crashed thread."),
    ],
    lookalikes: [
      LookAlike("nsexception-uncaught", because: "The exception belongs to a managed runtime, not to Objective-C."),
      LookAlike("memory-bad-access", because: "The runtime aborted; no invalid address was accessed."),
    ],
    knownGaps: [
      "Apple's reports do not contain the names of managed functions."
    ],
    references: [Reference("Exception marshaling in iOS and macOS (Microsoft, .NET)"), .languageExceptions],
    supersedes: ["nsexception-uncaught", "memory-bad-access", "initializer-abort"],
    generality: 2,
    searchTerms: """
      .NET exception
      Xamarin
      Mono
      MAUI
      Unity exception
      unhandled managed exception
      managed exception
      .NET
      dotnet
      """,
    examples: [
      .matches(
        "the runtime's frames below abort", atLeast: .likely,
        """
        →Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001a3c7b010 pthread_kill + 272
        2   libsystem_c.dylib             	0x00000001a3b0e844 abort + 100
        →3   Cards.iOS                     	0x0000000102d34f00 xamarin_abort + 12
        4   Cards.iOS                     	0x0000000102d34f50 mono_invoke_unhandled_exception_hook + 220
        5   Cards.iOS                     	0x0000000102d3512c mono_handle_exception_internal + 5220
        """),
      .matches(
        "the runtime's message",
        """
        →Unhandled Exception:
        →System.NullReferenceException: Object reference not set to an instance of an object
        →  at Cards.Deck.Draw () [0x00012] in <5c8f>:0
        """),
      .matches(
        "the managed stack in a section of the report",
        """
        Exception Type:  SIGABRT

        Application Specific Information:
        →*** Terminating app due to uncaught exception 'System.AggregateException', reason: 'System.AggregateException: One or more errors occurred. ---> Cards.DeckException: The deck is empty.'

        →Xamarin Exception Stack:
          at Cards.Deck.Draw (System.Int32 count) [0x0000d] in /Users/me/Cards/Deck.cs:105
          at UIKit.UIApplication.Main (System.String[] args) [0x00005] in /Users/builder/UIKit/UIApplication.cs:77

        Last Exception Backtrace:
        0   CoreFoundation                0x09098478 0x8f31000 + 1471608
        1   libmonosgen-2.0.dylib         0x08aeee81 0x8ae1000 + 56961
        """),
      .doesNotMatch(
        "an exception of Dart code, after which a Flutter app continues",
        """
        [VERBOSE-2:dart_vm_initializer.cc(41)] Unhandled Exception: FormatException: unexpected end of the deck
        #0      Deck.draw (package:cards/deck.dart:41:5)
        """),
      .doesNotMatch(
        "an Objective-C exception",
        """
        *** Terminating app due to uncaught exception 'NSRangeException', reason: '*** -[__NSArrayM objectAtIndex:]: index 0 beyond bounds for empty array'
        """),
      .doesNotMatch(
        "a fault in native code of such an app",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000018

        Thread 0 Crashed:
        0   Cards.iOS                     	0x0000000102d34f00 deck_draw + 12
        1   Cards.iOS                     	0x0000000102d34f50 mono_jit_runtime_invoke + 220
        """),
    ])

  private static let stated = Evidence.any([repeated, mentioned])
  /// The reason repeats the name.
  private static let repeated = Evidence.all([repeatedName, .optional(repeatedType)])
  private static let repeatedType = Evidence.uncaughtException(names: [], reason: .states(["System.{}Exception"]))
  private static let repeatedName = Evidence.text(
    TextQuery(
      [
        "uncaught exception '{exception}', reason: '{type}: {} with {count} inner exceptions. ---> {reason}'",
        "uncaught exception '{exception}', reason: '{type}: {} ---> {reason}'",
        "uncaught exception '{exception}', reason: '{type}: {reason}'",
        "uncaught exception '{exception}', reason: '{type}: {reason}",
      ],
      requires: ["exception": ["System.*"], "type": ["System.*Exception"]],
      statement: "The managed runtime reports that the exception was not handled."))
  /// The complete name of the class, which begins with its namespace.
  private static let named = Evidence.text(
    TextQuery(
      ["uncaught exception '{exception}', reason: '{reason}'", "uncaught exception '{exception}'"],
      requires: ["exception": ["System.*"]],
      statement: "The managed runtime reports that the exception was not handled."))
  private static let mentioned = Evidence.text(
    [
      "Unhandled Exception: {exception}: {reason}", "Unhandled managed exception: {reason} ({exception})",
      "Unhandled managed exception: {reason}", "Xamarin.iOS: Unhandled managed exception", "Xamarin Exception Stack:",
      "Unhandled exception. {exception}: {reason}", "FATAL UNHANDLED EXCEPTION: {exception}: {reason}",
      "An unhandled exception of type '{exception}' occurred in {}: '{reason}'",
      "An unhandled exception of type '{exception}' occurred in {}", "Unhandled exception. System.",
      "Process terminated due to managed exception",
    ], without: ["NSException", "Unhandled exception in Kotlin"] + dart,
    statement: "The managed runtime reports that the exception was not handled.")
  /// An unhandled exception of Dart code does not end the process.
  private static let dart: [TextTemplate] = ["[VERBOSE-", "dart_vm_initializer", "flutter/", "(package:"]
  /// The runtime announces the exception on one line and names it on the next.
  private static let announced = Evidence.all([
    .text(
      ["Unhandled Exception:", "Xamarin Exception Stack"], without: ["NSException"] + dart,
      statement: "The managed runtime reports that an exception was not handled."),
    .any([
      .text(
        TextQuery(
          ["{exception}: {reason}"], requires: ["exception": ["System.*Exception", "*.*Exception"]],
          statement: "This line names the exception.")),
      .text(["{exception}Exception: {reason}"], statement: "This line names the exception."),
    ]),
  ])
  private static let handler = Evidence.frame(
    FrameQuery(
      [
        "mono_handle_exception*", "mono_invoke_unhandled_exception_hook*", "mono_unhandled_exception*",
        "mono_raise_exception*",
        "mono_runtime_unhandled*", "*xamarin_unhandled_exception*", "xamarin_abort*", "exception_handler*mono*",
        "xamarin_process_managed_exception*", "xamarin_process_nsexception*", "*UnwindManagedExceptionPass*",
        "*DispatchManagedException*", "il2cpp::vm::Exception::Raise*", "*il2cpp*unhandled*exception*", "PROCAbort*",
        "*RhThrowEx*", "*RhpThrowEx*",
      ], position: .first(24), statement: "{function} belongs to the exception handling of the managed runtime."))
  private static let aborted = Evidence.exception(
    types: ["EXC_CRASH"], signals: ["SIGABRT"], statement: "The process was aborted.")
  /// Which of Microsoft's runtimes it is, by its images and functions. Captures `runtime`, `bridge` if Objective-C and managed
  /// code call each other through it, and `startup` if Main() runs on the crashed thread.
  private static let kind = Evidence.all([
    .optional(
      .any([
        .all([
          .frame(FrameQuery([], images: ["libcoreclr*", "libclrjit*", "libhostfxr*", "libhostpolicy*"])),
          .capture("runtime", "CoreCLR"),
        ]),
        .all([
          .frame(FrameQuery(["xamarin_*", "-[__MonoMac_*", "*Xamarin*"])), .capture("runtime", "Mono, Xamarin"),
          .capture("bridge", "Objective-C"),
        ]),
        .all([
          .frame(FrameQuery(["RhThrowEx*", "RhpThrowEx*", "RhpCallCatchFunclet*", "S_P_CoreLib_*"])),
          .capture("runtime", "NativeAOT"),
        ]),
        .all([
          .any([
            .frame(FrameQuery([], images: ["libmono*", "Mono", "MonoBundle*"])), .frame(FrameQuery(["mono_*"])),
          ]), .capture("runtime", "Mono"), .capture("bridge", "Objective-C"),
        ]),
        .all([
          .text(["Xamarin Exception Stack"]), .capture("runtime", "Mono, Xamarin"), .capture("bridge", "Objective-C"),
        ]),
      ])),
    .optional(
      .all([
        .frame(
          FrameQuery(
            [
              "RunMain(*", "Assembly::ExecuteMainMethod(*", "coreclr_execute_assembly*", "mono_runtime_exec_main*",
              "xamarin_main",
            ],
            statement: "{function} runs Main().")),
        .capture("startup", "Main"),
      ])),
  ])
  private static let runtimeImage = Evidence.frame(
    FrameQuery(
      [], images: ["libmono*", "libcoreclr*", "libxamarin*", "libmonosgen*", "Mono", "MonoBundle*"],
      position: .first(12),
      statement: "A frame of the managed runtime is below the abort."))
}
