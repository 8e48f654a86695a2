/// The keys of a configuration.
package enum ConfigurationKeys {
  /// A top-level key of the configuration.
  package struct Section: Sendable {
    /// The key at the top level of the file.
    package let key: FileKey
    /// The keys below it; empty if the key itself has a value.
    package let keys: [FileKey]
  }

  /// Every key that a configuration may have, in the order of the documentation.
  package static let catalog: [Section] = [
    Section(
      key: FileKey("database", "mapping", "The history database."),
      keys: [
        FileKey(
          "path", "path", "The database to use if neither `--database` nor `DIAGNOSE_DATABASE` specifies one."),
        FileKey(
          "retention", "time",
          "How long reports are stored, at least `1d`, for example `400d`: `ingest` and `watch` remove older ones; from "
            + "a [shared history](team.md#pruning), only `database prune` does. Counts and trends remain."),
        FileKey(
          "keep-raw", "true or false",
          "Whether the database also stores the original reports. Default: false, because they are large."
        ),
        FileKey(
          "max-unsent", "number",
          "How many changes a shared history stores on this machine that its server has not confirmed, before it refuses "
            + "further reports. Default: 1000000."),
      ]),
    Section(
      key: FileKey("app", "mapping", "The images of your app."),
      keys: [
        FileKey(
          "bundle-ids", "list of globs",
          "Images with such a bundle identifier belong to the app, regardless of their path."),
        FileKey("images", "list of globs", "Images with such a name belong to the app, regardless of their path."),
        FileKey(
          "hosts", "list of globs",
          "Images with such a name are host processes of the app, such as a test runner, and are never blamed."),
      ]),
    Section(
      key: FileKey("source", "mapping", "Paths of source files."),
      keys: [
        FileKey(
          "roots", "list",
          "A folder in which source files of findings are searched, instead of the git work tree; or `FROM=TO`, which is "
            + "the same as an entry of `map`: `/Users/runner/work/App/App=.`."),
        FileKey(
          "map", "list of mappings",
          "`from` and `to`: in the source paths of frames, the prefix `from` is replaced by `to`."
        ),
      ]),
    Section(
      key: FileKey("symbols", "mapping", "Symbol files."),
      keys: [
        FileKey(
          "paths", "list of paths", "Where to search for dSYMs, after `--symbols` and `DIAGNOSE_SYMBOLS`.")
      ]),
    Section(
      key: FileKey("builds", "mapping", "The order of builds."),
      keys: [
        FileKey(
          "order", "word or list",
          "`build` (CFBundleVersion, the default), `version` (by version, then by build), or a list of builds from "
            + "the oldest to the newest."),
        FileKey(
          "outside", "list of globs",
          "Builds that neither make an issue new nor reopen a resolved one, such as `999.*`."),
      ]),
    Section(
      key: FileKey("patterns", "mapping", "Known failures."),
      keys: [
        FileKey("files", "list of paths", "Pattern files, in addition to those of `--patterns`."),
        FileKey("disable", "list of ids", "Patterns that are not used."),
      ]),
    Section(
      key: FileKey("watch", "mapping", "Settings of `diagnose watch`."),
      keys: [
        FileKey(
          "directories", "list of paths", "Folders to watch if none is given; `run` and `latest` search them, too."),
        FileKey("settle", "time", "A file is read when it has not changed for this duration, such as `2s`."),
        FileKey("rescan", "time", "The interval between complete scans of the folders, such as `60s`."),
      ]),
    Section(
      key: FileKey("scrub", "mapping", "Words that `diagnose scrub` and `--scrub` redact."),
      keys: [
        FileKey(
          "names", "list of words",
          "Words that a scrubbed copy must not contain, even as parts of other words; case is ignored.")
      ]),
    Section(
      key: FileKey(
        "fail-on", "list of words",
        "Conditions under which `analyze` exits with status 1 if no `--fail-on` is given: `new`, `known`, "
          + "`unrecognized`, `any`; `regressed` is a resolved issue that occurred again."), keys: []),
  ]

  static let mapEntry = [
    FileKey("from", "text", "The prefix of paths in reports and symbol files.", isRequired: true),
    FileKey("to", "text", "The replacement of the prefix.", isRequired: true),
  ]
}
