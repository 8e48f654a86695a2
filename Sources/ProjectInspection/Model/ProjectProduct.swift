/// A bundle that the project builds: an app or an extension, with what each build configuration puts into it.
struct ProjectProduct: Sendable {
  /// The keys of a property list in a bundle: those of the file, and those of build settings.
  struct Keys: Sendable {
    /// A key with its file.
    struct Found: Sendable {
      var file: Int
      var entry: InfoDictionary.Entry
    }
    /// The property list file; `nil` if settings alone make the list.
    var list: InfoDictionary?
    /// The keys of settings, which replace those of the file.
    var generated: [String: Found] = [:]
    /// The settings that variables in values are resolved with.
    var settings: BuildSettings?
    /// The file and line in which a missing key would be added.
    var location: (file: Int, line: Int)
    /// The paths of the files that were read.
    var files: [String]
    /// Why keys may exist that were not found; `nil` if all are known.
    var doubt: String?
    /// Whether the list is a file of XML, into which a key can be inserted.
    var isXML = false
    /// Whether no file exists and settings alone make the list.
    var isGenerated: Bool { list == nil }

    /// Returns a key with its value, in which variables are replaced as far as their values are in the folder.
    subscript(_ key: String) -> Found? {
      if let found = generated[key] { return found }
      guard let list, var entry = list.entries[key] else { return nil }
      if let settings {
        for (index, text) in entry.texts.enumerated() where text.text.contains("$") {
          if let value = settings.expanded(text.text) { entry.texts[index].text = value }
        }
      }
      return Found(file: list.file, entry: entry)
    }
  }

  /// What one build configuration puts into the bundle.
  struct Variant: Sendable {
    /// The name of the configuration; empty without an Xcode project.
    var name = ""
    var executable: String?
    var identifier: String?
    var info: Keys?
    var entitlements: Keys?
    /// Why `info` is `nil`.
    var infoDoubt = "no Info.plist was found"
    var entitlementDoubt = "no entitlements file was found"
  }

  var name: String
  var isExtension = false
  /// Whether it runs on macOS only.
  var isMac = false
  /// The indices of the project and of its target; `nil` without an Xcode project.
  var target: (project: Int, target: Int)?
  var variants: [Variant] = []

  var identifiers: Set<String> { Set(variants.compactMap(\.identifier)) }
  var executables: Set<String> { Set(variants.compactMap(\.executable)) }
  /// Whether the bundle identifier of each configuration is known.
  var hasAllIdentifiers: Bool { variants.allSatisfy { $0.identifier != nil } }
}

extension ProjectIndex {
  /// The maximum number of configurations of all targets together.
  private static var maxVariantCount: Int { 1000 }

  /// The apps and extensions that the project builds. Without an Xcode project, the app of the only Info.plist of an app.
  func findProducts() -> [ProjectProduct] {
    var products: [ProjectProduct] = []
    var variantsLeft = Self.maxVariantCount
    for (number, project) in projects.enumerated() where !isVendor(project.file) {
      for (position, target) in project.targets.enumerated()
      where !target.isTest && (target.isAnyApplication || target.isExtension) {
        variantsLeft -= max(1, target.configurations.count)
        // What is not read cannot be compared.
        guard variantsLeft >= 0 else { return [] }
        products.append(product(number, position))
      }
    }
    if !products.isEmpty { return products }
    let apps = dictionaries.filter { isAppDictionary($0) }
    return apps.prefix(20).map { dictionary in
      var product = ProjectProduct(name: ProjectFile.name(of: ProjectFile.folder(of: files[dictionary.file].path)))
      var variant = ProjectProduct.Variant()
      variant.info = keys(of: dictionary)
      variant.identifier = literal(dictionary, "CFBundleIdentifier")
      variant.executable = literal(dictionary, "CFBundleExecutable")
      variant.entitlementDoubt = "the folder has no Xcode project that names an entitlements file"
      product.variants = [variant]
      return product
    }
  }

  /// Whether the list is the Info.plist of an app that is not a test and not third-party code.
  private func isAppDictionary(_ dictionary: InfoDictionary) -> Bool {
    guard !isTest(dictionary.file), !isVendor(dictionary.file), dictionary.entries["NSExtension"] == nil,
      ProjectFile.suffix(of: files[dictionary.file].path) == "plist"
    else { return false }
    return dictionary.entries["CFBundlePackageType"]?.texts.first?.text == "APPL"
      || dictionary.entries["UILaunchStoryboardName"] != nil || dictionary.entries["LSRequiresIPhoneOS"] != nil
  }

  private func literal(_ dictionary: InfoDictionary, _ key: String) -> String? {
    dictionary.entries[key]?.texts.first.flatMap { $0.text.contains("$") ? nil : $0.text }
  }

  private func keys(of dictionary: InfoDictionary) -> ProjectProduct.Keys {
    let file = files[dictionary.file]
    return ProjectProduct.Keys(
      list: dictionary, location: (dictionary.file, dictionary.line), files: [file.path],
      doubt: dictionary.isComplete ? nil : "\(file.name) is damaged",
      isXML: !dictionary.isBinary && file.bytes.contains(UInt8(ascii: "<")))
  }

  private func product(_ number: Int, _ position: Int) -> ProjectProduct {
    let project = projects[number]
    let target = project.targets[position]
    var product = ProjectProduct(name: target.name, isExtension: target.isExtension, target: (number, position))
    let platforms = project.values(of: "SUPPORTED_PLATFORMS", for: target) + project.values(of: "SDKROOT", for: target)
    product.isMac = !platforms.isEmpty && platforms.allSatisfy { $0.value == "macosx" }
    let names = target.configurations.isEmpty ? [""] : target.configurations.map(\.name)
    product.variants = names.map { name in
      let settings = BuildSettings(self, project, target, configuration: name)
      var variant = ProjectProduct.Variant(name: name)
      readInfo(&variant, settings, project, target)
      readEntitlements(&variant, settings, project, target)
      let product =
        switch settings.value("PRODUCT_NAME") {
        case .value(let text, _, _): Optional(text)
        case .unset: target.name
        case .unresolved: String?.none
        }
      let executable = variant.info?["CFBundleExecutable"]?.entry.texts.first?.text
      variant.executable = executable.flatMap(settings.expanded) ?? product
      let stated = variant.info?["CFBundleIdentifier"]?.entry.texts.first?.text
      variant.identifier =
        stated.map { settings.expanded($0) } ?? settings.value("PRODUCT_BUNDLE_IDENTIFIER").text
      return variant
    }
    return product
  }

  /// Returns the path of a setting, relative to the folder that was read; `nil` if it is outside of it.
  private func path(_ text: String, _ project: XcodeProject) -> String? {
    var text = text
    if text.hasPrefix(BuildSettings.root) {
      text = String(text.dropFirst().drop { $0 == "/" })
    } else if text.hasPrefix("/") {
      return nil
    }
    return ProjectFile.join(project.folder, text)
  }

  private func dictionary(at path: String) -> InfoDictionary? {
    dictionariesByPath[path].map { dictionaries[$0] }
  }

  private func readInfo(
    _ variant: inout ProjectProduct.Variant, _ settings: BuildSettings, _ project: XcodeProject,
    _ target: XcodeProject.Target
  ) {
    let isGenerated = settings.value("GENERATE_INFOPLIST_FILE").text == "YES"
    var keys = ProjectProduct.Keys(location: (project.file, target.line), files: [files[project.file].path])
    switch settings.value("INFOPLIST_FILE") {
    case .value(let text, _, _) where !text.isEmpty:
      guard let path = path(text, project), let found = dictionary(at: path)
      else {
        variant.infoDoubt = "\(ProjectFile.name(of: text)) cannot be read"
        return
      }
      keys = self.keys(of: found)
      keys.settings = settings
    case .unresolved(let name):
      variant.infoDoubt = "INFOPLIST_FILE depends on \(name)"
      return
    default:
      guard isGenerated else { return }
    }
    if isGenerated {
      if keys.files.first != files[project.file].path { keys.files.append(files[project.file].path) }
      for key in settings.keys(prefix: "INFOPLIST_KEY_") {
        guard case .value(let text, let file, let line) = settings.value(key) else {
          keys.doubt = "\(key) cannot be resolved"
          continue
        }
        var entry = InfoDictionary.Entry(line: line)
        let words = key.hasSuffix("UIBackgroundModes") ? text.split(separator: " ").map(String.init) : [text]
        for word in words { entry.append(word == "YES" ? "true" : word == "NO" ? "false" : word, line) }
        entry.isEmptyText = text.isEmpty
        keys.generated[String(key.dropFirst("INFOPLIST_KEY_".count))] = .init(file: file, entry: entry)
      }
    }
    if settings.value("INFOPLIST_PREPROCESS").text == "YES" { keys.doubt = "Info.plist is preprocessed" }
    if let missing = settings.missingFile { keys.doubt = "\(missing) is not in the folder" }
    variant.info = keys
  }

  private func readEntitlements(
    _ variant: inout ProjectProduct.Variant, _ settings: BuildSettings, _ project: XcodeProject,
    _ target: XcodeProject.Target
  ) {
    switch settings.value("CODE_SIGN_ENTITLEMENTS") {
    case .value(let text, _, _) where !text.isEmpty:
      guard let path = path(text, project), let found = dictionary(at: path)
      else {
        variant.entitlementDoubt = "\(ProjectFile.name(of: text)) cannot be read"
        return
      }
      variant.entitlements = keys(of: found)
    case .unresolved(let name): variant.entitlementDoubt = "CODE_SIGN_ENTITLEMENTS depends on \(name)"
    default:
      variant.entitlements = ProjectProduct.Keys(
        location: (project.file, target.line), files: [files[project.file].path])
    }
  }
}
