extension Detail.Key {
  static let deviceKeys = [
    consecutiveCrashes, developerMode, distribution, lockdownMode, lockState, memoryTagging, powerMode, profileName,
    terminationCategory, testerComment, throttledSeconds,
  ]

  /// `consecutiveCrashCount` of an .ips, 2 or more.
  package static let consecutiveCrashes = Detail.Key(
    "consecutiveCrashes", "Crashes in a row", "Number of crashes of the process without a successful run between them.")
  /// `developerMode` of an .ips, if it is on.
  package static let developerMode = Detail.Key(
    "developerMode", "Developer Mode", "Whether Developer Mode was turned on.")
  /// How the build was distributed: `is_beta`, `isBeta`, `storeInfo` of an .ips, "Distributor ID:" of text,
  /// `isTestFlightApp` of MetricKit.
  package static let distribution = Detail.Key(
    "distribution", "Distribution",
    "How the build was distributed: `TestFlight`, `App Store`, `beta`, or the identifier of another store. Such builds are optimized."
  )
  /// `ldm` of an .ips, if it is on.
  package static let lockdownMode = Detail.Key(
    "lockdownMode", "Lockdown Mode", "Whether Lockdown Mode was turned on, which disables just-in-time compilation.")
  /// `isLocked` and `wasUnlockedSinceBoot` of an .ips.
  package static let lockState = Detail.Key(
    "lockState", "Device",
    "`locked`: files with complete data protection were unreadable. `not unlocked since it started`: nearly all were.")
  /// `mteState` of an .ips.
  package static let memoryTagging = Detail.Key(
    "memoryTagging", "Memory tagging", "State of memory tagging (MTE) in the process, as stated in the report.")
  /// `lowPowerMode` of an .ips, `lowPowerModeEnabled` of MetricKit and KSCrash, if it is on.
  package static let powerMode = Detail.Key("powerMode", "Power", "Power mode of the device: `Low Power Mode`.")
  /// `profile.name` of KSCrash.
  package static let profileName = Detail.Key("profileName", "Profile", "Name of a recorded profile.")
  /// `terminationCategory` of a MetricKit crash diagnostic, as written.
  package static let terminationCategory = Detail.Key(
    "terminationCategory", "Category", "Category of the termination in MetricKit: `watchdog`, `badAccess`, …")
  /// `comment` of feedback in TestFlight.
  package static let testerComment = Detail.Key(
    "testerComment", "Comment of the tester", "What the tester wrote in TestFlight about the crash.")
  /// `throttleTimeout` of an .ips, in seconds.
  package static let throttledSeconds = Detail.Key(
    "throttledSeconds", "Throttled", "How long the system waited before it launched the process again, in seconds.")
}
