/// Where the functions of an image begin, as the linker lists them in `LC_FUNCTION_STARTS`.
///
/// All functions are there, also those whose names were stripped. A dSYM has no such list; the image has.
package struct FunctionStarts: Sendable {
  /// The part of an image that belongs to a function; padding behind it included.
  package struct Function: Hashable, Sendable {
    /// Address of the first instruction as the linker placed it; even for Thumb.
    package var start: UInt64
    /// The next function's start, or the end of the section.
    package var end: UInt64
    /// True for Thumb instructions of 32-bit ARM.
    package var isThumb: Bool
  }

  /// Address of `__TEXT`, from which the list counts.
  private let base: UInt64
  /// Ascending; the low bit means Thumb where `isARM32` is true.
  private let offsets: [UInt32]
  private let isARM32: Bool
  private let sections: SectionMap

  /// Reads `LC_FUNCTION_STARTS` of `file`; empty without one, and cut where the list is damaged.
  package init(_ file: MachOFile) {
    base = file.textAddress
    isARM32 = file.architecture.isARM32
    sections = SectionMap(file.sections)
    offsets = Self.decoded(file)
  }

  /// Unsigned LEB128 distances, from `__TEXT` and then from one another, up to a zero.
  private static func decoded(_ file: MachOFile) -> [UInt32] {
    var cursor = ByteCursor(file.bytes.span, file.linkEdit.functionStarts)
    var offsets: [UInt32] = []
    // A function rarely lies more than 16 KB behind the one before: two bytes each. More is not taken on trust.
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

  /// Number of functions in the list.
  package var count: Int { offsets.count }

  /// True without a list: a dSYM, an object file, or an image linked with `-no_function_starts`.
  package var isEmpty: Bool { offsets.isEmpty }

  /// Where function `index` starts, in the order of addresses; `nil` if there is none.
  func address(_ index: Int) -> UInt64? { offsets.indices.contains(index) ? address(offsets[index]) : nil }

  /// Function `index` in the order of addresses; `nil` if there is none, or if it lies in no section.
  package func function(_ index: Int) -> Function? {
    guard offsets.indices.contains(index) else { return nil }
    let start = address(offsets[index])
    guard let section = sections.section(at: start) else { return nil }
    let end = index + 1 < offsets.count ? min(section.end, address(offsets[index + 1])) : section.end
    // Wrong lists may put two starts in one place.
    guard start < end else { return nil }
    return Function(start: start, end: end, isThumb: isARM32 && offsets[index] & 1 != 0)
  }

  /// The function that includes `address`; `nil` where no function of the same section starts before it.
  package func function(at address: UInt64) -> Function? {
    let after = indexOfFirst(after: address)
    guard after > 0, let function = function(after - 1), address < function.end else { return nil }
    return function
  }

  /// The first start behind `address`.
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
