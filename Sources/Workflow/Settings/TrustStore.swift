import Foundation
import Platform
import Vocabulary

/// The configurations that the user trusts, each with the digest of the content that they trust.
///
/// Each is a file in a folder of the user's state, whose name is the digest of the configuration's path: entries need no
/// lock, and one that is damaged concerns one configuration. An entry counts only if it and the folder belong to the user
/// and no other user may read or write them, because a repository cannot contain such a file by accident.
package struct TrustStore {
  /// The state of a configuration.
  package enum State {
    case trusted
    /// Its content has changed since the user trusted it.
    case changed
    /// The user never trusted it, or revoked the trust.
    case unknown
  }

  /// A configuration that the user trusts.
  package struct Entry {
    /// The absolute path of the configuration.
    package var path: String
    /// The digest of the content that the user trusts, in hexadecimal digits.
    package var digest: String
  }

  /// The absolute path of the folder.
  package let folder: String

  /// Returns the user's store; `nil` without a home.
  package init?(_ session: Session) {
    if let state = session.variable("XDG_STATE_HOME"), state.hasPrefix("/") {
      folder = state + "/diagnose/trust"
    } else if let home = session.home, home.hasPrefix("/") {
      folder = home + UserFolders.state + "/diagnose/trust"
    } else {
      return nil
    }
  }

  /// Returns the store for a configuration; `nil` if the folder that the author of the configuration wrote contains the
  /// store: it could contain the trust in itself.
  package init?(_ session: Session, of configuration: FoundConfiguration) {
    self.init(session)
    guard let real = PathResolver.real(folder),
      let written = configuration.scope.folder?.path.text ?? PathResolver.real(configuration.folder),
      !PathResolver.contains(written, real)
    else { return nil }
  }

  /// Returns whether the user trusts the present content of a configuration.
  package func state(of configuration: FoundConfiguration) -> State {
    guard let entry = entry(Self.name(of: configuration.path)), entry.path == configuration.path else {
      return .unknown
    }
    return entry.digest == configuration.digest().hexadecimal ? .trusted : .changed
  }

  /// Records that the user trusts the present content of a configuration.
  package func add(_ configuration: FoundConfiguration) throws {
    let text = "\(Self.schema)\n\(configuration.digest().hexadecimal)\n\(configuration.path)\n"
    do throws(SystemError) {
      try createFolders()
      let folder = try FileDescriptor(opening: FilePath(folder), [.folder, .noFollow])
      defer { try? folder.close() }
      let status = try folder.status()
      guard Self.isPrivate(status) else { throw .notPermitted }
      let name = Self.name(of: configuration.path)
      let temporary = ".\(name).\(ChildProcess.ownID)"
      let file = try FileDescriptor(
        opening: temporary, in: folder, [.writeOnly, .create, .exclusive, .noFollow], mode: 0o600)
      do throws(SystemError) {
        try file.write(Array(text.utf8))
        try file.synchronize()
        try file.close()
        try folder.rename(temporary, to: name)
      } catch {
        try? folder.remove(temporary)
        throw error
      }
    } catch {
      throw CommandFault(
        .cannotWrite, "\(Terminal.quotedFileName(folder)): \(StandardStreams.reason(error))",
        hint: "The folder must belong to you, with mode 0700.")
    }
  }

  /// Removes the trust in the configuration at a path. Returns false if the user did not trust it.
  package func remove(_ path: String) throws -> Bool {
    do throws(SystemError) {
      let folder = try FileDescriptor(opening: FilePath(folder), [.folder, .noFollow])
      defer { try? folder.close() }
      try folder.remove(Self.name(of: path))
      return true
    } catch {
      if error == .noSuchFile { return false }
      throw CommandFault(.cannotWrite, "\(Terminal.quotedFileName(folder)): \(StandardStreams.reason(error))")
    }
  }

  /// All entries, sorted by path.
  package var entries: [Entry] {
    ((try? FolderEntry.list(FilePath(folder))) ?? []).compactMap { entry(String(decoding: $0.name, as: UTF8.self)) }
      .sorted { $0.path < $1.path }
  }

  // MARK: Files

  private static let schema = "diagnose-trust/1"
  private static let maxSize = 1 << 14

  private static func name(of path: String) -> String { SHA256.digest(of: Array(path.utf8)).hexadecimal }

  /// Returns whether a file or folder belongs to the user, and no other user may use it.
  private static func isPrivate(_ status: FileStatus) -> Bool {
    status.isOwnedByUser && status.permissions & 0o077 == 0
  }

  private func entry(_ name: String) -> Entry? {
    guard let folder = try? ContainedFolder(FilePath(folder)), Self.isPrivate(folder.status),
      let opened = try? folder.open(FilePath(name), links: .refused)
    else { return nil }
    guard Self.isPrivate(opened.status) else {
      try? opened.descriptor.close()
      return nil
    }
    guard let bytes = try? FileReader.file(opened).bytes(limit: Self.maxSize) else { return nil }
    // The path is the rest, because it may contain line breaks.
    let parts = bytes.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].elementsEqual(Self.schema.utf8), parts[2].last == 0x0A
    else { return nil }
    let digest = String(decoding: parts[1], as: UTF8.self)
    let path = String(decoding: parts[2].dropLast(), as: UTF8.self)
    return Self.name(of: path) == name ? Entry(path: path, digest: digest) : nil
  }

  private func createFolders() throws(SystemError) {
    var current = ""
    for part in folder.split(separator: "/") {
      current += "/" + part
      do throws(SystemError) { try Files.createFolder(FilePath(current), mode: 0o700) } catch {
        guard error == .fileExists || Folder.isFolder(FilePath(current)) else { throw error }
      }
    }
  }
}
