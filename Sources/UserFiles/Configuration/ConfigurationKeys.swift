/// The keys of a configuration.
package enum ConfigurationKeys {
  /// A key with further keys below it, or with a list.
  package struct Section: Sendable {
    /// The key itself, at the top level of the file.
    package let key: FileKey
    /// Empty: the key itself has a value.
    package let keys: [FileKey]
  }

  /// Every key that a configuration may have, in the order of the documentation.
  package static let catalog: [Section] = [
    Section(
      key: FileKey("database", "mapping", "The history."),
      keys: [
        FileKey("path", "path", "The history to use, where no `--database` and no `DIAGNOSE_DATABASE` names one."),
        FileKey(
          "retention", "time",
          "How long reports are kept, as `400d`: `ingest` and `watch` prune what is older. Sums and trends stay."),
        FileKey(
          "keep-raw", "true or false",
          "Whether the history keeps reports as they are, besides what it makes of them. Off: they are large."
        ),
      ]),
    Section(
      key: FileKey("app", "mapping", "What is yours."),
      keys: [
        FileKey(
          "bundle-ids", "list of globs", "Images with such an identifier are the app's, whatever their path."),
        FileKey("images", "list of globs", "Images with such a name are the app's, whatever their path."),
        FileKey(
          "hosts", "list of globs", "Images with such a name are a host of the app, as a test runner: never blamed."),
      ]),
    Section(
      key: FileKey("source", "mapping", "Where source files lie."),
      keys: [
        FileKey(
          "map", "list of mappings",
          "`from` and `to`: files of frames whose path begins with `from` are shown with `to` in its place."
        )
      ]),
    Section(
      key: FileKey("symbols", "mapping", "Symbol files."),
      keys: [
        FileKey("paths", "list of paths", "Where dSYMs are looked for, after `--symbols` and `DIAGNOSE_SYMBOLS`.")
      ]),
    Section(
      key: FileKey("builds", "mapping", "How builds follow one another."),
      keys: [
        FileKey(
          "order", "word or list",
          "`build` (CFBundleVersion, the default), `version` (the version, then the build), or a list of builds from the "
            + "oldest to the newest."),
        FileKey("outside", "list of globs", "Builds that make nothing new and bring nothing back, as `999.*`."),
      ]),
    Section(
      key: FileKey("patterns", "mapping", "Known failures."),
      keys: [
        FileKey("files", "list of paths", "Files of patterns, besides those of `--patterns`."),
        FileKey("disable", "list of ids", "Patterns that are not used."),
      ]),
    Section(
      key: FileKey("watch", "mapping", "What `diagnose watch` follows."),
      keys: [
        FileKey("directories", "list of paths", "Folders to follow, where none is named."),
        FileKey("settle", "time", "A file is read when it has not changed for so long, as `2s`."),
        FileKey("rescan", "time", "How often to look at everything, as `60s`."),
      ]),
    Section(
      key: FileKey("scrub", "mapping", "What `diagnose scrub` and `--scrub` take out."),
      keys: [
        FileKey("names", "list of words", "Words that no copy may hold, also within others, letter case aside.")
      ]),
    Section(
      key: FileKey(
        "fail-on", "list of words",
        "`new`, `known`, `unrecognized`, `any`: `analyze` ends with status 1 for them where no `--fail-on` is given. "
          + "`regressed`: a resolved issue came back."), keys: []),
  ]

  static let mapEntry = [
    FileKey("from", "text", "How paths begin in reports and symbol files.", isRequired: true),
    FileKey("to", "text", "What stands there instead.", isRequired: true),
  ]
}
