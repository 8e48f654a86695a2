import CrashReports
import Diagnosis
import History
import Signatures
import UserFiles
import Presentation
import Platform
import Vocabulary

/// A location that a configuration names for symbol files.
struct SymbolLocation: Sendable {
  /// The absolute path.
  var path: String
  /// The files to which it may lead, for a found configuration; `nil` for all.
  var scope: FoundScope?
}

/// The combined settings of all configurations. All paths are absolute.
struct Settings: Sendable {
  /// The files that were read, in order of precedence.
  var files: [(name: String, configuration: Configuration)] = []
  var database: String?
  var symbolPaths: [SymbolLocation] = []
  var patternFiles: [PatternSource] = []
  /// The disabled patterns, each with the file that disables it.
  var disabledPatterns: [(id: String, by: UserFile, location: Configuration.Located)] = []
  var watchedFolders: [String]?
  var settle: Double?
  var rescan: Double?
  var failOn: [FailCondition]?
  var bundleIDs: [String]?
  var images: [String]?
  var hosts: [String]?
  var sourceMap: [(from: String, to: String)]?
  /// Folders in which source files of findings are searched.
  var sourceRoots: [String]?
  var buildOrder: BuildOrderRules.Basis?
  var buildList: [String]?
  var buildsOutside: [String]?
  /// The retention period in seconds. Older reports are removed when `ingest` or `watch` starts.
  var retention: Double?
  /// The retention period that applies only to one database, which the same file names.
  var ownRetention: (database: String, seconds: Double)?
  var keepsRaw: Bool?
  /// How many changes the server of a shared history may lack.
  var maxUnsent: Int?
  /// Words that no redacted copy may contain.
  var privateNames: [String]?
  /// What found configurations state without effect.
  var ignored: [IgnoredSetting] = []

  /// Returns the retention period for the database at a path, in seconds.
  func retention(of database: String) -> Double? {
    if let retention { return retention }
    return ownRetention.flatMap { $0.database == database ? $0.seconds : nil }
  }

  /// The rules by which the history groups reports and orders builds.
  var historyRules: HistoryRules {
    var rules = HistoryRules(
      signatures: imageRules,
      builds: BuildOrderRules(basis: buildOrder ?? .build, list: buildList ?? [], outside: buildsOutside ?? []))
    if let maxUnsent { rules.maxUnsent = maxUnsent }
    return rules
  }

  /// The user's image rules, which take precedence over the built-in lists.
  var imageRules: ImageRules { ImageRules(apps: (images ?? []) + (bundleIDs ?? []), hosts: hosts ?? []) }
}

/// A setting of a found configuration that has no effect.
struct IgnoredSetting: Sendable {
  /// The name of the configuration.
  var file: String
  /// The line of the setting, from 1.
  var line: Int
  /// The setting, and the value if only that is ignored.
  var subject: String
  /// Completes "SETTING …".
  var reason: String
  /// An origin that may set it; `nil` if the value cannot be used.
  var permitted: ConfigurationOrigin?

  /// One line: what, where, and how to permit it.
  var text: String {
    let way =
      switch permitted {
      case nil: ""
      case .trusted: "; to allow it: diagnose trust"
      case .found, .named, .user: "; to allow it: name the file with --config, or set it in your own configuration"
      }
    return "\(Terminal.quotedFileName(file)):\(line): \(subject) \(reason)\(way)"
  }
}

extension Settings {
  /// Adds the settings of a file. Files are added in order of precedence: a single value keeps its first setting; lists
  /// of paths and of disabled patterns are combined. A found configuration that the user does not trust is added last,
  /// and its lists are added to those of the others.
  ///
  /// Throws if a path of a file that the user named cannot be resolved. A path that a found configuration may not name is
  /// omitted and noted in `ignored`.
  mutating func add(_ configuration: Configuration, _ file: UserFile, _ resolver: PathResolver) throws {
    files.append((file.name, configuration))
    let origin = configuration.origin
    ignored += configuration.ignored.map { setting in
      IgnoredSetting(
        file: file.name, line: setting.line, subject: setting.key,
        reason: origin == .trusted
          ? "has no effect in a trusted configuration" : "has no effect in a configuration that was found",
        permitted: Self.permitting(setting.key, origin))
    }
    var faults: [FileFault] = []
    var refused: [IgnoredSetting] = []
    func permitted<Value>(
      _ placed: Configuration.Located, _ key: String, _ found: Result<Value, PathResolver.Refusal>
    ) -> Value? {
      switch found {
      case .success(let value): return value
      case .failure(let refusal):
        if resolver.scope == nil {
          faults.append(
            FileFault(line: placed.line, column: placed.column, "'\(placed.text.prefix(100))' \(refusal.message)"))
        } else {
          refused.append(
            IgnoredSetting(
              file: file.name, line: placed.line, subject: "\(key): '\(BriefText.cut(placed.text, 100))'",
              reason: refusal.message + ", and has no effect",
              permitted: !refusal.isForbidden ? nil : resolver.wouldPermit(placed.text, key) ? .trusted : .named))
        }
        return nil
      }
    }
    func path(_ placed: Configuration.Located, _ key: String) -> String? {
      permitted(placed, key, resolver.path(placed.text, key))
    }
    if let placed = configuration.databasePath,
      let found = permitted(placed, "database.path", resolver.database(placed.text))
    {
      database = database ?? found
      if let own = configuration.retention,
        ConfigurationKeys.permission("database.retention", origin) == .ownDatabase
      {
        ownRetention = ownRetention ?? (found, own)
      }
    } else if configuration.retention != nil,
      ConfigurationKeys.permission("database.retention", origin) == .ownDatabase
    {
      refused.append(
        IgnoredSetting(
          file: file.name, line: 1, subject: "database.retention",
          reason: "has no effect, because the file names no database", permitted: .named))
    }
    symbolPaths += (configuration.symbolPaths ?? []).compactMap { placed in
      path(placed, "symbols.paths").map { SymbolLocation(path: $0, scope: origin == .found ? resolver.scope : nil) }
    }
    patternFiles += sources(configuration, resolver, permitted)
    disabledPatterns += (configuration.disabledPatterns ?? []).map { ($0.text, file, $0) }
    if let folders = configuration.watchedFolders?.compactMap({ path($0, "watch.directories") }) {
      watchedFolders = watchedFolders ?? folders
    }
    settle = settle ?? configuration.settle
    rescan = rescan ?? configuration.rescan
    combine(\.failOn, configuration.failOn?.compactMap { FailCondition(rawValue: $0.rawValue) }, "fail-on", origin)
    combine(\.bundleIDs, configuration.bundleIDs, "app.bundle-ids", origin)
    combine(\.images, configuration.images, "app.images", origin)
    combine(\.hosts, configuration.hosts, "app.hosts", origin)
    combine(\.sourceMap, configuration.sourceMap, "source.map", origin)
    if let folders = configuration.sourceRoots?.compactMap({ path($0, "source.roots") }), !folders.isEmpty {
      sourceRoots = sourceRoots ?? folders
    }
    if buildOrder == nil, let order = configuration.buildOrder {
      buildOrder = BuildOrderRules.Basis(rawValue: order.rawValue)
      buildList = configuration.buildList
    }
    buildsOutside = buildsOutside ?? configuration.buildsOutside
    if ConfigurationKeys.permission("database.retention", origin) == .any {
      retention = retention ?? configuration.retention
    }
    keepsRaw = keepsRaw ?? configuration.keepsRaw
    maxUnsent = maxUnsent ?? configuration.maxUnsent
    if let names = configuration.privateNames { privateNames = (privateNames ?? []) + names }
    ignored += refused
    guard faults.isEmpty else {
      file.explain(faults)
      throw CommandFault(.wrongConfiguration)
    }
  }

  /// Sets a list that no file with higher precedence has set, or adds to it what a file may only add.
  private mutating func combine<Element>(
    _ list: WritableKeyPath<Settings, [Element]?>, _ values: [Element]?, _ key: String, _ origin: ConfigurationOrigin
  ) {
    guard let values else { return }
    switch (self[keyPath: list], ConfigurationKeys.permission(key, origin)) {
    case (nil, _): self[keyPath: list] = values
    case (let known?, .addition): self[keyPath: list] = known + values
    default: break
    }
  }

  /// The maximum size of all pattern files of a found configuration together, in bytes.
  private static let maxFoundPatterns = 8 << 20

  private func sources(
    _ configuration: Configuration, _ resolver: PathResolver,
    _ permitted: (Configuration.Located, String, Result<PatternSource, PathResolver.Refusal>) -> PatternSource?
  ) -> [PatternSource] {
    var remaining = Self.maxFoundPatterns
    return (configuration.patternFiles ?? []).compactMap { placed in
      guard resolver.scope != nil else {
        return permitted(placed, "patterns.files", resolver.path(placed.text, "patterns.files").map(PatternSource.init))
      }
      guard remaining > 0 else {
        return permitted(
          placed, "patterns.files", .failure(.init(message: "is beyond the limit of 8 MB for all pattern files", isForbidden: false)))
      }
      let found = permitted(placed, "patterns.files", PatternSource.found(placed, resolver))
      remaining -= found?.file?.bytes.count ?? 0
      return found
    }
  }

  /// Returns the origin to suggest for a setting that a file of another origin may not set.
  private static func permitting(_ key: String, _ origin: ConfigurationOrigin) -> ConfigurationOrigin {
    origin == .found && ConfigurationKeys.permission(key, .trusted) != .nothing ? .trusted : .named
  }
}
