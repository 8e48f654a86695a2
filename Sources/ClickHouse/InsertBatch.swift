package import Vocabulary

/// Rows for one insertion, in the format TabSeparated.
package struct InsertBatch: Sendable {
  /// The table.
  package let table: SQLIdentifier
  /// The columns, in the order of the values.
  package let columns: [SQLIdentifier]
  /// The rows, escaped.
  private(set) var bytes: [UInt8] = []
  /// The number of rows.
  package private(set) var rows = 0

  /// Creates a batch without rows.
  package init(into table: SQLIdentifier, columns: [SQLIdentifier]) {
    self.table = table
    self.columns = columns
  }

  /// The size of the rows in bytes, before compression.
  package var size: Int { bytes.count }

  /// The digest of the table's name and the rows.
  package var digest: SHA256Digest { SHA256.digest(of: Array(table.name.utf8) + [0] + bytes) }

  /// Appends a row. Returns false, and appends nothing, if the number of values is not that of the columns.
  package mutating func append(_ values: [SQLValue]) -> Bool {
    guard values.count == columns.count else { return false }
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(0x09) }
      value.writeField(to: &bytes)
    }
    bytes.append(0x0A)
    rows += 1
    return true
  }

  /// The statement, without its data.
  var statement: Statement {
    let names = Statement.joined(columns.map { "\($0)" }, by: ", ")
    return "INSERT INTO \(table) (\(names)) FORMAT TabSeparated"
  }
}
