internal import GRDB

extension Migration {
  /// The role of the process and the class of the address whose access failed. Reports that were recorded before have none
  /// until they are read or diagnosed again.
  static let role = Migration(9, "role") { database in
    try database.execute(
      sql: """
        ALTER TABLE report ADD COLUMN role INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE report ADD COLUMN address_class INTEGER NOT NULL DEFAULT 0;
        """)
  }
}
