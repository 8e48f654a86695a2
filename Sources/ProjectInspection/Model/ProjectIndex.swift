package import CrashReports
import Diagnosis
import Vocabulary
package import Platform
import SourceText

/// The parsed nibs, sources, property lists and Xcode projects of a project.
package struct ProjectIndex: Sendable {
  /// Notes about files that could not be read, or only in part. Empty if everything was read.
  package let notes: [Note]
  /// False if not everything was read. In that case, nothing is reported as missing.
  let isComplete: Bool
  /// Whether this is pasted code: a part of a file of an unknown project.
  let isExcerpt: Bool
  let files: [ProjectFile]
  /// The paths of every file and folder found, including those that are not read.
  let paths: Set<String>
  let documents: [InterfaceDocument]
  let dictionaries: [InfoDictionary]
  /// The settings of each .xcconfig file, by its path.
  let settingFiles: [String: SettingFile]
  let projects: [XcodeProject]
  /// The declarations in each source file, by index of the file.
  let sources: [Int: SourceDeclarations]
  let classes: [String: ProjectClass]
  let enumerations: Set<String>
  /// Whether code of the project is outside the folder, so that a class or property may be declared there.
  let hasExternalCode: Bool
  /// The indices of the documents, by the name that code loads them with.
  let documentsByName: [String: [Int]]
  /// The keys that extensions and categories of classes outside the project add.
  private let keysOfExtensions: KeyNames
  /// The paths of third-party files.
  let vendorPaths: Set<String>
  /// The names of the classes that the project defines, sorted.
  let definedNames: [String]
  /// The indices of the property lists, by their paths.
  let dictionariesByPath: [String: Int]
  /// The apps and extensions that the project builds.
  private(set) var products: [ProjectProduct] = []

  /// Returns whether the content of a file with this name is read.
  package static func reads(_ name: String) -> Bool { ProjectWalk.reads(name) }

  /// The number of files that were read.
  package var fileCount: Int { files.count }

  /// Returns the index of a folder, or `nil` if the folder cannot be listed.
  ///
  /// - Parameter isCanceled: Called between files. If it returns true, the index is incomplete.
  package static func read(
    _ root: FilePath, limits: ProjectLimits = ProjectLimits(), isCanceled: () -> Bool = { false }
  ) -> ProjectIndex? {
    guard let walk = ProjectWalk.walk(root, limits, isCanceled) else { return nil }
    return ProjectIndex(
      files: walk.files, paths: walk.paths, notes: walk.notes, isComplete: walk.isComplete, isExcerpt: false,
      isCanceled: isCanceled)
  }

  /// Creates the index of files in memory. `paths` adds the paths of files without content.
  package init(files: [ProjectFile], paths: Set<String> = [], notes: [Note] = [], isComplete: Bool = true) {
    self.init(files: files, paths: paths, notes: notes, isComplete: isComplete, isExcerpt: false)
  }

  /// Creates the index of pasted code: a project of one file, of which other files are not known.
  init(excerpt: ProjectFile) {
    self.init(files: [excerpt], paths: [], notes: [], isComplete: false, isExcerpt: true)
  }

  private init(
    files: [ProjectFile], paths: Set<String>, notes: [Note], isComplete: Bool, isExcerpt: Bool,
    isCanceled: () -> Bool = { false }
  ) {
    var isComplete = isComplete
    var notes = notes
    var documents: [InterfaceDocument] = []
    var dictionaries: [InfoDictionary] = []
    var projects: [XcodeProject] = []
    var settingFiles: [String: SettingFile] = [:]
    var sources: [Int: SourceDeclarations] = [:]
    for (index, file) in files.enumerated() {
      if isCanceled() {
        isComplete = false
        break
      }
      switch ProjectFile.suffix(of: file.path) {
      case "xib", "storyboard":
        let kind: InterfaceDocument.Kind = ProjectFile.suffix(of: file.path) == "xib" ? .xib : .storyboard
        guard let (document, damagedLine) = InterfaceDocument.read(file, index: index, kind: kind) else { continue }
        documents.append(document)
        if let damagedLine {
          notes.append(
            Note("document-damaged", "\(file.path): damaged; cannot be read from line \(damagedLine) on.", line: nil))
        }
      case "plist", "entitlements":
        if let dictionary = InfoDictionary.read(file, index: index) { dictionaries.append(dictionary) }
      case "xcconfig": settingFiles[file.path] = SettingFile(file, index: index)
      case "pbxproj":
        if let project = XcodeProject.read(file, index: index) {
          projects.append(project)
        } else {
          notes.append(Note("project-damaged", "\(file.path): cannot be read."))
        }
      case "swift": sources[index] = SourceDeclarations.read(file.bytes, .swift, isExcerpt: isExcerpt)
      case let suffix where ProjectWalk.sourceSuffixes.contains(suffix):
        sources[index] = SourceDeclarations.read(file.bytes, .objectiveC, isExcerpt: isExcerpt)
      default: break
      }
    }
    self.notes = notes
    self.isComplete = isComplete
    self.isExcerpt = isExcerpt
    self.files = files
    let all = paths.union(files.map(\.path))
    self.paths = all
    self.documents = documents
    self.dictionaries = dictionaries
    self.projects = projects
    self.settingFiles = settingFiles
    self.sources = sources
    (classes, keysOfExtensions) = Self.classes(of: sources)
    definedNames = classes.values.filter(\.isDefined).map(\.name).sorted()
    vendorPaths = Set(files.map(\.path).filter(Self.isVendor))
    enumerations = sources.values.reduce(into: []) { $0.formUnion($1.enumerations) }
    documentsByName = Dictionary(grouping: documents.indices) { documents[$0].name }
    hasExternalCode = projects.contains(where: \.hasExternalCode) || Self.usesExternalCode(files, all)
    dictionariesByPath = Dictionary(
      dictionaries.enumerated().map { (files[$0.element.file].path, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    products = findProducts()
  }

  /// Returns the classes by their names, and the keys that extensions of classes outside the project add.
  private static func classes(of sources: [Int: SourceDeclarations]) -> ([String: ProjectClass], KeyNames) {
    var classes: [String: ProjectClass] = [:]
    for file in sources.keys.sorted() {
      for type in sources[file]?.types ?? [] {
        // Extensions of protocols, structures and enumerations cannot be distinguished from those of classes. They are
        // harmless.
        if type.kind == .other { continue }
        classes[type.name, default: ProjectClass(name: type.name)].add(.init(file: file, type: type))
        if let name = type.objectiveCName, name != type.name {
          classes[name, default: ProjectClass(name: name)].add(.init(file: file, type: type))
        }
      }
    }
    var keysOfExtensions = KeyNames()
    for name in Array(classes.keys) {
      classes[name]?.indexKeys()
      if let type = classes[name], !type.isDefined { keysOfExtensions.add(type.declarations) }
    }
    return (classes, keysOfExtensions)
  }

  /// Returns whether the project uses a dependency manager or prebuilt libraries whose sources are not in the folder.
  private static func usesExternalCode(_ files: [ProjectFile], _ paths: Set<String>) -> Bool {
    for file in files {
      switch file.name {
      case "Cartfile": return true
      case "Podfile":
        if !files.contains(where: {
          $0.path.contains("Pods/") && ["swift", "m"].contains(ProjectFile.suffix(of: $0.path))
        }) {
          return true
        }
      case "Package.swift":
        if SourceTokenizer.tokens(of: file.bytes, .swift)[...].contains([".", "package", "("]) { return true }
      default: break
      }
    }
    return paths.contains { ["framework", "xcframework", "a"].contains(ProjectFile.suffix(of: $0)) }
  }

  // MARK: Lookup

  private static let vendorFolders = DependencyFolders.managers.union(DependencyFolders.checkouts)
    .union(["Vendor", "vendor", "ThirdParty", "Third-Party", "third_party", "External", "Externals"])

  /// Whether the file is third-party code. Its classes are known, but its faults are not reported.
  func isVendor(_ file: Int) -> Bool { vendorPaths.contains(files[file].path) }

  private static func isVendor(_ path: String) -> Bool {
    path.split(separator: "/").contains { vendorFolders.contains(String($0)) }
  }

  /// Whether the file is in a folder of tests.
  func isTest(_ file: Int) -> Bool {
    files[file].path.split(separator: "/").contains { $0.hasSuffix("Tests") || $0 == "Tests" }
  }

  /// Returns the location of a line, with a statement of what the line proves.
  func location(_ file: Int, _ line: Int, _ statement: String) -> ProjectLocation {
    ProjectLocation(path: files[file].path, line: line, text: files[file].quotation(line), statement: statement)
  }

  /// The classes of the project, sorted by name.
  var sortedClasses: [ProjectClass] { classes.values.sorted { $0.name < $1.name } }

  /// Returns the class and its superclasses in the project, and the first superclass outside the project.
  func chain(of name: String) -> (classes: [ProjectClass], root: String?) {
    var found: [ProjectClass] = []
    var next: String? = name
    while let name = next, found.count < 32, !found.contains(where: { $0.name == name }) {
      guard let type = classes[name], type.isDefined else { return (found, name) }
      found.append(type)
      next = type.superclass
    }
    return (found, next)
  }

  /// Returns the location of the `@IBDesignable` or `IB_DESIGNABLE` that makes Interface Builder draw the class: its
  /// own or that of a superclass.
  func designable(_ name: String) -> (file: Int, line: Int)? {
    for type in chain(of: name).classes {
      if let location = type.designable { return location }
    }
    return nil
  }

  /// The classes in the user's own code that Interface Builder draws.
  var designableClasses: [ProjectClass] {
    sortedClasses.filter { type in
      guard type.isDefined, let location = type.location, !isVendor(location.file) else { return false }
      return designable(type.name) != nil
    }
  }

  private static let systemPrefixes = [
    "UI", "NS", "CA", "MK", "WK", "AV", "SC", "MTK", "GLK", "PDF", "PK", "QL", "SK", "MP", "CL", "CN", "EK", "SF", "AR",
    "ASAuth", "CI", "IK", "TV", "WKInterface", "GK", "PH", "SPK", "RealityKit", "SwiftUI", "AB", "MF", "ES",
  ]

  /// Whether the name has the prefix of an Apple framework and the project does not define the class.
  func isSystemClass(_ name: String) -> Bool {
    guard classes[name]?.isDefined != true else { return false }
    return Self.systemPrefixes.contains { prefix in
      guard name.hasPrefix(prefix), name.count > prefix.count + 2 else { return false }
      let rest = name.dropFirst(prefix.count)
      return rest.first?.isUppercase == true && rest.dropFirst().first?.isLowercase == true
    }
  }

  /// Whether an extension or category of a class outside the project adds the key.
  func extensionsHaveKey(_ key: String) -> Bool {
    keysOfExtensions.contains(key)
  }

  /// Returns the name of the nib if an instance of `type` runs the code. A method that returns the name is looked up
  /// from the class of the instance upward, so that overrides take effect.
  func nibName(_ use: NibUse, for type: String) -> String? {
    guard case .member(let member) = use.name else { return use.resolved(for: type) }
    for owner in chain(of: type).classes {
      let bodies =
        owner.methods(named: member).map { ($0.file, $0.method.body) }
        + owner.properties(named: member).compactMap { file, property in property.accessors.map { (file, $0) } }
      guard let (file, body) = bodies.first else { continue }
      // Only a body of one expression always returns the same name.
      guard bodies.count == 1, body.count < 60,
        !body.contains(where: { [";", "if", "switch"].contains($0.text) && $0.kind != .string })
          || body.last?.text == ";"
      else { return nil }
      var expression = body
      if expression.first?.text == "return" { expression = expression.dropFirst() }
      if expression.last?.text == ";" { expression = expression.dropLast() }
      guard !expression.contains(where: { $0.kind == .word && ["if", "switch", "return"].contains($0.text) }) else {
        return nil
      }
      switch NibUse.name(expression, scope: tokens(of: owner.name, file: file)) {
      case .literal(let text): return text
      case .ofClass(let named): return named ?? type
      case .member, .unknown: return nil
      }
    }
    return nil
  }

  /// Returns the targets that compile a source file, with their projects.
  func targets(compiling file: Int) -> [(project: XcodeProject, target: XcodeProject.Target)] {
    projects.flatMap { project in
      project.targets.filter { $0.compiles(files[file].path) }.map { (project, $0) }
    }
  }

  /// Returns the targets that copy a resource, with their projects.
  func targets(copying path: String) -> [(project: XcodeProject, target: XcodeProject.Target)] {
    projects.flatMap { project in project.targets.filter { $0.copies(path) || $0.compiles(path) }.map { (project, $0) }
    }
  }

  /// Whether the file's folder or a folder above it contains a Swift package manifest.
  func isInPackage(_ path: String) -> Bool {
    var folder = ProjectFile.folder(of: path)
    for _ in 0..<64 {
      if paths.contains(folder.isEmpty ? "Package.swift" : folder + "/Package.swift") { return true }
      if folder.isEmpty { return false }
      folder = ProjectFile.folder(of: folder)
    }
    return false
  }
}
