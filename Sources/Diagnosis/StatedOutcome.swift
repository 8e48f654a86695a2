import CrashReports

/// The outcome of the run that an input shows, which is searched once for all reports of the input, and only if one needs it.
package final class StatedOutcome: Sendable {
  private let input: [UInt8]
  private let line = OnDemand<Int?>()

  /// Creates the outcome of an input.
  package init(of input: [UInt8]) { self.input = input }

  /// The number of the line, from 1, that states the success of the run; `nil` if a part failed, or without a statement.
  var successLine: Int? { line.value { RunOutcome.successLine(in: input) } }
}
