/// The names of the subsystems that terminate processes, by their numbers (XNU, `bsd/sys/reason.h`).
package enum TerminationNamespaces {
  /// Returns the name of a namespace, such as `SPRINGBOARD` for 10; `nil` if the number is not assigned.
  ///
  /// The numbers up to 43 are in the sources of macOS 15.4; 44 to 47 were added later, and 37 is not assigned.
  package static func name(_ number: UInt64) -> String? {
    guard let index = Int(exactly: number), names.indices.contains(index) else { return nil }
    return names[index]
  }

  /// Returns the name for a namespace that is written as a number, `46`, `0x1c` or `<0x1C>`; any other text unchanged.
  package static func named(_ text: String) -> String {
    var digits = Array(text.utf8)
    if digits.first == UInt8(ascii: "<"), digits.last == UInt8(ascii: ">") {
      digits = Array(digits[1..<digits.count - 1])
    }
    guard let number = ByteSearch.integer(digits, 0..<digits.count) else { return text }
    return name(number) ?? text
  }

  private static let names: [String?] = [
    nil, "JETSAM", "SIGNAL", "CODESIGNING", "HANGTRACER", "TEST", "DYLD", "LIBXPC", "OBJC", "EXEC", "SPRINGBOARD",
    "TCC", "REPORTCRASH", "COREANIMATION", "AGGREGATED", "RUNNINGBOARD", "SKYWALK", "SETTINGS", "LIBSYSTEM",
    "FOUNDATION", "WATCHDOG", "METAL", "WATCHKIT", "GUARD", "ANALYTICS", "SANDBOX", "SECURITY", "ENDPOINTSECURITY",
    "PAC_EXCEPTION", "BLUETOOTH_CHIP", "PORT_SPACE", "WEBKIT", "BACKLIGHTSERVICES", "MEDIA", "ROSETTA", "LIBIGNITION",
    "BOOTMOUNT", nil, "REALITYKIT", "AUDIO", "WAKEBOARD", "CORERC", "SELF_RESTRICT", "ARKIT", "CAMERA", "BACKBOARD",
    "POWEREXCEPTIONS", "SECINIT",
  ]
}
