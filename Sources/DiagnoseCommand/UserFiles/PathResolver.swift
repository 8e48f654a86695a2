import ClickHouse
import Foundation
import Platform
import Vocabulary

/// Resolves the paths in a configuration, and checks whether the configuration may name them.
///
/// A configuration in a repository takes effect when a user runs the program in a checkout. A stranger may have written
/// it, and the user did not ask for it. It may therefore name paths in the repository and, for reading, paths in the
/// user's home, where archives and reports are. It must not redirect the history outside the repository, not even
/// through a symbolic link, and must not open paths on a network.
struct PathResolver {
  struct Refusal: Error {
    var message: String
    var hint: String?
  }

  /// The folder that relative paths start from.
  let folder: String
  let home: String?
  /// The repository that contains the configuration; `nil` if the user named or owns the file.
  let repository: String?

  /// Returns the name of a database: a path, or the address of a server, which only the user's own files may name.
  func database(_ text: String) -> Result<String, Refusal> {
    guard ServerAddress.isAddress(text) else { return path(text, isWritten: true) }
    guard repository == nil else {
      return .failure(
        Refusal(
          message: "is a server, to which a repository's configuration must not send reports",
          hint: "Use --database, or your own configuration."))
    }
    return .success(text)
  }

  func path(_ text: String, isWritten: Bool = false) -> Result<String, Refusal> {
    var absolute = text
    if text == "~" || text.hasPrefix("~/") {
      guard let home else { return .failure(Refusal(message: "cannot expand '~', because HOME is not set")) }
      absolute = home + text.dropFirst(1)
    } else if !text.hasPrefix("/") {
      absolute = folder + "/" + text
    }
    absolute = Self.normalized(absolute)
    guard let repository else { return .success(absolute) }
    let isInside = Self.contains(repository, absolute)
    if isWritten {
      let isGits = Self.contains(repository + "/.git", absolute)
      guard isInside, !isGits, let real = Self.real(absolute), let realRepository = Self.real(repository),
        Self.contains(realRepository, real), !Self.contains(realRepository + "/.git", real)
      else {
        return .failure(
          Refusal(
            message:
              "is outside the repository or in its .git folder, where a repository's configuration must not write",
            hint: "Use --database, or your own configuration."))
      }
      return .success(absolute)
    }
    if isInside || home.map({ Self.contains(Self.normalized($0), absolute) }) == true { return .success(absolute) }
    return .failure(
      Refusal(
        message: "is outside the repository and your home, where a repository's configuration must not read",
        hint: "Use the command line or your own configuration, or name this configuration with --config."))
  }

  static func contains(_ folder: String, _ path: String) -> Bool {
    folder == "/" || path == folder || path.hasPrefix(folder + "/")
  }

  /// Returns the path without `.`, `..` and double slashes. Does not read the file system.
  static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") {
      if part == ".." {
        _ = parts.popLast()
      } else if part != "." {
        parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Returns the path with all symbolic links resolved; for a missing file, resolves its nearest existing folder.
  /// Returns `nil` for a broken link, because a file written through it would be created at the target of the link.
  static func real(_ path: String) -> String? {
    var existing = path
    var rest: [String] = []
    while true {
      if let found = Files.resolved(FilePath(existing)) {
        return normalized(found.text + "/" + rest.reversed().joined(separator: "/"))
      }
      if (try? FileStatus(of: FilePath(existing), followsLinks: false)) != nil { return nil }
      guard let slash = existing.lastIndex(of: "/"), existing != "/" else { return nil }
      rest.append(String(existing[existing.index(after: slash)...]))
      existing = slash == existing.startIndex ? "/" : String(existing[..<slash])
    }
  }
}
