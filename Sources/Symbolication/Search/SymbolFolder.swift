import Bytes
import DebugInfo
import Platform
import Vocabulary

/// A slice of a Mach-O file, an ELF file or a Breakpad symbol file, which may contain the symbols of an image.
struct SymbolFileEntry: Sendable, Equatable {
  /// The path of the file, inside the bundle for a dSYM, or that of the archive that contains it.
  var path: FilePath
  /// The name of the file in the archive at `path`; `nil` for a file on disk.
  var member: String?
  /// What identifies the build of the image.
  var id: BuildID
  var architecture: Architecture
  /// True for debug information without code (`MH_DSYM`).
  var isDSYM: Bool
  /// True for a dSYM, an ELF file with debug information, and a Breakpad symbol file.
  var hasDebugInfo: Bool
  /// True for an ELF file.
  var isELF = false
  /// True if `id` may be only the first 16 bytes of a longer build ID (`BreakpadFile.isPrefix`).
  var isPrefix = false

  /// The UUID of a Mach-O file; `nil` for a build ID that does not have 16 bytes.
  var uuid: ImageUUID? { id.uuid }

  init(_ file: ImageFile, path: FilePath, member: String? = nil, id: BuildID) {
    self.path = path
    self.member = member
    self.id = id
    architecture = file.architecture
    isDSYM = file.machO?.fileType == .dsym
    hasDebugInfo = file.isSymbolsOnly || file.elf != nil && file.debugInfoSize > 0
    isELF = file.elf != nil
    if case .breakpad(let file) = file { isPrefix = file.isPrefix }
  }

  /// The path to display: for a file in an archive, with its name there.
  private var shownPath: FilePath { member.map { path.appending($0) } ?? path }

  /// The dSYM bundle that contains the file, or else the file.
  var bundle: FilePath {
    let path = shownPath
    let parts = path.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard let index = parts.lastIndex(where: { $0.ends(with: ".dSYM") }) else { return path }
    return path.replaced(by: Array(parts[...index].joined(separator: [UInt8(ascii: "/")])))
  }

  /// The possible names of the image: the name of the file, and that of the bundle without its extensions.
  var names: Set<String> {
    var names: Set = [String(streamSafe: shownPath.lastComponent)]
    let bundle = bundle.lastComponent
    // The debug information of an ELF file, and Breakpad symbols, are named after the image.
    for type in [".debug", ".sym"] as [StaticString] where bundle.ends(with: type) {
      names.insert(String(streamSafe: bundle.dropLast(type.utf8CodeUnitCount)))
    }
    guard isDSYM, bundle.ends(with: ".dSYM") else { return names }
    let stem = bundle.dropLast(5)
    names.insert(String(streamSafe: stem))
    names.insert(String(streamSafe: stem.prefix { $0 != UInt8(ascii: ".") }))
    return names
  }
}

/// The symbol files found in one location: Mach-O files, ELF files, Breakpad symbol files, and lists of hidden names.
struct SymbolFolder: Sendable {
  private(set) var entries: [SymbolFileEntry] = []
  /// The lists of names that a bitcode build hid (`BCSymbolMaps/<UUID>.bcsymbolmap`), by the UUID in their name.
  private(set) var nameLists: [ImageUUID: FilePath] = [:]
  /// True if the search stopped at a limit.
  private(set) var isIncomplete = false
  /// The first file or folder that could not be opened.
  private(set) var firstUnreadable: (path: FilePath, fault: OpeningFault)?
  /// The number of files and folders that could not be opened.
  private(set) var unreadableCount = 0

  /// The limits of a search. A larger folder tree is searched only in part.
  struct Limits: Sendable {
    var depth = 32
    var entries = 500_000
  }

  /// Searches a file, or a folder and its subfolders in the order of their names.
  ///
  /// dSYMs, archives, apps and frameworks are treated as folders. Links to folders are not followed, so the search
  /// always ends. Only four bytes are read of files that are not Mach-O files. The files have the scope of the path.
  init(_ path: FilePath, limits: Limits = Limits()) {
    if (try? FolderEntry.list(path)) == nil {
      if !addArchive(path) { add(path) }
      return
    }
    var remaining = limits.entries
    var open: [(path: FilePath, depth: Int)] = [(path, 0)]
    while let folder = open.popLast() {
      let listed: [FolderEntry]
      do { listed = try FolderEntry.list(folder.path) } catch {
        note(OpeningFault(error), at: folder.path)
        continue
      }
      var folders: [(path: FilePath, depth: Int)] = []
      for entry in listed.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
        guard remaining > 0 else {
          isIncomplete = true
          return
        }
        remaining -= 1
        let path = folder.path.appending(entry.name)
        switch entry.kind {
        case .file where Self.isSymbolArchive(entry.name): _ = addArchive(path)
        case .file: add(path)
        case .link: if Self.isFile(path) { add(path) }
        case .folder:
          if Self.isIgnored(entry.name) { continue }
          if folder.depth < limits.depth { folders.append((path, folder.depth + 1)) } else { isIncomplete = true }
        case .other: break
        }
      }
      open += folders.reversed()
    }
  }

  /// Reads a dSYM bundle or an archive of dSYMs that lies next to a report. No user named it, so the limits are
  /// strict: only debug information (`MH_DSYM`) is accepted, from regular files of the bundle's own folder, without
  /// following links.
  init(neighbor path: FilePath) {
    if Self.isSymbolArchive(Array(path.lastComponent)) {
      let limits = SymbolArchive.Limits(archiveBytes: 128 << 20, memberBytes: 256 << 20, totalBytes: 256 << 20)
      _ = addArchive(path, limits: limits)
    } else {
      // No component is a link, because the neighbors of a report are opened below its folder (`FilePath.contained`).
      let folder = path.appending("Contents/Resources/DWARF")
      var remaining = Self.maxNeighborFiles
      try? FolderEntry.visit(folder, followsLink: false) { entry in
        if entry.kind == .file { add(folder.appending(entry.name)) }
        remaining -= 1
        return remaining > 0
      }
    }
    entries.removeAll { !$0.isDSYM }
    nameLists = [:]
  }

  /// Adds the files of another folder.
  mutating func add(contentsOf other: SymbolFolder) {
    entries += other.entries
    nameLists.merge(other.nameLists) { first, _ in first }
  }

  /// The maximum number of files that are examined in a dSYM next to a report.
  private static let maxNeighborFiles = 64

  private mutating func add(_ path: FilePath) {
    let name = path.lastComponent
    if let dot = name.lastIndex(of: UInt8(ascii: ".")) {
      let type = String(streamSafe: name[(dot + 1)...])
      if type == "bcsymbolmap" {
        if let uuid = ImageUUID(name[..<dot]), nameLists[uuid] == nil { nameLists[uuid] = path }
        return
      }
      if Self.otherTypes.contains(type) { return }
    }
    let bytes: FileBytes?
    do { bytes = try MappedFile.openMachO(path) } catch { return note(error, at: path) }
    if let bytes { add(bytes, path: path) }
  }

  private mutating func add(_ bytes: FileBytes, path: FilePath, member: String? = nil) {
    guard let files = try? ImageFile.read(bytes) else { return }
    for file in files {
      guard let id = file.identifier else { continue }
      entries.append(SymbolFileEntry(file, path: path, member: member, id: id))
    }
  }

  /// Adds the Mach-O files of an archive; returns false if the file is not an archive.
  private mutating func addArchive(_ path: FilePath, limits: SymbolArchive.Limits = SymbolArchive.Limits()) -> Bool {
    guard let bytes = try? MappedFile.open(path), SymbolArchive.isArchive(bytes) else { return false }
    let fault = SymbolArchive.forEachMachO(in: bytes, limits: limits) { name, member in
      add(member, path: path, member: name)
      return entries.count < Self.maxArchiveEntries
    }
    if let fault { note(fault, at: path) }
    return true
  }

  /// The maximum number of slices in an archive.
  private static let maxArchiveEntries = 10_000

  /// Returns true for archives of dSYMs by their usual names, such as `dSYMs.zip` and `MyApp.app.dSYM.zip`. Other
  /// archives in a folder are not opened.
  static func isSymbolArchive(_ name: [UInt8]) -> Bool {
    let name = name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return name.ends(with: "dsym.zip") || name.ends(with: "dsyms.zip")
  }

  /// Records a file or folder that could not be opened, unless it was removed during the search or is not a file.
  private mutating func note(_ fault: OpeningFault, at path: FilePath) {
    guard fault != .notFound, fault != .notRegular else { return }
    unreadableCount += 1
    if firstUnreadable == nil { firstUnreadable = (path, fault) }
  }

  /// Returns true for folders that are not searched: hidden folders, and resource folders, of which an app has
  /// hundreds.
  private static func isIgnored(_ name: [UInt8]) -> Bool {
    name.first == UInt8(ascii: ".") || name.ends(with: ".lproj") || name.ends(with: ".storyboardc")
      || name.ends(with: ".xcassets") || name.elementsEqual("_CodeSignature".utf8)
  }

  /// The extensions of files that are never images or dSYMs. Object files are found with the debug map of their image.
  private static let otherTypes: Set<String> = [
    "o", "a", "swift", "swiftmodule", "swiftdoc", "swiftdeps", "swiftsourceinfo", "h", "m", "mm", "c", "cpp", "d",
    "dia", "pcm", "hmap", "plist", "strings", "json", "nib", "png", "jpg", "car", "txt", "html", "xml", "yml", "yaml",
    "md", "crash", "ips", "tbd", "modulemap", "xib", "storyboard", "ttf", "otf", "mom", "zip", "gz", "xz",
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
