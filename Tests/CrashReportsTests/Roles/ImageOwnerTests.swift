import CrashReports
import Testing
import Vocabulary

/// Whose code an image is, by path, process, name and frames.
@Suite struct ImageOwnerTests {
  /// A report of a process with one frame in each image.
  private static func report(
    _ images: [(name: String, path: String?)], _ change: (inout CrashReport) -> Void = { _ in }
  ) -> CrashReport {
    var report = CrashReport(source: .init(format: "ips"))
    report.process = .init()
    report.process?.name = "Orchard"
    var thread = CrashReport.Thread(index: 0)
    thread.crashed = true
    var listed: [BinaryImage] = []
    for (index, image) in images.enumerated() {
      var frame = CrashReport.Frame(index: index)
      frame.image = image.name
      frame.symbol = .init(name: "work", offset: 12)
      if let path = image.path {
        var entry = BinaryImage()
        (entry.name, entry.path) = (image.name, path)
        frame.imageIndex = listed.count
        listed.append(entry)
      }
      thread.frames.append(frame)
    }
    report.threads = [thread]
    report.images = listed.isEmpty ? nil : listed
    change(&report)
    report.assignFrameRoles()
    return report
  }

  private static func roles(_ report: CrashReport) -> [FrameRole?] { report.threads?[0].frames.map(\.role) ?? [] }

  private static let runtime: [(name: String, path: String?)] = [
    ("CoreFoundation", "/Volumes/VOLUME/*/CoreFoundation.framework/CoreFoundation"),
    ("UIKitCore", "/Volumes/VOLUME/*/UIKitCore.framework/UIKitCore"),
    ("libobjc.A.dylib", "/Volumes/VOLUME/*/libobjc.A.dylib"), ("TCC", "/Volumes/VOLUME/*/TCC.framework/TCC"),
    ("VideoToolbox", "/Volumes/iOS_23A343/*/VideoToolbox.framework/VideoToolbox"),
  ]

  private static let simulators: [@Sendable (inout CrashReport) -> Void] = [
    { $0.host.isSimulator = true },
    { $0.process?.parent = .init(name: "launchd_sim") },
    { $0.process?.coalition = "com.apple.CoreSimulator.SimDevice.0A0A0A0A-0000-4000-8000-000000000001" },
    {
      $0.process?.path =
        "/Users/USER/Library/Developer/CoreSimulator/Devices/X/data/Containers/Bundle/Orchard.app/Orchard"
    },
    { report in
      var loader = BinaryImage()
      loader.name = "dyld_sim"
      report.images?.append(loader)
    },
  ]

  @Test(arguments: simulators.indices) func runtimesOfSimulatorsAreOfTheSystem(_ index: Int) {
    let app = (name: "Orchard", path: "/Volumes/VOLUME/*/Orchard.app/Orchard" as String?)
    let report = Self.report(Self.runtime + [app], Self.simulators[index])
    #expect(Self.roles(report) == [.system, .system, .system, .system, .system, .app])
  }

  /// An app on another volume has the same beginning of its path.
  @Test func volumesWithoutSimulatorAreOfTheUser() {
    #expect(Self.roles(Self.report(Self.runtime)).allSatisfy { $0 == .app })
    let mixed = Self.report([
      ("CoreFoundation", "/Volumes/VOLUME/*/CoreFoundation.framework/CoreFoundation"),
      ("PressKit", "/Volumes/VOLUME/*/PressKit.framework/PressKit"),
    ]) {
      $0.host.isSimulator = true
      $0.process?.path = "/Volumes/VOLUME/*/Orchard.app/Orchard"
    }
    #expect(Self.roles(mixed) == [.system, .app])
  }

  @Test(arguments: [
    "libswiftCore.dylib", "libswiftFoundation.dylib", "libswift_Concurrency.dylib", "libswiftDispatch.dylib",
    "libswiftUIKit.dylib", "XCUIAutomation", "libswift_StringProcessing.dylib", "libswiftObservation.dylib",
    "libswiftos.dylib", "libswiftCoreGraphics.dylib",
  ])
  func embeddedRuntimesAreOfTheSystem(_ name: String) {
    for folder in ["Orchard.app/Frameworks/", "Orchard.app/Contents/Frameworks/"] {
      let role = Self.roles(Self.report([(name, "/private/var/containers/Bundle/Application/X/" + folder + name)]))[0]
      #expect(role != .app, "\(folder)\(name)")
    }
    let own = Self.report([
      ("libswiftnavigation.dylib", "/var/containers/Orchard.app/Frameworks/libswiftnavigation.dylib")
    ])
    #expect(Self.roles(own) == [.app])
  }

  @Test(arguments: [
    "TCC", "VideoToolbox", "CoreAudio", "MediaToolbox", "BackgroundTasks", "AuthenticationServices", "SwiftData",
    "HIServices", "SkyLight", "ViewBridge", "ServiceManagement", "IntentsCore",
  ])
  func namesOfTheSystemNeedNoPath(_ name: String) {
    #expect(Self.roles(Self.report([(name, nil)])) == [.system])
    // A line of a source file proves that it is another image of this name.
    let own = Self.report([(name, nil)]) { $0.threads?[0].frames[0].source = .init(file: "Press.swift", line: 12) }
    #expect(Self.roles(own) == [.app])
    let runtime = Self.report([(name, nil)]) {
      $0.threads?[0].frames[0].source = .init(file: "/AppleInternal/Library/Press.swift", line: 12)
    }
    #expect(Self.roles(runtime) == [.system])
    // So does the name of the process.
    let process = Self.report([(name, nil)]) { $0.process?.name = name }
    #expect(Self.roles(process) == [.app])
    let apple = Self.report([(name, nil)]) {
      $0.process?.name = name
      $0.process?.bundleID = "com.apple.\(name)"
    }
    #expect(Self.roles(apple) == [.system])
  }

  @Test func sharedNamesAreOfTheUser() {
    for name in ["Charts", "Home", "Settings", "Cards", "Calendar", "Widgets", "Ink"] {
      #expect(Self.roles(Self.report([(name, nil)])) == [.app], "\(name)")
    }
    let apple = Self.report([("Home", nil)]) {
      $0.threads?[0].frames[0].symbol = .init(name: "-[HFItemManager reload]")
    }
    #expect(Self.roles(apple) == [.system])
    let own = Self.report([("Home", nil)]) {
      $0.threads?[0].frames[0].symbol = .init(name: "-[HomeItemManager reload]")
    }
    #expect(Self.roles(own) == [.app])
  }

  @Test func programsOfTheSystem() {
    func traits(_ path: String, _ os: String? = "macOS 15.5", _ id: String? = nil) -> ProcessTraits {
      var report = CrashReport(source: .init(format: "ips"))
      report.process = .init()
      report.process?.path = path
      report.process?.bundleID = id
      report.host.os = os
      return ProcessTraits(report)
    }
    for path in [
      "/usr/libexec/moodringd", "/System/Library/CoreServices/Dock.app/Contents/MacOS/Dock", "/usr/sbin/bluetoothd",
      "/Applications/Xcode.app/Contents/MacOS/Xcode", "/usr/bin/login",
      "/System/Applications/Mail.app/Contents/MacOS/Mail",
    ] {
      #expect(traits(path).isApple, "\(path)")
    }
    #expect(traits("/Applications/MobileSafari.app/MobileSafari", "iPhone OS 18.5").isApple)
    #expect(traits("/private/var/containers/Bundle/Application/X/Maps.app/Maps", "iOS 18", "com.apple.Maps").isApple)
    for path in ["/Applications/Orchard.app/Contents/MacOS/Orchard", "/usr/local/bin/pressd", "/opt/homebrew/bin/node"]
    {
      #expect(!traits(path).isApple, "\(path)")
    }
    #expect(!traits("/usr/bin/pressd", "Linux (Ubuntu 24.04)").isApple)
  }

  @Test(arguments: [
    "???", "<redacted>", "(Missing UUID 9d04055be4f836648bd18beed73f951c)",
    "(누락 UUID 9d04055be4f836648bd18beed73f951c)",
    "(Missing UUID 9D04055B-E4F8-3664-8BD1-8BEED73F951C)", "___lldb_unnamed_symbol103$$harbor", "0x", "0x1f80",
    "___lldb_unnamed_symbol211", "<translation info unavailable>", "_mh_execute_header", "(unknown)",
  ])
  func placeholders(_ name: String) {
    #expect(CrashReport.Symbol(name: name, offset: 0).isPlaceholder, "\(name)")
    var frame = CrashReport.Frame(index: 0)
    frame.symbol = .init(name: name)
    #expect(frame.functionName == nil)
  }

  @Test func offsetsBeyondFunctionsAreOfNoFunction() {
    func symbol(_ offset: Int?) -> CrashReport.Symbol { .init(name: "ares_dns_rr_get_ttl", offset: offset) }
    #expect(symbol(4_312_936).isPlaceholder && symbol(CrashReport.Symbol.maxOffset).isPlaceholder)
    #expect(!symbol(CrashReport.Symbol.maxOffset - 1).isPlaceholder && !symbol(nil).isPlaceholder)
    for name in ["0xdeadbeefs", "_malloc", "(anonymous namespace)::run()", "<T>.work()", "operator()", "(deadbeef)"] {
      #expect(!CrashReport.Symbol(name: name).isPlaceholder, "\(name)")
    }
  }
}
