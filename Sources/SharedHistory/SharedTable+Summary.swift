internal import ClickHouse

/// The tables of summaries.
///
/// Rows are never changed. Each belongs to a part, and a summary lists its parts, so that it replaces the one before at the
/// insertion of one row. A part that is not listed was abandoned or replaced.
extension SharedTable {
  /// The tables whose rows belong to parts of summaries.
  static let partsOfSummaries = catalog.filter { $0.columns.first?.name == partColumn.name }

  private static let partColumn = Column("part", "String", "the part that the row belongs to", isRepeated: true)
  private static let arrival = Column(
    "at", "DateTime", "the time of arrival, by the clock of the server", storage: " DEFAULT now()", codec: "ZSTD(1)")
  private static let issueColumn = Column("issue", "String", "the key of the issue", isRepeated: true)

  static let summary = SharedTable(
    name: "summary",
    purpose: "The summaries of the history: what it counts, for questions without a copy. The highest number is valid.",
    columns: [
      Column("number", "UInt64", "ascending"),
      Column("id", "String", "its identifier"),
      Column("parts", "Array(String)", "the parts that it consists of"),
      Column("schema", "UInt64", "the version of the file's schema"),
      Column("pieces", "UInt64", "the number of pieces of its file"),
      Column("size", "UInt64", "the size of the file in bytes"),
      Column("devices_from", "Int64", "the first day of `summary_device`, counted from 1970-01-01"),
      Column("reports", "UInt64", "the number of counted reports"),
      Column("program", "String", "the name and version of the program that made it"),
      arrival,
    ], order: "number, id", partition: nil, shard: "sipHash64(id)")

  static let summaryFile = SharedTable(
    name: "summary_file",
    purpose: "The file of a summary in SQLite's format: issues, builds, events, and the latest reports of each issue.",
    columns: [
      Column("id", "String", "the identifier of the summary"),
      Column("part", "UInt64", "the number of the piece, from 0"),
      Column("bytes", "String", "the bytes of the piece, compressed with zlib"),
      Column("hash", "UInt64", "a hash of `bytes`"),
      arrival,
    ], order: "id, part, hash", partition: nil, shard: "sipHash64(id)")

  static let summaryCount = SharedTable(
    name: "summary_count", purpose: "Counted reports. Each report counts once, however often it was recorded or sent.",
    columns: [
      partColumn,
      issueColumn,
      Column("day", "Int32", "the UTC day of the crash, counted from 1970-01-01", codec: "ZSTD(1)"),
      Column("time", "Int64", "its time in seconds since 1970; 0 if the report was pruned", codec: "Delta, ZSTD(1)"),
      Column("is_stored", "UInt8", "0 for reports that were pruned, of which only the number remains"),
      Column("build", "String", "the key of the build in `summary_build`; empty if not stated", isRepeated: true),
      Column("os", "String", "the name and version of the system", isRepeated: true),
      Column("device", "String", "the model identifier", isRepeated: true),
      Column("machine", "String", "the label `machine`", isRepeated: true),
      Column("pattern", "String", "the recognized pattern of the report", isRepeated: true),
      Column("reports", "UInt64", "the number of reports", codec: "ZSTD(1)"),
      arrival,
    ], order: "part, issue, time", isSet: false, partition: "intDiv(day, 28)", shard: "sipHash64(part)")

  static let summaryDevice = SharedTable(
    name: "summary_device", purpose: "The devices and machines of each issue on recent days.",
    columns: [
      partColumn,
      issueColumn,
      Column("day", "Int32", "the UTC day, counted from 1970-01-01", codec: "ZSTD(1)"),
      Column("owner", "String", "a hash of the device's identifier, or `machine ` and a label", codec: "ZSTD(1)"),
      Column("is_machine", "UInt8", "whether `owner` is a label"),
      Column("reports", "UInt64", "the number of reports", codec: "ZSTD(1)"),
      arrival,
    ], order: "part, issue, owner", isSet: false, partition: "intDiv(day, 28)", shard: "sipHash64(part)")

  static let summaryIssue = SharedTable(
    name: "summary_issue", purpose: "The issues, also those that are merged into another.",
    columns: [
      partColumn,
      Column("issue", "String", "the key"),
      Column("canonical", "String", "the key of the issue that it is merged into; otherwise its own"),
      Column("title", "String", "what happened"),
      Column("location", "String", "the blamed file and line, else function, else image"),
      Column("pattern", "String", "the recognized pattern"),
      Column("state", "String", "`open`, `resolved` or `ignored`"),
      Column("ignored_until", "Int64", "the time in seconds until which it is ignored"),
      Column("coarse", "String", "the key that related issues share"),
      Column("first_build", "String", "the key of the first build"),
      Column("first_seen", "Int64", "the time of the earliest report in seconds since 1970"),
      Column("last_seen", "Int64", "the time of the latest report in seconds since 1970"),
      Column("reports", "UInt64", "the number of counted reports, without those of merged issues"),
      arrival,
    ], order: "part, issue", isSet: false, partition: nil, shard: "sipHash64(part)")

  static let summaryBuild = SharedTable(
    name: "summary_build", purpose: "The builds of all apps.",
    columns: [
      partColumn,
      Column("build", "String", "the key"),
      Column("app", "String", "the bundle identifier, else the process"),
      Column("bundle_id", "String", "the bundle identifier"),
      Column("process", "String", "the process"),
      Column("version", "String", "CFBundleShortVersionString"),
      Column("build_number", "String", "CFBundleVersion"),
      Column("is_ordered", "UInt8", "whether the build has a position"),
      Column("position", "Int64", "the position in the order of the app's builds"),
      Column("first_seen", "Int64", "the time of the earliest report in seconds since 1970"),
      arrival,
    ], order: "part, build", isSet: false, partition: nil, shard: "sipHash64(part)")

  static let summaryTotal = SharedTable(
    name: "summary_total", purpose: "The sums of each issue over the complete time, by build, system and device.",
    columns: [
      partColumn,
      issueColumn,
      Column("property", "String", "`build`, `os` or `device`", isRepeated: true),
      Column("value", "String", "the key of a build, or a name; empty if not stated", isRepeated: true),
      Column("reports", "UInt64", "the number of counted reports", codec: "ZSTD(1)"),
      arrival,
    ], order: "part, issue, property, value", isSet: false, partition: nil, shard: "sipHash64(part)")

  static let summaryRun = SharedTable(
    name: "summary_run", purpose: "Recorded runs of builds.",
    columns: [
      partColumn,
      Column("app", "String", "the bundle identifier, else the process"),
      Column("version", "String", "CFBundleShortVersionString"),
      Column("build_number", "String", "CFBundleVersion"),
      Column("day", "Int32", "the UTC day, counted from 1970-01-01"),
      Column("started", "UInt64", "the number of runs"),
      arrival,
    ], order: "part, app, version, build_number, day", isSet: false, partition: nil, shard: "sipHash64(part)")
}
