import CrashReports
import Diagnosis
import History
import Signatures
import UserFiles

/// What the configurations state together, every path absolute.
struct Settings: Sendable {
  var database: String?
  var symbolPaths: [String] = []
  var patternFiles: [String] = []
  /// With the file that disables it.
  var disabledPatterns: [(id: String, by: SettingsFile, location: Configuration.Placed)] = []
  var watchedFolders: [String]?
  var settle: Double?
  var rescan: Double?
  var failOn: [FailCondition]?
  var bundleIDs: [String]?
  var images: [String]?
  var hosts: [String]?
  var sourceMap: [(from: String, to: String)]?
  var buildOrder: BuildOrderRules.Basis?
  var buildList: [String]?
  var buildsOutside: [String]?
  /// In seconds; what is older is pruned when reports are ingested or a watch begins.
  var retention: Double?
  var keepsRaw: Bool?
  /// Words that no scrubbed copy may hold.
  var privateNames: [String]?

  /// What the history groups and orders by.
  var historyRules: HistoryRules {
    HistoryRules(
      signatures: imageRules,
      builds: BuildOrderRules(basis: buildOrder ?? .build, list: buildList ?? [], outside: buildsOutside ?? []))
  }

  /// What findings and signatures go by before all lists.
  var imageRules: ImageRules { ImageRules(apps: (images ?? []) + (bundleIDs ?? []), hosts: hosts ?? []) }
}

/// A configuration that was read, for messages about it.
struct SettingsFile: Sendable {
  let name: String
  let bytes: [UInt8]

  func explain(_ faults: [FileFault]) { UserFile(name: name, bytes: bytes).explain(faults) }
}

extension Settings {
  /// Adds what a file states. Files come in order of precedence: single values stay as the first one states them, lists
  /// of places and of disabled patterns grow.
  mutating func add(_ configuration: Configuration, _ file: SettingsFile, _ resolver: PathResolver) throws {
    var faults: [FileFault] = []
    func path(_ placed: Configuration.Placed, isWritten: Bool = false) -> String? {
      switch resolver.path(placed.text, isWritten: isWritten) {
      case .success(let path): return path
      case .failure(let refusal):
        faults.append(FileFault(line: placed.line, column: placed.column, refusal.message, hint: refusal.hint))
        return nil
      }
    }
    if let placed = configuration.databasePath {
      let found = path(placed, isWritten: true)
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
    if buildOrder == nil, let order = configuration.buildOrder {
      buildOrder = BuildOrderRules.Basis(rawValue: order.rawValue)
      buildList = configuration.buildList
    }
    buildsOutside = buildsOutside ?? configuration.buildsOutside
    retention = retention ?? configuration.retention
    keepsRaw = keepsRaw ?? configuration.keepsRaw
    if let names = configuration.privateNames { privateNames = (privateNames ?? []) + names }
    guard faults.isEmpty else {
      file.explain(faults)
      throw CommandFault(.wrongConfiguration)
    }
  }
}
