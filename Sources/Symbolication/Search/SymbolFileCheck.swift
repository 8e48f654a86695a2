import Archives
package import DebugInfo
package import Platform
package import Vocabulary

/// Checks whether a file has symbols of an image, before it is used: the name or address of a file proves nothing.
package enum SymbolFileCheck {
  /// What a file is.
  package enum Verdict {
    /// A symbol file of the image.
    case usable
    /// A compressed file or archive, with the symbol file of the image.
    case packed(FileBytes)
    /// Another file; the reason completes "FILE: …".
    case refused(String)
  }

  /// Checks a file.
  ///
  /// - Parameters:
  ///   - id: The UUID or build ID of the image.
  ///   - maxSize: The maximum size of a file in an archive, in bytes.
  package static func verdict(on path: FilePath, id: BuildID, maxSize: Int = 1 << 30) -> Verdict {
    let bytes: FileBytes
    do { bytes = try MappedFile.open(path) } catch { return .refused(error.explanation) }
    if bytes.count == 0 { return .refused("is empty") }
    guard SymbolArchive.isArchive(bytes) else {
      let found = check(bytes, id)
      return found.map { .refused($0) } ?? .usable
    }
    var limits = SymbolArchive.Limits()
    limits.memberBytes = maxSize
    limits.totalBytes = maxSize
    var packed: FileBytes?
    var reason: String?
    let fault = SymbolArchive.forEachMachO(in: bytes, limits: limits) { _, member in
      let other = check(member, id)
      if other == nil { packed = member } else { reason = reason ?? other }
      return packed == nil
    }
    if let packed { return .packed(packed) }
    return .refused(fault?.explanation ?? reason ?? "contains no symbol file")
  }

  /// Returns why the bytes are not used; `nil` for a symbol file of the image.
  private static func check(_ bytes: FileBytes, _ id: BuildID) -> String? {
    let head = bytes.span.extracting(0..<min(8, bytes.count)).withUnsafeBytes { Array($0) }
    guard MappedFile.isMachO(head: head) else { return "not a Mach-O file, an ELF file or a Breakpad symbol file" }
    let files: [ImageFile]
    do { files = try ImageFile.read(bytes) } catch { return error.explanation }
    guard let file = files.first(where: { $0.isOf(id) }) else {
      let others = files.compactMap { $0.identifier?.description }
      let word = files.contains { $0.elf != nil } ? "build ID" : "UUID"
      return others.isEmpty ? "has no \(word)" : "has the \(word) \(others.prefix(2).joined(separator: ", "))"
    }
    return file.isTruncated ? "is truncated" : nil
  }
}
