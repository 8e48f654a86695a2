/// Which of many tests to believe, so that of those believed no more than the share `rate` is expected to be wrong
/// (Benjamini and Hochberg 1995): the largest i for which the i-th smallest p is at most i/m · rate, and all below it.
///
/// The answer has the order of `pValues`. Equal values are answered alike. What is no number, or negative, is never
/// believed, but counts as a test.
package func benjaminiHochberg(_ pValues: [Double], rate: Double = 0.05) -> [Bool] {
  let valid = pValues.filter { $0 >= 0 }.sorted()
  var limit: Double?
  for (index, value) in valid.enumerated() where value <= Double(index + 1) / Double(pValues.count) * rate {
    limit = value
  }
  guard let limit else { return pValues.map { _ in false } }
  return pValues.map { $0 >= 0 && $0 <= limit }
}
