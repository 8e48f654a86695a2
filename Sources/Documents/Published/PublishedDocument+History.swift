import Vocabulary

extension PublishedDocument {
  /// Answers of the history: one list per document.
  package static let history = PublishedDocument(
    "diagnose-history/1", "An answer of the history: one list.",
    commands: [
      "history list", "history search", "history show --facets", "history why", "trends", "database info",
    ], hasOneList: true,
    members: head("diagnose-history/1") + [
      list("issues", issue + [devices, daily], "Groups of reports of the same failure."),
      list("trends", trend, "Issues or values with their counts in two periods."),
      list("counts", count, "Counts of reports by the value of a property."),
      list("facets", facet, "Counts of an issue's reports compared with those of all issues."),
      list("problems", problem, "Inputs that were not recorded."),
      list("unrecognized", week, "Reports without a known failure, by week."),
      list("database", database, "Size and contents of the history."),
      list("why", comparison, "The result of comparing two reports, then the compared parts of their stacks."),
    ])

  /// What happened in a period.
  static let summary = PublishedDocument(
    "diagnose-summary/1", "What happened in a period: issues by trend, and the most frequent ones.",
    commands: ["summary"],
    members: head("diagnose-summary/1") + [
      SchemaMember("first", .text, "First day of the period, UTC.", nullable: false, untrusted: false),
      SchemaMember("last", .text, "Last day of the period, UTC.", nullable: false, untrusted: false),
      SchemaMember("reports", .integer, "Reports in the period."),
      SchemaMember("issues", .integer, "Issues with a report in the period."),
      SchemaMember("daily", .list(.integer), "Reports on each day of the period.", nullable: false),
    ]
      + [
        ("new", "New issues with a report in the period."),
        ("back", "Regressed issues, and issues that are back after builds without them."),
        ("growing", "Issues that grow, compared with the time before."),
        ("bursts", "Issues with more reports, which may be a single event."),
        ("fixed", "Resolved issues that later builds, or the period, do not have."),
      ].map { SchemaMember($0, .list(.object(issue + periods)), $1, nullable: false) } + [
        SchemaMember(
          "top",
          .list(
            .object(
              issue + [SchemaMember("devices", .integer, "Different devices in the period; null if none is known.")])),
          "The issues with most reports in the period, whose count is that of the period.", nullable: false)
      ])

  private static let periods = [
    SchemaMember("recent", .integer, "Reports in the recent period of the comparison."),
    SchemaMember("base", .integer, "Reports in the period before."),
  ]

  private static func list(_ name: String, _ members: [SchemaMember], _ meaning: String) -> SchemaMember {
    SchemaMember(name, .list(.object(members)), meaning, required: false, nullable: false)
  }

  private static let devices = SchemaMember(
    "devices", .integer, "Different devices of all reports, also if count is that of some; null if none is known.")

  private static let daily = SchemaMember(
    "daily", .list(.integer), "Reports on each day, the newest last.", nullable: false)

  static let issue: [SchemaMember] = [
    SchemaMember("id", .text, "Key of the issue: equal for the same failure on every machine.", untrusted: false),
    SchemaMember("shortID", .text, "Shortest unique prefix of the key in this history.", untrusted: false),
    SchemaMember("pattern", .text, "ID of the known failure."),
    SchemaMember("title", .text, "What happened. Contains names of the report."),
    SchemaMember("location", .text, "File and line, or function. Contains names of the report."),
    SchemaMember("count", .integer, "Reports."),
    SchemaMember("firstSeen", .text, "RFC 3339, UTC.", untrusted: false),
    SchemaMember("lastSeen", .text, "RFC 3339, UTC.", untrusted: false),
    SchemaMember("firstBuild", .text),
    SchemaMember("lastBuild", .text),
    SchemaMember("state", .word(["open", "resolved", "ignored"])),
    SchemaMember("resolvedIn", .text, "First build with the fix."),
    SchemaMember("regressedIn", .text, "Build in which it occurred again."),
    SchemaMember("regressedAt", .text, untrusted: false),
    SchemaMember("ignoredUntil", .text, untrusted: false),
    SchemaMember("note", .text, "Note of a user."),
    SchemaMember("kind", .text, "Kind of the reports."),
    SchemaMember("signature", .text, "Title of the signature. Contains names of the report."),
  ]

  /// The members of a comparison; those of an issue are missing where values of a property are compared.
  private static let trend: [SchemaMember] =
    [
      SchemaMember("trend", .text, "Section: new, growing, regressed and others.", untrusted: false),
      SchemaMember("verdict", .text, "Result of the statistical test.", required: false, untrusted: false),
      SchemaMember("facet", .text, "Property that is compared.", required: false, untrusted: false),
      SchemaMember("value", .text, "Value of the property.", required: false),
    ]
    + issue.map { member in
      var member = member
      member.isRequired = false
      return member
    } + [
      SchemaMember("recent", .integer, "Reports in the recent period."),
      SchemaMember("recentExposure", .number, "Exposure of the recent period, in exposureUnit: days, runs or reports."),
      SchemaMember("base", .integer, "Reports in the period before."),
      SchemaMember("baseExposure", .number),
      SchemaMember("exposureUnit", .text, untrusted: false),
      SchemaMember("ratio", .number, "Ratio of the rates; null without a base."),
      SchemaMember("low", .number, "Lower limit of the 95 % interval."),
      SchemaMember("high", .number, "Upper limit of the 95 % interval."),
      SchemaMember("p", .number, "Probability of such counts at equal rates."),
      SchemaMember("inBursts", .flag, "Whether the reports are bursty."),
      SchemaMember("burstReports", .integer, required: false),
      SchemaMember("burstDays", .integer, required: false),
      SchemaMember("devices", .integer, required: false),
      SchemaMember("daily", .list(.integer), "Reports on each day of both periods, the newest last.", required: false),
      SchemaMember("buildsSinceLast", .integer, required: false),
      SchemaMember("runsSinceLast", .integer, required: false),
      SchemaMember("backAfterBuilds", .integer, required: false),
      SchemaMember("compared", .integer, "Issues that were compared.", required: false),
      SchemaMember(
        "driver",
        .object([
          SchemaMember("id", .text, "Key of the issue.", nullable: false, untrusted: false),
          SchemaMember("shortID", .text, "Shortest unique prefix of the key.", nullable: false, untrusted: false),
          SchemaMember("share", .number, "Its share of the rise, from 0.5 to 1."),
        ]), "The issue that explains at least half of a rise.", required: false, nullable: false),
      SchemaMember(
        "predecessor", .object(predecessor), "The build before a new build, in as many days from the first of each.",
        required: false, nullable: false),
    ]

  private static let predecessor: [SchemaMember] = [
    SchemaMember("value", .text, "Name of the build before.", nullable: false),
    SchemaMember("days", .integer, "Days that are compared."),
    SchemaMember("unit", .text, "Unit of both exposures: runs, or devices with a report.", untrusted: false),
    SchemaMember("reports", .integer, "Reports of the new build in these days."),
    SchemaMember("exposure", .number, "Its runs or devices."),
    SchemaMember("reportsBefore", .integer, "Reports of the build before."),
    SchemaMember("exposureBefore", .number, "Its runs or devices."),
    SchemaMember("ratio", .number, "Ratio of the rates; null if the build before had no report."),
    SchemaMember("p", .number, "Probability of this many reports or more at equal rates; null without runs."),
  ]

  private static let count: [SchemaMember] = [
    SchemaMember("issue", .text, "Key of the issue.", required: false, untrusted: false),
    SchemaMember("facet", .text, "Property by which reports are counted.", untrusted: false),
    SchemaMember("value", .text),
    SchemaMember("app", .text, required: false),
    SchemaMember("count", .integer),
    SchemaMember("total", .integer, required: false),
  ]

  private static let facet: [SchemaMember] =
    count + [
      SchemaMember("ofAll", .integer, "Reports of all issues with the value."),
      SchemaMember("totalOfAll", .integer, "Reports of all issues."),
      SchemaMember(
        "association", .object(association), "The comparison with other issues, if the value is more or less frequent.",
        required: false, nullable: false),
    ]

  /// A value that is more or less frequent in an issue than in others.
  static let association: [SchemaMember] = [
    SchemaMember("property", .text, "Property of the reports, or oneDevice.", nullable: false, untrusted: false),
    SchemaMember("value", .text, "The value; null for one device, of which only a hash is stored."),
    SchemaMember("kind", .text, "more, fewer or oneDevice.", nullable: false, untrusted: false),
    SchemaMember("unit", .text, "What is counted: devices or reports.", nullable: false, untrusted: false),
    SchemaMember("count", .integer, "Devices or reports of the issue with the value."),
    SchemaMember("total", .integer, "Those of the issue that state the property."),
    SchemaMember("others", .integer, "Devices or reports of other issues with the value."),
    SchemaMember("totalOfOthers", .integer, "Those of other issues that state the property."),
    SchemaMember("p", .number, "Probability of such a difference if the value does not matter."),
    SchemaMember("days", .integer, "Fewest days with nine tenths of the reports of one device.", required: false),
    SchemaMember("text", .text, "The comparison as a sentence.", nullable: false),
  ]

  private static let problem: [SchemaMember] = [
    SchemaMember("path", .text), SchemaMember("code", .text), SchemaMember("message", .text),
    SchemaMember("at", .text), SchemaMember("attempts", .integer),
  ]

  private static let week: [SchemaMember] = [
    SchemaMember("week", .text, "Monday of the week."), SchemaMember("reports", .integer),
    SchemaMember("unrecognized", .integer),
  ]

  private static let database: [SchemaMember] =
    [
      "schema", "bytes", "reports", "variants", "issues", "open", "resolved", "ignored", "builds", "stacks",
      "withEvidence", "withRaw", "problems",
    ].map { SchemaMember($0, .integer) } + [
      SchemaMember("firstSeen", .text), SchemaMember("lastSeen", .text), SchemaMember("prunedBefore", .text),
      SchemaMember(
        "otherCopies", .list(.object(otherCopy)),
        "Other copies of shared histories on this machine with changes that were not sent.", required: false,
        nullable: false),
      SchemaMember(
        "server", .object(server), "The server, if the database is the local copy of a shared history.", required: false
      ),
    ]

  private static let otherCopy: [SchemaMember] = [
    SchemaMember("path", .text, nullable: false),
    SchemaMember("address", .text, "Host, port and database for which it was recorded."),
    SchemaMember("unsent", .integer),
    SchemaMember("isSameHistory", .flag, "Whether it is a copy of the history in use."),
    SchemaMember("problem", .text, "Why it cannot be read."),
  ]

  private static let server: [SchemaMember] = [
    SchemaMember("address", .text, nullable: false),
    SchemaMember("bytes", .integer, "The size of its tables, after compression."),
    SchemaMember("unsent", .integer, "The number of changes that the server has not confirmed."),
    SchemaMember("received", .text, "When everything on the server had been received."),
    SchemaMember(
      "senders",
      .list(
        .object([
          SchemaMember("id", .text, nullable: false), SchemaMember("records", .integer),
          SchemaMember("last", .text, nullable: false), SchemaMember("program", .text, nullable: false),
          SchemaMember("isThis", .flag),
        ])), "Who sends to it, the latest first.", nullable: false),
    SchemaMember(
      "summary",
      .object([
        SchemaMember("made", .text, "When it arrived, by the clock of the server.", nullable: false),
        SchemaMember("reports", .integer, "The number of counted reports."),
        SchemaMember("bytes", .integer, "The size of its file, which machines without a copy receive."),
        SchemaMember("program", .text, nullable: false),
      ]), "The latest summary, if there is one.", required: false),
  ]

  /// The first element has the result, the others the rows.
  private static let comparison: [SchemaMember] = [
    SchemaMember("isOneIssue", .flag, required: false), SchemaMember("verdict", .text, required: false),
    SchemaMember("rule", .text, required: false), SchemaMember("similarity", .number, required: false),
    SchemaMember("left", .text, required: false), SchemaMember("right", .text, required: false),
    SchemaMember("leftFate", .text, required: false), SchemaMember("rightFate", .text, required: false),
    SchemaMember("isSame", .flag, required: false),
  ]
}
