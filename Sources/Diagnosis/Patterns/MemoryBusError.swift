import CrashReports

extension Pattern {
  /// A memory access that could not be completed.
  static let memoryBusError: Pattern = Pattern(
    "memory-bus-error",
    title: "Bus error: misaligned access, or a mapped file that is shorter than its mapping",
    family: .memory,
    revision: 2,
    symptom: "The app crashes with EXC_BAD_ACCESS (SIGBUS).",
    grades: [
      Grade(.certain, cause: .likely, .all([stated, .not(exhausted), .not(objectiveC), .optional(mapped)])),
      Grade(.likely, cause: .possible, .all([.any([stated, reported, signal]), .not(exhausted), .optional(mapped)])),
    ],
    headline: "Bus error (SIGBUS) in {function|the process}: a memory access could not be completed",
    cause: """
      {why|The address is mapped, but the access failed.} A misaligned access is an atomic or vector access at an \
      address that is not a multiple of its size, usually caused by a damaged pointer or a cast of bytes. An access \
      to a mapped file fails if the file was truncated, or its disk was removed, while it was mapped.
      """,
    remedy: [
      """
      Look at {location|the first frame of the app} for a pointer cast from bytes, a packed structure, or a mapped \
      file.
      """,
      "Copy bytes with memcpy (Swift: loadUnaligned) instead of casting the pointer.",
      "Replace a file that others map by renaming a new file over it; never truncate or rewrite it in place.",
    ],
    changes: [
      Change(
        "c", before: "uint64_t value = *(uint64_t *)(bytes + 3);",
        after: """
          uint64_t value;
          memcpy(&value, bytes + 3, sizeof value);
          """),
      Change(
        "swift", before: "let value = bytes.load(fromByteOffset: 3, as: UInt64.self)",
        after: "let value = bytes.loadUnaligned(fromByteOffset: 3, as: UInt64.self)"),
      Change(
        "objective-c",
        before: "NSData *data = [NSData dataWithContentsOfURL:url options:NSDataReadingMappedAlways error:&error];",
        after:
          """
          NSData *data = [NSData dataWithContentsOfURL:url options:0 error:&error];   // a copy: it cannot be \
          truncated
          """
      ),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the crashed thread."),
      Gap(unless: .namesSourceLine, "The line in the source: symbolicate with the dSYM of this build."),
    ],
    lookalikes: [
      LookAlike("memory-bad-access", because: "The signal is SIGBUS: the address is mapped."),
      LookAlike("swift-trap-unspecified", because: "The access failed; no Swift runtime check stopped the process."),
      LookAlike("codesign-kill", because: "The report does not mention a code signature."),
      LookAlike("ib-font-cfrelease-null", because: "The innermost frame is not CFRelease."),
    ],
    references: [.memoryAccess, .exceptionTypes, Reference("mmap(2) (macOS manual page)")],
    supersedes: ["memory-bad-access"],
    generality: 8,
    phrases: ["why": ["misaligned": misalignedStatement, "unreadable": unreadableStatement]],
    searchTerms: """
      bus error
      misaligned access
      mapped file truncated
      mmap truncated
      alignment
      unaligned access
      """,
    examples: [
      .matches(
        "a misaligned access",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGBUS)
        →Exception Codes:       BUS_ADRALN at 0x0000000000000001

        Thread 0 Crashed:
        0   Cards                         	0x000000010d4a3f81 deck_checksum + 33
        """),
      .matches(
        "a mapped library that was truncated", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGBUS)
        Exception Codes:       0x000000000000000a, 0x000000010f2c8000

        Thread 0 Crashed:
        →0   dyld                          	0x000000010d4a3f81 ImageLoaderMachO::parseLoadCmds(ImageLoader::LinkContext const&) + 213
        1   dyld                          	0x000000010d4a3f01 dlopen + 33
        2   Cards                         	0x000000010d4b110c -[PlugInLoader load] + 92
        """),
      .doesNotMatch(
        "an address that is not mapped",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000018
        """),
      .doesNotMatch(
        "older systems: SIGBUS for a stack guard",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGBUS)
        Exception Codes:       KERN_PROTECTION_FAILURE at 0x000070000a3fcff8

        VM Regions Near 0x70000a3fcff8:
        --> STACK GUARD            000070000a3fc000-000070000a3fd000 [    4K] ---/rwx SM=NUL  stack guard for thread 3
        """),
      .doesNotMatch(
        "a code signature",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGKILL - CODESIGNING)
        Exception Subtype: UNKNOWN_0x32 at 0x0000000100bfc000
        """),
    ])

  private static let stated = Evidence.any([
    .all([
      .exceptionField(
        containing: ["bus_adraln", "exc_arm_da_align", "exc_i386_align"], statement: misalignedStatement),
      .capture("why", "misaligned"),
    ]),
    .all([
      .exceptionField(containing: ["kern_memory_error", "bus_objerr"], statement: unreadableStatement),
      .capture("why", "unreadable"),
    ]),
  ])
  /// Darwin gives each SIGBUS the code BUS_ADRERR, also for protected memory (XNU, `bsd/dev/i386/unix_signal.c`).
  private static let reported = Evidence.all([
    .not(isProtected),
    .exceptionField(containing: ["bus_adrerr"], statement: unreadableStatement), .capture("why", "unreadable"),
  ])
  private static let misalignedStatement = "The address is misaligned for the access."
  private static let unreadableStatement = "The memory at the address could not be paged in."

  /// SIGBUS alone. Older Macs also send it for protected memory, which is not a bus error.
  private static let signal = Evidence.all([
    .not(
      .exceptionField(
        containing: ["kern_protection_failure", "kern_invalid_address", "codesigning", "code signature"])),
    .not(.termination(namespace: "CODESIGNING")),
    .not(isProtected),
    .exception(signals: ["SIGBUS"], statement: "The signal is SIGBUS: the access could not be completed."),
  ])

  /// Mach codes: 1 means that the address is not mapped, 2 that it is protected.
  private static let isProtected = Evidence.any([
    .field(.firstExceptionCode, .equals("0x1")), .field(.firstExceptionCode, .equals("0x2")),
  ])

  private static let exhausted = Evidence.stackExhausted()
  private static let objectiveC = Evidence.frame(
    FrameQuery(["objc_msgSend*", "objc_release*", "objc_retain*"], images: ["libobjc*"], position: .first(2)))
  private static let mapped = Evidence.frame(
    FrameQuery(
      [
        "*parseLoadCmds*", "_platform_memmove*", "memcpy*", "_platform_memcmp*", "mmap*", "*MachOFile*",
        "*MachOAnalyzer*",
      ],
      position: .first(3), statement: "{function} read the memory."))
}
