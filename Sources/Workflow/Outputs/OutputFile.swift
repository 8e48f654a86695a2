import Bytes
import Foundation
package import Pages
import Platform
import Vocabulary

/// A file or folder that an option names for writing. It cannot be written to before an `OutputCheck` accepted it.
package struct OutputArgument: Hashable, Sendable {
  /// The name as the user gave it.
  package let name: String

  /// An output with the name that the user gave.
  package init(_ name: String) { self.name = name }

  /// Whether it is standard output, in the commands that accept `-`.
  package var isStandardOutput: Bool { name == "-" }
}

/// An output that is known to replace nothing that the command reads. Only `OutputCheck` creates one, and only code with
/// such a value can write a file.
package struct CheckedOutput: Sendable {
  /// The name as the user gave it, for messages.
  package let name: String
  /// What the command reads. The name may mean another file by the time of writing.
  private let protected: ProtectedFiles
  private let permitted: ProtectedFiles.Role?

  fileprivate init(_ name: String, _ protected: ProtectedFiles, permitting permitted: ProtectedFiles.Role?) {
    self.name = name
    self.protected = protected
    self.permitted = permitted
  }

  /// Writes text or bytes to a new file beside the output and renames it, so that the file is written completely or not
  /// at all. If the output is not a regular file (a terminal, a named pipe), writes to it directly; also if it is the file
  /// to which standard output or standard error is redirected, also under another name (`/dev/stdout`): a new file would not be
  /// that of the caller.
  ///
  /// Checks again what the name means. The folder is opened once, so that a link that replaces it is not followed, and the
  /// file that would be replaced is checked last. A link that replaces a device or pipe leads to no file.
  ///
  /// - Throws: `OutputFault.failed` if the output cannot be written, or if it is now a file that the command reads.
  package func write(_ text: String) throws(OutputFault) { try write(Array(text.utf8)) }

  /// Writes bytes as above.
  package func write(_ bytes: [UInt8]) throws(OutputFault) {
    let path = FilePath(name)
    if let status = try? FileStatus(of: path) {
      guard status.kind == .regular else { return try writeDirectly(bytes, to: path) }
      if let stream = Self.stream(of: status) { return try write(bytes, to: stream, path) }
    }
    do throws(SystemError) {
      let folder = try FileDescriptor(opening: path.parent, .searchedFolder)
      defer { try? folder.close() }
      try replace(path, in: folder, by: bytes)
      // The rename is durable only after the folder is synchronized.
      if let opened = try? FileDescriptor(opening: ".", in: folder) {
        try? opened.synchronize()
        try? opened.close()
      }
    } catch {
      throw .failed(
        target: name, reason: changedRole(path).map { "it is now \($0.text)" } ?? StandardStreams.reason(error))
    }
  }

  /// - Throws: `notPermitted` if the name means a file that the command reads.
  private func replace(_ path: FilePath, in folder: FileDescriptor, by bytes: [UInt8]) throws(SystemError) {
    let last = name.lastIndex(of: "/").map { String(name[name.index(after: $0)...]) } ?? name
    // Not the number of the process, which is 1 in every container.
    let neighbor = ".\(last.prefix(bytes: 80)).diagnose-\(UInt64.random(in: 0...UInt64.max).hexadecimal)"
    // The user may have made an earlier output private.
    let mode = (try? FileStatus(of: path))?.permissions ?? 0o666
    let file = try FileDescriptor(
      opening: neighbor, in: folder, [.writeOnly, .create, .exclusive, .noFollow], mode: mode)
    do throws(SystemError) {
      try Self.fill(file, bytes, isNew: true)
      // The folder in which the name is looked up must be the one in which it is replaced.
      let identity = PathIdentity(path)
      guard identity.isIn(try folder.status()), changedRole(path, identity) == nil else { throw .notPermitted }
      try folder.rename(neighbor, to: last)
    } catch {
      try? folder.remove(neighbor)
      throw error
    }
  }

  /// Writes to a device or a pipe, which has no contents to replace.
  private func writeDirectly(_ bytes: [UInt8], to path: FilePath) throws(OutputFault) {
    do throws(SystemError) {
      let file = try Self.opened(path)
      guard try file.status().kind != .regular else {
        try? file.close()
        throw .notPermitted
      }
      try BlockingCalls.during { () throws(SystemError) in try Self.fill(file, bytes, isNew: false) }
    } catch {
      let reason = error == .noSuchDevice ? Self.reasonOfMissingReader(path) : nil
      throw .failed(
        target: name,
        reason: changedRole(path).map { "it is now \($0.text)" } ?? reason ?? StandardStreams.reason(error))
    }
  }

  /// Opens a device or a pipe without waiting for its other end, except for a short time: a reader that is started at the
  /// same time opens the pipe a little later.
  private static func opened(_ path: FilePath) throws(SystemError) -> FileDescriptor {
    let end = SystemClock.monotonicMilliseconds + 1000
    while true {
      do throws(SystemError) {
        return try FileDescriptor(opening: path, [.writeOnly, .noControllingTerminal, .nonBlocking])
      } catch {
        guard error == .noSuchDevice, isPipe(path), SystemClock.monotonicMilliseconds < end else { throw error }
      }
      SystemClock.sleep(milliseconds: 20)
    }
  }

  private static func isPipe(_ path: FilePath) -> Bool { (try? FileStatus(of: path))?.kind == .pipe }

  /// Returns why a pipe or a socket cannot be opened for writing; `nil` for everything else.
  private static func reasonOfMissingReader(_ path: FilePath) -> String? {
    switch (try? FileStatus(of: path))?.kind {
    case .pipe: "no process reads this pipe"
    case .socket: "it is a socket"
    default: nil
    }
  }

  /// Returns the stream of this process that is open on a file; `nil` if none is.
  private static func stream(of file: FileStatus) -> FileDescriptor? {
    [FileDescriptor.standardOutput, .standardError].first { stream in
      guard let status = try? stream.status() else { return false }
      return status.device == file.device && status.inode == file.inode
    }
  }

  /// Writes to a file that is open as a stream of this process, from its present position on.
  private func write(_ bytes: [UInt8], to stream: FileDescriptor, _ path: FilePath) throws(OutputFault) {
    if let role = changedRole(path) { throw .failed(target: name, reason: "it is now \(role.text)") }
    do throws(SystemError) { try stream.write(bytes) } catch {
      throw .failed(target: name, reason: StandardStreams.reason(error))
    }
  }

  /// Returns what the name means now, if no output may replace it.
  private func changedRole(_ path: FilePath, _ identity: PathIdentity? = nil) -> ProtectedFiles.Role? {
    let role = protected.role(replacedBy: identity ?? PathIdentity(path), path)
    return role == permitted ? nil : role
  }

  /// Whether the output is a folder at present.
  package var isFolder: Bool { Folder.isFolder(FilePath(name)) }

  /// Creates the folder, and its parents, if it does not exist.
  package func createFolder() throws {
    if isFolder { return }
    try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: true)
  }

  /// The writer of pages to the folder.
  package var site: SiteWriter { SiteWriter(directory: FilePath(name)) }

  /// Writes to an open file, and closes it.
  private static func fill(_ file: FileDescriptor, _ bytes: [UInt8], isNew: Bool) throws(SystemError) {
    var failure: SystemError?
    do throws(SystemError) {
      try file.write(bytes)
      if isNew { try file.synchronize() }
    } catch {
      failure = error
    }
    do { try file.close() } catch { failure = failure ?? error }
    if let failure { throw failure }
  }
}

/// The only way to an output: no output of a command replaces what it reads, its history, or another output.
///
/// All outputs of a command are checked before it reads or records anything, so that a conflict changes nothing.
package struct OutputCheck {
  private let protected: ProtectedFiles
  /// The outputs that were accepted.
  private var accepted: [(identity: PathIdentity, option: String)] = []

  /// - Parameters:
  ///   - protected: What the command reads.
  ///   - usesStandardOutput: Whether the command itself writes to standard output.
  /// - Throws: `wrongUse` if standard output is one of these files.
  package init(keeping protected: ProtectedFiles, usesStandardOutput: Bool = true) throws(CommandFault) {
    self.protected = protected
    guard usesStandardOutput, let status = try? FileDescriptor.standardOutput.status(), status.kind == .regular else {
      return
    }
    if let role = protected.role(of: PathIdentity(status)) {
      throw Self.fault("standard output is \(role.text)", hint: "Write to another file.")
    }
  }

  /// Accepts the output that an option names; `nil` stays `nil`.
  ///
  /// - Parameter permitted: What the output may replace: `--write-baseline` updates the file of `--baseline`.
  /// - Throws: `wrongUse` if it would replace something else.
  package mutating func accept(
    _ argument: OutputArgument?, _ option: String, permitting permitted: ProtectedFiles.Role? = nil
  ) throws(CommandFault) -> CheckedOutput? {
    guard let argument else { return nil }
    let output: CheckedOutput = try accept(argument, option, permitting: permitted)
    return output
  }

  /// Accepts an output as above.
  package mutating func accept(
    _ argument: OutputArgument, _ option: String, permitting permitted: ProtectedFiles.Role? = nil
  ) throws(CommandFault) -> CheckedOutput {
    let path = FilePath(argument.name)
    let identity = PathIdentity(path)
    let shown = "\(option) \(Terminal.quotedFileName(argument.name))"
    try Arguments.requireExact(argument.name, option)
    if let role = protected.role(replacedBy: identity, path), role != permitted {
      throw Self.fault("\(shown): this is \(role.text)", hint: "Nothing was written. Name another file.")
    }
    // Most volumes of a Mac ignore letter case.
    if path.lastComponent.map(\.lowercased).elementsEqual(FoundConfiguration.fileName.utf8) {
      throw Self.fault("\(shown): this is the name of a configuration", hint: "Nothing was written. Name another file.")
    }
    if identity.isReplaced, let other = accepted.first(where: { $0.identity.isSame(as: identity) }) {
      throw Self.fault("\(shown): \(other.option) names the same file", hint: "Nothing was written. Name another file.")
    }
    accepted.append((identity, option))
    return CheckedOutput(argument.name, protected, permitting: permitted)
  }

  /// Accepts a folder into which several files with names of the program are written.
  package mutating func acceptFolder(_ argument: OutputArgument, _ option: String) throws(CommandFault) -> CheckedOutput
  {
    if let role = protected.role(within: FilePath(argument.name)) {
      throw Self.fault(
        "\(option) \(Terminal.quotedFileName(argument.name)): this folder contains \(role.text)",
        hint: "Nothing was written. Name another folder.")
    }
    return try accept(argument, option)
  }

  private static func fault(_ message: String, hint: String) -> CommandFault {
    CommandFault(.wrongUse, message, hint: hint)
  }
}

/// The identity of a file that may not exist yet: two spellings, links or hard links of a file have equal ones.
struct PathIdentity {
  private struct Inode: Hashable {
    var device: UInt64
    var number: UInt64

    init(_ status: FileStatus) { (device, number) = (status.device, status.inode) }
  }

  /// A name in a folder.
  private struct Place: Hashable {
    var folder: Inode
    var name: [UInt8]
  }

  private var file: Inode?
  private var places: Set<Place> = []
  /// Whether writing replaces a file: false for devices and pipes.
  let isReplaced: Bool
  /// Whether the file may have other names.
  let mayHaveOtherNames: Bool

  init(_ path: FilePath) {
    let status = try? FileStatus(of: path)
    file = status.map { Inode($0) }
    isReplaced = status.map { $0.kind == .regular || $0.kind == .folder } ?? true
    mayHaveOtherNames = (status?.linkCount ?? 1) > 1
    for one in [path.withoutSlashes, Files.resolved(path)].compactMap({ $0 }) {
      guard let folder = try? FileStatus(of: one.parent) else { continue }
      places.insert(Place(folder: Inode(folder), name: Self.comparable(one.lastComponent)))
    }
  }

  init(_ status: FileStatus) {
    file = Inode(status)
    isReplaced = status.kind == .regular
    mayHaveOtherNames = status.linkCount > 1
  }

  /// Returns whether the name is in a folder.
  func isIn(_ folder: FileStatus) -> Bool { places.contains { $0.folder == Inode(folder) } }

  func isSame(as other: PathIdentity) -> Bool {
    if let file, file == other.file { return true }
    return !places.isDisjoint(with: other.places)
  }

  /// The usual volumes of macOS do not distinguish upper and lower case. Where they do, a name that differs only in that
  /// is rejected needlessly.
  private static func comparable(_ name: ArraySlice<UInt8>) -> [UInt8] {
    guard OperatingSystem.current == .macOS else { return Array(name) }
    return Array(String(decoding: name, as: UTF8.self).lowercased().decomposedStringWithCanonicalMapping.utf8)
  }
}
