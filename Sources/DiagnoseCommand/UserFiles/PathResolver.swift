import Foundation
import Platform
import Vocabulary

/// What a path of a configuration means, and whether that configuration may name it.
///
/// A configuration that was found in a repository was perhaps written by a stranger, and nobody asked for it: it takes
/// effect when somebody runs the program in a checkout. So it may name what lies in that repository, and for reading
/// what lies in the user's home, which is where archives and reports are. It may not have the history written elsewhere,
/// be it by way of a symbolic link, nor have paths opened that only a network can answer.
struct PathResolver {
  struct Refusal: Error {
    var message: String
    var hint: String?
  }

  /// The folder that relative paths start from.
  let folder: String
  let home: String?
  /// The repository, where the configuration was found in it; `nil` where the user named the file or owns it.
  let repository: String?

  func path(_ text: String, isWritten: Bool) -> Result<String, Refusal> {
    var absolute = text
    if text == "~" || text.hasPrefix("~/") {
      guard let home else { return .failure(Refusal(message: "'~' is unknown, because HOME is not set")) }
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
              "leads out of the repository or into its .git; a configuration found there may have nothing written there",
            hint: "Name it with --database, or in your own configuration."))
      }
      return .success(absolute)
    }
    if isInside || home.map({ Self.contains(Self.normalized($0), absolute) }) == true { return .success(absolute) }
    return .failure(
      Refusal(
        message: "lies neither in the repository nor in your home; a configuration found there may not name it",
        hint: "Name it on the command line, or in your own configuration, or name this one with --config."))
  }

  static func contains(_ folder: String, _ path: String) -> Bool {
    folder == "/" || path == folder || path.hasPrefix(folder + "/")
  }

  /// Without `.`, `..` and double slashes, by the letters alone.
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

  /// The path with all symbolic links followed; of what is not there yet, its nearest folder that is. `nil` for a link
  /// that leads nowhere: a file made through it would be made where the link says.
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
