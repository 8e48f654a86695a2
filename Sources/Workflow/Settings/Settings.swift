package import CrashReports
import Diagnosis
package import History
import Signatures
package import UserFiles
import Presentation
package import Platform
import Vocabulary
import YAMLText

/// A location that a configuration names for symbol files.
package struct SymbolLocation: Sendable {
  /// The absolute path.
  package var path: String
  /// The files to which it may lead, for a found configuration; `nil` for all.
  var scope: FoundScope?
}

/// The combined settings of all configurations. All paths are absolute.
package struct Settings: Sendable {
  /// The files that were read, in order of precedence.
  package var files: [(name: String, path: FilePath?, configuration: Configuration)] = []
  /// The path or address of the history.
  package var database: String?
  /// The locations that are searched for symbol files.
  package var symbolPaths: [SymbolLocation] = []
  /// The servers that are asked for symbol files, each with the file that names it.
  package var symbolServers: [(entry: Configuration.ServerEntry, by: UserFile)] = []
  /// The files with custom patterns.
  package var patternFiles: [PatternSource] = []
  /// The disabled patterns, each with the file that disables it.
  package var disabledPatterns: [(id: String, by: UserFile, location: Configuration.Located)] = []
  /// The folders that `watch` watches if none is named.
  package var watchedFolders: [String]?
  /// The time without changes after which `watch` reads a file, in seconds.
  package var settle: Double?
  /// The interval at which `watch` searches its folders again, in seconds.
  package var rescan: Double?
  /// The conditions of `--fail-on`.
  package var failOn: [FailCondition]?
  /// Bundle identifiers of the user's apps.
  package var bundleIDs: [String]?
  /// Names of the user's images.
  package var images: [String]?
  /// Names of programs that run the user's code.
  package var hosts: [String]?
  /// Prefixes of source paths, and what replaces them.
  package var sourceMap: [(from: String, to: String)]?
  /// Folders in which source files of findings are searched.
  package var sourceRoots: [String]?
  /// By what builds are ordered.
  package var buildOrder: BuildOrderRules.Basis?
  /// The builds in their order.
  package var buildList: [String]?
  /// The builds that no order includes.
  package var buildsOutside: [String]?
  /// The retention period in seconds. Older reports are removed when `ingest` or `watch` starts.
  package var retention: Double?
  /// The retention period that applies only to one database, which the same file names.
  package var ownRetention: (database: String, seconds: Double)?
  /// Whether the history stores the bytes of reports.
  package var keepsRaw: Bool?
  /// How many changes the server of a shared history may lack.
  package var maxUnsent: Int?
  /// Words that no redacted copy may contain.
  package var privateNames: [String]?
  /// Those of the user, without those of found configurations, which do not decide what is stored.
  package var ownPrivateNames: [String] = []
  /// The rules for alerts. Paths of files with secrets are absolute.
  package var alerts: [AlertRule]?
  /// What found configurations state without effect.
  package var ignored: [IgnoredSetting] = []

  /// No settings.
  package init() {}

  /// Returns the retention period for the database at a path, in seconds.
  package func retention(of database: String) -> Double? {
    if let retention { return retention }
    return ownRetention.flatMap { $0.database == database ? $0.seconds : nil }
  }

  /// The rules by which the history groups reports and orders builds.
  package var historyRules: HistoryRules {
    var rules = HistoryRules(
      signatures: imageRules,
      builds: BuildOrderRules(basis: buildOrder ?? .build, list: buildList ?? [], outside: buildsOutside ?? []))
    if let maxUnsent { rules.maxUnsent = maxUnsent }
    return rules
  }

  /// The user's image rules, which take precedence over the built-in lists.
  package var imageRules: ImageRules { ImageRules(apps: (images ?? []) + (bundleIDs ?? []), hosts: hosts ?? []) }
}

/// A setting of a found configuration that has no effect.
package struct IgnoredSetting: Sendable {
  /// The name of the configuration.
  package var file: String
  /// The line of the setting, from 1.
  package var line: Int
  /// The setting, and the value if only that is ignored.
  package var subject: String
  /// Completes "SETTING …".
  var reason: String
  /// An origin that may set it; `nil` if the value cannot be used.
  package var permitted: ConfigurationOrigin?

  /// One line: what, where, and how to permit it.
  package var text: String {
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
  package mutating func add(_ configuration: Configuration, _ file: UserFile, _ resolver: PathResolver) throws {
    files.append((file.name, file.path, configuration))
    let origin = configuration.origin
    ignored += configuration.ignored.map { setting in
      IgnoredSetting(
        file: file.name, line: setting.line, subject: setting.key,
        reason: origin == .trusted
          ? "has no effect in a trusted configuration" : "has no effect in a configuration that was found",
        permitted: origin == .found && ConfigurationKeys.permission(setting.key, .trusted) != .nothing
          ? .trusted : .named)
    }
    var paths = ConfiguredPaths(file, resolver)
    addDatabase(configuration, &paths)
    addPaths(configuration, &paths)
    symbolServers += (configuration.symbolServers ?? []).map { ($0, file) }
    disabledPatterns += (configuration.disabledPatterns ?? []).map { ($0.text, file, $0) }
    settle = settle ?? configuration.settle
    rescan = rescan ?? configuration.rescan
    if alerts == nil, let rules = configuration.alerts { alerts = rules.map { paths.resolved($0) } }
    combine(\.failOn, configuration.failOn?.compactMap { FailCondition(rawValue: $0.rawValue) }, "fail-on", origin)
    combine(\.bundleIDs, configuration.bundleIDs, "app.bundle-ids", origin)
    combine(\.images, configuration.images, "app.images", origin)
    combine(\.hosts, configuration.hosts, "app.hosts", origin)
    combine(\.sourceMap, configuration.sourceMap, "source.map", origin)
    if buildOrder == nil, let order = configuration.buildOrder {
      buildOrder = BuildOrderRules.Basis(rawValue: order.rawValue)
      buildList = configuration.buildList
    }
    buildsOutside = buildsOutside ?? configuration.buildsOutside
    if let names = configuration.privateNames {
      privateNames = (privateNames ?? []) + names
      if configuration.origin != .found { ownPrivateNames += names }
    }
    ignored += paths.refused
    guard paths.faults.isEmpty else {
      file.explain(paths.faults)
      throw CommandFault(.wrongConfiguration)
    }
  }

  private mutating func addDatabase(_ configuration: Configuration, _ paths: inout ConfiguredPaths) {
    keepsRaw = keepsRaw ?? configuration.keepsRaw
    maxUnsent = maxUnsent ?? configuration.maxUnsent
    let named = configuration.databasePath.flatMap {
      paths.permitted($0, "database.path", paths.resolver.database($0.text))
    }
    database = database ?? named
    guard let seconds = configuration.retention else { return }
    switch (ConfigurationKeys.permission("database.retention", configuration.origin), named) {
    case (.ownDatabase, let named?): ownRetention = ownRetention ?? (named, seconds)
    case (.ownDatabase, nil):
      paths.refused.append(
        IgnoredSetting(
          file: paths.file.name, line: 1, subject: "database.retention",
          reason: "has no effect, because the file names no database", permitted: .named))
    default: retention = retention ?? seconds
    }
  }

  private mutating func addPaths(_ configuration: Configuration, _ paths: inout ConfiguredPaths) {
    let scope = configuration.origin == .found ? paths.resolver.scope : nil
    for placed in configuration.symbolPaths ?? [] {
      if let path = paths.path(placed, "symbols.paths") { symbolPaths.append(SymbolLocation(path: path, scope: scope)) }
    }
    patternFiles += (configuration.patternFiles ?? []).compactMap { paths.patternFile($0) }
    if let folders = configuration.watchedFolders?.compactMap({ paths.path($0, "watch.directories") }) {
      watchedFolders = watchedFolders ?? folders
    }
    if let folders = configuration.sourceRoots?.compactMap({ paths.path($0, "source.roots") }), !folders.isEmpty {
      sourceRoots = sourceRoots ?? folders
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
}

/// The paths of one configuration while they are read: those that it may not name, and those that are wrong.
private struct ConfiguredPaths {
  let file: UserFile
  let resolver: PathResolver
  /// Paths that a found configuration may not name.
  var refused: [IgnoredSetting] = []
  /// Paths of a file of the user that cannot be resolved.
  private(set) var faults: [FileFault] = []
  /// How many bytes of pattern files a found configuration may still name.
  private var remaining = 8 << 20

  init(_ file: UserFile, _ resolver: PathResolver) {
    self.file = file
    self.resolver = resolver
  }

  /// Returns the value for a path; `nil` if the configuration may not name it, which is noted.
  mutating func permitted<Value>(
    _ placed: Configuration.Located, _ key: String, _ found: Result<Value, PathResolver.Refusal>
  ) -> Value? {
    switch found {
    case .success(let value): return value
    case .failure(let refusal):
      if resolver.scope == nil {
        let words = "'\(BriefText.cut(placed.text, 100))' \(refusal.message)"
        faults.append(FileFault(line: placed.line, column: placed.column, words))
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

  mutating func path(_ placed: Configuration.Located, _ key: String) -> String? {
    permitted(placed, key, resolver.path(placed.text, key))
  }

  /// Returns a rule for alerts with absolute paths of the files that contain secrets.
  mutating func resolved(_ rule: AlertRule) -> AlertRule {
    var rule = rule
    for (name, value) in rule.values.sorted(by: { $0.key < $1.key }) {
      guard case .file(let text) = value else { continue }
      let placed = Configuration.Located(text: text, line: rule.line, column: rule.column)
      if let path = path(placed, "alerts") { rule.values[name] = .file(path) }
    }
    return rule
  }

  mutating func patternFile(_ placed: Configuration.Located) -> PatternSource? {
    let key = "patterns.files"
    guard resolver.scope != nil else { return path(placed, key).map(PatternSource.init) }
    guard remaining > 0 else {
      let refusal = PathResolver.Refusal(
        message: "is beyond the limit of 8 MB for all pattern files", isForbidden: false)
      return permitted(placed, key, .failure(refusal) as Result<PatternSource, PathResolver.Refusal>)
    }
    let found = permitted(placed, key, PatternSource.found(placed, resolver))
    remaining -= found?.file?.bytes.count ?? 0
    return found
  }
}
