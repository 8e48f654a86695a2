import Bytes

/// Normalization of image names, which reports write in several forms.
package enum ImageName {
  /// Returns the name without folders, marks and bundle identifier prefix: `UIKitCore` for `com.apple.UIKitCore`,
  /// `/System/…/UIKitCore` and `+UIKitCore (*)`.
  ///
  /// - Parameter isFile: True for a component of a path, which is never a bundle identifier.
  package static func short(_ written: ArraySlice<UInt8>, isFile: Bool = false) -> ArraySlice<UInt8> {
    var name = withoutPlus(written)
    if name.ends(with: " (*)") { name = name.dropLast(4) }
    if let slash = name.lastIndex(of: UInt8(ascii: "/")) { name = withoutPlus(name[(slash + 1)...]) }
    // The kernel is named after its build and chip: kernel.release.t6000.
    if name.begins(with: "kernel.release.") || name.begins(with: "kernel.development.") { return name.prefix(6) }
    if name.ends(with: ".debug.dylib") { name = name.dropLast(12) }
    if !isFile, isBundleID(name), let dot = name.lastIndex(of: UInt8(ascii: ".")) { name = name[(dot + 1)...] }
    return name
  }

  /// Returns whether the name has no folder, mark or prefix, by its bytes alone; false for a name that must be examined.
  fileprivate static func isShort(_ written: String) -> Bool {
    var dots = 0
    for byte in written.utf8 {
      switch byte {
      case UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: "("): return false
      case UInt8(ascii: "."): dots += 1
      default: break
      }
    }
    return dots < 2
  }

  /// Returns the name without the `+` that text reports put before an image that is not Apple's.
  package static func withoutPlus(_ written: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    written.first == UInt8(ascii: "+") ? written.dropFirst() : written
  }

  private static let extensions: Set<String> = [
    "dylib", "framework", "bundle", "app", "appex", "xpc", "so", "tbd", "xctest", "plugin", "kext", "debug",
  ]

  /// Returns whether a name is a bundle identifier: three or more parts, no space, the first part of 2–6 lower-case
  /// letters, and the last part not the extension of a binary or the version of one, as in `libc.so.6`.
  private static func isBundleID(_ name: ArraySlice<UInt8>) -> Bool {
    let dot = UInt8(ascii: ".")
    guard let first = name.firstIndex(of: dot), let last = name.lastIndex(of: dot), first < last,
      (2...6).contains(first - name.startIndex), name[..<first].allSatisfy({ 0x61...0x7A ~= $0 }),
      last + 1 < name.endIndex, !name.contains(0x20)
    else { return false }
    guard name[(last + 1)...].contains(where: { !$0.isDigit }) else { return false }
    return !extensions.contains(name[(last + 1)...].text)
  }
}

/// Returns the short name of an image (`ImageName.short`) as text.
package func shortImageName(_ written: String) -> String {
  if ImageName.isShort(written) { return written }
  let bytes = Array(written.utf8)
  let name = ImageName.short(bytes[...])
  return name.count == bytes.count ? written : name.text
}
