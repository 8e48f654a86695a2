import ClickHouse
import Foundation
import Platform
package import UserFiles
import Vocabulary

/// Resolves the paths in a configuration, and checks whether the configuration may name them.
///
/// A configuration in a repository takes effect when a user runs the program in a checkout. A stranger may have written
/// it, and the user did not ask for it. What it may name is in the catalog of keys (`SettingPermission`).
package struct PathResolver: Sendable {
  struct Refusal: Error {
    /// Completes "'PATH' …".
    var message: String
    /// Whether a configuration of another origin may name the path.
    var isForbidden = true
  }

  /// The folder that relative paths start from.
  package let folder: String
  /// The user's home folder, which `~` stands for; `nil` if it is not known.
  package let home: String?
  /// How the configuration was chosen, which decides what it may name.
  package let origin: ConfigurationOrigin
  /// The files of the repository that contains the configuration; `nil` if the user named or owns the file.
  let scope: FoundScope?

  /// Returns the name of a database: a path, or the address of a server, which only the user's own files may name.
  func database(_ text: String) -> Result<String, Refusal> {
    guard ServerAddress.isAddress(text) else { return path(text, "database.path") }
    guard scope == nil else {
      return .failure(Refusal(message: "is a server, to which a found configuration must not send reports"))
    }
    return .success(text)
  }

  /// Returns the absolute path for a value of a key.
  func path(_ text: String, _ key: String) -> Result<String, Refusal> {
    let absolute: String
    do { absolute = try full(text) } catch { return .failure(error) }
    switch ConfigurationKeys.permission(key, origin) {
    case .any, .addition, .ownDatabase: return .success(absolute)
    case .repository: return inside(absolute, orHome: false)
    case .repositoryOrHome: return inside(absolute, orHome: true)
    case .nothing: return .failure(Refusal(message: "has no effect"))
    }
  }

  /// Returns the absolute path, without reading the file system.
  func full(_ text: String) throws(Refusal) -> String {
    var absolute = text
    if text == "~" || text.hasPrefix("~/") {
      guard let home else { throw Refusal(message: "cannot be expanded, because HOME is not set") }
      absolute = home + text.dropFirst(1)
    } else if !text.hasPrefix("/") {
      absolute = folder + "/" + text
    }
    return scope == nil ? Self.normalized(absolute) : absolute
  }

  /// Returns the path with its links resolved if it is in the repository, or in the home.
  private func inside(_ absolute: String, orHome: Bool) -> Result<String, Refusal> {
    // `..` is resolved after links, as the system does it.
    if let real = Self.real(absolute) {
      if scope?.contains(real) == true { return .success(real) }
      if orHome, let home, let realHome = Self.real(home), Self.contains(realHome, real) { return .success(real) }
    }
    return .failure(Refusal(message: outside(orHome: orHome)))
  }

  /// Returns whether a configuration that the user trusts could name the path.
  func wouldPermit(_ text: String, _ key: String) -> Bool {
    guard origin == .found else { return false }
    let trusted = PathResolver(folder: folder, home: home, origin: .trusted, scope: scope)
    guard case .success = trusted.path(text, key) else { return false }
    return true
  }

  /// Returns why a path may not be named, which completes "'PATH' …".
  package func outside(orHome: Bool) -> String {
    if scope?.folder == nil { return "is named by a configuration in the home or in a folder of all users" }
    return orHome ? "is not in the repository or your home" : "is not in the repository, or is in its .git"
  }

  /// Returns true if a path is in a folder, both absolute and normalized.
  package static func contains(_ folder: String, _ path: String) -> Bool { relative(path, to: folder) != nil }

  /// Returns the part of a path below a folder, without a leading slash; `nil` if it is not below it.
  static func relative(_ path: String, to folder: String) -> Substring.UTF8View? {
    let (path, folder) = (path.utf8, folder.utf8)
    if folder.elementsEqual("/".utf8) { return path.dropFirst() }
    guard path.starts(with: folder) else { return nil }
    let rest = path.dropFirst(folder.count)
    guard let first = rest.first else { return rest }
    return first == UInt8(ascii: "/") ? rest.dropFirst() : nil
  }

  /// Returns the path without `.`, `..` and double slashes. Does not read the file system.
  package static func normalized(_ path: String) -> String {
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
  /// Returns `nil` for a broken link, because a file written through it would be created at the target of the link, and
  /// for `..` in the part that does not exist.
  package static func real(_ path: String) -> String? {
    var existing = path
    var rest: [String] = []
    while true {
      if let found = Files.resolved(FilePath(existing)) {
        guard !rest.contains("..") else { return nil }
        return normalized(found.text + "/" + rest.reversed().joined(separator: "/"))
      }
      if (try? FileStatus(of: FilePath(existing), followsLinks: false))?.kind == .link { return nil }
      while existing.count > 1, existing.hasSuffix("/") { existing.removeLast() }
      guard let slash = existing.lastIndex(of: "/"), existing != "/" else { return nil }
      rest.append(String(existing[existing.index(after: slash)...]))
      existing = slash == existing.startIndex ? "/" : String(existing[..<slash])
    }
  }
}
