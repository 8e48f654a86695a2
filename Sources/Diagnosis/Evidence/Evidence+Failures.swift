import Bytes
import CrashReports
import Vocabulary

extension Evidence {
  /// One of several wordings.
  static func wording(_ templates: [TextTemplate], says: String) -> Evidence {
    .any(templates.map { .message($0, says: says) })
  }

  /// An Objective-C exception of one of these names that nobody caught; parts `exception` and `reason`.
  static func uncaught(_ names: Set<String>, says: String) -> Evidence {
    .custom("an uncaught exception named " + names.sorted().joined(separator: ", ")) { circumstances in
      circumstances.uncaughtException(names: names, says: says)
    }
  }

  /// A line says that an exception was caught or merely logged: nothing ended by it.
  static let exceptionWasCaught = Evidence.custom("a line that says the exception was caught") { circumstances in
    guard circumstances.report.exception?.type == nil else { return nil }
    let words = caughtWords.filter { $0.mayMatch(circumstances.textGrams) }
    guard !words.isEmpty else { return nil }
    for text in circumstances.texts {
      guard words.contains(where: { $0.match(text.matchable) != nil }) else { continue }
      guard !uncaughtWords.contains(where: { $0.match(text.matchable) != nil }) else { return nil }
      return Proof(witnesses: [
        circumstances.witness(
          line: text.message.line, member: text.message.text, says: "The exception was caught and logged.")
      ])
    }
    return nil
  }

  private static let caughtWords: [TextTemplate] = [
    "caught{}exception", "exception was caught", "handled exception", "exception caught",
  ]
  private static let uncaughtWords: [TextTemplate] = ["uncaught", "unhandled", "terminating app", "not caught"]

  /// The process ran into a trap instruction: `brk` on ARM, `ud2` on Intel.
  static func trapped(says: String = "The process ran into a trap: it was stopped on purpose.") -> Evidence {
    .exception(types: ["EXC_BREAKPOINT", "EXC_BAD_INSTRUCTION"], signals: ["SIGTRAP", "SIGILL"], says: says)
  }

  /// Memory that may not be touched was touched.
  static func badAccess(says: String = "The process touched memory that it may not touch.") -> Evidence {
    .exception(types: ["EXC_BAD_ACCESS"], signals: ["SIGSEGV"], says: says)
  }

  /// A failure of the Swift runtime by its message, or by the name of the inlined frame that stands for the message in
  /// reports of optimised builds. Takes file and line from the message where it has them.
  static func swiftFailure(_ templates: [TextTemplate], frames: [String], says: String) -> Evidence {
    .custom(
      "the message " + templates.map { "\"\($0.source)\"" }.joined(separator: " or "),
      needs: EvidenceNeeds.texts(templates).union(FrameQuery(frames).needsIfAny)
    ) { circumstances in
      for template in templates {
        guard var proof = circumstances.proof(of: template, from: nil, says: says) else { continue }
        circumstances.addSwiftPlace(to: &proof)
        return proof
      }
      guard !frames.isEmpty else { return nil }
      guard let proof = circumstances.proof(of: [FrameQuery(frames, place: .first(12), says: says)]) else { return nil }
      return proof
    }
  }

  /// The crashed thread repeats, and the report shows that it goes hundreds of frames deep.
  static func deepRecursion(says: String) -> Evidence {
    .custom("a repetition in a stack that is hundreds of frames deep") { circumstances in
      guard circumstances.stackDepth >= Circumstances.deepStack else { return nil }
      return circumstances.recursionProof(through: [], says: says)
    }
  }

  /// The fault lies beside the stack pointer, in memory that is protected: the next call did not fit on the stack.
  static func faultAtStackPointer(says: String) -> Evidence {
    .custom("a protection failure within 64 KB of the stack pointer") { circumstances in
      guard let exception = circumstances.report.exception, let fault = exception.faultAddress?.value else {
        return nil
      }
      let isProtected = exception.subtype.map { $0.containsBytes("KERN_PROTECTION_FAILURE") } ?? false
      guard isProtected, let thread = circumstances.report.crashedThread else { return nil }
      let pointer = thread.registers?.first { ["sp", "rsp", "esp"].contains($0.name.lowercased()) }?.value
      guard let pointer, pointer > 0 else { return nil }
      let distance = fault > pointer ? fault - pointer : pointer - fault
      guard distance <= 0x10000 else { return nil }
      let line = circumstances.report.lines[.exceptionSubtype] ?? circumstances.report.lines[.exceptionCodes]
      return Proof(witnesses: [
        circumstances.witness(line: line, member: exception.subtype ?? "", says: says, kind: .inferred)
      ])
    }
  }

  /// Part of a field of the exception, without regard to letter case.
  static func exceptionField(containing words: [String], says: String) -> Evidence {
    let lowered = words.map { $0.lowercased() }
    return .custom("an exception that says " + words.joined(separator: " or ")) { circumstances in
      guard let exception = circumstances.report.exception else { return nil }
      let fields: [(CrashReport.Field, String?)] = [
        (.exceptionType, exception.type), (.exceptionType, exception.signal), (.exceptionCodes, exception.codesText),
        (.exceptionSubtype, exception.subtype), (.exceptionMessage, exception.message),
      ]
      for (field, text) in fields {
        guard let text, lowered.contains(where: { text.containsBytes(ignoringCase: $0) }) else { continue }
        let line = circumstances.report.lines[field] ?? circumstances.report.lines[.exceptionType]
        return Proof(witnesses: [circumstances.witness(line: line, member: text, says: says)])
      }
      return nil
    }
  }

  /// The system ended the process in this namespace, whatever the code.
  static func endedBy(namespace: String, says: String) -> Evidence {
    .custom("a termination in the namespace \(namespace)") { circumstances in
      guard let termination = circumstances.report.termination, termination.namespace == namespace else { return nil }
      var proof = Proof(witnesses: [
        circumstances.witness(
          line: circumstances.report.lines[.termination],
          member: [namespace, termination.code?.hexadecimal].compactMap { $0 }.joined(separator: " "), says: says)
      ])
      if let code = termination.code { proof.parts["code"] = code.hexadecimal }
      return proof
    }
  }
}

extension Circumstances {
  /// Frames from which a stack counts as deep. Healthy stacks of the corpus seldom pass 150.
  static let deepStack = 256

  /// How many frames the crashed thread has, counting those the report leaves out or numbers past.
  var stackDepth: Int {
    guard let thread = report.crashedThread else { return 0 }
    let listed = thread.frames.count.addingReportingOverflow(max(0, thread.omittedFrames)).partialValue
    let numbered = thread.frames.map(\.index).max() ?? 0
    return max(listed, numbered, thread.recursion.map(\.depth).max() ?? 0)
  }

  /// The report's own fields, or the words of the runtime, for an exception that ended the process.
  func uncaughtException(names: Set<String>, says: String) -> Proof? {
    if let name = report.exception?.name, names.isEmpty || names.contains(name) {
      if Evidence.exceptionWasCaught.holds(in: self) { return nil }
      let line = report.lines[.exceptionReason] ?? report.lines[.exceptionType]
      var proof = Proof(witnesses: [witness(line: line, member: name, says: says)], parts: ["exception": name])
      if let reason = report.exception?.reason { proof.parts["reason"] = Self.brief(reason) }
      return proof
    }
    let templates = Self.uncaughtTemplates.filter { $0.mayMatch(textGrams) }
    guard !templates.isEmpty else { return nil }
    for text in texts {
      for template in templates {
        guard var parts = template.match(text.matchable), let name = parts["exception"] else { continue }
        guard names.isEmpty || names.contains(name) else { continue }
        if let reason = parts["reason"] { parts["reason"] = Self.brief(reason) }
        let witness = witness(line: text.message.line, member: text.message.text, says: says)
        return Proof(witnesses: [witness], parts: parts)
      }
    }
    return nil
  }

  private static let uncaughtTemplates: [TextTemplate] = [
    "uncaught exception '{exception}', reason: {reason}", "uncaught exception '{exception}'",
    "uncaught exception of type {exception}", "uncaught exception: {exception}",
    "raised a \"{exception}\" exception: {reason}",
  ]

  private static func brief(_ reason: String) -> String {
    var text = reason.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? reason
    while let last = text.last, last == "'" || last == "\"" || last == " " { text.removeLast() }
    while let first = text.first, first == "'" || first == "\"" || first == " " { text.removeFirst() }
    return text.count > 160 ? text.prefix(160) + "…" : text
  }

  /// File and line in front of a Swift failure, as `Cards/CardView.swift:27: Fatal error: …`.
  func addSwiftPlace(to proof: inout Proof) {
    guard let line = proof.witnesses.first?.line, let text = texts.first(where: { $0.message.line == line }) else {
      return
    }
    guard let place = Self.swiftPlace(in: text.message.text) else { return }
    var blame = firstAppFrame().map { Self.blame(crashStack[$0]) } ?? Blame()
    if blame.file == nil {
      blame.file = place.file
      blame.line = place.line
    }
    proof.blame = blame
    proof.parts["place"] = "\(place.file):\(place.line)"
  }

  /// The last part of a path that ends in `.swift`, and the number behind it.
  static func swiftPlace(in text: String) -> (file: String, line: Int)? {
    let bytes = Array(text.utf8.prefix(4096))
    let mark = Array(".swift".utf8)
    guard bytes.count > mark.count else { return nil }
    for start in 0...(bytes.count - mark.count) where bytes[start..<(start + mark.count)].elementsEqual(mark) {
      var at = start + mark.count
      while at < bytes.count, [0x3a, 0x20, 0x2c].contains(bytes[at]) { at += 1 }
      if bytes[at...].starts(with: Array("line ".utf8)) { at += 5 }
      var digits = at
      while digits < bytes.count, bytes[digits].isDigit { digits += 1 }
      guard let line = Int(String(decoding: bytes[at..<digits], as: UTF8.self)) else { continue }
      var first = start
      while first > 0, bytes[first - 1] != 0x2f, bytes[first - 1] > 0x20, bytes[first - 1] != 0x22 { first -= 1 }
      guard first < start else { continue }
      return (String(decoding: bytes[first..<(start + mark.count)], as: UTF8.self), line)
    }
    return nil
  }
}
