package import DebugInfo
import Synchronization
package import Vocabulary
package import Platform

extension SymbolStore {
  /// Creates a store that reads debug information and symbol tables.
  ///
  /// - Parameters:
  ///   - paths: Files and folders given by the user.
  ///   - neighbors: dSYMs next to the reports (`SymbolNeighbors`).
  ///   - depots: Folders whose layout states the paths of files. They are not searched.
  ///   - server: Servers that are asked for images that were not found.
  ///   - usesSystem: Whether to search Xcode's folders, too; has an effect only on a Mac.
  ///   - home: The user's home folder, which contains Xcode's folders.
  ///   - freshness: The maximum age of a search of `paths` when an image is not found; `nil` for no limit.
  ///   - cache: The cache for indexes.
  ///   - observe: Called before and after work that may take seconds, from any thread.
  package convenience init(
    paths: [FilePath], neighbors: [FilePath] = [], depots: [FilePath] = [], server: (any SymbolFileServer)? = nil,
    usesSystem: Bool = false, home: FilePath? = nil, freshness: Duration? = nil, cache: SymbolCache? = nil,
    observe: SymbolWork.Observer? = nil
  ) {
    self.init(
      paths: paths, neighbors: neighbors, depots: depots, server: server, usesSystem: usesSystem, home: home,
      freshness: freshness, observe: observe
    ) {
      IndexedNames($0, cache: cache, observe: observe)
    }
  }
}

/// Work that may take seconds during symbolication.
package enum SymbolWork: Hashable, Sendable {
  /// Searching the user's paths for symbol files.
  case searching
  /// Asking servers for a symbol file.
  case downloading
  /// Building a complete index of a file or dSYM bundle.
  case indexing(file: String)

  /// A function called from any thread, with `hasEnded` false before the work and true after it.
  package typealias Observer = @Sendable (_ work: SymbolWork, _ hasEnded: Bool) -> Void
}

/// The symbols of an image, with a complete index as soon as that pays off.
///
/// One report contains a few addresses, for which a small part of a file is read. Building a complete index costs about
/// as much as reading ten such parts; it is cached for later runs.
package final class IndexedNames: AddressNames {
  /// The debug information, the symbol tables and, once built, the index.
  package let symbols: SymbolFile
  private let identity: IndexIdentity
  private let cache: SymbolCache?
  private let work: SymbolWork
  private let observe: SymbolWork.Observer?
  /// The number of addresses that were looked up without a complete index.
  private let lookups = Mutex(0)

  /// The maximum number of lookups without a complete index, which a few reports need.
  private static let maxLookups = 60

  init?(_ files: SymbolFiles, cache: SymbolCache?, observe: SymbolWork.Observer? = nil) {
    let index = cache?.index(for: files.identity)
    let symbols =
      files.other.map { SymbolFile($0, elfImage: files.elfImage, index: index, splitFiles: files.splitFiles) }
      ?? SymbolFile(
        debug: files.debug, image: files.image, index: index, hiddenNames: files.hiddenNames,
        openObject: { [objects = files.objects] in objects?.bytes($0) })
    guard let symbols else { return nil }
    self.symbols = symbols
    self.cache = cache
    self.observe = observe
    work = .indexing(file: files.shown.text)
    identity = files.identity
    if symbols.index == nil, let cache, cache.wasMissedBefore(identity) { buildIndex() }
  }

  /// The linked address of `__TEXT`, the base of image offsets.
  package var textAddress: UInt64 { symbols.textAddress }
  /// The architecture's name in Apple's tools, such as `arm64e`.
  package var architectureName: String { symbols.architecture.name }

  /// Returns the functions at each of `addresses`, innermost first; empty for addresses without a symbol. The addresses
  /// must be in ascending order.
  ///
  /// After 60 addresses, a complete index is built and stored, which can take seconds.
  package func frames(at addresses: [LinkedAddress]) -> [[SymbolFrame]] {
    if symbols.index == nil,
      lookups.withLock({
        $0 = $0 &+ addresses.count
        return $0 > Self.maxLookups
      })
    {
      buildIndex()
    }
    return symbols.frames(at: addresses)
  }

  private func buildIndex() {
    observe?(work, false)
    defer { observe?(work, true) }
    guard let index = symbols.completeIndex(identity: identity) else { return }
    if !symbols.isPartial { cache?.store(index) }
  }
}
