import Bytes

extension RedactionKind {
  static let container = RedactionKind(
    id: "container", placeholder: .container, title: "folder of an installation or account",
    recognition: "UUIDs in paths of containers, with any separator, and their labels; `/var/folders`",
    labels: [
      RedactionLabel(
        .part,
        "containeruuid containerid containeridentifier appcontainer datacontainer bundlecontainer appgroupuuid container",
        isSpaced: true, value: RedactionScanner.containerField)
    ],
    recognizers: [RedactionRecognizer(at: "/\\%&") { $0.container($1) }],
    removed: [
      Example(
        "/Containers/Data/Application/0A1B2C3D-0000-4000-8000-00000000000A/tmp",
        "/Containers/Data/Application/container-1/tmp"),
      Example("%2FApplication%2F0A1B2C3D-0000-4000-8000-00000000000A%2Ftmp", "%2FApplication%2Fcontainer-1%2Ftmp"),
      Example("/var/folders/q9/x7abcdef1234567890abcd0000gn/T", "/var/folders/container-1/T"),
      Example("container=0A1B2C3D-0000-4000-8000-00000000000A", "container=container-1"),
    ],
    stays: [
      "/private/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T", "/dSYMs/0A1B2C3D-0000-4000-8000-00000000000A.dSYM",
      "/Containers/com.example.app/Data",
    ])
}

extension RedactionScanner {
  private static let containerFolders: Set<String> = [
    "application", "applications", "appgroup", "systemgroup", "system", "pluginkitplugin", "internaldaemon",
    "vpnplugin",
    "containers", "container", "temporary", "xpcservice", "photodata", "caches", "media", "attachments", "inbox", "tmp",
  ]

  fileprivate static let containerField: Form = { scanner, field in
    guard scanner.isUUID(field.start) else { return nil }
    return Match(range: field.start..<field.start + 36, kind: .container)
  }

  /// Matches the UUID below a folder of containers, `/Containers/Data/Application/UUID`, the UUID of a simulated device,
  /// and the temporary folder of an account below `/var/folders`, whose names are derived from the account's UUID.
  fileprivate func container(_ at: Int) -> Match? {
    guard let start = separator(at), let first = byte(start) else { return nil }
    if first.isHexDigit, isUUID(start) {
      var (folder, folderStart) = wordBefore(at)
      // The `F` of `%2F` is not part of the name.
      if folder.hasPrefix("f"), isByte("2", folderStart - 1) {
        folder.removeFirst()
        folderStart -= 2
      }
      if Self.containerFolders.contains(folder) { return Match(range: start..<start + 36, kind: .container) }
      let isDevice =
        folder == "devices"
        && hasIgnoringCase(
          "coresimulator",
          self.start(before: folderStart, atMost: 8) {
            [0x2F, 0x5C].contains($0)
          } - 13)
      return isDevice ? Match(range: start..<start + 36, kind: .device) : nil
    }
    guard first == UInt8(ascii: "v"), has("var", start), let folders = separator(start + 3), has("folders", folders),
      let names = separator(folders + 7)
    else { return nil }
    let middle = end(from: names, atMost: 8) { !$0.isIdentifier }
    guard middle - names == 2, let second = separator(middle) else { return nil }
    let stop = end(from: second, atMost: 64) { !($0.isIdentifier || $0 == UInt8(ascii: "+")) }
    // `zz/zyxvpxvq6csfxvn_n0000000000000` is the folder of root on every Mac.
    guard stop - second >= 24, !has("zz", names) else { return nil }
    return Match(range: names..<stop, kind: .container)
  }
}
