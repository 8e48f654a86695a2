extension Pattern {
  /// A JavaScript error, or an exception of a native module, that React Native treats as fatal.
  static let reactNativeFatal = Pattern(
    "react-native-fatal",
    title: "React Native fatal error (unhandled JavaScript error)",
    family: .exception,
    symptom: """
      A release build of a React Native app aborts with RCTFatalException or "Unhandled JS Exception", or RCTFatal \
      is on the stack.
      """,
    grades: LanguageRuntime.reactNative.grades() + [
      // Without symbols, the queue is the only thing that names the library.
      Grade(
        .likely, cause: .likely,
        .all([
          aborted, .onQueue(recoveryQueue), .capture("kind", "error-recovery"), .capture("advice", "error-recovery"),
        ]))
    ],
    headline: """
      React Native fatal error: {message?{message}|{kind|JavaScript error, message not recorded}}
      """,
    cause: """
      {kind?Kind: {kind}. |JavaScript threw an error that nothing caught. }In release builds React Native ends the \
      process for such an error. The native frames only report it; the cause is the JavaScript or native module \
      that the message names.
      """,
    remedy: [
      """
      {advice?{advice}|Read the JavaScript message and stack in the exception's reason or in the console, \
      symbolicate the stack with the source map, and fix that line.}
      """,
      """
      Add an error boundary and a global handler (ErrorUtils.setGlobalHandler) that records the message.
      """,
    ],
    gaps: [
      Gap(
        unless: .text(["Unhandled JS Exception", "RCTFatalException", "was thrown while invoking"]),
        """
        The JavaScript message: it is in the exception's name and reason, and in the console.
        """),
      Gap(unless: .hasStack, "The stack of the crashed thread."),
    ],
    lookalikes: [
      LookAlike("nsexception-uncaught", because: "React Native raised the exception for an error of JavaScript.")
    ],
    references: [Reference("Debugging basics (React Native)", url: "https://reactnative.dev/docs/debugging")],
    supersedes: LanguageRuntime.superseded,
    generality: 2,
    phrases: ["kind": meanings, "advice": advice],
    searchTerms: """
      react native
      react native crash
      RCTFatal
      RCTFatalException
      Unhandled JS Exception
      performVoidMethodInvocation
      TurboModule SIGABRT
      expo-updates crash
      ErrorRecovery.crash
      RCTExceptionsManager
      """,
    examples: [
      .matches(
        "the message of the exception", atLeast: .certain,
        """
        →*** Terminating app due to uncaught exception 'RCTFatalException: Unhandled JS Exception: TypeError: undefined is not an object', reason: 'Unhandled JS Exception: TypeError: undefined is not an object, stack: draw@main.jsbundle:41:5'
        """),
      .matches(
        "the frames alone, from a device", atLeast: .certain,
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Last Exception Backtrace:
        0   CoreFoundation                	0x00000001873ea1f0 __exceptionPreprocess + 164
        →1   libobjc.A.dylib               	0x00000001873eb200 objc_exception_throw + 60
        →2   Cards                         	0x00000001873ec210 RCTFatal + 668
        →3   Cards                         	0x00000001873ed220 -[RCTExceptionsManager reportFatalException:stack:exceptionId:] + 500
        4   CoreFoundation                	0x00000001873ee230 __invoking___ + 148
        """),
      .matches(
        "only the queue of error recovery", atLeast: .likely,
        """
        →Exception Type:  EXC_CRASH (SIGABRT)

        →Thread 3 Crashed:: Dispatch queue: expo.controller.errorRecoveryQueue
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_c.dylib             	0x00000001873eb200 abort + 124
        2   Cards                         	0x0000000102d34f50 0x102ce4000 + 331600
        """),
      .doesNotMatch(
        "a native module that raised on its own",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Last Exception Backtrace:
        0   CoreFoundation                	0x00000001873ea1f0 __exceptionPreprocess + 164
        1   libobjc.A.dylib               	0x00000001873eb200 objc_exception_throw + 60
        2   CoreFoundation                	0x00000001873ec210 -[__NSArrayM objectAtIndex:] + 668
        3   Cards                         	0x00000001873ed220 -[DeckModule load:] + 500
        4   Cards                         	0x00000001873ee230 -[RCTModuleMethod invokeWithBridge:module:arguments:] + 148
        """),
    ])

  private static let aborted = Evidence.exception(
    types: ["EXC_CRASH"], signals: ["SIGABRT"], statement: "The process was aborted.")
  /// The queue of expo-updates on which it handles errors at the start.
  private static let recoveryQueue = "expo.controller.errorRecoveryQueue"
  private static let meanings = [
    "native-module": "a native module raised an exception",
    "error-recovery": "Expo's error recovery raised the first error again",
    "bundle": "the JavaScript bundle could not be loaded or its first code threw",
  ]
  private static let advice = [
    "native-module":
      "Find the native module's method that raised (arguments that are nil or of the wrong type), and fix it. Errors of void methods of TurboModules cannot be caught.",
    "error-recovery": "Look for the first JavaScript error since the launch: error recovery only raises it again.",
    "bundle": "Check that main.jsbundle is in the app, and run the release build to read the JavaScript error.",
  ]
}
