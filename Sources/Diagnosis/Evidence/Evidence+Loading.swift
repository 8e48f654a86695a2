import CrashReports
import Vocabulary

/// Evidence about loading: what `dlopen` and the dynamic loader said.
extension Evidence {
  /// Interface Builder's agent could not open the built product, for a reason with one of these wordings.
  ///
  /// The agent passes a bundle's bare name, `dlopen(CardKit.framework, 1)`, and the answer stands in the build log.
  static func agentOpening(
    _ reasons: [String], without others: [TextTemplate] = [], statement: String
  ) -> Evidence {
    let templates = reasons.map { TextTemplate("dlopen({image},{}):{}" + $0) }
    return .all([
      .text(templates, without: others + hotReload, statement: statement),
      .not(.text(templates, without: others + hotReload, author: .notAgent, statement: statement)), .agent,
    ])
  }

  /// The same answer without a word of who asked; only a bare bundle name speaks for Interface Builder then.
  static func bareOpening(
    _ reasons: [String], without others: [TextTemplate] = [], statement: String
  ) -> Evidence {
    let templates = [".framework", ".app"].flatMap { ending in
      reasons.map { TextTemplate("dlopen({image}\(ending),{}):{}" + $0) }
    }
    let excluded: [TextTemplate] = others + hotReload + ["dlopen(/"]
    // In a paste without Interface Builder's prefix the reason may stand on a line of its own.
    let opening: [TextTemplate] = ["dlopen({image}.framework,{}):", "dlopen({image}.app,{}):"]
    let apart = Evidence.all([
      .text(opening, without: excluded, statement: "A bundle was opened by its bare name, as Interface Builder does."),
      .text(reasons.map { TextTemplate($0) }, without: excluded, statement: statement),
    ])
    return .all([
      .any([.text(templates, without: excluded, statement: statement), apart]),
      .not(.text(opening, author: .notAgent, statement: statement)), .not(.agent),
    ])
  }

  /// A library that a tool for reloading code put together on the fly.
  private static let hotReload: [TextTemplate] = ["dlopen() error", "/eval{}.dylib"]

  /// The dynamic loader's namespace and a code, as `DYLD` 1; some systems write the code in the text, `DYLD, [0x1]`.
  static func dyldTermination(_ code: UInt64, statement: String) -> Evidence {
    .any([
      .termination(namespace: "DYLD", codes: [code], statement: statement),
      .all([
        .termination(namespace: "DYLD"),
        .field(.terminationReason, .contains(["[\(code.hexadecimal)] "]), statement: statement),
      ]),
    ])
  }

  /// The report is about a failure, and not about a stop in the debugger.
  static let statesFailure = Evidence.all([
    .not(.field(.exceptionMessage, .contains(["breakpoint", "step over", "step in"]))),
    .any([
      .field(FieldQuery([.exceptionHeader, .exceptionReason], .isStated)),
      .termination(),
      .text([""], from: [.applicationSpecificInformation]),
      .frame(FrameQuery([], roles: [.machinery])),
    ]),
  ])
}
