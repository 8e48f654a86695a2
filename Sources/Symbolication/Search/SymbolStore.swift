package import CrashReports
import DebugInfo
import Synchronization
package import Vocabulary

/// Symbol files in the places that the user named and, on a Mac, in those of Xcode.
///
/// Nothing is opened before the first image is asked for; then the headers of all Mach-O files in the named places are
/// read, once. One store serves all reports of a run, from many threads.
package final class SymbolStore: SymbolSource {
  package let places: [String]
  private let paths: [FilePath]
  private let system: SystemPlaces?
  private let makeNames: @Sendable (SymbolFiles) -> (any AddressNames)?
  private let state = Mutex(State())

  private struct State {
    var folders: [SymbolFolder]?
    var shelf = Shelf<OpenImage>(capacity: SymbolStore.mostOpen)
  }

  /// Images whose symbols are kept open; many reports of one app name the same few.
  private static let mostOpen = 32

  /// - Parameters:
  ///   - paths: Files and folders that the user named.
  ///   - usesSystem: Whether to look where Xcode keeps symbols as well; has no effect but on a Mac.
  ///   - makeNames: Makes names of files; tests pass others.
  package init(
    paths: [FilePath], usesSystem: Bool = false, home: FilePath? = nil,
    makeNames: @escaping @Sendable (SymbolFiles) -> (any AddressNames)?
  ) {
    self.paths = paths
    self.makeNames = makeNames
    system = usesSystem ? SystemPlaces(home: home) : nil
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

  package func symbols(for image: BinaryImage, architecture: String?) -> FoundSymbols {
    guard let uuid = image.uuid, !uuid.isNull else { return FoundSymbols(ImageSymbols(.noSymbolFile)) }
    let open = state.withLock { $0.shelf.item(uuid) { OpenImage() } }
    return open.found { find(image, uuid, architecture) }
  }

  /// The places that the user named, searched on first use.
  private var folders: [SymbolFolder] {
    state.withLock { state in
      if let folders = state.folders { return folders }
      let folders = paths.map { SymbolFolder($0) }
      state.folders = folders
      return folders
    }
  }

  /// What stopped the search of a place before its end: its text, as the user named it.
  package var placesCutShort: [String] {
    guard let folders = state.withLock({ $0.folders }) else { return [] }
    return zip(paths, folders).filter { $1.isCutShort }.map { $0.0.text }
  }

  private func find(_ image: BinaryImage, _ uuid: ImageUUID, _ architecture: String?) -> FoundSymbols {
    var folders = folders
    var entries = folders.flatMap { $0.entries }.filter { $0.uuid == uuid }
    if entries.isEmpty, let system, system.mayHave(image) {
      folders += system.folders(for: uuid)
      entries = folders.flatMap { $0.entries }.filter { $0.uuid == uuid }
    }
    if entries.isEmpty { return FoundSymbols(mismatch(image, architecture, folders)) }
    do {
      let files = try SymbolFiles(entries, folders: folders, roots: paths)
      return FoundSymbols(ImageSymbols(.found, file: files.shown.text), names: makeNames(files))
    } catch {
      var answer = ImageSymbols(.unreadable, file: entries[0].bundle.text)
      answer.fault = error.explanation
      return FoundSymbols(answer)
    }
  }

  /// What is to be said of an image that no file fits: the file of the same name that comes nearest.
  private func mismatch(_ image: BinaryImage, _ architecture: String?, _ folders: [SymbolFolder]) -> ImageSymbols {
    let names = [image.name, image.path?.split(separator: "/").last.map(String.init)].compactMap { $0 }
    let named = folders.flatMap { $0.entries }.filter { entry in names.contains(where: entry.isNamed) }
    let wanted = architecture.flatMap { Architecture(name: $0) }
    let offered =
      named.first { $0.architecture == wanted } ?? named.first { $0.architecture.cpuType == wanted?.cpuType }
    guard let entry = offered ?? named.first else { return ImageSymbols(.noSymbolFile) }
    let isOther = wanted != nil && offered == nil
    var answer = ImageSymbols(isOther ? .architectureMismatch : .uuidMismatch, file: entry.bundle.text)
    answer.foundUUID = entry.uuid
    answer.foundArchitectures = named.filter { $0.path == entry.path }.map(\.architecture.name).joined(separator: ", ")
    return answer
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
private struct Shelf<Item: Sendable>: Sendable {
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
