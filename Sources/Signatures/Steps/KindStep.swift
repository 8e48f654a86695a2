import Bytes

/// Step 2: what sort of failure it is, and by which rule.
package struct SignatureKind: Hashable, Sendable {
  /// Kind as it is written into the keys: `trap`, `exception:NSRangeException`, `killed:dyld`; at most 200 bytes, one
  /// line.
  package var name: String
  /// Number of the rule in the table of kinds, 1 to 17.
  package var rule: Int
  /// The fact that decided, in words.
  package var because: String
}

enum KindStep {
  /// A rule: the kind it gives, and why; `nil` where its fact is missing.
  typealias Rule = @Sendable (SignatureFacts) -> (kind: String, because: String)?

  static func kind(of facts: SignatureFacts) -> SignatureKind {
    for (index, rule) in rules.enumerated() {
      if let found = rule(facts) {
        return SignatureKind(name: bounded(found.kind), rule: index + 1, because: found.because)
      }
    }
    return SignatureKind(name: "unknown", rule: rules.count + 1, because: "nothing says how it ended")
  }

  /// A kind is a line of a key: no line break in it, and no page of text.
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
      ? ("watchdog", "a reason says \"watchdog transgression\"") : nil
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

  // 4. A report without a bug type says with its form what it is: the text of a panic, a table of ended processes.
  private static let event: Rule = { facts in
    if let type = facts.bugType, let kind = bugTypes[type] { return (kind, "the report's type is \(type)") }
    if let event = facts.event, events.contains(event) { return (event, "the report is one of a \(event)") }
    return nil
  }

  // 5
  private static let namedException: Rule = { facts in
    if let name = facts.exceptionName { return ("exception:" + name, "the report names the exception") }
    return ExceptionNames.first(in: facts.messages).map {
      ("exception:" + $0, "a message names the uncaught exception")
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
    facts.messages.lazy.compactMap(trapPhrases.first).first.map { ("trap", "a message says \"\($0)\"") }
  }

  // 9
  private static let swiftFailure: Rule = { facts in
    facts.failureFunctions.first(where: FailureFunctions.isSwiftFailure).map { ("trap", "\($0) is on the stack") }
  }

  // 10
  private static let abortCall: Rule = { facts in
    facts.failureFunctions.first(where: FailureFunctions.isAbort).map { ("abort", "\($0) is on the stack") }
  }

  /// The exception's type, or without one the signal.
  private static func decides(_ facts: SignatureFacts, _ types: [String], _ signals: [String]) -> String? {
    if let type = facts.exceptionType { return types.contains(type) ? type : nil }
    return facts.signal.flatMap { signals.contains($0) ? $0 : nil }
  }

  // 11
  private static let trapException: Rule = { facts in
    decides(facts, ["EXC_BREAKPOINT", "EXC_BAD_INSTRUCTION"], ["SIGTRAP", "SIGILL"]).map { ("trap", "it is \($0)") }
  }

  // 12
  private static let memoryException: Rule = { facts in
    decides(facts, ["EXC_BAD_ACCESS"], ["SIGSEGV", "SIGBUS"]).map { ("memory", "it is \($0)") }
  }

  // 13
  private static let arithmetic: Rule = { facts in
    if facts.exceptionType == "EXC_ARITHMETIC" { return ("arithmetic", "it is EXC_ARITHMETIC") }
    return facts.signal == "SIGFPE" ? ("arithmetic", "it is SIGFPE") : nil
  }

  // 14
  private static let abort: Rule = { facts in
    if facts.signal == "SIGABRT" { return ("abort", "it is SIGABRT") }
    guard let space = facts.terminationNamespace, ["OBJC", "LIBSYSTEM", "LIBXPC", "SWIFT"].contains(space) else {
      return nil
    }
    return ("abort", "the termination's namespace is \(space)")
  }

  // 15
  private static let killSignal: Rule = { facts in
    guard let signal = facts.signal, ["SIGKILL", "SIGTERM", "SIGQUIT"].contains(signal) else { return nil }
    return ("killed:" + signal.lowercased(), "it is \(signal)")
  }

  // 16
  private static let preview: Rule = { facts in
    facts.isPreview ? ("preview", "Interface Builder says that a designable failed") : nil
  }
}

/// Functions that say how a process ended: rules 6, 9 and 10.
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

  /// All of them, to be asked at once.
  private static let all = GlobSet(throwing.sorted() + aborting.sorted() + swiftFailures)

  static func contains(_ name: NameSlice) -> Bool { all.matches(name) }
}

/// Names of uncaught exceptions in messages: rule 5.
enum ExceptionNames {
  /// The most telling form first: `NSException` is what libc++abi knows of every exception of Objective-C.
  static func first(in messages: [String]) -> String? {
    let telling = messages.filter(front.occur).map { Array($0.utf8)[...] }
    guard !telling.isEmpty else { return nil }
    for (front, back) in forms {
      for text in telling {
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

  /// Up to a blank, or to a `:` that is not part of `::`.
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
      at = depth.pass(at, in: text)
    }
    return text[..<min(at, text.endIndex)]
  }
}
