import Foundation
import History
package import Platform
package import Symbolication
package import Vocabulary
package import HistoryPresentation

/// The environment of a command as one value: environment variables, clock, time zone.
package struct Session: Sendable {
  /// The environment variables.
  package let environment: [String: String]
  /// The time that `SOURCE_DATE_EPOCH` sets, so that equal inputs produce equal bytes.
  let fixedNow: Timestamp?
  /// The settings of the configuration files; empty until a command reads them.
  package var settings = Settings()

  /// A session without settings, with the environment of this process or another one.
  package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.environment = environment
    fixedNow = environment["SOURCE_DATE_EPOCH"].flatMap { Int($0) }.flatMap { seconds in
      (0...253_402_300_799).contains(seconds) ? Timestamp(seconds: seconds) : nil
    }
  }

  /// The user's time zone. Computed only when a time is shown, because finding the current zone reads system files.
  var zone: TimeZone { environment["TZ"].flatMap { TimeZone(identifier: $0) } ?? .current }

  /// The present time, unless `SOURCE_DATE_EPOCH` sets another one.
  package var now: Timestamp { fixedNow ?? Timestamp(seconds: Int(Date().timeIntervalSince1970)) }

  /// Returns the value of an environment variable; `nil` if it is not set, empty, or not UTF-8: the text of such a value
  /// names another file.
  package func variable(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty || $0.unicodeScalars.contains("\u{FFFD}") ? nil : $0 }
  }

  /// The working directory; `nil` if its path is not UTF-8: the text of such a path names another folder.
  package static var workingDirectory: String? {
    let path = FileManager.default.currentDirectoryPath
    guard let named = try? FileStatus(of: FilePath(path)), let current = try? FileStatus(of: FilePath(".")),
      named.device == current.device, named.inode == current.inode
    else { return nil }
    return path
  }

  /// Why there is no home folder.
  package var reasonOfMissingHome: String {
    environment["HOME", default: ""].isEmpty ? "HOME is not set" : "HOME is not UTF-8"
  }

  /// The program name and version that the history stores with each report.
  package var program: String { Product.nameAndVersion }

  /// The user's home folder.
  package var home: String? { variable("HOME") }

  /// The cache for indexes of symbol files; `nil` without a home folder.
  package var symbolCache: SymbolCache? {
    cacheFolder.map { SymbolCache(folder: $0) }
  }

  /// The folder of all caches; `nil` without a home folder.
  package var cacheFolder: FilePath? { SymbolCache.userFolder(home: home, cacheHome: variable("XDG_CACHE_HOME")) }

  /// Returns an absolute path with the home folder written as `~`, as the history stores it.
  package func scrubbed(_ path: String) -> String {
    guard path != "-" else { return path }
    let absolute = absolute(path)
    let full =
      Self.isPlain(absolute)
      ? absolute : "/" + absolute.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    if let home, home != "/", full == home || full.hasPrefix(home + "/") { return "~" + full.dropFirst(home.count) }
    return full
  }

  /// Returns the path of an input from the root on; `-` for standard input.
  package func absolute(_ path: String) -> String {
    path == "-" || path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  /// Returns whether an absolute path has no empty component and none that begins with a dot, as most paths.
  private static func isPlain(_ path: String) -> Bool {
    var path = path
    return path.withUTF8 { path in
      var previous: UInt8 = 0
      for byte in path {
        if previous == UInt8(ascii: "/"), byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") { return false }
        previous = byte
      }
      return path.count > 1 && previous != UInt8(ascii: "/")
    }
  }

  /// A clock in the user's time zone.
  package var clock: LocalClock {
    LocalClock(now: now) { zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval($0.seconds))) }
  }
}

extension Product {
  /// Name and version in one line, printed by `--version` and stored in the history with each report.
  package static var nameAndVersion: String { name + " " + version }
}
