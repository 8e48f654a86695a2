extension Topic {
  private static let header = "mach/exception_types.h"

  /// Mach exception types, by number.
  static let exceptionTypes: [Topic] = [
    Topic(
      "EXC_BAD_ACCESS", .exceptionType, number: 1, "memory that cannot be accessed in this way",
      [
        "The processor could not read, write or execute at an address: nothing is mapped there, or not with that right.",
        "The subtype says which of the two, and the address tells much: near zero is a nil pointer with an offset, a "
          + "wild one a pointer that was freed or overwritten, one inside the stack's guard a stack that is used up.",
      ],
      inReports: "Exception Type, with signal SIGSEGV or SIGBUS; exceptionType 1 in MetricKit.",
      advice: "Look at the address and at the first frame of your own code.",
      patterns: ["memory-bad-access", "objc-overrelease", "stack-overflow", "pointer-authentication"], source: header),
    Topic(
      "EXC_BAD_INSTRUCTION", .exceptionType, number: 2, "an instruction that the processor refuses",
      [
        "On Intel this is how Swift stops a program on purpose (the instruction ud2), and how abort-like checks in "
          + "system libraries do.",
        "A real illegal instruction is rare: code for another processor, or memory that holds no code.",
      ],
      inReports: "Exception Type, with signal SIGILL.",
      advice: "Look for a message in Application Specific Information; without one, read the source line.",
      patterns: ["swift-trap-unspecified", "illegal-instruction"], source: header),
    Topic(
      "EXC_ARITHMETIC", .exceptionType, number: 3, "a division by zero or another arithmetic fault",
      ["Integers only, and on Intel only: arm64 divides by zero without a fault, and Swift checks before it divides."],
      inReports: "Exception Type, with signal SIGFPE.", advice: "Check the divisor on the blamed line.", source: header),
    Topic(
      "EXC_EMULATION", .exceptionType, number: 4, "an instruction that needs emulation",
      ["Not raised by processors in use today."], source: header),
    Topic(
      "EXC_SOFTWARE", .exceptionType, number: 5, "an exception raised by software",
      ["Code 0x10003 (EXC_SOFT_SIGNAL) carries a Unix signal, mostly seen by debuggers."], source: header),
    Topic(
      "EXC_BREAKPOINT", .exceptionType, number: 6, "a trap instruction: the program stopped itself",
      [
        "On arm64 this is how Swift stops a program on purpose (brk 1): a nil that was unwrapped, an index out of "
          + "range, an overflow, fatalError().",
        "libdispatch, CoreFoundation and C's __builtin_trap() stop in the same way. A debugger's breakpoint looks like "
          + "it, too, when no debugger is there.",
      ],
      inReports: "Exception Type, with signal SIGTRAP.",
      advice: "Look for the message in Application Specific Information or in the console; then read the blamed line.",
      patterns: ["swift-nil-unwrap", "swift-index-out-of-range", "swift-trap-unspecified", "libdispatch-client-bug"],
      source: header),
    Topic(
      "EXC_SYSCALL", .exceptionType, number: 7, "a Unix system call", ["Used by tracing, not by failures."],
      source: header),
    Topic(
      "EXC_MACH_SYSCALL", .exceptionType, number: 8, "a Mach system call", ["Used by tracing, not by failures."],
      source: header),
    Topic(
      "EXC_RPC_ALERT", .exceptionType, number: 9, "an alert of remote procedure calls",
      ["Not used by today's systems."], source: header),
    Topic(
      "EXC_CRASH", .exceptionType, number: 10, "the process ended by a signal",
      [
        "Raised by the kernel when a process ends abnormally. The signal says how: SIGABRT means that it ended itself, "
          + "mostly after an uncaught exception; SIGKILL that the system ended it, and then Termination Reason says why."
      ],
      inReports: "Exception Type, with SIGABRT, SIGKILL, SIGQUIT or another signal.",
      advice:
        "SIGABRT: read Last Exception Backtrace and Application Specific Information. SIGKILL: Termination Reason.",
      patterns: ["nsexception-uncaught", "watchdog-8badf00d", "file-lock-dead10cc"], source: header),
    Topic(
      "EXC_RESOURCE", .exceptionType, number: 11, "a limit on resources was passed",
      [
        "Too much processor time, too many wake-ups, too much memory or writing. Often only a warning: the process runs on.",
        "The stack is the one that happened to run when the limit was passed.",
      ],
      inReports: "Exception Type with a subtype CPU, WAKEUPS, MEMORY, IO or THREADS, and a message with limit and "
        + "observation.",
      advice: "Read limit and observation, then whether the process was ended (NON-FATAL CONDITION: it was not).",
      patterns: ["exc-resource-cpu", "exc-resource-memory", "exc-resource-wakeups", "exc-resource-diskwrites"],
      source: header + ", kern/exc_resource.h"),
    Topic(
      "EXC_GUARD", .exceptionType, number: 12, "a guarded resource was misused",
      [
        "A file descriptor, Mach port or region of memory that somebody protected was closed, changed or accessed.",
        "The top three bits of the first code say what was guarded: 1 a Mach port, 2 a file descriptor, 4 a vnode, "
          + "5 a region of virtual memory.",
      ],
      inReports: "Exception Type, with a subtype that names the guard.",
      advice: "A descriptor: look for a second close() of one that a framework or database owns.",
      patterns: ["exc-guard"], source: header + ", kern/exc_guard.h"),
    Topic(
      "EXC_CORPSE_NOTIFY", .exceptionType, number: 13, "a note that the process is kept for examination",
      [
        "The kernel keeps the memory of an ended process as a corpse so that the report can be written. It is no cause."
      ],
      inReports: "Exception Note.", source: header),
  ]

  private static let kernReturn = "mach/kern_return.h"

  /// Codes and subtypes of exceptions that have names.
  static let exceptionCodes: [Topic] = [
    Topic(
      "KERN_INVALID_ADDRESS", .exceptionCode, number: 1, "nothing is mapped at the address",
      ["The pointer leads nowhere: nil with an offset, freed long ago, or overwritten."],
      inReports: "Exception Codes or Subtype, with the address.",
      advice: "An address below some thousands: a nil object or structure. Else turn on Address Sanitizer or Zombies.",
      patterns: ["memory-bad-access", "objc-overrelease"], source: kernReturn),
    Topic(
      "KERN_PROTECTION_FAILURE", .exceptionCode, number: 2, "the memory is there, but not with this right",
      [
        "Writing to constants or code, executing data, or touching the guard below a stack: the last is a recursion."
      ],
      inReports: "Exception Codes or Subtype, with the address.",
      advice: "See whether VM Region Info points at a stack guard.", patterns: ["stack-overflow", "memory-bad-access"],
      source: kernReturn),
    Topic(
      "KERN_MEMORY_ERROR", .exceptionCode, number: 10, "a page could not be brought in",
      ["The file behind a mapping could not be read or ended before the page."],
      advice: "Look for a mapped file that was cut or lies on a volume that went away.", patterns: ["memory-bus-error"],
      source: kernReturn),
    Topic(
      "KERN_CODESIGN_ERROR", .exceptionCode, number: 50, "a page does not fit its code signature",
      ["The binary was changed after it was signed, or replaced in place while it ran."],
      patterns: ["codesign-kill"], source: kernReturn),
    Topic(
      "EXC_ARM_DA_ALIGN", .exceptionCode, number: 0x101, "an address that is not aligned",
      ["The instruction needs an address that is a multiple of its operand's size."], patterns: ["memory-bus-error"],
      source: "mach/arm/exception.h"),
    Topic(
      "EXC_ARM_PAC_FAIL", .exceptionCode, number: 0x105, "a signed pointer failed its check",
      ["The pointer's authentication code is wrong: it was overwritten, forged, or signed for another purpose."],
      patterns: ["pointer-authentication"], source: "mach/arm/exception.h"),
    Topic(
      "EXC_I386_GPFLT", .exceptionCode, number: 13, "general protection fault",
      [
        "On Intel mostly an address that no pointer can have (non-canonical): a pointer that was overwritten or freed. "
          + "The fault address is then not known; the report prints 0."
      ],
      advice: "Look into the registers for the odd value.", patterns: ["objc-overrelease", "memory-bad-access"],
      source: "mach/i386/exception.h"),
    Topic(
      "EXC_I386_INVOP", .exceptionCode, "invalid operation code", ["The instruction ud2 of a Swift trap, mostly."],
      patterns: ["swift-trap-unspecified"], source: "mach/i386/exception.h"),
    Topic(
      "EXC_I386_BPT", .exceptionCode, "breakpoint instruction", ["int3: a breakpoint or a trap on purpose."],
      source: "mach/i386/exception.h"),
    Topic(
      "EXC_I386_DIV", .exceptionCode, "integer division by zero", ["See EXC_ARITHMETIC."],
      source: "mach/i386/exception.h"),
    Topic(
      "BUS_ADRALN", .exceptionCode, "bus error: address not aligned", ["As EXC_ARM_DA_ALIGN, in the words of signals."],
      inReports: "Signal code in reports of PLCrashReporter.", patterns: ["memory-bus-error"], source: "sys/signal.h"),
    Topic(
      "SEGV_MAPERR", .exceptionCode, "address not mapped", ["As KERN_INVALID_ADDRESS, in the words of signals."],
      inReports: "Signal code in reports of PLCrashReporter.", patterns: ["memory-bad-access"], source: "sys/signal.h"),
    Topic(
      "SEGV_ACCERR", .exceptionCode, "no right to access the address",
      ["As KERN_PROTECTION_FAILURE, in the words of signals."],
      inReports: "Signal code in reports of PLCrashReporter.", patterns: ["memory-bad-access"], source: "sys/signal.h"),
  ]
}
