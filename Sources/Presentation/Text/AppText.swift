package import CrashReports

extension CrashReport {
  /// `MyApp 2.4 (412)`: the process with its version and build, as far as they are known.
  package var appText: String {
    guard let process else { return "" }
    let version = process.version.map { " " + $0 } ?? ""
    let build = process.build.map { " (\($0))" } ?? ""
    return (process.name ?? process.bundleID ?? "") + version + build
  }
}
