import DebugInfo
import Vocabulary
import Platform

/// Finds the list of names that belongs to a dSYM whose names a bitcode build hid.
enum NameListFinder {
  /// The list for a dSYM: from the folders that were searched, else from beside the dSYM.
  static func list(for entry: SymbolFileEntry, in folders: [SymbolFolder]) -> HiddenNames? {
    let uuid = listUUID(of: entry)
    let searched = folders.lazy.compactMap { $0.nameLists[uuid] }
    for path in searched.prefix(1) + places(beside: entry, list: uuid) {
      guard let bytes = try? MappedFile.open(path) else { continue }
      if let list = try? HiddenNames(bytes.span.withUnsafeBytes { Array($0) }) { return list }
    }
    return nil
  }

  /// The UUID under which the list is filed: that of the image before the App Store compiled it again, which the dSYM's
  /// property list states; else the image's own.
  private static func listUUID(of entry: SymbolFileEntry) -> ImageUUID {
    let plist = entry.bundle.appending("Contents/Resources/\(entry.uuid).plist")
    guard let bytes = try? MappedFile.open(plist), bytes.count <= largestPropertyList else { return entry.uuid }
    return HiddenNames.originalUUID(propertyList: bytes.span.withUnsafeBytes { Array($0) }) ?? entry.uuid
  }

  private static let largestPropertyList = 1 << 20

  /// Beside the dSYM, and where Xcode puts it: in the archive that the dSYM is in.
  private static func places(beside entry: SymbolFileEntry, list: ImageUUID) -> [FilePath] {
    let name = "\(list).bcsymbolmap"
    let folder = entry.bundle.parent
    let archive = folder.bytes == [UInt8(ascii: ".")] ? FilePath("..") : folder.parent
    return [
      folder.appending("BCSymbolMaps/" + name), archive.appending("BCSymbolMaps/" + name), folder.appending(name),
    ]
  }
}
