import History
import ModelContext
import Workflow

/// The filters of the tools that read the history.
enum AgentFilter {
  /// One parameter for each dimension.
  static let parameters = FilterDimension.catalog.map { dimension in
    ToolParameter(name(dimension), .text, "\(dimension.meaning) !\(dimension.placeholder) excludes it.")
  }

  /// The number of known values that a fault lists.
  private static let listed = 12

  private static func name(_ dimension: FilterDimension) -> String {
    dimension.id.split(separator: "-").joined(separator: "_")
  }

  /// Returns what the arguments select. A value that no report has is a fault, so that an empty answer is never taken for
  /// the absence of failures.
  static func terms(_ arguments: ToolArguments, _ store: HistoryStore) throws -> [FilterTerm] {
    let terms = try FilterDimension.catalog.compactMap { dimension -> FilterTerm? in
      guard let text = arguments.text(name(dimension)) else { return nil }
      let term = FilterTerm(dimension, argument: text)
      guard term.isValid else {
        throw ToolFault("'\(name(dimension))' is not a value. Use \(dimension.placeholder).")
      }
      return term
    }
    if let unknown = try store.unknownTerm(terms) { throw fault(unknown) }
    return terms
  }

  /// Values of reports are quoted, and what the caller passed is not repeated.
  private static func fault(_ unknown: UnknownTerm) -> ToolFault {
    let noun = unknown.term.dimension.noun
    var text = "No report has the value of '\(name(unknown.term.dimension))'"
    text += unknown.isOnlyCombined ? " together with the other filters." : "."
    guard !unknown.known.isEmpty else { return ToolFault(text + " No report of the history names \(noun)s.") }
    // The last ones are the latest builds.
    let shown = unknown.known.suffix(listed)
    let rest = unknown.known.count - shown.count
    text += " Known \(noun)s\(rest > 0 ? " (\(rest) more are not listed)" : ""):\n" + AgentText.notice + "\n"
    return ToolFault(text + shown.map { AgentText.quoted(noun, $0, 80) }.joined())
  }
}
