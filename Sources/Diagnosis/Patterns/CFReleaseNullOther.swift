import CrashReports

extension Pattern {
  private static let halt = Evidence.any([
    .text(
      ["*** CFRelease() called with NULL ***"],
      statement: "CFRelease was called with NULL and halted the process on purpose."),
    .text(
      ["*** CFRetain() called with NULL ***"],
      statement: "CFRetain was called with NULL and halted the process on purpose."),
    .text(
      ["*** CFAutorelease() called with NULL ***"],
      statement: "CFAutorelease was called with NULL and halted the process on purpose."),
  ])
  private static let functions = ["CFRelease", "CFRetain", "CFAutorelease", "_CFRelease"]
  private static let halted = Evidence.frame(
    FrameQuery(
      functions + ["CFRelease.cold.*", "CFRetain.cold.*"], position: .first(3), statement: "The halt is in {function}.")
  )
  private static let cold = Evidence.frame(
    FrameQuery(
      ["CFRelease.cold.*", "CFRetain.cold.*", "CFAutorelease.cold.*"], position: .first(3),
      statement: "{function} is the code that halts the process, for example when it is called with NULL."))
}
