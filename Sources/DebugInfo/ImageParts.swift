import Synchronization
import Vocabulary

/// The names of an image that are neither in its debug information nor in the symbol table of its main file: the
/// image's own symbol table, function starts, stubs and debug map.
final class ImageParts: Sendable {
  /// The symbol table of the image, if the main file is a dSYM.
  private let symbols: SymbolTable?
  let starts: FunctionStarts?
  private let stubs: Stubs?
  private let debugMap: DebugMap?
  /// The exported names of the image.
  private let exports: ExportsTrie?
  private let architecture: Architecture
  private let objects = Mutex<[Int: ObjectFile?]>([:])

  /// An object file of the debug map, with its symbols read.
  private struct ObjectFile: Sendable {
    var file: MachOFile
    var symbols: ObjectSymbols
  }

  init(image: MachOFile?, primary: MachOFile, hasDebugInfo: Bool) {
    let image = image ?? primary
    let starts = FunctionStarts(image)
    symbols =
      image.range == primary.range && image.bytes === primary.bytes
      ? nil : SymbolTable(image, functionStarts: starts)
    self.starts = starts.isEmpty ? nil : starts
    let stubs = Stubs(image)
    self.stubs = stubs.isEmpty ? nil : stubs
    let map = hasDebugInfo ? nil : DebugMap(image)
    debugMap = map?.isEmpty == false ? map : nil
    architecture = image.architecture
    let exports = ExportsTrie(image)
    self.exports = exports.isEmpty ? nil : exports
  }

  /// Returns the exported function that contains `address`, if no other function is known to start between the two.
  /// - Parameter start: The start of the symbol or function that is known so far; the exported one must not precede it.
  func exportedFrame(at address: LinkedAddress, after start: LinkedAddress? = nil) -> SymbolFrame? {
    guard let symbol = exports?.symbol(at: address.value), symbol.start >= start?.value ?? 0 else { return nil }
    if let function = starts?.function(at: address.value), function.start > symbol.start { return nil }
    return SymbolFrame(name: symbol.name, origin: .symbolTable, functionStart: LinkedAddress(symbol.start))
  }

  /// Returns the symbol, stub or function start of code that the debug information does not cover.
  func frames(at address: LinkedAddress) -> [SymbolFrame] {
    if let symbols, let symbol = symbols.symbol(at: address.value) {
      return [
        SymbolFrame(
          name: symbols.name(of: symbol), origin: .symbolTable, functionStart: LinkedAddress(symbol.start))
      ]
    }
    if let stub = stubs?.stub(at: address.value) {
      return [SymbolFrame(name: stub.name, origin: .stub, functionStart: LinkedAddress(stub.start))]
    }
    if let exported = exportedFrame(at: address) { return [exported] }
    return starts?.function(at: address.value).map { [frame($0)] } ?? []
  }

  func frame(_ function: FunctionStarts.Function) -> SymbolFrame {
    SymbolFrame(
      name: "function at \(function.start.hexadecimal)", origin: .functionStart,
      functionStart: LinkedAddress(function.start))
  }

  /// Returns the frames from the object file that the code at `address` was linked from; without that file, the
  /// function's name alone. `nil` if the debug map has no function at `address`.
  func objectFrames(
    at address: LinkedAddress, _ open: (DebugMap.ObjectReference) -> FileBytes?
  ) -> [SymbolFrame]? {
    guard let debugMap, let index = debugMap.indexOfFunction(at: address.value),
      let function = debugMap.function(index)
    else { return nil }
    let start = LinkedAddress(function.address)
    let alone = [SymbolFrame(name: function.name, origin: .symbolTable, functionStart: start)]
    guard let object = object(function.object, open),
      let objectAddress = debugMap.address(ofFunction: index, in: object.symbols)
    else { return alone }
    let (wanted, overflow) = objectAddress.addingReportingOverflow(address.value &- function.address)
    guard !overflow, wanted >= object.file.textAddress else { return alone }
    let identity = IndexIdentity(
      uuid: ImageUUID(high: 0, low: 0), architecture: architecture, sourceSize: 0, sourceState: 0)
    let found = SymbolIndex.part(object.file, for: [LinkedAddress(wanted)], identity: identity)?
      .index.frames(at: LinkedAddress(wanted))
    guard let found, found.first?.origin == .debugInfo else { return alone }
    return found.map { frame in
      var frame = frame
      frame.functionStart = start
      if !frame.isInlined { frame.name = function.name }
      return frame
    }
  }

  private func object(_ index: Int, _ open: (DebugMap.ObjectReference) -> FileBytes?) -> ObjectFile? {
    objects.withLock { objects in
      if let known = objects[index] { return known }
      let object = debugMap?.object(index).flatMap { read($0, open) }
      objects[index] = .some(object)
      return object
    }
  }

  private func read(_ reference: DebugMap.ObjectReference, _ open: (DebugMap.ObjectReference) -> FileBytes?)
    -> ObjectFile?
  {
    guard let bytes = open(reference) else { return nil }
    var range = bytes.range
    if let name = reference.member {
      guard let library = try? StaticLibrary.read(bytes, for: architecture),
        let member = library.member(name, modificationTime: reference.modificationTime)
      else { return nil }
      range = member.range
    }
    guard let universal = try? MachOFile.read(bytes, range: range) else { return nil }
    let slice = universal.slice(architecture: architecture) ?? (universal.slices.count == 1 ? universal.slices[0] : nil)
    guard let slice else { return nil }
    return ObjectFile(file: slice, symbols: ObjectSymbols(slice))
  }
}
