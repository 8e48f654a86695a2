/// One abbreviation, compiled: what an entry is, and how to get through its bytes.
///
/// Attributes that a lookup does not ask for are merged into numbers of bytes to skip, so that an entry costs work in
/// proportion to its own bytes, however many attributes of no size an abbreviation declares.
struct Abbreviation {
  enum Kind: UInt8 {
    case other, subprogram, inlinedSubroutine, unit
  }

  var code: UInt64
  var kind: Kind
  var hasChildren: Bool
  /// Bytes of the whole entry behind its code; -1 if the values decide.
  var fixedSize: Int32
  /// Range of `AbbreviationTable.steps`.
  var firstStep: Int32
  var stepCount: Int32
  /// Bytes behind the last step.
  var tail: Int32
}

/// One stop on the way through an entry: skip `skip` bytes, then read an attribute or get past a value.
struct AbbreviationStep {
  var skip: Int32
  var form: UInt16
  /// `DWARFAttribute.rawValue`, or -1 for a value nobody asks for.
  var attribute: Int8
  var implicitValue: Int64
}

/// A set of abbreviations (DWARF 5, section 7.5.3), compiled for one encoding.
struct AbbreviationTable {
  private(set) var steps: [AbbreviationStep] = []
  private(set) var entries: [Abbreviation] = []
  /// Position in `entries` by code; a code without an abbreviation has -1.
  private var dense: [Int32] = []
  private var sparse: [UInt64: Int32] = [:]
  /// Bytes of the section that were read.
  private(set) var byteCount = 0

  /// Reads the set at `offset` of `section`.
  init(_ bytes: RawSpan, section: Range<Int>, offset: Int, encoding: DWARFEncoding) throws(DWARFFault) {
    guard offset >= 0, offset < section.count else {
      throw DWARFFault("a unit's abbreviations are outside __debug_abbrev", at: section.lowerBound)
    }
    var cursor = ByteCursor(bytes, (section.lowerBound + offset)..<section.upperBound)
    let start = cursor.position
    while cursor.hasMore {
      let code = cursor.uleb()
      if code == 0 { break }
      let tag = cursor.uleb()
      let hasChildren = cursor.u8() != 0
      let entry = try read(code, tag: tag, hasChildren: hasChildren, encoding: encoding, cursor: &cursor)
      guard !cursor.isOverrun else { throw DWARFFault("an abbreviation ends early", at: section.upperBound) }
      let index = Int32(truncatingIfNeeded: entries.count)
      entries.append(entry)
      if code <= UInt64(dense.count) {
        // The first of a code counts, as in every other reader.
        if code == UInt64(dense.count) { dense.append(index) } else if dense[Int(code)] < 0 { dense[Int(code)] = index }
      } else if dense.isEmpty, code == 1 {
        dense = [-1, index]
      } else if sparse[code] == nil {
        sparse[code] = index
      }
    }
    byteCount = cursor.position - start
  }

  private mutating func read(
    _ code: UInt64, tag: UInt64, hasChildren: Bool, encoding: DWARFEncoding, cursor: inout ByteCursor
  ) throws(DWARFFault) -> Abbreviation {
    let kind: Abbreviation.Kind =
      switch tag {
      case DWARFTag.subprogram: .subprogram
      case DWARFTag.inlinedSubroutine: .inlinedSubroutine
      case DWARFTag.compileUnit, DWARFTag.partialUnit, DWARFTag.skeletonUnit: .unit
      default: .other
      }
    let firstStep = steps.count
    var skip = 0
    var total = 0
    var isFixed = true
    var seen: UInt32 = 0
    while cursor.hasMore {
      let attribute = cursor.uleb()
      let formCode = cursor.uleb()
      let implicit = formCode == UInt64(DWARFForm.implicitConst) ? cursor.sleb() : 0
      if attribute == 0, formCode == 0 { break }
      guard let form = UInt16(exactly: formCode) else {
        throw DWARFFault("unknown form \(formCode)", at: cursor.position)
      }
      var wanted: DWARFAttribute?
      if kind != .other, let known = DWARFAttribute(code: attribute), seen & (1 << UInt32(known.rawValue)) == 0 {
        seen |= 1 << UInt32(known.rawValue)
        wanted = known
      }
      if let size = encoding.fixedSize(of: form) {
        total += size
        if let wanted {
          append(skip: skip, form: form, attribute: wanted, implicit: implicit)
          skip = 0
        } else {
          skip += size
        }
      } else {
        guard encoding.skip(of: form) != nil else { throw DWARFFault("unknown form \(form)", at: cursor.position) }
        isFixed = false
        append(skip: skip, form: form, attribute: wanted, implicit: implicit)
        skip = 0
      }
      guard total < 1 << 30 else { throw DWARFFault("an abbreviation is too large", at: cursor.position) }
    }
    return Abbreviation(
      code: code, kind: kind, hasChildren: hasChildren, fixedSize: isFixed ? Int32(total) : -1,
      firstStep: Int32(truncatingIfNeeded: firstStep), stepCount: Int32(truncatingIfNeeded: steps.count - firstStep),
      tail: Int32(truncatingIfNeeded: skip))
  }

  private mutating func append(skip: Int, form: UInt16, attribute: DWARFAttribute?, implicit: Int64) {
    steps.append(
      AbbreviationStep(
        skip: Int32(truncatingIfNeeded: skip), form: form, attribute: Int8(attribute?.rawValue ?? -1),
        implicitValue: implicit))
  }

  /// Position in `entries`; -1 for a code that is not declared.
  @inline(__always)
  func index(of code: UInt64) -> Int {
    if code < UInt64(dense.count) { return Int(dense[Int(truncatingIfNeeded: code)]) }
    return sparseIndex(of: code)
  }

  @inline(never)
  private func sparseIndex(of code: UInt64) -> Int { Int(sparse[code] ?? -1) }
}
