/// A pull parser for JSON text (RFC 8259) that returns one value after the other and builds no tree.
///
/// Reports arrive truncated, pasted and edited. Errors that a strict parser rejects are skipped and recorded in
/// `repairs`. Only an early end, brackets that do not match and nesting beyond `depthLimit` stop the cursor (`fault`).
/// After a fault every call reports the end of the input, so the caller keeps what was read before it. With `isStrict`
/// the first deviation from the standard is a fault.
///
/// Callers must consume each value after a key or an announced element exactly once: with one of the `read…`
/// functions, `skipValue()`, or a loop over `enterObject()` or `enterArray()`.
struct JSONCursor {
  let bytes: [UInt8]
  /// The offset at which reading ends. A fault sets it to the current offset, so that nothing more is read.
  var end: Int
  var offset: Int
  /// The line of `offset`, from 1.
  var line: Int
  /// The number of open objects and arrays, checked against `depthLimit` before each one is entered.
  var depth = 0
  let depthLimit: Int
  let isStrict: Bool
  var fault: JSONFault?
  var repairs: [JSONRepair] = []
  /// The first values of another type than the caller reads, and how many there are. `null` is not counted.
  private(set) var mismatches: [JSONMismatch] = []
  private(set) var mismatchCount = 0
  /// The range of the last key.
  private var lastKey = 0..<0
  var repairLimit = 200
  /// True directly after an opening bracket, where no comma is expected.
  var isAtFirst = true

  init(_ bytes: [UInt8], range: Range<Int>, line: Int, depthLimit: Int, isStrict: Bool = false) {
    self.bytes = bytes
    self.end = min(max(range.upperBound, 0), bytes.count)
    self.offset = min(max(range.lowerBound, 0), self.end)
    self.line = line
    self.depthLimit = depthLimit
    self.isStrict = isStrict
  }
}

/// An error that stopped a cursor, and its location.
struct JSONFault: Equatable {
  enum Reason { case truncated, mismatch, tooDeep, syntax }
  var reason: Reason
  var offset: Int
  var line: Int
}

/// A deviation from the standard that was skipped or tolerated.
struct JSONRepair: Equatable {
  enum Kind {
    case badValue, badMember, missingComma, extraComma, extraBrace, controlCharacter, badEncoding, badEscape, longText
  }
  var kind: Kind
  var line: Int
  /// The range of the bytes in question.
  var range: Range<Int>
}

/// A value of another type than is read, such as an array where an object is expected.
struct JSONMismatch: Equatable {
  /// The range of the nearest key before the value; empty if there is none.
  var key: Range<Int>
  var line: Int
  /// The type of the value, with an article: `an array`.
  var type: String
}

/// A string in the input, not decoded; the range excludes the quotation marks.
struct JSONText {
  var range: Range<Int>
  /// True if it has no escape and no control character.
  var isVerbatim: Bool
  var isASCII: Bool
}

// MARK: - Walking

extension JSONCursor {
  /// Skips white space, counting lines, and returns the next byte without consuming it, or `nil` at the end.
  @inline(__always)
  mutating func peek() -> UInt8? {
    var at = offset
    while at < end {
      let byte = bytes[at]
      if byte > 0x20 { break }
      if byte == UInt8(ascii: "\n") {
        line += 1
      } else if byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\r") && byte != UInt8(ascii: "\t") {
        break
      }
      at += 1
    }
    offset = at
    return at < end ? bytes[at] : nil
  }

  /// Enters the next value if it is an object; otherwise consumes the value and returns false.
  mutating func enterObject() -> Bool { enter(UInt8(ascii: "{")) }

  /// Enters the next value if it is an array; otherwise consumes the value and returns false.
  mutating func enterArray() -> Bool { enter(UInt8(ascii: "[")) }

  private mutating func enter(_ bracket: UInt8) -> Bool {
    guard peek() == bracket else {
      skipMismatch()
      return false
    }
    guard depth < depthLimit else {
      stop(.tooDeep)
      return false
    }
    offset += 1
    depth += 1
    isAtFirst = true
    return true
  }

  /// Consumes the next key of the innermost open object and its colon; `nil` at the end of the object.
  @inline(__always)
  mutating func nextKey() -> JSONText? {
    // Fast path: nearly always there is no white space and no error.
    if offset < end - 1 {
      let byte = bytes[offset]
      if isAtFirst {
        if byte == UInt8(ascii: "\"") { return readKey() }
      } else if byte == UInt8(ascii: ","), bytes[offset + 1] == UInt8(ascii: "\"") {
        offset += 1
        isAtFirst = true
        return readKey()
      } else if byte == UInt8(ascii: "}") {
        leave()
        return nil
      }
    }
    return nextKeyAnywhere()
  }

  @inline(never)
  private mutating func nextKeyAnywhere() -> JSONText? {
    while true {
      guard let byte = peek() else {
        stop(.truncated)
        return nil
      }
      switch byte {
      case UInt8(ascii: "\""):
        if !isAtFirst { repair(.missingComma, offset..<offset + 1) }
        return readKey()
      case UInt8(ascii: ","):
        let comma = offset
        offset += 1
        let following = peek()
        if isAtFirst || following == UInt8(ascii: ",") || following == UInt8(ascii: "}") {
          repair(.extraComma, comma..<comma + 1)
        }
        isAtFirst = true
        if following == UInt8(ascii: "\"") { return readKey() }
      case UInt8(ascii: "}"):
        leave()
        return nil
      case UInt8(ascii: "]"):
        stop(.mismatch)
        return nil
      default:
        skipGarbage(.badMember)
      }
    }
  }

  private mutating func readKey() -> JSONText? {
    guard let key = scanPlainString() ?? scanString() else { return nil }
    isAtFirst = false
    lastKey = key.range
    switch peek() {
    case UInt8(ascii: ":"): offset += 1
    case nil: stop(.truncated)
    default: repair(.badMember, key.range)
    }
    return fault == nil ? key : nil
  }

  /// Returns whether the innermost open array has another element; at its end, leaves the array.
  mutating func nextElement() -> Bool {
    while true {
      guard let byte = peek() else {
        stop(.truncated)
        return false
      }
      switch byte {
      case UInt8(ascii: "]"):
        leave()
        return false
      case UInt8(ascii: "}"), UInt8(ascii: ":"):
        // A colon means that the last element was a key, so the array was never closed.
        stop(.mismatch)
        return false
      case UInt8(ascii: ","):
        let comma = offset
        offset += 1
        let following = peek()
        if isAtFirst || following == UInt8(ascii: ",") || following == UInt8(ascii: "]") {
          repair(.extraComma, comma..<comma + 1)
        }
        isAtFirst = true
      default:
        if !isAtFirst { repair(.missingComma, offset..<offset + 1) }
        isAtFirst = false
        return fault == nil
      }
    }
  }

  private mutating func leave() {
    offset += 1
    depth -= 1
    isAtFirst = false
  }
}

// MARK: - Skipping

extension JSONCursor {
  /// The maximum number of mismatches that are described.
  private static let mismatchLimit = 3

  /// Consumes a value of another type than is read, and records it unless it is `null`.
  mutating func skipMismatch() {
    let type: String? =
      switch peek() ?? 0 {
      case UInt8(ascii: "{"): "an object"
      case UInt8(ascii: "["): "an array"
      case UInt8(ascii: "\""): "a string"
      case UInt8(ascii: "t"), UInt8(ascii: "f"): "a Boolean"
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): "a number"
      default: nil
      }
    let line = line
    skipValue()
    if let type { recordMismatch(type, line: line) }
  }

  /// Records that the value before was not read, although it is there. A truncated value is noted as such.
  mutating func recordMismatch(_ type: String, line: Int) {
    guard fault == nil else { return }
    mismatchCount += 1
    if mismatches.count < Self.mismatchLimit {
      mismatches.append(JSONMismatch(key: lastKey, line: line, type: type))
    }
  }

  /// Consumes the next value; records it if it does not begin with `bracket`.
  mutating func skipOther(than bracket: UInt8) {
    if peek() == bracket { skipValue() } else { skipMismatch() }
  }

  /// Consumes the next value, of any kind, in one pass and without recursion.
  mutating func skipValue() {
    isAtFirst = false
    switch peek() {
    case UInt8(ascii: "\""): _ = scanString()
    case UInt8(ascii: "{"), UInt8(ascii: "["): skipContainer()
    case nil: stop(.truncated)
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): repair(.badValue, offset..<offset)
    default: _ = scanScalar()
    }
  }

  /// Consumes an object or array. Looks at strings and brackets only; the rest is not checked.
  private mutating func skipContainer() {
    var open = 0
    while offset < end {
      if offset <= end - ByteWord.size {
        let marks = ByteWord.structureMarks(ByteWord.load(bytes, offset))
        guard marks != 0 else {
          offset += ByteWord.size
          continue
        }
        offset += ByteWord.offset(ofFirst: marks)
      }
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "\""):
        if skipShortString() { continue }
        guard scanString() != nil else { return }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open += 1
        guard depth + open <= depthLimit else { return stop(.tooDeep) }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        open -= 1
        if open == 0 {
          offset += 1
          return
        }
      case UInt8(ascii: "\n"): line += 1
      default: break
      }
      offset += 1
    }
    stop(.truncated)
  }

  /// Consumes a string of less than eight bytes without escapes, such as the name of a register.
  @inline(__always)
  private mutating func skipShortString() -> Bool {
    guard !isStrict, offset < end - ByteWord.size else { return false }
    let marks = ByteWord.stringMarks(ByteWord.load(bytes, offset + 1))
    guard marks != 0 else { return false }
    let close = offset + 1 + ByteWord.offset(ofFirst: marks)
    guard bytes[close] == UInt8(ascii: "\"") else { return false }
    offset = close + 1
    return true
  }

  /// Skips invalid JSON up to the next byte at which a value or a member may begin or end.
  mutating func skipGarbage(_ kind: JSONRepair.Kind) {
    let start = offset
    while offset < end {
      switch bytes[offset] {
      case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "\n"), UInt8(ascii: "\""):
        if offset > start { return repair(kind, start..<offset) }
        offset += 1
      default: offset += 1
      }
    }
    repair(kind, start..<offset)
  }
}

// MARK: - Faults

extension JSONCursor {
  /// Stops the cursor at the current offset; the first fault is recorded, later ones are ignored.
  mutating func stop(_ reason: JSONFault.Reason) {
    guard fault == nil else { return }
    fault = JSONFault(reason: reason, offset: offset, line: line)
    end = offset
  }

  /// Records a deviation from the standard, up to `repairLimit`; in strict mode, stops instead.
  mutating func repair(_ kind: JSONRepair.Kind, _ range: Range<Int>) {
    if isStrict { return stop(.syntax) }
    if repairs.count < repairLimit { repairs.append(JSONRepair(kind: kind, line: line, range: range)) }
  }
}
