/// The function starts of an image (`LC_FUNCTION_STARTS`).
///
/// The list contains all functions, including those whose names were stripped. A dSYM does not have it.
package struct FunctionStarts: Sendable {
  /// The address range of a function, including the padding after it.
  package struct Function: Hashable, Sendable {
    /// The linked address of the first instruction; even for Thumb.
    package var start: UInt64
    /// The start of the next function, or the end of the section.
    package var end: UInt64
    /// True for Thumb instructions of 32-bit ARM.
    package var isThumb: Bool
  }

  /// The address of `__TEXT`, the base of the list.
  private let base: UInt64
  /// The offsets in ascending order. The low bit means Thumb if `isARM32` is true.
  private let offsets: [UInt32]
  private let isARM32: Bool
  private let sections: SectionMap

  /// Reads `LC_FUNCTION_STARTS` of `file`. Empty if it is missing; ends early where the list is damaged.
  package init(_ file: MachOFile) {
    base = file.textAddress
    isARM32 = file.architecture.isARM32
    sections = SectionMap(file.sections)
    offsets = Self.decoded(file)
  }

  /// Decodes the list: unsigned LEB128 distances, the first from `__TEXT`, the others from the previous start,
  /// terminated by a zero.
  private static func decoded(_ file: MachOFile) -> [UInt32] {
    var cursor = ByteCursor(file.bytes.span, file.linkEdit.functionStarts)
    var offsets: [UInt32] = []
    // Distances are rarely larger than 16 KB: two bytes each. More memory is reserved only when needed.
    offsets.reserveCapacity(file.linkEdit.functionStarts.count / 2)
    var offset: UInt32 = 0
    while cursor.hasMore {
      let distance = cursor.uleb()
      guard distance > 0, !cursor.isOverrun, let step = UInt32(exactly: distance) else { break }
      let (next, overflow) = offset.addingReportingOverflow(step)
      if overflow { break }
      offset = next
      offsets.append(offset)
    }
    return offsets
  }

  /// The number of functions in the list.
  package var count: Int { offsets.count }

  /// True without a list: for a dSYM, an object file, or an image linked with `-no_function_starts`.
  package var isEmpty: Bool { offsets.isEmpty }

  /// Returns the start of function `index` in address order; `nil` if there is none.
  func address(_ index: Int) -> UInt64? { offsets.indices.contains(index) ? address(offsets[index]) : nil }

  /// Returns function `index` in address order; `nil` if there is none, or if it is not in a section.
  package func function(_ index: Int) -> Function? {
    guard offsets.indices.contains(index) else { return nil }
    let start = address(offsets[index])
    guard let section = sections.section(at: start) else { return nil }
    let end = index + 1 < offsets.count ? min(section.end, address(offsets[index + 1])) : section.end
    // Invalid lists may contain two equal starts.
    guard start < end else { return nil }
    return Function(start: start, end: end, isThumb: isARM32 && offsets[index] & 1 != 0)
  }

  /// Returns the function that contains `address`; `nil` if no function of the same section starts at or before it.
  package func function(at address: UInt64) -> Function? {
    let after = indexOfFirst(after: address)
    guard after > 0, let function = function(after - 1), address < function.end else { return nil }
    return function
  }

  /// Returns the first start after `address`.
  package func start(after address: UInt64) -> UInt64? {
    let after = indexOfFirst(after: address)
    return after < offsets.count ? self.address(offsets[after]) : nil
  }

  private func indexOfFirst(after address: UInt64) -> Int {
    guard address >= base else { return 0 }
    let distance = address &- base
    return offsets.partitioningIndex { UInt64(masked($0)) > distance }
  }

  private func masked(_ offset: UInt32) -> UInt32 { isARM32 ? offset & ~1 : offset }

  private func address(_ offset: UInt32) -> UInt64 {
    let (address, overflow) = base.addingReportingOverflow(UInt64(masked(offset)))
    return overflow ? .max : address
  }
}
