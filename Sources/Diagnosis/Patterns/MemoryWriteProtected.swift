import CrashReports

extension Pattern {
  /// A write to memory that may only be read.
  static let memoryWriteProtected: Pattern = Pattern(
    "memory-write-protected",
    title: "Write to read-only memory",
    family: .memory,
    symptom: "The app crashes with EXC_BAD_ACCESS (KERN_PROTECTION_FAILURE), usually SIGBUS, while it writes.",
    // The access is a fact, but a specific cause that is only likely has to outrank it.
    grades: [
      Grade(
        .likely, cause: .likely,
        .memoryFault("a write to a region that is read-only", statement: statement) { fault, _ in
          isWrite(fault) && fault.region?.isReadOnly == true
        }),
      Grade(
        .likely, cause: .possible,
        .memoryFault("a recorded write to protected memory", statement: statement) {
          fault, context in
          fault.access == .write && fault.isProtected == true && fault.region == nil && fault.nullOffset == nil
            && !isNearStack(fault) && context.stackExhaustedMatch(statement: nil) == nil
        }),
    ],
    headline: "Write to read-only memory{region? ({region})}{function? in {function}}: {address}",
    cause: """
      The code wrote to {address}, which is mapped, but may not be written{region?: {region} ({protection})}. String \
      literals, constants, code and files that are mapped for reading are read-only. Usually a pointer to a literal or \
      constant lost its const in a cast, or a damaged pointer leads there.
      """,
    remedy: [
      "In {location?{location}|{function|the first frame of the app}}, check what the written pointer points to: copy a literal or constant before you change it.",
      "Remove casts that drop const (C: `char *` for a string literal; Swift: `UnsafeMutablePointer(mutating:)`).",
      "For a mapped file, map it with PROT_WRITE, or write to a copy.",
    ],
    changes: [
      Change(
        "c", before: "char *title = \"Cards\";\ntitle[0] = 'c';",
        after: "char title[] = \"Cards\";\ntitle[0] = 'c';"),
      Change(
        "swift", before: "UnsafeMutablePointer(mutating: pointer)[0] = 0",
        after: "var copy = Array(UnsafeBufferPointer(start: pointer, count: count))\ncopy[0] = 0"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the crashed thread."),
      Gap(unless: .namesSourceLine, "The line in the source: symbolicate with the dSYM of this build."),
    ],
    lookalikes: [
      LookAlike("stack-overflow", because: "The address is not in the guard region of a stack."),
      LookAlike("memory-bus-error", because: "The memory is protected; neither alignment nor a mapped file failed."),
    ],
    references: [.memoryAccess, .exceptionTypes],
    supersedes: ["memory-bad-access", "memory-bus-error"],
    generality: 5, fallback: .unlessSpecific,
    searchTerms: """
      write to read-only memory
      KERN_PROTECTION_FAILURE
      write to constant
      modify string literal
      __DATA_CONST
      read-only segment
      """,
    examples: [
      .matches(
        "a string literal was changed", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGBUS)
        →Exception Codes:       KERN_PROTECTION_FAILURE at 0x0000000104d2e0aa

        VM Region Info: 0x104d2e0aa is in 0x104d2c000-0x104d30000;  bytes after start: 8362  bytes before end: 8021
              REGION TYPE                 START - END      [ VSIZE] PRT/MAX SHRMOD  REGION DETAIL
              UNUSED SPACE AT START
        →--->  __TEXT                   104d2c000-104d30000 [   16K] r-x/r-x SM=COW  ...Cards.app/Cards

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_rename + 8 (deck.c:12)

        Thread 0 crashed with ARM Thread State (64-bit):
            x0: 0x0000000104d2e0aa   x1: 0x0000000000000063   x2: 0x0000000000000000   x3: 0x0000000000000000
           far: 0x0000000104d2e0aa  esr: 0x9200004f (Data Abort) byte write Permission fault
        """),
      .doesNotMatch(
        "a write behind the end of the stack",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGBUS)
        Exception Codes:       KERN_PROTECTION_FAILURE at 0x000070000a3fcff8

        VM Regions Near 0x70000a3fcff8:
        --> STACK GUARD            000070000a3fc000-000070000a3fd000 [    4K] ---/rwx SM=NUL  stack guard for thread 3
        """),
      .doesNotMatch(
        "an address that is not mapped",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000204d2e0aa
        """),
    ])

  private static let statement = "The address is mapped, but may not be accessed this way."

  /// Memory that is readable, and where no instruction was fetched, can only have refused a write.
  private static func isWrite(_ fault: MemoryFault) -> Bool {
    guard fault.isProtected == true, fault.nullOffset == nil, fault.region?.isStackGuard != true else { return false }
    return fault.access == .write || (fault.access == nil && fault.registers["pc"] ?? fault.registers["rip"] != nil)
  }

  /// Whether the address is close to the stack pointer, where the guard region of a stack is.
  private static func isNearStack(_ fault: MemoryFault) -> Bool {
    guard let address = fault.address, let pointer = fault.registers["sp"] ?? fault.registers["rsp"] else {
      return false
    }
    return max(address, pointer) - min(address, pointer) <= 0x10000
  }
}
