import Vocabulary

extension PublishedDocument {
  /// Two sides of a history, and the issues that differ.
  package static let compare = PublishedDocument(
    "diagnose-compare/1", "Two builds, versions, systems, devices, days or weeks, and the issues that differ.",
    commands: ["compare --format json"],
    members: head("diagnose-compare/1") + [
      SchemaMember("by", .text, "What the sides are: build, version, os, device, day, week.", untrusted: false),
      SchemaMember("app", .text, "The app whose builds or versions are compared."),
      SchemaMember(
        "verdict", .word(["worse", "better", "mixed", "unchanged", "notCompared"]), "The second side against the first."
      ),
      SchemaMember("summary", .text, "The result in one sentence. Contains names of the sides."),
      SchemaMember(
        "exposureUnit", .word(["runs", "days", "deviceDays", "reports"]), "What rates refer to."),
      SchemaMember("before", .object(side), "The side that is compared with.", nullable: false),
      SchemaMember("after", .object(side), "The side whose issues are new, gone, worse or better.", nullable: false),
      SchemaMember("ratio", .number, "Ratio of all rates; null if shares are compared."),
      SchemaMember("low", .number, "Lower limit of the 95 % interval."),
      SchemaMember("high", .number, "Upper limit of the 95 % interval."),
      SchemaMember("compared", .integer, "Issues that were compared."),
      SchemaMember("unchanged", .integer, "Issues whose difference could be chance."),
      SchemaMember("tooFew", .integer, "Issues with too few reports for a comparison."),
      SchemaMember("othersOnlyBefore", .integer, "Of unchanged and tooFew, those only on the first side."),
      SchemaMember("othersOnlyAfter", .integer, "Of unchanged and tooFew, those only on the second side."),
      SchemaMember(
        "firstSeen",
        .list(.object(issue + [SchemaMember("reportsAfter", .integer, "Reports on the second side.")])),
        "Issues of the second side that no earlier build has, with any number of reports; empty unless builds are compared.",
        nullable: false),
      SchemaMember(
        "issues",
        .list(
          .object(
            [
              SchemaMember("change", .word(["new", "gone", "worse", "better"]))
            ] + issue + [
              SchemaMember("reportsBefore", .integer, "Reports on the first side."),
              SchemaMember("reportsAfter", .integer, "Reports on the second side."),
              SchemaMember("eventsBefore", .integer, "Reports or device-days that were compared."),
              SchemaMember("eventsAfter", .integer, "Reports or device-days that were compared."),
              SchemaMember("ratio", .number, "Ratio of the rates; null without a report on the first side."),
              SchemaMember("low", .number, "Lower limit of the 95 % interval."),
              SchemaMember("high", .number, "Upper limit of the 95 % interval."),
              SchemaMember("p", .number, "Probability of such a difference at equal rates."),
            ])), "The issues that differ.", nullable: false),
    ])

  private static let side: [SchemaMember] = [
    SchemaMember("name", .text, nullable: false),
    SchemaMember("reports", .integer, "Counted reports."),
    SchemaMember("events", .integer, "Reports or device-days that were compared."),
    SchemaMember("exposure", .number, "In exposureUnit."),
  ]
}
