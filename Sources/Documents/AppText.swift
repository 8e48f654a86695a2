package import CrashReports

extension CrashReport {
  /// The process with its version and build, as far as known: `MyApp 2.4 (412)`.
  package var appText: String {
    guard let process else { return "" }
    let version = process.version.map { " " + $0 } ?? ""
    let build = process.build.map { " (\($0))" } ?? ""
    return (process.name ?? process.bundleID ?? "") + version + build
  }
}
