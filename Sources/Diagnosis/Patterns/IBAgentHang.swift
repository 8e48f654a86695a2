import CrashReports

extension Pattern {
  private static let template: [TextTemplate] = ["assertion failed: {}libxpc.dylib + {offset}"]
  private static let assertion = Evidence.text(
    TextQuery(template, author: .agent, statement: "An assertion" + assertionStatement))
  private static let assertionStatement =
    " about the agent's connection to Xcode failed; while Xcode hangs, the agent logs many per second."
}
