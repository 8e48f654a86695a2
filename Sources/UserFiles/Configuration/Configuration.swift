import Bytes

/// What a configuration states. Paths are as written; whoever uses them knows what they are relative to.
package struct Configuration: Sendable {
  /// How builds of the app are ordered (`builds.order`): by `CFBundleVersion`, by version and then build, or by a list.
  package enum BuildOrder: String, Sendable, CaseIterable { case build, version, list }

  /// What makes `analyze` end with status 1 (`fail-on`).
  package enum FailCondition: String, Sendable, CaseIterable { case new, regressed, known, unrecognized, any }

  /// A value with its place, for what can be judged only later.
  package struct Placed: Sendable {
    /// The value as written, without quotation marks of YAML.
    package var text: String
    /// Line of the file on which the value begins, from 1.
    package var line: Int
    /// Column at which the value begins, from 1, in characters.
    package var column: Int
  }

  /// `database.path`: file of the history; `nil` if the file does not state one.
  package var databasePath: Placed?
  /// In seconds.
  package var retention: Double?
  /// `database.keep-raw`: whether the history keeps the bytes of reports; `nil` if not stated.
  package var keepsRaw: Bool?
  /// `app.bundle-ids`: globs of bundle identifiers that are the app's; `nil` if not stated.
  package var bundleIDs: [String]?
  /// `app.images`: globs of image names that are the app's; `nil` if not stated.
  package var images: [String]?
  /// `app.hosts`: globs of image names that load the app and are never blamed; `nil` if not stated.
  package var hosts: [String]?
  /// `source.map`: prefixes of source paths and what replaces them, in the order of the file; `nil` if not stated.
  package var sourceMap: [(from: String, to: String)]?
  /// `symbols.paths`: files and folders to search for symbol files; `nil` if not stated.
  package var symbolPaths: [Placed]?
  /// `builds.order`: how builds are ordered; `nil` if not stated.
  package var buildOrder: BuildOrder?
  /// Builds from the oldest to the newest, where the order is a list.
  package var buildList: [String]?
  /// Globs of builds outside the order.
  package var buildsOutside: [String]?
  /// `patterns.files`: files of the user's patterns; `nil` if not stated.
  package var patternFiles: [Placed]?
  /// `patterns.disable`: ids of patterns that are not used; whether they exist is checked later.
  package var disabledPatterns: [Placed]?
  /// `watch.directories`: folders that `diagnose watch` follows where none is named; `nil` if not stated.
  package var watchedFolders: [Placed]?
  /// In seconds.
  package var settle: Double?
  /// In seconds.
  package var rescan: Double?
  /// `fail-on`: conditions that make `analyze` end with status 1; unknown words are left out with a fault, `nil` if not
  /// stated.
  package var failOn: [FailCondition]?
  /// Words that no scrubbed copy may hold.
  package var privateNames: [String]?

  /// Creates a configuration that states nothing.
  package init() {}

  /// Reads a file. What has no fault is returned also where something else has one.
  package static func read(_ bytes: [UInt8]) -> (configuration: Configuration, faults: [FileFault]) {
    let faults = Faults()
    var configuration = Configuration()
    guard let root = YAMLReader.read(bytes, faults) else { return (configuration, faults.sorted) }
    // A file in which all lines are comments is one that states nothing.
    if root.isNull { return (configuration, faults.sorted) }
    if let fields = Fields(root, ConfigurationKeys.catalog.map(\.key), of: "a configuration", faults) {
      configuration.read(fields)
    }
    return (configuration, faults.sorted)
  }

  private mutating func read(_ fields: Fields) {
    readDatabase(section("database", fields))
    if let app = section("app", fields) {
      bundleIDs = globs(app, "bundle-ids")
      images = globs(app, "images")
      hosts = globs(app, "hosts")
    }
    if let source = section("source", fields) {
      sourceMap = source.list("map")?.compactMap { item in
        guard let entry = Fields(item, ConfigurationKeys.mapEntry, of: "an entry of 'map'", source.faults),
          let from = entry.text("from"), let to = entry.text("to")
        else { return nil }
        return (from, to)
      }
    }
    if let symbols = section("symbols", fields) { symbolPaths = paths(symbols, "paths") }
    if let builds = section("builds", fields) {
      if let node = builds["order"], case .sequence = node.content {
        buildOrder = .list
        buildList = builds.texts("order", limit: 200, most: 10_000)?.map(\.text)
      } else {
        buildOrder = builds.word("order")
        if buildOrder == .list, let node = builds["order"] {
          builds.faults.add(
            node, "'order' needs the list itself", hint: "For example: order: [\"401\", \"405\", \"412\"]")
        }
      }
      buildsOutside = builds.texts("outside", limit: 200, most: 500)?.map(\.text)
    }
    if let patterns = section("patterns", fields) {
      patternFiles = paths(patterns, "files")
      disabledPatterns = paths(patterns, "disable")
    }
    if let watch = section("watch", fields) {
      watchedFolders = paths(watch, "directories")
      settle = time(watch, "settle", least: 0)
      rescan = time(watch, "rescan", least: 0.1)
    }
    if let scrub = section("scrub", fields) {
      privateNames = scrub.texts("names", limit: 100, most: 500)?.map(\.text).filter { !$0.isEmpty }
    }
    if let node = fields["fail-on"], let texts = fields.texts(node, "'fail-on'") {
      failOn = texts.compactMap { fields.word($0.text, $0.node, "condition", among: FailCondition.allCases) }
    }
  }

  private mutating func readDatabase(_ fields: Fields?) {
    guard let fields else { return }
    databasePath = paths(fields, "path")?.first
    if case .sequence = fields["path"]?.content, let node = fields["path"] {
      fields.faults.add(node, "'path' must be a text, not a list")
    }
    retention = time(fields, "retention", least: 1)
    keepsRaw = fields.flag("keep-raw")
  }

  private func section(_ name: String, _ fields: Fields) -> Fields? {
    guard let node = fields[name],
      let section = ConfigurationKeys.catalog.first(where: { $0.key.name == name })
    else { return nil }
    return Fields(node, section.keys, of: "'\(name)'", fields.faults)
  }

  private func globs(_ fields: Fields, _ name: String) -> [String]? {
    guard let texts = fields.texts(name, limit: 300, most: 500) else { return nil }
    for one in texts where one.text.allSatisfy({ $0 == "*" }) {
      fields.faults.add(one.node, "'\(shown(one.text))' fits every image")
    }
    return texts.map(\.text)
  }

  private func paths(_ fields: Fields, _ name: String) -> [Placed]? {
    fields.texts(name, most: 500)?.compactMap { one in
      if one.text.utf8.contains(0) {
        fields.faults.add(one.node, "no path has a zero byte in it")
        return nil
      }
      return Placed(text: one.text, line: one.node.line, column: one.node.column)
    }
  }

  /// `2s`, `500ms`, `5m`, `1h`, `400d`, or seconds alone.
  private func time(_ fields: Fields, _ name: String, least: Double) -> Double? {
    guard let node = fields[name], let text = fields.text(name, limit: 100) else { return nil }
    let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400), ("", 1)]
    for (unit, factor) in units where text.hasSuffix(unit) {
      let digits = text.dropLast(unit.count)
      guard !digits.isEmpty, digits.utf8.count <= 12,
        digits.utf8.allSatisfy({ $0.isDigit || $0 == 0x2E }), let number = Double(digits)
      else { continue }
      let seconds = number * factor
      guard seconds >= least, seconds <= 100 * 366 * 86_400 else { break }
      return seconds
    }
    fields.faults.add(node, "'\(shown(text))' is no time for '\(name)'", hint: "For example 500ms, 2s, 5m, 1h or 400d.")
    return nil
  }
}
