internal import GRDB

extension Migration {
  /// Two roll-ups that answer for one issue without its days, and indexes of what is a part or a variant.
  static let spread = Migration(3, "spread") { database in
    try database.execute(
      sql: """
        -- Counted reports of an issue over all its time: by build and system, and by device.
        CREATE TABLE rollup_system (
          issue INTEGER NOT NULL, build INTEGER NOT NULL, os INTEGER NOT NULL, count INTEGER NOT NULL,
          PRIMARY KEY (issue, build, os)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE rollup_device (
          issue INTEGER NOT NULL, device INTEGER NOT NULL, count INTEGER NOT NULL,
          PRIMARY KEY (issue, device)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO rollup_system SELECT issue, build, os, sum(count) FROM rollup GROUP BY issue, build, os;
        INSERT INTO rollup_device SELECT issue, device, sum(count) FROM rollup GROUP BY issue, device;

        CREATE INDEX issue_joined ON issue (joined) WHERE joined IS NOT NULL;
        CREATE INDEX report_variant ON report (issue) WHERE variant_of IS NOT NULL;
        """)
  }
}
