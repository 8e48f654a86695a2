internal import GRDB

extension ReportWriter {
  /// Adds values to the row of a report that lacks them.
  func add(_ additions: ReportAdditions, to id: Int64) throws {
    try statements.run(
      """
      UPDATE report SET role = iif(role = 0, ?, role), address_class = iif(address_class = 0, ?, address_class)
      WHERE id = ?
      """,
      [try dictionaries.name(additions.role), try dictionaries.name(additions.addressClass), id])
  }
}
