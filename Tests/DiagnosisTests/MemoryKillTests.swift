import Analysis
import CrashReports
import Diagnosis
import Testing

/// The advice about a process that ran out of memory depends on what kind of process it was.
@Suite struct MemoryKillTests {
  private func answer(
    _ name: String, _ states: [String], reason: String = "per-process-limit", largest: String = "Orchard",
    system: String = "iPhone OS 17.4.1 (21E237)"
  ) throws -> (text: FindingText, finding: Finding) {
    let list = states.map { "\"\($0)\"" }.joined(separator: ",")
    let json = """
      {"bug_type":"298","timestamp":"2024-04-18 10:42:00.00 +0200","os_version":"\(system)"}
      {
        "build" : "\(system)", "product" : "iPhone14,5",
        "memoryStatus" : {"pageSize":16384,"memoryPages":{"active":61820,"free":2718}},
        "largestProcess" : "\(largest)",
        "processes" : [
          {"uuid":"00000000-0000-4000-8000-000000000001","states":[\(list)],"rpages":2000,"reason":"\(reason)","pid":4211,"name":"\(name)"},
          {"uuid":"00000000-0000-4000-8000-000000000002","states":["frontmost"],"rpages":90000,"pid":4212,"name":"\(largest)"}
        ]
      }
      """
    let findings = Analysis.analyze(Array(json.utf8)).reports.first?.assessment.findings ?? []
    let finding = try #require(findings.first { $0.pattern == "jetsam-memory" })
    return (FindingText(finding, .catalog), finding)
  }

  static let extensions: [(name: String, kind: String)] = [
    ("OrchardWidgetExtension", "a widget"), ("TreeKeyboardExtension", "a keyboard"),
    ("NotificationService", "a notification service"),
    ("OrchardNotificationServiceExtension", "a notification service"),
    ("com.example.orchard.share", "a share extension"), ("com.example.Notification-Service", "a notification service"),
    ("ShareFileProviderExtension", "a File Provider extension"), ("WidgetIntentsExtension", "an Intents extension"),
    ("com.example.widgets.fileprovider", "a File Provider extension"),
    ("OrchardShareExt", "a share extension"), ("Orchard Share Extension", "a share extension"),
    ("PacketTunnel", "a network extension"), ("OrchardExtension", "an app extension"),
    ("BroadcastUploadExtension", "a broadcast extension"), ("OrchardTodayWidget", "a widget"),
  ]

  @Test(arguments: extensions) func extensionsHaveSmallLimits(_ name: String, _ kind: String) throws {
    let (text, finding) = try answer(name, ["active"])
    #expect(finding.captures["extension"] == kind && finding.captures["used"] == "32.8 MB")
    #expect(text.headline.contains(kind))
    #expect(text.remedy.first?.contains(kind) == true && text.cause.contains("much smaller limit"))
    #expect(text.witnesses.contains { $0.statement.contains("active") })
  }

  /// Apps whose names contain the same words.
  @Test(arguments: [
    "Widgetsmith", "MyKeyboard", "Sharecroppers", "Orchard", "com.apple.springboard.widget.host", "Extended",
    "com.example.photo-album.Shar", "com.example.orchard.helper", "com.example.orchard.agent.xpc",
    "com.example.share.orchard.daemon", "com.example.orchard.Sharecroppers",
  ])
  func appsAreNoExtensions(_ name: String) throws {
    let (text, finding) = try answer(name, ["frontmost"])
    #expect(finding.captures["extension"] == nil)
    #expect(text.remedy.first?.hasPrefix("Lower the memory peak") == true)
  }

  /// An extension that the system lists as a daemon; names of services and helpers of macOS.
  @Test func namesAndSystems() throws {
    let listed = try answer("OrchardWidgetExtension", ["daemon", "active"])
    #expect(listed.finding.captures["extension"] == "a widget" && listed.finding.captures["service"] == nil)
    for name in ["OrchardWidgetExtension", "com.example.orchard.share", "OrchardHelperExtension"] {
      let mac = try answer(name, ["active"], system: "macOS 14.4 (23E214)")
      #expect(mac.finding.captures["extension"] == nil)
    }
  }

  /// A known path decides: a helper or a service is no extension, whatever its name is.
  @Test(arguments: [
    ("Orchard.app/PlugIns/LeafShare.appex/LeafShare", "an app extension"),
    ("Orchard.app/XPCServices/com.example.orchard.share.xpc/com.example.orchard.share", nil),
    ("Orchard.app/LeafWidgetExtension", nil),
  ])
  func pathsDecide(_ path: String, _ kind: String?) throws {
    var builder = ReportBuilder()
    builder.header[1] = "Path: /private/var/containers/Bundle/Application/X/" + path
    builder.exception = "EXC_CRASH (SIGKILL)"
    builder.fields = ["Termination Reason: JETSAM 1"]
    builder.crash(["libsystem_kernel.dylib mach_msg_trap + 8", "Orchard -[Leaf grow] + 4"])
    let findings = Analysis.analyze(Array(builder.text.utf8)).reports.first?.assessment.findings ?? []
    let finding = try #require(findings.first { $0.pattern == "jetsam-memory" })
    #expect(finding.captures["extension"] == kind)
  }

  static let hidden = ["suspended", "background", "idle", "inactive"]

  @Test(arguments: hidden) func appsInTheBackground(_ state: String) throws {
    // A process that is idle and above its high-water mark is taken for a daemon.
    for reason in ["vm-pageshortage", "fc-thrashing", "jettisoned"] + (state == "idle" ? [] : ["highwater"]) {
      let (text, finding) = try answer("Orchard", [state], reason: reason, largest: "Camera")
      #expect(finding.captures["hidden"] == state && text.headline.contains("in the background, \(state)"))
      #expect(text.remedy.first?.contains("Save the state") == true)
      #expect(text.remedy.joined().contains("Camera"))
    }
    // At its own limit, it does not matter whether the user saw the app.
    let (text, finding) = try answer("Orchard", [state])
    #expect(finding.captures["hidden"] == nil && text.remedy.first?.hasPrefix("Lower the memory peak") == true)
  }

  /// The process that used the memory is named only if it is another one.
  @Test func theLargestProcess() throws {
    let other = try answer("Orchard", ["suspended"], reason: "vm-pageshortage", largest: "Camera").text.remedy
    #expect(other.contains { $0.contains("Look at Camera, which used the memory") }, "\(other)")
    let same = try answer("Orchard", ["suspended"], reason: "vm-pageshortage", largest: "Orchard").text.remedy
    #expect(!same.contains { $0.contains("Look at Orchard") }, "\(same)")
    #expect(same.contains { $0.contains("It used the most memory itself") }, "\(same)")
  }

  @Test func otherKinds() throws {
    let web = try answer("com.apple.WebKit.WebContent", ["active"], reason: "per-process-limit")
    #expect(web.finding.captures["web"] != nil && web.text.remedy.first?.contains("DidTerminate") == true)
    let service = try answer("exampled", ["daemon"], reason: "per-process-limit")
    #expect(service.finding.captures["service"] != nil && service.text.remedy.first?.contains("daemon") == true)
    let idle = try answer("exampled", ["daemon", "idle"], reason: "highwater")
    #expect(idle.finding.severity == .note && idle.text.remedy.first?.hasPrefix("Nothing has to be done") == true)
    let named = try answer("com.apple.WebKit.Networking", ["active"])
    #expect(named.finding.captures["web"] == nil)
  }

  /// A crash report of an extension with the same reason.
  @Test func pathOfAnExtension() throws {
    var builder = ReportBuilder()
    builder.header[1] = "Path: /private/var/containers/Bundle/Application/X/Orchard.app/PlugIns/Leaf.appex/Leaf"
    builder.exception = "EXC_CRASH (SIGKILL)"
    builder.fields = ["Termination Reason: JETSAM 1"]
    builder.crash(["libsystem_kernel.dylib mach_msg_trap + 8", "Orchard -[Leaf grow] + 4"])
    let findings = Analysis.analyze(Array(builder.text.utf8)).reports.first?.assessment.findings ?? []
    let finding = try #require(findings.first)
    #expect(finding.pattern == "jetsam-memory" && finding.captures["extension"] == "an app extension")
  }
}
