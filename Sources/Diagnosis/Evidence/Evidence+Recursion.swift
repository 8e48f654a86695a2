import CrashReports
import Vocabulary

extension Evidence {
  /// The function that repeats in the crashed thread. Captures `recursing`; `mutual`, another function of the app in the same
  /// round; `systemImage`, the image of the function if no code of the app is part of the repetition; and `caller`, the nearest frame
  /// of the app that led to it. Blames the function of the system in that case.
  static let recursingFunction = Evidence.custom(
    CustomEvidence(
      "the function that repeats, and the code that called it",
      reason: "The frames of one round decide whose code recurses.",
      needs: EvidenceNeeds(facts: [EvidenceNeeds.fact(ReportPart.repetition)]),
      explanations: [ownStatement, systemStatement]
    ) { context in context.recursingMatch(own: ownStatement, system: systemStatement) })

  private static let ownStatement = "{recursing}{mutual? and {mutual}} {mutual?are|is} part of every round."
  private static let systemStatement = "{recursing} of {systemImage} is part of every round; no code of the app is."
}

extension AnalysisContext {
  /// The number of frames that a repetition must cover: two equal neighbors are not one.
  private static let minCovered = 8

  fileprivate func recursingMatch(own: String, system: String) -> EvidenceMatch? {
    guard let cycle, !isTreeWalk(cycle) else { return nil }
    let covered = cycle.rounds.multipliedReportingOverflow(by: cycle.period).partialValue
    guard cycle.omittedFrames > 0 || covered >= Self.minCovered else { return nil }
    let round = cycle.round
    let ownFrames = round.filter { threadStack[$0].role == .app }
    if !ownFrames.isEmpty { return ownMatch(ownFrames, statement: own) }
    guard round.allSatisfy({ threadStack[$0].role == .system || threadStack[$0].role == .machinery }),
      let position = round.first(where: { threadStack[$0].isNamed && threadStack[$0].role == .system })
        ?? round.first(where: { threadStack[$0].role == .system && threadStack[$0].imageOffset != nil }),
      let image = threadStack[position].image.map(shortImageName)
    else { return nil }
    let blame = Self.blame(in: threadStack, at: position)
    var captures = ["systemImage": image]
    captures["recursing"] =
      blame.function.map(shortened) ?? threadStack[position].imageOffset.map { "the function at + \($0.value)" }
    let callers = round.upperBound..<threadStack.count
    if let caller = Self.mostBlamable(threadStack, callers, where: { $0.role == .app }),
      threadStack[caller].blamability == .code, let name = Self.blame(in: threadStack, at: caller).function
    {
      captures["caller"] = shortened(name)
    }
    return EvidenceMatch(
      witnesses: [
        witness(frame: threadStack[position], at: position, statement: system, captures: captures, kind: .inferred)
      ], captures: captures, blame: blame, blamedFrame: isExceptionStack ? nil : position)
  }

  /// The functions of the app in one round.
  private func ownMatch(_ positions: [Int], statement: String) -> EvidenceMatch? {
    var names: [(name: String, position: Int)] = []
    for position in positions {
      guard let name = Self.blame(in: threadStack, at: position).function.map(shortened),
        !names.contains(where: { $0.name == name })
      else { continue }
      names.append((name, position))
    }
    let best = positions.first.flatMap { first in
      Self.mostBlamable(threadStack, first..<((positions.last ?? first) + 1), where: { $0.role == .app })
    }
    guard let best, let name = Self.blame(in: threadStack, at: best).function.map(shortened) else { return nil }
    var captures = ["recursing": name]
    if let other = names.first(where: { $0.name != name && threadStack[$0.position].blamability == .code }) {
      captures["mutual"] = other.name
    }
    return EvidenceMatch(
      witnesses: [
        witness(frame: threadStack[best], at: best, statement: statement, captures: captures, kind: .inferred)
      ], captures: captures)
  }
}
