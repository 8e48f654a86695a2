/// The formats that the text reader distinguishes. One grammar reads all of them and decides which it is
/// (`TextDialect.conclusions`), so they recognize nothing themselves; they are in the catalog for the documentation and for
/// `diagnose explain formats`.
extension ReportFormat {
  static let translatedText = textForm(
    "apple-text-translated", "Console's translated report",
    "The text that Console and macOS 12 and later show for a JSON report. If its JSON (\"Full Report\") is included, "
      + "that is read instead and the format is `ips`.",
    "Translated Report (Full Report Below)")

  static let thirdPartyText = textForm(
    "third-party-text", "Third-party crash report, text",
    "Reports in Apple's text format written by PLCrashReporter, KSCrash, HockeyApp, AppCenter and Umeng.",
    "Exception Codes: #0 at 0x1b79aef00")

  static let excerpt = textForm(
    "excerpt", "Part of a report",
    "Frames, a section, or a call stack without a header; also quoted, indented, commented out or HTML-escaped.",
    "> 1   MyApp   0x0000000104406b17 LoadFonts + 455 (FontLoading.m:41)")

  static let debugger = textForm(
    "lldb", "Debugger backtrace", "`bt` of lldb, with its stop reason; a stop at a breakpoint is not a failure.",
    "* frame #0: 0x0000000104406b17 MyApp`LoadFonts + 455 at FontLoading.m:41")

  static let buildLog = textForm(
    "build-log", "Xcode build log", "Interface Builder's messages about designable views, even if damaged or merged.",
    "Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent crashed")

  static let canvas = textForm(
    "canvas", "Xcode preview diagnostics",
    "The text behind the button Diagnostics of Xcode's canvas, complete or in part, and the messages in the canvas.",
    "FailedToLaunchAppError: Failed to launch com.example.Cards", canRewriteFrames: false)

  static let console = textForm(
    "console", "Console lines", "Lines of a console, device or test log that report a failure.",
    "2026-01-05 10:00:00.123456+0100 MyApp[412:7053] *** Terminating app due to uncaught exception …")

  static let sourceExcerpt = textForm(
    "source-excerpt", "Source code",
    "A file in Objective-C or Swift, or a part of one, also between sentences: it is checked as a project of one file.",
    "@IBDesignable final class CardView: UIView {")

  /// Creates the format of a family of lines of the text reader.
  static func textForm(
    _ id: String, _ title: String, _ summary: String, _ example: String, canRewriteFrames: Bool = true
  ) -> ReportFormat {
    ReportFormat(
      id: id, title: title, summary: summary, example: example, isRead: true,
      canRewriteFrames: canRewriteFrames, recognize: { _ in .no },
      decode: appleText.decode)
  }
}
