package import YAMLText

/// The keys of a configuration, and who may set them. The reader omits what a file may not set, so that a key without a
/// permission does not compile, and no other code has to check.
package enum ConfigurationKeys {
  /// A top-level key of the configuration.
  package struct Section: Sendable {
    /// The key at the top level of the file.
    package let key: FileKey
    /// The keys below it, or the key itself if it has a value.
    package let keys: [ConfigurationKey]
    /// Whether the key itself has a value.
    package let isValue: Bool

    init(key: FileKey, keys: [ConfigurationKey]) {
      self.key = key
      self.keys = keys
      isValue = false
    }

    init(_ value: ConfigurationKey) {
      key = value.key
      keys = [value]
      isValue = true
    }

    /// Returns the name of a key as it is written in messages, such as `database.path`.
    package func name(of key: ConfigurationKey) -> String {
      isValue ? key.key.name : self.key.name + "." + key.key.name
    }
  }

  /// Every setting with its complete name, in the order of the documentation.
  package static let settings: [(name: String, key: ConfigurationKey)] = catalog.flatMap { section in
    section.keys.map { (section.name(of: $0), $0) }
  }

  /// Returns what a configuration may set with a key, such as `database.path`; nothing with a key that does not exist.
  package static func permission(_ name: String, _ origin: ConfigurationOrigin) -> SettingPermission {
    settings.first { $0.name == name }?.key.permission(origin) ?? .nothing
  }

  /// Every key that a configuration may have, in the order of the documentation.
  package static let catalog: [Section] = [
    Section(
      key: FileKey("database", "mapping", "The history database."),
      keys: [
        ConfigurationKey(
          "path", "path", "The database to use if neither `--database` nor `DIAGNOSE_DATABASE` specifies one.",
          found: .nothing, trusted: .repository),
        ConfigurationKey(
          "retention", "time",
          "How long reports are stored, at least `1d`, for example `400d`: `ingest` and `watch` remove older ones; from "
            + "a [shared history](team.md#pruning), only `database prune` does. Counts and trends remain.",
          found: .nothing, trusted: .ownDatabase),
        ConfigurationKey(
          "keep-raw", "true or false",
          "Whether the database also stores the original reports. Default: false, because they are large.",
          found: .nothing, trusted: .any),
        ConfigurationKey(
          "max-unsent", "number",
          "How many changes a shared history stores on this machine that its server has not confirmed, before it refuses "
            + "further reports. Default: 1000000.", found: .nothing, trusted: .nothing),
      ]),
    Section(
      key: FileKey("app", "mapping", "The images of your app."),
      keys: [
        ConfigurationKey(
          "bundle-ids", "list of globs",
          "Images with such a bundle identifier belong to the app, regardless of their path.", found: .addition,
          trusted: .any),
        ConfigurationKey(
          "images", "list of globs", "Images with such a name belong to the app, regardless of their path.",
          found: .addition, trusted: .any),
        ConfigurationKey(
          "hosts", "list of globs",
          "Images with such a name are host processes of the app, such as a test runner, and are never blamed.",
          found: .addition, trusted: .any),
      ]),
    Section(
      key: FileKey("source", "mapping", "Paths of source files."),
      keys: [
        ConfigurationKey(
          "roots", "list",
          "A folder in which source files of findings are searched, instead of the git work tree; or `FROM=TO`, which is "
            + "the same as an entry of `map`: `/Users/runner/work/App/App=.`.", found: .repository,
          trusted: .repositoryOrHome),
        ConfigurationKey(
          "map", "list of mappings",
          "`from` and `to`: in the source paths of frames, the prefix `from` is replaced by `to`.", found: .addition,
          trusted: .any),
      ]),
    Section(
      key: FileKey("symbols", "mapping", "Symbol files."),
      keys: [
        ConfigurationKey(
          "paths", "list of paths", "Where to search for dSYMs, after `--symbols` and `DIAGNOSE_SYMBOLS`.",
          found: .repository, trusted: .repositoryOrHome),
        ConfigurationKey(
          "servers", "list of servers",
          "Servers that are asked for symbol files by identifier ([symbolication.md](symbolication.md#symbol-servers)): "
            + "`url` and `layout`; `token`, or `user` and `password`, or the keys of S3, each as the name of an environment "
            + "variable.", found: .nothing, trusted: .nothing),
      ]),
    Section(
      key: FileKey("builds", "mapping", "The order of builds."),
      keys: [
        ConfigurationKey(
          "order", "word or list",
          "`build` (CFBundleVersion, the default), `version` (by version, then by build), or a list of builds from "
            + "the oldest to the newest.", found: .nothing, trusted: .any),
        ConfigurationKey(
          "outside", "list of globs",
          "Builds that neither make an issue new nor reopen a resolved one, such as `999.*`.", found: .nothing,
          trusted: .any),
      ]),
    Section(
      key: FileKey("patterns", "mapping", "Known failures."),
      keys: [
        ConfigurationKey(
          "files", "list of paths", "Pattern files, in addition to those of `--patterns`.", found: .repository,
          trusted: .repositoryOrHome),
        ConfigurationKey("disable", "list of ids", "Patterns that are not used.", found: .addition, trusted: .any),
      ]),
    Section(
      key: FileKey("watch", "mapping", "Settings of `diagnose watch`."),
      keys: [
        ConfigurationKey(
          "directories", "list of paths", "Folders to watch if none is given; `run` and `latest` search them, too.",
          found: .nothing, trusted: .repositoryOrHome),
        ConfigurationKey(
          "settle", "time", "A file is read when it has not changed for this duration, such as `2s`.", found: .nothing,
          trusted: .any),
        ConfigurationKey(
          "rescan", "time", "The interval between complete scans of the folders, such as `60s`.", found: .nothing,
          trusted: .any),
      ]),
    Section(
      key: FileKey("scrub", "mapping", "Words that `diagnose scrub` and `--scrub` redact."),
      keys: [
        ConfigurationKey(
          "names", "list of words",
          "Words that a scrubbed copy must not contain, even as parts of other words; case is ignored.",
          found: .addition, trusted: .addition)
      ]),
    Section(
      ConfigurationKey(
        "alerts", "list of rules",
        "About which issues `watch`, `receive`, `run` and `alerts check` send a message, and to whom: "
          + "[alerts](alerts.md).", found: .nothing, trusted: .nothing)),
    Section(
      ConfigurationKey(
        "fail-on", "list of words",
        "Conditions under which `analyze` exits with status 1 if no `--fail-on` is given: `new`, `known`, "
          + "`unrecognized`, `crash`, `any`; `regressed` is a resolved issue that occurred again.", found: .addition,
        trusted: .any)),
  ]

  static let serverEntry = [
    FileKey("url", "text", "The address: https://…, http://… or s3://BUCKET/PREFIX.", isRequired: true),
    FileKey("layout", "text", "The name of the layout.", isRequired: true),
    FileKey("token", "text", "The variable with a token (Authorization: Bearer)."),
    FileKey("user", "text", "The variable with a user name."),
    FileKey("password", "text", "The variable with the password of the user."),
    FileKey("endpoint", "text", "The address of an S3-compatible server."),
    FileKey("region", "text", "The region of the bucket."),
    FileKey("access-key", "text", "The variable with the ID of an access key. Default: AWS_ACCESS_KEY_ID."),
    FileKey("secret-key", "text", "The variable with its secret. Default: AWS_SECRET_ACCESS_KEY."),
    FileKey("session-token", "text", "The variable with the token of a temporary key. Default: AWS_SESSION_TOKEN."),
    FileKey("system-images", "true or false", "Whether the server is asked for images of the system."),
  ]

  static let mapEntry = [
    FileKey("from", "text", "The prefix of paths in reports and symbol files.", isRequired: true),
    FileKey("to", "text", "The replacement of the prefix.", isRequired: true),
  ]
}
