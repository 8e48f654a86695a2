/// The platform that an image was built for, and the least version of it that the image runs on.
package struct BuildVersion: Hashable, Sendable {
  package var platform: Platform
  package var minimumOS: Version
  package var sdk: Version

  /// A system as `PLATFORM_…` of `mach-o/loader.h` numbers it.
  package struct Platform: Hashable, Sendable {
    package var value: UInt32

    package init(_ value: UInt32) { self.value = value }

    package static let macOS = Platform(1)
    package static let iOS = Platform(2)
    package static let tvOS = Platform(3)
    package static let watchOS = Platform(4)
    package static let iOSSimulator = Platform(7)
    package static let tvOSSimulator = Platform(8)
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
    package var packed: UInt32

    package init(packed: UInt32) { self.packed = packed }

    package static func < (left: Self, right: Self) -> Bool { left.packed < right.packed }

    /// `14.0`, `10.15.4`: the third number only if it is not zero.
    package var description: String {
      let patch = packed & 0xFF
      return "\(packed >> 16).\(packed >> 8 & 0xFF)" + (patch == 0 ? "" : ".\(patch)")
    }
  }
}
