import Diagnosis

@testable import ProjectInspection

/// A project for tests: an app target with an Info.plist, entitlements, resources and one source file.
struct MadeProject {
  /// The keys of App/Info.plist, as XML; `nil` for no such file.
  var info: String? = ""
  /// The keys of App/App.entitlements, as XML; `nil` for no such file.
  var entitlements: String?
  /// The paths in Copy Bundle Resources.
  var resources: [String] = []
  /// The statements of `AppDelegate.start()`.
  var code = ""
  /// Build settings of both configurations, and settings of one: `Release CODE_SIGN_ENTITLEMENTS`.
  var settings: [String: String] = [:]
  /// Further files: path and content.
  var files: [String: String] = [:]
  /// Paths of files without content.
  var paths: [String] = []
  /// A script phase of the target.
  var script: String?
  var name = "Cards"
  var identifier = "com.company.cards"
  /// A second target: name, product type, Info.plist keys.
  var second: (name: String, type: String, info: String)?
  /// Whether the second target compiles the source file too.
  var sharesCode = false

  static func plist(_ keys: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \(keys)
    </dict>
    </plist>

    """
  }

  static let appKeys = """
      <key>CFBundleExecutable</key>
      <string>$(EXECUTABLE_NAME)</string>
      <key>CFBundleIdentifier</key>
      <string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
      <key>CFBundlePackageType</key>
      <string>APPL</string>

    """

  /// The files in memory. `root` is a folder in front of each path.
  func index(below root: String = "") -> ProjectIndex {
    var all = files
    if let info { all["App/Info.plist"] = Self.plist(Self.appKeys + info) }
    if let entitlements { all["App/App.entitlements"] = Self.plist(entitlements) }
    all["App/AppDelegate.swift"] = """
      import UIKit

      class AppDelegate: UIResponder, UIApplicationDelegate {
        func start() {
          \(code)
        }
      }

      """
    all["\(name).xcodeproj/project.pbxproj"] = project
    if let second { all["\(second.name)/Info.plist"] = Self.plist(second.info) }
    return ProjectIndex(
      files: all.sorted { $0.key < $1.key }.map { ProjectFile(path: root + $0.key, text: $0.value) },
      paths: Set(paths.map { root + $0 }))
  }

  private func configuration(_ id: String, _ name: String, _ settings: [String: String]) -> String {
    var own: [String: String] = [:]
    for (key, value) in settings {
      let words = key.split(separator: " ").map(String.init)
      if words.count == 1 { own[key] = value } else if words[0] == name { own[words[1]] = value }
    }
    let base = own.removeValue(forKey: "BASE")
    let lines = own.sorted { $0.key < $1.key }.map { "\t\t\t\t\"\($0.key)\" = \"\($0.value)\";\n" }.joined()
    return """
      \t\t\(id) = {isa = XCBuildConfiguration; name = \(name); \(base == nil ? "" : "baseConfigurationReference = BASE; ")buildSettings = {
      \(lines)\t\t\t};
      \t\t};

      """
  }

  private var project: String {
    var own = settings
    if info != nil { own["INFOPLIST_FILE"] = own["INFOPLIST_FILE"] ?? "App/Info.plist" }
    if entitlements != nil { own["CODE_SIGN_ENTITLEMENTS"] = own["CODE_SIGN_ENTITLEMENTS"] ?? "App/App.entitlements" }
    own["PRODUCT_BUNDLE_IDENTIFIER"] = own["PRODUCT_BUNDLE_IDENTIFIER"] ?? identifier
    own["PRODUCT_NAME"] = own["PRODUCT_NAME"] ?? "$(TARGET_NAME)"
    own = own.filter { !$0.value.isEmpty }
    let base = own["BASE"]
    var objects = ""
    for (number, path) in resources.enumerated() {
      objects += "\t\tR\(number) = {isa = PBXFileReference; path = \"\(path)\"; sourceTree = \"<group>\"; };\n"
      objects += "\t\tRB\(number) = {isa = PBXBuildFile; fileRef = R\(number); };\n"
    }
    if let base {
      objects += "\t\tBASE = {isa = PBXFileReference; path = \"\(base)\"; sourceTree = \"<group>\"; };\n"
    }
    if let script {
      objects += "\t\tSH = {isa = PBXShellScriptBuildPhase; shellScript = \"\(script)\"; };\n"
    }
    var targets = "T1, "
    if let second {
      objects += """
        \t\tT2 = {
        \t\t\tisa = PBXNativeTarget; name = "\(second.name)"; productType = "com.apple.product-type.\(second.type)";
        \t\t\tbuildConfigurationList = L2; buildPhases = (\(sharesCode ? "SP, " : "")); };
        \t\tL2 = {isa = XCConfigurationList; buildConfigurations = (C3, ); };

        """
      objects += configuration(
        "C3", "Release",
        ["INFOPLIST_FILE": "\(second.name)/Info.plist", "PRODUCT_BUNDLE_IDENTIFIER": identifier + "." + second.name])
      targets += "T2, "
    }
    let references = resources.indices.map { "R\($0), " }.joined() + (base == nil ? "" : "BASE, ")
    return """
      // !$*UTF8*$!
      {
      \tobjects = {
      \t\tF1 = {isa = PBXFileReference; path = App/AppDelegate.swift; sourceTree = "<group>"; };
      \t\tB1 = {isa = PBXBuildFile; fileRef = F1; };
      \t\tG1 = {isa = PBXGroup; children = (F1, \(references)); sourceTree = "<group>"; };
      \t\tSP = {isa = PBXSourcesBuildPhase; files = (B1, ); };
      \t\tRP = {isa = PBXResourcesBuildPhase; files = (\(resources.indices.map { "RB\($0), " }.joined())); };
      \t\tT1 = {
      \t\t\tisa = PBXNativeTarget; name = \(name); productType = "com.apple.product-type.application";
      \t\t\tbuildConfigurationList = L1; buildPhases = (SP, RP, \(script == nil ? "" : "SH, ")); };
      \t\tL1 = {isa = XCConfigurationList; buildConfigurations = (C1, C2, ); };
      \(configuration("C1", "Debug", own))\(configuration("C2", "Release", own))\(objects)\t\tP1 = {isa = PBXProject; mainGroup = G1; targets = (\(targets)); };
      \t};
      \trootObject = P1;
      }

      """
  }
}

/// A crash whose cause is in the project, with the project before and after the fix.
struct RequirementCase: Sendable {
  enum Crash: Sendable {
    /// A function of the entry raised, and the report does not state the reason.
    case entry(String)
    /// A missing usage description, which the report names.
    case usage(String)
  }

  let name: String
  let crash: Crash
  /// The index of the reason that the project proves.
  var reason = 0
  /// The file that the finding names.
  let file: String
  /// Whether the project proves the reason, and does not only make it likely.
  var isCertain = true
  /// Whether the fixed project rules the reason out.
  var isRefuted = false
  /// The check that finds the fault; `nil` if sources do not show it.
  var check: String?
  let faulty: @Sendable () -> MadeProject
  let fixed: @Sendable () -> MadeProject
}
