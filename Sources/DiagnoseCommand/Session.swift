import Foundation
import History
import Symbolication
import Vocabulary
import HistoryPresentation

/// The world a command runs in, gathered in one value: environment, clock, zone, terminal.
struct Session: Sendable {
  let environment: [String: String]
  /// `SOURCE_DATE_EPOCH` fixes the clock, so that equal inputs give equal bytes.
  let fixedNow: Timestamp?
  /// What configurations state; nothing until a command has them read.
  var settings = Settings()

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.environment = environment
    fixedNow = environment["SOURCE_DATE_EPOCH"].flatMap { Int($0) }.flatMap { seconds in
      (0...253_402_300_799).contains(seconds) ? Timestamp(seconds: seconds) : nil
    }
  }

  /// The user's. Asked for only when a time is shown: finding it out reads the system's files.
  var zone: TimeZone { environment["TZ"].flatMap { TimeZone(identifier: $0) } ?? .current }

  var now: Timestamp { fixedNow ?? Timestamp(seconds: Int(Date().timeIntervalSince1970)) }

  /// A variable that is set and not empty.
  func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// What the history keeps as the origin of a report.
  var program: String { Product.nameAndVersion }

  /// The user's home folder.
  var home: String? { variable("HOME") }

  /// Where indexes of symbol files are kept; `nil` without a home.
  var symbolCache: SymbolCache? {
    SymbolCache.userFolder(home: home, cacheHome: variable("XDG_CACHE_HOME")).map { SymbolCache(folder: $0) }
  }

  /// An absolute path, the home folder as `~`: what the history keeps of a place.
  func scrubbed(_ path: String) -> String {
    guard path != "-" else { return path }
    let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    let plain = absolute.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    let full = "/" + plain
    if let home, home != "/", full == home || full.hasPrefix(home + "/") { return "~" + full.dropFirst(home.count) }
    return full
  }

  /// The user's clock.
  var clock: LocalClock {
    LocalClock(now: now) { zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval($0.seconds))) }
  }
}
