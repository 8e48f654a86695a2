extension Pattern {
  /// A buffer overflow that a checked function of the C library prevented.
  static let bufferOverflowChecked = Pattern(
    "buffer-overflow-checked",
    title: "Buffer overflow detected by the C library (__chk_fail)",
    family: .memory,
    symptom: """
      The process stops in __chk_fail or __chk_fail_overflow below __strcpy_chk, __memcpy_chk, __sprintf_chk or a \
      similar function.
      """,
    grades: LanguageRuntime.checkedBuffers.grades(),
    headline: """
      Buffer overflow{function? in {function}}: {kind|the size of a buffer was exceeded}
      """,
    cause: """
      The compiler knows the size of the destination, and the checked function of the C library ended the process \
      before it wrote beyond it: {kind|the size of a buffer was exceeded}.
      """,
    remedy: [
      """
      In {location|the function}, compare the length of the data with the size of the destination, or use strlcpy, \
      snprintf or memcpy with the checked length.
      """,
      "Run with Address Sanitizer to see both buffers and their sizes.",
    ],
    changes: [Change("c", before: "strcpy(name, title);", after: "strlcpy(name, title, sizeof name);")],
    gaps: [
      Gap(
        unless: .text(["detected buffer overflow", "buffer overlap"]),
        "The message in Application Specific Information."),
      Gap(unless: .hasStack, "The stack of the crashed thread."),
    ],
    lookalikes: [
      LookAlike("stack-buffer-overflow", because: "The overflow was prevented; no canary was overwritten.")
    ],
    references: [.memoryAccess],
    supersedes: LanguageRuntime.superseded,
    generality: 2,
    phrases: ["kind": meanings, "advice": advice],
    searchTerms: """
      buffer overflow
      __chk_fail
      __chk_fail_overflow
      __strcpy_chk
      __memcpy_chk
      __sprintf_chk
      detected buffer overflow
      FORTIFY_SOURCE
      fd_set overflow
      """,
    examples: [
      .matches(
        "a string that is too long", atLeast: .certain,
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Application Specific Information:
        →detected buffer overflow

        Thread 0 Crashed:
        →0   libsystem_c.dylib             	0x00000001873ea1f0 __chk_fail_overflow + 24
        1   libsystem_c.dylib             	0x00000001873eb200 __strcpy_chk + 80
        →2   Cards                         	0x00000001873ec210 deck_title + 40
        """),
      .matches(
        "the frames of older systems", atLeast: .certain,
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001873eb200 pthread_kill + 288
        2   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        →3   libsystem_c.dylib             	0x00000001873ed220 __chk_fail + 24
        4   libsystem_c.dylib             	0x00000001873ee230 __sprintf_chk + 80
        →5   Cards                         	0x00000001873ef240 deck_title + 40
        """),
      .doesNotMatch(
        "a checked function that read invalid memory",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)

        Thread 0 Crashed:
        0   libsystem_platform.dylib      	0x00000001873ea1f0 _platform_memmove + 20
        1   libsystem_c.dylib             	0x00000001873eb200 __memcpy_chk + 80
        2   Cards                         	0x00000001873ec210 deck_title + 40
        """),
    ])

  private static let meanings = [
    "overflow": "the data is longer than the destination",
    "overlap": "source and destination overlap",
    "descriptors": "a file descriptor of 1024 or more was used with fd_set",
  ]
  private static let advice = [
    "overflow": "Check the length.",
    "overlap": "Use memmove.",
    "descriptors": "Use poll or kqueue.",
  ]
}
