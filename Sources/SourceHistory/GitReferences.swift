internal import Bytes
internal import Platform

/// Resolves names of commits with the files of a repository: branches, tags and `HEAD`, loose or packed.
struct GitReferences {
  private let folder: GitFolder

  private static let maxPackedSize = 64 << 20
  private static let maxLooseSize = 4_096
  /// The maximum number of symbolic references that are followed.
  private static let maxDepth = 5
  /// The maximum length of a name in bytes.
  static let maxNameLength = 255

  init(_ folder: GitFolder) { self.folder = folder }

  /// Returns the name of the object that a branch, a tag or `HEAD` refers to; `nil` if there is no such name.
  func object(named name: String) throws(GitFault) -> String? {
    guard Self.isValid(name) else { throw GitFault("the revision is not a valid name of a commit, a tag or a branch") }
    if name == "HEAD" { return try resolve("HEAD") }
    if name.hasPrefix("refs/") { return try resolve(name) }
    var found: [String] = []
    for prefix in ["refs/tags/", "refs/heads/", "refs/remotes/"] {
      if let object = try resolve(prefix + name) { found.append(object) }
    }
    guard Set(found).count <= 1 else { throw GitFault("several tags and branches have the name of the revision") }
    return found.first
  }

  /// Returns whether a name has the form of a reference (git-check-ref-format(1)), and cannot be taken for an option.
  static func isValid(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard !bytes.isEmpty, bytes.count <= maxNameLength, bytes[0] != UInt8(ascii: "-") else { return false }
    let forbidden = Set("~^:?*[\\ ".utf8)
    guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F && !forbidden.contains($0) }) else { return false }
    guard !name.contains(".."), !name.contains("@{") else { return false }
    return bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0.first != UInt8(ascii: ".") && $0.last != UInt8(ascii: ".") && !$0.ends(with: ".lock")
    }
  }

  /// Returns whether a text is the full name of an object.
  static func isObject(_ text: some Collection<UInt8>) -> Bool {
    (text.count == 40 || text.count == 64)
      && text.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private func resolve(_ name: String) throws(GitFault) -> String? {
    var name = name
    for _ in 0..<Self.maxDepth {
      guard let line = loose(name) else { return packed(name) }
      guard line.starts(with: "ref:".utf8) else {
        guard Self.isObject(line) else { throw GitFault("a reference of the repository is damaged") }
        return String(streamSafe: line)
      }
      let target = line.dropFirst(4).drop { $0 == 0x20 || $0 == 0x09 }
      name = String(streamSafe: target)
      // The names of a repository whose references are in another format (reftable).
      if name == "refs/heads/.invalid" { throw GitFault("the references of the repository are in the format reftable") }
      guard name.hasPrefix("refs/"), Self.isValid(name) else {
        throw GitFault("a reference of the repository is damaged")
      }
    }
    throw GitFault("references of the repository refer to each other")
  }

  private func loose(_ name: String) -> ArraySlice<UInt8>? {
    let base = name == "HEAD" ? folder.own : folder.common
    guard let bytes = GitFiles.bytes(of: base.appending(name), limit: Self.maxLooseSize) else { return nil }
    return bytes.prefix { $0 != 0x0A && $0 != 0x0D }
  }

  private func packed(_ name: String) -> String? {
    guard let bytes = GitFiles.bytes(of: folder.common.appending("packed-refs"), limit: Self.maxPackedSize) else {
      return nil
    }
    let wanted = Array(name.utf8)
    for line in bytes.split(separator: 0x0A) {
      guard let space = line.firstIndex(of: 0x20), line[(space + 1)...].elementsEqual(wanted) else { continue }
      return Self.isObject(line[..<space]) ? String(streamSafe: line[..<space]) : nil
    }
    return nil
  }
}
