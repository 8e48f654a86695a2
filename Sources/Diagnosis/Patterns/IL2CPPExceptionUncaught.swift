extension Pattern {
  /// A C# exception in a Unity app that nothing caught.
  static let il2cppExceptionUncaught = Pattern(
    "il2cpp-exception-uncaught",
    title: "Uncaught C# exception (Unity IL2CPP)",
    family: .exception,
    symptom: """
      A Unity app aborts with "uncaught exception of type Il2CppExceptionWrapper", or il2cpp::vm::Exception::Raise \
      is on the stack.
      """,
    grades: LanguageRuntime.il2cpp.grades(),
    headline: "Uncaught C# exception (Unity IL2CPP){function? in {function}}{kind?: {kind}}",
    cause: """
      C# code, which Unity translated to C++ (IL2CPP), threw an exception that nothing caught, usually in a \
      callback of a native plugin or on a thread of its own, where Unity has no handler. {kind?Kind: {kind}.|Type \
      and message are not in the report: Il2CppExceptionWrapper only wraps them.}
      """,
    remedy: [
      """
      Catch exceptions in {function|each C# method that native code calls (MonoPInvokeCallback)}, and log them.
      """,
      """
      Read the exception in the player log of that moment: Unity prints type, message and C# stack.
      """,
      """
      Set Project Settings > Player > Stack Trace to Full, so that the log contains the C# stack.
      """,
    ],
    gaps: [
      Gap(
        unless: .text(["Exception:"]),
        "Type and message of the C# exception: they are in the player log."),
      Gap(unless: .hasStack, "The stack of the crashed thread."),
    ],
    lookalikes: [
      LookAlike("cpp-exception-uncaught", because: "The exception is one of C#, which IL2CPP wraps."),
      LookAlike("managed-runtime-exception", because: "The runtime is IL2CPP, not Mono or .NET."),
    ],
    references: [
      Reference("IL2CPP overview (Unity)", url: "https://docs.unity3d.com/Manual/scripting-backends-il2cpp.html")
    ],
    supersedes: LanguageRuntime.superseded + ["managed-runtime-exception"],
    generality: 2,
    phrases: ["kind": meanings, "advice": advice],
    searchTerms: """
      unity
      il2cpp
      Il2CppExceptionWrapper
      unity crash ios
      il2cpp::vm::Exception::Raise
      MonoPInvokeCallback
      """,
    examples: [
      .matches(
        "the wrapper in Application Specific Information", atLeast: .certain,
        """
        →Exception Type:  EXC_CRASH (SIGABRT)

        Application Specific Information:
        →terminating with uncaught exception of type Il2CppExceptionWrapper

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001873eb200 pthread_kill + 288
        2   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        3   libc++abi.dylib               	0x00000001873ed220 abort_message + 128
        →4   libc++abi.dylib               	0x00000001873ee230 __cxa_throw + 140
        →5   UnityFramework                	0x00000001873ef240 il2cpp::vm::Exception::Raise(Il2CppException*, MethodInfo*) + 40
        →6   UnityFramework                	0x00000001873f0250 Deck_Draw_m0123456789ABCDEF0123456789ABCDEF01234567 + 120
        """),
      .matches(
        "the frames alone", atLeast: .certain,
        """
        →Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001873eb200 pthread_kill + 288
        2   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        3   libc++abi.dylib               	0x00000001873ed220 abort_message + 128
        →4   libc++abi.dylib               	0x00000001873ee230 __cxa_throw + 140
        →5   UnityFramework                	0x00000001873ef240 il2cpp::vm::Exception::Raise(Il2CppException*, MethodInfo*) + 40
        →6   UnityFramework                	0x00000001873f0250 il2cpp::vm::Exception::RaiseNullReferenceException() + 24
        →7   UnityFramework                	0x00000001873f1260 Deck_Draw_m0123456789ABCDEF0123456789ABCDEF01234567 + 120
        """),
      .doesNotMatch(
        "an invalid access in a method that C# code called",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)

        Thread 0 Crashed:
        0   UnityFramework                	0x00000001873ea1f0 Deck_Draw_m0123456789ABCDEF0123456789ABCDEF01234567 + 120
        1   UnityFramework                	0x00000001873eb200 il2cpp_runtime_invoke + 40
        """),
    ])

  private static let meanings = [
    "npe": "NullReferenceException",
    "index": "IndexOutOfRangeException",
    "out-of-memory": "OutOfMemoryException",
  ]
  private static let advice = [
    "npe": "Check the reference for null.",
    "index": "Check the index.",
    "out-of-memory": "Check the sizes that are allocated.",
  ]
}
