extension Topic {
  /// Methods and functions that raise if their precondition is not met. Separate from `catalog`: most answers do not
  /// need them.
  package static let raisingAPIs: [Topic] = RaisingAPIIndex.standard.all.map(Topic.init(api:))

  private static func withoutPeriod(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }

  private init(api: RaisingAPI) {
    let all = api.reasons.reduce(0) { $0 + $1.count }
    self.init(
      api.functions.first ?? api.id, .api, names: [api.id] + api.functions.dropFirst(),
      searchTerms: api.searchTerms.split(separator: ";").map { String($0.drop { $0 == " " }) },
      Self.withoutPeriod(api.requirement),
      api.reasons.map { reason in
        let share = reason.count > 0 && all > 0 ? " (\(reason.count) of \(all) public reports)" : ""
        let wording = reason.wording.map { "\"\($0)\"\(share): " } ?? ""
        return "\(wording)\(reason.cause) \(reason.fix)"
      },
      inReports: "In the stack, between the function that raises (objc_exception_throw, abort) and the app's code.",
      advice: api.reasons.first?.fix, patterns: ["api-precondition"], source: api.sources.first ?? "")
  }
}
