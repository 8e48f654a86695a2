import Bytes

extension RedactionKind {
  static let volume = RedactionKind(
    id: "volume", placeholder: .volume, title: "name of a volume",
    recognition: "the folder below `/Volumes`, except names of the system and of the app in it",
    labels: [RedactionLabel(.part, "volumename volumelabel diskname", value: RedactionScanner.name(.volume, words: 4))],
    recognizers: [RedactionRecognizer(at: "/\\%&") { $0.volume($1) }],
    removed: [
      Example("/Volumes/JaneBackup/x", "/Volumes/volume-1/x"),
      Example("/Volumes/Zoe Quill/Photos/a.jpg", "/Volumes/volume-1/Photos/a.jpg"),
      Example(#""\/Volumes\/zoe-usb\/a""#, #""\/Volumes\/volume-1\/a""#),
    ],
    stays: [
      "/Volumes/Macintosh HD/Applications", "/System/Volumes/Data/private", "/Volumes/MyApp/MyApp.app/Contents",
      "/Volumes/VOLUME/MyApp.app", "/System/Volumes/Preboot/x",
      "/Library/Developer/CoreSimulator/Volumes/iOS_21E213/Library",
    ])
}

extension RedactionScanner {
  private static let systemVolumes: Set<String> = [
    "Macintosh HD", "Macintosh HD - Data", "Macintosh", "Preboot", "Recovery", "VM", "Data", "Untitled", "Update",
    "VOLUME", "*", "Volume", "Macintosh%20HD", "Macintosh\\ HD", "Image Volume", "Macintosh SSD", "System",
  ]

  fileprivate func volume(_ at: Int) -> Match? {
    guard let folder = separators(at), let first = decoded(folder)?.byte, first | 0x20 == UInt8(ascii: "v"),
      let end = endOfName("volumes", folder), let start = separators(end), start < bytes.count,
      beginsPath(at)
    else { return nil }
    let range = start..<endOfHome(from: start, at)
    let name = string(range.prefix(128))
    guard !Self.systemVolumes.contains(name), !name.hasPrefix("com.apple."), !name.hasPrefix("Xcode") else {
      return nil
    }
    // A disk image is named after the app in it.
    if let next = separators(range.upperBound) {
      let word = self.end(from: start, atMost: 64) { !($0.isIdentifier) }
      let same = self.end(from: next, atMost: 64) { !($0.isIdentifier) }
      if word - start == same - next, bytes[start..<word].elementsEqual(bytes[next..<same]) { return nil }
      if has(".app", self.end(from: next, atMost: 64) { $0 == 0x2E || $0 == 0x2F || $0 < 0x20 }) { return nil }
    }
    return Match(range: range, kind: .volume)
  }
}
