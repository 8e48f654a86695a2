import Bytes
import CrashReports
import Vocabulary

/// Evidence about what the system did: codes with which it ends processes, limits, and facts of reports that are no
/// crashes.
extension Evidence {
  /// The system ended the process with `code`: as the termination's code, as the first exception code of older
  /// systems, or written out in one of the texts.
  ///
  /// Kernel reports, memory events and statistics mention such numbers without the process having been ended by them.
  static func systemCode(_ code: UInt64, namespaces: [String], says: String) -> Evidence {
    let wordings =
      [code.hexadecimal, "0x00000000" + code.hexadecimal.dropFirst(2)].map { TextTemplate($0) }
      + namespaces.map { TextTemplate("\($0) \(code)") }
    let written = Evidence.wording(wordings, says: says)
    return .custom("the system's code \(code.hexadecimal), also in decimal") { circumstances in
      let others: Set<CrashReport.Kind> = [.panic, .jetsam, .resource, .preview, .statistics]
      guard !others.contains(circumstances.report.kind) else { return nil }
      if let proof = Evidence.termination(codes: [code], says: says).proof(in: circumstances) { return proof }
      if let exception = circumstances.report.exception, exception.codes?.first == code {
        let line = circumstances.report.lines[.exceptionCodes] ?? circumstances.report.lines[.exceptionType]
        return Proof(witnesses: [
          circumstances.witness(line: line, member: exception.codesText ?? code.hexadecimal, says: says)
        ])
      }
      return written.proof(in: circumstances)
    }
  }

  /// A fact of the report whose text has one of `words`, letter case aside; the part `part` is the whole text.
  static func detail(
    _ key: Detail.Key, containing words: [String], part: String? = nil, says: String
  ) -> Evidence {
    let lowered = words.map { $0.lowercased() }
    let name = key.name
    return .custom("the fact \(name): " + words.joined(separator: " or ")) { circumstances in
      guard let fact = circumstances.report.details.first(where: { $0.key.name == name }),
        case .text(let text) = fact.value, lowered.contains(where: { text.containsBytes(ignoringCase: $0) })
      else { return nil }
      var proof = Proof(witnesses: [circumstances.witness(line: fact.line, member: "\(name): \(text)", says: says)])
      if let part { proof.parts[part] = text }
      return proof
    }
  }

  /// The report is of one of these kinds.
  static func kind(_ kinds: Set<CrashReport.Kind>) -> Evidence {
    .custom("a report of the kind " + kinds.map(\.rawValue).sorted().joined(separator: " or ")) { circumstances in
      kinds.contains(circumstances.report.kind) ? Proof() : nil
    }
  }

  /// The system itself says that the process went on: the report is a warning.
  static let processWentOn = Evidence.any([
    .detail(.action, containing: ["none"], says: "The system took no action: this is a warning, and no crash."),
    .custom("a note that the condition is not fatal") { circumstances in
      guard let note = circumstances.report.exception?.note, note.containsBytes(ignoringCase: "non-fatal") else {
        return nil
      }
      let line = circumstances.report.lines[.exceptionType]
      return Proof(witnesses: [
        circumstances.witness(line: line, member: note, says: "The condition was not fatal: the process went on.")
      ])
    },
  ])

  /// Frames of Swift's concurrency runtime that check on which executor code runs.
  static let executorCheck = Evidence.frame(executorQuery)
  static let executorQuery = FrameQuery(
    [
      "*swift_task_isCurrentExecutor*", "*swift_task_checkIsolated*", "*swift_task_reportUnexpectedExecutor*",
      "*checkIsolated*", "*assumeIsolated*", "*_checkExpectedExecutor*", "*assertIsolated*", "*preconditionIsolated*",
    ], place: .first(12), says: "{function} checks that code runs on the executor of its actor.")

  /// libdispatch refuses because the code runs on another queue than it demands.
  static let queueAssertion = Evidence.frame(
    FrameQuery(
      ["_dispatch_assert_queue_fail", "_dispatch_assert_queue_not_fail"], place: .first(3),
      says: "libdispatch stopped the process, because the code ran on another queue than it demands."))
}

/// A limit of the system on what a process uses, in each of the forms in which it is reported.
struct ResourceLimit {
  /// Word of the event in resource reports, in lower case.
  var events: [String]
  /// Subtype of EXC_RESOURCE.
  var subtypes: [String]
  /// Bits 61 to 63 of its first code (XNU, `osfmk/kern/exc_resource.h`).
  var type: UInt64
  /// Fact that stands for the event in diagnostics that do not name one.
  var measured: Detail.Key?
  /// Lines of the kernel and of debuggers.
  var wordings: [TextTemplate]
  var says: String

  /// All that is known of the limit: the event, and as parts `limit`, `observed` and `action`.
  var evidence: Evidence {
    .all([
      .any([
        .all([.kind([.resource, .watchdog, .unknown, .crash]), .detail(.event, containing: events, says: says)]),
        exceptionEvidence, measurement, .wording(wordings, says: says),
      ]),
      .also(facts),
    ])
  }

  private var exceptionEvidence: Evidence {
    let subtypes = subtypes
    let says = says
    let type = type
    return .custom("EXC_RESOURCE with the subtype " + subtypes.joined(separator: " or ")) { circumstances in
      guard let exception = circumstances.report.exception, exception.type == "EXC_RESOURCE" else { return nil }
      let stated = [exception.subtype, exception.codesText, exception.message].compactMap { $0 }
      let coded = exception.codes?.first.flatMap { $0 >> 61 == type ? $0.hexadecimal : nil }
      let named = stated.first { text in subtypes.contains { Self.names($0, in: text) } }
      guard let text = named ?? coded else { return nil }
      let line = circumstances.report.lines[.exceptionSubtype] ?? circumstances.report.lines[.exceptionType]
      var proof = Proof(witnesses: [circumstances.witness(line: line, member: text, says: says)])
      if let message = exception.message { proof.parts["observed"] = message }
      return proof
    }
  }

  /// Diagnostics of MetricKit hold amounts and no event.
  private var measurement: Evidence {
    let says = says
    let measured = measured
    return .custom("a diagnostic that measures it") { circumstances in
      let report = circumstances.report
      guard let measured, report.kind == .resource, report.detail(.event) == nil, let fact = report.detail(measured)
      else { return nil }
      let told = report.eventSummary ?? measured.label
      return Proof(
        witnesses: [circumstances.witness(line: fact.line, member: told, says: says)], parts: ["observed": told])
    }
  }

  /// True if `text` has `name` as a word of its own, as `CPU` in `RESOURCE_TYPE_CPU (limit=80%)` or `CPU_FATAL`.
  private static func names(_ name: String, in text: String) -> Bool {
    text.split { !($0.isLetter || $0.isNumber) }.contains { $0 == name }
  }

  /// Facts of the report, as parts; cites the action.
  private var facts: Evidence {
    .custom("limit, observation and action as the report states them") { circumstances in
      var proof = Proof()
      for (part, key) in [("limit", Detail.Key.limit), ("observed", .observed), ("action", .action)] {
        guard let fact = circumstances.report.detail(key), case .text(let text) = fact.value else { continue }
        proof.parts[part] = text
        let says =
          part == "action" ? "What the system did about it." : part == "limit" ? "The limit." : "What was observed."
        proof.witnesses.append(circumstances.witness(line: fact.line, member: "\(key.name): \(text)", says: says))
      }
      return proof
    }
  }

  /// A warning where the system says that the process went on, or a debugger or the console speaks; else an error.
  var grades: [Pattern.Grade] {
    let killed = Evidence.any([
      .detail(.action, containing: ["kill", "terminat", "fatal"], says: "The system ended the process for it."),
      .exceptionField(containing: ["sigkill", "_fatal", "(fatal)"], says: "The system ended the process for it."),
    ])
    let header = Evidence.custom("a report's exception type") { circumstances in
      circumstances.report.exception?.type == nil ? nil : Proof()
    }
    return [
      .init(.certain, cause: .likely, severity: .warning, .all([evidence, Evidence.processWentOn])),
      .init(.certain, cause: .likely, .all([evidence, killed])),
      .init(.certain, cause: .likely, .all([evidence, header])),
      .init(.certain, cause: .likely, severity: .warning, evidence),
    ]
  }
}

extension Evidence {
  /// Adds a part of the wording; holds always.
  static func part(_ name: String, _ text: String) -> Evidence {
    .custom("always") { _ in Proof(parts: [name: text]) }
  }
}

extension FrameQuery {
  /// The same frame, needed but not cited.
  var uncited: FrameQuery {
    FrameQuery(functions, images: images, roles: roles, place: place, ignoresCase: ignoresCase)
  }
}
