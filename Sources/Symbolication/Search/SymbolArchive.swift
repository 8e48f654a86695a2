import Archives
import DebugInfo
import Platform
import Synchronization

/// Symbol files in an archive, such as the `dSYMs.zip` of App Store Connect or of a CI system.
///
/// Members are inflated into memory, one at a time. Names of members are only displayed; nothing is written to disk.
enum SymbolArchive {
  /// The limits for one archive.
  struct Limits: Sendable {
    /// The maximum size of the archive in bytes.
    var archiveBytes = Int.max
    /// The maximum size of a member in bytes.
    var memberBytes = 1 << 30
    /// The maximum total size of all members that are inflated, in bytes.
    var totalBytes = 4 << 30
  }

  /// Returns true if the file begins like an archive that can be read.
  static func isArchive(_ bytes: FileBytes) -> Bool {
    Archive.kind(of: head(of: bytes)) != nil
  }

  /// Calls `visit` for each Mach-O file in an archive, until it returns false. Returns the first fault.
  static func forEachMachO(
    in bytes: FileBytes, limits: Limits, byName: @escaping @Sendable (String) -> Bool = { _ in true },
    visit: (_ name: String, _ member: FileBytes) -> Bool
  ) -> OpeningFault? {
    guard bytes.count <= limits.archiveBytes else {
      return OpeningFault(explanation: "larger than \(limits.archiveBytes >> 20) MB")
    }
    var archiveLimits = ArchiveLimits()
    archiveLimits.memberBytes = limits.memberBytes
    archiveLimits.totalBytes = limits.totalBytes
    var fault: OpeningFault?
    let selection = ArchiveSelection(byName: byName, byHead: { MappedFile.isMachO(head: $0) })
    _ = Archive.read(source(bytes), limits: archiveLimits, selection: selection) { member in
      if let found = member.fault {
        // A truncated symbol file lacks arbitrary parts.
        fault = fault ?? OpeningFault(explanation: found.message)
        return true
      }
      return visit(member.name ?? "", FileBytes(member.bytes))
    }
    return fault
  }

  /// Returns the bytes of the member with a name.
  static func member(_ name: String, of path: FilePath, limits: Limits = Limits()) throws(OpeningFault) -> FileBytes {
    let archive = try MappedFile.open(path)
    var found: FileBytes?
    // The name of a nested archive precedes that of its member.
    let fault = forEachMachO(
      in: archive, limits: limits, byName: { name.hasPrefix($0) || name.hasSuffix($0) },
      visit: { candidate, bytes in
        if candidate == name { found = bytes }
        return found == nil
      })
    if let found { return found }
    throw fault ?? OpeningFault(explanation: "no longer contains \(name)")
  }

  /// Returns the names of the members of a zip archive, at most `limit`, without inflating them; `nil` for any other
  /// file.
  static func names(inZip path: FilePath, limit: Int) -> [String]? {
    guard let bytes = try? MappedFile.open(path), Archive.kind(of: head(of: bytes)) == .zip else { return nil }
    let names = NameList(limit: limit)
    _ = Archive.read(source(bytes), selection: ArchiveSelection(byName: { names.add($0) })) { _ in true }
    return names.all
  }

  private static func head(of bytes: FileBytes) -> [UInt8] {
    bytes.span.extracting(0..<min(Archive.headSize, bytes.count)).withUnsafeBytes { Array($0) }
  }

  private static func source(_ bytes: FileBytes) -> ByteSource {
    ByteSource(count: bytes.count) { offset, count in
      bytes.span.extracting(offset..<min(offset + count, bytes.count)).withUnsafeBytes { Array($0) }
    }
  }
}

/// The first names of an archive's members.
private final class NameList: Sendable {
  private let names = Mutex<[String]>([])
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Adds a name. Returns false, so that the member is not read.
  func add(_ name: String) -> Bool {
    names.withLock { if $0.count < limit { $0.append(name) } }
    return false
  }

  var all: [String] { names.withLock { $0 } }
}
