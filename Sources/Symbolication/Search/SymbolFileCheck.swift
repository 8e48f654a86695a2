import Archives
package import DebugInfo
package import Platform
package import Vocabulary

/// Checks whether a file has symbols of an image, before it is used: the name or address of a file proves nothing.
package enum SymbolFileCheck {
  /// What a file is.
  package enum Verdict {
    /// A Mach-O file with the UUID.
    case usable
    /// A compressed file or archive, with the Mach-O file that has the UUID.
    case packed(FileBytes)
    /// Another file; the reason completes "FILE: …".
    case refused(String)
  }

  /// Checks a file.
  ///
  /// - Parameter maxSize: The maximum size of a file in an archive, in bytes.
  package static func verdict(on path: FilePath, uuid: ImageUUID, maxSize: Int = 1 << 30) -> Verdict {
    let bytes: FileBytes
    do { bytes = try MappedFile.open(path) } catch { return .refused(error.explanation) }
    if bytes.count == 0 { return .refused("is empty") }
    guard SymbolArchive.isArchive(bytes) else {
      let found = check(bytes, uuid)
      return found.map { .refused($0) } ?? .usable
    }
    var limits = SymbolArchive.Limits()
    limits.memberBytes = maxSize
    limits.totalBytes = maxSize
    var packed: FileBytes?
    var reason: String?
    let fault = SymbolArchive.forEachMachO(in: bytes, limits: limits) { _, member in
      let other = check(member, uuid)
      if other == nil { packed = member } else { reason = reason ?? other }
      return packed == nil
    }
    if let packed { return .packed(packed) }
    return .refused(fault?.explanation ?? reason ?? "contains no Mach-O file")
  }

  /// Returns why the bytes are not used; `nil` for a Mach-O file with the UUID.
  private static func check(_ bytes: FileBytes, _ uuid: ImageUUID) -> String? {
    let head = bytes.span.extracting(0..<min(4, bytes.count)).withUnsafeBytes { Array($0) }
    guard MappedFile.isMachO(head: head) else { return "not a Mach-O file" }
    let universal: UniversalBinary
    do { universal = try MachOFile.read(bytes) } catch { return error.explanation }
    guard let slice = universal.slice(uuid: uuid) else {
      let others = universal.slices.compactMap { $0.uuid?.description }
      return others.isEmpty ? "has no UUID" : "has the UUID \(others.prefix(2).joined(separator: ", "))"
    }
    return slice.isTruncated ? "is truncated" : nil
  }
}
