/// The platform that an image was built for, and its minimum version.
package struct BuildVersion: Hashable, Sendable {
  /// The platform: `platform` of `LC_BUILD_VERSION`, or the platform implied by `LC_VERSION_MIN_…`, which is the
  /// simulator for Intel.
  package var platform: Platform
  /// The minimum OS version: `minos` of `LC_BUILD_VERSION`, or `version` of `LC_VERSION_MIN_…`.
  package var minimumOS: Version
  /// The version of the SDK that the image was linked against (`sdk`); 0.0 if the linker did not know it.
  package var sdk: Version

  /// A platform: `PLATFORM_…` of `mach-o/loader.h`.
  package struct Platform: Hashable, Sendable {
    /// The number in the file, which may be one that `mach-o/loader.h` does not define.
    package var value: UInt32

    /// Creates a platform from its number in `mach-o/loader.h`. Any number is accepted.
    package init(_ value: UInt32) { self.value = value }

    /// `PLATFORM_MACOS`.
    package static let macOS = Platform(1)
    /// `PLATFORM_IOS`.
    package static let iOS = Platform(2)
    /// `PLATFORM_TVOS`.
    package static let tvOS = Platform(3)
    /// `PLATFORM_WATCHOS`.
    package static let watchOS = Platform(4)
    /// `PLATFORM_IOSSIMULATOR`.
    package static let iOSSimulator = Platform(7)
    /// `PLATFORM_TVOSSIMULATOR`.
    package static let tvOSSimulator = Platform(8)
    /// `PLATFORM_WATCHOSSIMULATOR`.
    package static let watchOSSimulator = Platform(9)

    /// True for the simulators of iOS, tvOS, watchOS and visionOS.
    package var isSimulator: Bool { (7...9).contains(value) || value == 12 }

    /// The name as Apple writes it, such as `iOS Simulator`; `platform 99` for platforms without a name.
    package var name: String { Self.names[value] ?? "platform \(value)" }

    private static let names: [UInt32: String] = [
      1: "macOS", 2: "iOS", 3: "tvOS", 4: "watchOS", 5: "bridgeOS", 6: "Mac Catalyst", 7: "iOS Simulator",
      8: "tvOS Simulator", 9: "watchOS Simulator", 10: "DriverKit", 11: "visionOS", 12: "visionOS Simulator",
    ]
  }

  /// A version, packed as `xxxx.yy.zz` in the nibbles of 32 bits.
  package struct Version: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number in the file: major version in the upper 16 bits, then minor and patch version in 8 bits each.
    package var packed: UInt32

    /// Creates a version from the packed number of a load command.
    package init(packed: UInt32) { self.packed = packed }

    /// Compares the major, minor and patch versions.
    package static func < (left: Self, right: Self) -> Bool { left.packed < right.packed }

    /// The version as `14.0` or `10.15.4`; the patch version is omitted if it is zero.
    package var description: String {
      let patch = packed & 0xFF
      return "\(packed >> 16).\(packed >> 8 & 0xFF)" + (patch == 0 ? "" : ".\(patch)")
    }
  }
}
