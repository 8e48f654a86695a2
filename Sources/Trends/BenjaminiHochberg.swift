/// Returns which of many tests are significant at the false discovery rate `rate` (Benjamini and Hochberg 1995): the test
/// with the largest i for which the i-th smallest p-value is at most i/m · rate, and all tests with smaller p-values.
///
/// The result has the order of `pValues`. Equal values give equal results. A value that is negative or not a number is
/// never significant, but counts as a test.
package func benjaminiHochberg(_ pValues: [Double], rate: Double = 0.05) -> [Bool] {
  let valid = pValues.filter { $0 >= 0 }.sorted()
  var limit: Double?
  for (index, value) in valid.enumerated() where value <= Double(index + 1) / Double(pValues.count) * rate {
    limit = value
  }
  guard let limit else { return pValues.map { _ in false } }
  return pValues.map { $0 >= 0 && $0 <= limit }
}
