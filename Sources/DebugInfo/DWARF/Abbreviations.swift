/// A compiled abbreviation: the kind of a debugging information entry and the steps that read it.
///
/// Attributes that a lookup does not need are merged into byte counts to skip. The work for an entry is therefore
/// proportional to its size, however many zero-size attributes its abbreviation declares.
struct Abbreviation {
  enum Kind: UInt8 {
    /// The code has no abbreviation.
    case undeclared
    case other, subprogram, inlinedSubroutine, unit
  }

  /// The size of the entry in bytes, without its code; -1 if it depends on the values.
  var fixedSize: Int32
  /// The first index in `AbbreviationTable.steps`.
  var firstStep: Int32
  var endStep: Int32
  /// The number of bytes after the last step.
  var tail: Int32
  var kind: Kind
  var hasChildren: Bool

  static let undeclared = Abbreviation(
    fixedSize: 0, firstStep: 0, endStep: 0, tail: 0, kind: .undeclared, hasChildren: false)
}

/// One step in reading an entry: skip `skip` bytes, then read or skip a value.
struct AbbreviationStep {
  var implicitValue: Int64
  var skip: Int32
  var form: UInt16
  /// `DWARFAttribute.rawValue`, or -1 for a value that is skipped.
  var attribute: Int8
  /// How to skip the value.
  var variable: VariableSkip
}

/// An abbreviations table (DWARF 5, section 7.5.3), compiled for one encoding.
struct AbbreviationTable {
  /// `ContiguousArray`, because the span of `Array` needs macOS 26.
  private(set) var steps: ContiguousArray<AbbreviationStep> = []
  /// The abbreviations by code, from 0. Compilers number them from 1 consecutively; all other codes are in `others`.
  private(set) var entries: ContiguousArray<Abbreviation> = [.undeclared]
  private var others: [UInt64: Abbreviation] = [:]
  /// The size of the table in the section, in bytes.
  private(set) var byteCount = 0

  /// Reads the table at `offset` of `section`.
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
      let entry = try read(tag: tag, hasChildren: hasChildren, encoding: encoding, cursor: &cursor)
      guard !cursor.isOverrun else { throw DWARFFault("an abbreviation ends early", at: section.upperBound) }
      // If a code is declared twice, the first declaration counts, as in every other reader.
      if code == UInt64(entries.count) {
        entries.append(entry)
      } else if code > UInt64(entries.count), others[code] == nil {
        others[code] = entry
      }
    }
    byteCount = cursor.position - start
  }

  private mutating func read(
    tag: UInt64, hasChildren: Bool, encoding: DWARFEncoding, cursor: inout ByteCursor
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
        guard let variable = encoding.skip(of: form) else {
          throw DWARFFault("unknown form \(form)", at: cursor.position)
        }
        isFixed = false
        append(skip: skip, form: form, attribute: wanted, implicit: implicit, variable: variable)
        skip = 0
      }
      guard total < 1 << 30 else { throw DWARFFault("an abbreviation is too large", at: cursor.position) }
    }
    return Abbreviation(
      fixedSize: isFixed ? Int32(total) : -1, firstStep: Int32(truncatingIfNeeded: firstStep),
      endStep: Int32(truncatingIfNeeded: steps.count), tail: Int32(truncatingIfNeeded: skip), kind: kind,
      hasChildren: hasChildren)
  }

  private mutating func append(
    skip: Int, form: UInt16, attribute: DWARFAttribute?, implicit: Int64,
    variable: VariableSkip = .fixed
  ) {
    steps.append(
      AbbreviationStep(
        implicitValue: implicit, skip: Int32(truncatingIfNeeded: skip), form: form,
        attribute: Int8(attribute?.rawValue ?? -1), variable: variable))
  }

  /// Returns the abbreviation of a code that is not in `entries`.
  @inline(never)
  func other(_ code: UInt64) -> Abbreviation { others[code] ?? .undeclared }

  func abbreviation(_ code: UInt64) -> Abbreviation {
    code < UInt64(entries.count) ? entries[Int(code)] : other(code)
  }
}
