extension Pattern {
  private static let message = Evidence.any([
    // Builds without optimization add the location.
    .text(
      TextQuery(
        ["Fatal error: {message}: file {}, line {number}"], requires: ["number": (0...9).map { "\($0)*" }],
        readsSwiftLocation: true, statement: statement)),
    .swiftFailure(["Fatal error: {message}", "Fatal error"], frames: [], statement: statement),
  ])
  private static let statement = "Swift stopped the process with this message."
}
