package import Vocabulary

/// A side of a comparison as it was asked for.
package enum AskedSide: Sendable, Equatable {
  /// A value of the dimension.
  case value(String)
  /// The period that contains the day of this time.
  case period(Timestamp)
}

extension HistoryStore {
  /// Compares the issues of two sides: two builds, versions, systems, devices, days or weeks.
  ///
  /// Reads the stored reports of both sides once, for their devices.
  ///
  /// - Parameters:
  ///   - before: The side that is compared with; `after` is the side whose issues are new, gone, worse or better.
  ///   - terms: What the reports have or do not have; empty for any report. Terms of the dimension that is compared are
  ///     ignored unless they are negated.
  package func compare(
    _ before: AskedSide, with after: AskedSide, by basis: ComparisonBasis, terms: [FilterTerm] = [], now: Timestamp
  ) throws(HistoryError) -> Result<HistoryComparison, ComparisonFault> {
    let rules = rules
    return try ask(otherwise: .failure(.empty)) { questions in
      if questions.source != nil {
        throw HistoryError(
          .notInSummary, "the summary on the server does not contain the reports that a comparison reads",
          hint: "Ask without copy=0 in the address. The complete history is then received.", path: "history")
      }
      do {
        let sides = try ComparedSides(questions, basis, terms, now: now).resolved(before, after)
        return .success(try ComparisonReader(questions, rules, sides, now: now).comparison())
      } catch let fault as ComparisonFault { return .failure(fault) }
    }
  }
}
