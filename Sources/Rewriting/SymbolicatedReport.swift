package import CrashReports

/// A report as it was read, and the same report with the names that were found for it.
package struct SymbolicatedReport: Sendable {
  package var stated: Decoded<CrashReport>
  package var named: CrashReport

  package init(stated: Decoded<CrashReport>, named: CrashReport) {
    self.stated = stated
    self.named = named
  }
}
