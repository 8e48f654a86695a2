internal import CrashReports
internal import Foundation
internal import GRDB
internal import Vocabulary

/// A column of the table `report`: what it stores of a record, and how.
///
/// `ReportColumn.catalog` is the only list of these columns. Statements, reading, the merger of two readings of the same
/// bytes, the file of a summary and the stored parts of a report derive from it.
struct ReportColumn: Sendable {
  /// The name in the schema.
  let name: String
  /// Whether the column contains ids of the table `name`.
  var isShared = false
  /// Binds the value of a report.
  let write: @Sendable (NewReport, inout Parameters) throws -> Void
  /// Whether a reading of the same bytes adds nothing to the stored value. It must be true only if
  /// `ReportRecord.merged` would not change what the column stores.
  let addsNothing: @Sendable (NewReport, StoredColumn) throws -> Bool
  /// Sets what the column stores. Values that several columns store together are set by one of them.
  let read: @Sendable (StoredColumn, inout ReportRecord) throws -> Void
  /// The value as text, by which two readings of the same bytes are ordered; `nil` for a column that is merged by a rule
  /// of its own.
  var order: (@Sendable (ReportRecord) -> String?)?
  /// Sets what the column stores from a report that was read.
  var take: (@Sendable (CrashReport, inout ReportRecord) -> Void)?
  /// Sets the part of a report that the column stores.
  var restore: (@Sendable (ReportRecord, inout CrashReport) -> Void)?
}

/// A report that is about to be written, with the tables to which its row refers.
struct NewReport {
  let prepared: PreparedRecord
  let rollupKey: RollupKey
  let dictionaries: Dictionaries
  let builds: BuildTable

  init(_ prepared: PreparedRecord, _ rollupKey: RollupKey, _ writer: ReportWriter) {
    (self.prepared, self.rollupKey) = (prepared, rollupKey)
    (dictionaries, builds) = (writer.dictionaries, writer.builds)
  }

  var record: ReportRecord { prepared.record }
}

/// One column in a row of `report`.
struct StoredColumn {
  fileprivate let row: StoredRow
  fileprivate let index: Int

  /// The value, which must not be NULL.
  func value<Value: StoredValue>() -> Value { row.row[checked: index] }
  /// The value; `nil` for NULL.
  func value<Value: StoredValue>() -> Value? { row.row[checked: index] }
  /// The text to which the id in a shared column refers.
  func text() throws -> String? { try row.reader?.name(value()) }
  /// The reader of the row, for values in other tables.
  var reader: StoredReportReader? { row.reader }
  /// Another column of the same row.
  subscript(_ name: String) -> StoredColumn { StoredColumn(row: row, index: row.layout.index(of: name)) }
}

/// The positions of the columns in rows of one statement, which are computed once: finding a column by name takes longer
/// than reading it.
struct ReportLayout {
  /// The position of each column of the catalog.
  fileprivate let catalog: [Int]
  private let positions: [String: Int]

  init(_ row: Row) throws {
    positions = Dictionary(zip(row.columnNames, 0...)) { first, _ in first }
    catalog = try ReportColumn.catalog.map { [positions] column in
      guard let position = positions[column.name] else {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "report has no column \(column.name)")
      }
      return position
    }
  }

  /// Returns the position of a column. Rows of `report` have all of its columns, so the position exists.
  fileprivate func index(of name: String) -> Int { positions[name] ?? 0 }
}

/// A row of `report`.
struct StoredRow {
  fileprivate let row: Row
  fileprivate let layout: ReportLayout
  /// Reads what the row refers to; `nil` if only the row is compared.
  fileprivate let reader: StoredReportReader?

  init(_ row: Row, _ layout: ReportLayout, _ reader: StoredReportReader? = nil) {
    (self.row, self.layout, self.reader) = (row, layout, reader)
  }

  /// A column that every row has, including those outside the catalog.
  subscript(_ name: String) -> StoredColumn { StoredColumn(row: self, index: layout.index(of: name)) }

  /// Sets all properties of a record that the row stores.
  func read(into record: inout ReportRecord) throws {
    for (column, index) in zip(ReportColumn.catalog, layout.catalog) {
      try column.read(StoredColumn(row: self, index: index), &record)
    }
  }

  /// Whether a reading of the same bytes adds nothing to the row.
  func isComplete(for new: NewReport) throws -> Bool {
    try zip(ReportColumn.catalog, layout.catalog).allSatisfy { column, index in
      try column.addsNothing(new, StoredColumn(row: self, index: index))
    }
  }
}

// MARK: - Kinds of columns

extension ReportColumn {
  /// A part of a report that was read.
  struct Member<Value>: Sendable {
    let get: @Sendable (CrashReport) -> Value?
    let set: @Sendable (inout CrashReport, Value) -> Void

    init(get: @escaping @Sendable (CrashReport) -> Value?, set: @escaping @Sendable (inout CrashReport, Value) -> Void)
    {
      (self.get, self.set) = (get, set)
    }

    /// A member that exists in every report.
    init(_ path: any WritableKeyPath<CrashReport, Value?> & Sendable) {
      self.init(get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    }

    /// A member of an object that a report may lack.
    init<Object>(
      _ object: any WritableKeyPath<CrashReport, Object?> & Sendable,
      _ path: any WritableKeyPath<Object, Value?> & Sendable, default empty: @escaping @Sendable () -> Object
    ) {
      self.init(
        get: { $0[keyPath: object]?[keyPath: path] },
        set: { report, value in
          var changed = report[keyPath: object] ?? empty()
          changed[keyPath: path] = value
          report[keyPath: object] = changed
        })
    }
  }

  /// Text that many reports share: the id of a row of `name`, or 0 if it is not stated.
  static func shared(
    _ name: String, _ property: any WritableKeyPath<ReportRecord, String?> & Sendable, _ member: Member<String>? = nil
  ) -> ReportColumn {
    var column = ReportColumn(
      name: name,
      write: { new, parameters in parameters.add(try new.dictionaries.name(new.record[keyPath: property])) },
      addsNothing: { new, stored in try new.dictionaries.storedID(new.record[keyPath: property]) == stored.value() },
      read: { stored, record in record[keyPath: property] = try stored.text() },
      order: { $0[keyPath: property] })
    column.isShared = true
    column.connect(property, member)
    return column
  }

  /// Text that many reports share and that every report has.
  static func shared(
    _ name: String, _ property: any WritableKeyPath<ReportRecord, String> & Sendable
  ) -> ReportColumn {
    var column = ReportColumn(
      name: name,
      write: { new, parameters in parameters.add(try new.dictionaries.name(new.record[keyPath: property])) },
      addsNothing: { new, stored in try new.dictionaries.storedID(new.record[keyPath: property]) == stored.value() },
      read: { stored, record in if let text = try stored.text() { record[keyPath: property] = text } },
      order: { $0[keyPath: property] })
    column.isShared = true
    return column
  }

  /// A number or text in the row itself; NULL if it is not stated.
  static func plain<Value: StoredValue & Equatable & Sendable>(
    _ name: String, _ property: any WritableKeyPath<ReportRecord, Value?> & Sendable, _ member: Member<Value>? = nil
  ) -> ReportColumn {
    var column = ReportColumn(
      name: name, write: { new, parameters in parameters.add(new.record[keyPath: property]) },
      addsNothing: { new, stored in new.record[keyPath: property] == stored.value() },
      read: { stored, record in record[keyPath: property] = stored.value() },
      order: { $0[keyPath: property].map { "\($0)" } })
    column.connect(property, member)
    return column
  }

  /// A number or text in the row itself that every report has.
  static func plain<Value: StoredValue & Equatable & Sendable>(
    _ name: String, _ property: any WritableKeyPath<ReportRecord, Value> & Sendable
  ) -> ReportColumn {
    ReportColumn(
      name: name, write: { new, parameters in parameters.add(new.record[keyPath: property]) },
      addsNothing: { new, stored in new.record[keyPath: property] == stored.value() },
      read: { stored, record in record[keyPath: property] = stored.value() },
      order: { "\($0[keyPath: property])" })
  }

  /// A value that the history computes from others, or that another column reads.
  static func derived(
    _ name: String, isShared: Bool = false,
    addsNothing: @escaping @Sendable (NewReport, StoredColumn) throws -> Bool = { _, _ in true },
    write: @escaping @Sendable (NewReport, inout Parameters) throws -> Void
  ) -> ReportColumn {
    var column = ReportColumn(name: name, write: write, addsNothing: addsNothing, read: { _, _ in })
    column.isShared = isShared
    return column
  }

  private mutating func connect<Value>(
    _ property: any WritableKeyPath<ReportRecord, Value?> & Sendable, _ member: Member<Value>?
  ) {
    guard let member else { return }
    take = { report, record in record[keyPath: property] = member.get(report) }
    restore = { record, report in if let value = record[keyPath: property] { member.set(&report, value) } }
  }
}
