import PropertyLists

/// The targets of an Xcode project (project.pbxproj).
struct XcodeProject: Sendable {
  struct Target: Sendable {
    var name: String
    /// The product type: `com.apple.product-type.application`, `.framework`, `.library.static`, `.bundle`, …
    var productType: String
    /// The line of the target in the project file.
    var line: Int
    /// The paths of the files in Copy Bundle Resources, relative to the folder that was read.
    var resources: Set<String> = []
    /// The paths of the files in Copy Files phases.
    var copiedFiles: Set<String> = []
    /// The paths of the files in Compile Sources.
    var sources: Set<String> = []
    /// The synchronized folders, whose files all belong to the target (Xcode 16).
    var folders: [String] = []
    /// The files below `folders` that do not belong to the target.
    var exceptions: Set<String> = []
    /// The build settings of all its configurations, by key.
    var settings: [String: [Setting]] = [:]
    var configurations: [Configuration] = []
    /// The scripts of its build phases.
    var scripts: [String] = []

    var isApplication: Bool { productType == "com.apple.product-type.application" }
    /// Whether it is an app, also one for a watch, an App Clip or a message app.
    var isAnyApplication: Bool { productType.hasPrefix("com.apple.product-type.application") }
    var isExtension: Bool { productType.contains("extension") }
    var isStaticLibrary: Bool { productType == "com.apple.product-type.library.static" }
    var isTest: Bool { productType.contains("unit-test") || productType.contains("ui-testing") }

    /// Whether the file is in `set`, or belongs to the target through a synchronized folder.
    func has(_ path: String, in set: Set<String>) -> Bool {
      if set.contains(path) { return true }
      guard !exceptions.contains(path) else { return false }
      return folders.contains { path.hasPrefix($0 + "/") || $0.isEmpty }
    }

    /// Whether the target copies the file as a resource.
    func copies(_ path: String) -> Bool {
      if has(path, in: resources) { return true }
      // A folder reference is copied with all its contents.
      return resources.contains { path.hasPrefix($0 + "/") }
    }

    /// Whether the target compiles the file.
    func compiles(_ path: String) -> Bool { has(path, in: sources) }
  }

  struct Setting: Sendable, Equatable {
    var value: String
    var line: Int
  }

  /// A build configuration of a target or project, such as Release.
  struct Configuration: Sendable {
    var name: String
    /// All its settings by key, with conditions such as `[sdk=iphoneos*]`.
    var settings: [String: Setting] = [:]
    /// The path of the .xcconfig file that it is based on.
    var base: String?
    /// Whether it has more settings than are read.
    var isCut = false

    /// The maximum number of settings that are read.
    static let maxSettingCount = 2000
  }

  /// The index of the project file.
  var file: Int
  /// The folder that paths in build settings are relative to (`SRCROOT`).
  var folder = ""
  var targets: [Target] = []
  /// The build settings of the project itself, by key.
  var settings: [String: [Setting]] = [:]
  var configurations: [Configuration] = []
  /// Whether the project uses code that may be outside the folder: packages or prebuilt frameworks.
  var hasExternalCode = false

  /// The build settings that are read.
  static let storedSettings: Set<String> = [
    "PRODUCT_NAME", "LD_RUNPATH_SEARCH_PATHS", "CODE_SIGNING_ALLOWED", "CODE_SIGNING_REQUIRED", "EXCLUDED_ARCHS",
    "IPHONEOS_DEPLOYMENT_TARGET", "INFOPLIST_FILE", "PRODUCT_MODULE_NAME", "GENERATE_INFOPLIST_FILE",
    "SDKROOT", "SUPPORTED_PLATFORMS",
  ]

  /// Returns the values of a setting for a target, or those of the project if the target does not set it.
  func values(of key: String, for target: Target) -> [Setting] {
    let targetSettings = target.settings.filter { $0.key == key || $0.key.hasPrefix(key + "[") }.sorted {
      $0.key < $1.key
    }
    .flatMap(\.value)
    return targetSettings.isEmpty ? settings[key] ?? [] : targetSettings
  }

  /// Returns the project, or `nil` if the file is not an Xcode project.
  static func read(_ file: ProjectFile, index: Int) -> XcodeProject? {
    guard let root = PropertyList.read(file.bytes)?.root, let objects = root["objects"]?.dictionary else {
      return nil
    }
    // Paths are relative to the folder that contains `Cards.xcodeproj`.
    let folder = ProjectFile.folder(of: ProjectFile.folder(of: file.path))
    var reader = XcodeProjectReader(objects: objects, folder: folder, project: XcodeProject(file: index))
    reader.project.folder = folder
    reader.read(root: root["rootObject"]?.text)
    return reader.project
  }
}

/// Resolves the references of a project file.
private struct XcodeProjectReader {
  let objects: PropertyListMembers
  let folder: String
  var project: XcodeProject
  private var paths: [String: String] = [:]
  private static let maxDepth = 60

  init(objects: PropertyListMembers, folder: String, project: XcodeProject) {
    self.objects = objects
    self.folder = folder
    self.project = project
  }

  mutating func read(root: String?) {
    if let root, let object = objects[root] {
      let base = object["projectDirPath"]?.text ?? ""
      if let group = object["mainGroup"]?.text { resolve(group, below: join(folder, base), depth: 0) }
      project.configurations = configurations(object["buildConfigurationList"]?.text)
      project.settings = storedSettings(project.configurations)
      if let references = object["packageReferences"]?.list, !references.isEmpty { project.hasExternalCode = true }
    }
    // Of objects with the same identifier, the last one counts.
    for object in objects.filter({ objects[$0.key]?.line == $0.value.line }).map(\.value) {
      switch object["isa"]?.text {
      case "PBXNativeTarget", "PBXAggregateTarget": readTarget(object)
      case "XCRemoteSwiftPackageReference": project.hasExternalCode = true
      case "PBXFileReference":
        let type = object["lastKnownFileType"]?.text ?? ""
        if ["wrapper.framework", "wrapper.xcframework", "archive.ar"].contains(type),
          object["sourceTree"]?.text != "SDKROOT", object["sourceTree"]?.text != "DEVELOPER_DIR"
        {
          project.hasExternalCode = true
        }
      default: break
      }
    }
  }

  private func join(_ folder: String, _ path: String) -> String { ProjectFile.join(folder, path) }

  /// Stores the path of every file below a group.
  private mutating func resolve(_ id: String, below base: String, depth: Int) {
    guard depth < Self.maxDepth, paths[id] == nil, let object = objects[id] else { return }
    let tree = object["sourceTree"]?.text ?? "<group>"
    let start = tree == "<group>" ? base : tree == "SOURCE_ROOT" ? folder : nil
    // A path in the products folder or the SDK does not belong to the project.
    let path = start.map { join($0, object["path"]?.text ?? "") } ?? ""
    paths[id] = path
    for child in object["children"]?.texts ?? [] { resolve(child, below: path, depth: depth + 1) }
  }

  private mutating func readTarget(_ object: PropertyListValue) {
    var target = XcodeProject.Target(
      name: object["name"]?.text ?? "", productType: object["productType"]?.text ?? "", line: object.line)
    for phase in (object["buildPhases"]?.texts ?? []).compactMap({ objects[$0] }) {
      let kind = phase["isa"]?.text
      if let script = phase["shellScript"] { target.scripts.append(script.texts.joined(separator: "\n")) }
      guard kind == "PBXResourcesBuildPhase" || kind == "PBXSourcesBuildPhase" || kind == "PBXCopyFilesBuildPhase"
      else {
        continue
      }
      for file in (phase["files"]?.texts ?? []).compactMap({ objects[$0]?["fileRef"]?.text }) {
        for path in filePaths(file) {
          switch kind {
          case "PBXResourcesBuildPhase": target.resources.insert(path)
          case "PBXCopyFilesBuildPhase": target.copiedFiles.insert(path)
          default: target.sources.insert(path)
          }
        }
      }
    }
    for group in object["fileSystemSynchronizedGroups"]?.texts ?? [] {
      guard let path = paths[group] else { continue }
      target.folders.append(path)
      for exception in (objects[group]?["exceptions"]?.texts ?? []).compactMap({ objects[$0] }) {
        for name in exception["membershipExceptions"]?.texts ?? [] { target.exceptions.insert(join(path, name)) }
      }
    }
    target.configurations = configurations(object["buildConfigurationList"]?.text)
    target.settings = storedSettings(target.configurations)
    project.targets.append(target)
  }

  /// Returns the path of the file, or the paths of the files in a group of localizations.
  private func filePaths(_ id: String) -> [String] {
    guard let object = objects[id] else { return [] }
    if object["isa"]?.text == "PBXVariantGroup" {
      return (object["children"]?.texts ?? []).compactMap { paths[$0] }
    }
    return paths[id].map { [$0] } ?? []
  }

  private func configurations(_ list: String?) -> [XcodeProject.Configuration] {
    guard let list, let names = objects[list]?["buildConfigurations"]?.texts else { return [] }
    return names.compactMap { objects[$0] }.map { object in
      var configuration = XcodeProject.Configuration(name: object["name"]?.text ?? "")
      if let settings = object["buildSettings"]?.dictionary {
        configuration.isCut = settings.count > XcodeProject.Configuration.maxSettingCount
        for member in settings.prefix(XcodeProject.Configuration.maxSettingCount) {
          configuration.settings[member.key] = XcodeProject.Setting(
            value: member.value.texts.joined(separator: " "), line: member.value.line)
        }
      }
      if let reference = object["baseConfigurationReference"]?.text {
        configuration.base = paths[reference] ?? objects[reference]?["path"]?.text
      } else if let anchor = object["baseConfigurationReferenceAnchor"]?.text,
        let path = object["baseConfigurationReferenceRelativePath"]?.text
      {
        configuration.base = paths[anchor].map { join($0, path) } ?? path
      }
      return configuration
    }
  }

  /// The settings that checks read, of all configurations.
  private func storedSettings(_ configurations: [XcodeProject.Configuration]) -> [String: [XcodeProject.Setting]] {
    var result: [String: [XcodeProject.Setting]] = [:]
    for configuration in configurations {
      for (key, value) in configuration.settings {
        let name = key.prefix { $0 != "[" }
        guard XcodeProject.storedSettings.contains(String(name)) || key.hasPrefix("INFOPLIST_KEY_") else { continue }
        result[key, default: []].append(value)
      }
    }
    return result
  }
}
