import Bytes

/// The debug map of a linked image: the object file of each function, from the debugging entries (stabs) of the symbol
/// table.
///
/// Without a dSYM the debug information remains in the object files. For each of them the linker writes `N_SO`, `N_OSO`
/// with the path, and `N_FUN` with the name, address and size of each function (`mach-o/stab.h`).
package struct DebugMap: Sendable {
  /// A reference to an object file (`N_OSO`).
  package struct ObjectReference: Hashable, Sendable {
    /// The path as it was passed to the linker: often an absolute path of another machine, or a relative one.
    package var path: String
    /// The member of a static library: `3FontRegistry.o` of `objs/libFonts.a(3FontRegistry.o)`; `nil` if the path is an
    /// object file.
    package var member: String?
    /// The modification time of the file or member in seconds since 1970; 0 from reproducible builds.
    package var modificationTime: UInt64
    /// The functions of the object file, as indices of `function(_:)`.
    package var functions: Range<Int>
  }

  /// A function of the linked image, from the `N_FUN` entries of the symbol table.
  package struct Function: Hashable, Sendable {
    /// The address that the linker assigned.
    package var address: UInt64
    /// The size in bytes; 0 if the map does not contain it.
    package var size: UInt64
    /// The index of its object file.
    package var object: Int
    /// The name without Mach-O's underscore: `LoadFonts`, `-[A b]`, `$s…`.
    package var name: String
  }

  /// A function as stored in the table, in 24 bytes.
  private struct Record {
    var address: UInt64
    var size: UInt32
    var name: UInt32
    var object: UInt32
  }

  private struct Object {
    var path: UInt32
    var modificationTime: UInt64
    var functions: Range<Int>
  }

  private let entries: SymbolEntries
  private let objects: [Object]
  /// The functions in the order of the table: functions of one object file are adjacent.
  private let records: [Record]
  /// The indices of `records`, sorted by address.
  private let order: [UInt32]

  /// Reads the debugging entries of the symbol table of `file`; empty if it has none.
  package init(_ file: MachOFile) {
    entries = SymbolEntries(file)
    var reader = DebugMapReader(entries: entries)
    reader.read()
    objects = reader.objects
    records = reader.records
    let records = reader.records
    // Functions with equal addresses (folded by the linker) stay in the order of the table.
    order = records.indices.compactMap { UInt32(exactly: $0) }.sorted {
      (records[Int($0)].address, $0) < (records[Int($1)].address, $1)
    }
  }

  /// True without a debug map: for a stripped image, a dSYM or an object file.
  package var isEmpty: Bool { objects.isEmpty }

  /// The number of object files (`N_OSO` entries).
  package var objectCount: Int { objects.count }

  /// The number of functions of all object files.
  package var functionCount: Int { records.count }

  /// Returns object file `index` in the order of the map; `nil` if there is none.
  package func object(_ index: Int) -> ObjectReference? {
    guard objects.indices.contains(index) else { return nil }
    let object = objects[index]
    let span = entries.bytes.span
    let location = text(span, entries.nameRange(object.path, in: span))
    let (path, member) = Self.parts(location)
    return ObjectReference(
      path: path, member: member, modificationTime: object.modificationTime, functions: object.functions)
  }

  /// Returns function `index` in the order of the map; `nil` if there is none.
  package func function(_ index: Int) -> Function? {
    guard records.indices.contains(index) else { return nil }
    let record = records[index]
    return Function(
      address: record.address, size: UInt64(record.size), object: Int(record.object), name: entries.name(record.name))
  }

  /// Returns the index of the function that contains `address`; `nil` if there is none. A function without a size ends
  /// at the next one.
  package func indexOfFunction(at address: UInt64) -> Int? {
    let after = order.partitioningIndex { records[Int($0)].address > address }
    guard after > 0 else { return nil }
    let index = Int(order[after - 1])
    let record = records[index]
    return record.size == 0 || address &- record.address < UInt64(record.size) ? index : nil
  }

  /// Returns the address of a function in `object`, its object file; `nil` if the object file has no such symbol.
  package func address(ofFunction index: Int, in object: ObjectSymbols) -> UInt64? {
    guard records.indices.contains(index) else { return nil }
    let span = entries.bytes.span
    return object.address(of: entries.nameRange(records[index].name, in: span), in: span)
  }

  /// Splits a path such as `libFonts.a(3FontRegistry.o)`.
  static func parts(_ location: String) -> (path: String, member: String?) {
    let bytes = Array(location.utf8)
    guard bytes.last == UInt8(ascii: ")") else { return (location, nil) }
    // The name of a member may contain parentheses. The name of a library ends with `.a`, except in a static framework.
    let open =
      bytes.indices.last { bytes[$0] == UInt8(ascii: "(") && bytes[..<$0].suffix(2).elementsEqual(".a".utf8) }
      ?? bytes.lastIndex(of: UInt8(ascii: "("))
    guard let open, open > 0, open + 2 < bytes.count else { return (location, nil) }
    return (
      String(streamSafe: bytes[..<open]),
      String(streamSafe: bytes[(open + 1)..<(bytes.count - 1)])
    )
  }

  /// A reader of the stabs in the order of the table.
  private struct DebugMapReader {
    let entries: SymbolEntries
    var objects: [Object] = []
    var records: [Record] = []
    /// True between `N_OSO` and the `N_SO` that ends the object.
    private var isInObject = false
    /// True between an `N_FUN` with a name and the one with its size.
    private var awaitsSize = false

    init(entries: SymbolEntries) { self.entries = entries }

    mutating func read() {
      let entries = entries
      let span = entries.bytes.span
      for index in 0..<entries.count {
        guard let entry = entries.entry(index, in: span), entry.isDebugging else { continue }
        switch entry.type {
        case 0x64: endObject()  // N_SO: before its object files and, without a name, after them
        case 0x66: begin(entry)  // N_OSO
        case 0x24: add(entry, hasName: entries.hasName(entry.name, in: span))  // N_FUN
        default: break  // N_BNSYM and N_ENSYM are redundant; N_GSYM and N_STSYM are variables
        }
      }
      endObject()
    }

    private mutating func endObject() {
      if isInObject, let last = objects.indices.last {
        objects[last].functions = objects[last].functions.lowerBound..<records.count
      }
      isInObject = false
      awaitsSize = false
    }

    private mutating func begin(_ entry: SymbolEntry) {
      endObject()
      objects.append(
        Object(path: entry.name, modificationTime: entry.value, functions: records.count..<records.count))
      isInObject = true
    }

    private mutating func add(_ entry: SymbolEntry, hasName: Bool) {
      guard isInObject else { return }
      if hasName {
        records.append(
          Record(
            address: entry.value, size: 0, name: entry.name,
            object: UInt32(truncatingIfNeeded: objects.count - 1)))
        awaitsSize = true
      } else if awaitsSize, let last = records.indices.last {
        records[last].size = UInt32(clamping: entry.value)
        awaitsSize = false
      }
    }
  }
}
