import CrashReports

/// The entry of the catalog for the function that raised, and how the report identifies it.
struct RaisedAPI: Sendable {
  let entry: RaisingAPI
  /// The index of its frame in the primary stack.
  let position: Int
  /// The reason whose wording the report states; `nil` if it states none or another one.
  let stated: RaisingAPI.Reason?
  /// The site; `nil` for a function that is only called after a failure.
  let site: RaiseSite?

  init?(_ context: AnalysisContext) {
    if let site = RaiseSite(context), let (entry, position) = Self.entry(at: site, context) {
      self.entry = entry
      self.position = position
      self.site = site
    } else if let (entry, position) = Self.handler(context) {
      self.entry = entry
      self.position = position
      site = nil
    } else {
      return nil
    }
    let messages = context.texts
    stated = entry.reasons.first { reason in
      guard let wording = reason.wording else { return false }
      let template = TextTemplate(wording)
      return template.isSpecific && messages.contains { template.match($0.matchable) != nil }
    }
  }

  private static func entry(at site: RaiseSite, _ context: AnalysisContext) -> (RaisingAPI, Int)? {
    let stack = context.crashStack
    for position in site.candidates {
      guard let name = stack[position].symbol?.readable,
        let entry = RaisingAPIIndex.standard.entry(named: RaisingAPI.key(name))
      else { continue }
      guard !Set(entry.mechanisms).isDisjoint(with: site.mechanisms), accepts(entry, context.report.exception) else {
        continue
      }
      // Without a function that raises, only the innermost library can have stopped the process.
      if site.raiser == nil, position > 3 || stack[position].image != stack[0].image { return nil }
      return (entry, position)
    }
    return nil
  }

  /// Returns whether the report's exception can be one of the entry.
  private static func accepts(_ entry: RaisingAPI, _ exception: CrashReport.Exception?) -> Bool {
    guard let name = exception?.name, !entry.exceptions.isEmpty else { return true }
    return entry.exceptions.contains(name)
  }

  private static func handler(_ context: AnalysisContext) -> (RaisingAPI, Int)? {
    for (position, frame) in context.crashStack.prefix(20).enumerated() {
      guard let name = frame.symbol?.readable,
        let entry = RaisingAPIIndex.standard.entry(named: RaisingAPI.key(name)), entry.isHandler
      else { continue }
      return (entry, position)
    }
    return nil
  }
}
