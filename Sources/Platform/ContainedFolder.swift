#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import COpenBeneath
  import Glibc
#endif

/// A folder whose files are opened without leaving it: neither by `..`, nor by an absolute path, nor through a link.
///
/// What is checked is the file that was opened, not its name. A user who may write to the folder can replace a file by a
/// link at any time, so that an answer about a name says nothing about the file that is opened afterwards. The folder is
/// opened once; renaming or replacing it later does not redirect the object.
///
/// Hard links are not recognized: they are files of the folder like any other. A volume mounted in the folder is part of
/// it.
package final class ContainedFolder: Sendable {
  /// The absolute path of the folder, with all links resolved.
  package let path: FilePath
  /// The status of the folder when it was opened.
  package let status: FileStatus
  private let folder: FileDescriptor
  /// Whether the system's own call is used where it exists. Tests turn it off to check the other way.
  private let usesSystemCall: Bool

  /// What is expected at a path.
  package enum Kind: Sendable {
    /// A regular file.
    case file
    case folder
  }

  /// How links in a path are treated.
  package enum Links: Sendable {
    /// Links are resolved first. The target must be in the folder.
    case inside
    /// A path with a link is not opened.
    case refused
  }

  /// Why a path was not opened.
  package enum Fault: Error, Equatable, Sendable {
    /// The path leads out of the folder, or its file was replaced by a link while it was opened.
    case outside
    /// There is nothing at this path in the folder. A link to a file that does not exist is `outside`, so that the answer
    /// does not tell which files exist outside of the folder.
    case notFound
    /// There is a file of another type.
    case wrongKind(FileStatus.Kind)
    /// The system does not open it.
    case system(SystemError)
  }

  /// An open file or folder.
  package struct Opened: Sendable {
    /// The descriptor, which the caller closes.
    package let descriptor: FileDescriptor
    /// The status of the open file.
    package let status: FileStatus
    /// The path below the folder, with all links resolved; empty for the folder itself.
    package let relativePath: FilePath
    /// Whether the path as it was given contains a link.
    package let followedLink: Bool

    /// The names of the folders and of the file in `relativePath`.
    package var components: [ArraySlice<UInt8>] { relativePath.bytes.split(separator: UInt8(ascii: "/")) }
  }

  /// Opens the folder at `path`, which is trusted: its links are followed.
  package convenience init(_ path: FilePath) throws(SystemError) { try self.init(path, usesSystemCall: true) }

  init(_ path: FilePath, usesSystemCall: Bool) throws(SystemError) {
    guard let real = Files.resolved(path) else { throw .noSuchFile }
    // In the scope of the path, if it has one: the path may lead elsewhere by now.
    let folder = try FileDescriptor(opening: real, [.folder, .noFollow, .nonBlocking])
    do throws(SystemError) { status = try folder.status() } catch {
      try? folder.close()
      throw error
    }
    self.path = real.unscoped
    self.folder = folder
    self.usesSystemCall = usesSystemCall
  }

  deinit { try? folder.close() }

  /// Opens a file or folder for reading, without waiting for the other end of a pipe.
  ///
  /// - Parameters:
  ///   - path: A path relative to the folder, or an absolute one.
  ///   - kind: The type that the open file must have.
  ///   - links: Whether links to other files of the folder are followed.
  package func open(_ path: FilePath, _ kind: Kind = .file, links: Links = .inside) throws(Fault) -> Opened {
    guard !path.bytes.contains(0) else { throw .notFound }
    let full = path.isAbsolute ? path.unscoped : self.path.appending(path.bytes)
    let target: [UInt8]
    var followedLink = false
    switch links {
    case .refused:
      guard let inside = relative(full), !hasParents(inside) else { throw .outside }
      target = inside
    case .inside:
      guard let real = Files.resolved(full) else { throw absence(of: full) }
      guard let inside = relative(real) else { throw .outside }
      target = inside
      followedLink = relative(full).map { plain($0) != plain(inside) } ?? true
    }
    var options: FileDescriptor.Options = [.nonBlocking, .noControllingTerminal]
    if kind == .folder { options.insert(.folder) }
    let descriptor = try descriptor(at: plain(target), options)
    let status: FileStatus
    do throws(SystemError) { status = try descriptor.status() } catch {
      try? descriptor.close()
      throw .system(error)
    }
    guard status.kind == (kind == .folder ? .folder : .regular) else {
      try? descriptor.close()
      throw .wrongKind(status.kind)
    }
    return Opened(
      descriptor: descriptor, status: status, relativePath: FilePath(bytes: plain(target)), followedLink: followedLink)
  }

  /// Returns whether `path`, with its links resolved, is this folder or in it. The answer holds for the moment only: open
  /// the file to be sure.
  package func contains(_ path: FilePath) -> Bool { Files.resolved(path).map { relative($0) != nil } ?? false }

  // MARK: For scopes

  /// Returns the path below the folder of a file, with all links resolved.
  ///
  /// - Parameters:
  ///   - path: An absolute path, or one relative to the working directory.
  ///   - followsLast: If false, the file itself may be a link, which is not followed.
  func target(of path: FilePath, followsLast: Bool) throws(Fault) -> [UInt8] {
    guard !path.bytes.contains(0) else { throw .notFound }
    let path = path.withoutSlashes
    let last = path.lastComponent
    let keepsLast = !followsLast && !last.isEmpty && !last.elementsEqual(".".utf8) && !last.elementsEqual("..".utf8)
    guard let real = Files.resolved(keepsLast ? path.parent : path) else { throw .outside }
    guard let inside = relative(keepsLast ? real.appending(Array(last)) : real) else { throw .outside }
    return plain(inside)
  }

  /// Returns a path below the folder in its simplest form. Throws if it leads out of the folder.
  func target(beneath path: [UInt8]) throws(Fault) -> [UInt8] {
    guard !path.contains(0) else { throw .notFound }
    guard !hasParents(path) else { throw .outside }
    return plain(path)
  }

  /// Opens the file at a path below the folder, none of whose components may be a link.
  func descriptor(at target: [UInt8], _ options: FileDescriptor.Options) throws(Fault) -> FileDescriptor {
    try openBeneath(target, options.union(.noFollow))
  }

  /// Reads the status of the file at a path below the folder, none of whose folders may be a link.
  func status(at target: [UInt8]) throws(Fault) -> FileStatus {
    guard let slash = target.lastIndex(of: UInt8(ascii: "/")) else { return try Self.status(target, in: folder) }
    let parent = try openBeneath(Array(target[..<slash]), [.folder, .nonBlocking, .noFollow])
    defer { try? parent.close() }
    return try Self.status(Array(target[(slash + 1)...]), in: parent)
  }

  private static func status(_ name: [UInt8], in folder: FileDescriptor) throws(Fault) -> FileStatus {
    do throws(SystemError) {
      return name.isEmpty ? try folder.status() : try FileStatus(of: FilePath(bytes: name), in: folder)
    } catch { throw fault(error) }
  }

  // MARK: Paths

  /// Returns the part of an absolute path below the folder; `nil` if it is not below it.
  private func relative(_ full: FilePath) -> [UInt8]? {
    let slash = UInt8(ascii: "/")
    if path.bytes == [slash] { return Array(full.bytes.drop { $0 == slash }) }
    guard full.bytes.starts(with: path.bytes) else { return nil }
    let rest = full.bytes.dropFirst(path.bytes.count)
    guard rest.isEmpty || rest.first == slash else { return nil }
    return Array(rest.drop { $0 == slash })
  }

  private func hasParents(_ path: [UInt8]) -> Bool {
    path.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
  }

  /// Returns the path without `.` and empty components.
  private func plain(_ path: [UInt8]) -> [UInt8] {
    Array(
      path.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
        .joined(separator: [UInt8(ascii: "/")]))
  }

  /// Returns why a path cannot be resolved, without following a link.
  private func absence(of full: FilePath) -> Fault {
    guard let inside = relative(full), !hasParents(inside) else { return .outside }
    var current = path
    for part in plain(inside).split(separator: UInt8(ascii: "/")) {
      current = current.appending(Array(part))
      do throws(SystemError) {
        switch try FileStatus(of: current, followsLinks: false).kind {
        case .link: return .outside
        default: break
        }
      } catch { return error == .noSuchFile || error == .notAFolder ? .notFound : .system(error) }
    }
    return .notFound
  }

  // MARK: Opening

  private func openBeneath(_ path: [UInt8], _ options: FileDescriptor.Options) throws(Fault) -> FileDescriptor {
    let name = path.isEmpty ? [UInt8(ascii: ".")] : path
    if usesSystemCall, let answer = Self.openWithSystemCall(name, in: folder, options) {
      switch answer {
      case .success(let descriptor): return descriptor
      case .failure(let error): throw Self.fault(error)
      }
    }
    do throws(SystemError) { return try Self.openByComponents(name, in: folder, options) } catch {
      throw Self.fault(error)
    }
  }

  private static func fault(_ error: SystemError) -> Fault {
    switch error {
    // A link where there was none when the path was resolved.
    case .tooManyLinks, .leavesFolder: .outside
    case .noSuchFile: .notFound
    // A folder that is now a file, or a link that O_DIRECTORY reports in this way.
    case .notAFolder: .notFound
    case .noSuchDevice: .wrongKind(.device)
    default: .system(error)
    }
  }

  /// Opens the file with openat2(2). Returns `nil` if the system has no such call, or a sandbox forbids it.
  private static func openWithSystemCall(
    _ path: [UInt8], in folder: FileDescriptor, _ options: FileDescriptor.Options
  ) -> Result<FileDescriptor, SystemError>? {
    #if canImport(Glibc)
      let number = FilePath(bytes: path).withCString {
        diagnose_open_beneath(folder.rawValue, $0, options.rawValue | O_CLOEXEC)
      }
      if number >= 0 { return .success(FileDescriptor(rawValue: number)) }
      let error = SystemError.last
      // EAGAIN: a folder of the path was renamed meanwhile, so that the system cannot tell where it is.
      switch error.number {
      case ENOSYS, EPERM, EINVAL, E2BIG, EAGAIN: return nil
      default: return .failure(error)
      }
    #else
      return nil
    #endif
  }

  /// Opens one component after the other, none of which may be a link.
  private static func openByComponents(
    _ path: [UInt8], in folder: FileDescriptor, _ options: FileDescriptor.Options
  ) throws(SystemError) -> FileDescriptor {
    let parts = path.split(separator: UInt8(ascii: "/"))
    var current = folder
    defer { if current != folder { try? current.close() } }
    for (index, part) in parts.enumerated() {
      if part.elementsEqual("..".utf8) { throw .leavesFolder }
      let isLast = index == parts.count - 1
      let flags: FileDescriptor.Options = isLast ? options : [.folder, .noFollow, .nonBlocking]
      let number = FilePath(bytes: Array(part)).withCString {
        openat(current.rawValue, $0, flags.rawValue | O_CLOEXEC, 0)
      }
      guard number >= 0 else { throw .last }
      let next = FileDescriptor(rawValue: number)
      if isLast { return next }
      if current != folder { try? current.close() }
      current = next
    }
    throw .noSuchFile
  }
}

extension SystemError {
  /// `EXDEV`, with which openat2(2) rejects a path that leaves the folder.
  fileprivate static let leavesFolder = SystemError(number: EXDEV)
}
