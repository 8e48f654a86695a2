import CrashReports

/// Checks of malloc other than heap corruption: misuse of its interface, and Guard Malloc.
extension Pattern {
  /// A fault while Guard Malloc was on: an access outside a block.
  static let guardMallocFault: Pattern = Pattern(
    "guard-malloc-fault",
    title: "Guard Malloc: access outside an allocated block",
    family: .memory,
    symptom: "With Guard Malloc turned on, the app stops with EXC_BAD_ACCESS.",
    grades: [
      Grade(
        .likely, cause: .likely,
        .all([
          .badAccess(), .not(otherAddress),
          .any([
            .text(["GuardMalloc["], statement: "Guard Malloc was on: it puts each block next to a protected page."),
            .frame(
              FrameQuery(
                [], images: ["libgmalloc*"],
                statement: "Guard Malloc was on: it puts each block next to a protected page.")),
            .field(
              .imageName, .matches(["libgmalloc.dylib"]),
              statement: "Guard Malloc was on: it puts each block next to a protected page."),
          ]),
        ]))
    ],
    headline: "Guard Malloc: access outside a block, or to a freed block, in {function|the process}",
    cause: """
      Guard Malloc puts each block at the end of a page, and makes the next page and freed pages inaccessible. The fault \
      is therefore the faulty access itself: past the end of a block, or after it was freed.
      """,
    remedy: [
      "Look at {location|the first frame of the app}: compare the index with the size of the block.",
      "Run with Address Sanitizer to see also where the block was allocated and freed.",
    ],
    changes: [Change("c", before: "values[count] = 0;", after: "values[count - 1] = 0;")],
    gaps: [Gap(unless: .hasStack, "The stack: it shows the faulty access.")],
    lookalikes: [
      LookAlike("memory-bad-access", because: "Guard Malloc was on, so the fault is the first invalid access.")
    ],
    references: [Reference("libgmalloc(3) (macOS manual page)")],
    supersedes: ["memory-bad-access"],
    generality: 3,
    searchTerms: """
      guard malloc
      GuardMalloc
      libgmalloc
      """,
    examples: [
      .matches(
        "the announcement of Guard Malloc above the fault", atLeast: .likely,
        """
        →GuardMalloc[Cards-4711]: Allocations will be placed on 16 byte boundaries.
        →Thread 1: EXC_BAD_ACCESS (code=1, address=0x10e305000)
        """),
      .doesNotMatch(
        "a fault without Guard Malloc",
        """
        Thread 1: EXC_BAD_ACCESS (code=1, address=0x10e305000)
        """),
      .doesNotMatch(
        "an address at which no block can be",
        """
        GuardMalloc[Cards-4711]: Allocations will be placed on 16 byte boundaries.
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x00000000000120a8
        Code Type:             X86-64 (Native)

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_count + 8 (deck.c:12)
        """),
      .doesNotMatch(
        "the end of the stack",
        """
        GuardMalloc[Cards-4711]: Allocations will be placed on 16 byte boundaries.
        Exception Type:        EXC_BAD_ACCESS (SIGBUS)
        Exception Codes:       KERN_PROTECTION_FAILURE at 0x00007ff7b0b9bff8

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_count + 8 (deck.c:12)

        Thread 0 crashed with X86 Thread State (64-bit):
          rbp: 0x00007ff7b0b9c020  rsp: 0x00007ff7b0b9c000  rip: 0x0000000104d2d110
        """),
    ])

  /// The address cannot be that of a block: NULL, below the first image, not canonical, on the stack, or an instruction.
  private static let otherAddress = Evidence.memoryFault(
    "an address at which Guard Malloc allocates no block", statement: "The address is {address|not canonical}."
  ) { fault, context in
    if fault.isGeneralProtection || fault.access == .execute || fault.region?.isStackGuard == true { return true }
    switch fault.value {
    case .null, .small, .outside, .negative, .truncated, .text: return true
    case .fill, .plausible, nil: break
    }
    guard let address = fault.address else { return false }
    let pointer = fault.registers["sp"] ?? fault.registers["rsp"] ?? fault.registers["esp"]
    // Near the stack pointer: a variable on the stack, or the end of the stack.
    return pointer.map { max(address, $0) - min(address, $0) <= 0x10000 } ?? false
  }
}
