import Bytes
import CrashReports
import Vocabulary

extension Pattern {
  /// A crash inside an engine of another language, of which the report names no function.
  static let engineCodeUnnamed = Pattern(
    "engine-code-unnamed",
    title: "A crash inside an engine of another language whose functions the report does not name",
    family: .memory, revision: 2,
    symptom: """
      The innermost frames are in an engine such as JavaScriptCore, Hermes, V8 or Mono, or in code that it generated, and have no names; \
      no code of the app is on the stack.
      """,
    grades: [
      Grade(
        .likely, cause: .possible,
        .all([
          .exception(types: types, statement: "An access to memory or an instruction failed."), insideEngine,
          .optional(named),
        ]))
    ],
    headline: """
      Crash {above?in code that {engine|the engine} generated|inside {engine|the engine}}{thread?, on its thread "{thread}"}: the report \
      names no function of it{user?; {user} called the engine|, and none of the app's code}
      """,
    cause: """
      {above?The innermost frames are in no image: {engine|the engine} generated this code when the program ran, and only the engine knows \
      its functions|The frames of {engine|the engine} have no names}, so that the report does not show what it was doing. Known causes of such crashes are \
      {generated?generated code that is wrong or was overwritten, }native code that damaged memory of the engine, an object that was \
      used on another thread than that of the engine or after the engine was shut down, exhausted memory, and a fault of the engine \
      itself. The report shows none of them.
      """,
    remedy: [
      """
      {above?Generated code has no symbols: let {engine|the engine} print its own stack (its log of that moment, a debugger for its \
      language, or its interpreter instead of generated code)|Get names for the frames: {engine|the engine}'s symbols for exactly this \
      version (the dSYM of the release for an engine in the app, the device's symbols in Xcode for one of the system)}. Until then, \
      compare with other reports of the same version.
      """,
      """
      {user?Look at what {user} passes to the engine, and at|Look at} the other threads of this report, and what the app's native modules \
      do with the engine at the same time.
      """,
      "Run with Address Sanitizer and Thread Sanitizer, with the native modules of the app compiled in.",
      "Update the engine, or the framework that contains it, and search its issues for this version.",
    ],
    gaps: [
      Gap(unless: .has(.images), "The binary images: their UUIDs tell which symbols fit."),
      Gap(unless: .not(.exception(types: types)), "The names of the engine's functions."),
    ],
    lookalikes: [
      LookAlike("memory-bad-access", because: "The access was made in the engine, and not in code of the app."),
      LookAlike("javascript-fatal", because: "No frame shows that the engine ended the process itself."),
    ],
    references: [.memoryAccess],
    supersedes: [
      "memory-bad-access", "memory-bus-error", "memory-null-dereference", "memory-write-protected", "memory-wild-jump",
      "memory-damaged-pointer", "trap-unspecified", "illegal-instruction",
    ],
    generality: 4,
    searchTerms: """
      crash in JavaScriptCore without symbols
      crash in hermes without symbols
      unsymbolicated V8 frames
      crash in JIT code
      engine thread crash
      """,
    examples: [
      .matches(
        "Hermes on the thread of React Native", atLeast: .likely,
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x0000000204a00100

        Thread 7 name:  com.facebook.react.runtime.JavaScript
        Thread 7 Crashed:
        →0   hermes                        	0x0000000105001000 0x105000000 + 4096
        1   hermes                        	0x0000000105001100 0x105000000 + 4352
        2   libsystem_pthread.dylib       	0x00000001a0001200 _pthread_start + 124
        """),
      .matches(
        "code that Mono generated, called by the app", atLeast: .likely,
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x0000000204a00100

        Thread 0 Crashed:
        →0   ???                           	0x0000000250001000 ???
        1   ???                           	0x0000000250001100 ???
        2   libmonosgen-2.0.dylib         	0x0000000190001000 mono_jit_runtime_invoke + 1200
        3   Cards                         	0x0000000102d34f50 -[CardScript run] + 76
        """),
      .doesNotMatch(
        "a call to an address without code",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x0000000204a00100

        Thread 0 Crashed:
        0   ???                           	0x0000000204a00100 ???
        1   libmonosgen-2.0.dylib         	0x0000000190001000 mono_jit_runtime_invoke + 1200
        2   Cards                         	0x0000000102d34f50 -[CardScript run] + 76
        """),
      .doesNotMatch(
        "code of the app called the engine",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x0000000204a00100

        Thread 0 Crashed:
        0   JavaScriptCore                	0x0000000190001000 0x190000000 + 4096
        1   Cards                         	0x0000000102d34f50 -[CardScript run] + 76
        """),
      .doesNotMatch(
        "a function with a name",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x0000000204a00100

        Thread 7 Crashed:
        0   hermes                        	0x0000000105001000 hermes::vm::GCBase::collect() + 80
        1   hermes                        	0x0000000105001100 0x105000000 + 4352
        """),
    ])

  private static let types = [
    "EXC_BAD_ACCESS", "EXC_BAD_INSTRUCTION", "EXC_BREAKPOINT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGTRAP",
  ]

  private static let insideEngine = Evidence.custom(
    CustomEvidence(
      "innermost frames without names, in an engine or in code that it generated, and no code of the app",
      reason: "All frames of the thread decide.", explanations: [engineStatement, generatedStatement]
    ) { context in
      if let found = GeneratedCode(context) { return found.match(statement: generatedStatement) }
      guard let found = EngineStack(context.threadStack, from: context.faultPosition),
        !found.isGenerated || GeneratedCode.isPossible(found.engine, found.position, in: context)
      else { return nil }
      var captures = ["engine": found.engine, "frames": found.count == 1 ? "one frame" : "\(found.count) frames"]
      if found.isGenerated { captures["generated"] = "code" }
      return EvidenceMatch(
        witnesses: [
          context.witness(
            frame: context.threadStack[found.position], at: found.position, statement: engineStatement,
            captures: captures)
        ], captures: captures)
    })
  private static let engineStatement =
    "The stack begins with {frames} of {engine}{generated? and of code that it generated} without names."

  private static let generatedStatement =
    "The stack begins with {frames} in no image, which {engine} called: code that it generated."

  private static let named = Evidence.custom(
    CustomEvidence("the name of the crashed thread", reason: "It reads a thread.", explanations: [threadStatement]) {
      context in
      guard let thread = context.report.crashedThread, let name = thread.name, !name.isEmpty else { return nil }
      let captures = ["thread": name.shortened(to: 80)]
      // Some reports have the name on a line in front of the thread.
      let line = thread.line.flatMap { context.quotations.line($0)?.contains(name) == true ? $0 : nil }
      return EvidenceMatch(
        witnesses: [context.witness(line: line, member: name, statement: threadStatement, captures: captures)],
        captures: captures)
    })
  private static let threadStatement = "The thread is named \"{thread}\"."
}

/// The frames of an engine at the top of a stack.
private struct EngineStack {
  /// The name of the engine.
  let engine: String
  /// The index of the innermost frame, and the number of frames without names that follow each other from there.
  let position: Int, count: Int
  /// Whether a frame is in no image: code that the engine generated.
  let isGenerated: Bool

  /// Engines by globs of the images that contain nothing else.
  private static let engines: [(name: String, images: [String])] = [
    ("JavaScriptCore", ["JavaScriptCore", "libjavascriptcore*", "libjsc*"]),
    ("Hermes", ["hermes", "hermesvm", "libhermes*"]),
    ("V8", ["V8", "libv8*", "NodeMobile", "libnode*", "v8android"]),
    ("Chromium", ["Electron Framework", "Chromium Embedded Framework", "Google Chrome Framework", "QtWebEngineCore"]),
    ("Mono", ["libmono*", "Mono", "Mono.framework"]), (".NET", ["libcoreclr*", "libclrjit*"]),
    ("Java", ["libjvm*"]), ("Python", ["Python", "libpython*"]), ("Ruby", ["libruby*"]),
    ("Flutter", ["Flutter", "FlutterMacOS"]),
  ]
  private static let globs = GlobSet(tagged: engines.enumerated().flatMap { tag, one in one.images.map { ($0, tag) } })
  /// The number of frames in no image above the first one of the engine.
  private static let maxGenerated = 12

  /// Finds the frames; `nil` if the innermost frame has a name or is in another image, or if code of the app is on the stack.
  init?(_ stack: [CrashReport.Frame], from position: Int) {
    guard stack.indices.contains(position), !stack.contains(where: Self.mayBeUsers) else { return nil }
    let top = stack[position...].prefix { !$0.isNamed && ($0.image == nil || Self.engine(of: $0) != nil) }
    guard let first = top.prefix(Self.maxGenerated).firstIndex(where: { $0.image != nil }),
      let engine = Self.engine(of: stack[first])
    else { return nil }
    (self.engine, self.position, count, isGenerated) = (engine, position, top.count, first > position)
  }

  fileprivate static func engine(of frame: CrashReport.Frame) -> String? {
    guard let image = frame.image.map(shortImageName) else { return nil }
    var found: Int?
    globs.forEachMatch(Array(image.utf8)[...]) { tag in found = min(found ?? tag, tag) }
    return found.map { engines[$0].name }
  }

  /// Whether a frame is the user's code as far as the report shows: in an image of the app that is neither an engine nor a known library.
  private static func mayBeUsers(_ frame: CrashReport.Frame) -> Bool {
    frame.role == .app && frame.library == nil && engine(of: frame) == nil && frame.image != nil
  }
}

/// Frames in no image on top of frames of an engine, with or without names: the engine generated this code.
private struct GeneratedCode {
  private let context: AnalysisContext
  /// The index of the innermost frame, and that of the engine's innermost frame.
  private let position: Int, caller: Int
  private let engine: String

  /// Engines by globs of functions that call generated code, in any image: engines are also linked into the app.
  private static let engines: [(name: String, functions: [String])] = [
    ("JavaScriptCore", ["llint_*", "JSC::*", "vmEntryTo*", "_llint_*"]),
    ("V8", ["v8::*", "Builtins_*"]),
    (
      "Mono",
      ["mono_jit_runtime_invoke*", "mono_runtime_*", "mono_jit_*", "mono_aot_*", "mono_gsharedvt_*", "mono_*invoke*"]
    ),
    (".NET", ["CallDescrWorker*", "MethodDescCallSite::*", "ThePreStub*", "UMThunkStub*", "CallDescrWorkerInternal*"]),
    ("Java", ["JavaCalls::*", "StubRoutines*"]),
    ("Dart", ["dart::*", "Dart_Invoke*"]),
    ("LuaJIT", ["lj_*"]),
  ]
  private static let globs = GlobSet(
    tagged: engines.enumerated().flatMap { tag, one in one.functions.map { ($0, tag) } })
  /// The number of frames of generated code above the engine.
  private static let maxFrames = 32
  /// Addresses below it are NULL, and no code.
  private static let firstCode: UInt64 = 0x10000

  /// Engines that interpret or compile before the program runs: they generate no code.
  private static let interpreters: Set<String> = ["Hermes", "Python", "Ruby"]
  /// The bits of a pointer without its signature.
  private static let pointerBits: UInt64 = 0x0000_7FFF_FFFF_FFFF

  /// Whether an engine can have generated the code of the frame at `position`, at which the processor stopped.
  static func isPossible(_ engine: String, _ position: Int, in context: AnalysisContext) -> Bool {
    let (report, exception) = (context.report, context.report.exception)
    if interpreters.contains(engine) { return false }
    if engine == "JavaScriptCore" {
      // On other systems, only the processes of WebKit may write code.
      let isMac = report.host.os.map { $0.hasPrefix("macOS") || $0.hasPrefix("Mac OS X") } ?? false
      guard isMac || report.process?.name?.containsBytes("WebContent") ?? false else { return false }
    }
    // Generated code consists of instructions, in memory that can be executed.
    guard exception?.type != "EXC_BAD_INSTRUCTION", exception?.signal != "SIGILL", exception?.type != "SIGILL",
      context.memoryFault?.access != .execute
    else { return false }
    guard let address = context.threadStack[position].address?.value else { return true }
    let code = address & pointerBits
    return code >= firstCode && code != exception?.faultAddress.map { $0.value & pointerBits }
  }

  /// Finds the frames; `nil` if the innermost one is in an image, or if the address of the instruction is the one that failed.
  init?(_ context: AnalysisContext) {
    let (stack, position) = (context.threadStack, context.faultPosition)
    guard stack.indices.contains(position) else { return nil }
    let code = stack[position...].prefix(Self.maxFrames).prefix { $0.image == nil && !$0.isNamed }
    guard !code.isEmpty, stack.indices.contains(code.endIndex), let name = Self.engine(of: stack[code.endIndex]) else {
      return nil
    }
    guard Self.isPossible(name, position, in: context) else { return nil }
    (self.context, self.position, caller, engine) = (context, position, code.endIndex, name)
  }

  private static func engine(of frame: CrashReport.Frame) -> String? {
    var found: Int?
    if let name = frame.functionName {
      globs.forEachMatch(Array(name.utf8)[...]) { tag in found = min(found ?? tag, tag) }
    }
    return found.map { engines[$0].name } ?? EngineStack.engine(of: frame)
  }

  func match(statement: String) -> EvidenceMatch {
    let stack = context.threadStack
    let count = caller - position
    var captures = [
      "engine": engine, "frames": count == 1 ? "one frame" : "\(count) frames", "generated": "code", "above": "code",
    ]
    if let user = AnalysisContext.mostBlamable(
      stack, caller..<stack.count, where: { $0.role == .app && $0.library == nil && Self.engine(of: $0) == nil }),
      stack[user].blamability == .code, let name = stack[user].functionName
    {
      captures["user"] = shortened(name)
    }
    return EvidenceMatch(
      witnesses: [
        context.witness(frame: stack[position], at: position, statement: statement, captures: captures)
      ], captures: captures)
  }
}
