import Bytes

extension RedactionKind {
  static let homeFolder = RedactionKind(
    id: "home-folder", placeholder: .user, title: "user name in a path",
    recognition: "home folders of every system, with any separator, letter case and escape, also in URLs; `~name/`",
    recognizers: [
      RedactionRecognizer(at: "/\\%&") { $0.home($1) },
      RedactionRecognizer(at: "~") { $0.tildeHome($1) },
    ],
    removed: [
      Example("/Users/jane/Library/x", "/Users/user-1/Library/x"),
      Example(#"{"path":"\/Users\/jane\/x"}"#, #"{"path":"\/Users\/user-1\/x"}"#),
      Example("/Users/Zoe Quill/Library/a", "/Users/user-1/Library/a"),
      Example("open \"/Users/zoe quill\" failed", "open \"/Users/user-1\" failed"),
      Example(#"/Users/Zoe\ Quill/Desktop"#, "/Users/user-1/Desktop"),
      Example("/Users/o'hara/a /Users/a,b/c /Users/a&b/c", "/Users/user-1/a /Users/user-2/c /Users/user-3/c"),
      Example(#"C:\Users\Zoe Quill\a c:\users\jane\a"#, #"C:\Users\user-1\a c:\users\user-2\a"#),
      Example(#"C:\Documents and Settings\jane\a"#, #"C:\Documents and Settings\user-1\a"#),
      Example("/Users//jane/a /Users/./jane/b", "/Users//user-1/a /Users/./user-1/b"),
      Example("/private/var/users/jane/a", "/private/var/users/user-1/a"),
      Example("%2FUsers%2Fjane%2Fa %252FUsers%252Fjane%252Fa", "%2FUsers%2Fuser-1%2Fa %252FUsers%252Fuser-1%252Fa"),
      Example("/%55sers/jane/a", "/%55sers/user-1/a"),
      Example("/nfs/homes/jane/a /data/user/0/jane/a", "/nfs/homes/user-1/a /data/user/0/user-1/a"),
      Example("cd ~jane/src", "cd ~user-1/src"),
    ],
    stays: [
      "/Users/Shared/x /Users/USER/y", "GET /home/index.html", "https://example.com/home/dashboard",
      "/api/home/dashboard", "Foo::~Foo() + 12", "~/Library/Logs", "/data/user/0/com.example.app/files",
    ])
}

extension RedactionScanner {
  /// The folders that contain the home folders of users, in lower case.
  private enum HomeRoot {
    case users, home, homes, settings, android
  }

  fileprivate func home(_ at: Int) -> Match? {
    guard let folder = separators(at), let first = decoded(folder)?.byte.lowercased,
      let (root, end) = homeRoot(folder, first), let start = separators(end), start < bytes.count
    else { return nil }
    let stop = endOfHome(from: start, at)
    let range = start..<stop
    guard range.count > 0, isHome(root, at, folder, range) else { return nil }
    // "Users" is not a user name: this is a home folder within another path, and the name follows it.
    if bytes[range].elementsEqual("Users".utf8) || hasIgnoringCase("users", start) && range.count == 5 { return nil }
    return Match(range: range, kind: .user)
  }

  private func homeRoot(_ folder: Int, _ first: UInt8) -> (HomeRoot, end: Int)? {
    switch first {
    case UInt8(ascii: "u"): return endOfName("users", folder).map { (.users, $0) }
    case UInt8(ascii: "h"):
      guard let end = endOfName("home", folder) else { return nil }
      if byte(end).map({ $0 | 0x20 == UInt8(ascii: "s") }) == true { return (.homes, end + 1) }
      return (.home, self.end(from: end, atMost: 2) { !$0.isDigit })
    case UInt8(ascii: "d"):
      if let end = endOfName("documents and settings", folder) ?? endOfName("documents+and+settings", folder)
        ?? endOfName("docume~1", folder)
      {
        return (.settings, end)
      }
      guard let end = endOfName("data", folder), let user = separator(end), let next = endOfName("user", user),
        let number = separator(next)
      else { return nil }
      let stop = self.end(from: number, atMost: 4) { !$0.isDigit }
      return stop > number ? (.android, stop) : nil
    case UInt8(ascii: "r"):
      guard let end = endOfName("run", folder), let media = separator(end) else { return nil }
      return endOfName("media", media).map { (.homes, $0) }
    default: return nil
    }
  }

  /// Returns whether the name after a root is that of a user; `/home/` and `/users/` are parts of URLs too.
  private func isHome(_ root: HomeRoot, _ at: Int, _ folder: Int, _ name: Range<Int>) -> Bool {
    switch root {
    case .homes, .settings: return true
    case .android: return !bytes[name].contains(0x2E)
    case .users:
      if isByte("U", folder) && !isByte("S", folder + 1) || isByte("%", folder) || isByte("\\", at) { return true }
      if isByte(":", at - 1) { return true }
      return (beginsPath(at) || isBelowRoot(at)) && separator(name.upperBound) != nil && !isRoute(name)
    case .home:
      guard beginsPath(at) || isBelowRoot(at) || isByte("\\", at) || isByte("%", at) else { return false }
      let text = string(name.prefix(64))
      guard let dot = text.lastIndex(of: "."), separator(name.upperBound) == nil else { return true }
      return !["html", "htm", "php", "js", "json", "css", "aspx", "jsp", "svg", "png", "xml", "do"]
        .contains(text[dot...].dropFirst().lowercased())
    }
  }

  /// Returns whether a path begins at `at`, and not the path of a URL.
  func beginsPath(_ at: Int) -> Bool {
    guard let before = byte(at - 1) else { return true }
    // The first slash of `http://home/x` is followed by a host.
    if before == UInt8(ascii: ":") {
      return !has("//", at) || has("///", at) || !isByte("p", at - 2) && !isByte("s", at - 2)
    }
    if before.isLetter, let flag = byte(at - 2) {
      // `-I/home/jane`, or the `n` of a JSON escape.
      return flag == UInt8(ascii: "-") || Self.followsEscape(bytes, at)
    }
    return !(before.isIdentifier || [0x2E, 0x2D, 0x7E, 0x29, 0x2F, 0x5C].contains(before))
  }

  private static let rootsOfHomes: Set<String> = [
    "nfs", "mnt", "net", "export", "usr", "var", "private", "data", "gpfs", "lustre", "srv", "afs", "cluster",
    "storage", "localhost", "host", "rootfs", "sysroot", "chroot", "hosts", "root", "media", "network", "c", "d",
    "cygdrive", "system", "wsl", "pool", "tank", "vol", "volume", "shares", "nas", "domain", "remote", "auto",
  ]

  private func isBelowRoot(_ at: Int) -> Bool {
    var (text, start) = wordBefore(at)
    if start == at {
      let digits = self.start(before: at, atMost: 3) { $0.isDigit }
      (text, start) = wordBefore(digits)
    }
    guard start < at else { return false }
    if isByte("/", start - 1) || isByte("\\", start - 1), Self.rootsOfHomes.contains(text) { return true }
    // `/var/lib/jenkins/home/zoe`: the first folder decides.
    let path = self.start(before: start, atMost: 96) { $0.isIdentifier || [0x2D, 0x2E, 0x2F, 0x5C].contains($0) }
    guard let first = separators(path), beginsPath(path) else { return false }
    let end = self.end(from: first, atMost: 16) { !$0.isLetter }
    return ["afs", "var", "mnt", "net", "nfs", "export", "srv", "opt", "private"].contains(
      string(first..<end).lowercased())
  }

  private static let routes: Set<String> = [
    "me", "login", "logout", "self", "current", "signup", "register", "profile", "search", "list", "new", "auth",
    "password", "settings", "session", "sessions", "token", "v1", "v2", "api", "id",
  ]

  private func isRoute(_ name: Range<Int>) -> Bool {
    name.count <= 12 && Self.routes.contains(string(name).lowercased()) || bytes[name].allSatisfy(\.isDigit)
  }

  // MARK: Names in paths

  /// Returns the end of the folder's name that begins at `start`, in a path that begins at `path`.
  ///
  /// A name may contain blanks and punctuation. They belong to it if a separator follows, and the text before it can be
  /// a name.
  func endOfHome(from start: Int, _ path: Int) -> Int {
    var soft: Int?
    var at = start
    let limit = min(bytes.count, start + 256)
    while at < limit {
      let byte = bytes[at]
      if let next = endOfEscape(at, path) {
        at = next
        continue
      }
      if separator(at) != nil || Self.endsHome(byte) { break }
      if soft == nil, Self.isDoubtful(byte) { soft = at }
      if byte == UInt8(ascii: "'"), let next = self.byte(at + 1), !next.isIdentifier { break }
      if at - (soft ?? at) > 64 { break }
      at += 1
    }
    guard let soft else { return at }
    let isWindows = isByte("\\", path) && !isByte("/", path + 1)
    if at < limit, separator(at) != nil { return isFolderName(start..<at, isWindows: isWindows) ? at : soft }
    if let quote = byte(path - 1), at < limit, quote == bytes[at], quote == 0x22 || quote == 0x27 { return at }
    // At the end of a line, a capitalized word belongs to the name: `Home: /Users/Zoe Quill`.
    let endsLine = at == bytes.count || bytes[at] < 0x20 || bytes[at] == UInt8(ascii: "\"")
    let isLine = endsLine && bytes[soft] == 0x20 && isCapitalized(start..<at)
    return isLine ? at : soft
  }

  /// Returns the end of an escape sequence that is part of a name: `\u00e9`, `\ `, `%20`, `CORP\name`.
  private func endOfEscape(_ at: Int, _ path: Int) -> Int? {
    switch bytes[at] {
    case UInt8(ascii: "\\"):
      let marks = backslashes(at)
      guard let next = byte(at + marks), next != UInt8(ascii: "/") else { return nil }
      if next == UInt8(ascii: "u") {
        guard let end = endOfUnicodeEscape(at), separator(at) != end else { return nil }
        return end
      }
      if next == 0x20, let first = byte(at + marks + 1), first.isIdentifier { return at + marks + 1 }
      // In a path with slashes, a domain may precede the name.
      guard isByte("/", path), next.isLetter, marks == (isJSON ? 2 : 1) else { return nil }
      let end = self.end(from: at + marks, atMost: 64) { !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E) }
      return isByte("/", end) ? end : nil
    case UInt8(ascii: "%"):
      guard let (byte, next) = decoded(at), next > at + 1 else { return nil }
      return byte == 0x2F || byte == 0x5C || byte < 0x20 || byte == 0x22 || byte == 0x3F || byte == 0x26 ? nil : next
    default: return nil
    }
  }

  private static func endsHome(_ byte: UInt8) -> Bool {
    byte < 0x20 || [0x22, 0x3A, 0x3C, 0x3E, 0x7C, 0x60, 0x25, 0x5C, 0x2A].contains(byte)
  }

  /// Returns whether a byte may end a name or be part of it.
  private static func isDoubtful(_ byte: UInt8) -> Bool {
    [0x20, 0x27, 0x2C, 0x3B, 0x29, 0x5D, 0x7D, 0x26, 0x28, 0x5B, 0x7B, 0x3D, 0x23, 0x3F, 0x21].contains(byte)
  }

  private static let particles: Set<String> = [
    "von", "van", "de", "der", "den", "da", "di", "del", "della", "la", "le", "el", "bin", "ibn", "al", "y", "e", "dos",
    "du", "ten", "ter", "zu", "af", "och", "und",
  ]
  static func isParticle(_ word: String) -> Bool { particles.contains(word) }

  private static let folders: Set<String> = [
    "Library", "Desktop", "Documents", "Downloads", "Developer", "AppData", "Pictures", "Movies", "Music", "Public",
    "Applications", "Dropbox", "Projects", "projects", "src", "git", "Sites", "Code", "code", "dev", "Work", "work",
    "repos", "Repos", "Google", "OneDrive", "iCloud", "Development", "workspace", "Local", "Application", "My",
    "source", "bin", "Xcode", "go", "node", "tmp", "build", "Builds", "Containers",
  ]

  /// Returns whether the text before a separator is the name of one folder, and not the end of a path and other text.
  private func isFolderName(_ range: Range<Int>, isWindows: Bool) -> Bool {
    guard let last = bytes[range].last, last != 0x20,
      !Self.isDoubtful(last) || last == 0x29 && bytes[range].contains(0x28)
    else { return false }
    let value = bytes[range]
    if value.contains(0x3F) || value.count > 64 { return false }
    if value.contains(0x3D), value.contains(where: { $0 == 0x20 || $0 == 0x26 || $0 == 0x2C }) { return false }
    if value.contains(0x2C), value.contains(0x20) { return false }
    guard value.contains(0x20) else { return true }
    if isWindows || isCapitalized(range) { return true }
    guard let next = separators(range.upperBound) else { return false }
    let stop = end(from: next, atMost: 24) { !$0.isIdentifier }
    return isByte(".", next) || Self.folders.contains(string(next..<stop)) && value.count { $0 == 0x20 } <= 4
  }

  /// Returns whether the words after the first one begin like names.
  private func isCapitalized(_ range: Range<Int>) -> Bool {
    let words = bytes[range].split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count <= 5 else { return false }
    return words.dropFirst().allSatisfy { word in
      guard let first = word.first else { return false }
      if first >= 0x80 || first.isLetter && first & 0x20 == 0 || first == UInt8(ascii: "(") { return true }
      return first.isDigit || Self.particles.contains(String(streamSafe: word))
    }
  }

  /// Matches `~name/`. The name begins a path; `~Foo()` is a destructor, `~/` the user's own home folder.
  fileprivate func tildeHome(_ at: Int) -> Match? {
    if let before = byte(at - 1),
      !(before <= 0x20 || [0x22, 0x27, 0x28, 0x3A, 0x3D, 0x2F, 0x2C, 0x60].contains(before))
    {
      guard Self.followsEscape(bytes, at) else { return nil }
    }
    let stop = end(from: at + 1, atMost: 64) { !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E) }
    guard stop > at + 2, separator(stop) != nil, bytes[at + 1].isIdentifier, !bytes[at + 1].isDigit else { return nil }
    return Match(range: at + 1..<stop, kind: .user)
  }
}
