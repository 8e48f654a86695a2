import Diagnosis

extension ProjectCheck {
  /// Only static libraries compile a designable class.
  static let ibLoadNullPath = ProjectCheck(
    "ib-load-null-path",
    title: "A designable class is compiled only into a static library",
    explanation: """
      Interface Builder can load only an app or a framework. For a static library, Xcode reports "Failed to load \
      designables from path (null)". Reported for designable classes of the project whose source file is compiled only \
      by targets that are static libraries.
      """,
    examples: [
      .fault(
        "the only target is a static library",
        [
          (
            "CardView.swift",
            """
            @IBDesignable
            →class CardView: UIView {}
            """
          ), ("Cards.xcodeproj/project.pbxproj", project(type: "library.static")),
        ]),
      .noFault(
        "a framework",
        [
          ("CardView.swift", "@IBDesignable class CardView: UIView {}"),
          ("Cards.xcodeproj/project.pbxproj", project(type: "framework")),
        ]),
    ]
  ) { index in
    index.designableClasses.compactMap { type in
      guard let location = type.location else { return nil }
      let targets = index.targets(compiling: location.file)
      guard let first = targets.first, targets.allSatisfy(\.target.isStaticLibrary),
        !index.isInPackage(index.files[location.file].path)
      else { return nil }
      return Hit(
        headline:
          "\(type.name) is only in the static library \(first.target.name), which Interface Builder cannot load",
        locations: [
          index.location(location.file, location.line, "\(type.name) is designable."),
          index.location(first.project.file, first.target.line, "\(first.target.name) is a static library."),
        ],
        remedy: "Change \(first.target.name) to a framework, or add the source file to one.",
        subjects: [type.name, first.target.name])
    }
  }

  /// Code signing is turned off for a framework.
  static let ibDlopenCodesignMissing = setting(
    "ib-dlopen-codesign-missing", key: "CODE_SIGNING_ALLOWED", value: "NO",
    title: "Code signing is turned off for a framework",
    explanation: """
      Interface Builder's agent does not load a library without a code signature. Reported for targets whose \
      CODE_SIGNING_ALLOWED is NO, and only together with a report that shows this error.
      """,
    statement: "The products of this target are not signed.", remedy: "Delete CODE_SIGNING_ALLOWED = NO.")

  /// A build excludes architectures.
  static let ibDlopenWrongArch = setting(
    "ib-dlopen-wrong-arch", key: "EXCLUDED_ARCHS", value: nil,
    title: "A build excludes architectures",
    explanation: """
      A product without the architecture of Interface Builder's agent cannot be loaded. Reported for targets with \
      EXCLUDED_ARCHS, and only together with a report that shows this error. The report names the architecture; the \
      setting only makes the cause likely.
      """,
    statement: "This build excludes architectures.", remedy: "Delete EXCLUDED_ARCHS for the simulator.")

  private static func setting(
    _ id: String, key: String, value: String?, title: String, explanation: String, statement: String, remedy: String
  ) -> ProjectCheck {
    ProjectCheck(
      id, title: title, explanation: explanation, needsReport: true,
      examples: [
        .fault(
          "the setting is present",
          [
            ("Cards.swift", "class Card {}"),
            ("Cards.xcodeproj/project.pbxproj", project(type: "framework", marked: "\(key) = \(value ?? "arm64");")),
          ]),
        .noFault("the setting is absent", [("Cards.xcodeproj/project.pbxproj", project(type: "framework"))]),
      ]
    ) { index in
      var hits: [Hit] = []
      for project in index.projects {
        for target in project.targets where !target.isTest {
          for setting in project.values(of: key, for: target) where value == nil || setting.value == value {
            guard !setting.value.isEmpty else { continue }
            hits.append(
              Hit(
                headline: "\(key) is \(setting.value) for \(target.name)",
                locations: [index.location(project.file, setting.line, statement)], remedy: remedy,
                diff: index.diff(project.file, deleting: setting.line..<(setting.line + 1)), proves: false,
                subjects: [target.name]))
          }
        }
      }
      return hits
    }
  }

  /// Returns a project file with one target that compiles `CardView.swift`.
  private static func project(type: String, marked: String = "") -> String {
    """
    // !$*UTF8*$!
    {
    	objects = {
    		F1 = {isa = PBXFileReference; path = CardView.swift; sourceTree = "<group>"; };
    		B1 = {isa = PBXBuildFile; fileRef = F1; };
    		G1 = {isa = PBXGroup; children = (F1, ); sourceTree = "<group>"; };
    		S1 = {isa = PBXSourcesBuildPhase; files = (B1, ); };
    		T1 = {isa = PBXNativeTarget; name = Cards; productType = "com.apple.product-type.\(type)"; buildPhases = (S1, );
    			buildConfigurationList = L1; };
    		L1 = {isa = XCConfigurationList; buildConfigurations = (C1, ); };
    		C1 = {isa = XCBuildConfiguration; buildSettings = {
    \(marked.isEmpty ? "" : "→")				\(marked)
    			}; };
    		P1 = {isa = PBXProject; mainGroup = G1; targets = (T1, ); };
    	};
    	rootObject = P1;
    }
    """
  }
}
