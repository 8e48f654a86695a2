import Synchronization
package import Vocabulary

/// The symbols of one architecture of an image: everything its files contain of debug information, symbol table,
/// function starts and stubs.
package final class SymbolFile: Sendable {
  /// The file with debug information or symbols: a slice of a dSYM, an ELF file, or the image itself.
  private let primary: ImageFile
  /// The Mach-O image. Only it has stubs, function starts and the debug map.
  private let image: MachOFile?
  /// The ELF image, which has the jumps to other images also if its debug information is in another file.
  private let elfImage: ELFFile?
  private let hiddenNames: HiddenNames?
  /// Opens an object file or a static library that the debug map refers to.
  private let openObject: @Sendable (_ reference: DebugMap.ObjectReference) -> FileBytes?
  /// Opens the files with split units of an ELF file.
  private let splitFiles: SplitFiles
  private let state = Mutex(State())

  private struct State {
    /// The index of everything in `primary`, if it was built or read from the cache.
    var index: SymbolIndex?
    var parts: ImageParts?
    var stubs: ELFStubs?
    /// The debug information of `primary`, without split units. Sections that are compressed are unpacked once.
    var data: DebugData?
    var faults: [DWARFFault] = []
    var isPartial = false
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
    self.primary = .machO(primary)
    splitFiles = .none
    self.image = image
    elfImage = nil
    self.hiddenNames = hiddenNames
    self.openObject = openObject
    if let index { state.withLock { $0.index = index } }
  }

  /// Creates the symbols of an image from one file of any format.
  /// - Parameters:
  ///   - file: The file with the debug information and symbols.
  ///   - elfImage: The image, if `file` is the separate debug information of an ELF image.
  ///   - index: The cached index of `file`.
  ///   - splitFiles: The files with split units (`.dwo`, `.dwp`), if it is an ELF file.
  package init(
    _ file: ImageFile, elfImage: ELFFile? = nil, index: SymbolIndex? = nil, splitFiles: SplitFiles = .none
  ) {
    primary = file
    image = nil
    self.elfImage = elfImage ?? file.elf
    hiddenNames = nil
    openObject = { _ in nil }
    self.splitFiles = splitFiles
    if let index { state.withLock { $0.index = index } }
  }

  /// What identifies the build of the file with the debug information; `nil` if it does not state it.
  package var identifier: BuildID? { primary.identifier }
  /// The architecture of the slice with the debug information.
  package var architecture: Architecture { primary.architecture }
  /// The address that the linker assigned to the image's start: that of `__TEXT`, or of the first loaded byte.
  package var textAddress: UInt64 { primary.textAddress }
  /// The size of `__TEXT` or of all segments in memory, in bytes.
  package var textSize: UInt64 { primary.textSize }
  /// The faults found in the debug information so far; empty if the index came from the cache.
  package var faults: [DWARFFault] { state.withLock { $0.faults } }

  /// Returns the identity of the index that `completeIndex` builds.
  /// - Parameters:
  ///   - sourceSize: The size of the source file in bytes.
  ///   - sourceState: The time of the source file's last change, in nanoseconds since 1970.
  package func identity(sourceSize: UInt64, sourceState: Int64) -> IndexIdentity {
    IndexIdentity(
      uuid: primary.identifier?.cacheKey ?? ImageUUID(high: 0, low: 0), architecture: primary.architecture,
      sourceSize: sourceSize,
      sourceState: sourceState)
  }

  /// Returns the index of all debug information and symbols, and builds it first if necessary.
  package func completeIndex(identity: IndexIdentity) -> SymbolIndex? {
    if let index = intactIndex { return index }
    guard let made = wholeIndex(identity) else { return nil }
    state.withLock { state in
      state.index = made.index
      state.faults = made.faults
    }
    return made.index
  }

  /// The index of all debug information and symbols, if it was built or read from the cache.
  package var index: SymbolIndex? { intactIndex }

  /// True if the complete index lacks what was not found in other files. It is not stored: they may be found later.
  package var isPartial: Bool { state.withLock { $0.isPartial } }

  private func wholeIndex(_ identity: IndexIdentity) -> (index: SymbolIndex, faults: [DWARFFault])? {
    if case .breakpad(let file) = primary { return BreakpadIndexBuilder.index(of: file, identity: identity) }
    return SymbolIndex.whole(data(for: nil), identity: identity)
  }

  /// Returns the debug information with the split units that contain `addresses`; with all of them if it is `nil`.
  private func data(for addresses: [LinkedAddress]?) -> DebugData {
    let data = mainData
    guard primary.elf != nil else { return data }
    let references = data.splitReferences(for: addresses)
    if references.isEmpty { return data }
    let complete = data.adding(references, from: splitFiles)
    if addresses == nil, complete.splitUnits.count < references.count { state.withLock { $0.isPartial = true } }
    return complete
  }

  private var mainData: DebugData {
    state.withLock { state in
      if let data = state.data { return data }
      let data: DebugData
      switch primary {
      case .machO(let file): data = DebugData(file)
      case .elf(let file): data = DebugData(file)
      case .breakpad(let file):
        data = DebugData(
          bytes: file.bytes, sections: DebugSections { _ in 0..<0 }, symbols: .none, base: 0, lowestCode: 0)
      }
      state.data = data
      return data
    }
  }

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
    guard let parts = imageParts else { return frames.isEmpty ? stubFrames(at: address) : frames }
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

  /// Returns the jump of an ELF image to a function of another image.
  private func stubFrames(at address: LinkedAddress) -> [SymbolFrame] {
    guard let elfImage else { return [] }
    let stubs = state.withLock { state in
      if let stubs = state.stubs { return stubs }
      let stubs = ELFStubs(elfImage)
      state.stubs = stubs
      return stubs
    }
    guard let stub = stubs.stub(at: address.value) else { return [] }
    return [SymbolFrame(name: stub.name, origin: .stub, functionStart: LinkedAddress(stub.start))]
  }

  /// True if frames from the debug information in the index need no further change. Hidden names have to be replaced.
  var isIndexEnough: Bool { hiddenNames == nil }

  /// Builds an index of the compilation units that contain `addresses`.
  package func partialIndex(for addresses: [LinkedAddress], identity: IndexIdentity) -> SymbolIndex? {
    // The text of a Breakpad symbol file has no table of its functions.
    if case .breakpad = primary { return completeIndex(identity: identity) }
    let found = SymbolIndex.part(data(for: addresses), for: addresses, identity: identity)
    guard let part = found else { return nil }
    if !part.faults.isEmpty { state.withLock { $0.faults = part.faults } }
    return part.index
  }

  /// The other parts of a Mach-O image; `nil` for other formats, which have everything in the index.
  private var imageParts: ImageParts? {
    guard let primary = primary.machO else { return nil }
    return state.withLock { state in
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
