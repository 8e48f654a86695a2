package import Vocabulary

extension PublishedDocument {
  /// Reports with their diagnosis.
  static let report = PublishedDocument(
    "diagnose/1", "Reports with their diagnosis.",
    commands: ["analyze --format json", "analyze --format jsonl", "ingest", "watch", "history list --reports"],
    members: nil)

  /// The faults of a project.
  package static let check = PublishedDocument(
    "diagnose-check/1", "Known faults in the nibs and sources of a project.", commands: ["check"],
    members: head("diagnose-check/1") + [
      SchemaMember("folder", .text, "The folder as the user gave it."),
      SchemaMember("filesRead", .integer),
      SchemaMember(
        "faults",
        .list(
          .object([
            SchemaMember("check", .text, "ID of the check.", untrusted: false),
            SchemaMember("pattern", .text, "ID of the failure that the fault causes.", untrusted: false),
            SchemaMember("headline", .text, "Contains names of the project."),
            SchemaMember("proves", .flag, "Whether the fault alone proves the cause of such a failure."),
            SchemaMember(
              "locations",
              .list(
                .object([
                  SchemaMember("path", .text), SchemaMember("line", .integer, "From 1."),
                  SchemaMember("text", .text, "The line of the file."), SchemaMember("statement", .text),
                ]))),
            SchemaMember("remedy", .text), SchemaMember("diff", .text, "Suggested edit, as a unified diff."),
          ])), nullable: false),
      SchemaMember("notes", notes, "Parts of the project that could not be read.", nullable: false),
    ])

  /// The effective configuration.
  static let config = PublishedDocument(
    "diagnose-config/1", "Settings with their values and origins.", commands: ["config show"],
    members: head("diagnose-config/1") + [
      SchemaMember(
        "settings",
        .list(
          .object([
            SchemaMember("key", .text, nullable: false), SchemaMember("value", .text),
            SchemaMember("from", .text, "File, environment variable or default.", nullable: false),
          ])), nullable: false)
    ])

  /// The explanation of a topic.
  package static let explanation = PublishedDocument(
    "diagnose-explain/1", "The explanation of a known failure, code, signal or field.", commands: ["explain"],
    members: head("diagnose-explain/1") + [
      SchemaMember("topic", .text, "The topic as the user gave it.", nullable: false),
      SchemaMember(
        "entries",
        .list(
          .object([
            SchemaMember("id", .text, nullable: false), SchemaMember("kind", .word(["pattern", "topic", "page"])),
            SchemaMember("title", .text),
          ])), "What the text explains; one element, or the best matches of a search.", nullable: false),
      SchemaMember("text", .text, "The explanation.", nullable: false),
    ])

  /// The lines of an exported history, other than reports.
  static let export = PublishedDocument(
    "diagnose-export/1", "A line of an exported history that is not a report: the first line, events, or runs.",
    commands: ["database export"],
    members: [
      SchemaMember("schema", .constant("diagnose-export/1"), nullable: false),
      SchemaMember(
        "tool", .object([SchemaMember("name", .text), SchemaMember("version", .text)]), required: false),
      SchemaMember(
        "events",
        .list(
          .object([
            SchemaMember("issue", .text), SchemaMember("at", .text), SchemaMember("what", .text),
            SchemaMember("by", .text), SchemaMember("note", .text), SchemaMember("build", .text),
            SchemaMember("other", .text, required: false), SchemaMember("lastBuild", .text, required: false),
            SchemaMember("undoes", .text, required: false),
          ])), "States that users set.", required: false),
      SchemaMember(
        "runs",
        .list(
          .object([
            SchemaMember("app", .text), SchemaMember("version", .text, required: false),
            SchemaMember("build", .text, required: false), SchemaMember("day", .text), SchemaMember("runs", .integer),
          ])), "How often builds ran.", required: false),
    ])

  /// The results of the checks of the set-up.
  static let doctor = PublishedDocument(
    "diagnose-doctor/1", "Results of the checks of the set-up.", commands: ["doctor"],
    members: head("diagnose-doctor/1") + [
      SchemaMember(
        "results",
        .list(
          .object([
            SchemaMember("check", .text, "ID of the check.", nullable: false),
            SchemaMember("state", .word(["ok", "note", "fix"])), SchemaMember("text", .text, "What was found."),
            SchemaMember("advice", .text, "What to do."),
          ])), nullable: false)
    ])

  /// The newest reports of this machine, which are not diagnosed.
  static let latest = PublishedDocument(
    "diagnose-latest/1", "The newest reports of this machine, newest first.", commands: ["latest --list"],
    members: head("diagnose-latest/1") + [
      SchemaMember(
        "reports",
        .list(
          .object([
            SchemaMember("path", .text, nullable: false), SchemaMember("time", .text, "RFC 3339, UTC."),
            SchemaMember("kind", .text, "Kind of the report."), SchemaMember("process", .text),
            SchemaMember("bundleID", .text), SchemaMember("version", .text), SchemaMember("build", .text),
            SchemaMember("exception", .text, "Type of the exception, or the signal."),
          ])), nullable: false)
    ])

  /// The alerts of a history, and the body of a webhook, which contains one.
  static let alerts = PublishedDocument(
    "diagnose-alerts/1", "Alerts about issues; the body of a webhook contains one.",
    commands: ["alerts list --format json", "alerts check --format json"],
    members: head("diagnose-alerts/1") + [
      SchemaMember(
        "alerts",
        .list(
          .object([
            SchemaMember(
              "id", .text, "The same for every attempt to deliver the alert.", nullable: false, untrusted: false),
            SchemaMember("rule", .text, "Name of the rule.", nullable: false, untrusted: false),
            SchemaMember(
              "when", .text, "What triggered it: new, regressed, back, growing, burst.", nullable: false,
              untrusted: false),
            SchemaMember("at", .text, "RFC 3339, UTC.", nullable: false, untrusted: false),
            SchemaMember("total", .integer, "Number of issues."),
            SchemaMember(
              "issues",
              .list(
                .object([
                  SchemaMember("id", .text, "Key of the issue.", nullable: false, untrusted: false),
                  SchemaMember("headline", .text), SchemaMember("location", .text), SchemaMember("pattern", .text),
                  SchemaMember("kind", .text, "Kind of the reports."), SchemaMember("app", .text),
                  SchemaMember("count", .integer, "Number of reports."),
                  SchemaMember("firstSeen", .text, "RFC 3339, UTC.", untrusted: false),
                  SchemaMember("lastSeen", .text, "RFC 3339, UTC.", untrusted: false),
                  SchemaMember("firstBuild", .text), SchemaMember("lastBuild", .text),
                  SchemaMember("resolvedIn", .text), SchemaMember("regressedIn", .text),
                  SchemaMember("trend", .text, "Comparison with the time before."),
                ])), "At most 25.", nullable: false),
            SchemaMember("state", .word(["waiting", "delivered", "failed"]), required: false),
            SchemaMember("failedAttempts", .integer, required: false),
            SchemaMember("next", .text, "When it is tried again, RFC 3339.", required: false, untrusted: false),
            SchemaMember(
              "ended", .text, "When it was delivered or given up, RFC 3339.", required: false, untrusted: false),
            SchemaMember("answer", .text, "Last error, or the address of a ticket.", required: false),
          ])), nullable: false)
    ])

  /// The configurations that the user trusts.
  static let trust = PublishedDocument(
    "diagnose-trust/1", "The trusted configurations, sorted by path.", commands: ["trust --list"],
    members: head("diagnose-trust/1") + [
      SchemaMember(
        "configurations",
        .list(
          .object([
            SchemaMember("path", .text, "The absolute path.", nullable: false),
            SchemaMember("state", .word(["trusted", "changed", "missing"])),
            SchemaMember("digest", .text, "SHA-256 of the content that the user trusts.", nullable: false),
          ])), nullable: false)
    ])

  /// The functions at addresses.
  static let lookup = PublishedDocument(
    "diagnose-lookup/1", "The functions at one address: one line of lookup --format jsonl.",
    commands: ["lookup --format jsonl"],
    members: [SchemaMember("schema", .constant("diagnose-lookup/1"), nullable: false)] + lookupLine)

  /// The members of a line of `lookup --format jsonl`, and of the elements of the tool with that name.
  package static let lookupLine: [SchemaMember] = [
    SchemaMember("address", .text, "As the user gave it.", nullable: false),
    SchemaMember("lookup", .text, "Hexadecimal. The address that was looked up; null if the input is not one."),
    SchemaMember(
      "frames",
      .list(
        .object([
          SchemaMember("function", .text, "As in the file."), SchemaMember("demangled", .text),
          SchemaMember("file", .text), SchemaMember("line", .integer, "From 1."),
          SchemaMember("column", .integer, "From 1."),
          SchemaMember("inlined", .flag, "Whether it is inlined into the next one."),
          SchemaMember("functionStart", .text, "Hexadecimal."),
        ])), "Innermost first.", nullable: false),
  ]

  /// The known failures.
  static let patterns = PublishedDocument(
    "diagnose-patterns/1", "Known failures.", commands: ["patterns list"],
    members: head("diagnose-patterns/1") + [
      SchemaMember(
        "patterns",
        .list(
          .object([
            SchemaMember("id", .text, "Stable.", nullable: false), SchemaMember("title", .text),
            SchemaMember("family", .text), SchemaMember("revision", .integer), SchemaMember("since", .text),
            SchemaMember("severity", .word(["error", "warning", "note"])),
            SchemaMember("origin", .word(["builtIn", "custom", "found"])),
          ])), nullable: false)
    ])

  /// The members of a note.
  static let notes = SchemaShape.list(
    .object([SchemaMember("code", .text, untrusted: false), SchemaMember("text", .text)]))
}
