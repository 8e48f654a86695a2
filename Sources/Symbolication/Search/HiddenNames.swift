import DebugInfo
import Vocabulary

/// The list of names that belongs to a dSYM whose names a bitcode build hid.
enum HiddenNames {
  /// The UUID under which the list is filed: `DBGOriginalUUID` of the bundle's `Contents/Resources/<UUID>.plist`, which
  /// names the image as it was before the store compiled it again; else the image's own.
  static func listUUID(of entry: SymbolFileEntry) -> ImageUUID {
    let plist = entry.bundle.appending("Contents/Resources/\(entry.uuid).plist")
    guard entry.isDSYM, let bytes = try? MappedFile.open(plist), bytes.count <= largestPropertyList else {
      return entry.uuid
    }
    let text = bytes.span.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    return originalUUID(inPropertyList: text) ?? entry.uuid
  }

  private static let largestPropertyList = 1 << 20

  /// The text element behind the key, in the XML that Xcode writes.
  static func originalUUID(inPropertyList text: String) -> ImageUUID? {
    guard let key = text.firstRange(of: "<key>DBGOriginalUUID</key>"),
      let start = text[key.upperBound...].firstRange(of: "<string>"),
      let end = text[start.upperBound...].firstRange(of: "</string>")
    else { return nil }
    return ImageUUID(text[start.upperBound..<end.lowerBound].utf8.filter { $0 > 0x20 })
  }

  /// Files that may be the list of a dSYM: beside it, and where Xcode puts it, in the archive that the dSYM is in.
  static func places(beside entry: SymbolFileEntry, list: ImageUUID) -> [FilePath] {
    let name = "\(list).bcsymbolmap"
    let folder = entry.bundle.parent
    return [
      folder.appending("BCSymbolMaps/" + name), folder.parent.appending("BCSymbolMaps/" + name),
      folder.appending(name), entry.bundle.appending("Contents/Resources/BCSymbolMaps/" + name),
    ]
  }
}
