import CrashReports
import Diagnosis
import Testing

/// Kinds of panics by their message and by the extensions in their backtrace.
@Suite struct PanicKindTests {
  private static func panic(
    _ message: String, kexts: [String] = [], build: String = "25D125", darwin: String = "25.3.0"
  ) -> String {
    let list =
      kexts.isEmpty
      ? []
      : ["      Kernel Extensions in backtrace:"]
        + kexts.enumerated().map {
          "         \($1)(1.0)[00000000-0000-4000-8000-00000000000\($0)]@0xffffff80199\($0)2000->0xffffff80199\($0)efff"
        }
    return
      ([
        "panic(cpu 2 caller 0xffffff8019920010): \(message)", "Backtrace (CPU 2), Frame : Return Address",
        "0xffffffe55ef73a20 : 0xffffff8017000000 mach_kernel : _panic + 0x84",
        "0xffffffe55ef73d90 : 0xffffff8019902010 com.example.press : __ZN5Press4pullEv + 0x41",
      ] + list
      + [
        "", "Process name corresponding to current thread: kernel_task", "", "Mac OS version:", build, "",
        "Kernel version:", "Darwin Kernel Version \(darwin): made for a test; root:xnu-1~1/RELEASE_X86_64",
      ]).joined(separator: "\n")
  }

  static let kinds: [(message: String, id: String)] = [
    ("nvme: \"Fatal error occurred. CSTS=0x1\"@IONVMeController.cpp:12", "kernel-storage-timeout"),
    ("\"ANS2 Recoverable Panic - assert failed\"", "kernel-storage-timeout"),
    ("\"GPU Panic: mux-regs 4 3 7f 0 0 0 severity 3\"@GPUPanic.cpp:170", "kernel-graphics-failure"),
    ("DCP PANIC - prefetch abort", "kernel-graphics-failure"),
    (
      "Wake transition timed out after 180 seconds while calling power state change callbacks. Suspected bundle: com.example.press. Thread 0xe575.",
      "kernel-power-transition"
    ),
    ("SMC PANIC - ASSERTION FAILED: power.cpp:12", "kernel-coprocessor-panic"),
    ("SEP Panic: :press/press :0x1", "kernel-coprocessor-panic"),
    ("x86 CPU CATERR detected", "kernel-catastrophic-error"),
    ("Machine Check at 0xffffff80002c2226, registers:", "kernel-hardware-error"),
    ("AppleARMPE: SoC error detected", "kernel-hardware-error"),
    ("AP watchdog expired", "kernel-processor-stuck"),
    ("WDT timeout: CPU 2 failed to respond", "kernel-processor-stuck"),
    ("Spinlock acquisition timed out: lock=0xffffff80", "kernel-processor-stuck"),
    (
      "userspace watchdog timeout: no successful checkins from WindowServer (2 induced crashes) in 120 seconds",
      "kernel-watchdog-timeout"
    ),
    ("watchdog timeout: no checkins from watchdogd in 90 seconds", "kernel-watchdog-timeout"),
    ("Kernel trap at 0xffffff80002c2226, type 14=page fault", "kernel-memory-fault"),
    ("press driver: queue is empty", "kernel-panic-unspecified"),
    ("the nvmeless press: queue is empty", "kernel-panic-unspecified"),
  ]

  @Test(arguments: kinds.indices) func theMessageTellsTheKind(_ index: Int) throws {
    let one = Self.kinds[index]
    let found = assess(Self.panic(one.message)).flatMap(\.findings)
    #expect(found.first?.pattern == one.id, "\(found.map(\.pattern))")
  }

  static let services: [(message: String, service: String, seconds: String?)] = [
    (
      "userspace watchdog timeout: no successful checkins from WindowServer (2 induced crashes) in 120 seconds",
      "WindowServer", "120"
    ),
    ("userspace watchdog timeout: no successful checkins from com.apple.logd in 180 seconds", "com.apple.logd", "180"),
    ("watchdog timeout: no checkins from watchdogd in 90 seconds (10 total checkins)", "watchdogd", "90"),
    ("userspace watchdog timeout: no successful checkins from configd", "configd", nil),
  ]

  @Test(arguments: services.indices) func theServiceIsNamed(_ index: Int) throws {
    let one = Self.services[index]
    let (text, finding, _) = try answer(Self.panic(one.message), "kernel-watchdog-timeout")
    #expect(finding.captures["service"] == one.service && finding.captures["seconds"] == one.seconds)
    #expect(text.cause.contains(one.service) || finding.captures["selfCheck"] != nil, "\(text.cause)")
  }

  @Test func adviceAboutExtensionsNamesThem() throws {
    let message = "press driver: queue is empty"
    let own = try answer(Self.panic(message, kexts: ["com.apple.iokit.IOPressFamily"]), "kernel-panic-unspecified")
    #expect(own.finding.captures["driver"] == "com.apple.iokit.IOPressFamily")
    #expect(own.text.remedy[0].contains("Apple's") && !own.text.remedy[0].contains("remove"), "\(own.text.remedy[0])")
    let foreign = try answer(
      Self.panic(message, kexts: ["com.apple.iokit.IOPressFamily", "com.example.press"]), "kernel-panic-unspecified")
    #expect(foreign.text.remedy[0].contains("com.example.press"), "\(foreign.text.remedy[0])")
    let none = try answer(Self.panic(message), "kernel-panic-unspecified")
    #expect(none.text.remedy[0].contains("If the report lists"))
  }

  @Test func anExtensionOfADeviceTellsTheKind() throws {
    let found = assess(Self.panic("press driver: queue is empty", kexts: ["com.apple.iokit.IONVMeFamily"]))
    #expect(found.flatMap(\.findings).first?.pattern == "kernel-storage-timeout")
  }

  /// The header names the system that wrote the report.
  @Test func theBuildThatPanickedIsShown() throws {
    let body = Self.panic("press driver: queue is empty", build: "21G651", darwin: "21.6.0")
    let text =
      "{\"bug_type\":\"210\",\"timestamp\":\"2026-01-05 10:00:00.00 +0100\",\"os_version\":\"macOS 26.3 (25D125)\"}\n"
      + body
    let report = try #require(assess(text).first?.report)
    #expect(report.host.osBuild == "21G651" && report.host.os == "macOS 12", "\(report.host)")
  }

  @Test(arguments: ["Not yet set", "25D125", ""]) func theHeaderIsUsedOtherwise(_ build: String) throws {
    let text =
      "{\"bug_type\":\"210\",\"timestamp\":\"2026-01-05 10:00:00.00 +0100\",\"os_version\":\"macOS 26.3 (25D125)\"}\n"
      + Self.panic("press driver: queue is empty", build: build)
    let report = try #require(assess(text).first?.report)
    #expect(report.host.osBuild == "25D125" && report.host.os == "macOS 26.3", "\(report.host)")
  }

  @Test func functionsOfTheBacktraceAreRead() throws {
    let frames = try #require(assess(Self.panic("press")).first?.report.crashedThread?.frames)
    #expect(frames.map { $0.symbol?.readable } == ["panic", "Press::pull()"], "\(frames.map { $0.symbol })")
    #expect(frames[1].image == "com.example.press" && frames[1].symbol?.offset == 0x41)
  }
}
