import History
import ModelContext
import Workflow

/// The filters of the tools that read the history.
enum AgentFilter {
  /// One parameter for each dimension.
  static let parameters = FilterDimension.catalog.map { dimension in
    ToolParameter(name(dimension), .text, "\(dimension.meaning) !\(dimension.placeholder) excludes it.")
  }

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
    if let unknown = try store.unknownTerm(terms) { throw CommandFault(unknown) }
    return terms
  }
}
