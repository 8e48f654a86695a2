internal import GRDB

extension Migration {
  /// The dispatch queue of the crashed thread. Reports that were recorded before have none until they are read again.
  static let queue = Migration(8, "queue") { database in
    try database.execute(
      sql: """
        ALTER TABLE report ADD COLUMN queue INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX report_queue ON report (queue) WHERE variant_of IS NULL;
        """)
  }
}
