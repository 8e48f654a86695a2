#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The folders in which the files of a search must be.
///
/// A path with a scope (`FilePath.within`, `FilePath.contained`) keeps it when names are appended. Everywhere its file is
/// opened, listed or examined, this happens below one of the folders (`ContainedFolder`), so that a file which is replaced by a
/// link after it was checked is not followed out of them. What leads out of the folders looks like a file that does not exist.
///
/// A hard link is a file of the folder that contains it: its name and its content cannot be told from those of any other
/// file. Who may create one in the folder could read or link the file already (on Linux with `fs.protected_hardlinks`, its
/// default, only a user who may read and write it, or owns it).
package final class FileScope: Sendable {
  private enum Rule {
    /// Files of the folders, also through links that lead to files of the folders.
    case inside([ContainedFolder], refuses: (@Sendable ([ArraySlice<UInt8>]) -> Bool)?)
    /// Files below one folder, without links. `base` is the folder as it was named, with which every path begins.
    case below(ContainedFolder, base: FilePath)
  }

  private let rule: Rule
  /// Another scope in which the files must be.
  private let outer: FileScope?

  /// Creates a scope that follows links within the folders.
  ///
  /// - Parameter refuses: Returns whether a file of the folders is not opened, by the names of the folders and of the file
  ///   below the folder.
  package init(_ folders: [ContainedFolder], refuses: (@Sendable ([ArraySlice<UInt8>]) -> Bool)? = nil) {
    rule = .inside(folders, refuses: refuses)
    outer = nil
  }

  fileprivate init(below folder: ContainedFolder, base: FilePath) {
    rule = .below(folder, base: base.withoutSlashes)
    // The folder was opened within the scope of its path.
    outer = nil
  }

  private init(_ rule: Rule, outer: FileScope?) {
    self.rule = rule
    self.outer = outer
  }

  /// Returns the scope of the files that are in both.
  package func and(_ other: FileScope?) -> FileScope {
    guard let other, other !== self else { return self }
    return FileScope(rule, outer: outer?.and(other) ?? other)
  }

  /// Returns whether the path leads to a file or folder of the scope at this moment.
  package func contains(_ path: FilePath) -> Bool { (try? status(path, followsLinks: true)) != nil }

  // MARK: Opening

  /// Opens a file or folder for reading.
  func open(_ path: FilePath, _ options: FileDescriptor.Options) throws(SystemError) -> FileDescriptor {
    guard options.isReading else { throw .notPermitted }
    let descriptor = try find(path, followsLinks: !options.contains(.noFollow)) {
      (folder, target) throws(ContainedFolder.Fault) in
      try folder.descriptor(at: target, options)
    }
    guard let outer else { return descriptor }
    do throws(SystemError) {
      let other = try outer.open(path, options)
      defer { try? other.close() }
      guard other.isSameFile(as: descriptor) else { throw .noSuchFile }
      return descriptor
    } catch {
      try? descriptor.close()
      throw error
    }
  }

  /// Reads the status of a file, without opening it.
  func status(_ path: FilePath, followsLinks: Bool) throws(SystemError) -> FileStatus {
    let status = try find(path, followsLinks: followsLinks) { (folder, target) throws(ContainedFolder.Fault) in
      try folder.status(at: target)
    }
    // It was replaced by a link after its name was resolved, or links are not followed at all.
    if followsLinks, status.kind == .link { throw .noSuchFile }
    if let outer { _ = try outer.status(path, followsLinks: followsLinks) }
    return status
  }

  /// Calls `body` with the folder that contains the file, and the path below it.
  private func find<Result>(
    _ path: FilePath, followsLinks: Bool,
    _ body: (ContainedFolder, [UInt8]) throws(ContainedFolder.Fault) -> Result
  ) throws(SystemError) -> Result {
    var fault = ContainedFolder.Fault.outside
    switch rule {
    case .below(let folder, let base):
      guard let target = path.remainder(below: base) ?? path.remainder(below: folder.path) else { throw .noSuchFile }
      do throws(ContainedFolder.Fault) { return try body(folder, try folder.target(beneath: target)) } catch {
        fault = error
      }
    case .inside(let folders, let refuses):
      for folder in folders {
        do throws(ContainedFolder.Fault) {
          let target = try folder.target(of: path.unscoped, followsLast: followsLinks)
          if let refuses, refuses(target.split(separator: UInt8(ascii: "/"))) { throw .outside }
          return try body(folder, target)
        } catch { if fault == .outside { fault = error } }
      }
    }
    switch fault {
    case .system(let error): throw error
    case .outside, .notFound, .wrongKind: throw .noSuchFile
    }
  }
}

extension FilePath {
  /// The same path, whose file must be in the scope when it is opened.
  package func within(_ scope: FileScope?) -> FilePath {
    guard let scope else { return self }
    return FilePath(bytes: bytes, scope: scope.and(self.scope))
  }

  /// The same path of a folder. Everything below it is opened without links, in the folder that is there now.
  ///
  /// - Throws: The error of opening the folder, whose own links are followed.
  package func contained() throws(SystemError) -> FilePath {
    FilePath(bytes: bytes, scope: FileScope(below: try ContainedFolder(self), base: self))
  }

  /// The same path without a scope.
  var unscoped: FilePath { scope == nil ? self : FilePath(bytes: bytes) }

  /// Returns the rest of the path behind a folder; `nil` if the path does not begin with it.
  fileprivate func remainder(below base: FilePath) -> [UInt8]? {
    let slash = UInt8(ascii: "/")
    // Names in the working directory have no prefix.
    if base.bytes == [UInt8(ascii: ".")], !isAbsolute { return bytes }
    if base.bytes == [slash] { return isAbsolute ? Array(bytes.drop { $0 == slash }) : nil }
    guard bytes.starts(with: base.bytes) else { return nil }
    let rest = bytes.dropFirst(base.bytes.count)
    guard rest.isEmpty || rest.first == slash else { return nil }
    return Array(rest.drop { $0 == slash })
  }
}
