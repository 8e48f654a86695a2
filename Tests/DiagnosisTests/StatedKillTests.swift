import CrashReports
import Diagnosis
import Testing

/// Returns the finding of a pattern in a text, with its sentences.
func answer(_ text: String, _ pattern: String) throws -> (text: FindingText, finding: Finding, assessment: Assessment) {
  let assessments = assess(text)
  let found = assessments.first { $0.findings.contains { $0.pattern == pattern } }
  let seen = assessments.flatMap(\.findings).map(\.pattern)
  let assessment = try #require(found, "found instead: \(seen)")
  let finding = try #require(assessment.findings.first { $0.pattern == pattern })
  return (FindingText(finding, .catalog), finding, assessment)
}

/// Limits, times and paths that a report states are in the answer.
@Suite struct StatedKillTests {
  // MARK: - Memory limits

  static let limits: [(line: String, limit: String, kind: String)] = [
    ("kernel: memorystatus: exceeded mem limit: ActiveHard 50 MB (fatal)", "50", "ActiveHard"),
    ("memorystatus: OrchardTunnel [4711] exceeded mem limit: ActiveHard 15 MB (fatal)", "15", "ActiveHard"),
    ("kernel[0] <Notice>: memorystatus: Press [99] exceeded mem limit: InactiveHard 6 MB (fatal)", "6", "InactiveHard"),
    ("kernel: EXC_RESOURCE -> Orchard[4711] exceeded mem limit: ActiveHard 2098 MB (fatal)", "2098", "ActiveHard"),
    (
      "default\t10:42:07.000\tkernel\tmemorystatus: Orchard Share [4711] exceeded mem limit: ActiveHard 120 MB (fatal)",
      "120", "ActiveHard"
    ),
  ]

  @Test(arguments: limits.indices) func aLimitOfTheProcessIsStated(_ index: Int) throws {
    let one = Self.limits[index]
    let log =
      one.line + "\nkernel: memorystatus: killing_specific_process pid 4711 [Orchard] (per-process-limit 100) 51200KB\n"
    let (text, finding, _) = try answer(log, "jetsam-memory")
    #expect(finding.captures["limit"] == one.limit && finding.captures["limitKind"] == one.kind)
    #expect(text.headline.contains("its own limit of \(one.limit) MB"), "\(text.headline)")
    #expect(!text.cause.contains("ran short, and"), "\(text.cause)")
  }

  @Test(arguments: [
    "kernel: memorystatus: Orchard [4711] exceeded mem limit: ActiveSoft 40 MB (non-fatal)",
    "kernel: EXC_RESOURCE -> Orchard[4711] exceeded mem limit: InactiveSoft 20 MB (non-fatal)",
  ])
  func aSoftLimitKillsNothing(_ line: String) {
    #expect(!assess(line).flatMap(\.findings).contains { $0.pattern == "jetsam-memory" })
  }

  static let extensions: [(line: String, words: String)] = [
    ("Orchard: PacketTunnelProvider footprint: 49 MB", "a network extension"),
    ("Orchard: NEFilterDataProvider started", "a network extension"),
    ("Orchard: RPBroadcastSampleHandler frame 812", "a broadcast extension"),
    ("Orchard: UNNotificationServiceExtension received", "a notification service"),
    ("Orchard: UIInputViewController loaded", "a keyboard"),
    ("open /var/containers/Bundle/Application/X/Orchard.app/PlugIns/Tree.appex/Tree", "an app extension"),
  ]

  @Test(arguments: extensions.indices) func theKindOfExtensionIsReadFromTheText(_ index: Int) throws {
    let one = Self.extensions[index]
    let log =
      one.line + "\nkernel: memorystatus: exceeded mem limit: ActiveHard 50 MB (fatal)\n"
      + "kernel: killing_specific_process pid 4711 [Orchard] (per-process-limit 100) 51200KB\n"
    let (text, finding, _) = try answer(log, "jetsam-memory")
    #expect(finding.captures["extension"] == one.words)
    #expect(text.headline.contains(one.words) && text.cause.contains("much smaller limit"))
    #expect(text.remedy[0].contains("packets") == (one.words == "a network extension"), "\(text.remedy[0])")
  }

  // MARK: - The loader

  static let libraries: [(path: String, words: String?, manager: String?)] = [
    ("/usr/local/opt/press/lib/libpress.4.dylib", "brew install press", "Homebrew"),
    ("/opt/homebrew/opt/press@3/lib/libpress.4.dylib", "brew install press@3", "Homebrew"),
    ("/opt/homebrew/Cellar/press/1.2/lib/libpress.4.dylib", "brew install press", "Homebrew"),
    ("/opt/homebrew/lib/libpress.4.dylib", "install it with Homebrew", "Homebrew"),
    ("/opt/local/lib/libpress.4.dylib", "install it with MacPorts", "MacPorts"),
    ("/nix/store/abc-press/lib/libpress.4.dylib", "install it with Nix", "Nix"),
    ("/usr/local/lib/libpress.4.dylib", nil, nil), ("/Users/user/press/libpress.4.dylib", nil, nil),
    ("/Library/Frameworks/Press.framework/Versions/3/libpress.4.dylib", nil, nil),
  ]

  @Test(arguments: libraries.indices) func anAbsolutePathIsNotEmbedded(_ index: Int) throws {
    let one = Self.libraries[index]
    let log = """
      dyld[4711]: Library not loaded: \(one.path)
        Referenced from: <04B87016-0AC1-32A1-9812-D286E0A1064B> /Applications/Orchard.app/Contents/MacOS/Orchard
        Reason: tried: '\(one.path)' (no such file)
      """
    let (text, finding, _) = try answer(log, "dyld-library-missing")
    #expect(finding.captures["manager"] == one.manager && finding.captures["absolute"] != nil)
    #expect(text.remedy[0].contains("install_name_tool") && !text.remedy[0].contains("Embed & Sign"))
    if let words = one.words { #expect(text.remedy[1].contains(words), "\(text.remedy[1])") }
    #expect(!text.changes.contains { $0.language == "ruby" })
  }

  @Test(arguments: [
    "@rpath/Press.framework/Press", "@executable_path/../Frameworks/libpress.dylib",
    "@loader_path/libpress.dylib",
  ])
  func aRunPathIsEmbedded(_ path: String) throws {
    let log = """
      dyld[4711]: Library not loaded: \(path)
        Referenced from: <04B87016-0AC1-32A1-9812-D286E0A1064B> /Applications/Orchard.app/Contents/MacOS/Orchard
        Reason: tried: '/usr/local/lib/Press' (no such file), '/opt/homebrew/lib/Press' (no such file)
      """
    let (text, finding, _) = try answer(log, "dyld-library-missing")
    #expect(finding.captures["absolute"] == nil && text.remedy[0].contains("Embed & Sign"))
  }

  /// What another process missed does not change the advice, and the name of a package is not one of a command.
  @Test func onlyTheFirstFolderCounts() throws {
    func captures(_ paths: [String]) throws -> [String: String] {
      let lines = paths.map {
        "dyld[4711]: Library not loaded: \($0)\n  Referenced from: /Orchard.app/Orchard\n  Reason: tried: '\($0)' (no such file)\n"
      }
      return try answer(lines.joined(), "dyld-library-missing").finding.captures
    }
    let managed = "/opt/homebrew/opt/press/lib/libpress.dylib", own = "@rpath/Press.framework/Press"
    #expect(try captures([own, managed])["manager"] == nil)
    #expect(try captures([managed, own])["package"] == "press")
    let hostile = try captures(["/opt/homebrew/opt/press; id/lib/libpress.dylib"])
    #expect(hostile["manager"] == "Homebrew" && hostile["package"] == nil)
  }

  @Test func aSymbolOfTheSystemIsReadable() throws {
    let log = """
      dyld[4711]: Symbol not found: _$ss22CodingKeyRepresentableP06codingB0s0aB0_pvgTj
        Referenced from: <04B87016-0AC1-32A1-9812-D286E0A1064B> /Applications/Orchard.app/Contents/MacOS/Orchard
        Expected in: <14B87016-0AC1-32A1-9812-D286E0A1064B> /usr/lib/swift/libswiftCore.dylib
      """
    let (text, finding, assessment) = try answer(log, "dyld-symbol-missing")
    #expect(text.headline.contains("CodingKeyRepresentable.codingKey"), "\(text.headline)")
    #expect(finding.captures["since"]?.contains("iOS 15.4") == true && text.headline.contains("iOS 15.4"))
    #expect(!assessment.findings.contains { $0.pattern == "swift-abi-mismatch" })
    #expect(text.remedy[0].contains("#available"))
  }

  @Test(arguments: ["7Orchard", "8Orchards"]) func aSymbolOfALibraryOfTheAppIsNotTheSystems(_ module: String) throws {
    let log = """
      dyld[4711]: Symbol not found: _$s\(module)8DurationV5valueSivg
        Referenced from: <04B87016-0AC1-32A1-9812-D286E0A1064B> /Applications/Orchard.app/Contents/MacOS/Orchard
        Expected in: <14B87016-0AC1-32A1-9812-D286E0A1064B> /Applications/Orchard.app/Contents/Frameworks/Press.framework/Press
      """
    let (_, finding, _) = try answer(log, "dyld-symbol-missing")
    #expect(finding.captures["since"] == nil && finding.captures["ofSystem"] == nil)
  }

  // MARK: - Watchdogs

  static func watchdog(_ explanation: String, cpu: String, frames: [String]) -> String {
    var report = ReportBuilder()
    report.exception = "EXC_CRASH (SIGKILL)"
    report.fields = [
      "Termination Reason: FRONTBOARD 2343432205",
      "<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:\(explanation)",
      "WatchdogCPUStatistics: (", "\"Elapsed total CPU time (seconds): 20.680 (user 9.000, system 1.680), 30% CPU\",",
      "\"Elapsed application CPU time (seconds): \(cpu), 17% CPU\"",
      ") reportType:CrashLog maxTerminationResistance:Interactive>",
    ]
    report.crash(frames)
    return report.text
  }

  static let layout = [
    "UIKitCore -[UIView _notifyGeometryObserversWithChangeInfo:] + 352",
    "UIKitCore -[UIView(Geometry) setFrame:] + 768",
    "UIKitCore -[UIApplication _run] + 888", "UIKitCore UIApplicationMain + 340", "Orchard main + 64",
  ]
  static let waiting = [
    "libsystem_kernel.dylib __psynch_mutexwait + 8", "libsystem_pthread.dylib _pthread_mutex_firstfit_lock_wait + 84",
    "UIKitCore -[UIApplication _run] + 888", "UIKitCore UIApplicationMain + 340", "Orchard main + 64",
  ]

  @Test(arguments: [
    "[app<org.example.orchard>:4321] Failed to terminate gracefully after 5.0s",
    "[app<org.example.orchard>:4321] Failed to background gracefully after 10.0s",
  ])
  func anExitThatComputesIsBusy(_ explanation: String) throws {
    let (text, finding, _) = try answer(
      Self.watchdog(explanation, cpu: "5.998", frames: Self.layout), "watchdog-8badf00d")
    #expect(finding.captures["busy"] != nil && text.headline.contains("busy"), "\(text.headline)")
    #expect(finding.captures["activity"] == "-[UIView(Geometry) setFrame:]", "\(finding.captures)")
    #expect(!text.remedy[0].contains("synchronous work"))
    let idle = try answer(Self.watchdog(explanation, cpu: "0.012", frames: Self.waiting), "watchdog-8badf00d")
    #expect(idle.finding.captures["waiting"] != nil && idle.finding.captures["activity"] == nil)
    #expect(idle.text.remedy[0].contains("holds this lock"), "\(idle.text.remedy[0])")
  }

  static func spin(_ reason: String, event: String = "service process watchdog") -> String {
    """
    Date/Time:        2026-01-05 10:00:00.000 +0100
    End time:         2026-01-05 10:00:05.510 +0100
    OS Version:       macOS 26.3 (Build 25D125)
    Architecture:     x86_64h
    Report Version:   67

    Data Source:      Stackshots
    Reason:           \(reason)

    Command:          orchardd
    PID:              310

    Event:            \(event)
    Duration:         5.51s
    Steps:            12

    Process:          orchardd [310]
    Num samples:      12 (1-12)

      Thread 0x3e2    12 samples (1-12)    priority 92 (base 79)    cpu time <0.001s
      12  start + 1 (libdyld.dylib + 109769) [0x7fff738dacc9] 1-12
        12  Press.run() + 64 (orchardd + 24640) [0x103f02040] 1-12
          12  mach_msg_trap + 10 (libsystem_kernel.dylib + 3562) [0x7fff73a1bdea] 1-12
           *12  hndl_mach_scall64 + 22 (kernel + 795174) [0xffffff80002c2226] 1-12
             *12  FamilyPress::finish(unsigned int) + 147 (IOPressFamily + 11765) [0xffffff7f84f0cdf5] 1-12
               *12  AMDPress_Machine::waitForStamp(int) + 360 (AMDRadeonPress + 72748) [0xffffff7f852a8c2c] 1-12
                 *12  FamilyPress::waitForStamp(int) + 264 (IOPressFamily + 74470) [0xffffff7f84f1c2e6] 1-12
                   *12  thread_block_reason + 175 (kernel + 1293359) [0xffffff800033bc2f] 1-12
    """
  }

  static let services: [(reason: String, service: String, seconds: String, worker: String?)] = [
    (
      "(1 monitored services unresponsive): checkin with service: WindowServer returned not alive with context: unresponsive work processor(s): WindowServer main thread  40 seconds since last successful checkin, 1 total successsful checkins since load (0 induced",
      "WindowServer", "40", "WindowServer main thread"
    ),
    (
      "(1 monitored services unresponsive): service com.example.orchardd, unresponsive for 61 seconds",
      "com.example.orchardd", "61", nil
    ),
    (
      "(1 monitored services unresponsive): checkin with service: com.apple.logd (1 induced crashes) returned not alive with context: unresponsive dispatch queue(s): com.apple.logd.main 45 seconds since last successful checkin",
      "com.apple.logd", "45", "com.apple.logd.main"
    ),
  ]

  @Test(arguments: services.indices) func theServiceAndItsDriverAreNamed(_ index: Int) throws {
    let one = Self.services[index]
    let (text, finding, assessment) = try answer(Self.spin(one.reason), "service-watchdog")
    #expect(finding.captures["service"] == one.service && finding.captures["seconds"] == one.seconds)
    #expect(finding.captures["worker"] == one.worker)
    #expect(finding.captures["driver"] == "AMDRadeonPress" && finding.captures["graphics"] != nil)
    #expect(text.headline.contains("\(one.service) did not respond for \(one.seconds) s"), "\(text.headline)")
    #expect(
      assessment.blame?.function?.hasPrefix("AMDPress_Machine::waitForStamp") == true,
      "\(String(describing: assessment.blame))")
    #expect(!text.headline.contains("5.51"))
  }

  @Test func aHangIsNotTheWatchdogOfServices() {
    let found = assess(Self.spin("blocked for long", event: "hang")).flatMap(\.findings)
    #expect(!found.contains { $0.pattern == "service-watchdog" })
  }
}
