import CrashReports
import Vocabulary
import Bytes

extension Evidence {
  /// Returns what the evidence is based on if it matches the report; otherwise `nil`.
  package func match(in context: AnalysisContext) -> EvidenceMatch? {
    switch self {
    case .text(let query): return context.match(of: query)
    case .frame(let query): return context.match(of: CollectionOfOne(query))
    case .frames(let queries): return context.match(of: queries)
    case .exception(let types, let signals, let statement):
      return context.exceptionMatch(types: types, signals: signals, statement: statement)
    case .uncaughtException(let names, let reason, let statement):
      return context.uncaughtException(names: names, reason: reason, statement: statement)
    case .termination(let namespace, let codes, let statement):
      return context.terminationMatch(namespace: namespace, codes: codes, statement: statement)
    case .agent: return context.agent.map { EvidenceMatch(witnesses: [$0]) }
    case .phase(let phase, let statement):
      guard let found = context.phase, found.phase == phase else { return nil }
      let frame = context.crashStack[found.position]
      return EvidenceMatch(witnesses: [context.witness(frame: frame, at: found.position, statement: statement)])
    case .stackExhausted(let statement): return context.stackExhaustedMatch(statement: statement)
    case .recursion(let query): return context.recursionMatch(query)
    case .kind(let kinds, let statement):
      let kind = context.report.kind
      guard kinds.contains(kind) else { return nil }
      return context.match(line: nil, member: "kind: \(kind.rawValue)", statement: statement)
    case .field(let query): return context.match(of: query)
    case .has(let part): return context.has(part) ? EvidenceMatch() : nil
    case .capture(let name, let value): return EvidenceMatch(captures: [name: value])
    case .all(let parts):
      var combined = EvidenceMatch()
      for part in parts {
        guard let match = part.match(in: context) else { return nil }
        combined.add(match)
      }
      return combined
    case .any(let parts):
      var mention: EvidenceMatch?
      for part in parts where part.mayMatch(in: context) {
        guard let match = part.match(in: context) else { continue }
        if !match.isMention { return match }
        mention = mention ?? match
      }
      return mention
    case .not(let part):
      // A mention does not refute what the report records.
      guard part.mayMatch(in: context), let match = part.match(in: context) else { return EvidenceMatch() }
      return match.isMention && !context.report.source.isMention ? EvidenceMatch() : nil
    case .optional(let part):
      guard part.mayMatch(in: context), let match = part.match(in: context) else { return EvidenceMatch() }
      return match.isMention && !context.report.source.isMention ? EvidenceMatch() : match
    case .uncited(let part):
      guard let match = part.match(in: context) else { return nil }
      var uncited = EvidenceMatch()
      uncited.isMention = match.isMention
      return uncited
    case .custom(let evidence): return evidence.check(context)
    }
  }

  /// Returns true if the evidence matches the report.
  package func holds(in context: AnalysisContext) -> Bool { mayMatch(in: context) && match(in: context) != nil }

  /// Returns false if a cheap test shows that the evidence does not match. Most evidence does not match, and a part that
  /// matches costs much more than this: its line is quoted, and captures are copied.
  func mayMatch(in context: AnalysisContext) -> Bool {
    switch self {
    case .text(let query): query.templates.contains { $0.mayMatch(context.textGrams) }
    case .frame(let query): context.mayMatch(query)
    case .frames(let queries): queries.allSatisfy { context.mayMatch($0) } || queries.contains(where: \.isAnywhere)
    case .exception(let types, let signals, _): context.hasException(types: types, signals: signals)
    case .termination(let namespace, let codes, _): context.hasTermination(namespace: namespace, codes: codes)
    case .agent, .phase: context.agent != nil
    case .recursion: context.cycle != nil
    case .kind(let kinds, _): kinds.contains(context.report.kind)
    case .custom(let evidence): evidence.needs.mayBeMet(by: context)
    case .all(let parts): parts.allSatisfy { $0.mayMatch(in: context) }
    case .any(let parts): parts.contains { $0.mayMatch(in: context) }
    case .uncited(let part): part.mayMatch(in: context)
    case .field(let query): query.needs.mayBeMet(by: context) && query.fields.contains { context.mayState($0) }
    case .has(let part): context.has(part)
    case .uncaughtException:
      context.report.exception?.name != nil
        || AnalysisContext.uncaughtExceptionTemplates.contains { $0.mayMatch(context.textGrams) }
    case .stackExhausted, .capture, .not, .optional: true
    }
  }
}

extension AnalysisContext {
  /// Returns a match that cites one line, or nothing if `statement` is `nil`.
  func match(
    line: Int?, member: @autoclosure () -> String, statement: String?, captures: [String: String] = [:]
  ) -> EvidenceMatch {
    guard let statement else { return EvidenceMatch(captures: captures) }
    return EvidenceMatch(
      witnesses: [witness(line: line, member: member(), statement: statement, captures: captures)], captures: captures)
  }

  /// Returns the match in the first stack that contains frames for all of `queries` in order; `nil` if no stack does.
  func match(of queries: some Collection<FrameQuery>) -> EvidenceMatch? {
    // Names of all threads are compared one by one: it costs less than to collect their grams first.
    let everywhere = queries.contains(where: \.isAnywhere)
    guard everywhere || queries.allSatisfy({ $0.mayMatch(stackGrams) }) else { return nil }
    for stack in stacks {
      if let match = match(of: queries, in: stack) { return match }
    }
    guard everywhere else { return nil }
    for thread in report.threads ?? [] {
      guard var match = match(of: queries, in: thread.frames) else { continue }
      // The index is one of the crash stack.
      match.blamedFrame = nil
      return match
    }
    return nil
  }

  /// Returns false if no stack that the query searches can have such a frame.
  func mayMatch(_ query: FrameQuery) -> Bool { query.isAnywhere || query.mayMatch(stackGrams) && !stacks.isEmpty }

  private func match(of queries: some Collection<FrameQuery>, in stack: [CrashReport.Frame]) -> EvidenceMatch? {
    var match = EvidenceMatch()
    var start = 0
    for query in queries {
      var end = stack.count
      if case .first(let limit) = query.position { end = min(end, limit) }
      guard start < end, let position = position(of: query, in: stack, start..<end) else { return nil }
      let frame = stack[position]
      let blame = Self.blame(in: stack, at: position)
      let captures = query.captures(of: frame) ?? [:]
      match.captures.merge(captures) { first, _ in first }
      if let statement = query.statement {
        var captures = captures
        if usesCaptures(statement) {
          captures["function"] =
            blame.function.map { Self.failureFunction($0, frame) } ?? Self.nameless(blame, in: statement)
          captures["location"] = Self.location(blame)
        }
        match.witnesses.append(
          witness(frame: frame, at: position, statement: statement, captures: captures, kind: query.kind))
      }
      if query.blamed, let blamed = blamableFrame(in: stack, from: position, isNamed: !query.functions.isEmpty) {
        match.blame = blamed == position ? blame : Self.blame(in: stack, at: blamed)
        match.blamedFrame = blamed
      }
      start = position + 1
    }
    return match
  }

  /// Returns the first accepted frame. If any frame of the app is accepted, and it is to be blamed, it is the first of the
  /// user's code.
  private func position(of query: FrameQuery, in stack: [CrashReport.Frame], _ range: Range<Int>) -> Int? {
    guard query.blamed, query.functions.isEmpty, query.named.isEmpty, !query.roles.isEmpty else {
      return query.firstIndex(in: stack, range)
    }
    return Self.mostBlamable(stack, range, where: query.accepts)
  }

  /// The function in a sentence. A closure inside a function that stops the process is a detail of that function.
  private static func failureFunction(_ name: String, _ frame: CrashReport.Frame) -> String {
    guard name.hasPrefix("closure #"), let mark = name.ranges(of: " in ").last,
      frame.role == .machinery || frame.role == .system && name[mark.upperBound...].hasPrefix("_")
    else {
      return shortened(name)
    }
    return shortened(String(name[mark.upperBound...]))
  }

  /// The words for a function without a name: its image and offset, as text reports write them.
  private static func nameless(_ blame: Blame, in statement: String) -> String {
    if let image = blame.image, let offset = blame.offset { return "\(image) + \(offset)" }
    return statement.hasPrefix("{function}") ? "This function" : "this function"
  }

  private static func location(_ blame: Blame) -> String {
    guard let file = blame.file else { return blame.image ?? "unknown" }
    return blame.line.map { "\(fileName(file)):\($0)" } ?? fileName(file)
  }

  func exceptionMatch(types: [String], signals: [String], statement: String?) -> EvidenceMatch? {
    guard let exception = report.exception, hasException(types: types, signals: signals) else { return nil }
    return match(
      line: report.lines[.exceptionType],
      member: [exception.type, exception.signal.map { "(\($0))" }].compactMap { $0 }.joined(separator: " "),
      statement: statement)
  }

  func hasException(types: [String], signals: [String]) -> Bool {
    guard let exception = report.exception else { return false }
    if let type = exception.type, types.contains(type) || signals.contains(type) { return true }
    return exception.signal.map(signals.contains) ?? false
  }

  func hasTermination(namespace: String?, codes: Set<UInt64>) -> Bool {
    guard let termination = report.termination else { return false }
    if let namespace, termination.namespace != namespace { return false }
    return codes.isEmpty || termination.code.map(codes.contains) ?? false
  }

  func terminationMatch(namespace: String?, codes: Set<UInt64>, statement: String?) -> EvidenceMatch? {
    guard let termination = report.termination, hasTermination(namespace: namespace, codes: codes) else { return nil }
    let code = termination.code
    let member = [termination.namespace, code?.hexadecimal].compactMap { $0 }.joined(separator: " ")
    return match(
      line: report.lines[.termination], member: member, statement: statement,
      captures: code.map { ["code": $0.hexadecimal] } ?? [:])
  }

  func stackExhaustedMatch(statement: String?) -> EvidenceMatch? {
    if let region = report.exception?.region, region.containsBytes(ignoringCase: Self.stackGuard) {
      return match(line: report.lines[.region], member: region, statement: statement)
    }
    return match(of: TextQuery(Self.excessiveRecursion, statement: statement))
  }

  static let stackGuard = "stack guard"
  static let excessiveRecursion: [TextTemplate] = ["stack size exceeded due to excessive recursion"]

  func recursionMatch(_ query: RecursionQuery) -> EvidenceMatch? {
    guard let cycle else { return nil }
    let covered = cycle.rounds.multipliedReportingOverflow(by: cycle.period).partialValue
    guard cycle.omittedFrames > 0 || (cycle.rounds >= query.minRounds && covered >= query.minFrames) else { return nil }
    let round = threadStack[cycle.round]
    if query.through.isEmpty, isTreeWalk(cycle) { return nil }
    var match = EvidenceMatch()
    var positions: [Int] = []
    for globs in query.globs {
      guard globs.mayMatch(stackGrams),
        let position = round.firstIndex(where: { frame in frame.symbol.map { globs.matches($0.readable) } ?? false })
      else { return nil }
      positions.append(position)
    }
    match.captures = ["period": "\(cycle.period)", "rounds": "\(cycle.rounds)"]
    if cycle.period == 1 { match.captures["single"] = "1" }
    if cycle.omittedFrames > 0 { match.captures["omitted"] = "\(cycle.omittedFrames)" }
    if let statement = query.statement {
      cite(cycle, positions, statement: statement, in: &match)
    }
    if let app = Self.mostBlamable(threadStack, cycle.round, where: { $0.role == .app && $0.symbol != nil }) {
      match.blame = Self.blame(in: threadStack, at: app)
      match.blamedFrame = app
    }
    return match
  }

  private func cite(_ cycle: Cycle, _ positions: [Int], statement: String, in match: inout EvidenceMatch) {
    for (index, position) in (positions.isEmpty ? [cycle.start] : positions).enumerated() {
      match.witnesses.append(
        witness(
          frame: threadStack[position], at: position, statement: index == 0 ? statement : RecursionQuery.furtherFrame,
          captures: match.captures))
    }
    // The same frame one round further out proves that this is a repetition and not a single pass.
    if let first = positions.first, threadStack.indices.contains(first + cycle.period) {
      let next = first + cycle.period
      match.witnesses.append(
        witness(frame: threadStack[next], at: next, statement: RecursionQuery.nextRound, captures: match.captures))
    }
  }
}
