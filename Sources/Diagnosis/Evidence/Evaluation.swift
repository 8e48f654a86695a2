import Bytes
import CrashReports
import Vocabulary

extension Evidence {
  /// The proof that this evidence holds, or `nil`.
  package func proof(in circumstances: Circumstances) -> Proof? {
    switch self {
    case .message(let template, let origins, let says):
      return circumstances.proof(of: template, from: origins, says: says)
    case .frame(let query):
      return circumstances.proof(of: [query])
    case .frames(let queries):
      return circumstances.proof(of: queries)
    case .exception(let types, let signals, let says):
      return circumstances.exceptionProof(types: types, signals: signals, says: says)
    case .termination(let namespace, let codes, let says):
      return circumstances.terminationProof(namespace: namespace, codes: codes, says: says)
    case .agent:
      return circumstances.agent.map { Proof(witnesses: [$0]) }
    case .phase(let phase, let says):
      guard let found = circumstances.phase, found.phase == phase else { return nil }
      let frame = circumstances.crashStack[found.position]
      return Proof(witnesses: [circumstances.witness(frame: frame, at: found.position, says: says)])
    case .stackExhausted(let says):
      return circumstances.stackExhaustedProof(says: says)
    case .recursion(let needed, let says):
      return circumstances.recursionProof(through: needed, says: says)
    case .all(let parts):
      var whole = Proof()
      for part in parts {
        guard let proof = part.proof(in: circumstances) else { return nil }
        whole.add(proof)
      }
      return whole
    case .any(let parts):
      for part in parts {
        if let proof = part.proof(in: circumstances) { return proof }
      }
      return nil
    case .not(let part):
      return part.proof(in: circumstances) == nil ? Proof() : nil
    case .also(let part):
      return part.proof(in: circumstances) ?? Proof()
    case .custom(_, _, let check):
      return check(circumstances)
    }
  }

  package func holds(in circumstances: Circumstances) -> Bool { proof(in: circumstances) != nil }
}

extension Circumstances {
  func proof(of template: TextTemplate, from origins: Set<ReportMessage.Origin>?, says: String) -> Proof? {
    guard template.mayMatch(textGrams) else { return nil }
    for text in texts {
      if let origins, !origins.contains(text.message.origin) { continue }
      guard let parts = template.match(text.matchable) else { continue }
      let witness = witness(line: text.message.line, member: text.message.text, says: filled(says, with: parts))
      return Proof(witnesses: [witness], parts: parts)
    }
    return nil
  }

  /// The first stack that has all of `queries` in order.
  func proof(of queries: [FrameQuery]) -> Proof? {
    let everywhere = queries.contains { $0.place == .anyThread }
    guard queries.allSatisfy({ everywhere ? $0.mayMatch(threadGrams) : $0.mayMatch(stackGrams) }) else { return nil }
    var candidates = stacks
    if everywhere { candidates += (report.threads ?? []).map(\.frames) }
    for stack in candidates {
      if let proof = proof(of: queries, in: stack) { return proof }
    }
    return nil
  }

  private func proof(of queries: [FrameQuery], in stack: [CrashReport.Frame]) -> Proof? {
    var proof = Proof()
    var start = 0
    for query in queries {
      var end = stack.count
      if case .first(let limit) = query.place { end = min(end, limit) }
      guard start < end, let position = stack[start..<end].firstIndex(where: query.accepts) else { return nil }
      let frame = stack[position]
      let blame = Self.blame(frame)
      if let says = query.says {
        let parts = ["function": blame.function.map(shortened) ?? "this function", "place": Self.place(blame)]
        proof.witnesses.append(witness(frame: frame, at: position, says: filled(says, with: parts)))
      }
      if query.blamed {
        proof.blame = blame
        proof.blamedFrame = position
      }
      start = position + 1
    }
    return proof
  }

  private static func place(_ blame: Blame) -> String {
    guard let file = blame.file else { return blame.image ?? "unknown" }
    return blame.line.map { "\(fileName(file)):\($0)" } ?? fileName(file)
  }

  func exceptionProof(types: Set<String>, signals: Set<String>, says: String) -> Proof? {
    guard let exception = report.exception else { return nil }
    let fits =
      exception.type.map { types.contains($0) || signals.contains($0) } ?? false
      || exception.signal.map(signals.contains) ?? false
    guard fits else { return nil }
    let member = [exception.type, exception.signal.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
    return Proof(witnesses: [witness(line: report.lines[.exceptionType], member: member, says: says)])
  }

  func terminationProof(namespace: String?, codes: Set<UInt64>, says: String) -> Proof? {
    guard let termination = report.termination, let code = termination.code, codes.contains(code) else { return nil }
    if let namespace, termination.namespace != namespace { return nil }
    let member = "\(termination.namespace ?? "") \(code.hexadecimal)"
    return Proof(witnesses: [witness(line: report.lines[.termination], member: member, says: says)])
  }

  func stackExhaustedProof(says: String) -> Proof? {
    if let region = report.exception?.region, region.containsBytes(ignoringCase: "stack guard") {
      return Proof(witnesses: [witness(line: report.lines[.region], member: region, says: says)])
    }
    return proof(of: Self.excessiveRecursion, from: nil, says: says)
  }

  private static let excessiveRecursion: TextTemplate = "stack size exceeded due to excessive recursion"

  func recursionProof(through needed: [[String]], says: String) -> Proof? {
    guard let cycle else { return nil }
    let round = threadStack[cycle.round]
    var proof = Proof()
    var positions: [Int] = []
    for patterns in needed {
      let globs = GlobSet(patterns)
      guard globs.mayMatch(stackGrams),
        let position = round.firstIndex(where: { frame in frame.symbol.map { globs.matches($0.readable) } ?? false })
      else { return nil }
      positions.append(position)
    }
    let rounds =
      cycle.omittedFrames > 0
      ? "\(cycle.rounds) times in the listed frames, and \(cycle.omittedFrames) more frames are left out"
      : "\(cycle.rounds) times"
    let parts = ["period": "\(cycle.period)", "rounds": rounds]
    for (index, position) in (positions.isEmpty ? [cycle.start] : positions).enumerated() {
      let text = index == 0 ? filled(says, with: parts) : "This frame is part of the round that repeats."
      proof.witnesses.append(witness(frame: threadStack[position], at: position, says: text))
    }
    // The same frames one round further out prove that it is a repetition and no single pass.
    if let first = positions.first, threadStack.indices.contains(first + cycle.period) {
      proof.witnesses.append(
        witness(
          frame: threadStack[first + cycle.period], at: first + cycle.period,
          says: "The same function again, \(cycle.period) frames further out."))
    }
    proof.parts = parts
    if let app = round.firstIndex(where: { $0.role == .app && $0.symbol != nil }) {
      proof.blame = Self.blame(threadStack[app])
      proof.blamedFrame = app
    }
    return proof
  }
}

/// Puts `parts` into `text`: `{name}` by its part, `{name|words}` by the words where there is none.
package func filled(_ text: String, with parts: [String: String]) -> String {
  guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
  var out: [UInt8] = []
  out.reserveCapacity(text.utf8.count + 64)
  var rest = text.utf8[...]
  while let open = rest.firstIndex(of: UInt8(ascii: "{")) {
    out += rest[..<open]
    let inner = rest[rest.index(after: open)...]
    guard let close = inner.firstIndex(of: UInt8(ascii: "}")) else {
      rest = rest[open...]
      break
    }
    let body = inner[..<close]
    let bar = body.firstIndex(of: UInt8(ascii: "|"))
    let name = body[..<(bar ?? close)]
    guard !name.isEmpty, name.allSatisfy({ ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7a }) else {
      // Braces of code, as in a Swift closure: they stay.
      out.append(UInt8(ascii: "{"))
      rest = inner
      continue
    }
    if let part = parts[String(Substring(name))] {
      out += part.utf8
    } else {
      out += bar.map { body[body.index(after: $0)...] } ?? name
    }
    rest = inner[inner.index(after: close)...]
  }
  out += rest
  return String(decoding: out, as: UTF8.self)
}
