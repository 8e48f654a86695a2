package import CrashReports

/// A report before and after symbolication.
package struct SymbolicatedReport: Sendable {
  /// The report as it was read, with its notes.
  package var stated: Decoded<CrashReport>
  /// The report after symbolication, with names, source locations and inlined functions.
  package var named: CrashReport

  /// Creates a pair of the same report before and after symbolication.
  package init(stated: Decoded<CrashReport>, named: CrashReport) {
    self.stated = stated
    self.named = named
  }
}
