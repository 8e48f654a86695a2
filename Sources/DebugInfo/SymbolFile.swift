import Synchronization
package import Vocabulary

/// The names of one architecture of an image: from its debug information, symbol table, function starts and stubs,
/// whatever its files have.
package final class SymbolFile: Sendable {
  /// What has debug information or symbols: a dSYM's slice, or the image itself.
  private let primary: MachOFile
  /// The image, which alone has stubs, function starts and the debug map.
  private let image: MachOFile?
  private let hiddenNames: HiddenNames?
  /// Opens an object file or a static library that the debug map names.
  private let openObject: @Sendable (_ reference: DebugMap.ObjectReference) -> FileBytes?
  private let state = Mutex(State())

  private struct State {
    /// Of all that `primary` has, once that was worth making, or from the cache.
    var index: SymbolIndex?
    var parts: ImageParts?
    var faults: [DWARFFault] = []
  }

  /// Above so many addresses reading everything costs less than reading the parts they are in.
  package static let manyAddresses = 200

  /// - Parameters:
  ///   - debug: The slice of a dSYM; `nil` if there is only the image.
  ///   - image: The slice of the image itself, if there is one.
  ///   - index: An index of `debug`, or without one of `image`, from the cache.
  ///   - openObject: Finds an object file or static library that the debug map names; without a dSYM the debug
  ///     information is there.
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

  /// `LC_UUID` of the file that has the debug information; `nil` without one.
  package var uuid: ImageUUID? { primary.uuid }
  /// Architecture of the slice that has the debug information.
  package var architecture: Architecture { primary.architecture }
  /// Address that the linker gave `__TEXT`.
  package var textAddress: UInt64 { primary.textAddress }
  /// Bytes of `__TEXT` in memory.
  package var textSize: UInt64 { primary.textSize }
  /// What could not be read of the debug information so far; empty from a cached index.
  package var faults: [DWARFFault] { state.withLock { $0.faults } }

  /// Whose index `wholeIndex` makes; its source's size and time are what the caller knows.
  package func identity(sourceSize: UInt64, sourceTime: Int64) -> IndexIdentity {
    IndexIdentity(
      uuid: primary.uuid ?? ImageUUID(high: 0, low: 0), architecture: primary.architecture, sourceSize: sourceSize,
      sourceTime: sourceTime)
  }

  /// An index of everything in the debug information and the symbol table: made now, if it was not before.
  package func wholeIndex(identity: IndexIdentity) -> SymbolIndex? {
    if let index = intactIndex { return index }
    guard let made = SymbolIndex.whole(primary, identity: identity) else { return nil }
    state.withLock { state in
      state.index = made.index
      state.faults = made.faults
    }
    return made.index
  }

  /// The index of everything, if there is one.
  package var index: SymbolIndex? { intactIndex }

  private var intactIndex: SymbolIndex? {
    state.withLock { state in
      if state.index?.isDamaged == true { state.index = nil }
      return state.index
    }
  }

  // MARK: - Lookup

  /// What is known about the code at `address`, as the file states addresses, innermost first; empty if nothing is.
  package func frames(at address: LinkedAddress) -> [SymbolFrame] { frames(at: [address])[0] }

  /// As `frames(at:)`, for many addresses, in their order.
  package func frames(at addresses: [LinkedAddress]) -> [[SymbolFrame]] {
    if addresses.isEmpty { return [] }
    if let index = intactIndex {
      let answers = addresses.map { refined(index.frames(at: $0), at: $0) }
      if !index.isDamaged { return answers }
    }
    let identity = identity(sourceSize: 0, sourceTime: 0)
    let isMany = addresses.count > Self.manyAddresses
    let made: SymbolIndex?
    if isMany {
      made = wholeIndex(identity: identity)
    } else {
      made = partIndex(for: addresses, identity: identity)
    }
    return addresses.map { refined(made?.frames(at: $0) ?? [], at: $0) }
  }

  /// What other parts of the files know better than the index does.
  package func refined(_ frames: [SymbolFrame], at address: LinkedAddress) -> [SymbolFrame] {
    if frames.first?.origin == .debugInfo { return unhidden(frames) }
    let parts = imageParts
    if let found = parts.objectFrames(at: address, openObject) { return found }
    if let start = frames.first?.functionStart {
      // A symbol has no size: a function that starts behind it has lost its name.
      guard let function = parts.starts?.function(at: address.value), function.start > start.value else {
        return unhidden(frames)
      }
      return [parts.frame(function)]
    }
    return unhidden(parts.frames(at: address))
  }

  /// True if what an index has of debug information is the answer; hidden names are not in it.
  var isIndexEnough: Bool { hiddenNames == nil }

  /// An index of the parts that a few addresses need.
  package func partIndex(for addresses: [LinkedAddress], identity: IndexIdentity) -> SymbolIndex? {
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

  private func unhidden(_ frames: [SymbolFrame]) -> [SymbolFrame] {
    guard let hiddenNames else { return frames }
    return frames.map { frame in
      var frame = frame
      frame.name = Self.unhidden(frame.name, hiddenNames)
      frame.file = frame.file.map { Self.unhiddenPath($0, hiddenNames) }
      return frame
    }
  }

  /// Folder and file are hidden one by one; what either stands for may be a whole path.
  private static func unhiddenPath(_ path: String, _ names: HiddenNames) -> String {
    var result = ""
    for (index, part) in path.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
      let part = unhidden(String(part), names)
      if part.hasPrefix("/") {
        result = part
      } else {
        if index > 0 { result += "/" }
        result += part
      }
    }
    return result
  }

  private static func unhidden(_ name: String, _ names: HiddenNames) -> String { names.name(for: name) ?? name }
}
