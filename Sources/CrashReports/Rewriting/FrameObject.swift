import Vocabulary

/// The location of a frame in a JSON report, and of its members.
package struct FrameObject: Sendable, Equatable {
  /// A member of the JSON object of a frame, with byte ranges in the text.
  package struct Member: Sendable, Equatable {
    /// The name as written between its quotation marks.
    package var name: String
    /// The range of the key with its quotation marks.
    package var key: Range<Int>
    /// The range of the value, including quotation marks or brackets.
    package var value: Range<Int>
  }

  /// The range of the object, including its braces.
  package var range: Range<Int>
  /// The members in the order of the input; a name may occur twice.
  package var members: [Member]

  /// Reads the object at `range` of a JSON text; `nil` if it is not the object of `frame`. A report that was read in
  /// parts must not be changed at the wrong location.
  init?(_ range: Range<Int>, of text: [UInt8], frame: CrashReport.Frame) {
    var cursor = JSONCursor(text, range: range, line: 1, depthLimit: 64)
    var members: [Member] = []
    var symbol: String?
    var offset: UInt64?
    guard cursor.enterObject() else { return nil }
    while let key = cursor.nextKey() {
      guard members.count < 256 else { return nil }
      _ = cursor.peek()
      let start = cursor.offset
      let known = cursor.find(key, in: IPSFrameKey.keys)?.key
      if known == .symbol, symbol == nil {
        symbol = cursor.readNonEmpty(limit: DecodingLimits().textBytes)
      } else if known == .imageOffset, offset == nil {
        offset = cursor.readUInt64()
      } else {
        cursor.skipValue()
      }
      let name = cursor.string(key, limit: 64)
      let quoted = key.range.lowerBound - 1..<key.range.upperBound + 1
      members.append(Member(name: name, key: quoted, value: start..<max(start, cursor.offset)))
    }
    guard cursor.fault == nil, cursor.repairs.isEmpty, cursor.offset == range.upperBound else { return nil }
    guard symbol == frame.symbol?.name, offset == nil || offset == (frame.imageOffset?.value ?? frame.address?.value)
    else { return nil }
    self.range = range
    self.members = members
  }
}

/// Scans a JSON report in the same way as the decoder, and records the byte ranges of its frames.
struct FrameObjectScan {
  private(set) var threads: [[Range<Int>]] = []
  private(set) var lastException: [Range<Int>] = []
  /// The contents of the strings in `asiBacktraces`.
  private(set) var backtraces: [Range<Int>] = []

  private var cursor: JSONCursor
  private let limits: DecodingLimits
  private let end: Int
  private var framesLeft: Int
  /// Members with frames that were read; of two equal ones, the first counts.
  private var seen: Set<IPSBodyKey> = []

  /// Scans a report.
  ///
  /// - Parameter range: The bytes of one report, including its header line.
  init(_ text: [UInt8], range: Range<Int>, limits: DecodingLimits) {
    cursor = JSONCursor(text, range: range, line: 1, depthLimit: limits.depth)
    cursor.repairLimit = 0
    self.limits = limits
    end = cursor.end
    framesLeft = limits.frames
    while cursor.offset < end, seen.count < 3, moveToNextObject() {
      cursor.depth = 0
      readObject()
    }
  }

  /// Moves to an object or, if its beginning is missing, to a line with a member that has frames.
  private mutating func moveToNextObject() -> Bool {
    if let byte = cursor.peek(), byte == UInt8(ascii: "{") { return true }
    return moveToMember()
  }

  private mutating func readObject() {
    var resumeOffset = cursor.offset
    if cursor.peek() == UInt8(ascii: "{") {
      guard cursor.enterObject() else { return }
    } else {
      cursor.isAtFirst = true
    }
    repeat {
      while let text = cursor.nextKey() {
        resumeOffset = cursor.offset
        if let (key, _) = cursor.find(text, in: IPSBodyKey.keys) { read(key) } else { cursor.skipValue() }
      }
      guard cursor.fault != nil else { return }
      // After damage, continue at a later member, as the decoder does.
      cursor.fault = nil
      cursor.end = end
      cursor.offset = resumeOffset
      cursor.depth = 1
    } while moveToMember()
  }

  /// Moves to the next line that begins with a member that has frames and was not read yet.
  private mutating func moveToMember() -> Bool {
    let scout = Segmenter(cursor.bytes, limits: limits)
    var at = cursor.offset
    while at < end {
      while at < end, cursor.bytes[at] == UInt8(ascii: " ") || cursor.bytes[at] == UInt8(ascii: "\t") { at += 1 }
      if let (range, _) = scout.memberKey(at: at, end: end),
        let (key, _) = IPSBodyKey.keys.find(cursor.bytes, range), Self.hasFrames(key), !seen.contains(key)
      {
        cursor.offset = at
        cursor.isAtFirst = true
        return true
      }
      at = ByteSearch.lineEnd(cursor.bytes, from: at, end: end) + 1
    }
    cursor.offset = end
    return false
  }

  private static func hasFrames(_ key: IPSBodyKey) -> Bool {
    key == .threads || key == .lastExceptionBacktrace || key == .asiBacktraces
  }

  private mutating func read(_ key: IPSBodyKey) {
    guard Self.hasFrames(key), seen.insert(key).inserted else { return cursor.skipValue() }
    switch key {
    case .threads: readThreads()
    case .lastExceptionBacktrace: lastException = frames()
    default: readBacktraces()
    }
  }

  private mutating func readThreads() {
    guard cursor.enterArray() else { return }
    while cursor.nextElement() {
      guard threads.count < limits.threads else {
        cursor.skipValue()
        continue
      }
      guard cursor.enterObject() else { continue }
      var found: [Range<Int>]?
      while let text = cursor.nextKey() {
        if found == nil, cursor.find(text, in: IPSThreadKey.keys)?.key == .frames {
          found = frames()
        } else {
          cursor.skipValue()
        }
      }
      threads.append(found ?? [])
    }
  }

  private mutating func frames() -> [Range<Int>] {
    var found: [Range<Int>] = []
    guard cursor.enterArray() else { return found }
    while cursor.nextElement() {
      guard framesLeft > 0 else {
        cursor.skipValue()
        continue
      }
      _ = cursor.peek()
      let start = cursor.offset
      guard cursor.enterObject() else { continue }
      var hasOffset: Bool?
      var hasSymbol: Bool?
      while let text = cursor.nextKey() {
        switch cursor.find(text, in: IPSFrameKey.keys)?.key {
        case .imageOffset where hasOffset == nil: hasOffset = cursor.readUInt64() != nil
        case .symbol where hasSymbol == nil: hasSymbol = cursor.readNonEmpty(limit: 8) != nil
        default: cursor.skipValue()
        }
      }
      guard cursor.fault == nil, hasOffset == true || hasSymbol == true else { continue }
      found.append(start..<cursor.offset)
      framesLeft -= 1
    }
    return found
  }

  private mutating func readBacktraces() {
    guard cursor.peek() == UInt8(ascii: "[") else { return readBacktrace() }
    guard cursor.enterArray() else { return }
    while cursor.nextElement() { readBacktrace() }
  }

  private mutating func readBacktrace() {
    guard backtraces.count < 64, cursor.peek() == UInt8(ascii: "\"") else { return cursor.skipValue() }
    let start = cursor.offset + 1
    if let text = cursor.scanString() {
      backtraces.append(text.range)
    } else if start < cursor.offset {
      // A truncated string: its beginning was read, see `JSONCursor.readMessage`.
      backtraces.append(start..<ByteSearch.lineEnd(cursor.bytes, from: start, end: cursor.offset))
    }
  }

  /// Returns the object of the frame at `position` among the `count` stored frames of a stack, which are the first and
  /// the last ones.
  static func range(
    _ position: Int, of count: Int, in found: [Range<Int>], limits: DecodingLimits
  ) -> Range<Int>? {
    var index = position
    if found.count > count {
      let limit = max(limits.framesPerThread, 2)
      if position >= limit - limit / 2 { index = found.count - (count - position) }
    }
    return found.count >= count && found.indices.contains(index) ? found[index] : nil
  }
}
