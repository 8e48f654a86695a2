import Diagnosis
import SourceText

extension ProjectCheck {
  /// A view reads an object from its environment that a preview does not put there.
  static let previewEnvironmentObjectMissing = ProjectCheck(
    "preview-environment-object-missing",
    title: "A preview does not supply an environment object that its view reads",
    explanation: """
      A view that reads an @EnvironmentObject or @Environment(Type.self) crashes if no view above it supplies the \
      object: "No ObservableObject of type … found". Reported for #Preview and PreviewProvider if the view, or a view \
      that it always shows, reads the object each time it is drawn, and the preview has no environmentObject or \
      environment modifier with an object of that class. Not reported if the object is optional, if it is read only \
      under a condition or in an action, and if the preview or a view around it uses a modifier, trait or container \
      whose effect on the environment is not known.
      """,
    examples: [
      .fault(
        "an object that is not supplied",
        [
          (
            "DeckView.swift",
            """
            final class DeckStore: ObservableObject {
              @Published var title = "Deck"
            }
            struct DeckView: View {
              @EnvironmentObject private var store: DeckStore
              var body: some View {
                NavigationStack {
                  DeckHeader()
            →        Text(store.title)
                }
              }
            }
            struct DeckHeader: View {
              var body: some View { Text("Header") }
            }
            #Preview {
            →  DeckView()
            }
            """
          )
        ]),
      .fault(
        "a view inside the view reads an observable object",
        [
          (
            "Settings.swift",
            """
            @Observable final class Settings { var name = "" }
            struct NameRow: View {
              @Environment(Settings.self) private var settings
              var body: some View {
            →    Text(settings.name)
              }
            }
            """
          ),
          (
            "SettingsView.swift",
            """
            struct SettingsView: View {
              var body: some View {
                Form {
                  Section { NameRow() }
                }
              }
            }
            struct SettingsView_Previews: PreviewProvider {
              static var previews: some View {
            →    SettingsView()
                  .previewDisplayName("Settings")
              }
            }
            """
          ),
        ]),
      .noFault(
        "objects that are supplied, optional, or read only in an action; a modifier of the project that supplies one",
        [
          (
            "DeckView.swift",
            """
            final class DeckStore: ObservableObject { @Published var title = "Deck" }
            @Observable final class Settings { var name = "" }
            struct DeckView: View {
              @EnvironmentObject var store: DeckStore
              var body: some View { Text(store.title) }
            }
            struct SettingsButton: View {
              @Environment(Settings.self) private var settings: Settings?
              @EnvironmentObject var store: DeckStore
              var body: some View { Button("Reset") { store.title = settings?.name ?? "" } }
            }
            extension View {
              func withSampleData() -> some View { environmentObject(DeckStore()) }
            }
            #Preview { DeckView().environmentObject(DeckStore()) }
            #Preview("Sample") { DeckView().withSampleData() }
            #Preview { SettingsButton() }
            """
          )
        ]),
    ]
  ) { index in
    let project = SwiftUIProject(index)
    return index.previews.flatMap { missingObjects(of: $0, project, index) }
  }

  private static func missingObjects(of preview: ProjectPreview, _ project: SwiftUIProject, _ index: ProjectIndex)
    -> [Hit]
  {
    var hits: [Hit] = []
    var reported: Set<String> = []
    for step in project.steps(of: preview) {
      guard let view = step.view, let root = step.root, !step.environment.isUncertain else { continue }
      for need in view.needs where !reported.contains(need.type) {
        // A generic parameter, a protocol or a type of a library may stand for another class.
        guard let type = index.classes[need.type], type.declarations.filter({ $0.type.kind == .swiftClass }).count == 1,
          !index.sources.values.contains(where: { $0.typeAliases.contains(need.type) }),
          !step.environment.types.contains(where: { isClass($0, need.type, index) }),
          let position = step.positions.first(where: {
            step.body.text($0) == need.property && step.body.isMemberOfSelf(at: $0)
          })
        else { continue }
        reported.insert(need.type)
        hits.append(hit(preview, root, view, need, step, step.body.line(position), type, index))
      }
    }
    return hits
  }

  /// Whether an object of class `name` is found as one of class `wanted`. A subclass is not found at run time, but its
  /// preview may be written for another reason.
  private static func isClass(_ name: String, _ wanted: String, _ index: ProjectIndex) -> Bool {
    name == wanted || index.chain(of: name).classes.contains { $0.name == wanted }
      || index.sources.values.contains { $0.typeAliases.contains(name) }
  }

  private static func hit(
    _ preview: ProjectPreview, _ root: String, _ view: SwiftUIView, _ need: SwiftUIView.Need,
    _ step: SwiftUIProject.Step, _ line: Int, _ type: ProjectClass, _ index: ProjectIndex
  ) -> Hit {
    let modifier = need.isObservable ? "environment" : "environmentObject"
    // A class with a shared instance is usually used through it.
    let isShared = type.methods.contains { $0.method.property == "shared" && $0.method.isTypeMethod }
    let supply = ".\(modifier)(\(need.type)\(isShared ? ".shared" : "()"))"
    let rootText = index.files[preview.file].quotation(step.rootLine)
    // The modifier is added in a line of its own, after a line that is the complete expression.
    let isWhole = rootText.hasPrefix(root + "(") && rootText.hasSuffix(")")
    let indent = index.indentation(preview.file, step.rootLine)
    let isCreatable = isShared || type.methods.allSatisfy { !$0.method.isInitializer || $0.method.name == "init()" }
    return Hit(
      headline:
        "\(preview.name) of \(root) does not supply \(need.type), which \(view.name) reads from its environment",
      locations: [
        index.location(
          preview.file, step.rootLine, "The preview creates \(root) without an object of class \(need.type)."),
        index.location(step.file, line, "\(view.name) reads \(need.property) each time it is drawn."),
        index.location(
          view.file, need.line, "\(view.name) takes \(need.property) from its environment, and it is not optional."),
      ],
      remedy: "Add \(supply) to the view in the preview.",
      diff: isWhole && isCreatable
        ? index.diff(preview.file, inserting: [indent + "  " + supply], before: step.rootLine + 1) : nil,
      subjects: [need.type, view.name, root, index.files[preview.file].name], captures: ["type": need.type])
  }

  /// A preview in one package shows a view that uses the resources of another package.
  static let previewResourceBundleMissing = ProjectCheck(
    "preview-resource-bundle-missing",
    title: "A preview shows a view of another package, which uses Bundle.module",
    explanation: """
      The generated accessor Bundle.module looks for its bundle beside the executable. In a preview of another package, \
      the resources are in another folder, and the accessor ends the process: "unable to find bundle named …". Newer \
      versions of Xcode pass the folder to the accessor. Reported if a preview in a Swift package always shows a view of \
      another package in the folder whose code uses Bundle.module.
      """,
    examples: [
      .fault(
        "a view of the package Design in a preview of the package Cards",
        [
          ("Design/Package.swift", "let package = Package(name: \"Design\")"),
          (
            "Design/Sources/Design/Logo.swift",
            """
            struct Logo: View {
              var body: some View {
            →    Image("logo", bundle: .module)
              }
            }
            """
          ),
          ("Cards/Package.swift", "let package = Package(name: \"Cards\")"),
          (
            "Cards/Sources/Cards/CardView.swift",
            """
            struct CardView: View {
              var body: some View { VStack { Logo() } }
            }
            #Preview {
            →  CardView()
            }
            """
          ),
        ]),
      .noFault(
        "a preview in the same package",
        [
          ("Design/Package.swift", "let package = Package(name: \"Design\")"),
          (
            "Design/Sources/Design/Logo.swift",
            """
            struct Logo: View {
              var body: some View { Image("logo", bundle: .module) }
            }
            #Preview { Logo() }
            """
          ),
        ]),
    ]
  ) { index in
    let project = SwiftUIProject(index)
    var hits: [Hit] = []
    for preview in index.previews {
      guard let own = index.packageFolder(of: index.files[preview.file].path) else { continue }
      for step in project.steps(of: preview) {
        guard let view = step.view, let root = step.root,
          let other = index.packageFolder(of: index.files[step.file].path), other != own,
          let position = step.positions.first(where: { step.body.isModuleBundle(at: $0) })
        else { continue }
        hits.append(
          Hit(
            headline: "\(preview.name) of \(root) shows \(view.name), which uses the resources of another package",
            locations: [
              index.location(
                preview.file, step.rootLine, "The preview shows \(view.name), which is in another package."),
              index.location(
                step.file, step.body.line(position),
                "In this preview, Bundle.module may not find the bundle of \(ProjectFile.name(of: other))."),
            ],
            remedy: "Find the bundle with an own accessor that also searches the folder of the build products.",
            proves: false, subjects: [view.name, root, ProjectFile.name(of: other), index.files[step.file].name]))
        break
      }
    }
    return hits
  }

  private static let debugSettings: [(key: String, isWrong: @Sendable (String) -> Bool, right: String, why: String)] = [
    ("ENABLE_DEBUG_DYLIB", { $0 == "NO" }, "YES", "Previews need the code of an executable in a debug library."),
    (
      "SWIFT_OPTIMIZATION_LEVEL", { $0 != "-Onone" && $0.hasPrefix("-O") }, "-Onone",
      "Previews are available only in builds without optimization."
    ),
    (
      "SWIFT_COMPILATION_MODE", { $0 == "wholemodule" }, "singlefile",
      "Previews replace single files, which this setting does not permit."
    ),
    ("ENABLE_PREVIEWS", { $0 == "NO" }, "YES", "This turns previews off."),
  ]

  /// A build setting of the debug configuration does not permit previews.
  static let previewBuildSettings = ProjectCheck(
    "preview-build-settings",
    title: "A build setting of the debug configuration does not permit previews",
    explanation: """
      Reported for targets that compile a preview if a debug configuration turns off ENABLE_DEBUG_DYLIB (for apps and \
      other executables) or ENABLE_PREVIEWS, optimizes Swift code (SWIFT_OPTIMIZATION_LEVEL other than -Onone), or \
      compiles whole modules (SWIFT_COMPILATION_MODE = wholemodule). The settings are those of the target, the project \
      and their .xcconfig files.
      """,
    examples: [
      .fault(
        "an app without a debug library, and an optimized build", previewProject(marked: "ENABLE_DEBUG_DYLIB = NO;")),
      .fault("an optimized build", previewProject(marked: "SWIFT_OPTIMIZATION_LEVEL = \"-O\";")),
      .noFault(
        "the settings of Xcode's template, and a release configuration that is optimized",
        previewProject(marked: "SWIFT_OPTIMIZATION_LEVEL = \"-Onone\";", isFault: false)),
    ]
  ) { index in
    var hits: [Hit] = []
    let files = Set(index.previews.map(\.file)).sorted()
    for (number, project) in index.projects.enumerated() where !index.isVendor(project.file) {
      for target in project.targets where !target.isTest {
        guard let file = files.first(where: { target.compiles(index.files[$0].path) }) else { continue }
        let names = Set((target.configurations + project.configurations).map(\.name)).sorted()
        for name in names where name.lowercased().contains("debug") {
          let settings = BuildSettings(index, index.projects[number], target, configuration: name)
          for setting in debugSettings {
            guard case .value(let value, let place, let line) = settings.value(setting.key), setting.isWrong(value),
              setting.key != "ENABLE_DEBUG_DYLIB" || target.isExecutable
            else { continue }
            hits.append(
              Hit(
                headline: "\(setting.key) is \(value) in configuration \(name), which does not permit previews",
                locations: [
                  index.location(place, line, setting.why),
                  index.location(
                    project.file, target.line, "Target \(target.name) compiles \(index.files[file].name)."),
                ],
                remedy: "Set \(setting.key) to \(setting.right) in \(name).",
                diff: index.diff(place, line: line, replacing: [(value, setting.right)]),
                subjects: [target.name, setting.key, index.files[file].name], captures: ["setting": setting.key]))
          }
        }
      }
    }
    return hits
  }

  /// A file with a preview belongs to no target.
  static let previewSchemeExcludesFile = fileWithoutTarget(
    "preview-scheme-excludes-file", needsReport: false,
    explanation: """
      Xcode builds a preview with the active scheme, which must build a target that contains the file: "Active scheme \
      does not build this file". Reported for Swift files with a preview that no target of the project compiles, \
      although a target compiles another file of the same folder. Not reported for files of Swift packages and tests, \
      and for generated projects.
      """)

  /// The same fault, for reports that no target was found.
  static let previewTargetNotFound = fileWithoutTarget(
    "preview-target-not-found", needsReport: true,
    explanation: """
      Xcode looks up the target that contains the file. Reported as for preview-scheme-excludes-file, and only together \
      with a report that names the file or the view.
      """)

  private static func fileWithoutTarget(_ id: String, needsReport: Bool, explanation: String) -> ProjectCheck {
    ProjectCheck(
      id,
      title: "A file with a preview belongs to no target",
      explanation: explanation, needsReport: needsReport,
      examples: [
        .fault(
          "a file in the folder, but not in the target",
          previewProject() + [
            (
              "BadgeView.swift",
              """
              struct BadgeView: View { var body: some View { Text("1") } }
              →#Preview { BadgeView() }
              """
            )
          ]),
        .noFault(
          "a file of the target, and a sample in another folder",
          previewProject() + [
            (
              "Samples/BadgeView.swift",
              """
              struct BadgeView: View { var body: some View { Text("1") } }
              #Preview { BadgeView() }
              """
            )
          ]),
      ]
    ) { index in
      guard index.isComplete, !index.isGenerated else { return [] }
      var hits: [Hit] = []
      var seen: Set<Int> = []
      for preview in index.previews where seen.insert(preview.file).inserted {
        let path = index.files[preview.file].path
        guard !index.isTest(preview.file), !index.isInPackage(path), index.targets(compiling: preview.file).isEmpty,
          let neighbor = index.neighbor(of: preview.file), let found = index.targets(compiling: neighbor).first,
          !found.target.isTest
        else { continue }
        let name = index.files[preview.file].name
        hits.append(
          Hit(
            headline: "\(name) has a preview and is not in any target",
            locations: [
              index.location(preview.file, preview.line, "No target of the project compiles this file."),
              index.location(
                found.project.file, found.target.line,
                "Target \(found.target.name) compiles \(index.files[neighbor].name) in the same folder."),
            ],
            remedy: "Add \(name) to a target of the scheme (File inspector, Target Membership), or delete it.",
            subjects: [name, ProjectFile.stem(of: name)], captures: ["file": name]))
      }
      return hits
    }
  }

  /// Returns a project with one target that compiles a view with a preview.
  private static func previewProject(marked: String = "", isFault: Bool = true) -> [(path: String, text: String)] {
    [
      (
        "CardView.swift",
        """
        struct CardView: View { var body: some View { Text("Card") } }
        #Preview { CardView() }
        """
      ),
      (
        "Cards.xcodeproj/project.pbxproj",
        """
        // !$*UTF8*$!
        {
        	objects = {
        		F1 = {isa = PBXFileReference; path = CardView.swift; sourceTree = "<group>"; };
        		B1 = {isa = PBXBuildFile; fileRef = F1; };
        		G1 = {isa = PBXGroup; children = (F1, ); sourceTree = "<group>"; };
        		S1 = {isa = PBXSourcesBuildPhase; files = (B1, ); };
        		T1 = {isa = PBXNativeTarget; name = Cards; productType = "com.apple.product-type.application"; buildPhases = (S1, );
        			buildConfigurationList = L1; };
        		L1 = {isa = XCConfigurationList; buildConfigurations = (C1, C2, ); };
        		C1 = {isa = XCBuildConfiguration; name = Debug; buildSettings = {
        \(marked.isEmpty || !isFault ? "" : "→")				\(marked)
        			}; };
        		C2 = {isa = XCBuildConfiguration; name = Release; buildSettings = {
        				SWIFT_COMPILATION_MODE = wholemodule;
        			}; };
        		P1 = {isa = PBXProject; mainGroup = G1; targets = (T1, ); };
        	};
        	rootObject = P1;
        }
        """
      ),
    ]
  }
}

extension XcodeProject.Target {
  /// Whether the product is an executable and not a library.
  fileprivate var isExecutable: Bool {
    isAnyApplication || isExtension || productType == "com.apple.product-type.tool"
  }
}

extension ProjectIndex {
  /// Returns the folder of the Swift package that contains a file; `nil` if there is none.
  fileprivate func packageFolder(of path: String) -> String? {
    var folder = ProjectFile.folder(of: path)
    for _ in 0..<64 {
      if paths.contains(folder.isEmpty ? "Package.swift" : folder + "/Package.swift") { return folder }
      if folder.isEmpty { return nil }
      folder = ProjectFile.folder(of: folder)
    }
    return nil
  }

  /// Whether a generator writes the Xcode project, so that the one in the folder may be old.
  fileprivate var isGenerated: Bool {
    paths.contains {
      ["project.yml", "project.yaml", "Project.swift", "Workspace.swift", "BUILD", "BUILD.bazel", "MODULE.bazel"]
        .contains(ProjectFile.name(of: $0))
    }
  }

  /// Returns another Swift file of the same folder that a target compiles.
  fileprivate func neighbor(of file: Int) -> Int? {
    let folder = ProjectFile.folder(of: files[file].path)
    return sources.keys.sorted().first {
      $0 != file && ProjectFile.folder(of: files[$0].path) == folder && files[$0].name.hasSuffix(".swift")
        && !targets(compiling: $0).isEmpty
    }
  }
}

extension ArraySlice where Element == SourceToken {
  /// Whether the token is `module` of `Bundle.module` or `bundle: .module`.
  fileprivate func isModuleBundle(at position: Int) -> Bool {
    guard text(position) == "module", text(position - 1) == "." else { return false }
    return text(position - 2) == "Bundle" || has(["bundle", ":"], at: position - 3)
  }
}
