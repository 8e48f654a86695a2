/// The operating system that this program is built for.
package enum OperatingSystem: Sendable {
  case macOS
  case linux

  /// The system of this build. For differences that users see, not for differences of system calls.
  package static var current: OperatingSystem {
    #if canImport(Darwin)
      .macOS
    #else
      .linux
    #endif
  }
}

/// Standard folders of a user, relative to the home folder.
///
/// macOS: "File System Programming Guide", "Where You Should Put Your App's Files". Linux: XDG Base Directory
/// Specification; its variables are read by the caller, on macOS too.
package enum UserFolders {
  /// The folder for data that cannot be regenerated.
  package static var data: String {
    switch OperatingSystem.current {
    case .macOS: "/Library/Application Support"
    case .linux: "/.local/share"
    }
  }

  /// The folder for data that can be regenerated.
  package static var caches: String {
    switch OperatingSystem.current {
    case .macOS: "/Library/Caches"
    case .linux: "/.cache"
    }
  }

  /// The folder for the state of programs: data of this machine that cannot be regenerated.
  package static var state: String {
    switch OperatingSystem.current {
    case .macOS: data
    case .linux: "/.local/state"
    }
  }

  /// The folders for configuration files; the first is recommended.
  package static var configurations: [String] {
    switch OperatingSystem.current {
    case .macOS: ["/.config", data]
    case .linux: ["/.config"]
    }
  }

  /// The folder in which the system stores crash reports; `nil` if there is none.
  package static var crashReports: String? {
    switch OperatingSystem.current {
    case .macOS: "/Library/Logs/DiagnosticReports"
    case .linux: nil
    }
  }
}
