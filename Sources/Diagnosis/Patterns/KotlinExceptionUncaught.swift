extension Pattern {
  /// An exception of Kotlin/Native that nothing caught.
  static let kotlinExceptionUncaught = Pattern(
    "kotlin-exception-uncaught",
    title: "Uncaught Kotlin exception (Kotlin/Native)",
    family: .exception,
    symptom: """
      An app with a Kotlin Multiplatform framework aborts; the console says "Uncaught Kotlin exception", or \
      konan::abort and terminateWithUnhandledException are on the stack.
      """,
    grades: LanguageRuntime.kotlin.grades(),
    headline: """
      Uncaught Kotlin exception{type? {type}}{function? in {function}}{message?: {message}|{kind?: {kind}}}
      """,
    cause: """
      Kotlin code threw {type|an exception}, and nothing caught it: on a thread or coroutine without a handler, or \
      in a function that Swift or Objective-C called and that has no matching @Throws annotation. {kind?Kind: \
      {kind}. }Kotlin/Native writes type, message and stack to standard error.
      """,
    remedy: [
      """
      {advice?{advice}|Read type and message in the console, and fix the code in {location|the first function of \
      your own package}.}
      """,
      """
      Annotate Kotlin functions that Swift calls and that may fail with @Throws, so that Swift receives an \
      NSError.
      """,
      """
      Give coroutine scopes a CoroutineExceptionHandler, and set setUnhandledExceptionHook to record the message.
      """,
    ],
    changes: [Change("kotlin", before: "fun load(): Deck", after: "@Throws(IOException::class)\nfun load(): Deck")],
    gaps: [
      Gap(
        unless: .text(["Uncaught Kotlin exception"]),
        """
        The type and message of the exception: "Uncaught Kotlin exception: …" in the console.
        """),
      Gap(unless: .hasStack, "The stack of the crashed thread."),
    ],
    lookalikes: [
      LookAlike("cpp-exception-uncaught", because: "The exception is one of Kotlin."),
      LookAlike("nsexception-uncaught", because: "The exception is one of Kotlin, not an NSException."),
    ],
    references: [
      Reference(
        "Interoperability with Swift/Objective-C: Errors and exceptions (Kotlin)",
        url: "https://kotlinlang.org/docs/native-objc-interop.html#errors-and-exceptions")
    ],
    supersedes: LanguageRuntime.superseded,
    generality: 2,
    phrases: ["kind": meanings, "advice": advice],
    searchTerms: """
      kotlin
      kotlin native
      kotlin multiplatform
      KMM
      KMP crash
      Uncaught Kotlin exception
      konan::abort
      terminateWithUnhandledException
      @Throws
      kotlin.IllegalStateException
      """,
    examples: [
      .matches(
        "the message with its stack", atLeast: .certain,
        """
        →Uncaught Kotlin exception: kotlin.IllegalStateException: the deck is empty
            at 0   Cards                               0x104f3a0b4        kfun:kotlin.Exception#<init>(kotlin.String?){} + 119 
            at 1   Cards                               0x104f3a2f0        kfun:kotlin.IllegalStateException#<init>(kotlin.String?){} + 119 
        →    at 2   Cards                               0x104e11020        kfun:com.example.cards.Deck#draw(){}kotlin.Int + 171 (/Users/me/cards/Deck.kt:41:15)
        """),
      .matches(
        "the frames alone, from a device", atLeast: .certain,
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001873eb200 pthread_kill + 288
        2   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        3   Cards                         	0x00000001873ed220 konan::abort() + 12
        4   Cards                         	0x00000001873ee230 (anonymous namespace)::terminateWithUnhandledException(ObjHeader*) + 12
        5   Cards                         	0x00000001873ef240 (anonymous namespace)::processUnhandledException(ObjHeader*) + 40
        →6   Cards                         	0x00000001873f0250 kfun:kotlinx.coroutines#handleCoroutineException(kotlin.coroutines.CoroutineContext;kotlin.Throwable){} + 320
        →7   Cards                         	0x00000001873f1260 kfun:com.example.cards.Deck#draw(){}kotlin.Int + 171
        """),
      .doesNotMatch(
        "an Objective-C exception in an app with Kotlin code",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001873eb200 pthread_kill + 288
        2   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        3   libc++abi.dylib               	0x00000001873ed220 abort_message + 128
        4   libobjc.A.dylib               	0x00000001873ee230 _objc_terminate() + 160
        5   libobjc.A.dylib               	0x00000001873ef240 objc_exception_throw + 420
        6   Cards                         	0x00000001873f0250 -[DeckView draw] + 20
        7   Cards                         	0x00000001873f1260 kfun:com.example.cards.Deck#draw(){}kotlin.Int + 171
        """),
      .doesNotMatch(
        "a Kotlin exception that was caught and logged",
        """
        2024-05-06 07:08:09.123 Cards[4711:90210] caught kotlin.IllegalStateException: the deck is empty
        """),
    ])

  private static let meanings = [
    "throws": "the function has no matching @Throws annotation",
    "frozen": "change of a frozen or non-shared object (old memory model)",
    "npe": "null dereferenced",
    "cast": "failed cast",
    "index": "index out of bounds",
    "uninitialized": "lateinit property not initialized",
    "out-of-memory": "out of memory",
  ]
  private static let advice = [
    "throws":
      "Add @Throws with the exception class to the Kotlin function that Swift called, or catch the exception inside it.",
    "frozen": "Update Kotlin to 1.7.20 or later: the new memory model has no frozen objects.",
    "npe": "Remove the !! or check the value for null first.",
    "cast": "Use as? and handle null.",
    "index": "Use getOrNull, or compare the index with the size.",
    "uninitialized": "Set the lateinit property before it is used, or test isInitialized.",
    "out-of-memory": "Check the sizes that are allocated.",
  ]
}
