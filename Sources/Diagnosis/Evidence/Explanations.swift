extension Evidence {
  /// Every template that a witness of this evidence may use, in the order of the evidence, each once.
  package var explanations: [String] {
    var seen: Set<String> = []
    return allExplanations.filter { seen.insert($0).inserted }
  }

  private var allExplanations: [String] {
    switch self {
    case .text(let query): query.statement.map { [$0] } ?? []
    case .frame(let query): query.statement.map { [$0] } ?? []
    case .frames(let queries): queries.compactMap(\.statement)
    case .exception(_, _, let statement), .uncaughtException(_, _, let statement), .termination(_, _, let statement),
      .stackExhausted(let statement), .kind(_, let statement):
      statement.map { [$0] } ?? []
    case .agent: AgentRecognition.Statement.all
    case .phase(_, let statement): [statement]
    case .recursion(let query): query.explanations
    case .field(let query): query.statement.map { [$0] } ?? []
    case .has, .capture, .not, .uncited: []
    case .all(let parts), .any(let parts): parts.flatMap(\.allExplanations)
    case .optional(let part): part.allExplanations
    case .custom(let evidence): evidence.explanations
    }
  }
}

extension RecursionQuery {
  /// Every template that a witness of the repetition may use.
  var explanations: [String] {
    guard let statement else { return [] }
    return [statement] + (through.count > 1 ? [Self.furtherFrame] : []) + (through.isEmpty ? [] : [Self.nextRound])
  }
}

extension Pattern {
  /// Every template that a witness of the pattern may use, in the order of its grades, each once; last what any pattern may
  /// state of the frame that it blames, of a line of pasted code, and of a library's frame, and what its cases cite.
  package var explanations: [String] {
    collectedExplanations.value {
      var seen: Set<String> = []
      let ofEveryPattern = [
        AnalysisContext.neighborStatement, Citation.checkStatement, AnalysisContext.libraryStatement,
        AnalysisContext.rethrowStatement, AnalysisContext.programStatement, AnalysisContext.stopperStatement,
        AnalysisContext.ownCheckStatement, AnalysisContext.launchStatement, Case.besideStatement,
      ]
      let ofCases = cases.flatMap { $0.evidence?.explanations ?? [] }
      return (grades.flatMap(\.evidence.explanations) + ofEveryPattern + ofCases)
        .filter { seen.insert($0).inserted }
    }
  }
}
