import Bytes
import CrashReports

extension Evidence {
  /// The stack names a function of the catalog of raising APIs that raised, so that the function says more than the name
  /// of the exception.
  static let raisedByCatalogAPI = Evidence.custom(
    CustomEvidence(
      "a function of the catalog of raising APIs raised",
      reason: "The functions are data of another catalog, and their position in the stack decides.", explanations: []
    ) { context in
      guard let api = context.raisedAPI, api.distance <= 1 else { return nil }
      return EvidenceMatch()
    })

  /// The catalog of raising APIs names the function that stopped the process, by the identifier of its entry.
  ///
  /// - Parameters:
  ///   - entry: The identifier of the entry.
  ///   - functions: Globs of which each function of the entry matches one.
  ///   - isDirect: True to require that nothing but functions of the runtime is between the function and the stop.
  static func raisedAPI(
    _ entry: String, functions: [String], isDirect: Bool, statement: String
  ) -> Evidence {
    .custom(
      CustomEvidence(
        "a function of the entry \(entry) of the catalog of raising APIs stopped the process",
        reason: "The functions are data of another catalog, and their position in the stack decides.",
        needs: EvidenceNeeds(functions: functions.map { GlobSet.grams(of: $0) }), explanations: [statement]
      ) { context in
        guard let api = context.raisedAPI, api.entry.id == entry, api.caller != nil,
          api.isDirect || !isDirect && api.distance == 0
        else { return nil }
        var match = EvidenceMatch(witnesses: [
          context.witness(
            frame: context.crashStack[api.position], at: api.position, statement: statement,
            captures: api.captures(context))
        ])
        if let caller = api.caller {
          match.blame = AnalysisContext.blame(context.crashStack[caller])
          match.blamedFrame = caller
        }
        return match
      })
  }
}
