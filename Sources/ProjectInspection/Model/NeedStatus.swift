import Bytes
import Diagnosis
import SourceText

/// Whether a project has what an API requires.
enum NeedStatus: Sendable {
  /// The project has it, at this location.
  case present(ProjectLocation)
  /// The project does not have it. The location is where it would be added; `what` describes what is missing.
  case missing(ProjectLocation, what: String, insertion: Insertion?)
  /// The files do not decide it, for this reason.
  case unknown(String)

  /// A key that can be inserted into an XML property list.
  struct Insertion: Sendable {
    var file: Int
    /// The line of `<dict>`.
    var line: Int
    var key: String
  }

  var isMissing: Bool { if case .missing = self { true } else { false } }
  var isPresent: Bool { if case .present = self { true } else { false } }

  /// Returns the status for several configurations or targets: it must be the same for all of them.
  static func combined(_ statuses: [(name: String, status: NeedStatus)]) -> NeedStatus {
    guard let first = statuses.first else { return .unknown("no target was found") }
    if statuses.allSatisfy(\.status.isMissing) || statuses.allSatisfy(\.status.isPresent) { return first.status }
    for case (_, .unknown(let reason)) in statuses { return .unknown(reason) }
    let missing = statuses.filter(\.status.isMissing).map(\.name).filter { !$0.isEmpty }
    let present = statuses.filter(\.status.isPresent).map(\.name).filter { !$0.isEmpty }
    return .unknown("\(list(present)) has it, \(list(missing)) does not")
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and others" : "")
  }
}

/// Looks up requirements in a project.
final class NeedLookup {
  let index: ProjectIndex
  /// The first script or description that contains one of the names, by the names.
  private var mentions: [[String]: String?] = [:]

  init(_ index: ProjectIndex) { self.index = index }

  /// Returns whether all products have what is required.
  ///
  /// - Parameter argument: The string that the call passes, for a requirement that depends on it; `nil` if unknown.
  func status(_ need: RaisingAPI.Need, in products: [ProjectProduct], argument: String? = nil) -> NeedStatus {
    switch need.kind {
    case .call, .noCall: return callStatus(need)
    case .plist, .noPlist, .plistArray, .backgroundMode, .urlScheme, .entitlement, .file: break
    }
    guard !products.isEmpty else {
      let isExpo = index.files.contains { $0.name == "app.json" || $0.name.hasPrefix("app.config.") }
      return .unknown(
        isExpo ? "the native project is generated from app.json" : "no app target and no Info.plist of an app was found"
      )
    }
    let status = NeedStatus.combined(products.map { ($0.name, self.status(need, in: $0, argument)) })
    if status.isMissing, !need.exceptions.isEmpty, let call = firstCall(of: need.exceptions) {
      return .unknown("\(call.path):\(call.line) may set it in code")
    }
    return status
  }

  private func status(_ need: RaisingAPI.Need, in product: ProjectProduct, _ argument: String?) -> NeedStatus {
    if need.kind == .file { return fileStatus(need, in: product) }
    let own = NeedStatus.combined(
      product.variants.map { ($0.name, status(need, in: $0, product, argument)) })
    guard product.isExtension, need.kind != .entitlement, own.isMissing else { return own }
    // For an extension, the system may use the list of the app that contains it.
    let apps = index.products.filter { !$0.isExtension && $0.target?.project == product.target?.project }
    let app = NeedStatus.combined(apps.map { ($0.name, status(need, in: $0, argument)) })
    return app.isMissing || apps.isEmpty ? own : .unknown("\(product.name) does not have it, but its app may")
  }

  private func status(
    _ need: RaisingAPI.Need, in variant: ProjectProduct.Variant, _ product: ProjectProduct, _ argument: String?
  ) -> NeedStatus {
    let isEntitlement = need.kind == .entitlement
    guard let keys = isEntitlement ? variant.entitlements : variant.info else {
      return .unknown(isEntitlement ? variant.entitlementDoubt : variant.infoDoubt)
    }
    switch need.kind {
    case .noPlist:
      guard let name = need.names.first(where: { keys[$0] != nil }), let found = keys[name] else {
        return absence(need, keys, product, isFault: false)
      }
      return .missing(
        index.location(found.file, found.entry.line, "\(name) is set here."), what: "\(name) is set in", insertion: nil)
    case .backgroundMode: return element(of: "UIBackgroundModes", need.names, need, keys, product, isGlob: false)
    case .urlScheme: return element(of: "CFBundleURLTypes", need.names, need, keys, product, isGlob: true)
    case .plistArray:
      guard let argument else {
        guard let key = keys[need.names[0]] else { return absence(need, keys, product) }
        return .unknown("\(need.names[0]) at line \(key.entry.line) may lack the element")
      }
      return element(of: need.names[0], [argument], need, keys, product, isGlob: false)
    case .plist, .entitlement: return keyStatus(need, keys, product)
    case .call, .noCall, .file: return .unknown("not a key")
    }
  }

  private func keyStatus(_ need: RaisingAPI.Need, _ keys: ProjectProduct.Keys, _ product: ProjectProduct) -> NeedStatus
  {
    guard let (name, found) = need.names.lazy.compactMap({ name in keys[name].map { (name, $0) } }).first else {
      return absence(need, keys, product)
    }
    let text = found.entry.texts.first?.text
    func location(_ statement: String) -> ProjectLocation { index.location(found.file, found.entry.line, statement) }
    if found.entry.isEmptyText { return .unknown("\(name) is empty") }
    if need.kind == .entitlement, text == "false" {
      return .missing(location("\(name) is false."), what: "\(name) is false in", insertion: nil)
    }
    if let value = need.value {
      guard let text, !text.contains("$(") && !text.contains("${") else {
        return .unknown("the value of \(name) is not known")
      }
      guard GlobSet([value]).matches(text) else {
        return .missing(location("This value is not `\(value)`."), what: "\(name) is not `\(value)` in", insertion: nil)
      }
    }
    return .present(location("\(name) is present."))
  }

  /// Returns whether an array has an element that is one of `names`.
  private func element(
    of key: String, _ names: [String], _ need: RaisingAPI.Need, _ keys: ProjectProduct.Keys,
    _ product: ProjectProduct, isGlob: Bool
  ) -> NeedStatus {
    guard let found = keys[key] else { return absence(need, keys, product, element: names.first) }
    let texts = need.kind == .urlScheme ? found.entry.texts(below: "CFBundleURLSchemes") : found.entry.texts
    let globs = GlobSet(names)
    if let text = texts.first(where: { isGlob ? globs.matches($0.text) : names.contains($0.text) }) {
      return .present(index.location(found.file, text.line, "\(text.text) is present."))
    }
    if texts.contains(where: { $0.text.contains("$(") || $0.text.contains("${") }) {
      return .unknown("\(key) contains a variable that is not known")
    }
    return absence(need, keys, product, element: names.first, at: (found.file, found.entry.line), key: key)
  }

  /// Returns the status if a key or element was not found: missing, unless something outside the list may add it.
  private func absence(
    _ need: RaisingAPI.Need, _ keys: ProjectProduct.Keys, _ product: ProjectProduct, element: String? = nil,
    at position: (file: Int, line: Int)? = nil, key: String? = nil, isFault: Bool = true
  ) -> NeedStatus {
    if let doubt = keys.doubt { return .unknown(doubt) }
    guard index.isComplete else { return .unknown("not all files of the project were read") }
    let listKey: String? =
      switch need.kind {
      case .backgroundMode: "UIBackgroundModes"
      case .urlScheme: "CFBundleURLTypes"
      default: nil
      }
    let mentioned = listKey.map { [$0] } ?? need.names
    if let script = mention(mentioned, product) { return .unknown("\(script) may add it") }
    let (file, line) = position ?? keys.location
    let name = need.names[0]
    let list = need.kind == .entitlement ? "an entitlement" : "a key"
    let isInList = element != nil && position != nil
    let what =
      switch need.kind {
      case .entitlement:
        keys.isGenerated ? "\(product.name) has no entitlements file with \(name):" : "\(name) is missing in"
      case .backgroundMode: "UIBackgroundModes does not contain \(name) in"
      case .urlScheme: "no URL scheme \(name) is in CFBundleURLTypes in"
      case .plistArray where isInList: "\(name) does not contain \(element ?? "the element") in"
      default: "\(name) is missing in"
      }
    let statement =
      keys.isGenerated && !isInList
      ? (need.kind == .entitlement
        ? "This target has no CODE_SIGN_ENTITLEMENTS." : "The settings of this target have no \(listKey ?? name).")
      : isInList
        ? "This list does not contain \(element ?? name)." : "\(listKey ?? name) is not \(list) of this file."
    if !isFault { return .present(index.location(file, line, statement)) }
    return .missing(
      index.location(file, line, statement), what: what,
      insertion: keys.isXML && position == nil ? NeedStatus.Insertion(file: file, line: line, key: name) : nil)
  }

  /// Returns the name of a script or generator's file that contains one of the names; `nil` if none does.
  private func mention(_ names: [String], _ product: ProjectProduct) -> String? {
    if let target = product.target {
      let scripts = index.projects[target.project].targets[target.target].scripts
      if scripts.contains(where: { script in names.contains { script.firstRange(of: $0) != nil } }) {
        return "a script of the target \(product.name)"
      }
    }
    if let known = mentions[names] { return known }
    let found = mention(names, withGenerators: product.target == nil)
    mentions[names] = .some(found)
    return found
  }

  private func mention(_ names: [String], withGenerators: Bool) -> String? {
    let patterns = names.map { BytePattern(Array($0.utf8)) }
    for file in index.files {
      let suffix = ProjectFile.suffix(of: file.path)
      // Without an Xcode project, a generator's description may contain the key.
      let isGenerator =
        withGenerators
        && (file.name == "Project.swift" || file.path.contains("ProjectDescriptionHelpers/")
          || suffix == "xcconfig" || suffix == "pbxproj" || file.name == "Package.swift")
      let isScript =
        ["yml", "yaml", "sh", "rb"].contains(suffix)
        || ["Podfile", "Fastfile", "app.json", "config.xml"].contains(file.name) || file.name.hasPrefix("app.config.")
      guard isScript || isGenerator else { continue }
      if patterns.contains(where: { $0.firstOffset(in: file.bytes) != nil }) { return file.name }
    }
    return nil
  }

  // MARK: - Files and calls

  private func fileStatus(_ need: RaisingAPI.Need, in product: ProjectProduct) -> NeedStatus {
    let name = need.names[0]
    guard let position = product.target else { return .unknown("the folder has no Xcode project that lists resources") }
    let project = index.projects[position.project]
    let target = project.targets[position.target]
    if let path = target.resources.union(target.copiedFiles).filter({ ProjectFile.name(of: $0) == name }).sorted().first
    {
      if let file = index.files.firstIndex(where: { $0.path == path }) {
        return .present(index.location(file, 1, "\(target.name) copies this file."))
      }
      return .present(index.location(project.file, target.line, "\(target.name) copies \(path)."))
    }
    let copies = index.paths.filter { ProjectFile.name(of: $0) == name && target.copies($0) }.sorted()
    if let path = copies.first {
      let file = index.files.firstIndex { $0.path == path } ?? project.file
      return .present(index.location(file, 1, "\(target.name) copies this file."))
    }
    guard index.isComplete else { return .unknown("not all files of the project were read") }
    if let script = mention([name], product) { return .unknown("\(script) may copy it") }
    // A folder that is copied may contain it.
    if target.resources.contains(where: { !$0.contains(".") }) {
      return .unknown("\(target.name) copies folders whose contents are not known")
    }
    let other = index.paths.filter { ProjectFile.name(of: $0) == name }.sorted().first
    return .missing(
      index.location(
        project.file, target.line,
        other.map { "This target does not copy \($0)." }
          ?? "This target does not copy \(name), and the folder has no such file."),
      what: "\(name) is not a resource of \(target.name):", insertion: nil)
  }

  private func callStatus(_ need: RaisingAPI.Need) -> NeedStatus {
    if let location = firstCall(of: need.names) {
      if need.kind == .noCall {
        return .missing(location, what: "\(need.names[0]) is called in", insertion: nil)
      }
      return .present(location)
    }
    let name = need.names[0]
    if need.kind == .noCall { return .unknown("no such call was found") }
    guard index.isComplete else { return .unknown("not all files of the project were read") }
    guard let file = entryFile else { return .unknown("the folder has no sources of an app") }
    guard !index.hasExternalCode, !index.hasOtherLanguages else {
      return .unknown("code outside the sources that were read may call \(name)")
    }
    return .missing(
      index.location(file.file, file.line, "The app starts here, and no source of the project calls \(name)."),
      what: "\(name) is not called in", insertion: nil)
  }

  /// The first call in the sources, outside tests.
  private func firstCall(of names: [String]) -> ProjectLocation? {
    let calls = SourceCallSet(names.map { ($0, 0) })
    for file in index.sources.keys.sorted() where !index.isTest(file) {
      guard let tokens = index.sources[file]?.tokens, let match = calls.firstMatch(in: tokens) else { continue }
      return index.location(file, tokens.line(match), "The sources contain this call.")
    }
    return nil
  }

  /// The declaration of the app delegate or of the app, in which SDKs are configured.
  private var entryFile: (file: Int, line: Int)? {
    var found: [(file: Int, line: Int)] = []
    for file in index.sources.keys.sorted() where !index.isTest(file) && !index.isVendor(file) {
      for type in index.sources[file]?.types ?? []
      where type.inherits.contains("App") || type.name.hasSuffix("AppDelegate")
        || type.inherits.contains("UIApplicationDelegate")
      {
        found.append((file, type.line))
      }
    }
    return found.first
  }
}

extension ProjectIndex {
  /// Whether the app is also written in a language that is not read, such as Dart or JavaScript.
  var hasOtherLanguages: Bool {
    let names: Set<String> = [
      "pubspec.yaml", "package.json", "capacitor.config.json", "config.xml", "build.gradle.kts",
    ]
    return paths.contains { names.contains(ProjectFile.name(of: $0)) || $0.hasSuffix(".csproj") }
  }
}
