package import CrashReports
import DebugInfo
package import Platform
import Synchronization
import Vocabulary

/// The symbol files in the user's paths and, on a Mac, in Xcode's folders.
///
/// Files are not opened before the first search; then the headers of all Mach-O files in the user's paths are read,
/// once. One store is used for all reports of a run, from many threads.
package final class SymbolStore: SymbolSource {
  /// The searched locations: the user's paths, followed by descriptions of Xcode's folders.
  package let locations: [String]
  private let paths: [FilePath]
  private let neighbors: [FilePath]
  /// The folders in which files are looked up by their layout (`SymbolLayout`), and which are never searched.
  private let depots: [FilePath]
  private let server: (any SymbolFileServer)?
  private let system: SystemSymbolPaths?
  private let openNames: @Sendable (SymbolFiles) -> (any AddressNames)?
  private let state = Mutex(State())

  private struct State {
    var named: SymbolCatalog?
    /// The time of the last search of the user's paths.
    var searched = ContinuousClock.now

    mutating func search(
      _ paths: [FilePath], _ neighbors: [FilePath], _ observe: SymbolWork.Observer?
    ) -> SymbolCatalog {
      observe?(.searching, false)
      defer { observe?(.searching, true) }
      let found = SymbolCatalog(
        paths.map { SymbolFolder($0) } + neighbors.map { SymbolFolder(neighbor: $0) })
      named = found
      searched = .now
      return found
    }

    var system: [ImageUUID: SymbolCatalog] = [:]
    /// What servers offered, by UUID or build ID.
    var served: [BuildID: ServedSymbols] = [:]
    var openImages = LRUCache<OpenImage>(capacity: SymbolStore.maxOpenImages)
  }

  /// The maximum number of images whose symbols stay open. Reports of one app mostly need the same few images.
  private static let maxOpenImages = 32
  private let freshness: Duration?
  private let observe: SymbolWork.Observer?

  /// Creates a store.
  /// - Parameters:
  ///   - paths: Files and folders given by the user.
  ///   - neighbors: dSYMs next to the reports (`SymbolNeighbors`).
  ///   - depots: Folders whose layout states the paths of files. They are not searched.
  ///   - server: Servers that are asked for images that were not found.
  ///   - usesSystem: Whether to search Xcode's folders, too; has an effect only on a Mac.
  ///   - home: The user's home folder, which contains Xcode's folders.
  ///   - freshness: The maximum age of a search of `paths` when an image is not found; `nil` to search once. A watcher
  ///     runs for days, while builds create new symbol files.
  ///   - observe: Called before and after work that may take seconds.
  ///   - openNames: Creates the symbols of files; tests pass other functions.
  package init(
    paths: [FilePath], neighbors: [FilePath] = [], depots: [FilePath] = [], server: (any SymbolFileServer)? = nil,
    usesSystem: Bool = false, home: FilePath? = nil, freshness: Duration? = nil, observe: SymbolWork.Observer? = nil,
    openNames: @escaping @Sendable (SymbolFiles) -> (any AddressNames)?
  ) {
    self.paths = paths
    self.neighbors = neighbors
    self.depots = depots
    self.server = server
    self.openNames = openNames
    self.freshness = freshness
    self.observe = observe
    system = usesSystem ? SystemSymbolPaths(home: home) : nil
    locations =
      (paths + neighbors + depots).map(\.text) + (system?.descriptions ?? []) + (server?.descriptions ?? [])
  }

  /// Returns why a path given by the user cannot be searched, as a phrase that completes "PATH: …"; `nil` if it can.
  package static func problem(with path: FilePath) -> String? {
    do {
      if (try? FolderEntry.list(path)) != nil { return nil }
      if path.lastComponent.ends(with: ".bcsymbolmap") {
        _ = try MappedFile.open(path)
        return nil
      }
      guard let bytes = try MappedFile.openMachO(path) else {
        let isArchive = SymbolArchive.isArchive(try MappedFile.open(path))
        return isArchive ? nil : "not a symbol file (dSYM, Mach-O, ELF, Breakpad), archive or folder"
      }
      _ = try ImageFile.read(bytes)
      return nil
    } catch let fault as OpeningFault {
      return fault == .notFound ? "no such file or folder" : fault.explanation
    } catch let fault as ImageFault {
      return fault.explanation
    } catch {
      return "cannot be read"
    }
  }

  /// Searches the symbols of `image` by UUID or build ID. An image without either, or with zeros, has no symbol file.
  ///
  /// The first call reads the headers of all Mach-O files in the user's paths.
  package func symbols(for image: BinaryImage, architecture: String?) -> FoundSymbols {
    guard let id = image.identifier else { return FoundSymbols(ImageSymbols(.noSymbolFile)) }
    let direct = (paths + depots).map { LayoutLookup.find(id, image, in: $0) }
    var catalog = SymbolCatalog(direct.compactMap(\.folder))
    // What has debug information needs no search.
    if !catalog.entries(id).contains(where: \.isDSYM) { catalog = searched(id, image, direct.compactMap(\.folder)) }
    var refusals = direct.flatMap(\.refusals)
    var entries = catalog.entries(id)
    // The image of a Mach-O file has no file in the folders of ELF files.
    if image.buildID != nil || entries.contains(where: { $0.isELF }) {
      entries += ELFDebugFinder.entries(id, in: paths)
    }
    if entries.isEmpty, let server {
      let served = self.served(by: server, id, image)
      refusals += served.refusals
      if let file = served.file {
        catalog = SymbolCatalog([SymbolFolder(file)])
        entries = catalog.entries(id)
      }
    }
    if entries.isEmpty {
      var answer = catalog.nearest(image, architecture)
      answer.refusals = Array(refusals.prefix(Self.maxRefusals))
      return FoundSymbols(answer)
    }
    // Only images that were found stay open, because a report contains hundreds of system images.
    let open = state.withLock { $0.openImages.item(id) { OpenImage() } }
    return open.found(entries) { [entries] in find(entries, catalog) }
  }

  /// The maximum number of files that are mentioned because they were found and not used.
  private static let maxRefusals = 8

  /// Returns the files of a search of the user's paths or, if an image is missing there, of Xcode's folders.
  private func searched(_ id: BuildID, _ image: BinaryImage, _ direct: [SymbolFolder]) -> SymbolCatalog {
    var catalog = named
    if let freshness, catalog.entries(id).isEmpty { catalog = refreshed(freshness) }
    if catalog.entries(id).isEmpty, !direct.isEmpty { return SymbolCatalog(direct) }
    if let system, let uuid = image.uuid, catalog.entries(id).isEmpty {
      let other = system.mayHave(image) ? systemCatalog(system, uuid) : system.platformFiles(of: image)
      if !other.entries(id).isEmpty { catalog = other }
    }
    return catalog
  }

  /// Returns what the servers offer, asked once per image while this store is in use; a watcher asks again when the cache
  /// of missing files has expired.
  private func served(by server: any SymbolFileServer, _ id: BuildID, _ image: BinaryImage) -> ServedSymbols {
    if let known = state.withLock({ $0.served[id] }), freshness == nil || known.file != nil { return known }
    observe?(.downloading, false)
    defer { observe?(.downloading, true) }
    let found = server.find(image, id: id)
    state.withLock { $0.served[id] = found }
    return found
  }

  /// The files in the user's paths, searched on first use.
  private var named: SymbolCatalog {
    state.withLock { $0.named ?? $0.search(paths, neighbors, observe) }
  }

  /// Returns the files in the user's paths from a search that is not older than `freshness`.
  private func refreshed(_ freshness: Duration) -> SymbolCatalog {
    state.withLock { state in
      if let named = state.named, state.searched.duration(to: .now) < freshness { return named }
      return state.search(paths, neighbors, observe)
    }
  }

  /// Returns the files in Xcode's folders, searched once per UUID.
  private func systemCatalog(_ system: SystemSymbolPaths, _ uuid: ImageUUID) -> SymbolCatalog {
    if let known = state.withLock({ $0.system[uuid] }) { return known }
    let catalog = SymbolCatalog(system.folders(for: uuid))
    state.withLock { $0.system[uuid] = catalog }
    return catalog
  }

  /// The files and folders in the user's paths that were not searched, with the reasons, which complete "PATH: …".
  package var gaps: [(path: String, explanation: String)] {
    guard let named = state.withLock({ $0.named }) else { return [] }
    return zip(paths, named.folders).flatMap { path, folder in
      var gaps: [(path: String, explanation: String)] = []
      if folder.isIncomplete { gaps.append((path.text, "too large; only a part of it was searched")) }
      if let first = folder.firstUnreadable {
        let others = folder.unreadableCount - 1
        gaps.append((first.path.text, first.fault.explanation + (others > 0 ? " (and \(others) more)" : "")))
      }
      return gaps
    }
  }

  private func find(_ entries: [SymbolFileEntry], _ catalog: SymbolCatalog) -> FoundSymbols {
    do {
      let files = try SymbolFiles(entries, folders: catalog.folders, roots: paths)
      var answer = ImageSymbols(.found, file: files.shown.text)
      if files.isTruncated { answer.fault = "is truncated; names may be missing" }
      return FoundSymbols(answer, names: openNames(files))
    } catch {
      var answer = ImageSymbols(.unreadable, file: entries[0].bundle.text)
      answer.fault = error.explanation
      return FoundSymbols(answer)
    }
  }
}

/// The symbols of one image, searched on first use. Other threads wait only if they need the same image.
private final class OpenImage: Sendable {
  private struct Found: Sendable {
    var entries: [SymbolFileEntry]
    var symbols: FoundSymbols
  }

  private let known = Mutex<Found?>(nil)

  /// Returns the symbols of the files, which are opened again if there are others: a dSYM may be stored after its image.
  func found(_ entries: [SymbolFileEntry], _ find: () -> FoundSymbols) -> FoundSymbols {
    known.withLock { known in
      if let known, known.entries == entries { return known.symbols }
      let symbols = find()
      known = Found(entries: entries, symbols: symbols)
      return symbols
    }
  }
}

/// The most recently used items.
private struct LRUCache<Item: Sendable>: Sendable {
  private var items: [BuildID: (item: Item, used: Int)] = [:]
  private var clock = 0
  private let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  mutating func item(_ uuid: BuildID, _ make: () -> Item) -> Item {
    clock += 1
    if let known = items[uuid] {
      items[uuid]?.used = clock
      return known.item
    }
    if items.count >= capacity, let oldest = items.min(by: { $0.value.used < $1.value.used }) {
      items[oldest.key] = nil
    }
    let item = make()
    items[uuid] = (item, clock)
    return item
  }
}

extension SymbolStore {
  /// Returns true if the file is a symbol file: Mach-O, ELF or Breakpad's text.
  package static func isMachO(_ path: FilePath) -> Bool { (try? MappedFile.openMachO(path)) != nil }

  /// Returns true if a zip archive contains a dSYM, and no report by name.
  package static func isArchiveOfSymbols(_ path: FilePath, isReport: (String) -> Bool) -> Bool {
    guard let names = SymbolArchive.names(inZip: path, limit: 10_000) else { return false }
    return names.contains { $0.contains(".dSYM/Contents/Resources/DWARF/") } && !names.contains(where: isReport)
  }
}
