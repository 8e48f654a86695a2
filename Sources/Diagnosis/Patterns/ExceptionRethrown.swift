import CrashReports

extension Pattern {
  /// An exception that was caught and raised again: the stack of its first throw is lost.
  static let exceptionRethrown = Pattern(
    "exception-rethrown",
    title: "An exception was caught and raised again; the report does not show where it was raised first",
    family: .exception,
    symptom: """
      The process aborts below objc_exception_rethrow, __cxa_rethrow or std::rethrow_exception, and the report has neither a Last Exception \
      Backtrace nor the exception's reason.
      """,
    grades: [
      Grade(.likely, cause: .possible, .all([aborted, .not(shown), .rethrown, .optional(.rethrowCatcher)])),
      Grade(.possible, cause: .possible, .all([aborted, .not(shown), raisedObject])),
    ],
    headline: """
      An exception was caught{catcher? in {catcher}} and raised again, and nothing caught it: type, reason and first throw not recorded
      """,
    cause: """
      The stack of the crashed thread is that of the second throw: the code that raised the exception first returned before, and is not on \
      it. {catcher?{catcher} is only the function that caught the exception and raised it again.|The functions on the stack only caught \
      it.} The Last Exception Backtrace has the stack of the first throw; this report has none.
      """,
    remedy: [
      """
      Set Exception Breakpoints (Xcode: All Exceptions; lldb: breakpoint set -E objc and -E c++) and reproduce the failure: they stop at \
      the first throw.
      """,
      "Read the console of that moment: the runtime prints the type and the reason (\"*** Terminating app due to …\").",
      """
      In your own code, log the exception in the @catch or catch clause before you raise it again, with its reason and \
      callStackSymbols, or do not catch it.
      """,
    ],
    changes: [
      Change(
        "objective-c", before: "@catch (NSException *exception) {\n  [self reset];\n  @throw;\n}",
        after: """
          @catch (NSException *exception) {
            NSLog(@"%@ %@", exception, exception.callStackSymbols);
            [self reset];
            @throw;
          }
          """)
    ],
    gaps: [
      Gap(unless: .has(.exceptionStack), "The stack of the first throw: the Last Exception Backtrace has it."),
      Gap(
        unless: .text(["uncaught exception"]),
        "The type and reason of the exception, which the runtime prints in the console."),
    ],
    lookalikes: [
      LookAlike(
        "cpp-exception-uncaught",
        because: "The report does not show the throw, only that the exception was raised again."),
      LookAlike("abort-unspecified", because: "The stack shows that an exception ended the process."),
    ],
    references: [.languageExceptions],
    supersedes: ["abort-unspecified", "exc-crash-unspecified", "terminate-unspecified"],
    generality: 8,
    fallback: .unlessSpecific,
    searchTerms: """
      objc_exception_rethrow
      __cxa_rethrow
      std::rethrow_exception
      exception rethrown
      @throw in @catch
      """,
    examples: [
      .matches(
        "the run loop raised it again", atLeast: .likely,
        """
        →Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        2   libc++abi.dylib               	0x00000001873ed220 abort_message + 128
        3   libobjc.A.dylib               	0x00000001873ee230 _objc_terminate() + 156
        4   libc++abi.dylib               	0x00000001873ef240 std::__terminate(void (*)()) + 16
        5   libc++abi.dylib               	0x00000001873f0250 __cxa_rethrow + 144
        →6   libobjc.A.dylib               	0x00000001873ee260 objc_exception_rethrow + 44
        →7   CoreFoundation                	0x00000001873f1260 CFRunLoopRunSpecific + 644
        8   UIKitCore                     	0x00000001873f2270 UIApplicationMain + 336
        """),
      .doesNotMatch(
        "the backtrace of the exception is in the report",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Last Exception Backtrace:
        0   CoreFoundation                	0x00000001873f1200 __exceptionPreprocess + 164
        1   libobjc.A.dylib               	0x00000001873ee200 objc_exception_throw + 60
        2   Cards                         	0x0000000102d34f50 -[CardList cardAt:] + 76

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        2   libobjc.A.dylib               	0x00000001873ee260 objc_exception_rethrow + 44
        """),
      .doesNotMatch(
        "the throw itself",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        2   libc++abi.dylib               	0x00000001873f0250 __cxa_throw + 144
        3   Cards                         	0x0000000102d34f50 Deck::card(int) + 76
        """),
    ])

  private static let aborted = Evidence.exception(
    types: ["EXC_CRASH"], signals: ["SIGABRT"], statement: "The process was aborted.")
  /// What shows the type, the reason or the location of the exception.
  private static let shown = Evidence.any([
    .has(.exceptionStack), .field(.exceptionReason), .field(.exceptionName), .text(["uncaught exception"]),
    .text(["uncaught foreign exception"]),
  ])
  /// A method that raises an object, which may have been caught before.
  private static let raisedObject = Evidence.frame(
    FrameQuery(
      ["-[NSException raise]"], position: .first(12), kind: .inferred,
      statement: "{function} raises an object that exists already, possibly one that was caught before."))
}
