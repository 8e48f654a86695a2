import Bytes
import CrashReports

/// The app or extension of a project that a report is about.
enum CrashedProduct {
  /// The project builds it: the bundle identifier, or the name of the executable, is the same.
  case known([ProjectProduct])
  /// It may be one of these.
  case uncertain([ProjectProduct], reason: String)
  /// The report is about another app.
  case other(reason: String)

  var products: [ProjectProduct] {
    switch self {
    case .known(let products), .uncertain(let products, _): products
    case .other: []
    }
  }

  /// Names that project templates give to every app.
  private static let templateNames: Set<String> = ["Runner", "App", "Application", "main"]

  init(_ report: CrashReport, in index: ProjectIndex) {
    let products = index.products
    let process = report.process
    let identifier = process?.bundleID.flatMap { $0.contains(".") ? $0 : nil }
    // The kernel truncates names, but not paths.
    let path = process?.path.map(ProjectFile.name).flatMap { $0.isEmpty ? nil : $0 }
    let name = path ?? process?.name
    if let identifier {
      let same = products.filter { $0.identifiers.contains(identifier) }
      if !same.isEmpty {
        self = .known(same)
        return
      }
    }
    let named = name.map { name in products.filter { $0.executables.contains(name) || $0.name == name } } ?? []
    if let identifier, let first = named.first {
      if named.allSatisfy({ !$0.hasAllIdentifiers }), let name, !Self.templateNames.contains(name) {
        self = .known(named)
      } else if let own = first.identifiers.sorted().first {
        self = .uncertain(named, reason: "the project builds \(own), and the report is about \(identifier)")
      } else {
        self = .uncertain(named, reason: "the bundle identifier of the project is not known")
      }
      return
    }
    if let name, !named.isEmpty {
      self =
        Self.templateNames.contains(name)
        ? .uncertain(named, reason: "many apps are named \(name), and the report has no bundle identifier")
        : .known(named)
      return
    }
    let apps = products.filter { !$0.isExtension }
    if let stated = identifier ?? name, let first = apps.first ?? products.first {
      if products.allSatisfy({ $0.target == nil }), let file = Self.description(naming: [identifier, name], in: index) {
        self = .uncertain(apps, reason: "\(file) names the app, but the folder has no Xcode project")
      } else if let own = identifier == nil ? first.executables.sorted().first : first.identifiers.sorted().first {
        self = .other(reason: "The report is about \(stated), and the project builds \(own).")
      } else {
        self = .other(reason: "It is not known whether the project builds \(stated).")
      }
      return
    }
    self = .uncertain(apps, reason: "the report does not name the app")
  }

  /// Returns the name of a project generator's file that contains one of the names.
  private static func description(naming names: [String?], in index: ProjectIndex) -> String? {
    let patterns = names.compactMap { $0 }.filter { $0.utf8.count > 3 }.map { BytePattern(Array($0.utf8)) }
    let files = index.files.first { file in
      ["project.yml", "Project.swift", "app.json", "Package.swift", "config.xml"].contains(file.name)
        && patterns.contains { $0.firstOffset(in: file.bytes) != nil }
    }
    return files?.name
  }
}
