import CrashReports
import Vocabulary

/// Evidence about loading: what `dlopen` and the dynamic loader said.
extension Evidence {
  /// Interface Builder's agent could not open the built product, for a reason with one of these wordings.
  ///
  /// The agent passes a bundle's bare name, `dlopen(CardKit.framework, 1)`, and the answer stands in the build log.
  static func agentOpening(
    _ reasons: [String], without others: [TextTemplate] = [], says: String
  ) -> Evidence {
    let templates = reasons.map { TextTemplate("dlopen({image},{}):{}" + $0) }
    return .all([
      .text(templates, without: others + hotReload, says: says),
      .not(.text(templates, without: others + hotReload, author: .notAgent, says: says)), .agent,
    ])
  }

  /// The same answer without a word of who asked; only a bare bundle name speaks for Interface Builder then.
  static func bareOpening(
    _ reasons: [String], without others: [TextTemplate] = [], says: String
  ) -> Evidence {
    let templates = [".framework", ".app"].flatMap { ending in
      reasons.map { TextTemplate("dlopen({image}\(ending),{}):{}" + $0) }
    }
    let excluded: [TextTemplate] = others + hotReload + ["dlopen(/"]
    // In a paste without Interface Builder's prefix the reason may stand on a line of its own.
    let opening: [TextTemplate] = ["dlopen({image}.framework,{}):", "dlopen({image}.app,{}):"]
    let apart = Evidence.all([
      .text(opening, without: excluded, says: "A bundle was opened by its bare name, as Interface Builder does."),
      .text(reasons.map { TextTemplate($0) }, without: excluded, says: says),
    ])
    return .all([
      .any([.text(templates, without: excluded, says: says), apart]),
      .not(.text(opening, author: .notAgent, says: says)), .not(.agent),
    ])
  }

  /// A library that a tool for reloading code put together on the fly.
  private static let hotReload: [TextTemplate] = ["dlopen() error", "/eval{}.dylib"]

  /// The dynamic loader's namespace and a code, as `DYLD` 1; some systems write the code in the text, `DYLD, [0x1]`.
  static func dyldTermination(_ code: UInt64, says: String) -> Evidence {
    .any([
      .termination(namespace: "DYLD", codes: [code], says: says),
      .all([
        .termination(namespace: "DYLD"),
        .field(.terminationReason, .contains(["[\(code.hexadecimal)] "]), says: says),
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
