import Synchronization
package import Vocabulary

/// The symbols of one architecture of an image: everything its files contain of debug information, symbol table,
/// function starts and stubs.
package final class SymbolFile: Sendable {
  /// The file with debug information or symbols: a slice of a dSYM, or the image itself.
  private let primary: MachOFile
  /// The image. Only it has stubs, function starts and the debug map.
  private let image: MachOFile?
  private let hiddenNames: HiddenNames?
  /// Opens an object file or a static library that the debug map refers to.
  private let openObject: @Sendable (_ reference: DebugMap.ObjectReference) -> FileBytes?
  private let state = Mutex(State())

  private struct State {
    /// The index of everything in `primary`, if it was built or read from the cache.
    var index: SymbolIndex?
    var parts: ImageParts?
    var faults: [DWARFFault] = []
  }

  /// The number of addresses above which reading the whole file costs less than reading only the units they are in.
  package static let manyAddresses = 200

  /// Creates the symbols of an image from the slices of its files; `nil` without any slice.
  /// - Parameters:
  ///   - debug: The slice of the dSYM; `nil` if there is only the image.
  ///   - image: The slice of the image itself, if available.
  ///   - index: The cached index of `debug` or, without a dSYM, of `image`.
  ///   - hiddenNames: The names that a bitcode build replaced, if a `.bcsymbolmap` was found.
  ///   - openObject: Opens an object file or static library that the debug map refers to. Without a dSYM, these files
  ///     contain the debug information.
  package init?(
    debug: MachOFile?, image: MachOFile? = nil, index: SymbolIndex? = nil, hiddenNames: HiddenNames? = nil,
    openObject: @escaping @Sendable (_ reference: DebugMap.ObjectReference) -> FileBytes? = { _ in nil }
  ) {
    guard let primary = debug ?? image else { return nil }
    self.primary = primary
    self.image = image
    self.hiddenNames = hiddenNames
    self.openObject = openObject
    if let index { state.withLock { $0.index = index } }
  }

  /// The UUID (`LC_UUID`) of the file with the debug information; `nil` if it has none.
  package var uuid: ImageUUID? { primary.uuid }
  /// The architecture of the slice with the debug information.
  package var architecture: Architecture { primary.architecture }
  /// The address that the linker assigned to `__TEXT`.
  package var textAddress: UInt64 { primary.textAddress }
  /// The size of `__TEXT` in memory, in bytes.
  package var textSize: UInt64 { primary.textSize }
  /// The faults found in the debug information so far; empty if the index came from the cache.
  package var faults: [DWARFFault] { state.withLock { $0.faults } }

  /// Returns the identity of the index that `completeIndex` builds.
  /// - Parameters:
  ///   - sourceSize: The size of the source file in bytes.
  ///   - sourceState: The time of the source file's last change, in nanoseconds since 1970.
  package func identity(sourceSize: UInt64, sourceState: Int64) -> IndexIdentity {
    IndexIdentity(
      uuid: primary.uuid ?? ImageUUID(high: 0, low: 0), architecture: primary.architecture, sourceSize: sourceSize,
      sourceState: sourceState)
  }

  /// Returns the index of all debug information and symbols, and builds it first if necessary.
  package func completeIndex(identity: IndexIdentity) -> SymbolIndex? {
    if let index = intactIndex { return index }
    guard let made = SymbolIndex.whole(primary, identity: identity) else { return nil }
    state.withLock { state in
      state.index = made.index
      state.faults = made.faults
    }
    return made.index
  }

  /// The index of all debug information and symbols, if it was built or read from the cache.
  package var index: SymbolIndex? { intactIndex }

  private var intactIndex: SymbolIndex? {
    state.withLock { state in
      if state.index?.isDamaged == true { state.index = nil }
      return state.index
    }
  }

  // MARK: - Lookup

  /// Returns the functions at `address`, innermost first; empty if no symbol covers it.
  /// - Parameter address: An address as the linker assigned it.
  package func frames(at address: LinkedAddress) -> [SymbolFrame] { frames(at: [address])[0] }

  /// Returns the functions at each of `addresses`, in the same order.
  package func frames(at addresses: [LinkedAddress]) -> [[SymbolFrame]] {
    if addresses.isEmpty { return [] }
    if let index = intactIndex {
      let answers = addresses.map { refined(index.frames(at: $0), at: $0) }
      if !index.isDamaged { return answers }
    }
    let identity = identity(sourceSize: 0, sourceState: 0)
    let isMany = addresses.count > Self.manyAddresses
    let made: SymbolIndex?
    if isMany {
      made = completeIndex(identity: identity)
    } else {
      made = partialIndex(for: addresses, identity: identity)
    }
    return addresses.map { refined(made?.frames(at: $0) ?? [], at: $0) }
  }

  /// Returns `frames`, or better ones from the other parts of the files.
  package func refined(_ frames: [SymbolFrame], at address: LinkedAddress) -> [SymbolFrame] {
    if frames.first?.origin == .debugInfo { return revealed(frames) }
    let parts = imageParts
    if let found = parts.objectFrames(at: address, openObject) { return found }
    if let start = frames.first?.functionStart {
      // A symbol has no size. If another function starts after it and at or before the address, that function was
      // stripped of its name.
      if let function = parts.starts?.function(at: address.value), function.start > start.value {
        return [parts.exportedFrame(at: address) ?? parts.frame(function)]
      }
      // An exported name is better than none, and than that of a symbol before it.
      let least = frames[0].origin == .functionStart ? start : LinkedAddress(start.value &+ 1)
      if let exported = parts.exportedFrame(at: address, after: least) { return [exported] }
      return revealed(frames)
    }
    return revealed(parts.frames(at: address))
  }

  /// True if frames from the debug information in the index need no further change. Hidden names have to be replaced.
  var isIndexEnough: Bool { hiddenNames == nil }

  /// Builds an index of the compilation units that contain `addresses`.
  package func partialIndex(for addresses: [LinkedAddress], identity: IndexIdentity) -> SymbolIndex? {
    guard let part = SymbolIndex.part(primary, for: addresses, identity: identity) else { return nil }
    if !part.faults.isEmpty { state.withLock { $0.faults = part.faults } }
    return part.index
  }

  private var imageParts: ImageParts {
    state.withLock { state in
      if let parts = state.parts { return parts }
      let parts = ImageParts(image: image, primary: primary, hasDebugInfo: !DebugSections(primary).info.isEmpty)
      state.parts = parts
      return parts
    }
  }

  private func revealed(_ frames: [SymbolFrame]) -> [SymbolFrame] {
    guard let hiddenNames else { return frames }
    return frames.map { frame in
      var frame = frame
      frame.name = Self.revealed(frame.name, hiddenNames)
      frame.file = frame.file.map { Self.revealedPath($0, hiddenNames) }
      return frame
    }
  }

  /// Folder and file names are hidden separately. Each may stand for a complete path.
  private static func revealedPath(_ path: String, _ names: HiddenNames) -> String {
    var result = ""
    for (index, part) in path.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
      let part = revealed(String(part), names)
      if part.hasPrefix("/") {
        result = part
      } else {
        if index > 0 { result += "/" }
        result += part
      }
    }
    return result
  }

  private static func revealed(_ name: String, _ names: HiddenNames) -> String { names.name(for: name) ?? name }
}
