internal import Bytes
internal import Platform
package import Vocabulary

/// Reads what a checkout knows about source lines of reports: the lines at the revision of the app, the commits that last
/// changed them, and their owners.
///
/// Every commit is opened once. Everything that is not certain is stated as not known, with the reason.
package final class SourceHistoryReader {
  /// What is known of a report.
  package struct Facts: Sendable {
    /// The version and build of the app, as the report states them.
    package var app: SourceRevisions.Build
    /// When the failure happened.
    package var time: Timestamp?
    /// The last build before `firstBad` according to a history; `nil` if none is known.
    package var lastGood: SourceRevisions.Build?
    /// The first build with the failure according to a history; `nil` if none is known.
    package var firstBad: SourceRevisions.Build?

    /// Creates facts from their parts.
    package init(version: String? = nil, build: String? = nil, time: Timestamp? = nil) {
      app = SourceRevisions.Build(version: version, build: build)
      self.time = time
    }
  }

  /// The commits of builds between which the failure appeared.
  private struct Range {
    /// The commits of the first bad build that the last good build does not have; `nil` if they are not known.
    var commits: Set<String>?
    /// Whether commits that are not in the range are certainly part of the last good build, and those in it are not.
    var isComplete = false
    /// The commits of the app that neither the last good build nor the first bad build has.
    var later: Set<String> = []
  }

  private let tree: SourceTree
  private let workingDirectory: String
  private let revisions: SourceRevisions
  private var checkouts: [String: Result<(Checkout, SourceTree), GitFault>] = [:]
  private var ranges: [String: Range] = [:]
  private var owners: [ObjectIdentifier: CodeOwners?] = [:]
  private var presentOwners: CodeOwners??

  /// The number of lines that are shown before and after a line.
  private static let context = 2
  /// The maximum length of a line that is shown, in bytes.
  private static let maxLineLength = 300
  /// The maximum number of commits of a function.
  private static let maxFunctionChanges = 5
  /// The maximum number of revisions that are opened.
  private static let maxCheckouts = 20

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - tree: The checkout.
  ///   - workingDirectory: The absolute path of the working directory.
  package init(_ tree: SourceTree, workingDirectory: String, revisions: SourceRevisions) {
    self.tree = tree
    self.workingDirectory = workingDirectory
    self.revisions = revisions
  }

  /// Returns what is known about a line.
  ///
  /// - Parameters:
  ///   - file: The path as the report or a symbol file states it.
  ///   - line: The line, from 1.
  package func origin(of file: String, line: Int, _ facts: Facts) -> SourceOrigin {
    var origin = SourceOrigin(path: tree.path(of: file) ?? file, line: line)
    do throws(GitFault) {
      guard let built = revisions.built else {
        throw GitFault("the revision of the app is not known; name it with --revision")
      }
      let revision = try SourceRevisions.name(built, facts.app, "the report")
      let (checkout, files) = try self.checkout(revision)
      try read(file, in: checkout, files, isHead: revision == "HEAD", facts, &origin)
    } catch {
      if origin.revision == nil || origin.lines.isEmpty { origin.mayDiffer = origin.mayDiffer ?? error.reason }
      origin.notKnown = error.reason
      if origin.owners == nil, let path = tree.path(of: file) { origin.owners = present()?.owners(of: path) }
    }
    return origin
  }

  private func checkout(_ revision: String) throws(GitFault) -> (Checkout, SourceTree) {
    if let known = checkouts[revision] { return try known.get() }
    guard checkouts.count < Self.maxCheckouts else { throw GitFault("the reports are of too many revisions") }
    let result = Result { () throws(GitFault) -> (Checkout, SourceTree) in
      let checkout = try Checkout(FilePath(tree.root.isEmpty ? "/" : tree.root), revision: revision)
      let list = checkout.files()
      return (checkout, SourceTree(root: tree.root, workingDirectory: workingDirectory) { list })
    }
    checkouts[revision] = result
    return try result.get()
  }

  private func read(
    _ stated: String, in checkout: Checkout, _ files: SourceTree, isHead: Bool, _ facts: Facts,
    _ origin: inout SourceOrigin
  ) throws(GitFault) {
    origin.revision = checkout.commit
    guard let path = files.path(of: stated), let file = checkout.file(at: path) else {
      throw GitFault(Self.absence(of: stated, checkout))
    }
    // The name of a file alone does not tell it from that of another project, which an absolute path may name.
    guard !stated.hasPrefix("/") || stated.hasSuffix("/" + path) else {
      throw GitFault("the report names a file in another folder")
    }
    origin.path = path
    origin.owners = codeOwners(file.owner)?.owners(of: file.path)
    // A file of a missing submodule could have the same name.
    if !checkout.missingSubmodules.isEmpty, !("/" + stated).hasSuffix("/" + path) {
      throw GitFault("the file may be that of a submodule that is not checked out")
    }
    let content = try file.owner.content(of: file.object)
    guard !content.prefix(8_000).contains(0) else { throw GitFault("the file is not text") }
    // What is not committed may be in a build of the checkout.
    if isHead, !file.owner.isUnchanged(file.path, content) {
      throw GitFault("the file in the checkout has changes that are not committed")
    }
    let lines = Self.lines(of: content)
    guard origin.line <= lines.count else {
      throw GitFault("the file has \(lines.count) lines in the revision of the app")
    }
    let shown = max(1, origin.line - Self.context)...min(lines.count, origin.line + Self.context)
    origin.lines = shown.map { SourceLine(number: $0, text: Self.text(lines[$0 - 1])) }
    let blame = try file.owner.blame(file.path)
    guard blame.lines.count == lines.count else {
      throw GitFault("the lines of the file cannot be assigned to commits")
    }
    try assign(blame, file, facts, content, &origin)
  }

  private static func absence(of stated: String, _ checkout: Checkout) -> String {
    if checkout.missingSubmodules.contains(where: { ("/" + stated).contains("/" + $0 + "/") }) {
      return "the file is in a submodule that is not checked out, or without its commit"
    }
    return "the revision of the app has no such file, or several"
  }

  private static func lines(of content: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines = content.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func text(_ line: ArraySlice<UInt8>) -> String {
    let text = line.last == 0x0D ? line.dropLast() : line
    return String(String(streamSafe: text.prefix(2 * maxLineLength)).prefix(bytes: maxLineLength))
  }

  // MARK: Commits

  private func assign(
    _ blame: BlameOutput, _ file: Checkout.File, _ facts: Facts, _ content: [UInt8], _ origin: inout SourceOrigin
  ) throws(GitFault) {
    let range = try self.range(file.owner, facts)
    let line = blame.lines[origin.line - 1]
    guard !file.owner.git.shallow.contains(line.commit) else { throw GitFault("the history is shallow") }
    guard let change = commit(line, blame, file, facts, range) else {
      throw GitFault("the answer of git cannot be read")
    }
    origin.lastChange = change
    // Without a range, or if the line itself changed in it, other lines of the function say less.
    guard let commits = range.commits, change.isAfterLastGood != true,
      let function = FunctionRange.lines(around: origin.line, in: content, path: file.path)
    else { return }
    var found: [String: BlameOutput.Line] = [:]
    for number in function where blame.lines.indices.contains(number - 1) {
      let other = blame.lines[number - 1]
      if commits.contains(other.commit), !file.owner.git.shallow.contains(other.commit), found[other.commit] == nil {
        found[other.commit] = other
      }
    }
    let changes = found.values.compactMap { commit($0, blame, file, facts, range) }
    origin.functionChanges = Array(
      changes.sorted { ($1.date, $1.id) < ($0.date, $0.id) }.prefix(Self.maxFunctionChanges))
  }

  private func commit(
    _ line: BlameOutput.Line, _ blame: BlameOutput, _ file: Checkout.File, _ facts: Facts, _ range: Range
  ) -> SourceCommit? {
    guard let stated = blame.commits[line.commit] else { return nil }
    var commit = SourceCommit(
      id: line.commit, author: stated.author, date: Timestamp(seconds: stated.seconds), subject: stated.subject,
      line: line.original)
    if let path = line.path, path != file.path { commit.path = path }
    // A commit that was made after the first bad build is not part of the last good build, either.
    if let commits = range.commits, !range.later.contains(line.commit) {
      let isInRange = commits.contains(line.commit)
      // In a shallow history, a commit of the last good build may seem to be missing there.
      commit.isAfterLastGood = isInRange && !range.isComplete ? nil : isInRange
    }
    if let time = facts.time {
      let (seconds, isTooLarge) = time.seconds.subtractingReportingOverflow(commit.date.seconds)
      if !isTooLarge, seconds >= 0 { commit.ageInDays = seconds / 86_400 }
    }
    return commit
  }

  /// Returns the commits between the last good and the first bad build in a repository.
  private func range(_ checkout: Checkout, _ facts: Facts) throws(GitFault) -> Range {
    guard let stated = revisions.lastGood else { return Range() }
    // The revisions are those of the outer repository; a submodule has others.
    guard checkouts.values.contains(where: { (try? $0.get().0) === checkout }) else { return Range() }
    guard let good = try name(stated, facts.lastGood) else { return Range() }
    var bad: String?
    if let stated = revisions.firstBad {
      guard let name = try name(stated, facts.firstBad) else { return Range() }
      bad = name
    }
    let key = [checkout.commit, good, bad ?? ""].joined(separator: "\n")
    if let known = ranges[key] { return known }
    let goodCommit = try named(good, "last good", checkout)
    let badCommit = try bad.map { name throws(GitFault) in try named(name, "first bad", checkout) }
    let commits = try checkout.commits(from: goodCommit, to: badCommit ?? checkout.commit)
    guard !commits.isEmpty else { throw GitFault("the last good build contains the first bad build") }
    var range = Range(commits: commits, isComplete: checkout.git.shallow.isEmpty)
    if let badCommit, badCommit != checkout.commit {
      range.later = try checkout.commits(from: goodCommit, to: checkout.commit).subtracting(commits)
    }
    if ranges.count < Self.maxCheckouts { ranges[key] = range }
    return range
  }

  /// Returns the name of a build's revision; `nil` if the history does not know the build.
  private func name(_ stated: String, _ build: SourceRevisions.Build?) throws(GitFault) -> String? {
    guard SourceRevisions.hasPlaceholder(stated) else { return stated }
    guard let build else { return nil }
    return try SourceRevisions.name(stated, build, "the build in the history")
  }

  private func named(_ revision: String, _ which: String, _ checkout: Checkout) throws(GitFault) -> String {
    do throws(GitFault) { return try checkout.commit(named: revision) } catch {
      throw GitFault("the \(which) build: " + error.reason)
    }
  }

  // MARK: Owners

  /// Returns the owners that the revision of a repository states.
  private func codeOwners(_ checkout: Checkout) -> CodeOwners? {
    if let known = owners[ObjectIdentifier(checkout)] { return known }
    var found: CodeOwners?
    for place in CodeOwners.places {
      guard let object = checkout.listing.objects[place] else { continue }
      // A file that is too large has no owners, as for the service.
      if let content = try? checkout.content(of: object), content.count <= CodeOwners.maxSize {
        found = CodeOwners(content, file: place)
      }
      break
    }
    owners[ObjectIdentifier(checkout)] = .some(found)
    return found
  }

  /// Returns the owners that the work tree states.
  private func present() -> CodeOwners? {
    if let presentOwners { return presentOwners }
    var found: CodeOwners?
    if let root = try? FilePath(tree.root.isEmpty ? "/" : tree.root).contained() {
      for place in CodeOwners.places {
        let path = root.appending(place)
        guard (try? FileStatus(of: path, followsLinks: false))?.kind == .regular else { continue }
        found = GitFiles.bytes(of: path, limit: CodeOwners.maxSize).map { CodeOwners($0, file: place) }
        break
      }
    }
    presentOwners = .some(found)
    return found
  }
}
