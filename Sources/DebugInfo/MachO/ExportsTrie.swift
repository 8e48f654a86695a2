import Bytes

/// The exported symbols of an image by address: `LC_DYLD_EXPORTS_TRIE`, or the exports of `LC_DYLD_INFO`
/// (`mach-o/loader.h`).
///
/// `strip` may remove exported names from the symbol table, because the dynamic loader uses only this tree. Its edges
/// are labeled with parts of names; a name is the sequence of labels on the path to its node. Names are put together
/// only for the symbols that are looked up.
package struct ExportsTrie: Sendable {
  /// An exported symbol.
  package struct Symbol: Hashable, Sendable {
    /// The linked address; even for Thumb.
    package var start: UInt64
    /// The next exported symbol, or the end of the section.
    package var end: UInt64
    /// The name without Mach-O's underscore.
    package var name: String
  }

  private struct Node {
    /// The index of the node above it; -1 for the root.
    var parent: Int32
    /// The label of the edge that leads to it.
    var label: Range<UInt32>
  }

  private let bytes: FileBytes
  private let sections: SectionMap
  private var nodes: [Node] = []
  /// The addresses of regular exports and their nodes, by address.
  private var exports: [(address: UInt64, node: Int32)] = []

  /// The maximum length of a name in bytes.
  private static let maxNameLength = 65_536
  private static let maxNodes = 4_000_000

  // Flags of an export (`EXPORT_SYMBOL_FLAGS_…`).
  private static let kindMask: UInt64 = 0x03
  private static let isReexport: UInt64 = 0x08

  /// Reads the exports of `file`; empty without any. Parts that are damaged are omitted. Takes time in proportion to the
  /// size of the tree, because every node is read once.
  package init(_ file: MachOFile) {
    bytes = file.bytes
    sections = SectionMap(file.sections)
    let range = file.linkEdit.exports
    guard !range.isEmpty, range.upperBound <= Int(UInt32.max) else { return }
    read(range, base: file.textAddress, isARM32: file.architecture.isARM32)
    exports.sort { $0.address != $1.address ? $0.address < $1.address : $0.node < $1.node }
  }

  /// True if the image has no exports.
  package var isEmpty: Bool { exports.isEmpty }

  /// The number of exports with an address.
  package var count: Int { exports.count }

  private mutating func read(_ range: Range<Int>, base: UInt64, isARM32: Bool) {
    let bytes = bytes
    let span = bytes.span
    var visited: Set<Int> = [0]
    var open: [(offset: Int, node: Int32)] = [(0, 0)]
    nodes.append(Node(parent: -1, label: 0..<0))
    while let (offset, node) = open.popLast() {
      var cursor = ByteCursor(span, (range.lowerBound + offset)..<range.upperBound)
      let size = cursor.uleb()
      guard !cursor.isOverrun, size <= UInt64(cursor.remaining) else { continue }
      let children = cursor.position + Int(size)
      if size > 0 { addExport(&cursor, node: node, base: base, isARM32: isARM32) }
      var edges = ByteCursor(span, children..<range.upperBound)
      let count = edges.u8()
      for _ in 0..<count {
        let label = edges.text()
        let child = edges.uleb()
        guard !edges.isOverrun, nodes.count < Self.maxNodes else { break }
        // A tree with a cycle or with shared nodes is damaged.
        guard child < UInt64(range.count), visited.insert(Int(child)).inserted else { continue }
        nodes.append(
          Node(parent: node, label: UInt32(label.lowerBound)..<UInt32(label.upperBound)))
        open.append((Int(child), Int32(nodes.count - 1)))
      }
    }
  }

  /// Reads the information of a node. Symbols of other images, thread-local and absolute ones have no code here.
  private mutating func addExport(_ cursor: inout ByteCursor, node: Int32, base: UInt64, isARM32: Bool) {
    let flags = cursor.uleb()
    guard flags & Self.isReexport == 0, flags & Self.kindMask == 0 else { return }
    let offset = cursor.uleb()
    let (address, overflow) = base.addingReportingOverflow(offset)
    guard !cursor.isOverrun, !overflow else { return }
    exports.append((isARM32 ? address & ~1 : address, node))
  }

  /// Returns the last exported symbol at or before `address`, in the same section; `nil` if there is none.
  package func symbol(at address: UInt64) -> Symbol? {
    let after = exports.partitioningIndex { $0.address > address }
    guard after > 0, let section = sections.section(at: address) else { return nil }
    let found = exports[after - 1]
    guard sections.section(at: found.address)?.end == section.end, let name = name(of: found.node) else { return nil }
    let end = after < exports.count ? min(exports[after].address, section.end) : section.end
    return Symbol(start: found.address, end: end, name: name)
  }

  private func name(of node: Int32) -> String? {
    var labels: [Range<Int>] = []
    var length = 0
    var node = node
    while node > 0 {
      let found = nodes[Int(node)]
      labels.append(Int(found.label.lowerBound)..<Int(found.label.upperBound))
      length += found.label.count
      guard length <= Self.maxNameLength, labels.count <= Self.maxNameLength else { return nil }
      node = found.parent
    }
    var name: [UInt8] = []
    let span = bytes.span
    for label in labels.reversed() { span.extracting(label).withUnsafeBytes { name += $0 } }
    if name.first == UInt8(ascii: "_") { name.removeFirst() }
    return name.isEmpty ? nil : String(streamSafe: name)
  }
}
