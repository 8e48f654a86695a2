import CrashReports

extension Pattern {
  /// A method or function of the catalog of raising APIs raised.
  static let apiPrecondition = Pattern(
    "api-precondition",
    title: "A precondition of an API was not met",
    family: .exception, revision: 3,
    symptom: """
      The app crashes in a method of a framework that raises an exception, fails an assertion or traps. The report of a \
      device names the method, but not the reason.
      """,
    grades: [
      Grade(.certain, cause: .certain, raised { $0.isDirect && $0.stated != nil }),
      Grade(.certain, cause: .likely, raised { $0.isDirect && $0.reason != nil }),
      Grade(.certain, cause: .possible, raised { $0.isDirect && !$0.isOtherReason }),
      Grade(.likely, cause: .certain, raised { $0.stated != nil }),
      Grade(.likely, cause: .possible, raised { $0.distance <= 1 }),
      Grade(.possible, cause: .possible, raised { _ in true }),
    ],
    // Only what the report or the project states follows a colon; a known reason is called that.
    headline: """
      {check?{check}{function? in {function}}: {problemInline|a check of the standard library failed}|{api} \
      {raised?raised {exception|an exception}|stopped the process}{function? in {function}}{problemInline?{isStated?: \
      {problemInline}|; {isShown?reason according to the stack|usual reason, not stated in the report}: {problemInline}}|: \
      its precondition was not met}}
      """,
    cause: """
      {api} requires: {requirement} {problem?{isStated?{problem}|{projectReason?{projectReason} {problem}|The report does \
      not state the reason. {isShown?The functions on the stack show which one it is: {problem}|The most frequent one: \
      {problem}}}}|{reason?The reason of this report is not a known one.|\
      The report does not state the reason.}{reasons? Known reasons, most frequent first: {reasons}|}}{excluded? The project rules out: {excluded}|}
      """,
    remedy: [
      "{fix?{fix}|Check the requirement of {api} before the call.}",
      """
      {fixes?{fixes}|{projectReason?After the change, look into the built app: `plutil -p App.app/Info.plist`, `codesign -d \
      --entitlements - App.app`.|Find the reason in the console output of that moment.}}
      """,
    ],
    gaps: [
      Gap(
        unless: .field(.exceptionReason),
        "The exception's reason: the console has it (\"*** Terminating app due to uncaught exception …\").")
    ],
    references: [.languageExceptions],
    supersedes: [
      "nsexception-uncaught", "nsexception-internal-inconsistency", "swift-trap-unspecified", "abort-unspecified",
      "exc-crash-unspecified", "trap-unspecified", "illegal-instruction", "assert-failed",
    ],
    generality: 6, fallback: .unlessSpecific,
    phrases: [
      "projectReason": [
        RaisedAPI.ReasonSource.confirmed.rawValue: "The project shows the reason:",
        RaisedAPI.ReasonSource.remaining.rawValue: "The known reason that remains:",
        RaisedAPI.ReasonSource.next.rawValue: "The next known reason:",
      ]
    ],
    searchTerms: """
      precondition
      required condition is false
      invalid parameter not satisfying
      objc_exception_throw
      reason not recorded
      method that raised the exception
      """,
    examples: [
      .matches(
        "an audio tap that is already installed, from a device",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Last Exception Backtrace:
        0   CoreFoundation                	0x00000001a3e5a9ac __exceptionPreprocess + 164
        →1   libobjc.A.dylib               	0x00000001a3b830a4 objc_exception_throw + 60
        2   CoreFoundation                	0x00000001a3f5b1c8 +[NSException raise:format:arguments:] + 0
        →3   AVFAudio                      	0x00000001b4c11d20 AVAE_RaiseException(NSString*, ...) + 48
        →4   AVFAudio                      	0x00000001b4c8e2f4 AUGraphNodeBaseV3::CreateRecordingTap(unsigned long, unsigned int, AVAudioFormat*, void (AVAudioPCMBuffer*, AVAudioTime*) block_pointer) + 712
        5   AVFAudio                      	0x00000001b4c8f010 -[AVAudioNode installTapOnBus:bufferSize:format:block:] + 1324
        →6   Cards                         	0x0000000102d34f50 Recorder.start() + 176

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8
        """),
      .doesNotMatch(
        "the same method below a function of the app that raised",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Last Exception Backtrace:
        0   CoreFoundation                	0x00000001a3e5a9ac __exceptionPreprocess + 164
        1   libobjc.A.dylib               	0x00000001a3b830a4 objc_exception_throw + 60
        2   Cards                         	0x0000000102d34f50 Recorder.check() + 176
        3   AVFAudio                      	0x00000001b4c8f010 -[AVAudioNode installTapOnBus:bufferSize:format:block:] + 1324
        4   Cards                         	0x0000000102d34f90 Recorder.start() + 16

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8
        """),
    ])

  private static func raised(where accepts: @escaping @Sendable (RaisedAPI) -> Bool) -> Evidence {
    .custom(
      CustomEvidence(
        "a function of the catalog of raising APIs between the function that raises and the user's code",
        reason: "The functions are data of another catalog, and their position in the stack decides.",
        explanations: [raisedStatement, trappedStatement, callerStatement]
      ) { context in
        guard let api = context.raisedAPI, accepts(api) else { return nil }
        var match = EvidenceMatch(captures: api.captures(context))
        match.witnesses.append(
          context.witness(
            frame: context.crashStack[api.position], at: api.position,
            statement: api.isRaised ? raisedStatement : trappedStatement, captures: match.captures))
        if let caller = api.caller {
          let frame = context.crashStack[caller]
          match.blame = AnalysisContext.blame(frame)
          match.blamedFrame = caller
          var captures = match.captures
          captures["function"] = match.blame?.function
          // Code of a library between the function and the caller called it; it is cited as such.
          let isDirect = !context.crashStack[(api.outermost + 1)..<max(caller, api.outermost + 1)].contains {
            $0.role == .app && $0.library != nil
          }
          if isDirect {
            match.witnesses.append(
              context.witness(frame: frame, at: caller, statement: callerStatement, captures: captures))
          }
        }
        return match
      })
  }

  private static let raisedStatement = "This frame of {api} raised."
  private static let trappedStatement = "{api} stopped the process."
  private static let callerStatement = "{function|The app} called it."
}
