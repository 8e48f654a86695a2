import CrashReports
import Vocabulary

/// Evidence about loading libraries: messages of `dlopen` and the dynamic loader.
extension Evidence {
  /// Interface Builder's agent could not open the built product, for one of these reasons.
  ///
  /// The agent passes the bundle's name without a path, `dlopen(CardKit.framework, 1)`; the build log contains the
  /// error.
  static func agentDlopenFailure(
    _ reasons: [String], without others: [TextTemplate] = [], statement: String
  ) -> Evidence {
    // People retype messages without their punctuation.
    let templates = ["dlopen({image},{}):{}", "dlopen ({image}){}", "dlopen({image}){}", "dlopen {image} {}"].flatMap {
      lead in reasons.map { TextTemplate(lead + $0) }
    }
    return .all([
      .text(templates, without: others + hotReload, statement: statement),
      .not(.text(templates, without: others + hotReload, author: .notAgent, statement: statement)), .agent,
    ])
  }

  /// The same error without a statement of the program that called `dlopen`: only a bundle name without a path points
  /// to Interface Builder.
  static func unattributedDlopenFailure(
    _ reasons: [String], without others: [TextTemplate] = [], statement: String
  ) -> Evidence {
    let templates = [".framework", ".app"].flatMap { ending in
      reasons.map { TextTemplate("dlopen({image}\(ending),{}):{}" + $0) }
    }
    let excluded: [TextTemplate] = others + hotReload + ["dlopen(/"]
    // In a paste without Interface Builder's prefix, the reason may be on a separate line.
    let opening: [TextTemplate] = ["dlopen({image}.framework,{}):", "dlopen({image}.app,{}):"]
    let apart = Evidence.all([
      .text(
        opening, without: excluded,
        statement: "A bundle was opened by its name without a path, as Interface Builder does."),
      .text(reasons.map { TextTemplate($0) }, without: excluded, statement: statement),
    ])
    return .all([
      .any([.text(templates, without: excluded, statement: statement), apart]),
      .not(.text(opening, author: .notAgent, statement: statement)), .not(.agent),
    ])
  }

  /// Errors about libraries that a hot reload tool built at run time.
  private static let hotReload: [TextTemplate] = ["dlopen() error", "/eval{}.dylib"]

  /// The dynamic loader's namespace with a code, such as `DYLD` 1; some systems write the code in the reason text,
  /// `DYLD, [0x1]`.
  static func dyldTermination(_ code: UInt64, statement: String) -> Evidence {
    .any([
      .termination(namespace: "DYLD", codes: [code], statement: statement),
      .all([
        .termination(namespace: "DYLD"),
        .field(.terminationReason, .contains(["[\(code.hexadecimal)] "]), statement: statement),
      ]),
    ])
  }

  /// The report describes a failure, not a stop in the debugger.
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
