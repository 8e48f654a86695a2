import DebugInfo
package import Platform
import Symbolication
package import Vocabulary

/// The symbol files that an endpoint received, in the layout `unified` (`SymbolLayout`): `xx/yyyy…/debuginfo` for a dSYM
/// and an ELF file with debug information, `xx/yyyy…/executable` for an image, and `xx/yyyy…/breakpad` for a Breakpad symbol file.
///
/// A file is checked, written to a temporary name, synchronized and renamed before it is acknowledged. What is stored for a
/// UUID or build ID is not replaced.
package final class SymbolDepot: Sendable {
  /// The path of the folder.
  package let path: FilePath
  private let limit: Int
  private let used: Guarded<Int>
  private let onStored: @Sendable (BuildID) -> Void

  private static let partialSuffix = ".partial"
  /// The maximum number of architectures of a file.
  private static let maxSlices = 16

  /// Opens the folder, which is created if it does not exist, and removes what an earlier run did not finish.
  ///
  /// - Parameters:
  ///   - limit: The maximum size of all files, in bytes.
  ///   - onStored: Called, on any thread, when a file is there for an identifier, also if it was there before.
  /// - Throws: `notPermitted` if other users may read or write it.
  package init(
    _ path: FilePath, limit: Int, onStored: @escaping @Sendable (BuildID) -> Void = { _ in }
  ) throws(SystemError) {
    self.path = path
    self.limit = limit
    self.onStored = onStored
    try PrivateFolder.create(path)
    let status = try FileStatus(of: path, followsLinks: false)
    guard status.kind == .folder, status.isOwnedByUser, status.permissions & 0o077 == 0 else { throw .notPermitted }
    var size = 0
    for first in (try? FolderEntry.list(path)) ?? [] {
      let folder = path.appending(first.name)
      if first.kind == .file, first.name.suffix(Self.partialSuffix.utf8.count).elementsEqual(Self.partialSuffix.utf8) {
        try? Files.remove(folder)
      }
      guard first.kind == .folder else { continue }
      for second in (try? FolderEntry.list(folder)) ?? [] where second.kind == .folder {
        let place = folder.appending(second.name)
        for entry in (try? FolderEntry.list(place)) ?? [] where entry.kind == .file {
          size += (try? FileStatus(of: place.appending(entry.name), followsLinks: false))?.size ?? 0
        }
      }
    }
    used = Guarded(size)
  }

  /// Whether a file is stored for an identifier.
  package func contains(_ id: BuildID) -> Bool {
    (SymbolLayout.named("unified")?.templates ?? []).contains { template in
      [true, false].contains { isMachO in
        SymbolLayout.components(template, SymbolLayout.Key(id, isMachO: isMachO, path: nil)).map { parts in
          Files.exists(parts.reduce(path) { $0.appending($1) })
        } ?? false
      }
    }
  }

  /// Begins to receive a file.
  func write() throws(Spool.Fault) -> DepotWriter {
    let place = temporary()
    do throws(SystemError) { return DepotWriter(place, try Self.create(place), self) } catch {
      throw Spool.Fault(error)
    }
  }

  private func temporary() -> FilePath {
    path.appending("\(UInt64.random(in: 0...UInt64.max))\(Self.partialSuffix)")
  }

  private static func create(_ path: FilePath) throws(SystemError) -> FileDescriptor {
    try FileDescriptor(opening: path, [.writeOnly, .create, .exclusive, .noFollow], mode: 0o600)
  }

  fileprivate func reserve(_ size: Int) throws(Spool.Fault) {
    let fits = used.withLock { used -> Bool in
      guard size <= limit - used else { return false }
      used += size
      return true
    }
    if !fits { throw .full }
  }

  fileprivate func release(_ size: Int) { used.withLock { $0 = max(0, $0 - size) } }

  /// Stores the slices of a file. Returns false if it is not a complete symbol file with a UUID or build ID.
  fileprivate func store(_ received: FilePath) throws(Spool.Fault) -> Bool {
    guard let bytes = try? MappedFile.openMachO(received), let files = try? ImageFile.read(bytes) else { return false }
    guard (1...Self.maxSlices).contains(files.count), files.allSatisfy({ $0.machO != nil }) || files.count == 1,
      files.allSatisfy({ $0.identifier != nil && !$0.isTruncated && !$0.isPrefix })
    else { return false }
    if files[0].machO != nil {
      guard let universal = try? MachOFile.read(bytes), universal.faults.isEmpty else { return false }
    }
    let parts = files.map { (file: $0, range: $0.machO?.range ?? bytes.range) }
    // Slices may overlap, and only the size of the received file is reserved.
    guard parts.reduce(0, { $0 + $1.range.count }) <= bytes.count else { return false }
    for part in parts {
      do throws(SystemError) { try store(part.file, bytes, part.range) } catch { throw Spool.Fault(error) }
      if let id = part.file.identifier { onStored(id) }
    }
    return true
  }

  private func store(_ image: ImageFile, _ bytes: FileBytes, _ range: Range<Int>) throws(SystemError) {
    guard let id = image.identifier,
      let template = SymbolLayout.named("unified")?.templates.first(where: { $0.content == image.storedContent }),
      let parts = SymbolLayout.components(
        template, SymbolLayout.Key(id, isMachO: image.machO != nil, path: nil))
    else { throw .noSuchFile }
    let target = parts.reduce(path) { $0.appending($1) }
    if case .usable = SymbolFileCheck.verdict(on: target, id: id) { return }
    try PrivateFolder.create(target.parent)
    let temporary = temporary()
    let file = try Self.create(temporary)
    do throws(SystemError) {
      var failure: SystemError?
      bytes.span.extracting(range).withUnsafeBytes { part in
        do throws(SystemError) { try file.write(part) } catch { failure = error }
      }
      if let failure { throw failure }
      try file.synchronize()
      try file.close()
      try Files.rename(temporary, to: target)
    } catch {
      try? Files.remove(temporary)
      throw error
    }
    try PrivateFolder.synchronize(target.parent)
    used.withLock { $0 += range.count }
  }
}

/// A symbol file that is being received. What was received is removed at the end; its slices are stored.
final class DepotWriter {
  private let place: FilePath
  private let file: FileDescriptor
  private let depot: SymbolDepot
  private var size = 0
  private var isOpen = true

  fileprivate init(_ place: FilePath, _ file: FileDescriptor, _ depot: SymbolDepot) {
    (self.place, self.file, self.depot) = (place, file, depot)
  }

  deinit {
    if isOpen { try? file.close() }
    try? Files.remove(place)
    depot.release(size)
  }

  /// Appends bytes.
  func append(_ bytes: ArraySlice<UInt8>) throws(Spool.Fault) {
    try depot.reserve(bytes.count)
    size += bytes.count
    var failure: SystemError?
    bytes.withUnsafeBytes { part in
      do throws(SystemError) { try file.write(part) } catch { failure = error }
    }
    if let failure { throw Spool.Fault(failure) }
  }

  /// Makes the file durable. Returns false if it is not a symbol file.
  func finish() throws(Spool.Fault) -> Bool {
    isOpen = false
    do throws(SystemError) { try file.close() } catch { throw Spool.Fault(error) }
    return try depot.store(place)
  }
}

extension ImageFile {
  /// The kind of file that the layout of the depot has for it.
  fileprivate var storedContent: SymbolLayout.Content {
    switch self {
    case .machO: isSymbolsOnly ? .debug : .image
    case .elf(let file): debugInfoSize > 0 || !file.hasCode ? .debug : .image
    case .breakpad: .breakpad
    }
  }

  /// True if the file states only a part of the identifier, so that it could be that of another image.
  fileprivate var isPrefix: Bool {
    if case .breakpad(let file) = self { return file.isPrefix }
    return false
  }
}
