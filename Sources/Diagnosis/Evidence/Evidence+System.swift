import CrashReports
import Vocabulary

/// Evidence about actions of the system: termination codes, limits, and facts of reports that are not crash reports.
extension Evidence {
  /// The system killed the process with `code`: it is the termination code, the first exception code of older systems,
  /// or a text states it as a code.
  ///
  /// Kernel reports, memory events and statistics may mention such numbers although they did not kill the process.
  static func systemCode(_ code: UInt64, namespaces: [String], statement: String) -> Evidence {
    let padded = "0x00000000" + code.hexadecimal.dropFirst(2)
    var wordings = ["code:", "code ", "code=", "code: "].map { $0 + code.hexadecimal }
    // The end of the name stands for all of them: each template takes time at every start.
    for name in Set(namespaces.map { $0.hasSuffix("BOARD") ? "BOARD" : $0 }).sorted() {
      wordings += [name + " " + String(code), name + " " + code.hexadecimal]
    }
    return .all([
      systemCodeIsPossible,
      .any([
        .termination(codes: [code], statement: statement),
        .field(.firstExceptionCode, .equals(code.hexadecimal), statement: statement),
        .text((wordings + [padded]).map { TextTemplate($0) }, statement: statement),
        // The second code is a subcode of the first.
        .all([
          .field(.firstExceptionCode, .equals("0x0")),
          .field(.exceptionCodes, .hasWord([code.hexadecimal, padded]), statement: statement),
        ]),
      ]),
    ])
  }

  /// A text contains `code` in hexadecimal, and nothing shows that it is the code of a termination.
  static func mentionedCode(_ code: UInt64, statement: String) -> Evidence {
    .all([systemCodeIsPossible, .text([TextTemplate(code.hexadecimal)], statement: statement)])
  }

  private static let systemCodeIsPossible = Evidence.not(.kind([.panic, .jetsam, .resource, .preview, .statistics]))

  /// A fact of the report contains one of `words`, ignoring letter case; the text is captured under the name `part`.
  static func detail(
    _ key: Detail.Key, containing words: [String], part: String? = nil, statement: String? = nil
  ) -> Evidence {
    .field(.detail(key), .contains(words), capture: part, statement: statement)
  }

  /// The system states that the process continued: the report is a warning.
  static let processContinued = Evidence.any([
    .detail(.action, containing: ["none"], statement: "The system took no action: this is a warning, not a crash."),
    .field(
      .exceptionNote, .contains(["non-fatal"]), statement: "The condition was not fatal: the process continued."),
  ])

  /// A frame of Swift's concurrency runtime that checks on which executor code runs.
  static let executorCheck = Evidence.frame(executorQuery)
  static let executorQuery = FrameQuery(
    [
      "*swift_task_isCurrentExecutor*", "*swift_task_checkIsolated*", "*swift_task_reportUnexpectedExecutor*",
      "*checkIsolated*", "*assumeIsolated*", "*_checkExpectedExecutor*", "*assertIsolated*", "*preconditionIsolated*",
    ], position: .first(12), statement: "{function} checks that code runs on the executor of its actor.")

  /// libdispatch stopped the process because the code ran on a wrong queue.
  static let queueAssertion = Evidence.frame(
    FrameQuery(
      ["_dispatch_assert_queue_fail", "_dispatch_assert_queue_not_fail"], position: .first(3),
      statement: "libdispatch stopped the process because the code ran on the wrong queue."))
}

/// A resource limit of the system, in each of the forms in which exceeding it is reported.
struct ResourceLimit {
  /// Words for the event in resource reports, in lower case.
  var events: [String]
  /// Subtypes of EXC_RESOURCE.
  var subtypes: [String]
  /// The type in bits 61 to 63 of the first exception code (XNU, `osfmk/kern/exc_resource.h`).
  var type: UInt64
  /// The fact that identifies the event in diagnostics that do not name one.
  var measured: Detail.Key?
  /// Messages of the kernel and of debuggers.
  var wordings: [TextTemplate]
  /// What the evidence proves.
  var statement: String

  /// Evidence for the event; captures `limit`, `observed` and `action` where they are stated.
  var evidence: Evidence {
    .all([
      .any([
        .all([
          .kind([.resource, .watchdog, .unknown, .crash]), .detail(.event, containing: events, statement: statement),
        ]),
        exceptionEvidence, measurement, .text(wordings, statement: statement),
      ]),
      .optional(facts),
    ])
  }

  private var exceptionEvidence: Evidence {
    .all([
      .exception(types: ["EXC_RESOURCE"]),
      .any([
        .field(
          FieldQuery([.exceptionSubtype, .exceptionCodes, .exceptionMessage], .hasWord(subtypes), statement: statement)),
        .field(.resourceType, .equals(String(type)), statement: statement),
      ]),
      .optional(.field(.exceptionMessage, capture: "observed")),
    ])
  }

  /// Diagnostics of MetricKit contain amounts, but no event.
  private var measurement: Evidence {
    guard let measured else { return .any([]) }
    return .all([
      .kind([.resource]), .not(.field(.detail(.event))), .field(.detail(measured)),
      .field(.event, capture: "observed", statement: statement),
    ])
  }

  /// Facts of the report, which are cited.
  private var facts: Evidence {
    .all([
      .optional(.field(.detail(.limit), .isText, capture: "limit", statement: "The limit is {limit}.")),
      .optional(
        .field(.detail(.observed), .isText, capture: "observed", statement: "The observed value is {observed}.")),
      .optional(
        .field(.detail(.action), .isText, capture: "action", statement: "The action of the system: {action}.")),
    ])
  }

  /// A warning if the system states that the process continued, or if the source is a debugger or the console;
  /// otherwise an error.
  var grades: [Pattern.Grade] {
    let killStatement = "The system killed the process for exceeding the limit."
    let killed = Evidence.any([
      .detail(.action, containing: ["kill", "terminat", "fatal"], statement: killStatement),
      .exceptionField(containing: ["sigkill", "_fatal", "(fatal)"], statement: killStatement),
    ])
    return [
      .init(.certain, cause: .likely, severity: .warning, .all([evidence, Evidence.processContinued])),
      .init(.certain, cause: .likely, .all([evidence, killed])),
      .init(.certain, cause: .likely, .all([evidence, .statesException])),
      .init(.certain, cause: .likely, severity: .warning, evidence),
    ]
  }
}
