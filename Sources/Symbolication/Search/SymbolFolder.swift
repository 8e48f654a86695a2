import DebugInfo
import Platform
import Vocabulary

/// A slice of a Mach-O file that may hold the symbols of an image.
struct SymbolFileEntry: Sendable, Equatable {
  /// The file itself, also in a dSYM bundle.
  var path: FilePath
  var uuid: ImageUUID
  var architecture: Architecture
  /// Debug information without code (`MH_DSYM`).
  var isDSYM: Bool

  /// The dSYM bundle that the file is in, else the file.
  var bundle: FilePath {
    let parts = path.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard let index = parts.lastIndex(where: { $0.ends(with: ".dSYM") }) else { return path }
    return FilePath(bytes: Array(parts[...index].joined(separator: [UInt8(ascii: "/")])))
  }

  /// Names that an image may have whose symbols these are: of the file, and of the bundle without its extensions.
  var names: Set<String> {
    var names: Set = [String(decoding: path.lastComponent, as: UTF8.self)]
    let bundle = bundle.lastComponent
    guard isDSYM, bundle.ends(with: ".dSYM") else { return names }
    let stem = bundle.dropLast(5)
    names.insert(String(decoding: stem, as: UTF8.self))
    names.insert(String(decoding: stem.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self))
    return names
  }
}

/// What a place that the user named has: Mach-O files by UUID, and lists of hidden names.
struct SymbolFolder: Sendable {
  private(set) var entries: [SymbolFileEntry] = []
  /// Lists of names that a bitcode build hid (`BCSymbolMaps/<UUID>.bcsymbolmap`), by the UUID in their name.
  private(set) var nameLists: [ImageUUID: FilePath] = [:]
  /// True if there is more than was looked at.
  private(set) var isIncomplete = false
  /// The first file or folder that could not be looked into, and how many could not.
  private(set) var closed: (path: FilePath, fault: OpeningFault)?
  private(set) var closedCount = 0

  /// Bounds of a search. A folder tree that is larger is searched in part.
  struct Limits: Sendable {
    var depth = 32
    var entries = 500_000
  }

  /// Searches a file, or a folder and those below it, in the order of their names.
  ///
  /// Of a dSYM, an archive, an app or a framework no more is known than that they are folders. Links to folders are not
  /// followed, so no tree is endless; of a file that is no Mach-O file four bytes are read.
  init(_ path: FilePath, limits: Limits = Limits()) {
    if (try? FolderEntry.list(path)) == nil {
      add(path)
      return
    }
    var left = limits.entries
    var open: [(path: FilePath, depth: Int)] = [(path, 0)]
    while let folder = open.popLast() {
      let listed: [FolderEntry]
      do { listed = try FolderEntry.list(folder.path) } catch {
        note(OpeningFault(error), at: folder.path)
        continue
      }
      var folders: [(path: FilePath, depth: Int)] = []
      for entry in listed.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
        guard left > 0 else {
          isIncomplete = true
          return
        }
        left -= 1
        let path = folder.path.appending(entry.name)
        switch entry.kind {
        case .file: add(path)
        case .link: if Self.isFile(path) { add(path) }
        case .folder:
          if Self.passesOver(entry.name) { continue }
          if folder.depth < limits.depth { folders.append((path, folder.depth + 1)) } else { isIncomplete = true }
        case .other: break
        }
      }
      open += folders.reversed()
    }
  }

  private mutating func add(_ path: FilePath) {
    let name = path.lastComponent
    if let dot = name.lastIndex(of: UInt8(ascii: ".")) {
      let type = String(decoding: name[(dot + 1)...], as: UTF8.self)
      if type == "bcsymbolmap" {
        if let uuid = ImageUUID(name[..<dot]), nameLists[uuid] == nil { nameLists[uuid] = path }
        return
      }
      if Self.otherTypes.contains(type) { return }
    }
    let bytes: FileBytes?
    do { bytes = try MappedFile.openMachO(path) } catch { return note(error, at: path) }
    guard let bytes, let file = try? MachOFile.read(bytes) else { return }
    for slice in file.slices {
      guard let uuid = slice.uuid else { continue }
      entries.append(
        SymbolFileEntry(
          path: path, uuid: uuid, architecture: slice.architecture, isDSYM: slice.fileType == .dsym))
    }
  }

  /// What goes while it is searched, and what is no file, is nothing that is missing.
  private mutating func note(_ fault: OpeningFault, at path: FilePath) {
    guard fault != .notFound, fault != .notRegular else { return }
    closedCount += 1
    if closed == nil { closed = (path, fault) }
  }

  /// Hidden folders, and folders of resources, of which an app has hundreds.
  private static func passesOver(_ name: [UInt8]) -> Bool {
    name.first == UInt8(ascii: ".") || name.ends(with: ".lproj") || name.ends(with: ".storyboardc")
      || name.ends(with: ".xcassets") || name.elementsEqual("_CodeSignature".utf8)
  }

  /// Types of files that never are images or dSYMs. Object files are found through the debug map of their image.
  private static let otherTypes: Set<String> = [
    "o", "a", "swift", "swiftmodule", "swiftdoc", "swiftdeps", "swiftsourceinfo", "h", "m", "mm", "c", "cpp", "d",
    "dia",
    "pcm", "hmap", "plist", "strings", "json", "nib", "png", "jpg", "car", "txt", "html", "xml", "yml", "yaml", "md",
    "crash", "ips", "tbd", "modulemap", "xib", "storyboard", "ttf", "otf", "mom", "zip", "gz", "xz",
  ]

  private static func isFile(_ path: FilePath) -> Bool { (try? FileStatus(of: path))?.kind == .regular }
}

extension Collection<UInt8> where Self: BidirectionalCollection {
  func ends(with text: StaticString) -> Bool {
    text.withUTF8Buffer { buffer in
      count >= buffer.count && suffix(buffer.count).elementsEqual(buffer)
    }
  }
}
