/// Step 3: what an image is called.
enum ImageName {
  /// The name without folders, marks and a bundle identifier's front; `nil` for no image.
  ///
  /// - Parameters:
  ///   - written: The image's text in the frame.
  ///   - file: Last component of its path, where the report lists images.
  static func normalised(_ written: String?, file: String?) -> String? {
    guard let text = file ?? written else { return nil }
    let bytes = NameCleaning.cleaned(text)
    var name = bytes[...]
    if name.first == UInt8(ascii: "+") { name.removeFirst() }
    if name.ends(with: " (*)") { name = name.dropLast(4) }
    if let slash = name.lastIndex(of: UInt8(ascii: "/")) { name = name[(slash + 1)...] }
    if name.first == UInt8(ascii: "+") { name.removeFirst() }
    // The kernel is named after its build and chip: kernel.release.t6000. An addition to version 1.
    if name.begins(with: "kernel.release.") || name.begins(with: "kernel.development.") { return "kernel" }
    if name.ends(with: ".debug.dylib") { name = name.dropLast(12) }
    if file == nil, isBundleID(name), let dot = name.lastIndex(of: UInt8(ascii: ".")) { name = name[(dot + 1)...] }
    name = name.trimmed
    return name.isEmpty || name.elementsEqual("???".utf8) ? nil : name.text
  }

  private static let binaries: Set<String> = [
    "dylib", "framework", "bundle", "app", "appex", "xpc", "so", "tbd", "xctest", "plugin", "kext", "debug",
  ]

  /// Three parts or more, no blank, the first of 2–6 lower-case letters, and the last no binary's extension.
  private static func isBundleID(_ name: NameSlice) -> Bool {
    guard !name.contains(0x20) else { return false }
    let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count >= 3, let first = parts.first, let last = parts.last, !last.isEmpty else { return false }
    return (2...6).contains(first.count) && first.allSatisfy { $0 >= 0x61 && $0 <= 0x7a }
      && !binaries.contains(last.text)
  }
}
