import CrashReports

extension Pattern {
  /// An access that the memory system could not carry out.
  static let memoryBusError: Pattern = Pattern(
    "memory-bus-error",
    title: "A bus error: misaligned access, or a mapped file that is shorter than its mapping",
    family: .memory,
    symptom: "The app dies with EXC_BAD_ACCESS (SIGBUS).",
    grades: [
      Grade(.certain, cause: .likely, .all([stated, .not(exhausted), .not(objectiveC), .also(mapped)])),
      Grade(.likely, cause: .possible, .all([.any([stated, signal]), .not(exhausted), .also(mapped)])),
    ],
    headline: "{function|The process} made an access to memory that could not be carried out",
    cause: """
      {why|The address is mapped, and yet the access failed.} Misaligned: an atomic or vector access at an \
      address that is no multiple of its size, mostly from a damaged pointer or a cast of bytes. A mapped \
      file: it was cut short, or its disk is gone, while it was mapped.
      """,
    remedy: [
      "Look at {location|the first frame of the app}: a pointer cast from bytes, a packed structure, or a mapped file?",
      "Copy bytes with memcpy (Swift: loadUnaligned) instead of casting the pointer.",
      "Replace a file that others map by renaming a new one over it; never cut or rewrite it in place.",
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
          "NSData *data = [NSData dataWithContentsOfURL:url options:0 error:&error];   // a copy: nobody can cut it"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the crashed thread."),
      Gap(unless: .namesSourceLine, "The line in the source: symbolicate with the dSYM of this build."),
    ],
    lookalikes: [
      LookAlike("memory-bad-access", because: "The signal is SIGBUS: the address is mapped."),
      LookAlike("swift-trap-unspecified", because: "The access failed; no check of Swift stopped it."),
      LookAlike("codesign-kill", because: "The system did not end the process for its signature."),
      LookAlike("ib-font-cfrelease-null", because: "No frame of CFRelease stands on top."),
    ],
    references: [.memoryAccess, .exceptionTypes, Reference("mmap(2) (macOS manual page)")],
    supersedes: ["memory-bad-access"],
    generality: 8,
    phrases: ["why": ["misaligned": misalignedWords, "unreadable": unreadableWords]],
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
        "a mapped library that was cut short", atLeast: .likely,
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
        "older systems: SIGBUS for the guard of a stack",
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
      .exceptionField(containing: ["bus_adraln", "exc_arm_da_align", "exc_i386_align"], statement: misalignedWords),
      .capture("why", "misaligned"),
    ]),
    .all([
      .exceptionField(containing: ["kern_memory_error", "bus_adrerr", "bus_objerr"], statement: unreadableWords),
      .capture("why", "unreadable"),
    ]),
  ])
  private static let misalignedWords = "The address is misaligned for the access."
  private static let unreadableWords = "The memory behind the address could not be read in."

  /// SIGBUS alone. Older Macs give it for protected memory too, which is no bus error.
  private static let signal = Evidence.all([
    .not(
      .exceptionField(
        containing: ["kern_protection_failure", "kern_invalid_address", "codesigning", "code signature"])),
    .not(.termination(namespace: "CODESIGNING")),
    // Codes of Mach: 1 is an address that is not mapped, 2 one that is protected.
    .not(.field(.firstExceptionCode, .equals("0x1"))), .not(.field(.firstExceptionCode, .equals("0x2"))),
    .exception(signals: ["SIGBUS"], statement: "The signal is SIGBUS: the access could not be carried out."),
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
