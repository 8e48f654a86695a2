import Analysis
import CrashReports
import Diagnosis
import TestSupport
import Testing

/// Crashes inside an engine of another language whose frames have no names.
@Suite struct EngineWithoutNamesTests {
  private func findings(
    _ frames: [String], thread: String? = nil, exception: String = "EXC_BAD_ACCESS (SIGSEGV)", process: String? = nil,
    system: String? = nil, address: UInt64 = 0x2_04a0_0100,
    registers: [String] = []
  ) -> [Finding] {
    var builder = ReportBuilder()
    if let process { builder.header[0] = "Process:             \(process) [4321]" }
    if let system { builder.header[4] = "OS Version:          \(system)" }
    builder.registers = registers
    builder.exception = exception
    builder.codes = "KERN_INVALID_ADDRESS at 0x" + String(address, radix: 16)
    builder.images.append(
      "0x105000000 - 0x1051fffff hermes arm64 <21112222333344445555666677778888> /private/var/containers/Bundle/Application/X/Orchard.app/Frameworks/hermes.framework/hermes"
    )
    let rows = zip(frames, ReportBuilder.rows(frames)).map { frame, row in
      // A frame in no image has the address that it states.
      guard frame.hasPrefix("??? 0x0 + "), let address = Int(frame.dropFirst(10)) else { return row }
      return "\(row.prefix { $0 != "?" })???  0x" + String(address, radix: 16) + " ???"
    }
    builder.stacks = []
    var text = builder.text
    let lines = (thread.map { ["Thread 0 name:  \($0)"] } ?? []) + ["Thread 0 Crashed:"] + rows + [""]
    text = text.replacing("Binary Images:", with: lines.joined(separator: "\n") + "\nBinary Images:")
    return Analysis.analyze(Array(text.utf8)).reports.first?.assessment.findings ?? []
  }

  private static let bottom = [
    "libsystem_pthread.dylib _pthread_start + 136", "libsystem_pthread.dylib thread_start + 8",
  ]
  private static let jsc = "JavaScriptCore 0x190000000 + 4096"
  private static let hermes = "hermes 0x105000000 + 4096"

  static let inside: [(frames: [String], engine: String)] = [
    ([hermes, hermes, hermes] + bottom, "Hermes"), ([jsc] + bottom, "JavaScriptCore"),
    (["libnode.108.dylib 0x110000000 + 40960"] + bottom, "V8"),
    (["libmonosgen-2.0.dylib 0x110000000 + 40960"] + bottom, "Mono"),
    (["libcoreclr.dylib 0x110000000 + 40960"] + bottom, ".NET"),
    ([hermes, "Orchard facebook::react::Scheduler::run() + 12"] + bottom, "Hermes"),
  ]

  @Test(arguments: inside.indices) func enginesAreNamed(_ index: Int) throws {
    let (frames, engine) = Self.inside[index]
    let finding = try #require(findings(frames, thread: "worker of scripts").first)
    #expect(finding.pattern == "engine-code-unnamed" && finding.confidence == .likely, "\(finding.pattern)")
    #expect(finding.captures["engine"] == engine && finding.captures["thread"] == "worker of scripts")
    #expect(finding.certaintyOfCause == .possible)
    let text = FindingText(finding, .catalog)
    #expect(text.headline.contains(engine) && text.headline.contains("worker of scripts"))
    #expect(text.cause.contains("none of them"))
  }

  @Test(arguments: ["EXC_BREAKPOINT (SIGTRAP)", "EXC_BAD_INSTRUCTION (SIGILL)", "EXC_BAD_ACCESS (SIGBUS)"])
  func otherExceptions(_ exception: String) {
    #expect(
      findings([Self.jsc, Self.jsc] + Self.bottom, exception: exception).contains {
        $0.pattern == "engine-code-unnamed"
      })
  }

  @Test(arguments: [
    [hermes, "Orchard -[ScriptHost run] + 40"] + bottom, [hermes, "Orchard 0x104000000 + 4096"] + bottom,
    ["hermes hermes::vm::GCBase::collect() + 80", hermes] + bottom, ["Orchard 0x104000000 + 4096", hermes] + bottom,
    ["UIKitCore 0x190000000 + 4096", hermes] + bottom, ["??? 0x0 + 9932115968", "Orchard run + 4"],
    ["HermesKit 0x105000000 + 4"],
  ])
  func otherStacks(_ frames: [String]) {
    let found = findings(frames)
    #expect(!found.contains { $0.pattern == "engine-code-unnamed" }, "\(found.map(\.pattern))")
  }

  private static let generated = "??? 0x0 + 9932115968"

  static let generators: [(frames: [String], engine: String, user: String?)] = [
    ([generated, generated, "libmonosgen-2.0.dylib mono_jit_runtime_invoke + 96"] + bottom, "Mono", nil),
    (
      [generated, "libmonosgen-2.0.dylib mono_jit_runtime_invoke + 96", "Orchard -[ScriptHost run] + 4"], "Mono",
      "-[ScriptHost run]"
    ),
    // The engine is linked into the app or into the framework of the program.
    ([generated, "Orchard mono_jit_runtime_invoke + 96", "Orchard main + 4"], "Mono", nil),
    ([generated, "Orchard v8::internal::Execution::Call() + 96", "Orchard node::Start() + 4"], "V8", nil),
    ([generated, "libjvm.dylib JavaCalls::call_helper() + 96"] + bottom, "Java", nil),
    ([generated, "libcoreclr.dylib CallDescrWorkerInternal + 96"] + bottom, ".NET", nil),
    ([generated, "Orchard lj_BC_FUNCC + 96", "Orchard -[ScriptHost run] + 4"], "LuaJIT", "-[ScriptHost run]"),
  ]

  @Test(arguments: generators.indices) func generatedCodeIsNamed(_ index: Int) throws {
    let (frames, engine, user) = Self.generators[index]
    let finding = try #require(findings(frames).first)
    #expect(finding.pattern == "engine-code-unnamed" && finding.captures["engine"] == engine, "\(finding.pattern)")
    #expect(finding.captures["above"] != nil && finding.captures["user"] == user)
    let text = FindingText(finding, .catalog)
    #expect(text.headline.contains("code that \(engine) generated"))
    #expect(text.headline.contains("none of the app's code") == (user == nil))
  }

  /// Processes of WebKit, and all of macOS, may generate code of JavaScriptCore.
  @Test func generatedCodeOfJavaScript() throws {
    let frames = [Self.generated, "JavaScriptCore llint_entry + 4096"] + Self.bottom
    for (process, system) in [
      ("com.apple.WebKit.WebContent", "iPhone OS 18.5 (22F76)"), ("Orchard", "macOS 14.4 (23E214)"),
      ("Orchard", "Mac OS X 10.14.6 (18G103)"),
    ] {
      let finding = try #require(findings(frames, process: process, system: system).first)
      #expect(finding.pattern == "engine-code-unnamed" && finding.captures["above"] != nil, "\(system)")
    }
    #expect(!findings(frames).contains { $0.captures["above"] != nil })
    // Frames of the engine have no names either.
    let unnamed = [Self.generated, Self.jsc] + Self.bottom
    #expect(findings(unnamed, system: "macOS 14.4 (23E214)").contains { $0.captures["generated"] != nil })
    #expect(!findings(unnamed).contains { $0.captures["generated"] != nil })
  }

  /// Engines that interpret, or compile before the program runs.
  @Test(arguments: [
    [generated, "Orchard il2cpp::vm::Runtime::Invoke(MethodInfo const*) + 96", "Orchard main + 4"],
    [generated, "hermes hermes::vm::Runtime::interpretFunction() + 96"] + bottom, [generated, hermes] + bottom,
  ])
  func otherEnginesGenerateNoCode(_ frames: [String]) {
    #expect(!findings(frames).contains { $0.captures["generated"] != nil })
  }

  /// The instruction could not be fetched or is invalid, or its address differs from the failed one only by a signature.
  @Test func failedFetchesAreNoGeneratedCode() throws {
    let frames = [Self.generated, "libmonosgen-2.0.dylib mono_jit_runtime_invoke + 96"] + Self.bottom
    let code = UInt64(9_932_115_968)
    #expect(findings(frames).first?.captures["above"] != nil)
    #expect(findings(frames, address: code + 4).first?.captures["above"] != nil)
    for address in [code, code | 0x0050_0000_0000_0000 << 4, code | 0x8000_0000_0000_0000] {
      #expect(!findings(frames, address: address).contains { $0.captures["above"] != nil }, "\(address)")
    }
    let fetch = [
      "    x0: 0x0000000000000001   x1: 0x0000000281a3c5d0", "   far: 0x204a00100  esr: 0x82000006 (Instruction Abort)",
    ]
    #expect(!findings(frames, registers: fetch).contains { $0.captures["above"] != nil })
    #expect(
      !findings(frames, exception: "EXC_BAD_INSTRUCTION (SIGILL)").contains { $0.captures["above"] != nil })
  }

  /// The address of the instruction is the one that failed, or NULL; or no engine called it.
  @Test(arguments: [
    ["??? 0x0 + 8667529472", "libmonosgen-2.0.dylib mono_jit_runtime_invoke + 96"],
    ["??? 0x0 + 0", "libmonosgen-2.0.dylib mono_jit_runtime_invoke + 96"],
    [generated, "UIKitCore -[UIView layout] + 96", "libmonosgen-2.0.dylib mono_jit_runtime_invoke + 96"],
    [generated, "Orchard monochrome_draw + 96"],
    ["Orchard -[ScriptHost run] + 4", generated, "libmonosgen-2.0.dylib mono_jit_runtime_invoke + 96"],
  ])
  func otherAddressesAreNoGeneratedCode(_ frames: [String]) {
    let found = findings(frames)
    #expect(!found.contains { $0.captures["above"] != nil }, "\(found.map(\.pattern))")
  }

  @Test func abortsAreOther() {
    let found = findings(ReportBuilder.abort + [Self.hermes] + Self.bottom, exception: "EXC_CRASH (SIGABRT)")
    #expect(!found.contains { $0.pattern == "engine-code-unnamed" })
  }
}
