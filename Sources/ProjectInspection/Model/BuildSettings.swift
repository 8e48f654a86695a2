/// The build settings of one configuration of a target, with those of its project and of .xcconfig files.
struct BuildSettings: Sendable {
  /// The value of a setting.
  enum Value: Equatable {
    /// The expanded value, and where it is set.
    case value(String, file: Int, line: Int)
    /// No file sets it.
    case unset
    /// It depends on a variable or file that is not in the project's folder.
    case unresolved(String)

    var text: String? { if case .value(let text, _, _) = self { text } else { nil } }
  }

  private struct Layer: Sendable {
    var file: Int
    var settings: [String: XcodeProject.Setting]
  }

  /// The innermost layer first: target, its .xcconfig, project, its .xcconfig.
  private var layers: [Layer] = []
  /// The first .xcconfig file that is not in the folder, or another part of the settings that was not read.
  private(set) var missingFile: String?
  private let standard: [String: String]
  private static let maxDepth = 12
  private static let maxLength = 4096

  init(_ index: ProjectIndex, _ project: XcodeProject, _ target: XcodeProject.Target, configuration name: String) {
    standard = [
      "TARGET_NAME": target.name, "TARGETNAME": target.name, "CONFIGURATION": name,
      "SRCROOT": Self.root, "PROJECT_DIR": Self.root, "SOURCE_ROOT": Self.root,
      "PROJECT_NAME": ProjectFile.stem(of: ProjectFile.folder(of: index.files[project.file].path)),
    ]
    for configurations in [target.configurations, project.configurations] {
      guard let configuration = configurations.first(where: { $0.name == name }) else { continue }
      layers.append(Layer(file: project.file, settings: configuration.settings))
      if configuration.isCut { missingFile = "a setting that was not read" }
      if let base = configuration.base { addFile(base, of: index, depth: 0) }
    }
  }

  /// The mark for the folder of the project file in expanded paths.
  static let root = "\u{1}"

  private mutating func addFile(_ path: String, of index: ProjectIndex, depth: Int) {
    guard depth < Self.maxDepth, layers.count < 64 else { return }
    guard let file = index.settingFiles[path] else {
      // Those of CocoaPods and Flutter are generated, and set search paths and versions only.
      let isGenerated = path.contains("Pods-") || path.contains("Pods/") || path.hasSuffix("Generated.xcconfig")
      if missingFile == nil, !isGenerated { missingFile = path }
      return
    }
    layers.append(Layer(file: file.file, settings: file.settings))
    if file.isCut { missingFile = path }
    for include in file.includes where !include.isOptional || index.settingFiles[include.path] != nil {
      addFile(include.path, of: index, depth: depth + 1)
    }
  }

  /// Returns the value of a setting for devices.
  func value(_ key: String) -> Value {
    var budget = 200
    return value(key, from: 0, depth: 0, &budget)
  }

  /// The keys that begin with a prefix, such as `INFOPLIST_KEY_`.
  func keys(prefix: String) -> Set<String> {
    var keys: Set<String> = []
    for layer in layers {
      for key in layer.settings.keys where key.hasPrefix(prefix) { keys.insert(String(key.prefix { $0 != "[" })) }
    }
    return keys
  }

  private func value(_ key: String, from start: Int, depth: Int, _ budget: inout Int) -> Value {
    guard depth < Self.maxDepth, budget > 0 else { return .unresolved(key) }
    budget -= 1
    for position in layers.indices.dropFirst(start) {
      let layer = layers[position]
      guard
        let setting = layer.settings[key + "[sdk=iphoneos*]"] ?? layer.settings[key + "[sdk=iphone*]"]
          ?? layer.settings[key]
      else { continue }
      var inherited: Value?
      let text = expanded(setting.value) { name in
        if name == "inherited" || name == key {
          let found = value(key, from: position + 1, depth: depth + 1, &budget)
          inherited = found
          return found == .unset ? "" : found.text
        }
        return variable(name, depth: depth + 1, &budget)
      }
      if let text { return .value(text, file: layer.file, line: setting.line) }
      if case .unresolved(let name) = inherited { return .unresolved(name) }
      return .unresolved(key)
    }
    return missingFile.map { .unresolved($0) } ?? .unset
  }

  private func variable(_ name: String, depth: Int, _ budget: inout Int) -> String? {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let base = parts.first ?? ""
    var text: String?
    switch value(base, from: 0, depth: depth, &budget) {
    case .value(let found, _, _): text = found
    case .unset: text = standard[base]
    case .unresolved: text = standard[base]
    }
    if text == nil {
      switch base {
      case "PRODUCT_NAME", "EXECUTABLE_NAME", "PRODUCT_MODULE_NAME":
        text = base == "PRODUCT_NAME" ? standard["TARGET_NAME"] : variable("PRODUCT_NAME", depth: depth + 1, &budget)
      default: break
      }
    }
    for modifier in parts.dropFirst() {
      if modifier.hasPrefix("default=") {
        if text?.isEmpty != false { text = String(modifier.dropFirst(8)) }
      } else if modifier == "rfc1034identifier" {
        text = text.map { String($0.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" }) }
      } else if modifier == "c99extidentifier" {
        text = text.map { String($0.map { $0.isLetter || $0.isNumber ? $0 : "_" }) }
      } else if modifier == "lower" {
        text = text?.lowercased()
      } else {
        return nil
      }
    }
    return text
  }

  /// Returns a text of a property list with its variables replaced; `nil` if one cannot be resolved.
  func expanded(_ text: String) -> String? {
    var budget = 200
    return expanded(text) { variable($0, depth: 1, &budget) }
  }

  /// Replaces `$(NAME)` and `${NAME}`. Returns `nil` if `resolve` returns `nil` for a name.
  private func expanded(_ text: String, _ resolve: (String) -> String?) -> String? {
    guard text.contains("$") else { return text }
    var result = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "$") {
      result += rest[..<mark]
      rest = rest[rest.index(after: mark)...]
      guard let open = rest.first, open == "(" || open == "{" else {
        result += "$"
        continue
      }
      guard let close = rest.firstIndex(of: open == "(" ? ")" : "}") else { return nil }
      // A name that contains a variable is not resolved.
      guard let value = resolve(String(rest[rest.index(after: rest.startIndex)..<close])) else { return nil }
      result += value
      rest = rest[rest.index(after: close)...]
      guard result.utf8.count <= Self.maxLength else { return nil }
    }
    return result + rest
  }
}
