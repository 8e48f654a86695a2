import CrashReports
import Testing

@Suite struct FrameRoleTests {
  private func blamed(_ function: String?, _ image: ImageTraits) -> FrameRole {
    FrameRole.ofBlamed(function, in: image)
  }

  private func grouped(_ function: String, _ image: ImageTraits) -> FrameRole {
    FrameRole.ofGrouped(FunctionTraits(of: Array(function.utf8)[...]), in: image)
  }

  private static let app = "/private/var/containers/Bundle/Application/X/MyApp.app/MyApp"

  private static let images: [(String, String?, FrameRole)] = [
    ("MyApp", app, .app), ("CoreFoundation", "/System/Library/CoreFoundation", .system),
    ("CoreFoundation", nil, .system), ("com.apple.CoreText", nil, .system), ("com.apple.dt.IBFoundation", nil, .host),
    ("MyApp", nil, .app), ("dyld", nil, .loader), ("kernel.release.t6000", nil, .system), ("XCTest", nil, .host),
    ("+com.company.MyApp", app, .app), ("CoreText", app, .app), ("+CoreText (*)", nil, .system),
    (
      "MyApp", "/Users/me/Library/Developer/Xcode/DerivedData/A/Build/Products/Debug/MyApp.app/Contents/MacOS/MyApp",
      .app
    ),
    ("Core", "/Users/me/Library/Developer/Xcode/DerivedData/A/MyApp.app/Contents/Frameworks/Core", .app),
    ("DVTKit", "/Applications/Xcode.app/Contents/Frameworks/DVTKit", .system),
    ("DVTKit", "/Users/me/Xcode-16.2-beta.app/Contents/Frameworks/DVTKit", .system),
    ("Xcodes", "/Applications/Xcodes.app/Contents/MacOS/Xcodes", .app),
    ("Anything", "/Users/me/Library/Xcode/Agents/Anything", .host), ("CoreText", "???", .system),
  ]

  @Test(arguments: images)
  func rolesOfImages(_ written: String, _ path: String?, _ role: FrameRole) {
    let image = ImageTraits(written: written, path: path)
    #expect(image.role == role)
    #expect(blamed(nil, image) == role && blamed("someFunction", image) == role)
    #expect(grouped("someFunction", image) == role)
  }

  @Test func functionsOfTheSystem() {
    let system = ImageTraits(written: "CoreFoundation", path: nil)
    for (function, role) in [
      ("abort", FrameRole.machinery), ("fatalError(_:)", .machinery), ("-[NSRunLoop(NSRunLoop) run]", .glue),
      ("_dispatch_call_block_and_release", .glue), ("main", .glue), ("CFRelease", .system),
    ] {
      #expect(blamed(function, system) == role, "\(function)")
    }
    #expect(grouped("abort", system) == .machinery)
    #expect(grouped("-[NSRunLoop run]", system) == .glue)
  }

  /// The differences of signatures of version 1; the docstrings state the reasons.
  @Test func rolesDifferOnlyWhereStated() {
    let app = ImageTraits(written: "MyApp", path: Self.app)
    #expect(blamed("dispatch_all", app) == .app && grouped("dispatch_all", app) == .glue)
    #expect(blamed("assert(_:)", app) == .app && grouped("assert(_:)", app) == .machinery)
    #expect(blamed("Swift runtime failure: overflow", app) == .machinery)
    #expect(blamed("main", app) == .glue && grouped("main", app) == .glue)
    let loader = ImageTraits(written: "dyld", path: nil)
    #expect(blamed("abort_with_payload", loader) == .loader && grouped("abort_with_payload", loader) == .machinery)
    let safari = ImageTraits(written: "com.apple.Safari", path: "/Applications/Safari.app/Contents/MacOS/Safari")
    #expect(safari.role == .app)
    let name = Array("Safari".utf8)[...]
    #expect(
      ImageTraits(
        name: name, written: Array("com.apple.Safari".utf8)[...], folder: .other, rules: .builtIn, for: .grouping
      ).role == .system)
  }

  @Test func rulesOfAUserPrecedeLists() {
    func role(_ written: String, _ path: String? = nil, _ bundleID: String? = nil, _ rules: ImageRules) -> FrameRole {
      ImageTraits(written: written, path: path, bundleID: bundleID, rules: rules).role
    }
    let apps = ImageRules(apps: ["XXX*", "com.company.*"])
    #expect(role("XXXCore", "/usr/lib/XXXCore", nil, apps) == .app)
    #expect(role("+com.company.Core", "/usr/lib/Core", nil, apps) == .app)
    #expect(role("Core", "/usr/lib/Core", "com.company.Core", apps) == .app)
    #expect(role("XXXCore", "/Users/me/Library/Xcode/Agents/XXXCore", nil, apps) == .app)
    #expect(role("Core", "/usr/lib/Core", nil, apps) == .system)
    let hosts = ImageRules(hosts: ["*TestHost", "com.company.*"])
    #expect(role("CompanyTestHost", Self.app, nil, hosts) == .host)
    #expect(role("com.company.Host", nil, nil, hosts) == .host)
    #expect(role("XXXCore", Self.app, nil, hosts) == .app)
    #expect(role("XXXCore", nil, nil, ImageRules(apps: ["XXX*"], hosts: ["XXX*"])) == .app)
  }

  @Test func placeholderPathsPreserveTheRole() {
    for (written, path) in [
      ("MyApp", Self.app), ("CoreText", Self.app), ("Anything", "/usr/lib/Anything"),
      ("Anything", "/Users/me/Library/Xcode/Overlays/Anything"), ("dyld", "/usr/lib/dyld"), ("XCTest", nil),
      ("com.apple.Safari", "/Applications/Safari.app/Safari"),
    ] {
      let role = ImageTraits(written: written, path: path).role
      let placeholder = FrameRole.placeholderPath(named: written, path: path)
      #expect(ImageTraits(written: written, path: placeholder).role == role, "\(written)")
      #expect(placeholder != path || path == nil)
    }
  }

  @Test(arguments: [
    ("com.apple.UIKitCore", "UIKitCore"), ("/System/a/UIKitCore", "UIKitCore"), ("+MyApp (*)", "MyApp"),
    ("libswiftCore.dylib", "libswiftCore.dylib"), ("com.company.My App", "com.company.My App"),
    ("MyApp.debug.dylib", "MyApp"), ("com.company.Core.framework", "com.company.Core.framework"),
    ("kernel.release.t8020", "kernel"), ("a.b.c", "a.b.c"), ("com.company.", "com.company."), ("", ""),
  ])
  func shortNames(_ written: String, _ name: String) { #expect(shortImageName(written) == name) }
}
