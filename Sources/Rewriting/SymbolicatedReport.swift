package import CrashReports

/// A report as it was read, and the same report with the names that were found for it.
package struct SymbolicatedReport: Sendable {
  /// The report as it was read, with the notes of reading.
  package var stated: Decoded<CrashReport>
  /// The same report after symbolication: names, sources and inlined functions added.
  package var named: CrashReport

  /// Creates a pair of the same report before and after symbolication.
  package init(stated: Decoded<CrashReport>, named: CrashReport) {
    self.stated = stated
    self.named = named
  }
}
