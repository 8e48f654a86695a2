import Bytes

/// The kind of a failure, and the rule that determined it (step 2).
package struct SignatureKind: Hashable, Sendable {
  /// The kind as it is written in the keys: `trap`, `exception:NSRangeException`, `killed:dyld`; one line, at most 200
  /// bytes.
  package var name: String
  /// The number of the rule in the table of kinds, 1 to 17.
  package var rule: Int
  /// A clause that describes the deciding fact.
  package var because: String
}

enum KindStep {
  /// A rule, which returns the kind and the reason; `nil` if it does not apply.
  typealias Rule = @Sendable (SignatureFacts) -> (kind: String, because: String)?

  static func kind(of facts: SignatureFacts) -> SignatureKind {
    for (index, rule) in rules.enumerated() {
      if let found = rule(facts) {
        return SignatureKind(name: bounded(found.kind), rule: index + 1, because: found.because)
      }
    }
    return SignatureKind(
      name: "unknown", rule: rules.count + 1, because: "the report does not state how the process ended")
  }

  /// Returns a kind as one line of limited length, because it is a line of a key.
  private static func bounded(_ kind: String) -> String {
    SignatureFrame.bounded(NameCleaning.cleaned(kind)[...].text, to: 200)
  }

  private static let rules: [Rule] = [
    watchdog, refusedKill, namespace, event, namedException, thrownException, limit, trapMessage, swiftFailure,
    abortCall, trapException, memoryException, arithmetic, abort, killSignal, preview,
  ]

  private static let watchdogPhrase = MessagePhrases(["watchdog transgression"])

  // 1
  private static let watchdog: Rule = { facts in
    if facts.terminationCode == 0x8bad_f00d { return ("watchdog", "the termination code is 0x8badf00d") }
    return facts.messages.contains(where: watchdogPhrase.occur)
      ? ("watchdog", "a reason contains \"watchdog transgression\"") : nil
  }

  // 2
  private static let refusedKill: Rule = { facts in
    switch facts.terminationCode {
    case 0xdead_10cc: ("killed:dead10cc", "the termination code is 0xdead10cc")
    case 0xc000_10ff: ("killed:thermal", "the termination code is 0xc00010ff")
    default: nil
    }
  }

  private static let ownNamespaces: Set<String> = [
    "SIGNAL", "OBJC", "SWIFT", "LIBSYSTEM", "LIBXPC", "GUARD", "RESOURCE",
  ]

  // 3
  private static let namespace: Rule = { facts in
    guard let space = facts.terminationNamespace, !ownNamespaces.contains(space) else { return nil }
    return ("killed:" + space.lowercased(), "the termination's namespace is \(space)")
  }

  private static let bugTypes: [String: String] = [
    "298": "jetsam", "198": "jetsam", "210": "panic", "110": "panic", "151": "panic", "228": "hang", "328": "hang",
    "409": "watchdog", "142": "resource", "145": "resource", "185": "resource", "202": "resource", "206": "resource",
    "385": "resource",
  ]
  private static let events: Set<String> = ["jetsam", "panic", "hang", "watchdog", "resource"]

  // 4. For a report without a bug type, its format determines the kind: the text of a panic, a table of killed
  // processes.
  private static let event: Rule = { facts in
    if let type = facts.bugType, let kind = bugTypes[type] { return (kind, "the report's type is \(type)") }
    if let event = facts.event, events.contains(event) { return (event, "the report describes a \(event)") }
    return nil
  }

  // 5
  private static let namedException: Rule = { facts in
    if let name = facts.exceptionName { return ("exception:" + name, "the report contains the name of the exception") }
    return ExceptionNames.first(in: facts.messages).map {
      ("exception:" + $0, "a message contains the name of the uncaught exception")
    }
  }

  // 6
  private static let thrownException: Rule = { facts in
    facts.failureFunctions.first(where: FailureFunctions.isThrow).map { ("exception", "\($0) is on the stack") }
  }

  // 7
  private static let limit: Rule = { facts in
    for (type, space, kind) in [("EXC_GUARD", "GUARD", "guard"), ("EXC_RESOURCE", "RESOURCE", "resource")] {
      if facts.exceptionType == type { return (kind, "the exception is \(type)") }
      if facts.terminationNamespace == space { return (kind, "the termination's namespace is \(space)") }
    }
    return nil
  }

  static let trapWords = [
    "called with NULL", "Fatal error", "Swift runtime failure", "BUG IN CLIENT OF", "Precondition failed",
    "Unexpectedly found nil", "Simultaneous accesses to 0x",
  ]

  private static let trapPhrases = MessagePhrases(trapWords)

  // 8
  private static let trapMessage: Rule = { facts in
    facts.messages.lazy.compactMap(trapPhrases.first).first.map { ("trap", "a message contains \"\($0)\"") }
  }

  // 9
  private static let swiftFailure: Rule = { facts in
    facts.failureFunctions.first(where: FailureFunctions.isSwiftFailure).map { ("trap", "\($0) is on the stack") }
  }

  // 10
  private static let abortCall: Rule = { facts in
    facts.failureFunctions.first(where: FailureFunctions.isAbort).map { ("abort", "\($0) is on the stack") }
  }

  /// Returns a clause with the exception type or, without one, the signal, if it is in the lists.
  private static func decides(_ facts: SignatureFacts, _ types: [String], _ signals: [String]) -> String? {
    if let type = facts.exceptionType { return types.contains(type) ? "the exception is \(type)" : nil }
    return facts.signal.flatMap { signals.contains($0) ? "the signal is \($0)" : nil }
  }

  // 11
  private static let trapException: Rule = { facts in
    decides(facts, ["EXC_BREAKPOINT", "EXC_BAD_INSTRUCTION"], ["SIGTRAP", "SIGILL"]).map {
      ("trap", $0)
    }
  }

  // 12
  private static let memoryException: Rule = { facts in
    decides(facts, ["EXC_BAD_ACCESS"], ["SIGSEGV", "SIGBUS"]).map { ("memory", $0) }
  }

  // 13
  private static let arithmetic: Rule = { facts in
    if facts.exceptionType == "EXC_ARITHMETIC" { return ("arithmetic", "the exception is EXC_ARITHMETIC") }
    return facts.signal == "SIGFPE" ? ("arithmetic", "the signal is SIGFPE") : nil
  }

  // 14
  private static let abort: Rule = { facts in
    if facts.signal == "SIGABRT" { return ("abort", "the signal is SIGABRT") }
    guard let space = facts.terminationNamespace, ["OBJC", "LIBSYSTEM", "LIBXPC", "SWIFT"].contains(space) else {
      return nil
    }
    return ("abort", "the termination's namespace is \(space)")
  }

  // 15
  private static let killSignal: Rule = { facts in
    guard let signal = facts.signal, ["SIGKILL", "SIGTERM", "SIGQUIT"].contains(signal) else { return nil }
    return ("killed:" + signal.lowercased(), "the signal is \(signal)")
  }

  // 16
  private static let preview: Rule = { facts in
    facts.isPreview ? ("preview", "Interface Builder reported that a designable failed") : nil
  }
}

/// Functions that show how a process ended (rules 6, 9 and 10).
enum FailureFunctions {
  static func isThrow(_ name: String) -> Bool { throwing.contains(name) }
  static func isAbort(_ name: String) -> Bool { aborting.contains(name) }
  static func isSwiftFailure(_ name: String) -> Bool { swift.matches(Array(name.utf8)[...]) }

  private static let throwing: Set<String> = [
    "__exceptionPreprocess", "objc_exception_throw", "__cxa_throw", "_objc_terminate",
  ]
  private static let aborting: Set<String> = ["abort", "__assert_rtn", "abort_with_reason", "abort_with_payload"]
  private static let swiftFailures = [
    "_assertionFailure*", "Swift runtime failure*", "swift_unexpectedError*", "fatalError*",
  ]
  private static let swift = GlobSet(swiftFailures)

  /// All of these functions.
  private static let all = GlobSet(throwing.sorted() + aborting.sorted() + swiftFailures)

  static func contains(_ name: NameSlice) -> Bool { all.matches(name) }
}

/// Finds the names of uncaught exceptions in messages (rule 5).
enum ExceptionNames {
  /// Returns the name from the most specific form. libc++abi reports every Objective-C exception as `NSException`.
  static func first(in messages: [String]) -> String? {
    let candidates = messages.filter(front.occur).map { Array($0.utf8)[...] }
    guard !candidates.isEmpty else { return nil }
    for (front, back) in forms {
      for text in candidates {
        guard let start = text.position(of: front) else { continue }
        let rest = text[(start + front.utf8CodeUnitCount)...]
        let name: NameSlice
        if let back {
          guard let end = rest.position(of: back) else { continue }
          name = rest[..<end]
        } else {
          name = typeName(rest)
        }
        if !name.isEmpty, name.count <= 160 { return name.text }
      }
    }
    return nil
  }

  private static let front = MessagePhrases(["uncaught exception ", "raised a \""])
  private static let forms: [(front: StaticString, back: StaticString?)] = [
    ("uncaught exception '", "'"), ("raised a \"", "\" exception"), ("uncaught exception of type ", nil),
  ]

  /// Returns the text before a space, or before a `:` that is not part of `::`.
  private static func typeName(_ text: NameSlice) -> NameSlice {
    var at = text.startIndex
    var depth = BracketDepth()
    while at < text.endIndex {
      if depth.isOutside {
        if text[at] == 0x20 { break }
        if text[at] == UInt8(ascii: ":") {
          guard text.matches("::", at: at) else { break }
          at += 2
          continue
        }
      }
      at = depth.advance(at, in: text)
    }
    return text[..<min(at, text.endIndex)]
  }
}
