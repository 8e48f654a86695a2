package import CrashReports
package import Diagnosis
internal import Foundation
package import Vocabulary

/// The user's settings for keys, the order of builds, and the text of findings.
package struct HistoryRules: Sendable {
  /// The user's rules for images and hosts.
  package var signatures: ImageRules
  /// The order of the builds of each app.
  package var builds: BuildOrderRules
  /// The patterns that provide the text of stored findings.
  package var patterns: PatternSet
  /// Returns the current time: an issue that was ignored until an earlier time is open.
  package var clock: @Sendable () -> Timestamp
  /// The number of changes that the server of a shared history may lack before further reports are refused.
  package var maxUnsent = 1_000_000

  /// Creates rules from their parts; by default those without user settings.
  package init(
    signatures: ImageRules = .builtIn, builds: BuildOrderRules = .init(), patterns: PatternSet = .catalog,
    clock: @escaping @Sendable () -> Timestamp = { Timestamp(seconds: Int(Date().timeIntervalSince1970)) }
  ) {
    self.signatures = signatures
    self.builds = builds
    self.patterns = patterns
    self.clock = clock
  }
}
