package import CrashReports
import DebugInfo
package import Platform
import Synchronization
import Vocabulary

/// Symbol files in the places that the user named and, on a Mac, in those of Xcode.
///
/// Nothing is opened before the first image is asked for; then the headers of all Mach-O files in the named places are
/// read, once. One store serves all reports of a run, from many threads.
package final class SymbolStore: SymbolSource {
  /// Where the store searches: the paths that the user named, then descriptions of Xcode's folders.
  package let places: [String]
  private let paths: [FilePath]
  private let system: SystemSymbolPaths?
  private let makeNames: @Sendable (SymbolFiles) -> (any AddressNames)?
  private let state = Mutex(State())

  private struct State {
    var named: SymbolCatalog?
    /// When the named places were searched.
    var searched = ContinuousClock.now

    mutating func search(_ paths: [FilePath], _ observe: SymbolWork.Observer?) -> SymbolCatalog {
      observe?(.searching, false)
      defer { observe?(.searching, true) }
      let found = SymbolCatalog(paths.map { SymbolFolder($0) })
      named = found
      searched = .now
      return found
    }

    var system: [ImageUUID: SymbolCatalog] = [:]
    var shelf = LRUCache<OpenImage>(capacity: SymbolStore.mostOpen)
  }

  /// Images whose symbols are kept open; many reports of one app name the same few.
  private static let mostOpen = 32
  private let freshness: Duration?
  private let observe: SymbolWork.Observer?

  /// - Parameters:
  ///   - paths: Files and folders that the user named.
  ///   - usesSystem: Whether to look where Xcode keeps symbols as well; has no effect but on a Mac.
  ///   - freshness: How old a search of the named places may be when an image is not found. `nil`: they are searched once.
  ///     A watcher lives for days, and new builds bring new symbol files.
  ///   - observe: Told when work begins that may take seconds, and when it has ended.
  ///   - makeNames: Makes names of files; tests pass others.
  package init(
    paths: [FilePath], usesSystem: Bool = false, home: FilePath? = nil, freshness: Duration? = nil,
    observe: SymbolWork.Observer? = nil, makeNames: @escaping @Sendable (SymbolFiles) -> (any AddressNames)?
  ) {
    self.paths = paths
    self.makeNames = makeNames
    self.freshness = freshness
    self.observe = observe
    system = usesSystem ? SystemSymbolPaths(home: home) : nil
    places = paths.map(\.text) + (system?.descriptions ?? [])
  }

  /// What is wrong with a place that the user named; completes "PATH: …". `nil`: it can be searched.
  package static func problem(with place: FilePath) -> String? {
    do {
      if (try? FolderEntry.list(place)) != nil { return nil }
      if place.lastComponent.ends(with: ".bcsymbolmap") {
        _ = try MappedFile.open(place)
        return nil
      }
      guard let bytes = try MappedFile.openMachO(place) else { return "no Mach-O file, dSYM or folder" }
      _ = try MachOFile.read(bytes)
      return nil
    } catch let fault as OpeningFault {
      return fault.explanation == "no such file" ? "no such file or folder" : fault.explanation
    } catch let fault as MachOFault {
      return fault.explanation
    } catch {
      return "cannot be read"
    }
  }

  /// Searches for the image by UUID alone; an image without a UUID, or with one of zeros, has no symbol file.
  ///
  /// The first call reads the headers of all files in the named places.
  package func symbols(for image: BinaryImage, architecture: String?) -> FoundSymbols {
    guard let uuid = image.uuid, !uuid.isNull else { return FoundSymbols(ImageSymbols(.noSymbolFile)) }
    var catalog = named
    if let freshness, catalog.entries(uuid).isEmpty { catalog = refreshed(freshness) }
    if let system, catalog.entries(uuid).isEmpty, system.mayHave(image) {
      let other = systemCatalog(system, uuid)
      if !other.entries(uuid).isEmpty { catalog = other }
    }
    let entries = catalog.entries(uuid)
    if entries.isEmpty { return FoundSymbols(catalog.nearest(image, architecture)) }
    // Only what was found is kept open: a report has hundreds of images of the system.
    let open = state.withLock { $0.shelf.item(uuid) { OpenImage() } }
    return open.found { find(entries, catalog) }
  }

  /// What the user named, searched on first use.
  private var named: SymbolCatalog {
    state.withLock { $0.named ?? $0.search(paths, observe) }
  }

  /// As `named`, searched not long ago.
  private func refreshed(_ freshness: Duration) -> SymbolCatalog {
    state.withLock { state in
      if let named = state.named, state.searched.duration(to: .now) < freshness { return named }
      return state.search(paths, observe)
    }
  }

  /// Asked once for each UUID.
  private func systemCatalog(_ system: SystemSymbolPaths, _ uuid: ImageUUID) -> SymbolCatalog {
    if let known = state.withLock({ $0.system[uuid] }) { return known }
    let made = SymbolCatalog(system.folders(for: uuid))
    state.withLock { $0.system[uuid] = made }
    return made
  }

  /// What of the places that the user named was not searched, and why; the words complete "PLACE: …".
  package var gaps: [(place: String, words: String)] {
    guard let named = state.withLock({ $0.named }) else { return [] }
    return zip(paths, named.folders).flatMap { path, folder in
      var gaps: [(place: String, words: String)] = []
      if folder.isIncomplete { gaps.append((path.text, "so large that only a part of it was searched")) }
      if let closed = folder.closed {
        let others = folder.closedCount - 1
        gaps.append((closed.path.text, closed.fault.explanation + (others > 0 ? " (and \(others) more)" : "")))
      }
      return gaps
    }
  }

  private func find(_ entries: [SymbolFileEntry], _ catalog: SymbolCatalog) -> FoundSymbols {
    do {
      let files = try SymbolFiles(entries, folders: catalog.folders, roots: paths)
      var answer = ImageSymbols(.found, file: files.shown.text)
      if files.isTruncated { answer.fault = "is cut short, names may be missing" }
      return FoundSymbols(answer, names: makeNames(files))
    } catch {
      var answer = ImageSymbols(.unreadable, file: entries[0].bundle.text)
      answer.fault = error.explanation
      return FoundSymbols(answer)
    }
  }
}

/// The symbols of one image, found when they are first asked for. Others wait only if they want the same image.
private final class OpenImage: Sendable {
  private let symbols = Mutex<FoundSymbols?>(nil)

  func found(_ find: () -> FoundSymbols) -> FoundSymbols {
    symbols.withLock { symbols in
      if let symbols { return symbols }
      let found = find()
      symbols = found
      return found
    }
  }
}

/// The things that were used last.
private struct LRUCache<Item: Sendable>: Sendable {
  private var items: [ImageUUID: (item: Item, used: Int)] = [:]
  private var clock = 0
  private let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  mutating func item(_ uuid: ImageUUID, _ make: () -> Item) -> Item {
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
