/// A place in JSON text (RFC 8259) from which values are pulled one after the other, without building a tree.
///
/// Reports arrive cut, pasted and edited. What a parser would refuse is stepped over and remembered in `repairs`; only
/// an early end, brackets that do not match and too deep a nesting stop the cursor (`fault`). After that every call
/// answers "no more", so that whoever reads keeps what there was up to that place. With `isStrict` the first deviation
/// from the standard stops it.
///
/// The contract of the callers: each value that a key or an element announces is consumed exactly once, by one of the
/// `read…` functions, `skipValue()` or a loop over `enterObject()` or `enterArray()`.
struct JSONCursor {
  let bytes: [UInt8]
  /// Where reading ends. A fault moves it to the current place, so that nothing is read any more.
  var end: Int
  var offset: Int
  /// Line of `offset`, from 1.
  var line: Int
  /// Objects and arrays that are open, checked against `depthLimit` before anything is entered.
  var depth = 0
  let depthLimit: Int
  let isStrict: Bool
  var fault: JSONFault?
  var repairs: [JSONRepair] = []
  var repairLimit = 200
  /// True just after an opening bracket, where no comma is due.
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

/// Why a cursor stopped for good.
struct JSONFault: Equatable {
  enum Reason { case truncated, mismatch, tooDeep, syntax }
  var reason: Reason
  var offset: Int
  var line: Int
}

/// A deviation from the standard that was stepped over.
struct JSONRepair: Equatable {
  enum Kind {
    case badValue, badMember, missingComma, extraComma, extraBrace, controlCharacter, badEncoding, badEscape, longText
  }
  var kind: Kind
  var line: Int
  /// The bytes that stand there.
  var range: Range<Int>
}

/// A string as it stands in the input, without its quotation marks and not yet decoded.
struct JSONText {
  var range: Range<Int>
  /// No escape and no control character in it.
  var isVerbatim: Bool
  var isASCII: Bool
}

// MARK: - Walking

extension JSONCursor {
  /// Moves over white space, counts lines, and returns the byte there, or `nil` at the end.
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

  /// Enters the object that is next. `false` if something else is: that is consumed.
  mutating func enterObject() -> Bool { enter(UInt8(ascii: "{")) }

  /// Enters the array that is next. `false` if something else is: that is consumed.
  mutating func enterArray() -> Bool { enter(UInt8(ascii: "[")) }

  private mutating func enter(_ bracket: UInt8) -> Bool {
    guard peek() == bracket else {
      skipValue()
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

  /// The next key of the object entered last, its colon consumed; `nil` at the object's end.
  @inline(__always)
  mutating func nextKey() -> JSONText? {
    // Nearly always there is no white space, and nothing amiss.
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
    switch peek() {
    case UInt8(ascii: ":"): offset += 1
    case nil: stop(.truncated)
    default: repair(.badMember, key.range)
    }
    return fault == nil ? key : nil
  }

  /// True if another element of the array entered last is next; `false` at the array's end.
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
        // After a colon: what was taken for an element is a key, so the array was never closed.
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
  /// Consumes the value that is next, whatever it is, in one pass and without recursion.
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

  /// Inside only strings and brackets matter; what is skipped need not be sound.
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

  /// Steps over a string of less than eight bytes without escapes, as the keys of registers are.
  @inline(__always)
  private mutating func skipShortString() -> Bool {
    guard !isStrict, offset < end - ByteWord.size else { return false }
    let marks = ByteWord.stringMarks(ByteWord.load(bytes, offset + 1))
    guard marks != 0 else { return false }
    let place = offset + 1 + ByteWord.offset(ofFirst: marks)
    guard bytes[place] == UInt8(ascii: "\"") else { return false }
    offset = place + 1
    return true
  }

  /// Steps over what is no JSON, up to the next place at which a value or a member may begin or end.
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
  mutating func stop(_ reason: JSONFault.Reason) {
    guard fault == nil else { return }
    fault = JSONFault(reason: reason, offset: offset, line: line)
    end = offset
  }

  mutating func repair(_ kind: JSONRepair.Kind, _ range: Range<Int>) {
    if isStrict { return stop(.syntax) }
    if repairs.count < repairLimit { repairs.append(JSONRepair(kind: kind, line: line, range: range)) }
  }
}
