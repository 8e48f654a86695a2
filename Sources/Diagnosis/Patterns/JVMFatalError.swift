extension Pattern {
  /// A fatal error that the Java virtual machine recorded.
  static let jvmFatalError = Pattern(
    "jvm-fatal-error",
    title: "Fatal error of the Java virtual machine (HotSpot)",
    family: .exception,
    symptom: """
      The console says "A fatal error has been detected by the Java Runtime Environment", or \
      VMError::report_and_die is on the stack.
      """,
    grades: LanguageRuntime.java.grades(adding: problematicFrame),
    headline: """
      Fatal error of the Java virtual machine{frame? in {frame}|{function? in {function}}}{kind?: {kind}}
      """,
    cause: """
      The Java virtual machine caught a signal or found an error of its own, wrote hs_err_pid….log, and aborted: \
      the SIGABRT of the report is not the original error. {frame?The problematic frame is {frame}. }{kind?Kind: \
      {kind}. }A signal in native code (JNI, a system library) is the most frequent reason; an exception of Java \
      code never ends the process in this way.
      """,
    remedy: [
      """
      Open the file hs_err_pid….log that the message names: its first lines state the signal and the problematic \
      frame, below them is the Java stack.
      """,
      """
      If the frame is in a library of your own (C, JNI), fix the access there; -Xcheck:jni finds wrong use of JNI.
      """,
      """
      If it is in libjvm (V) or in compiled code (J), test another version of the JDK.
      """,
    ],
    gaps: [
      Gap(
        unless: .text(["Problematic frame"]),
        """
        The file hs_err_pid….log of the same time: it contains the original signal and the Java stack.
        """),
      Gap(unless: .hasStack, "The stack of the crashed thread."),
    ],
    lookalikes: [
      LookAlike("abort-unspecified", because: "The virtual machine aborted after it had recorded the original error.")
    ],
    references: [
      Reference(
        "Fatal Error Log (Java Troubleshooting Guide)",
        url: "https://docs.oracle.com/en/java/javase/21/troubleshoot/fatal-error-log.html")
    ],
    supersedes: LanguageRuntime.superseded,
    generality: 2,
    phrases: ["kind": meanings, "advice": advice],
    searchTerms: """
      java
      jvm
      hotspot
      hs_err_pid
      A fatal error has been detected by the Java Runtime Environment
      VMError::report_and_die
      Problematic frame
      JNI crash
      libjvm.dylib
      """,
    examples: [
      .matches(
        "the message with the problematic frame", atLeast: .certain,
        """
        #
        →# A fatal error has been detected by the Java Runtime Environment:
        #
        #  SIGSEGV (0xb) at pc=0x000000010a3c4f20, pid=4711, tid=775
        #
        # Problematic frame:
        →# C  [libcards.dylib+0x3f20]  Java_com_example_cards_Deck_draw+0x20
        #
        """),
      .matches(
        "the frames", atLeast: .certain,
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001873eb200 pthread_kill + 288
        2   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        3   libjvm.dylib                  	0x00000001873ed220 os::abort(bool, void*, void const*) + 12
        4   libjvm.dylib                  	0x00000001873ee230 VMError::report_and_die(int, char const*, char const*, char*, Thread*, unsigned char*, void*, void*, char const*, int, unsigned long) + 2000
        5   libjvm.dylib                  	0x00000001873ef240 VMError::report_and_die(Thread*, unsigned int, unsigned char*, void*, void*) + 60
        →6   libjvm.dylib                  	0x00000001873f0250 JVM_handle_bsd_signal + 400
        7   libsystem_platform.dylib      	0x00000001873f1260 _sigtramp + 56
        →8   libcards.dylib                	0x00000001873f2270 Java_com_example_cards_Deck_draw + 32
        """),
      .doesNotMatch(
        "an abort of native code that Java called",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001873eb200 pthread_kill + 288
        2   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        3   libcards.dylib                	0x00000001873ed220 Java_com_example_cards_Deck_draw + 32
        4   libjvm.dylib                  	0x00000001873ee230 JavaMain + 20
        """),
    ])

  private static let meanings = [
    "out-of-memory": "out of memory",
    "internal": "internal error of the virtual machine",
  ]
  private static let advice = [
    "out-of-memory": "Reduce the memory use.",
    "internal": "Test another version of the JDK.",
  ]

  private static let problematicFrame = Evidence.text(
    TextQuery(
      [
        "# C [{library}+{offset}] {frame}", "C [{library}+{offset}] {frame}", "# V [{library}+{offset}] {frame}",
        "V [{library}+{offset}] {frame}", "# C [{frame}+0x", "C [{frame}+0x",
      ], isAtStart: true, statement: "The virtual machine was in this frame when the error occurred."))
}
