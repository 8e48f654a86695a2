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
    let areKnown = products.allSatisfy { identifier == nil ? !$0.executables.isEmpty : $0.hasAllIdentifiers }
    if let stated = identifier ?? name, areKnown, !products.isEmpty {
      let own = apps.first ?? products[0]
      let other = identifier == nil ? own.executables.sorted().first : own.identifiers.sorted().first
      self = .other(reason: "The report is about \(stated), and the project builds \(other ?? own.name).")
      return
    }
    self = .uncertain(
      apps,
      reason: identifier ?? name == nil
        ? "the report does not name the app" : "the name of the project's app is not known")
  }
}
