import Bytes

extension RedactionKind {
  static let directoryName = RedactionKind(
    id: "directory-name", placeholder: .user, title: "user name in a folder, branch or repository",
    recognition: """
      paths with colons, `~name`, names of branches (`refs/heads/name/…`) and of repositories (`git@host:name/…`), \
      folders of directories (`/afs/…/user/n/name`) and backups; `name-build` in a temporary folder and `name_branch` in \
      a workspace only there
      """,
    recognizers: [
      RedactionRecognizer(at: ":") { scanner, at in scanner.folderWithColons(at) ?? scanner.ownerOfRepository(at) },
      RedactionRecognizer(at: "/") { scanner, at in
        scanner.ownerOfBranch(at) ?? scanner.ownerBeforeTopic(at) ?? scanner.shortHome(at) ?? scanner.ownerOfFolder(at)
      },
      RedactionRecognizer(at: "/\\") { $0.localizedHome($1) },
      RedactionRecognizer(at: "~") { $0.tildeName($1) },
    ],
    removed: [
      Example("Macintosh HD:Users:zquill:Desktop:a.txt", "Macintosh HD:Users:user-1:Desktop:a.txt"),
      Example("cd ~zquill", "cd ~user-1"), Example("refs/heads/zquill/fix-crash", "refs/heads/user-1/fix-crash"),
      Example("git@github.com:zquill/app.git", "git@github.com:user-1/app.git"),
      Example("Merge branch 'feature/zoe-quill/login'", "Merge branch 'feature/user-1/login'"),
      Example("CI_COMMIT_REF_NAME=zquill/fix", "CI_COMMIT_REF_NAME=user-1/fix"),
      Example("/afs/cs.example.edu/user/z/zquill/a", "/afs/cs.example.edu/user/z/user-1/a"),
      Example("/u/zquill/a.c", "/u/user-1/a.c"), Example("/private/tmp/zquill-build/a", "/private/tmp/user-1-build/a"),
      Example("/workspace/zquill_feature/a", "/workspace/user-1_feature/a"),
    ],
    stays: [
      "refs/heads/feature/login", "refs/heads/main", "On branch feature/login", "branch 'release/2.0'",
      "git@github.com:apple/swift.git", "std::~basic_string()",
      "/private/tmp/swift-build/a", "/tmp/xcode-build", "~/Library", "a ~ b", "/workspace/MyApp/Sources/a.swift",
      "origin/main", "/u/000000000/x", "libFoo:Users: 3",
    ])
}

extension RedactionScanner {
  /// Matches the name in `Macintosh HD:Users:name:Desktop`.
  fileprivate func folderWithColons(_ at: Int) -> Match? {
    guard has(":Users:", at) || has(":home:", at), let before = byte(at - 1), before.isIdentifier || before == 0x20
    else {
      return nil
    }
    let start = at + (isByte("U", at + 1) ? 7 : 6)
    var stop = end(from: start, atMost: 64) { $0 == 0x3A || $0 < 0x20 || $0 == 0x22 || $0 == 0x27 || $0 == 0x5C }
    if !isByte(":", stop) { stop = end(from: start, atMost: 64) { !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E) } }
    let range = start..<stop
    guard range.count >= 2, bytes[start] != 0x20, !isPlaceholder(range) else { return nil }
    return Match(range: range, kind: .user)
  }

  private static let branchTypes: Set<String> = [
    "feature", "features", "feat", "fix", "fixes", "bugfix", "bugfixes", "hotfix", "hotfixes", "release", "releases",
    "main", "master", "develop", "dev", "development", "chore", "docs", "doc", "test", "tests", "testing", "ci",
    "build",
    "dependabot", "renovate", "topic", "task", "tasks", "wip", "support", "staging", "prod", "production", "refactor",
    "perf", "style", "revert", "experiment", "experimental", "spike", "epic", "story", "issue", "issues", "bug",
    "copilot",
    "codex", "origin", "upstream", "heads", "remotes", "tags", "head", "pull", "merge", "backport", "cherry-pick",
    "improvement", "enhancement", "maintenance", "maint", "security", "deps", "user", "users", "author", "team",
    "swift",
    "ios", "macos", "android", "web", "ui", "api", "core", "app", "next", "stable", "legacy", "v1", "v2", "rebranch",
  ]

  /// Matches the name in `refs/heads/name/topic`, also after the name of a remote repository, `users/` or `author/`.
  fileprivate func ownerOfBranch(_ at: Int) -> Match? {
    guard
      hasBefore("heads", at) || hasBefore("remotes/origin", at) || hasBefore("branch origin", at)
        || hasBefore("'origin", at)
        || hasBefore(" origin", at) || hasBefore("\"origin", at)
    else { return nil }
    var start = at + 1
    for folder: StaticString in ["origin/", "users/", "user/", "author/", "people/"] where has(folder, start) {
      start += folder.utf8CodeUnitCount
    }
    let stop = end(from: start, atMost: 40) { !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E) }
    let range = start..<stop
    guard range.count >= 3, isByte("/", stop), byte(stop + 1)?.isIdentifier == true, isPersonal(range) else {
      return nil
    }
    return Match(range: range, kind: .user)
  }

  /// Returns whether a part of a path can be the name of a user, and not a usual word.
  private static let branchContexts: [StaticString] = ["ranch", "RANCH", "ref_name", "REF_NAME", "heckout", "worktree"]

  /// Matches the name in `Merge branch 'name/topic'`, `GIT_BRANCH=name/topic` and `On branch fix/first.last/topic`.
  fileprivate func ownerBeforeTopic(_ at: Int) -> Match? {
    let start = self.start(before: at, atMost: 40) { $0.isIdentifier || $0 == 0x2D || $0 == 0x2E }
    let range = start..<at
    guard range.count >= 3, byte(at + 1)?.isIdentifier == true, isPersonal(range) else { return nil }
    if isByte("/", start - 1) {
      // Below the kind of a branch, a name has two parts: `feature/anna-kowalska/login`.
      guard bytes[range].contains(where: { $0 == 0x2D || $0 == 0x2E }) else { return nil }
      let kind = self.start(before: start - 1, atMost: 16) { $0.isLetter }
      guard Self.branchTypes.contains(string(kind..<start - 1).lowercased()) else { return nil }
      return isInBranch(kind) ? Match(range: range, kind: .user) : nil
    }
    return isInBranch(start) ? Match(range: range, kind: .user) : nil
  }

  /// Whether the word before a name says that it is that of a branch.
  private func isInBranch(_ at: Int) -> Bool {
    let isQuoted = at >= 3 && bytes[at - 1] >= 0x80
    guard let before = byte(at - 1), isQuoted || [0x20, 0x22, 0x27, 0x3D, 0x3A].contains(before) else { return false }
    let context = max(0, at - 24)..<at
    if context.contains(where: { start in
      PrivacyWords.shared.branches.contains { word in
        at - start >= word.count && bytes[start..<start + word.count].elementsEqual(word) { $0.lowercased == $1 }
      }
    }) {
      return true
    }
    return Self.branchContexts.contains { word in
      context.contains { has(word, $0) && $0 + word.utf8CodeUnitCount <= at }
    }
  }

  private func isPersonal(_ range: Range<Int>) -> Bool {
    let name = string(range).lowercased()
    return !Self.branchTypes.contains(name) && !Self.systemAccounts.contains(name) && !isPlaceholder(range)
      && isNameLike(range) && RedactionVocabulary.isDistinctive(name, .user) && !RedactionVocabulary.isOfReports(name)
  }

  private static let organizations: Set<String> = [
    "apple", "swiftlang", "google", "facebook", "microsoft", "firebase", "realm", "alamofire", "snapkit", "airbnb",
    "pointfreeco", "vapor", "groue", "jpsim", "onevcat", "getsentry", "reactivex", "square", "stripe", "grpc", "llvm",
    "flutter", "facebookincubator", "mozilla", "amplitude", "mixpanel", "revenuecat", "cocoapods", "sdwebimage",
  ]

  /// Matches the name in `git@github.com:name/app.git`.
  fileprivate func ownerOfRepository(_ at: Int) -> Match? {
    guard at > 4, bytes[at - 1].isLetterOrDigit, let first = byte(at + 1), first.isIdentifier else { return nil }
    let host = start(before: at, atMost: 80) { $0.isIdentifier || $0 == 0x2D || $0 == 0x2E }
    guard isByte("@", host - 1), hasBefore("git", host - 1), bytes[host..<at].contains(0x2E) else { return nil }
    let stop = end(from: at + 1, atMost: 40) { !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E) }
    let range = at + 1..<stop
    guard range.count >= 2, isByte("/", stop), !first.isDigit, !isPlaceholder(range),
      !Self.organizations.contains(string(range).lowercased())
    else { return nil }
    return Match(range: range, kind: .user, isName: RedactionVocabulary.isDistinctive(string(range), .user))
  }

  private static let homeFolders: [StaticString] = [
    "/u/", "/user/", "/staff/", "/students/", "/people/", "/Benutzer/", "/Utilisateurs/", "/Usuarios/", "/Usuários/",
    "/Utenti/", "/Gebruikers/", "/Brukere/", "/Brugere/", "/home2/", "/nethome/", "/userhome/", "/rhome/", "/scratch/",
    "/roaming/", "/spool/mail/", "/spool/cron/", "/Backups.backupdb/", "/per-user/",
    "/exports/", "/workspaces/", "/perso/", "/Managed Preferences/", "/Default/users/", "/media/",
  ]

  /// Matches the name below the folders of homes that have other names: `/u/name/`, `/afs/cell/user/n/name`.
  fileprivate func shortHome(_ at: Int) -> Match? {
    guard let folder = Self.homeFolders.first(where: { has($0, at) }) else { return nil }
    var start = at + folder.utf8CodeUnitCount
    let isInDirectory =
      mentions(
        [
          "/afs/", "/nfs/", "/net/", "/gpfs/", "/lustre/", "/var/", "/mnt/", "/nix/var/", "/library/managed",
          "/volumes/",
        ],
        self.start(before: at, atMost: 96) { $0 > 0x20 && $0 != 0x22 }..<at + 5)
    // Only at the beginning of a path, or in a directory: `/api/user/list` is a route.
    let isShort = beginsPath(at) && !has("/user/", at) && !has("/people/", at)
    guard isInDirectory || isShort else { return nil }
    // `/afs/cell/user/n/name`: a folder for each first letter.
    if byte(start + 1) == 0x2F, byte(start).map(\.isLetter) == true { start += 2 }
    if byte(start + 2) == 0x2F, byte(start).map(\.isLetter) == true, bytes.count > start + 5,
      bytes[start] == bytes[start + 3]
    {
      start += 3
    }
    let isBackup = has("/Backups", at)
    let isRecord = has("/Default/", at)
    if has("/media/", at), separator(end(from: start, atMost: 64) { $0 == 0x2F || $0 <= 0x20 }) == nil { return nil }
    let stop = end(from: start, atMost: 64) {
      $0 < 0x20 || $0 == 0x2F || isRecord && $0 == 0x2E || $0 == 0x22 || $0 == 0x3A
        || !isBackup && !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E)
    }
    let range = start..<stop
    guard range.count >= 2, bytes[range].contains(where: { $0.isLetter || $0 >= 0x80 }), !isPlaceholder(range),
      !bytes[range].contains(where: { $0 == 0x2E }) || isBackup,
      !Self.systemAccounts.contains(string(range).lowercased()), isNameLike(range)
    else { return nil }
    return Match(
      range: range, kind: isBackup ? .host : .user, isName: RedactionVocabulary.isDistinctive(string(range), .user))
  }

  private static let localizedHomes: [StaticString] = [
    "benutzer", "utilisateurs", "usuarios", "utenti", "gebruikers", "brukere", "brugere", "homes$", "home$", "users$",
    "profiles$", "userdata$", "uzytkownicy", "utilizadores", "roamingprofiles", "homedirs", "homefolders",
  ]

  /// Matches the name below the folder of homes in another language, or on a server.
  fileprivate func localizedHome(_ at: Int) -> Match? {
    guard let folder = separators(at), let first = byte(folder), first.isLetter,
      let end = Self.localizedHomes.lazy.compactMap({ endOfName($0, folder) }).first, let start = separators(end)
    else { return nil }
    let range = start..<endOfHome(from: start, at)
    guard range.count >= 2, isNameLike(range), !isPlaceholder(range) else { return nil }
    return Match(range: range, kind: .user)
  }

  private func mentions(_ words: [StaticString], _ range: Range<Int>) -> Bool {
    range.contains { at in isByte("/", at) && words.contains { hasIgnoringCase($0, at) } }
  }

  private static let tools: Set<String> = [
    "swift", "xcode", "cargo", "cmake", "llvm", "clang", "docker", "npm", "node", "yarn", "pip", "python", "ruby",
    "gem",
    "pod", "pods", "carthage", "spm", "bazel", "buck", "gradle", "maven", "go", "rust", "zig", "make", "ninja", "meson",
    "conan", "vcpkg", "brew", "homebrew", "fastlane", "jenkins", "gitlab", "github", "actions", "buildkite", "circleci",
    "travis", "flutter", "dart", "unity", "unreal", "react", "expo", "electron", "qt", "webkit", "chromium", "firefox",
    "debug", "release", "nightly", "local", "my", "new", "old", "pre", "post", "auto", "full", "incremental", "multi",
    "cross", "static", "shared", "fresh", "clean", "product", "derived", "module", "index", "log", "crash", "diag",
    "diagnose", "com", "org", "net", "io", "cc", "ld", "lib", "lto", "pch", "test", "tests", "unit", "ui", "sample",
    "demo", "example", "hello", "main", "master", "develop", "feature", "hotfix", "bugfix", "ios", "macos", "tvos",
    "watchos", "visionos", "mac", "iphone", "ipad", "android", "linux", "windows", "darwin", "app", "sdk", "core",
    "foo", "bar", "baz", "myapp", "project", "repo", "git", "src", "out", "obj", "bin", "arm", "intel", "universal",
  ]
  private static let workFolders: [StaticString] = [
    "-build", "-work", "-workspace", "-tmp", "-temp", "-test", "-tests", "-cache", "-home", "-files", "-data",
    "-session",
    "-derived", "-deriveddata", "-checkout", "-clone", "-sandbox", "-scratch", "-debug", "-dev",
  ]

  /// Matches the name before a usual ending in a temporary folder, and before the name of a branch in a workspace.
  ///
  /// Other words stand there, too, so the name is not replaced elsewhere.
  fileprivate func ownerOfFolder(_ at: Int) -> Match? {
    let isTemporary = hasBefore("/tmp", at) || hasBefore("/scratch", at) || hasBefore("/temp", at)
    let isWorkspace =
      hasBefore("/workspace", at) || hasBefore("/workspaces", at) || hasBefore("/checkouts", at)
      || hasBefore("/worktrees", at)
    if hasBefore("/builds", at) { return ownerOfCheckout(at) }
    guard isTemporary || isWorkspace else { return nil }
    let stop = end(from: at + 1, atMost: 32) { !($0.isLetter || $0 >= 0x80 || $0 == 0x2E) }
    let range = at + 1..<stop
    guard range.count >= 4, let mark = byte(stop), mark == 0x2D || mark == 0x5F || mark == 0x40 else { return nil }
    let name = string(range)
    guard name == name.lowercased(), isPersonal(range), !Self.tools.contains(name), !name.hasPrefix("com.") else {
      return nil
    }
    if isTemporary,
      !Self.workFolders.contains(where: { has($0, stop) && !(byte(stop + $0.utf8CodeUnitCount)?.isIdentifier ?? false) }
      )
    {
      return nil
    }
    return Match(range: range, kind: .user, isName: false)
  }

  /// Matches the name in `/builds/name/app/…`, where runners of GitLab check out.
  private func ownerOfCheckout(_ at: Int) -> Match? {
    let stop = end(from: at + 1, atMost: 40) { !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E) }
    let range = at + 1..<stop
    guard range.count >= 4, isByte("/", stop), isPersonal(range), !Self.tools.contains(string(range)),
      bytes[range].allSatisfy({ $0.isLetterOrDigit && !($0.isLetter && $0 & 0x20 == 0) })
    else { return nil }
    return Match(range: range, kind: .user, isName: false)
  }

  /// Matches `~name` at the end of a text or before a blank.
  fileprivate func tildeName(_ at: Int) -> Match? {
    if let before = byte(at - 1), !(before <= 0x20 || [0x22, 0x27, 0x3D, 0x60].contains(before)) {
      guard Self.followsEscape(bytes, at) else { return nil }
    }
    var stop = end(from: at + 1, atMost: 40) { !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E) }
    while stop > at + 1, bytes[stop - 1] == 0x2E { stop -= 1 }
    let range = at + 1..<stop
    guard range.count >= 4, let first = byte(at + 1), first.isLetter && first & 0x20 != 0 || first >= 0x80,
      byte(stop).map({ $0 <= 0x20 || [0x22, 0x27, 0x2C, 0x2E, 0x29, 0x60, 0x5C].contains($0) }) ?? true,
      isPersonal(range)
    else { return nil }
    return Match(range: range, kind: .user)
  }
}
