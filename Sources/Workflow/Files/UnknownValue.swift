package import History
import Vocabulary

extension CommandFault {
  /// The number of known values that a message lists.
  private static let listed = 12

  /// The fault of a filter with a value that no report has: the nearest values and the known ones.
  package init(_ unknown: UnknownTerm) {
    let noun = unknown.term.dimension.noun
    self.init(
      .wrongUse,
      "no report of \(noun) '\(Terminal.escaped(unknown.term.value))'"
        + (unknown.isOnlyCombined ? " matches the other filters" : ""),
      hint: [
        Self.nearest(unknown), Self.known(unknown.known, noun + "s"), unknown.isOnlyCombined ? nil : Self.runs(unknown),
      ].compactMap { $0 }.joined(separator: " "))
  }

  /// A build that never failed has no report.
  private static func runs(_ unknown: UnknownTerm) -> String? {
    [.build, .appVersion].contains(unknown.term.dimension)
      ? "A build that never failed is known only by its runs: diagnose database runs." : nil
  }

  private static func nearest(_ unknown: UnknownTerm) -> String? {
    let all = unknown.known + unknown.others
    let words = Dictionary(all.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    let nearest = Suggestion.nearest(to: unknown.term.value, among: words.keys.sorted()).compactMap { words[$0] }
    return nearest.isEmpty ? nil : "Did you mean \(nearest.map(Terminal.quotedFileName).joined(separator: " or "))?"
  }

  /// Returns `Known apps: A, B and 3 more.`; the last ones of a long list, which are the latest builds.
  package static func known(_ values: [String], _ nouns: String) -> String {
    guard !values.isEmpty else { return "No report of the history names \(nouns)." }
    let shown = values.suffix(listed).map { Terminal.escaped($0) }.joined(separator: ", ")
    let rest = values.count - min(values.count, listed)
    return "Known \(nouns): \(shown)\(rest > 0 ? " and \(rest) more" : "")."
  }
}
