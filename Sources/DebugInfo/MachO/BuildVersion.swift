/// The platform that an image was built for, and the least version of it that the image runs on.
package struct BuildVersion: Hashable, Sendable {
  /// `platform` of `LC_BUILD_VERSION`; of `LC_VERSION_MIN_…` the one that the command implies, for Intel the
  /// simulator's.
  package var platform: Platform
  /// `minos` of `LC_BUILD_VERSION`, `version` of `LC_VERSION_MIN_…`.
  package var minimumOS: Version
  /// Version of the SDK that the image was linked against (`sdk`); 0.0 if the linker did not know it.
  package var sdk: Version

  /// A system as `PLATFORM_…` of `mach-o/loader.h` numbers it.
  package struct Platform: Hashable, Sendable {
    /// The number as the file states it; it may be one that `mach-o/loader.h` does not list.
    package var value: UInt32

    /// Creates a platform from its number in `mach-o/loader.h`; any number is accepted.
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

    /// As Apple writes it, `iOS Simulator`; `platform 99` for one without a name.
    package var name: String { Self.names[value] ?? "platform \(value)" }

    private static let names: [UInt32: String] = [
      1: "macOS", 2: "iOS", 3: "tvOS", 4: "watchOS", 5: "bridgeOS", 6: "Mac Catalyst", 7: "iOS Simulator",
      8: "tvOS Simulator", 9: "watchOS Simulator", 10: "DriverKit", 11: "visionOS", 12: "visionOS Simulator",
    ]
  }

  /// A version packed as `xxxx.yy.zz` in the nibbles of 32 bits.
  package struct Version: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number as the file states it: major version in the upper 16 bits, then minor and patch in 8 bits each.
    package var packed: UInt32

    /// Creates a version from the packed number of a load command.
    package init(packed: UInt32) { self.packed = packed }

    /// Orders versions by major, minor and patch number.
    package static func < (left: Self, right: Self) -> Bool { left.packed < right.packed }

    /// `14.0`, `10.15.4`: the third number only if it is not zero.
    package var description: String {
      let patch = packed & 0xFF
      return "\(packed >> 16).\(packed >> 8 & 0xFF)" + (patch == 0 ? "" : ".\(patch)")
    }
  }
}
