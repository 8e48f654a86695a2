import Bytes
import CrashReports

/// The tools of Xcode that compile documents. What they print about themselves is not a failure of an app.
enum XcodeTools {
  /// Names of their processes; `*` matches any run of characters.
  static let names = [
    "ibtool", "ibtoold", "actool", "com.apple.dt.IBTool*", "ibtoolagent", "IBAgent-*", "AssetCatalogSimulatorAgent",
    "AssetCatalogAgent*",
  ]

  /// Parts of the paths of their plug-ins and frameworks.
  private static let ownImages = [".ideplugin", "/Xcode/PrivatePlugIns/", ".app/Contents/SharedFrameworks/IDE"]

  /// Returns the lines of the input that one of the tools printed, if `line` shows it: its own lines, and those around it for
  /// a message of the loader, which has the library on one line and who needs it on the next; `nil` for lines of other programs.
  static func lines(writtenWith line: ConsoleLine) -> ClosedRange<Int>? {
    if let process = line.process, GlobSet.shared(names).matches(process) { return line.line...line.lastLine }
    guard ownImages.contains(where: { line.text.containsBytes(ignoringCase: $0) }) else { return nil }
    return line.line - 1...line.lastLine + 1
  }
}
