internal import GRDB

extension Migration {
  /// The devices of issues, and indexes that contain what questions about devices, builds and days read: a search in
  /// `report` itself reads a page for each report.
  static let devices = Migration(10, "devices") { database in
    try database.execute(
      sql: """
        -- The counted, stored reports of an issue by device: `reporter` of `report`.
        CREATE TABLE rollup_reporter (
          issue INTEGER NOT NULL, reporter INTEGER NOT NULL, count INTEGER NOT NULL,
          PRIMARY KEY (issue, reporter)
        ) STRICT, WITHOUT ROWID;

        -- The number of rows of an issue in `rollup_reporter`.
        CREATE TABLE reporter_count (
          issue  INTEGER PRIMARY KEY,
          number INTEGER NOT NULL
        ) STRICT;

        DROP INDEX report_day;
        CREATE INDEX report_day ON report (day, build, issue, reporter, variant_of);
        DROP INDEX report_issue_time;
        CREATE INDEX report_issue_time ON report (issue, time, reporter, variant_of);
        CREATE INDEX report_build ON report (build, issue, day, reporter, variant_of);
        """)
    try ReporterDelta.recount(database)
  }
}
