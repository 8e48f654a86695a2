package import CrashReports

/// Values of a stored report that an earlier version did not store, read again from its evidence or its bytes.
package struct ReportAdditions: Sendable, Equatable {
  /// The role of the process.
  package var role: String?
  /// The class of the address whose access failed.
  package var addressClass: String?

  /// Returns what a report states that its record lacks; `nil` if that is nothing.
  package init?(_ report: CrashReport, missingIn record: ReportRecord) {
    var read = ReportRecord(digest: record.digest, signatureInput: record.signatureInput)
    for column in ReportColumn.catalog where column.name == "role" || column.name == "address_class" {
      column.take?(report, &read)
    }
    role = record.role == nil ? read.role : nil
    addressClass = record.addressClass == nil ? read.addressClass : nil
    if role == nil, addressClass == nil { return nil }
  }

  /// Adds the values to a record that lacks them.
  func complete(_ record: inout ReportRecord) {
    record.role = record.role ?? role
    record.addressClass = record.addressClass ?? addressClass
  }
}
