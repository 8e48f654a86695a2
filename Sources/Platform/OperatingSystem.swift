/// The system that this program is built for.
package enum OperatingSystem: Sendable {
  case macOS
  case linux

  /// Where behavior differs for the user, not in how the system is called.
  package static var current: OperatingSystem {
    #if canImport(Darwin)
      .macOS
    #else
      .linux
    #endif
  }
}

/// Where files of a user belong, below the home folder.
///
/// macOS: "File System Programming Guide", "Where You Should Put Your App's Files". Linux: XDG Base Directory
/// Specification; its variables are read by the caller, on macOS too.
package enum UserFolders {
  /// For data that the user would miss.
  package static var data: String {
    switch OperatingSystem.current {
    case .macOS: "/Library/Application Support"
    case .linux: "/.local/share"
    }
  }

  /// For what can be made again.
  package static var caches: String {
    switch OperatingSystem.current {
    case .macOS: "/Library/Caches"
    case .linux: "/.cache"
    }
  }

  /// For configurations: the first is the one to recommend.
  package static var configurations: [String] {
    switch OperatingSystem.current {
    case .macOS: ["/.config", data]
    case .linux: ["/.config"]
    }
  }

  /// Where the system writes reports of crashes; `nil` where there is no such folder.
  package static var crashReports: String? {
    switch OperatingSystem.current {
    case .macOS: "/Library/Logs/DiagnosticReports"
    case .linux: nil
    }
  }
}
