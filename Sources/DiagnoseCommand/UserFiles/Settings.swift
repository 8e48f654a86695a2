import CrashReports
import Diagnosis
import History
import Signatures
import UserFiles
import Platform

/// The combined settings of all configurations. All paths are absolute.
struct Settings: Sendable {
  /// The files that were read, in order of precedence.
  var files: [(name: String, path: FilePath?, configuration: Configuration)] = []
  var database: String?
  var symbolPaths: [String] = []
  var patternFiles: [String] = []
  /// The disabled patterns, each with the file that disables it.
  var disabledPatterns: [(id: String, by: SettingsFile, location: Configuration.Located)] = []
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
  var keepsRaw: Bool?
  /// How many changes the server of a shared history may lack.
  var maxUnsent: Int?
  /// Words that no redacted copy may contain.
  var privateNames: [String]?

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

/// A configuration file, for messages about it.
struct SettingsFile: Sendable {
  let name: String
  let bytes: [UInt8]
  /// The path that it was read from.
  var path: FilePath?

  func explain(_ faults: [FileFault]) { UserFile(name: name, bytes: bytes).explain(faults) }
}

extension Settings {
  /// Adds the settings of a file. Files are added in order of precedence: a single value keeps its first setting; lists
  /// of paths and of disabled patterns are combined.
  mutating func add(_ configuration: Configuration, _ file: SettingsFile, _ resolver: PathResolver) throws {
    files.append((file.name, file.path, configuration))
    var faults: [FileFault] = []
    func permitted(_ placed: Configuration.Located, _ found: Result<String, PathResolver.Refusal>) -> String? {
      switch found {
      case .success(let path): return path
      case .failure(let refusal):
        faults.append(FileFault(line: placed.line, column: placed.column, refusal.message, hint: refusal.hint))
        return nil
      }
    }
    func path(_ placed: Configuration.Located) -> String? { permitted(placed, resolver.path(placed.text)) }
    if let placed = configuration.databasePath {
      let found = permitted(placed, resolver.database(placed.text))
      database = database ?? found
    }
    symbolPaths += (configuration.symbolPaths ?? []).compactMap { path($0) }
    patternFiles += (configuration.patternFiles ?? []).compactMap { path($0) }
    disabledPatterns += (configuration.disabledPatterns ?? []).map { ($0.text, file, $0) }
    if let folders = configuration.watchedFolders?.compactMap({ path($0) }) {
      watchedFolders = watchedFolders ?? folders
    }
    settle = settle ?? configuration.settle
    rescan = rescan ?? configuration.rescan
    failOn = failOn ?? configuration.failOn?.compactMap { FailCondition(rawValue: $0.rawValue) }
    bundleIDs = bundleIDs ?? configuration.bundleIDs
    images = images ?? configuration.images
    hosts = hosts ?? configuration.hosts
    sourceMap = sourceMap ?? configuration.sourceMap
    if let folders = configuration.sourceRoots?.compactMap({ path($0) }) { sourceRoots = sourceRoots ?? folders }
    if buildOrder == nil, let order = configuration.buildOrder {
      buildOrder = BuildOrderRules.Basis(rawValue: order.rawValue)
      buildList = configuration.buildList
    }
    buildsOutside = buildsOutside ?? configuration.buildsOutside
    retention = retention ?? configuration.retention
    keepsRaw = keepsRaw ?? configuration.keepsRaw
    maxUnsent = maxUnsent ?? configuration.maxUnsent
    if let names = configuration.privateNames { privateNames = (privateNames ?? []) + names }
    guard faults.isEmpty else {
      file.explain(faults)
      throw CommandFault(.wrongConfiguration)
    }
  }
}
