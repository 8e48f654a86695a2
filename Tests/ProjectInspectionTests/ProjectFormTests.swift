import Diagnosis
import Foundation
import Platform
import PropertyLists
import TestSupport
import Testing

@testable import ProjectInspection

/// The forms in which projects have their Info.plist and entitlements.
@Suite struct ProjectFormTests {
  private static let camera = RequirementCase.Crash.usage("NSCameraUsageDescription")
  private static let iCloud = RequirementCase.Crash.entry("ckcontainer-entitlement")
  private static let code = "AVCaptureDevice.requestAccess(for: .video) { _ in }"

  private enum Verdict: Equatable { case confirmed(String, proves: Bool), refuted(String), undecided(String) }

  private func verdict(
    _ crash: RequirementCase.Crash, _ index: ProjectIndex, process: String = "Cards",
    identifier: String? = "com.company.cards", header: Bool = true
  ) throws -> Verdict? {
    let (finding, report) = try RequirementTests.report(crash, process: process, identifier: identifier, header: header)
    switch index.requirementFinding(finding, in: report)?.project {
    case .confirmed(let faults)?: return .confirmed(faults.first?.locations.first?.path ?? "", proves: faults[0].proves)
    case .refuted(_, let location)?: return .refuted("\(location.path):\(location.line)")
    case .undecided(let reason, let location)?: return .undecided(location.map { "\($0.path):\($0.line)" } ?? reason)
    case .silent?, nil: return nil
    }
  }

  private func file(_ path: String, _ text: String) -> ProjectFile { ProjectFile(path: path, text: text) }

  // MARK: - Xcode projects

  @Test func generatedInfoPlist() throws {
    var project = MadeProject(info: nil, code: Self.code, settings: ["GENERATE_INFOPLIST_FILE": "YES"])
    #expect(try verdict(Self.camera, project.index()) == .confirmed("Cards.xcodeproj/project.pbxproj", proves: true))
    #expect(project.index().check().map(\.check) == ["tcc-missing-usage"])
    project.settings["INFOPLIST_KEY_NSCameraUsageDescription"] = "Reads codes."
    #expect(project.index().check().isEmpty)
    guard case .undecided(let path)? = try verdict(Self.camera, project.index()) else { throw CancellationError() }
    #expect(path.hasPrefix("Cards.xcodeproj/project.pbxproj:"))
    // A setting has no effect if Info.plist is not generated.
    project.settings["GENERATE_INFOPLIST_FILE"] = "NO"
    project.info = ""
    #expect(try verdict(Self.camera, project.index()) == .confirmed("App/Info.plist", proves: true))
  }

  @Test func backgroundModesInSettings() throws {
    let crash = RequirementCase.Crash.entry("cllocationmanager-background-updates")
    var project = MadeProject(info: nil, settings: ["GENERATE_INFOPLIST_FILE": "YES"])
    project.settings["INFOPLIST_KEY_UIBackgroundModes"] = "audio fetch"
    #expect(try verdict(crash, project.index()) == .confirmed("Cards.xcodeproj/project.pbxproj", proves: true))
    project.settings["INFOPLIST_KEY_UIBackgroundModes"] = "audio location"
    guard case .refuted? = try verdict(crash, project.index()) else {
      Issue.record("not refuted")
      return
    }
  }

  @Test func configurationSettingsFiles() throws {
    var project = MadeProject(info: nil, code: Self.code, settings: ["BASE": "Config/App.xcconfig"])
    project.files["Config/App.xcconfig"] = """
      #include "Shared.xcconfig"
      #include? "Local.xcconfig"
      INFOPLIST_FILE = $(FOLDER)/Info.plist // the app's
      PRODUCT_BUNDLE_IDENTIFIER[sdk=iphoneos*] = com.company.cards
      """
    project.settings["PRODUCT_BUNDLE_IDENTIFIER"] = ""
    project.files["Config/Shared.xcconfig"] = "FOLDER = ${SRCROOT}/Settings\nGENERATE_INFOPLIST_FILE = YES\n"
    project.files["Settings/Info.plist"] = MadeProject.plist(MadeProject.appKeys)
    #expect(try verdict(Self.camera, project.index()) == .confirmed("Settings/Info.plist", proves: true))
    project.files["Config/Shared.xcconfig"]? += "INFOPLIST_KEY_NSCameraUsageDescription = Reads codes.\n"
    #expect(try verdict(Self.camera, project.index()) == .undecided("Config/Shared.xcconfig:3"))
    #expect(project.index().check().isEmpty)
    // A file that is not in the folder may contain any setting.
    project.files["Config/Shared.xcconfig"] = "#include \"../../Company/Base.xcconfig\"\nFOLDER = Settings\n"
    guard case .undecided? = try verdict(Self.camera, project.index()) else {
      Issue.record("decided")
      return
    }
    // Includes that form a cycle end.
    project.files["Config/Shared.xcconfig"] = "#include \"App.xcconfig\"\nA = $(B)$(B)\nB = $(A)$(A)\nFOLDER = $(A)\n"
    _ = project.index().check()
  }

  @Test func severalTargets() throws {
    let key = "  <key>NSCameraUsageDescription</key><string>Reads codes.</string>"
    // The key of an extension is not that of the app.
    var project = MadeProject(code: Self.code, second: ("Widget", "app-extension", key))
    #expect(try verdict(Self.camera, project.index()) == .confirmed("App/Info.plist", proves: true))
    #expect(project.index().check().count == 1)
    // An app that lacks it is not faulty because of another app that has it.
    project = MadeProject(info: key, code: Self.code, second: ("Other", "application", ""))
    #expect(project.index().check().isEmpty)
    #expect(try verdict(Self.camera, project.index()) == .undecided("App/Info.plist:11"))
    #expect(
      try verdict(Self.camera, project.index(), process: "Other", identifier: "com.company.cards.Other")
        == .confirmed("Other/Info.plist", proves: true))
    // In an excerpt without a header, the apps disagree.
    guard case .undecided(let reason)? = try verdict(Self.camera, project.index(), header: false) else {
      Issue.record("decided")
      return
    }
    #expect(reason.contains("Cards has it, Other does not"))
    // A file of both apps: only one lacks it.
    project.sharesCode = true
    #expect(project.index().check().isEmpty)
    // An extension without the key whose app has it.
    project = MadeProject(info: key, second: ("Widget", "app-extension", ""))
    guard
      case .undecided? = try verdict(
        Self.camera, project.index(), process: "Widget", identifier: "com.company.cards.Widget")
    else {
      Issue.record("decided")
      return
    }
  }

  /// The system reads usage descriptions of an app for its extension, but each has its own entitlements.
  @Test func anExtensionNeedsItsOwnEntitlements() throws {
    let has = "<key>com.apple.developer.icloud-services</key><array><string>CloudKit</string></array>"
    let project = MadeProject(entitlements: has, second: ("Widget", "app-extension", ""))
    guard
      case .confirmed? = try verdict(
        Self.iCloud, project.index(), process: "Widget", identifier: "com.company.cards.Widget")
    else {
      Issue.record("not confirmed")
      return
    }
  }

  @Test func entitlementsByConfiguration() throws {
    var project = MadeProject(
      code: "let container = CKContainer.default()",
      settings: [
        "Debug CODE_SIGN_ENTITLEMENTS": "App/Debug.entitlements",
        "Release CODE_SIGN_ENTITLEMENTS": "App/Release.entitlements",
      ])
    let has = MadeProject.plist(
      "<key>com.apple.developer.icloud-services</key><array><string>CloudKit</string></array>")
    project.files["App/Debug.entitlements"] = has
    project.files["App/Release.entitlements"] = MadeProject.plist("")
    guard case .undecided(let reason)? = try verdict(Self.iCloud, project.index()) else {
      Issue.record("decided")
      return
    }
    #expect(reason.contains("Debug has it, Release does not"), "\(reason)")
    #expect(project.index().check().isEmpty)
    project.files["App/Debug.entitlements"] = MadeProject.plist("")
    #expect(try verdict(Self.iCloud, project.index()) == .confirmed("App/Debug.entitlements", proves: true))
    #expect(project.index().check().map(\.key) == ["com.apple.developer.icloud-services"])
    project.files["App/Debug.entitlements"] = nil
    guard case .undecided? = try verdict(Self.iCloud, project.index()) else {
      Issue.record("decided")
      return
    }
  }

  @Test func binaryPropertyList() throws {
    func binary(_ keys: [String: Any]) throws -> [UInt8] {
      Array(try PropertyListSerialization.data(fromPropertyList: keys, format: .binary, options: 0))
    }
    func index(_ keys: [String: Any]) throws -> ProjectIndex {
      let made = MadeProject(info: nil, code: Self.code, settings: ["INFOPLIST_FILE": "App/Info.plist"]).index()
      return ProjectIndex(
        files: made.files + [ProjectFile(path: "App/Info.plist", bytes: try binary(keys))])
    }
    let keys: [String: Any] = [
      "CFBundlePackageType": "APPL", "CFBundleName": "Karten ✓", "LSRequiresIPhoneOS": true, "n": 7,
      "UIBackgroundModes": ["audio", "location"],
    ]
    #expect(try verdict(Self.camera, index(keys)) == .confirmed("App/Info.plist", proves: true))
    #expect(
      try verdict(.entry("cllocationmanager-background-updates"), index(keys)) == .refuted("App/Info.plist:1"))
    let more = keys.merging(["NSCameraUsageDescription": "Reads codes."]) { $1 }
    #expect(try verdict(Self.camera, index(more)) == .undecided("App/Info.plist:1"))
    #expect(try index(more).check().isEmpty)
    // Damaged files are not read, and never trap.
    let bytes = try binary(more)
    for position in bytes.indices {
      var damaged = bytes
      damaged[position] ^= 0xFF
      _ = PropertyList.read(damaged)
      _ = PropertyList.read(Array(bytes[..<position]))
    }
  }

  @Test func damagedPropertyListDecidesNothing() throws {
    var project = MadeProject(info: nil, code: Self.code, settings: ["INFOPLIST_FILE": "App/Info.plist"])
    project.files["App/Info.plist"] = "<plist version=\"1.0\"><dict><key>CFBundleName</key><string>Cards</dict></plist>"
    guard case .undecided? = try verdict(Self.camera, project.index()) else {
      Issue.record("decided")
      return
    }
    #expect(project.index().check().isEmpty)
    project.files["App/Info.plist"] = "\u{FEFF}garbage"
    #expect(project.index().check().isEmpty)
  }

  @Test func scriptsMayAddKeys() throws {
    var project = MadeProject(code: Self.code)
    project.script = "/usr/libexec/PlistBuddy -c 'Add :NSCameraUsageDescription string x' Info.plist"
    guard case .undecided? = try verdict(Self.camera, project.index()) else {
      Issue.record("decided")
      return
    }
    #expect(project.index().check().isEmpty)
  }

  @Test func localizedStringsDoNotCount() throws {
    var project = MadeProject(code: Self.code)
    project.files["App/de.lproj/InfoPlist.strings"] = "NSCameraUsageDescription = \"Liest Codes.\";\n"
    #expect(try verdict(Self.camera, project.index()) == .confirmed("App/Info.plist", proves: true))
  }

  // MARK: - Other layouts

  /// Flutter has its Xcode project in `ios`, names it Runner, and generates settings.
  @Test func flutter() throws {
    var project = MadeProject(settings: ["BASE": "Flutter/Release.xcconfig"])
    project.name = "Runner"
    project.files["Flutter/Release.xcconfig"] =
      "#include? \"Pods/Target Support Files/Pods-Runner/Pods-Runner.release.xcconfig\"\n#include \"Generated.xcconfig\"\n"
    let index = project.index(below: "ios/")
    #expect(
      try verdict(Self.camera, index, process: "Runner") == .confirmed("ios/App/Info.plist", proves: true))
    // The name alone is that of each Flutter app.
    #expect(
      try verdict(Self.camera, index, process: "Runner", identifier: nil)
        == .confirmed("ios/App/Info.plist", proves: false))
    guard case .undecided(let reason)? = try verdict(Self.camera, index, process: "Shop", identifier: "com.other.shop")
    else {
      Issue.record("decided")
      return
    }
    #expect(reason.contains("com.other.shop") && reason.contains("com.company.cards"))
  }

  @Test func reactNative() throws {
    var project = MadeProject(code: "FirebaseApp.configure()", settings: ["PRODUCT_NAME": "CardsApp"])
    project.paths = ["package.json"]
    let crash = RequirementCase.Crash.entry("firapp-configure")
    let index = project.index(below: "ios/")
    #expect(
      try verdict(crash, index, process: "CardsApp") == .confirmed("ios/Cards.xcodeproj/project.pbxproj", proves: true))
    // JavaScript may configure it.
    let call = RequirementCase.Crash.entry("firestore-default-app")
    let plain = MadeProject(files: ["package.json": "{}"])
    guard case .undecided? = try verdict(call, plain.index(below: "ios/")) else {
      Issue.record("decided")
      return
    }
  }

  @Test func expoHasNoNativeProject() throws {
    let index = ProjectIndex(files: [
      file("app.json", "{\"expo\": {\"ios\": {\"bundleIdentifier\": \"com.company.cards\"}}}"), file("App.js", ""),
    ])
    guard case .undecided(let reason)? = try verdict(Self.camera, index) else {
      Issue.record("decided")
      return
    }
    #expect(reason.contains("app.json"))
    #expect(index.check().isEmpty)
  }

  @Test(arguments: [
    (
      "project.yml",
      "targets:\n  Cards:\n    info:\n      properties:\n        NSCameraUsageDescription: Reads codes.\n"
    ),
    (
      "Project.swift", "let p = Project(infoPlist: .extendingDefault(with: [\"NSCameraUsageDescription\": \"Reads.\"]))"
    ),
    ("Tuist/ProjectDescriptionHelpers/Info.swift", "let keys = [\"NSCameraUsageDescription\": \"Reads.\"]"),
    ("fastlane/Fastfile", "set_info_plist_value(key: \"NSCameraUsageDescription\")"),
  ])
  func generatorsMayAddKeys(_ path: String, _ text: String) throws {
    let plist = file("App/Info.plist", MadeProject.plist(MadeProject.appKeys))
    let source = file("App/Scanner.swift", "class Scanner { func start() { \(Self.code) } }")
    let index = ProjectIndex(files: [plist, source, file(path, text)])
    guard case .undecided? = try verdict(Self.camera, index) else {
      Issue.record("decided")
      return
    }
    #expect(index.check().isEmpty)
    // Without the key, the only Info.plist of an app decides, but not for another app.
    #expect(ProjectIndex(files: [plist, source]).check().map(\.check) == ["tcc-missing-usage"])
    #expect(
      try verdict(Self.camera, ProjectIndex(files: [plist, source]), header: false)
        == .confirmed("App/Info.plist", proves: false))
    guard case .undecided? = try verdict(Self.camera, ProjectIndex(files: [plist, source])) else {
      Issue.record("decided")
      return
    }
  }

  /// The description of a generator names the app, but what it generates is not known exactly.
  @Test func generatorNamesTheApp() throws {
    let index = ProjectIndex(files: [
      file("App/Info.plist", MadeProject.plist(MadeProject.appKeys)),
      file("project.yml", "targets:\n  Cards:\n    settings: {PRODUCT_BUNDLE_IDENTIFIER: com.company.cards}\n"),
    ])
    #expect(try verdict(Self.camera, index) == .confirmed("App/Info.plist", proves: false))
    guard case .undecided? = try verdict(Self.camera, index, process: "Shop", identifier: "com.other.shop") else {
      Issue.record("decided")
      return
    }
  }

  @Test func packageWithoutApp() throws {
    let index = ProjectIndex(files: [
      file("Package.swift", "let package = Package(name: \"Cards\")"),
      file("Sources/Cards/Scanner.swift", "public class Scanner { public func start() { \(Self.code) } }"),
    ])
    guard case .undecided? = try verdict(Self.camera, index) else {
      Issue.record("decided")
      return
    }
    #expect(index.check().isEmpty)
  }

  @Test func codeThatTestsTheKeyIsNotReported() {
    let test = "if Bundle.main.object(forInfoDictionaryKey: \"NSCameraUsageDescription\") != nil { \(Self.code) }"
    #expect(MadeProject(code: test).index().check().isEmpty)
  }

  @Test func ownTypesAndOtherModulesAreNotReported() {
    #expect(MadeProject(code: "WeatherService.shared.load()").index().check().isEmpty)
    #expect(MadeProject(code: "import WeatherKit\n WeatherService.shared.load()").index().check().count == 1)
    var project = MadeProject(code: "let manager = CBCentralManager(delegate: self)")
    #expect(project.index().check().count == 1)
    project.files["App/Bluetooth.swift"] = "final class CBCentralManager { init(delegate: Any) {} }"
    #expect(project.index().check().isEmpty)
  }

  // MARK: - Which app

  @Test func otherAppIsNotExamined() throws {
    let index = MadeProject(code: Self.code).index()
    guard case .undecided(let reason)? = try verdict(Self.camera, index, process: "Shop", identifier: "com.other.shop")
    else {
      Issue.record("decided")
      return
    }
    #expect(reason.contains("com.other.shop"))
    // The same name with another identifier, and no name at all.
    #expect(
      try verdict(Self.camera, index, identifier: "com.other.cards") == .confirmed("App/Info.plist", proves: false))
    #expect(try verdict(Self.camera, index, header: false) == .confirmed("App/Info.plist", proves: false))
    #expect(try verdict(Self.camera, index, identifier: nil) == .confirmed("App/Info.plist", proves: true))
  }

  /// If the report states the reason, a project that meets the requirement today does not contradict it.
  @Test func statedReasonIsNotRefuted() throws {
    let index = MadeProject(info: "<key>NSCameraUsageDescription</key><string>Reads.</string>").index()
    let (finding, report) = try RequirementTests.report(Self.camera)
    let examined = try #require(index.requirementFinding(finding, in: report))
    #expect(examined.confidence == .certain && examined.certaintyOfCause == .certain)
  }

  // MARK: - Hostile projects

  @Test func hostilePropertyLists() {
    let time = ProcessorTime.seconds {
      var project = MadeProject(info: nil, settings: ["BASE": "A.xcconfig", "INFOPLIST_FILE": "$(A0)"])
      project.files["A.xcconfig"] =
        (0..<2000).map { "A\($0) = $(A\($0 + 1))$(A\($0 + 1))\n#include \"A.xcconfig\"\n" }.joined()
      project.files["App/Info.plist"] = String(repeating: "<plist><dict><key>", count: 50_000)
      _ = project.index().check()
    }
    #expect(time < 60, "\(time)")
  }

  /// Many targets and configurations that share a large Info.plist, and many scripts, take linear time.
  @Test func largeProjectsAreBounded() {
    let time = ProcessorTime.seconds {
      let keys = (0..<50_000).map { "<key>K\($0)</key><string>$(A)</string>" }.joined()
      let settings = "buildSettings = {INFOPLIST_FILE = App/Info.plist; A = \"$(B)\"; };"
      for count in [900, 3000] {
        let targets = (0..<count).map {
          "T\($0) = {isa = PBXNativeTarget; name = T\($0); productType = \"com.apple.product-type.application\"; "
            + "buildConfigurationList = L; };\n"
        }.joined()
        let files = [
          file("App/Info.plist", MadeProject.plist(keys)), file("A.swift", "class A { func a() { \(Self.code) } }"),
          file(
            "A.xcodeproj/project.pbxproj",
            "{objects = {\(targets)L = {isa = XCConfigurationList; buildConfigurations = (C, ); }; "
              + "C = {isa = XCBuildConfiguration; name = Release; \(settings) }; P = {isa = PBXProject; }; }; "
              + "rootObject = P; }"),
        ]
        let scripts = (0..<5000).map { file("Scripts/\($0).sh", "echo \($0)") }
        // The list has more keys than are read, so that nothing is known to be missing.
        #expect(ProjectIndex(files: files + scripts).check().isEmpty)
      }
    }
    #expect(time < 30, "\(time) s")
  }
}
