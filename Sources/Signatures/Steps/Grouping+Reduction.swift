import CrashReports

extension Grouping {
  static func roleFate(_ role: FrameRole) -> FrameFate {
    switch role {
    case .app, .unknown: .unknown
    case .system: .system
    case .host: .host
    case .machinery: .machinery
    case .glue: .glue
    case .loader: .loader
    }
  }

  private var mayRecurse: Bool {
    ["memory", "trap", "abort", "unknown"].contains(kindName) || kindName.hasPrefix("exception")
  }

  /// Cuts the top, determines the lead and folds cycles. Returns the remaining positions.
  mutating func reduce(_ positions: [Int], _ input: SignatureInput) -> [Int] {
    let facts = input.facts
    // The frames above the last caller of a handler belong to the handler of a signal or an exception.
    let caller = positions.lastIndex { token($0).callsHandlers }
    let below = positions[(caller.map { $0 + 1 } ?? positions.startIndex)...]
    let top = below.firstIndex { token($0).role != .machinery } ?? positions.endIndex
    for position in positions[..<top] { fates[position] = .cut }
    let stack = Array(positions[top...])
    guard let first = stack.first else { return [] }
    let cycle = CycleStep.find(stack.map { callSite($0, input) })
    if let cycle, mayRecurse, facts.stackOverflowed || isRecursion(cycle, stack) {
      return recursion(stack, cycle)
    }
    if cycle == nil, facts.stackOverflowed, mayRecurse, let found = inexactRecursion(stack) { return found }
    let leader = token(first)
    if !leader.isUnsymbolicated, leader.role != .app, let family = leader.family {
      lead = family
      fates[first] = .lead
    }
    guard let cycle else { return stack }
    let end = cycle.start + cycle.count
    for position in stack[(cycle.start + cycle.period)..<end] { fates[position] = .folded }
    return Array(stack[..<(cycle.start + cycle.period)] + stack[end...])
  }

  /// Returns equal numbers for frames that may be rounds of one cycle. A frame without a name is equal to one with the same
  /// offset in the same image, which is the same call site, and to no other.
  private func callSite(_ position: Int, _ input: SignatureInput) -> Int {
    let number = frames[position]
    guard tokens[number].isUnsymbolicated else { return tokens[number].identity }
    return input.frames[position].imageOffset == nil ? -1 - position : number
  }

  /// The depth of a stack that overflowed, in frames.
  private static let overflowDepth = 256

  /// Returns true for a cycle that is a recursion although the report states no overflow: 10 turns or 60 frames. Turns
  /// that only walk down a tree of views, or contain no frame of the app with a name or a call site, are a recursion only
  /// in a stack as deep as one that overflowed.
  private func isRecursion(_ cycle: CycleStep.Cycle, _ stack: [Int]) -> Bool {
    guard cycle.turns >= 10 || cycle.count >= 60 else { return false }
    let turn = stack[cycle.start..<(cycle.start + cycle.period)].map { token($0) }
    let isWalk = turn.allSatisfy { token in
      token.role != .app && (token.isUnsymbolicated || token.function.map(Blamability.isTreeWalk) ?? false)
    }
    return !isWalk || stack.count >= Self.overflowDepth
  }

  private mutating func recursion(_ stack: [Int], _ cycle: CycleStep.Cycle) -> [Int] {
    kindName = "recursion"
    recursionEvidence = "\(cycle.period) frames repeat \(cycle.turns) times"
    let turn = Array(stack[cycle.start..<(cycle.start + cycle.period)])
    for position in stack { fates[position] = .folded }
    for position in turn { fates[position] = nil }
    return CycleStep.smallestRotation(turn) { token($0).precedes(token($1)) }
  }

  /// Returns the recurring functions of the app in an overflowed stack without an exact cycle, sorted by their bytes.
  private mutating func inexactRecursion(_ stack: [Int]) -> [Int]? {
    var counts: [Int: (count: Int, position: Int)] = [:]
    for position in stack.prefix(200) where token(position).role == .app {
      let identity = token(position).identity
      counts[identity] = (counts[identity].map { $0.count + 1 } ?? 1, counts[identity]?.position ?? position)
    }
    let found = counts.values.filter { $0.count >= 3 }.map(\.position)
    guard !found.isEmpty else { return nil }
    kindName = "recursion"
    recursionEvidence = "\(found.count) functions recur in varying order"
    confidence = confidence == .low ? .low : .medium
    for position in stack { fates[position] = .folded }
    for position in found { fates[position] = nil }
    return found.sorted { token($0).precedes(token($1)) }
  }
}
