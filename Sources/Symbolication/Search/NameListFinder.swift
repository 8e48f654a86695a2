import DebugInfo
import Vocabulary
import Platform

/// Finds the `.bcsymbolmap` of a dSYM whose names a bitcode build hid.
enum NameListFinder {
  /// Returns the list for a dSYM from the searched folders, or else from the folders next to the dSYM.
  static func list(
    for entry: SymbolFileEntry, in folders: [SymbolFolder]
  ) -> HiddenNames? {
    guard let uuid = listUUID(of: entry) else { return nil }
    let searched = folders.lazy.compactMap { $0.nameLists[uuid] }
    for path in searched.prefix(1) + paths(beside: entry, list: uuid) {
      guard let bytes = try? MappedFile.open(path) else { continue }
      if let list = try? HiddenNames(bytes.span.withUnsafeBytes { Array($0) }) { return list }
    }
    return nil
  }

  /// Returns the UUID in the name of the list: the UUID of the image before the App Store recompiled it, from the
  /// dSYM's property list; otherwise the UUID of the image.
  private static func listUUID(of entry: SymbolFileEntry) -> ImageUUID? {
    guard let uuid = entry.uuid else { return nil }
    let plist = entry.bundle.appending("Contents/Resources/\(uuid).plist")
    guard let bytes = try? MappedFile.open(plist), bytes.count <= maxPropertyListSize else {
      return uuid
    }
    return HiddenNames.originalUUID(propertyList: bytes.span.withUnsafeBytes { Array($0) }) ?? uuid
  }

  private static let maxPropertyListSize = 1 << 20

  /// Returns the possible paths of the list: next to the dSYM, and in the folder that Xcode uses in an archive.
  private static func paths(beside entry: SymbolFileEntry, list: ImageUUID) -> [FilePath] {
    let name = "\(list).bcsymbolmap"
    let folder = entry.bundle.parent
    let archive = folder.bytes == [UInt8(ascii: ".")] ? folder.replaced(by: Array("..".utf8)) : folder.parent
    return [
      folder.appending("BCSymbolMaps/" + name), archive.appending("BCSymbolMaps/" + name), folder.appending(name),
    ]
  }
}
