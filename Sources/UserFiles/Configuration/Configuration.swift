import Bytes
package import YAMLText

/// The values of a configuration file. Paths are as written; the caller resolves relative paths.
package struct Configuration: Sendable {
  /// How builds of the app are ordered (`builds.order`): by `CFBundleVersion`, by version and then build, or by a list.
  package enum BuildOrder: String, Sendable, CaseIterable { case build, version, list }

  /// Conditions under which `analyze` exits with status 1 (`fail-on`).
  package enum FailCondition: String, Sendable, CaseIterable {
    case new, regressed, known, unrecognized, crash, any
  }

  /// An entry of `symbols.servers`. Values that are secret are names of environment variables.
  package struct ServerEntry: Sendable {
    /// The address as written.
    package var url: Located
    /// The name of the layout.
    package var layout: Located
    /// The texts of the other keys, such as `region`, by key.
    package var texts: [String: String]
    /// `system-images`.
    package var offersSystemImages: Bool
  }

  /// A value with its location in the file, for values that are checked later.
  package struct Located: Sendable {
    /// The value as written, without YAML quotation marks.
    package var text: String
    /// The line of the file on which the value begins, from 1.
    package var line: Int
    /// The column at which the value begins, from 1, in characters.
    package var column: Int

    /// Creates a value at a line and column, both from 1.
    package init(text: String, line: Int, column: Int) {
      (self.text, self.line, self.column) = (text, line, column)
    }
  }

  /// `database.path`: the file of the history; `nil` if not stated.
  package var databasePath: Located?
  /// `database.retention`, in seconds; `nil` if not stated.
  package var retention: Double?
  /// `database.keep-raw`: whether the history keeps the bytes of reports; `nil` if not stated.
  package var keepsRaw: Bool?
  /// `database.max-unsent`: how many changes the server of a shared history may lack; `nil` if not stated.
  package var maxUnsent: Int?
  /// `app.bundle-ids`: globs for bundle identifiers of the app; `nil` if not stated.
  package var bundleIDs: [String]?
  /// `app.images`: globs for names of the app's images; `nil` if not stated.
  package var images: [String]?
  /// `app.hosts`: globs for names of images that load the app and are never blamed; `nil` if not stated.
  package var hosts: [String]?
  /// `source.map` and `source.roots`: prefixes of source paths with their replacements, in the order of the file; `nil` if not stated.
  package var sourceMap: [(from: String, to: String)]?
  /// Entries of `source.roots` without `=`: folders in which source files are searched; `nil` if there is none.
  package var sourceRoots: [Located]?
  /// `symbols.paths`: files and folders to search for symbol files; `nil` if not stated.
  package var symbolPaths: [Located]?
  /// `symbols.servers`: servers that are asked for symbol files; `nil` if not stated.
  package var symbolServers: [ServerEntry]?
  /// `builds.order`: how builds are ordered; `nil` if not stated.
  package var buildOrder: BuildOrder?
  /// Builds from the oldest to the newest if the order is a list; otherwise `nil`.
  package var buildList: [String]?
  /// `builds.outside`: globs for builds outside the order; `nil` if not stated.
  package var buildsOutside: [String]?
  /// `patterns.files`: files of the user's patterns; `nil` if not stated.
  package var patternFiles: [Located]?
  /// `patterns.disable`: ids of patterns that are not used, which the caller checks; `nil` if not stated.
  package var disabledPatterns: [Located]?
  /// `watch.directories`: folders that `diagnose watch` watches if none is given; `nil` if not stated.
  package var watchedFolders: [Located]?
  /// `watch.settle`, in seconds; `nil` if not stated.
  package var settle: Double?
  /// `watch.rescan`, in seconds; `nil` if not stated.
  package var rescan: Double?
  /// `fail-on`: conditions under which `analyze` exits with status 1; unknown conditions are omitted with a fault.
  /// `nil` if not stated.
  package var failOn: [FailCondition]?
  /// `scrub.names`: words that scrubbed copies must not contain; `nil` if not stated.
  package var privateNames: [String]?
  /// `alerts`: the rules for alerts; rules with a fault are omitted. `nil` if not stated.
  package var alerts: [AlertRule]?

  /// A setting that a file states but may not set.
  package struct Ignored: Sendable, Equatable {
    /// The complete name of the key, such as `database.path`.
    package var key: String
    /// The line of the value, from 1.
    package var line: Int
  }

  /// Where the file is from.
  package let origin: ConfigurationOrigin
  /// The settings that the file states and may not set. They are not read.
  package private(set) var ignored: [Ignored] = []

  /// Creates a configuration that states nothing.
  package init(_ origin: ConfigurationOrigin) { self.origin = origin }

  /// Parses a configuration file. Valid values are also returned if other values have faults. Settings that a file of this
  /// origin may not set are not read, also if their value is wrong.
  package static func read(
    _ bytes: [UInt8], _ origin: ConfigurationOrigin
  ) -> (configuration: Configuration, faults: [FileFault]) {
    let faults = Faults()
    var configuration = Configuration(origin)
    guard let root = YAMLReader.read(bytes, faults) else { return (configuration, faults.sorted) }
    // A file that contains only comments states nothing.
    if root.isNull { return (configuration, faults.sorted) }
    if let fields = Fields(root, ConfigurationKeys.catalog.map(\.key), of: "a configuration", faults) {
      configuration.read(configuration.permitted(fields, ConfigurationKeys.catalog.filter(\.isValue)))
      configuration.ignored.sort { ($0.line, $0.key) < ($1.line, $1.key) }
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
      readRoots(source)
    }
    if let symbols = section("symbols", fields) {
      symbolPaths = paths(symbols, "paths")
      symbolServers = symbols.list("servers", maxCount: 20)?.compactMap { server($0, symbols.faults) }
    }
    if let builds = section("builds", fields) {
      if let node = builds["order"], case .sequence = node.content {
        buildOrder = .list
        buildList = builds.texts("order", limit: 200, maxCount: 10_000)?.map(\.text)
      } else {
        buildOrder = builds.word("order")
        if buildOrder == .list, let node = builds["order"] {
          builds.faults.add(
            node, "'order' must be the list of builds, not the word 'list'",
            hint: "For example: order: [\"401\", \"405\", \"412\"]")
        }
      }
      buildsOutside = builds.texts("outside", limit: 200, maxCount: 500)?.map(\.text)
    }
    if let patterns = section("patterns", fields) {
      patternFiles = paths(patterns, "files")
      disabledPatterns = paths(patterns, "disable")
    }
    if let watch = section("watch", fields) {
      watchedFolders = paths(watch, "directories")
      settle = time(watch, "settle", minimum: 0)
      rescan = time(watch, "rescan", minimum: 0.1)
    }
    if let scrub = section("scrub", fields) {
      privateNames = scrub.texts("names", limit: 100, maxCount: 500)?.map(\.text).filter { !$0.isEmpty }
    }
    if let node = fields["alerts"] {
      alerts = AlertRule.read(node, fields.faults) { self.time($0, $1, minimum: $2) }
    }
    if let node = fields["fail-on"], let texts = fields.texts(node, "'fail-on'") {
      failOn = texts.compactMap { fields.word($0.text, $0.node, "condition", among: FailCondition.allCases) }
    }
  }

  /// Reads folders, and mappings in the form `FROM=TO`, which come after those of `map`.
  private mutating func readRoots(_ source: Fields) {
    for located in paths(source, "roots") ?? [] {
      guard let equals = located.text.lastIndex(of: "=") else {
        sourceRoots = (sourceRoots ?? []) + [located]
        continue
      }
      let to = String(located.text[located.text.index(after: equals)...])
      sourceMap = (sourceMap ?? []) + [(String(located.text[..<equals]), to.isEmpty ? "." : to)]
    }
  }

  private mutating func readDatabase(_ fields: Fields?) {
    guard let fields else { return }
    databasePath = paths(fields, "path")?.first
    if case .sequence = fields["path"]?.content, let node = fields["path"] {
      fields.faults.add(node, "'path' must be text, not a list")
    }
    retention = time(fields, "retention", minimum: 86_400, hint: "At least 1d, for example 400d; m are minutes.")
    keepsRaw = fields.flag("keep-raw")
    maxUnsent = fields.number("max-unsent", in: 1...1_000_000_000)
  }

  private mutating func section(_ name: String, _ fields: Fields) -> Fields? {
    guard let node = fields[name],
      let section = ConfigurationKeys.catalog.first(where: { $0.key.name == name }),
      let fields = Fields(node, section.keys.map(\.key), of: "'\(name)'", fields.faults)
    else { return nil }
    return permitted(fields, [section])
  }

  /// Returns the entries that a file of this origin may set, and notes the others.
  private mutating func permitted(_ fields: Fields, _ sections: [ConfigurationKeys.Section]) -> Fields {
    var fields = fields
    for section in sections {
      for key in section.keys where key.permission(origin) == .nothing {
        guard let node = fields[key.key.name] else { continue }
        ignored.append(Ignored(key: section.name(of: key), line: node.line))
        fields = fields.without(key.key.name)
      }
    }
    return fields
  }

  private func server(_ node: YAMLNode, _ faults: Faults) -> ServerEntry? {
    guard let entry = Fields(node, ConfigurationKeys.serverEntry, of: "an entry of 'servers'", faults),
      let url = located("url", entry), let layout = located("layout", entry)
    else { return nil }
    var texts: [String: String] = [:]
    for key in ConfigurationKeys.serverEntry.map(\.name) where !["url", "layout", "system-images"].contains(key) {
      texts[key] = entry.text(key, limit: 300)
    }
    return ServerEntry(
      url: url, layout: layout, texts: texts, offersSystemImages: entry.flag("system-images") ?? false)
  }

  private func located(_ name: String, _ fields: Fields) -> Located? {
    guard let node = fields[name], let text = fields.text(name, limit: 2_000) else { return nil }
    return Located(text: text, line: node.line, column: node.column)
  }

  private func globs(_ fields: Fields, _ name: String) -> [String]? {
    guard let texts = fields.texts(name, limit: 300, maxCount: 500) else { return nil }
    for one in texts where one.text.allSatisfy({ $0 == "*" }) {
      fields.faults.add(one.node, "'\(shown(one.text))' matches every image")
    }
    return texts.map(\.text)
  }

  private func paths(_ fields: Fields, _ name: String) -> [Located]? {
    fields.texts(name, maxCount: 500)?.compactMap { one in
      if one.text.utf8.contains(0) {
        fields.faults.add(one.node, "a path must not contain a zero byte")
        return nil
      }
      return Located(text: one.text, line: one.node.line, column: one.node.column)
    }
  }

  /// Parses a duration as seconds: `2s`, `500ms`, `5m`, `1h`, `400d`, or a number of seconds.
  private func time(_ fields: Fields, _ name: String, minimum: Double, hint: String? = nil) -> Double? {
    guard let node = fields[name], let text = fields.text(name, limit: 100) else { return nil }
    let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400), ("", 1)]
    for (unit, factor) in units where text.hasSuffix(unit) {
      let digits = text.dropLast(unit.count)
      guard !digits.isEmpty, digits.utf8.count <= 12,
        digits.utf8.allSatisfy({ $0.isDigit || $0 == 0x2E }), let number = Double(digits)
      else { continue }
      let seconds = number * factor
      guard seconds >= minimum, seconds <= 100 * 366 * 86_400 else { break }
      return seconds
    }
    fields.faults.add(
      node, "'\(shown(text))' is not a valid duration for '\(name)'",
      hint: hint ?? "For example 500ms, 2s, 5m, 1h or 400d.")
    return nil
  }
}
