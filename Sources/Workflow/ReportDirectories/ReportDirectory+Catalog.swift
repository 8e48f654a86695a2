import Platform

extension ReportDirectory {
  /// All directories, in the order in which they are searched and shown. Every command that searches for reports uses
  /// this list.
  package static let catalog: [ReportDirectory] = [
    ReportDirectory(
      id: "user", title: "reports of your processes", system: .macOS, uses: [.run, .latest, .watch],
      paths: { _ in UserFolders.crashReports.map { ["~" + $0] } ?? [] }),
    ReportDirectory(
      id: "user-retired", title: "older reports of your processes", system: .macOS, uses: [.run, .latest],
      paths: { _ in UserFolders.crashReports.map { ["~" + $0 + "/Retired"] } ?? [] }),
    ReportDirectory(
      id: "system", title: "reports of system processes", system: .macOS, uses: [.run, .latest],
      paths: { _ in ["/Library/Logs/DiagnosticReports", "/Library/Logs/DiagnosticReports/Retired"] }),
    ReportDirectory(
      id: "simulators", title: "reports of simulators", system: .macOS, uses: [.run, .latest],
      paths: { _ in ["~/Library/Logs/CoreSimulator/*/CrashReporter"] }),
    ReportDirectory(
      id: "devices", title: "reports synced from devices", system: .macOS, uses: [.run, .latest],
      paths: { _ in ["~/Library/Logs/CrashReporter/MobileDevice/*"] }),
    ReportDirectory(
      id: "organizer", title: "reports that Xcode's Organizer downloaded", system: .macOS, uses: [.latest],
      paths: { _ in ["~/Library/Developer/Xcode/Products/*/Crashes/Points"] }),
    ReportDirectory(
      id: "configured", title: "watch.directories of the configuration", system: nil, uses: [.run, .latest, .watch],
      paths: { $0.settings.watchedFolders ?? [] }),
    ReportDirectory(
      id: "swift-backtrace", title: "output-to of SWIFT_BACKTRACE", system: nil, uses: [.run, .latest],
      paths: { $0.variable("SWIFT_BACKTRACE").flatMap(SwiftBacktraceSettings.outputDirectory).map { [$0] } ?? [] }),
  ]
}

/// The settings of the Swift runtime for backtraces (swift/docs/Backtracing.rst): `SWIFT_BACKTRACE=key=value,key=value`.
package enum SwiftBacktraceSettings {
  /// Returns the value of a setting; the last one counts. `nil` if it is not set.
  package static func value(_ key: String, in settings: String) -> String? {
    settings.split(separator: ",").last { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
  }

  /// Whether backtraces are turned off.
  package static func isOff(_ settings: String) -> Bool {
    value("enable", in: settings).map { ["no", "off", "false", "0"].contains($0.lowercased()) } ?? false
  }

  /// Returns the directory in which the runtime creates a file for each backtrace; `nil` if it writes to a stream or to
  /// one file.
  static func outputDirectory(_ settings: String) -> String? {
    guard let path = value("output-to", in: settings), path.hasPrefix("/"), Folder.isFolder(FilePath(path)) else {
      return nil
    }
    return path
  }
}
