import CrashReports

extension Pattern {
  private static let threwWords: [TextTemplate] = ["agent threw an exception", "Tool threw an exception"]

  private static let threw = Evidence.text(
    TextQuery(
      threwWords, from: [.preview], citesAll: true,
      statement: "Xcode reports an exception of the agent without a reason."))
}
