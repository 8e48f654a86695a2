/// A reader of the debug information of one architecture that resolves the references of its units.
///
/// For a single use: it stores the abbreviations, names and units it has read, and the work done so far.
struct DebugInfoReader: ~Copyable {
  let file: FileBytes
  /// The sections of the program, or of the split unit that is being read.
  private(set) var sections: DebugSections
  /// The lowest address with code.
  let lowestCode: UInt64
  private let splitUnits: [UInt64: DebugSections]
  /// The sections and units of the program while a split unit is read.
  private var outer: (sections: DebugSections, unitList: [Unit]?, rootedUnits: [Int: Unit?])?
  private(set) var faults: [DWARFFault] = []

  private var tables: [AbbreviationTable] = []
  private var tableNumbers: [TableKey: Int] = [:]
  /// The number of bytes of abbreviations that may still be read. Units may share a table or have separate ones, but a
  /// file in which every unit refers to the middle of another unit's table would take quadratic time.
  private var abbreviationBudget: Int
  /// The number of range list entries that may still be read, for the same reason. Each becomes a range in memory.
  var rangeBudget: Int
  /// The limit for the total work of reading.
  var work: WorkBudget

  /// All units in order, once a reference between units was found.
  var unitList: [Unit]?
  /// The units in `unitList` whose root entry was read, by index.
  var rootedUnits: [Int: Unit?] = [:]

  private struct TableKey: Hashable {
    var offset: Int
    var encoding: DWARFEncoding
  }

  /// Creates a reader of `file`.
  /// - Parameters:
  ///   - lowestCode: The lowest address with code; debug information below it is that of discarded functions.
  ///   - splitUnits: The sections of split units, by the identifier in their skeleton units.
  ///   - faults: What is already known to be damaged.
  init(
    _ file: FileBytes, sections: DebugSections, lowestCode: UInt64, splitUnits: [UInt64: DebugSections],
    faults: [DWARFFault]
  ) {
    self.file = file
    self.sections = sections
    self.lowestCode = lowestCode
    self.splitUnits = splitUnits
    self.faults = Array(faults.prefix(20))
    let all = [sections] + splitUnits.values
    abbreviationBudget = 16 * all.reduce(0) { $0 + $1.abbreviations.count } + 1_000_000
    // An entry has at least three bytes.
    rangeBudget = sections.ranges.count + all.reduce(0) { $0 + $1.rangeLists.count } + 1_000_000
    work = WorkBudget(steps: 32 * (sections.lines.count + all.reduce(0) { $0 + $1.info.count }) + 16_000_000)
  }

  /// Begins to read the split unit that a skeleton unit refers to; `nil` without one, or if it was not found. Every
  /// success is followed by `leaveSplitUnit()`.
  mutating func enterSplitUnit(of skeleton: Unit) throws(DWARFFault) -> Unit? {
    guard outer == nil, let id = skeleton.splitID, let split = splitUnits[id] else { return nil }
    outer = (sections, unitList, rootedUnits)
    sections = split
    unitList = nil
    rootedUnits = [:]
    var found: Unit?
    do throws(DWARFFault) { found = try splitUnit(id, of: skeleton) } catch {
      leaveSplitUnit()
      throw error
    }
    if found == nil {
      leaveSplitUnit()
      note(DWARFFault("a file with split debug information is that of another build", at: skeleton.offset))
    }
    return found
  }

  /// Ends the reading of a split unit.
  mutating func leaveSplitUnit() {
    guard let outer else { return }
    (sections, unitList, rootedUnits) = outer
    self.outer = nil
  }

  private mutating func splitUnit(_ id: UInt64, of skeleton: Unit) throws(DWARFFault) -> Unit? {
    var units: [Unit] = []
    forEachUnit {
      units.append($0)
      return true
    }
    for var unit in units {
      try work.check(at: unit.offset)
      work.spend(64)
      // Before version 5, the root entry has the identifier.
      if unit.encoding.version >= 5, unit.splitID != id { continue }
      guard try readRoot(&unit), unit.splitID == id else { continue }
      unit.addrBase = skeleton.addrBase
      unit.rangesBase = skeleton.splitRangesBase
      unit.lowPC = skeleton.lowPC
      return unit
    }
    return nil
  }

  mutating func note(_ fault: DWARFFault) {
    // A few faults are enough to describe the damage; a malicious file may have a million.
    if faults.count < 20 { faults.append(fault) }
  }

  /// Returns the number of the unit's abbreviations table, for `table(_:)`.
  mutating func tableNumber(for unit: Unit) throws(DWARFFault) -> Int {
    let (position, overflow) = sections.abbreviations.lowerBound.addingReportingOverflow(unit.abbreviationOffset)
    let key = TableKey(offset: overflow ? .max : position, encoding: unit.encoding)
    if let number = tableNumbers[key] { return number }
    guard abbreviationBudget > 0 else {
      throw DWARFFault("units have too many abbreviations in total", at: unit.offset)
    }
    let table: AbbreviationTable
    do throws(DWARFFault) {
      table = try AbbreviationTable(
        file.span, section: sections.abbreviations, offset: unit.abbreviationOffset, encoding: unit.encoding)
    } catch {
      // A failed read counts too.
      let start = sections.abbreviations.lowerBound + min(unit.abbreviationOffset, sections.abbreviations.count)
      abbreviationBudget -= max(0, error.offset - start) + 64
      throw error
    }
    abbreviationBudget -= table.byteCount + 64
    tables.append(table)
    tableNumbers[key] = tables.count - 1
    return tables.count - 1
  }

  func table(_ number: Int) -> AbbreviationTable { tables[number] }

  // MARK: - Units

  /// Calls `body` for each unit of a type that may contain code, in section order, until it returns false.
  mutating func forEachUnit(_ body: (Unit) -> Bool) {
    var offset = sections.info.lowerBound
    while offset < sections.info.upperBound {
      do throws(DWARFFault) {
        let (unit, next) = try UnitHeader.read(file.span, section: sections.info, at: offset, isSplit: outer != nil)
        if let unit, !body(unit) { return }
        offset = next
      } catch {
        note(error)
        return
      }
    }
  }

  /// Reads the unit's root entry into `unit`; false if the unit has no entries to read.
  mutating func readRoot(_ unit: inout Unit) throws(DWARFFault) -> Bool {
    let table = table(try tableNumber(for: unit))
    var cursor = ByteCursor(file.span, unit.firstEntry..<unit.end)
    let code = cursor.uleb()
    guard code != 0 else { return false }
    let abbreviation = table.abbreviation(code)
    guard abbreviation.kind != .undeclared else {
      throw DWARFFault("an entry has an unknown abbreviation", at: unit.firstEntry)
    }
    guard abbreviation.kind == .unit else { return false }
    var values = AttributeValues()
    values.read(abbreviation, steps: table.steps.span, encoding: unit.encoding, cursor: &cursor)
    guard !cursor.isOverrun else { throw DWARFFault("a unit ends early", at: unit.offset) }
    // The bases first: other attributes may be relative to them.
    let headerSize = unit.encoding.offsetSize == 8 ? 16 : 8
    unit.strOffsetsBase = Int(
      clamping: values.has(.strOffsetsBase) ? values.value(.strOffsetsBase) : UInt64(headerSize))
    unit.addrBase = Int(
      clamping: values.has(.addrBase)
        ? values.value(.addrBase) : unit.encoding.version >= 5 ? UInt64(headerSize) : 0)
    unit.rnglistsBase = Int(clamping: values.has(.rnglistsBase) ? values.value(.rnglistsBase) : UInt64(headerSize + 4))
    unit.compilationDirectory = text(values, .compDir, in: unit)
    unit.name = text(values, .name, in: unit)
    if values.has(.splitName) { unit.splitName = text(values, .splitName, in: unit) }
    if values.has(.splitID) { unit.splitID = values.value(.splitID) }
    if values.has(.oldRangesBase) { unit.splitRangesBase = Int(clamping: values.value(.oldRangesBase)) }
    if values.has(.stmtList) { unit.lineOffset = Int(exactly: values.value(.stmtList)) }
    if values.has(.lowPC) {
      unit.lowPC = address(values, .lowPC, in: unit) ?? 0
      if let high = highPC(values, low: unit.lowPC, in: unit), high > unit.lowPC {
        unit.highPC = high
        unit.hasRange = true
      }
    } else if values.has(.entryPC) {
      unit.lowPC = address(values, .entryPC, in: unit) ?? 0
    }
    if values.has(.ranges) {
      unit.rangesValue = values.value(.ranges)
      unit.rangesForm = values.form(.ranges)
    }
    return true
  }

  // MARK: - Values

  /// Returns the offset of a string attribute.
  func text(_ values: borrowing AttributeValues, _ attribute: DWARFAttribute, in unit: Unit) -> StringReference {
    guard values.has(attribute) else { return .none }
    return text(form: values.form(attribute), value: values.value(attribute), in: unit)
  }

  func text(form: UInt16, value: UInt64, in unit: Unit) -> StringReference {
    switch form {
    case DWARFForm.strp: return string(value, in: sections.strings)
    case DWARFForm.lineStrp: return string(value, in: sections.lineStrings)
    case DWARFForm.string: return StringReference(offset: UInt32(exactly: value) ?? 0)
    case DWARFForm.strx, DWARFForm.strx1, DWARFForm.strx2, DWARFForm.strx3, DWARFForm.strx4, DWARFForm.gnuStrIndex:
      let size = Int(unit.encoding.offsetSize)
      guard
        let offset = entry(
          value, base: form == DWARFForm.gnuStrIndex ? 0 : unit.strOffsetsBase, size: size,
          in: sections.stringOffsets)
      else { return .none }
      return string(offset, in: sections.strings)
    default: return .none
    }
  }

  private func string(_ offset: UInt64, in section: Range<Int>) -> StringReference {
    guard offset < UInt64(section.count) else { return .none }
    return StringReference(offset: UInt32(exactly: section.lowerBound + Int(offset)) ?? 0)
  }

  /// Returns number `index` of a table of `size`-byte numbers at offset `base` of `section`.
  private func entry(_ index: UInt64, base: Int, size: Int, in section: Range<Int>) -> UInt64? {
    let (scaled, overflow) = index.multipliedReportingOverflow(by: UInt64(size))
    guard !overflow, base >= 0, base <= section.count, scaled <= UInt64(section.count - base),
      section.count - base - Int(scaled) >= size
    else { return nil }
    let start = section.lowerBound + base + Int(scaled)
    var cursor = ByteCursor(file.span, start..<(start + size))
    return cursor.unsigned(size: size)
  }

  @inline(__always)
  func address(
    _ values: borrowing AttributeValues, _ attribute: DWARFAttribute, in unit: Unit
  ) -> UInt64? {
    let value = values.value(attribute)
    return values.form(attribute) == DWARFForm.addr
      ? value : indexedAddress(form: values.form(attribute), value: value, in: unit)
  }

  @inline(never)
  func indexedAddress(form: UInt16, value: UInt64, in unit: Unit) -> UInt64? {
    switch form {
    case DWARFForm.addrx, DWARFForm.addrx1, DWARFForm.addrx2, DWARFForm.addrx3, DWARFForm.addrx4,
      DWARFForm.gnuAddrIndex:
      return entry(value, base: unit.addrBase, size: Int(unit.encoding.addressSize), in: sections.addresses)
    default: return nil
    }
  }

  /// Returns `DW_AT_high_pc`: an address or, since DWARF 4, an offset from `low` (DWARF 5, section 2.17.2).
  @inline(__always)
  func highPC(_ values: borrowing AttributeValues, low: UInt64, in unit: Unit) -> UInt64? {
    guard values.has(.highPC) else { return nil }
    switch values.form(.highPC) {
    case DWARFForm.data4, DWARFForm.data1, DWARFForm.data2, DWARFForm.data8, DWARFForm.udata, DWARFForm.sdata,
      DWARFForm.implicitConst:
      let (sum, overflow) = low.addingReportingOverflow(values.value(.highPC))
      return overflow ? nil : sum
    default: return address(values, .highPC, in: unit)
    }
  }

  /// Returns the offset in the file of the entry that a reference attribute refers to.
  @inline(__always)
  func reference(_ values: borrowing AttributeValues, _ attribute: DWARFAttribute, in unit: Unit) -> Int? {
    guard values.has(attribute) else { return nil }
    let value = values.value(attribute)
    switch values.form(attribute) {
    case DWARFForm.ref4, DWARFForm.ref1, DWARFForm.ref2, DWARFForm.ref8, DWARFForm.refUdata:
      guard value < UInt64(unit.end - unit.offset) else { return nil }
      return unit.offset + Int(value)
    case DWARFForm.refAddr:
      guard value < UInt64(sections.info.count) else { return nil }
      return sections.info.lowerBound + Int(value)
    default: return nil
    }
  }
}
