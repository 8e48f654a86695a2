package import DebugInfo
import Synchronization
package import Vocabulary
package import Platform

extension SymbolStore {
  /// Names from debug information and symbol tables.
  ///
  /// - Parameters:
  ///   - paths: Files and folders that the user named.
  ///   - usesSystem: Whether to look where Xcode keeps symbols as well; has no effect but on a Mac.
  ///   - home: The user's home folder, in which Xcode's are.
  ///   - freshness: How old a search of the named places may be when an image is not found; `nil`: of any age.
  ///   - cache: Where indexes are kept from one run to the next.
  ///   - observe: Told when work begins that may take seconds, and when it has ended; from any thread.
  package convenience init(
    paths: [FilePath], usesSystem: Bool = false, home: FilePath? = nil, freshness: Duration? = nil,
    cache: SymbolCache? = nil, observe: SymbolWork.Observer? = nil
  ) {
    self.init(paths: paths, usesSystem: usesSystem, home: home, freshness: freshness, observe: observe) {
      IndexedNames($0, cache: cache, observe: observe)
    }
  }
}

/// What may take seconds when symbols are looked for.
package enum SymbolWork: Hashable, Sendable {
  /// The named places are searched for symbol files.
  case searching
  /// An index of everything in a file or dSYM bundle is made.
  case indexing(file: String)

  /// Called with `hasEnded` false before the work and true after it, from any thread.
  package typealias Observer = @Sendable (_ work: SymbolWork, _ hasEnded: Bool) -> Void
}

/// The names of an image, with an index of all of them once that pays.
///
/// One report asks for a few addresses, for which a small part of a file is read. Making an index of everything costs as
/// much as reading some ten parts; it is kept for later runs.
package final class IndexedNames: AddressNames {
  /// What answers: debug information, symbol tables and, once made, the index.
  package let symbols: SymbolFile
  private let identity: IndexIdentity
  private let cache: SymbolCache?
  private let work: SymbolWork
  private let observe: SymbolWork.Observer?
  /// Addresses that were asked for without an index of everything.
  private let asked = Mutex(0)

  /// Addresses that a few reports ask for.
  private static let few = 60

  init?(_ files: SymbolFiles, cache: SymbolCache?, observe: SymbolWork.Observer? = nil) {
    let symbols = SymbolFile(
      debug: files.debug, image: files.image, index: cache?.index(for: files.identity), hiddenNames: files.hiddenNames,
      openObject: { [objects = files.objects] in objects?.bytes($0) })
    guard let symbols else { return nil }
    self.symbols = symbols
    self.cache = cache
    self.observe = observe
    work = .indexing(file: files.shown.text)
    identity = files.identity
    if symbols.index == nil, let cache, cache.wasMissedBefore(identity) { makeIndex() }
  }

  /// Address that the linker gave `__TEXT`, from which image offsets count.
  package var textAddress: UInt64 { symbols.textAddress }
  /// Architecture as Apple's tools name it, as `arm64e`.
  package var architectureName: String { symbols.architecture.name }

  /// For each of `addresses`, which ascend, its functions, innermost first; empty where nothing is known.
  ///
  /// After some 60 addresses an index of everything is made and stored, which can take seconds.
  package func frames(at addresses: [LinkedAddress]) -> [[SymbolFrame]] {
    if symbols.index == nil,
      asked.withLock({
        $0 = $0 &+ addresses.count; return $0 > Self.few
      })
    {
      makeIndex()
    }
    return symbols.frames(at: addresses)
  }

  private func makeIndex() {
    observe?(work, false)
    defer { observe?(work, true) }
    guard let index = symbols.wholeIndex(identity: identity) else { return }
    cache?.store(index)
  }
}
