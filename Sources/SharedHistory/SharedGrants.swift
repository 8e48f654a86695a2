internal import ClickHouse

/// The statements that give users of the server the rights which this program needs, and no others.
package enum SharedGrants {
  /// Returns the text that `diagnose database init` prints.
  package static func text(database: String, isCluster: Bool) -> String {
    let name = Statement.joined(["\(SQLIdentifier(database))"], by: "").text
    let local = isCluster ? ", and on the tables `…_local` of each host" : ""
    return """
      -- Users who record reports need SELECT and INSERT, users who only read need SELECT\(local):
      CREATE USER diagnose_writer IDENTIFIED BY 'PASSWORD';
      GRANT SELECT, INSERT ON \(name).* TO diagnose_writer;
      CREATE USER diagnose_reader IDENTIFIED BY 'PASSWORD';
      GRANT SELECT ON \(name).* TO diagnose_reader;
      -- Users who run diagnose database prune or summarize also need ALTER DELETE:
      -- GRANT ALTER DELETE ON \(name).* TO diagnose_writer;
      -- For the size of the tables in diagnose database info:
      GRANT SELECT ON system.parts TO diagnose_writer, diagnose_reader;

      """
  }
}
