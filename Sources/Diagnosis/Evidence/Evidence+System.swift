import CrashReports
import Vocabulary

/// Evidence about what the system did: codes with which it ends processes, limits, and facts of reports that are no
/// crashes.
extension Evidence {
  /// The system ended the process with `code`: as the termination's code, as the first exception code of older
  /// systems, or written out in one of the texts.
  ///
  /// Kernel reports, memory events and statistics mention such numbers without the process having been ended by them.
  static func systemCode(_ code: UInt64, namespaces: [String], statement: String) -> Evidence {
    var wordings = [code.hexadecimal, "0x00000000" + code.hexadecimal.dropFirst(2)]
    wordings += namespaces.map { $0 + " " + String(code) }
    return .all([
      .not(.kind([.panic, .jetsam, .resource, .preview, .statistics])),
      .any([
        .termination(codes: [code], statement: statement),
        .field(.firstExceptionCode, .equals(code.hexadecimal), statement: statement),
        .text(wordings.map { TextTemplate($0) }, statement: statement),
      ]),
    ])
  }

  /// A fact of the report whose text has one of `words`, letter case aside; `part` captures the whole text.
  static func detail(
    _ key: Detail.Key, containing words: [String], part: String? = nil, statement: String? = nil
  ) -> Evidence {
    .field(.detail(key), .contains(words), capture: part, statement: statement)
  }

  /// The system itself says that the process went on: the report is a warning.
  static let processWentOn = Evidence.any([
    .detail(.action, containing: ["none"], statement: "The system took no action: this is a warning, and no crash."),
    .field(
      .exceptionNote, .contains(["non-fatal"]), statement: "The condition was not fatal: the process went on."),
  ])

  /// Frames of Swift's concurrency runtime that check on which executor code runs.
  static let executorCheck = Evidence.frame(executorQuery)
  static let executorQuery = FrameQuery(
    [
      "*swift_task_isCurrentExecutor*", "*swift_task_checkIsolated*", "*swift_task_reportUnexpectedExecutor*",
      "*checkIsolated*", "*assumeIsolated*", "*_checkExpectedExecutor*", "*assertIsolated*", "*preconditionIsolated*",
    ], position: .first(12), statement: "{function} checks that code runs on the executor of its actor.")

  /// libdispatch refuses because the code runs on another queue than it demands.
  static let queueAssertion = Evidence.frame(
    FrameQuery(
      ["_dispatch_assert_queue_fail", "_dispatch_assert_queue_not_fail"], position: .first(3),
      statement: "libdispatch stopped the process, because the code ran on another queue than it demands."))
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
  var statement: String

  /// All that is known of the limit: the event, and as parts `limit`, `observed` and `action`.
  var evidence: Evidence {
    .all([
      .any([
        .all([
          .kind([.resource, .watchdog, .unknown, .crash]), .detail(.event, containing: events, statement: statement),
        ]),
        exceptionEvidence, measurement, .text(wordings, statement: statement),
      ]),
      .also(facts),
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
      .also(.field(.exceptionMessage, capture: "observed")),
    ])
  }

  /// Diagnostics of MetricKit hold amounts and no event.
  private var measurement: Evidence {
    guard let measured else { return .any([]) }
    return .all([
      .kind([.resource]), .not(.field(.detail(.event))), .field(.detail(measured)),
      .field(.event, capture: "observed", statement: statement),
    ])
  }

  /// Facts of the report; cites them.
  private var facts: Evidence {
    .all([
      .also(.field(.detail(.limit), .isText, capture: "limit", statement: "The limit.")),
      .also(.field(.detail(.observed), .isText, capture: "observed", statement: "What was observed.")),
      .also(.field(.detail(.action), .isText, capture: "action", statement: "What the system did about it.")),
    ])
  }

  /// A warning where the system says that the process went on, or a debugger or the console speaks; else an error.
  var grades: [Pattern.Grade] {
    let killed = Evidence.any([
      .detail(.action, containing: ["kill", "terminat", "fatal"], statement: "The system ended the process for it."),
      .exceptionField(containing: ["sigkill", "_fatal", "(fatal)"], statement: "The system ended the process for it."),
    ])
    return [
      .init(.certain, cause: .likely, severity: .warning, .all([evidence, Evidence.processWentOn])),
      .init(.certain, cause: .likely, .all([evidence, killed])),
      .init(.certain, cause: .likely, .all([evidence, .statesException])),
      .init(.certain, cause: .likely, severity: .warning, evidence),
    ]
  }
}
