extension Topic {
  private static let header = "mach/exception_types.h"

  /// Mach exception types, by number.
  static let exceptionTypes: [Topic] = [
    Topic(
      "EXC_BAD_ACCESS", .exceptionType, searchTerms: ["bad access", "invalid memory access", "memory access"],
      number: 1, "invalid memory access",
      [
        "The processor could not read, write or execute at an address: nothing is mapped there, or the access is not "
          + "permitted.",
        "The subtype states which of the two it is. The address narrows it down: near zero it is usually a nil "
          + "pointer with an offset, a wild address is usually a pointer that was freed or overwritten, and an address "
          + "inside the stack's guard region is a stack overflow.",
      ],
      inReports: "Exception Type, with signal SIGSEGV or SIGBUS; exceptionType 1 in MetricKit.",
      advice: "Look at the address and at the first frame of your own code.",
      patterns: [
        "memory-null-dereference", "memory-bad-access", "objc-overrelease", "stack-overflow", "pointer-authentication",
      ], source: header),
    Topic(
      "EXC_BAD_INSTRUCTION", .exceptionType, searchTerms: ["ud2", "undefined instruction"], number: 2,
      "illegal instruction, or a trap on Intel",
      [
        "On Intel, Swift stops a program on purpose with this exception (the instruction ud2), and so do abort-like "
          + "checks in system libraries.",
        "A real illegal instruction is rare: code for another processor, or memory that contains no code.",
      ],
      inReports: "Exception Type, with signal SIGILL.",
      advice: "Look for a message in Application Specific Information; without one, read the source line.",
      patterns: ["swift-trap-unspecified", "illegal-instruction", "bad-instruction-unspecified"], source: header),
    Topic(
      "EXC_ARITHMETIC", .exceptionType,
      searchTerms: ["division by zero", "divide by zero", "arithmetic exception", "floating point exception"],
      number: 3, "division by zero or another arithmetic fault",
      [
        "Raised for integers only, and on Intel only: on arm64, a division by zero is not a fault, and Swift checks "
          + "the divisor before it divides."
      ],
      inReports: "Exception Type, with signal SIGFPE.",
      advice: "Check the divisor on the blamed line.", patterns: ["exc-arithmetic"], source: header),
    Topic(
      "EXC_EMULATION", .exceptionType, number: 4, "an instruction that needs emulation",
      ["Not raised by current processors."], patterns: ["exc-emulation"],
      source: header),
    Topic(
      "EXC_SOFTWARE", .exceptionType, number: 5, "an exception raised by software",
      ["Code 0x10003 (EXC_SOFT_SIGNAL) carries a Unix signal, usually seen only by debuggers."],
      patterns: ["exc-software"],
      source: header),
    Topic(
      "EXC_BREAKPOINT", .exceptionType,
      searchTerms: ["breakpoint exception", "brk 1", "brk", "__builtin_trap", "trace trap"], number: 6,
      "trap instruction: the program stopped itself",
      [
        "On arm64, Swift stops a program on purpose with this exception (brk 1): force-unwrapped nil, index out of "
          + "range, arithmetic overflow, fatalError().",
        "libdispatch, CoreFoundation and C's __builtin_trap() stop a program in the same way. A debugger's breakpoint "
          + "also looks like this when no debugger is attached.",
      ],
      inReports: "Exception Type, with signal SIGTRAP.",
      advice: "Look for the message in Application Specific Information or in the console; then read the blamed line.",
      patterns: [
        "swift-nil-unwrap", "swift-index-out-of-range", "swift-trap-unspecified", "libdispatch-client-bug",
        "trap-unspecified",
      ],
      source: header),
    Topic(
      "EXC_SYSCALL", .exceptionType, number: 7, "a Unix system call", ["Used by tracing, not by failures."],
      patterns: ["exc-syscall"], source: header),
    Topic(
      "EXC_MACH_SYSCALL", .exceptionType, number: 8, "a Mach system call", ["Used by tracing, not by failures."],
      patterns: ["exc-mach-syscall"], source: header),
    Topic(
      "EXC_RPC_ALERT", .exceptionType, number: 9, "an alert of remote procedure calls",
      ["Not used by current systems."], patterns: ["exc-rpc-alert"], source: header),
    Topic(
      "EXC_CRASH", .exceptionType, searchTerms: ["abnormal exit"], number: 10, "process terminated by a signal",
      [
        "Raised by the kernel when a process terminates abnormally. The signal indicates how: SIGABRT means that the "
          + "process aborted itself, usually after an uncaught exception; SIGKILL means that the system killed it, and "
          + "then Termination Reason states why."
      ],
      inReports: "Exception Type, with SIGABRT, SIGKILL, SIGQUIT or another signal.",
      advice:
        "SIGABRT: read Last Exception Backtrace and Application Specific Information. SIGKILL: Termination Reason.",
      patterns: ["nsexception-uncaught", "watchdog-8badf00d", "file-lock-dead10cc", "exc-crash-unspecified"],
      source: header),
    Topic(
      "EXC_RESOURCE", .exceptionType,
      searchTerms: ["resource limit", "resource limit exceeded", "non-fatal condition"],
      number: 11, "resource limit exceeded",
      [
        "Too much CPU time, too many wakeups, too much memory or too many disk writes. Often only a warning: the "
          + "process continues.",
        "The stack is the one that happened to run when the limit was exceeded.",
      ],
      inReports: "Exception Type with a subtype CPU, WAKEUPS, MEMORY, IO or THREADS, and a message with limit and "
        + "observed value.",
      advice: "Compare limit and observed value, then see whether the process was killed (NON-FATAL CONDITION: it was "
        + "not).",
      patterns: [
        "exc-resource-cpu", "exc-resource-memory", "exc-resource-wakeups", "exc-resource-diskwrites",
        "exc-resource-threads", "exc-resource-ports", "exc-resource-unspecified",
      ],
      source: header + ", kern/exc_resource.h"),
    Topic(
      "EXC_GUARD", .exceptionType, searchTerms: ["guarded resource", "guard violation"], number: 12,
      "guarded resource violation",
      [
        "A file descriptor, Mach port or memory region that is protected by a guard was closed, changed or accessed.",
        "The top three bits of the first code identify what was guarded: 1 a Mach port, 2 a file descriptor, 4 a "
          + "vnode, 5 a region of virtual memory.",
      ],
      inReports: "Exception Type, with a subtype that names the guard.",
      advice: "For a file descriptor, look for a second close() of one that a framework or database owns.",
      patterns: ["exc-guard"], source: header + ", kern/exc_guard.h"),
    Topic(
      "EXC_CORPSE_NOTIFY", .exceptionType, searchTerms: ["corpse"], number: 13,
      "the process was preserved for examination",
      [
        "The kernel preserves the memory of a terminated process as a corpse so that the report can be written. It is "
          + "not the cause of a crash."
      ],
      inReports: "Exception Note.", patterns: ["exc-corpse-notify"], source: header),
  ]

  private static let kernReturn = "mach/kern_return.h"

  /// Codes and subtypes of exceptions that have names.
  static let exceptionCodes: [Topic] = [
    Topic(
      "KERN_INVALID_ADDRESS", .exceptionCode, searchTerms: ["invalid address", "unmapped memory"], number: 1,
      "invalid address: nothing is mapped there",
      ["The pointer is invalid: nil with an offset, freed long ago, or overwritten."],
      inReports: "Exception Codes or Subtype, with the address.",
      advice: "If the address is below a few thousand, look for a nil object or structure. Otherwise turn on Address "
        + "Sanitizer or Zombie Objects.",
      patterns: ["memory-null-dereference", "memory-bad-access", "objc-overrelease"], source: kernReturn),
    Topic(
      "KERN_PROTECTION_FAILURE", .exceptionCode, searchTerms: ["protection failure", "memory protection"], number: 2,
      "the memory is mapped, but the access is not permitted",
      [
        "A write to constants or code, execution of data, or an access to the guard region below a stack. The last is "
          + "a stack overflow, usually caused by recursion."
      ],
      inReports: "Exception Codes or Subtype, with the address.",
      advice: "See whether VM Region Info points at a stack guard.",
      patterns: ["stack-overflow", "memory-write-protected", "memory-bad-access"],
      source: kernReturn),
    Topic(
      "KERN_MEMORY_ERROR", .exceptionCode, searchTerms: ["page in failed", "pagein"], number: 10,
      "a memory page could not be read in",
      ["The file behind a mapping could not be read or ended before the page."],
      advice: "Look for a mapped file that was truncated, or whose volume was removed.", patterns: ["memory-bus-error"],
      source: kernReturn),
    Topic(
      "KERN_CODESIGN_ERROR", .exceptionCode, searchTerms: ["code signing error"], number: 50,
      "a memory page does not match its code signature",
      ["The binary was changed after it was signed, or replaced in place while it ran."],
      patterns: ["codesign-kill"], source: kernReturn),
    Topic(
      "EXC_ARM_DA_ALIGN", .exceptionCode, searchTerms: ["misaligned address", "alignment fault"], number: 0x101,
      "misaligned address",
      ["The instruction needs an address that is a multiple of its operand's size."], patterns: ["memory-bus-error"],
      source: "mach/arm/exception.h"),
    Topic(
      "EXC_ARM_PAC_FAIL", .exceptionCode, number: 0x105, "pointer authentication failure",
      ["The pointer's authentication code is wrong: it was overwritten, forged, or signed for another purpose."],
      patterns: ["pointer-authentication"], source: "mach/arm/exception.h"),
    Topic(
      "EXC_ARM_MTE_TAGCHECK_FAIL", .exceptionCode, names: ["MTE"], searchTerms: ["memory tag fault"],
      "memory tag fault (MTE)",
      ["The tag of the pointer differs from that of the memory: a use after free or a buffer overflow."],
      patterns: ["memory-tag-fault"], source: "mach/arm/exception.h"),
    Topic(
      "EXC_I386_GPFLT", .exceptionCode, names: ["GPFLT"], searchTerms: ["general protection fault"], number: 13,
      "general protection fault",
      [
        "On Intel this is usually a non-canonical address, which no valid pointer can have: the pointer was "
          + "overwritten or freed. The faulting address is then unknown; the report prints 0."
      ],
      advice: "Look for the invalid value in the registers.", patterns: ["memory-damaged-pointer", "objc-overrelease"],
      source: "mach/i386/exception.h"),
    Topic(
      "EXC_I386_INVOP", .exceptionCode, names: ["INVOP"], searchTerms: ["invalid opcode"],
      "invalid opcode", ["Usually the instruction ud2 of a Swift trap."],
      patterns: ["swift-trap-unspecified", "bad-instruction-unspecified"], source: "mach/i386/exception.h"),
    Topic(
      "EXC_I386_BPT", .exceptionCode, searchTerms: ["int3"], "breakpoint instruction",
      ["int3: a breakpoint or an intentional trap."], patterns: ["trap-unspecified"], source: "mach/i386/exception.h"),
    Topic(
      "EXC_I386_DIV", .exceptionCode, searchTerms: ["integer division by zero"], "integer division by zero",
      ["See EXC_ARITHMETIC."], patterns: ["exc-arithmetic"], source: "mach/i386/exception.h"),
    Topic(
      "BUS_ADRALN", .exceptionCode, "bus error: misaligned address",
      ["The same fault as EXC_ARM_DA_ALIGN, as a signal code."],
      inReports: "Signal code in reports of PLCrashReporter.", patterns: ["memory-bus-error"], source: "sys/signal.h"),
    Topic(
      "SEGV_MAPERR", .exceptionCode, "segmentation fault: address not mapped",
      ["The same fault as KERN_INVALID_ADDRESS, as a signal code."],
      inReports: "Signal code in reports of PLCrashReporter.",
      patterns: ["memory-bad-access", "memory-null-dereference"], source: "sys/signal.h"),
    Topic(
      "SEGV_ACCERR", .exceptionCode, "segmentation fault: access not permitted",
      ["The same fault as KERN_PROTECTION_FAILURE, as a signal code."],
      inReports: "Signal code in reports of PLCrashReporter.",
      patterns: ["memory-bad-access", "memory-null-dereference"], source: "sys/signal.h"),
  ]
}
