import Bytes
import CrashReports
import Vocabulary

/// The entry of the catalog for the function that raised, and how the report identifies it.
package struct RaisedAPI: Sendable {
  let entry: RaisingAPI
  /// The index of its innermost frame in the primary stack, which raised.
  let position: Int
  /// The index of its outermost frame: the function that the app called, if the report has it.
  let outermost: Int
  /// The number of other functions between it and the function of the runtime that raised.
  let distance: Int
  /// The index of the reason whose wording the report states; `nil` if it states none or another one.
  let stated: Int?
  /// The index of the reason whose check is on the stack; `nil` if no function of the stack belongs to one reason.
  let shown: Int?
  /// The indices of the reasons that the stack rules out: the function itself raised, and none of the functions is on the stack that
  /// raise for these reasons.
  let ruledOut: [Int]
  /// Whether the report contains the exception's reason, and it is not one of the entry's.
  let isOtherReason: Bool
  /// The index of the user's frame that called the function; `nil` if the stack has none. Not one of the function's own
  /// class: a library may be linked into the app.
  let caller: Int?
  /// Whether the stack shows a function that raises.
  let isRaised: Bool
  /// Whether the function does nothing but a check: it has no other reason to stop.
  let isCheck: Bool
  /// Whether the user's own code is further out on the stack: it may have called the function itself, or through a library.
  private let isCalledByUser: Bool
  /// Whether the caller is itself given the index that it passes: then a wrong index is as probable as another wrong argument.
  let passesIndex: Bool

  /// The beginning of the name of an inlined check.
  private static let checkPrefix = "Swift runtime failure: "
  /// The maximum of `distance`: functions further out may have called another one that raised.
  private static let maxDistance = 3

  init?(_ context: AnalysisContext) {
    guard let found = Self.entry(context) ?? Self.handler(context) else { return nil }
    let entry = found.entry
    (self.entry, position, distance, _, isRaised) = found
    let stack = context.crashStack
    // A method of a class; a function of the Swift library in the app's image is an extension of the user.
    let method = stack[found.position].symbol?.readable.prefix(2)
    let isLinked = found.caller == found.position && (method == "-[" || method == "+[")
    let end = min(isLinked ? stack.count : found.caller ?? stack.count, found.position + 16)
    let name = context.crashStack[found.position].symbol.map { RaisingAPI.key($0.readable) } ?? ""
    // The runtime gives an inlined check this name.
    isCheck = name.hasPrefix(Self.checkPrefix) || name.contains("._check")
    outermost =
      (found.position..<max(end, found.position + 1)).last { index in
        context.crashStack[index].symbol.map { entry.functions.contains(RaisingAPI.key($0.readable)) } ?? false
      } ?? found.position
    let last = outermost
    passesIndex =
      stack.indices.contains(last + 1) && name.containsBytes("atIndex:")
      && stack[last + 1].functionName?.containsBytes("atIndex:") ?? false
    caller =
      isLinked
      ? stack.indices.dropFirst(last + 1).first { index in
        stack[index].role == .app && stack[index].blamability == .code
          && AnalysisContext.isOtherClass(stack[index], stack[last])
      } : found.caller
    isCalledByUser =
      caller != nil && stack[found.position...].contains { $0.role == .app && $0.blamability == .code }
    let isException = entry.mechanisms.contains(.exception)
    let reasons = isException ? context.matchableReasons : []
    // Other messages of the log do not tell why this function raised.
    let messages = reasons.isEmpty ? context.texts.map(\.matchable) : reasons
    stated = entry.reasons.firstIndex { reason in
      guard let wording = reason.wording else { return false }
      let template = TextTemplate(wording)
      return template.isSpecific && messages.contains { template.match($0) != nil }
    }
    isOtherReason = !reasons.isEmpty && stated == nil
    let names = stack[..<min(end, stack.count)].compactMap { $0.functionName.map { RaisingAPI.key($0) } }
    let shownByFrame = entry.reasons.firstIndex { reason in
      reason.frames.contains { glob in names.contains(where: GlobSet([glob]).matches) }
    }
    let isDirect =
      found.distance == 0 && found.isRaised && shownByFrame == nil
      && stack[found.position].functionName.map { entry.functions.contains(RaisingAPI.key($0)) } ?? false
    let ruledOut = isDirect ? entry.reasons.indices.filter { !entry.reasons[$0].frames.isEmpty } : []
    self.ruledOut = ruledOut.count < entry.reasons.count ? ruledOut : []
    let remaining = self.ruledOut.isEmpty ? [] : entry.reasons.indices.filter { !ruledOut.contains($0) }
    shown = shownByFrame ?? (remaining.count == 1 ? remaining.first : nil)
  }

  private typealias Found = (entry: RaisingAPI, position: Int, distance: Int, caller: Int?, isRaised: Bool)

  private static func entry(_ context: AnalysisContext) -> Found? {
    guard let site = RaiseSite(context) else { return nil }
    let stack = context.crashStack
    var distance = 0
    for position in site.candidates where distance <= maxDistance {
      guard let symbol = stack[position].symbol else {
        return imported(site, context).map { ($0.entry, $0.position, 1, site.caller, site.raiser != nil) }
      }
      if let entry = RaisingAPIIndex.standard.entry(reported: symbol.readable),
        !Set(entry.mechanisms).isDisjoint(with: site.mechanisms), accepts(entry, context.report.exception)
      {
        // Without a function that raises, only the innermost library can have stopped the process.
        if site.raiser == nil, stack[position].image != stack[0].image { return nil }
        if let called = called(instead: entry, at: position, site, context) {
          return (called.entry, called.position, distance, site.caller, site.raiser != nil)
        }
        return (entry, position, distance, site.caller, site.raiser != nil || entry.isHandler)
      }
      // After a call that does not return, the name is that of the next function.
      if symbol.offset != 0 { distance += 1 }
    }
    return nil
  }

  /// The entry of the function of the system for which the compiler wrote an entry point into the app, if the frames of the system have no
  /// names: they are of an image of the entry.
  private static func imported(_ site: RaiseSite, _ context: AnalysisContext) -> (entry: RaisingAPI, position: Int)? {
    let stack = context.crashStack
    guard let caller = site.caller, caller > 0, let first = site.candidates.first,
      let name = stack[caller - 1].functionName, let api = AnalysisContext.importedFunction(name),
      let entry = RaisingAPIIndex.standard.entry(reported: api), let image = stack[first].image.map(shortImageName),
      entry.images.contains(image) || entry.images.contains("*"),
      !Set(entry.mechanisms).isDisjoint(with: site.mechanisms), accepts(entry, context.report.exception)
    else { return nil }
    return (entry, caller - 1)
  }

  /// The entry of the function that the app called, if `entry` was found only by a helper that several functions of the
  /// library share; `nil` if a public function of `entry` is on the stack, or if the app called none of the catalog.
  private static func called(
    instead entry: RaisingAPI, at position: Int, _ site: RaiseSite, _ context: AnalysisContext
  ) -> (entry: RaisingAPI, position: Int)? {
    let stack = context.crashStack
    guard let caller = site.caller, caller > position + 1 else { return nil }
    // The app's block may be called by a function that forwards; the entry nearest to the app is the API that it called.
    let others = stack[position + 1..<caller].reversed().lazy.compactMap { frame in
      frame.functionName.flatMap { RaisingAPIIndex.standard.entry(reported: $0) }
    }
    guard
      let other = others.first(where: { other in
        other.id != entry.id && !other.isHandler && !Set(other.mechanisms).isDisjoint(with: site.mechanisms)
          && accepts(other, context.report.exception)
      })
    else { return nil }
    let isShared = stack[position..<caller].allSatisfy { frame in
      guard let name = frame.functionName.map({ RaisingAPI.key($0) }), entry.functions.contains(name) else {
        return true
      }
      // Methods without an underscore are public; C++ functions of Apple's libraries are not.
      return name.containsBytes("::") || name.containsBytes("[_") || name.containsBytes(" _")
    }
    guard isShared else { return nil }
    let first = (position..<caller).first { index in
      stack[index].functionName.map { other.functions.contains(RaisingAPI.key($0)) } ?? false
    }
    return (other, first ?? caller - 1)
  }

  /// Returns whether the report's exception can be one of the entry.
  private static func accepts(_ entry: RaisingAPI, _ exception: CrashReport.Exception?) -> Bool {
    guard let name = exception?.name, !entry.exceptions.isEmpty else { return true }
    return entry.exceptions.contains(name)
  }

  /// The innermost function that is only called after a failure.
  private static func handler(_ context: AnalysisContext) -> Found? {
    let stack = context.crashStack
    for (position, frame) in stack.prefix(20).enumerated() {
      guard let name = frame.symbol?.readable,
        let entry = RaisingAPIIndex.standard.entry(reported: name), entry.isHandler
      else { continue }
      let caller = stack[position...].dropFirst().firstIndex { $0.role == .app && $0.blamability == .code }
      return (entry, position, 0, caller, true)
    }
    return nil
  }

  /// Whether nothing but functions of the runtime is between the function and the point at which the process stopped,
  /// and the app's code called it.
  var isDirect: Bool { distance == 0 && (isRaised || isCheck) && isCalledByUser }

  /// The index of the reason that the report states, that the stack shows, or that dominates; `nil` if several are
  /// possible, or if the report states another one.
  var reason: Int? {
    if stated != nil || isOtherReason { return stated }
    return shown ?? (entry.dominantReason == nil || passesIndex || ruledOut.contains(0) ? nil : 0)
  }

  /// The facts for a finding.
  func captures(_ context: AnalysisContext) -> [String: String] {
    var captures = [
      "api": context.crashStack[outermost].symbol.map {
        AnalysisContext.importedFunction($0.readable) ?? RaisingAPI.key($0.readable)
      } ?? entry.functions[0],
      "requirement": entry.requirement, "entry": entry.id,
    ]
    let check = context.crashStack[position].symbol.map { RaisingAPI.key($0.readable) } ?? ""
    if check.hasPrefix(Self.checkPrefix) {
      let name = check.dropFirst(Self.checkPrefix.count)
      captures["check"] = name.prefix(1).uppercased() + name.dropFirst()
    }
    captures["exception"] = context.report.exception?.name
    captures["reason"] = context.report.exception?.reason.map(AnalysisContext.quoted)
    captures["entryReason"] = reason.map(String.init)
    if stated == nil, !ruledOut.isEmpty { captures["unraised"] = ruledOut.map(String.init).joined(separator: ",") }
    if stated != nil { captures["isStated"] = "report" }
    if context.crashStack[position].role == .app { captures["ownAPI"] = "app" }
    if stated == nil, shown != nil, !isOtherReason { captures["isShown"] = "stack" }
    if entry.mechanisms.contains(.exception), isRaised { captures["raised"] = "an exception" }
    return captures
  }
}

extension RaisedAPI {
  /// How a project determined the reason in the captures of a finding, in `projectReason`.
  package enum ReasonSource: String, Sendable {
    /// The project lacks what the reason says is missing.
    case confirmed
    /// The only known reason that the project does not rule out.
    case remaining
    /// The most frequent of several that the project does not rule out.
    case next
  }

  /// The indices of the reasons that the project rules out, from the captures of a finding.
  static func excludedReasons(_ captures: [String: String]) -> [Int] {
    captures["excludedReasons"]?.split(separator: ",").compactMap { Int($0) } ?? []
  }

  /// The texts of the catalog for the captures of a finding: what is known about the reasons, and what to do.
  static func texts(for captures: [String: String]) -> [String: String] {
    guard let id = captures["entry"], let entry = RaisingAPIIndex.standard.entry(id: id) else { return [:] }
    var texts: [String: String] = [:]
    let excluded = RaisedAPI.excludedReasons(captures).filter(entry.reasons.indices.contains)
    let known = captures["entryReason"].flatMap(Int.init).flatMap { entry.reasons.indices.contains($0) ? $0 : nil }
    if let known {
      texts["problem"] = entry.reasons[known].cause
      // One of several that remain is not a headline.
      if captures["projectReason"] != ReasonSource.next.rawValue {
        texts["problemInline"] = inline(entry.reasons[known].cause)
      }
    }
    if let fact = captures["projectFact"] {
      texts["problem"] = fact + "."
      texts["problemInline"] = fact
    }
    let unraised = captures["unraised"]?.split(separator: ",").compactMap { Int($0) } ?? []
    let others = entry.reasons.indices.filter { $0 != known && !excluded.contains($0) && !unraised.contains($0) }
      .prefix(6)
    var causes: [String] = []
    for reason in others
    where !causes.contains(entry.reasons[reason].cause) && entry.reasons[reason].cause != texts["problem"] {
      causes.append(entry.reasons[reason].cause)
    }
    if !causes.isEmpty { texts["reasons"] = causes.joined(separator: " Or: ") }
    if !excluded.isEmpty { texts["excluded"] = excluded.map { entry.reasons[$0].cause }.joined(separator: " ") }
    let order = (known.map { [$0] } ?? []) + others
    texts["fix"] = order.first.map { entry.reasons[$0].fix }
    var fixes: [String] = []
    for reason in order.dropFirst().prefix(3) where entry.reasons[reason].fix != texts["fix"] {
      if !fixes.contains(entry.reasons[reason].fix) { fixes.append(entry.reasons[reason].fix) }
    }
    if !fixes.isEmpty, captures["projectReason"] != ReasonSource.confirmed.rawValue {
      texts["fixes"] = "Otherwise: " + fixes.joined(separator: " Or: ")
    }
    return texts
  }

  /// Addresses of public reports of the same failure.
  static func references(for captures: [String: String]) -> [Reference] {
    guard let id = captures["entry"], let entry = RaisingAPIIndex.standard.entry(id: id) else { return [] }
    return entry.sources.prefix(3).map { Reference($0.withoutScheme, url: $0) }
  }

  /// The sentence without its period, to end a headline.
  private static func inline(_ sentence: String) -> String {
    var text = Substring(sentence)
    if text.hasSuffix(".") { text.removeLast() }
    let second = text.dropFirst().first
    // `UITableView`, `I/O` and `GoogleService-Info.plist` stay as they are.
    let isName = text.prefix { $0 != " " }.dropFirst().contains { $0.isUppercase || $0 == "." }
    guard let first = text.first, first.isUppercase, second?.isLowercase == true || second == " ", !isName else {
      return String(text)
    }
    return first.lowercased() + text.dropFirst()
  }
}

extension String {
  fileprivate var withoutScheme: String {
    firstRange(of: "://").map { String(self[$0.upperBound...]) } ?? self
  }
}
