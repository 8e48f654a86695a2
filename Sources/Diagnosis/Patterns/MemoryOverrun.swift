import CrashReports

extension Pattern {
  /// An access beyond the ends of a block.
  static let memoryOverrun: Pattern = Pattern(
    "memory-overrun",
    title: "Out-of-bounds access: beyond the end of an allocated block",
    family: .memory,
    symptom: "The app crashes with EXC_BAD_ACCESS in a guard page of malloc, or at a pointer plus a huge index.",
    grades: [
      Grade(
        .likely, cause: .likely,
        .memoryFault("an access to a guard page of malloc", statement: guardStatement) {
          fault, _ in
          fault.region?.isMallocGuard == true && fault.access != .execute
        }),
      Grade(.likely, cause: .likely, .all([negativeIndex, .capture("index", "-1")])),
    ],
    headline: "Out-of-bounds access in {function|the process}{index?: index {index} as an unsigned 32-bit number}",
    cause: """
      {index?The address is the sum of two registers, one of which contains 0xffffffff: an index or length became \
      negative, usually 0 - 1, and was used as an unsigned 32-bit number|The address is in a page that malloc protects \
      next to a large block: the access was behind the end of that block, or before its start}.
      """,
    remedy: [
      "In {location?{location}|{function|the first frame of the app}}, compare index and length with the size of the block before the access{index?, and check for 0 before you subtract 1}.",
      "Run with Address Sanitizer: it reports the block and its size.",
    ],
    changes: [
      Change(
        "c", before: "values[count - 1] = 0;", after: "if (count > 0) { values[count - 1] = 0; }")
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the crashed thread."),
      Gap(unless: .namesSourceLine, "The line in the source: symbolicate with the dSYM of this build."),
    ],
    lookalikes: [
      LookAlike("guard-malloc-fault", because: "Guard Malloc was not on."),
      LookAlike("stack-overflow", because: "The address is not next to a stack."),
    ],
    references: [.memoryAccess],
    supersedes: ["memory-bad-access", "memory-bus-error"],
    generality: 5, fallback: .unlessSpecific,
    searchTerms: """
      out of bounds access
      heap buffer overflow
      MALLOC guard page
      index underflow
      0xffffffff index
      """,
    examples: [
      .matches(
        "the index 0 - 1", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        →Exception Codes:       KERN_INVALID_ADDRESS at 0x00006001013ac00f

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_terminate + 8 (deck.c:12)

        Thread 0 crashed with X86 Thread State (64-bit):
          rax: 0x00000000ffffffff  rbx: 0x0000000000000000  rcx: 0x0000000000000000  rdx: 0x0000000000000000
          rdi: 0x0000000000000400  rsi: 0x00006000013ac010  rbp: 0x00007ff7b0b9be20  rsp: 0x00007ff7b0b9be00
        """),
      .matches(
        "the page behind a large block", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGBUS)
        →Exception Codes:       KERN_PROTECTION_FAILURE at 0x0000000120100000

        VM Region Info: 0x120100000 is in 0x120100000-0x120104000;  bytes after start: 0  bytes before end: 16383
              REGION TYPE                 START - END      [ VSIZE] PRT/MAX SHRMOD  REGION DETAIL
              MALLOC_LARGE             120000000-120100000 [ 1024K] rw-/rwx SM=PRV
        →--->  MALLOC guard page        120100000-120104000 [   16K] ---/rwx SM=NUL

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_fill + 8 (deck.c:12)
        """),
      .doesNotMatch(
        "an address without relation to the registers",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x00006001013ac00f

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_terminate + 8 (deck.c:12)

        Thread 0 crashed with X86 Thread State (64-bit):
          rax: 0x00000000ffffffff  rbx: 0x0000000000000000  rcx: 0x0000000000000000  rdx: 0x0000000000000000
          rdi: 0x0000000000000400  rsi: 0x00006000014ac010  rbp: 0x00007ff7b0b9be20  rsp: 0x00007ff7b0b9be00
        """),
    ])

  private static let guardStatement = "The address is in a guard page of malloc, next to a block."

  private static let negativeIndex = Evidence.memoryFault(
    "an address that is a register plus 0xffffffff, which another register contains",
    statement: "The address is the sum of a register and 0xffffffff, which is -1 in 32 bits."
  ) { fault, _ in
    guard let address = fault.address, fault.value == .plausible, fault.access != .execute,
      let other = fault.registers.filter({ $0 == 0xFFFF_FFFF }).first
    else { return false }
    let (base, overflow) = address.subtractingReportingOverflow(0xFFFF_FFFF)
    guard !overflow, base > 0x1_0000_0000 else { return false }
    // A constant offset of the instruction: a member of an element.
    return fault.registers.filter { $0 >= base - 0x40 && $0 <= base }.contains { $0.name != other.name }
  }
}
