internal import Bytes
internal import Vocabulary

/// The files of a commit: the output of `git ls-tree -r -z`.
struct TreeListing {
  /// An entry that is not a file of this repository.
  struct Submodule {
    /// The path in the commit.
    var path: String
    /// The full name of the commit of the submodule.
    var commit: String
  }

  /// The names of the regular files, without links.
  private(set) var files = SourceFileList()
  /// The objects of the files by path.
  private(set) var objects: [String: String] = [:]
  private(set) var submodules: [Submodule] = []

  /// The maximum number of submodules.
  private static let maxSubmodules = 1_000

  init(_ output: [UInt8]) throws(GitFault) {
    for entry in output.split(separator: 0) {
      guard let tab = entry.firstIndex(of: 0x09) else { throw GitFault("the files of the commit cannot be listed") }
      let head = entry[..<tab].split(separator: 0x20)
      let path = entry[(tab + 1)...]
      guard head.count == 3, GitReferences.isObject(head[2]) else {
        throw GitFault("the files of the commit cannot be listed")
      }
      guard SourceFileList.isPlain(path), path.count <= SourceFileList.maxPathLength else { continue }
      let name = String(streamSafe: path)
      // A name that cannot be given to git unchanged is not looked up.
      guard name.utf8.elementsEqual(path) else { continue }
      let object = String(streamSafe: head[2])
      if head[0].starts(with: "100".utf8) {
        guard files.append(path) else { throw GitFault("the commit has too many files") }
        objects[name] = object
      } else if head[0].elementsEqual("160000".utf8) {
        guard submodules.count < Self.maxSubmodules else { throw GitFault("the commit has too many submodules") }
        submodules.append(Submodule(path: name, commit: object))
      }
    }
    files.sort()
  }
}
