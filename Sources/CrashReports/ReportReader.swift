/// What came of one input: the reports in it, in order, and what of it gave none.
package struct ReadOutcome: Sendable {
  package var reports: [Decoded<CrashReport>]
  /// Parts of the input that are no report of a kind we read, or the reason why there is none at all.
  package var faults: [DecodingFault]

  package init(reports: [Decoded<CrashReport>] = [], faults: [DecodingFault] = []) {
    self.reports = reports
    self.faults = faults
  }
}
