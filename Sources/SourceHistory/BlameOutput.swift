internal import Bytes
internal import Vocabulary

/// The output of `git blame --porcelain` (git-blame(1), "The porcelain format").
struct BlameOutput {
  /// What is stated of a commit, at its first line.
  struct Commit: Equatable {
    var author = ""
    var seconds = 0
    var subject = ""
  }

  /// The commit of a line.
  struct Line: Equatable {
    /// The full name of the commit.
    var commit: String
    /// The number of the line in the file of the commit, from 1.
    var original: Int
    /// The path of the file in the commit; `nil` if git had to quote it.
    var path: String?
  }

  /// The lines of the file, in order.
  private(set) var lines: [Line] = []
  /// The commits by their full names.
  private(set) var commits: [String: Commit] = [:]

  /// The maximum length of a name and of a subject in bytes.
  private static let maxTextLength = 1_000

  init(_ output: [UInt8]) throws(GitFault) {
    let fault = GitFault("the answer of git cannot be read")
    var paths: [String: String] = [:]
    var current: (id: String, original: Int)?
    for row in output.split(separator: 0x0A, omittingEmptySubsequences: false) {
      guard let line = current else {
        if row.isEmpty { continue }
        let words = row.split(separator: 0x20)
        guard words.count >= 3, GitReferences.isObject(words[0]), let original = Self.number(words[1]),
          Self.number(words[2]) == lines.count + 1
        else { throw fault }
        var id = String(streamSafe: words[0])
        if let known = commits.index(forKey: id) {
          // One copy of the name for all lines.
          id = commits[known].key
        } else {
          commits[id] = Commit()
        }
        current = (id, original)
        continue
      }
      if row.first == 0x09 {
        lines.append(Line(commit: line.id, original: line.original, path: paths[line.id]))
        current = nil
      } else if let value = Self.value(of: "filename ", row) {
        // A name with control characters is in quotation marks.
        paths[line.id] = value.first == UInt8(ascii: "\"") ? nil : String(streamSafe: value)
      } else {
        Self.read(row, &commits[line.id, default: Commit()])
      }
    }
    guard current == nil else { throw fault }
  }

  private static func read(_ row: ArraySlice<UInt8>, _ commit: inout Commit) {
    if let name = value(of: "author ", row) {
      commit.author = text(name)
    } else if let time = value(of: "author-time ", row) {
      commit.seconds = number(time) ?? 0
    } else if let subject = value(of: "summary ", row) {
      commit.subject = text(subject)
    }
  }

  private static func value(of key: StaticString, _ row: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    row.begins(with: key) ? row.dropFirst(key.utf8CodeUnitCount) : nil
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(String(streamSafe: bytes.prefix(maxTextLength * 2)).prefix(bytes: maxTextLength))
  }

  /// Returns a number of at most 15 digits, also a negative one.
  static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    bytes.count <= 16 ? Int(String(streamSafe: bytes)) : nil
  }
}
