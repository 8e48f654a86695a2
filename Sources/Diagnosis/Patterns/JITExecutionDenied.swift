import Bytes
import CrashReports

extension Pattern {
  /// Generated code that the system refused to run: a possible cause of a code-signing kill.
  static let jitExecutionDenied: Pattern = Pattern(
    "jit-execution-denied",
    title: "The system refused to run code that was generated at run time (JIT)",
    family: .kill,
    symptom: """
      An app that generates code at run time (a scripting engine, an emulator, a debugger) is killed because of its \
      code signature.
      """,
    grades: [
      Grade(.possible, cause: .possible, .all([refused, generated]))
    ],
    headline: "Code signing refused code that was probably generated at run time (JIT)",
    cause: """
      iOS does not run unsigned pages. macOS runs them only from memory mapped with MAP_JIT, in a program with the \
      entitlement for it. The innermost frame is in no image of the report, or was called by a code generator. The \
      signature is therefore probably missing for generated code, not for the app's file.
      """,
    remedy: [
      """
      On macOS map the memory with MAP_JIT, switch its protection with pthread_jit_write_protect_np, and sign with \
      com.apple.security.cs.allow-jit.
      """,
      "On iOS use the interpreter of the engine: generated code runs there only under a debugger.",
    ],
    changes: [
      Change(
        "c",
        before: "void *code = mmap(NULL, size, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANON, -1, 0);",
        after: """
          void *code = mmap(NULL, size, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANON | MAP_JIT, -1, 0);
          pthread_jit_write_protect_np(0);
          """),
      Change("xml", after: "<key>com.apple.security.cs.allow-jit</key><true/>"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack: it distinguishes generated code from the app's code.")
    ],
    lookalikes: [
      LookAlike("codesign-kill", because: "That finding also applies; this is a possible reason for it.")
    ],
    references: [Reference("Porting just-in-time compilers to Apple silicon (Apple)"), .sigkill],
    generality: 8,
    searchTerms: """
      JIT
      just in time compilation
      MAP_JIT
      allow-jit
      executable memory
      com.apple.security.cs.allow-jit
      """,
    examples: [
      .matches(
        "the innermost frame is in no image", atLeast: .possible,
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGKILL - CODESIGNING)
        Exception Subtype: UNKNOWN_0x32 at 0x0000000100bfc000

        Thread 0 Crashed:
        →0   ???                           	0x0000000100bfc000 0 + 4307533824
        1   Cards                         	0x0000000102d34f50 script_run + 76
        """),
      .doesNotMatch(
        "the app itself is not signed",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGKILL - CODESIGNING)
        Exception Subtype: UNKNOWN_0x32 at 0x0000000100bfc000

        Thread 0 Crashed:
        0   dyld                          	0x0000000102d34f50 _dyld_start + 0
        """),
      .doesNotMatch(
        "a jump to a wild address",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000000

        Thread 0 Crashed:
        0   ???                           	0x0000000000000000 0 + 0
        1   Cards                         	0x0000000102d34f50 script_run + 76
        """),
    ])

  private static let refused = Evidence.any([
    .exceptionField(
      containing: ["codesigning", "code signature invalid", "unknown_0x32"], statement: "The system refused the code."),
    .termination(namespace: "CODESIGNING", statement: "The system killed the process because of a code signature."),
  ])
  private static let generated = Evidence.all([
    .not(.frame(FrameQuery(["_dyld_start"], position: .first(1)))),
    .any([
      .frame(
        FrameQuery(
          [], traits: [.unnamed, .inNoImage], position: .first(1), kind: .inferred, statement: generatedStatement)),
      .all([
        .frame(FrameQuery(codeGenerators, position: .first(4))),
        .frame(FrameQuery([], position: .first(1), kind: .inferred, statement: generatedStatement)),
      ]),
    ]),
  ])
  private static let generatedStatement =
    "The code that ran here was probably generated at run time: it is in no image, or a code generator called it."
  private static let codeGenerators = ["*JSC::*JIT*", "*jit_*", "llint_*", "*::JIT*", "lj_*", "mono_jit_*", "*Jit*::*"]
}
