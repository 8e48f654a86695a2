internal import Bytes
internal import Platform
internal import Vocabulary

/// A repository at one commit, with the files of its submodules.
final class Checkout {
  /// A file of the commit, in this repository or in a submodule.
  struct File {
    /// The repository that has the file.
    var owner: Checkout
    /// The path relative to the root of that repository.
    var path: String
    /// The object with the content.
    var object: String
  }

  /// The absolute path of the work tree.
  let root: FilePath
  let git: GitProgram
  private let folder: GitFolder
  /// The full name of the commit.
  let commit: String
  let listing: TreeListing
  /// The submodules whose commits are there, by path.
  private(set) var submodules: [(path: String, checkout: Checkout)] = []
  /// The paths of the other submodules.
  private(set) var missingSubmodules: [String] = []
  /// The contents of objects, up to `maxCachedSize` together.
  private var contents: [String: [UInt8]] = [:]
  private var cachedSize = 0
  /// The commits of files by path, with up to `maxCachedLines` lines together.
  private var blames: [String: Result<BlameOutput, GitFault>] = [:]
  private var cachedLines = 0

  private static let maxDepth = 4
  /// The maximum size of a source file in bytes.
  static let maxFileSize = 4 << 20
  private static let maxCachedSize = 64 << 20
  private static let maxCachedLines = 2_000_000

  /// Opens a repository at a revision that the user names.
  convenience init(_ root: FilePath, revision: String) throws(GitFault) {
    let folder = try GitFolder(of: root)
    let (git, commit) = try Self.resolve(revision, folder, root)
    try self.init(root, folder, git, commit: commit, depth: 0)
  }

  private init(_ root: FilePath, _ folder: GitFolder, _ git: GitProgram, commit: String, depth: Int) throws(GitFault) {
    self.root = root
    self.folder = folder
    self.git = git
    self.commit = commit
    let output = try git.output(
      ["ls-tree", "-r", "-z", "--full-tree", commit], orThrow: "the files of the commit cannot be listed")
    listing = try TreeListing(output)
    guard !listing.submodules.isEmpty else { return }
    let contained = try? root.contained()
    for module in listing.submodules {
      guard depth < Self.maxDepth, let path = contained?.appending(module.path),
        (try? FileStatus(of: path))?.kind == .folder,
        let opened = try? Self.submodule(
          FilePath(bytes: path.bytes), module.commit, depth: depth + 1, until: git.deadline)
      else {
        missingSubmodules.append(module.path)
        continue
      }
      submodules.append((module.path, opened))
      missingSubmodules += opened.missingSubmodules.map { module.path + "/" + $0 }
    }
  }

  /// Opens a submodule. It has no time of its own, so that many submodules do not take a multiple of it.
  private static func submodule(
    _ root: FilePath, _ commit: String, depth: Int, until deadline: Int
  ) throws(GitFault) -> Checkout {
    let folder = try GitFolder(of: root)
    let git = try GitProgram(folder, root: root, head: commit, until: deadline)
    return try Checkout(root, folder, git, commit: commit, depth: depth)
  }

  // MARK: Revisions

  /// Returns the full name of the commit that a revision names, and git with it as `HEAD`.
  private static func resolve(
    _ revision: String, _ folder: GitFolder, _ root: FilePath
  ) throws(GitFault) -> (GitProgram, String) {
    let object = try object(revision, folder)
    // Only the name of an object tells which format names have; `HEAD` has one in every repository with commits.
    let head: String
    if let object, GitReferences.isObject(object.utf8) {
      head = object
    } else if let current = try GitReferences(folder).object(named: "HEAD") {
      head = current
    } else {
      throw GitFault("the repository has no commits")
    }
    let git = try GitProgram(folder, root: root, head: head)
    let commit = try commit(object ?? revision, git)
    // The names of authors are those of `.mailmap` in the commit that `HEAD` names.
    return (commit == head ? git : try GitProgram(folder, root: root, head: commit), commit)
  }

  /// Returns the name of an object, complete or shortened, that the user or a reference states; `nil` if there is none.
  private static func object(_ revision: String, _ folder: GitFolder) throws(GitFault) -> String? {
    if GitReferences.isObject(revision.utf8) { return revision }
    if let object = try GitReferences(folder).object(named: revision) {
      guard !isShortened(revision) else {
        throw GitFault("the revision names a reference, and may be that of a commit")
      }
      return object
    }
    return nil
  }

  private static func isShortened(_ revision: String) -> Bool {
    (4..<64).contains(revision.utf8.count)
      && revision.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private static func commit(_ name: String, _ git: GitProgram) throws(GitFault) -> String {
    guard GitReferences.isObject(name.utf8) || isShortened(name) else {
      throw GitFault("the repository has no commit, tag or branch of that name")
    }
    let (status, output) = try git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"])
    let line = output.prefix { $0 != 0x0A }
    guard status == 0, GitReferences.isObject(line) else {
      throw GitFault(
        git.shallow.isEmpty
          ? "the repository does not have the commit"
          : "the repository does not have the commit: the history is shallow")
    }
    return String(streamSafe: line)
  }

  /// Returns the full name of the commit that a revision names in this repository.
  func commit(named revision: String) throws(GitFault) -> String {
    try Self.commit(try Self.object(revision, folder) ?? revision, git)
  }

  // MARK: Files

  /// The names of all files, also those of submodules.
  func files() -> SourceFileList {
    var list = listing.files
    for (path, checkout) in submodules { _ = list.append(checkout.files(), below: Array((path + "/").utf8)) }
    list.sort()
    return list
  }

  /// Returns the file at a path; `nil` if the commit has none there.
  func file(at path: String) -> File? {
    if let object = listing.objects[path] { return File(owner: self, path: path, object: object) }
    for (folder, checkout) in submodules where path.hasPrefix(folder + "/") {
      return checkout.file(at: String(path.utf8.dropFirst(folder.utf8.count + 1)) ?? "")
    }
    return nil
  }

  /// Returns the content of an object.
  func content(of object: String) throws(GitFault) -> [UInt8] {
    if let known = contents[object] { return known }
    let size = try git.output(["cat-file", "-s", object], orThrow: "the file is not in the repository")
    guard let count = BlameOutput.number(size.prefix { $0 != 0x0A }), count <= Self.maxFileSize else {
      throw GitFault("the file is too large")
    }
    let content = try git.output(["cat-file", "blob", object], orThrow: "the file is not in the repository")
    if content.count <= Self.maxCachedSize - cachedSize {
      contents[object] = content
      cachedSize += content.count
    }
    return content
  }

  /// Returns the commits of all lines of a file, with changes of whitespace ignored and moved lines followed.
  ///
  /// The complete file is examined, because git finds a moved line only as a part of what moved with it.
  func blame(_ path: String) throws(GitFault) -> BlameOutput {
    if let known = blames[path] { return try known.get() }
    let result = Result { () throws(GitFault) in
      try BlameOutput(
        try git.output(
          ["blame", "-w", "-M", "--porcelain", "--root", commit, "--", path],
          orThrow: git.shallow.isEmpty
            ? "the history of the file is not complete" : "the history of the file is not complete: it is shallow"))
    }
    let count = (try? result.get())?.lines.count ?? 0
    if count <= Self.maxCachedLines - cachedLines {
      blames[path] = result
      cachedLines += count
    }
    return try result.get()
  }

  /// Returns the commits that `bad` has and `good` does not have.
  func commits(from good: String, to bad: String) throws(GitFault) -> Set<String> {
    let output = try git.output(
      ["rev-list", bad, "^" + good, "--"], orThrow: "the commits between the builds cannot be listed")
    return Set(output.split(separator: 0x0A).filter(GitReferences.isObject).map { String(streamSafe: $0) })
  }

  /// Returns whether the content of a file in the work tree is `content`, apart from the ends of lines.
  func isUnchanged(_ path: String, _ content: [UInt8]) -> Bool {
    guard let contained = try? root.contained(),
      let present = GitFiles.bytes(of: contained.appending(path), limit: 2 * Self.maxFileSize)
    else { return false }
    return Self.withoutReturns(present) == Self.withoutReturns(content)
  }

  private static func withoutReturns(_ bytes: [UInt8]) -> [UInt8] { bytes.filter { $0 != 0x0D } }
}
