import ArgumentParser
import Documents
import History
import Presentation
import UserFiles
import Vocabulary
import Workflow

/// Shows the effective configuration.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show the effective configuration.",
    discussion: """
      Without a subcommand, shows the configuration.

      Examples:
        diagnose config
        diagnose config show --format json
      """,
    subcommands: [ConfigShow.self], defaultSubcommand: ConfigShow.self)
}

/// Lists every setting with its value and its origin.
struct ConfigShow: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "List every setting, its value and where it is set.",
    discussion: """
      Reads the configuration of the project and yours. Writes one line per setting to standard output: its key, its \
      value, and the file, environment variable or default that the value is from. Lists of paths are combined; \
      options of a command take precedence over all of them.

      Exit status: 0 when done; 78 if a configuration has errors.

      Examples:
        diagnose config show
        diagnose config show --config ci/diagnose.yml --format json
      """)

  @Option(name: [.short, .long], help: "Select the format: text or json.")
  var format: HistoryFormat = .text

  @OptionGroup(title: "Output options") var style: StyleOptions
  @OptionGroup(title: "Analysis options") var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let rows = try EffectiveSetting.all(session)
    switch format {
    case .json:
      try StandardStreams.output(
        ListDocument.text("diagnose-config/1", "settings", rows) { writer, row in
          writer.member("key", row.key)
          writer.member("value", row.value)
          writer.member("from", row.origin)
        })
    case .text:
      var style = style.style(session)
      // Paths are copied, so they are complete.
      style.width = 1000
      var table = TextTable(["SETTING", "FROM", "VALUE"], style)
      table.wide = 2
      table.widest = 40
      for row in rows { table.add([row.key, row.origin, row.value ?? "not set"]) }
      try StandardStreams.output(table.text)
    }
    return .done
  }
}

/// A setting of the configuration as commands use it.
struct EffectiveSetting {
  /// The key in a configuration, such as `database.path`.
  var key: String
  /// The value as text; `nil` if it is not set and has no default.
  var value: String?
  /// The file or environment variable that sets it; `default` if none does.
  var origin: String

  /// How a setting is read.
  private struct Reading: Sendable {
    var key: String
    var fallback: String?
    var value: @Sendable (Settings) -> String?
    var isSet: @Sendable (Configuration) -> Bool
  }

  private static let readings: [Reading] = [
    Reading(key: "database.path", value: { $0.database }, isSet: { $0.databasePath != nil }),
    Reading(
      key: "database.retention", value: { ($0.retention ?? $0.ownRetention?.seconds).map(duration) },
      isSet: { $0.retention != nil }),
    Reading(
      key: "database.keep-raw", fallback: "false", value: { $0.keepsRaw.map { $0 ? "true" : "false" } },
      isSet: { $0.keepsRaw != nil }),
    Reading(
      key: "database.max-unsent", fallback: "1000000", value: { $0.maxUnsent.map(String.init) },
      isSet: { $0.maxUnsent != nil }),
    Reading(key: "app.bundle-ids", value: { list($0.bundleIDs) }, isSet: { $0.bundleIDs != nil }),
    Reading(key: "app.images", value: { list($0.images) }, isSet: { $0.images != nil }),
    Reading(key: "app.hosts", value: { list($0.hosts) }, isSet: { $0.hosts != nil }),
    Reading(key: "source.roots", value: { list($0.sourceRoots) }, isSet: { $0.sourceRoots != nil }),
    Reading(
      key: "source.map", value: { list($0.sourceMap?.map { "\($0.from) to \($0.to)" }) }, isSet: { $0.sourceMap != nil }
    ),
    Reading(key: "symbols.paths", value: { list($0.symbolPaths.map(\.path)) }, isSet: { $0.symbolPaths != nil }),
    Reading(
      key: "symbols.servers", value: { list($0.symbolServers.map(\.entry.url.text)) },
      isSet: { $0.symbolServers != nil }),
    Reading(
      key: "builds.order", fallback: "build",
      value: { settings in
        let words = settings.buildList ?? []
        return words.isEmpty ? settings.buildOrder?.rawValue : list(words)
      }, isSet: { $0.buildOrder != nil }),
    Reading(key: "builds.outside", value: { list($0.buildsOutside) }, isSet: { $0.buildsOutside != nil }),
    Reading(key: "patterns.files", value: { list($0.patternFiles.map(\.path)) }, isSet: { $0.patternFiles != nil }),
    Reading(
      key: "patterns.disable", value: { list($0.disabledPatterns.map(\.id)) }, isSet: { $0.disabledPatterns != nil }),
    Reading(key: "watch.directories", value: { list($0.watchedFolders) }, isSet: { $0.watchedFolders != nil }),
    Reading(key: "watch.settle", fallback: "2s", value: { $0.settle.map(duration) }, isSet: { $0.settle != nil }),
    Reading(key: "watch.rescan", fallback: "60s", value: { $0.rescan.map(duration) }, isSet: { $0.rescan != nil }),
    Reading(key: "scrub.names", value: { list($0.privateNames) }, isSet: { $0.privateNames != nil }),
    Reading(
      key: "alerts",
      value: { settings in
        list(
          settings.alerts?.map { "\($0.name) (\($0.conditions.map(\.id).joined(separator: ", ")): \($0.channel.id))" })
      }, isSet: { $0.alerts != nil }),
    Reading(key: "fail-on", value: { list($0.failOn?.map(\.rawValue)) }, isSet: { $0.failOn != nil }),
  ]

  /// The keys that are listed, in the order of the documentation.
  static var keys: [String] { readings.map(\.key) }

  /// Returns all settings of a session to which the configurations were applied.
  static func all(_ session: Session) throws -> [EffectiveSetting] {
    try readings.map { reading in
      let files = session.settings.files.filter { reading.isSet($0.configuration) }.map(\.name)
      // Only lists are combined; of single values, the first file's counts.
      let isList = ["symbols.paths", "symbols.servers", "patterns.files", "patterns.disable", "scrub.names"].contains(
        reading.key)
      let origin = isList ? files.joined(separator: ", ") : files.first ?? ""
      var setting = EffectiveSetting(
        key: reading.key, value: reading.value(session.settings) ?? reading.fallback,
        origin: origin.isEmpty ? "default" : origin)
      if reading.key == "database.path" { try setting.setDatabase(session) }
      return setting
    }
  }

  private mutating func setDatabase(_ session: Session) throws {
    if let variable = session.variable("DIAGNOSE_NO_DATABASE"), variable != "0" {
      self = EffectiveSetting(key: key, value: "no database", origin: "DIAGNOSE_NO_DATABASE")
      return
    }
    let location = try HistorySelection().location(session)
    value = location.name
    if session.variable("DIAGNOSE_DATABASE") != nil { origin = "DIAGNOSE_DATABASE" }
  }

  private static func list(_ values: [String]?) -> String? {
    values.flatMap { $0.isEmpty ? nil : $0.joined(separator: ", ") }
  }

  /// Returns a duration as it is written in a configuration: `400d`, `90s`.
  private static func duration(_ seconds: Double) -> String {
    for (unit, length) in [("d", 86_400.0), ("h", 3600), ("m", 60), ("s", 1)]
    where seconds >= length && seconds.truncatingRemainder(dividingBy: length) == 0 && (unit != "m" || seconds > 60) {
      return "\(Int(seconds / length))\(unit)"
    }
    return "\(Int(seconds * 1000))ms"
  }
}
