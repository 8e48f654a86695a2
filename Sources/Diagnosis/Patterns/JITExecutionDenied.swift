import Bytes
import CrashReports

extension Pattern {
  private static let generated = Evidence.all([
    .not(.frame(FrameQuery(["_dyld_start"], position: .first(1)))),
    .any([
      .frame(
        FrameQuery(
          [], traits: [.unnamed, .inNoImage], position: .first(1), kind: .inferred, statement: generatedStatement)),
      .all([
        .frame(FrameQuery(codeGenerators, position: .first(4))),
        .frame(FrameQuery([], position: .first(1), kind: .inferred, statement: generatedStatement)),
      ]),
    ]),
  ])
  private static let generatedStatement =
    "The code that ran here was probably generated at run time: it is in no image, or a code generator called it."
  private static let codeGenerators = ["*JSC::*JIT*", "*jit_*", "llint_*", "*::JIT*", "lj_*", "mono_jit_*", "*Jit*::*"]
}
