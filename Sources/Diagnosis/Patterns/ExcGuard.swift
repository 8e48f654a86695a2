import CrashReports
import Vocabulary

extension Pattern {
  /// A guarded descriptor, port or region was misused.
  static let excGuard = Pattern(
    "exc-guard",
    title: "A guarded file descriptor, port or memory region was misused",
    family: .kill,
    symptom: "The app dies with EXC_GUARD, often in close() or in a Mach call, and not always in the same place.",
    grades: [
      Grade(.certain, cause: .likely, severity: .warning, .all([guarded, Evidence.processWentOn])),
      Grade(.certain, cause: .likely, guarded),
      Grade(.likely, cause: .possible, .wording(["EXC_GUARD"], says: "The message names a guard that was violated.")),
    ],
    headline: "{what|A guarded resource} was {deed|misused} by {function|the process}",
    cause: """
      The system guards some descriptors, ports and regions, so that only their owner may close or change them. Here \
      {what|one of them} was {deed|touched by somebody else}. Mostly a file descriptor or port was closed twice: its \
      number had been given to another owner in the meantime.
      """,
    remedy: [
      "Look at {function|the first frame of the app}: which descriptor or port does it close or change, and who owns it?",
      "Close each descriptor in one place only, and set the variable to -1 at once; never pair close() with a FILE or NSFileHandle that owns the number.",
      "Look for a double close anywhere in the program: the victim is seldom the guilty one. `sudo dtruss -t close` shows them.",
    ],
    changes: [
      Change(
        "objective-c", before: "close(_descriptor);",
        after: "if (_descriptor >= 0) { close(_descriptor); _descriptor = -1; }"),
      Change(
        "swift",
        before: "let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)\nclose(descriptor)",
        after: "let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)  // the handle closes it"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack: it names the call that was refused."),
      Gap(
        unless: .custom("the codes", { $0.report.exception?.codes == nil ? nil : Proof() }),
        "The exception codes: they say what was guarded and what was done to it."),
    ],
    lookalikes: [
      LookAlike("memory-bad-access", because: "No address was touched; a guard refused an operation."),
      LookAlike("codesign-kill", because: "The namespace is GUARD, not CODESIGNING."),
    ],
    references: [
      .exceptionTypes, Reference("osfmk/kern/exc_guard.h and bsd/sys/guarded.h (XNU)"),
    ],
    supersedes: ["memory-bad-access"],
    generality: 2,
    examples: [
      .matches(
        "a guarded file descriptor was closed",
        """
        →Exception Type:  EXC_GUARD
        Exception Codes: 0x4000000100000005, 0x08fd4dbfade2dead
        Termination Reason: Namespace GUARD, Code 0x4000000100000005

        Thread 3 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 close + 8
        1   Cards                         	0x0000000102d34f50 deck_close + 76
        """),
      .matches(
        "a port; the subtype names the kind of guard",
        """
        →Exception Type:        EXC_GUARD (SIGKILL)
        Exception Subtype:     GUARD_TYPE_MACH_PORT
        Exception Codes:       0x2000000000000c03, 0x0000000000000000
        """),
      .doesNotMatch(
        "a fault in close(), but no guard",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000018

        Thread 3 Crashed:
        0   libsystem_c.dylib             	0x00000001a3c5a414 fclose + 8
        1   Cards                         	0x0000000102d34f50 deck_close + 76
        """),
      .doesNotMatch(
        "the guard page of a stack",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_PROTECTION_FAILURE at 0x000070000a3fcff8

        VM Regions Near 0x70000a3fcff8:
        --> STACK GUARD            000070000a3fc000-000070000a3fd000 [    4K] ---/rwx SM=NUL  stack guard for thread 3
        """),
    ])

  private static let guarded = Evidence.custom("EXC_GUARD, or a termination in the namespace GUARD") { circumstances in
    let types = Evidence.exception(
      types: ["EXC_GUARD"], says: "The system stopped the process, because a guard was violated.")
    let namespace = Evidence.endedBy(namespace: "GUARD", says: "The process was ended for a violated guard.")
    guard var proof = types.proof(in: circumstances) ?? namespace.proof(in: circumstances) else { return nil }
    let exception = circumstances.report.exception
    // The code of the termination is the same number; without either, the subtype tells the kind at least.
    if let code = exception?.codes?.first ?? circumstances.report.termination?.code, code > 0xffff_ffff {
      let decoded = GuardCode(code)
      proof.parts["what"] = decoded.what
      proof.parts["deed"] = decoded.deed
    } else if let subtype = exception?.subtype {
      let kinds = [("MACH_PORT", "A Mach port"), ("FD", "A file descriptor"), ("VN", "A file"), ("VM", "A region")]
      proof.parts["what"] = kinds.first { subtype.contains("GUARD_TYPE_" + $0.0) }?.1
    }
    return proof
  }
}
