/// Values shared by the patterns about Interface Builder's designables.
enum Designables {
  /// Patterns that are symptoms without a cause; any pattern that names the cause supersedes them.
  static let symptoms = ["ib-agent-crashed-unspecified", "ib-agent-exception-unspecified", "ib-unified-agent-crashed"]

  /// The general patterns that match an exception or a trap in the agent when its reason is not known.
  static let generalFailures =
    symptoms + [
      "nsexception-internal-inconsistency", "nsexception-uncaught", "swift-trap-unspecified", "swift-fatal-error",
    ]

  /// The gap for inputs without a stack: the agent's own crash report has the stack that a build log lacks.
  static let gapOfReport = Pattern.Gap(
    unless: .hasStack,
    "The agent's own crash report in ~/Library/Logs/DiagnosticReports (IBDesignablesAgent*, IBAgent*), if there is one."
  )
}

extension Reference {
  static let appleDesignableViews = Reference(
    "Creating a Custom View That Renders in Interface Builder (Apple, Xcode Help)")
  static let appleExceptionTypes = Reference(
    "Understanding the exception types in a crash report (Apple)",
    url: "https://developer.apple.com/documentation/xcode/understanding-the-exception-types-in-a-crash-report")
  static let appleSwiftRuntimeErrors = Reference(
    "Addressing crashes from Swift runtime errors (Apple)",
    url: "https://developer.apple.com/documentation/xcode/addressing-crashes-from-swift-runtime-errors")
  static let appleMissingFrameworks = Reference(
    "Addressing missing framework crashes (Apple)",
    url: "https://developer.apple.com/documentation/xcode/addressing-missing-framework-crashes")
  static let dyldManual = Reference("dyld(1) and dlopen(3), manual pages of macOS")
  static let applePathsOfRuntimeSearch = Reference(
    "Run-Path Dependent Libraries (Apple, Dynamic Library Programming Topics)")
}
