import Vocabulary

/// Where a frame of a JSON report stands, and its members.
package struct FrameObject: Sendable, Equatable {
  /// A name and its value in the JSON object of a frame, as byte ranges of the text.
  package struct Member: Sendable, Equatable {
    /// As it stands between its quotation marks.
    package var name: String
    /// The key with its quotation marks.
    package var key: Range<Int>
    /// The bytes of the value, quotation marks or brackets included.
    package var value: Range<Int>
  }

  /// From the opening brace to behind the closing one.
  package var range: Range<Int>
  /// In the order of the input; a name may come twice.
  package var members: [Member]

  /// The object at `range` of a JSON text, if it is that of `frame`; a report that was read in pieces is not to be
  /// changed in the wrong place.
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

/// Walks over a JSON report as the decoder does, and notes where its frames stand instead of what they say.
struct FrameObjectScan {
  private(set) var threads: [[Range<Int>]] = []
  private(set) var lastException: [Range<Int>] = []
  /// The insides of the strings of `asiBacktraces`.
  private(set) var backtraces: [Range<Int>] = []

  private var cursor: JSONCursor
  private let limits: DecodingLimits
  private let end: Int
  private var framesLeft: Int
  /// Members with frames that were met; of two equal ones the first counts.
  private var seen: Set<IPSBodyKey> = []

  /// - Parameter range: the bytes of one report, header line included.
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

  /// Moves to an object or, where its beginning is lost, to a line with a member that has frames.
  private mutating func moveToNextObject() -> Bool {
    if let byte = cursor.peek(), byte == UInt8(ascii: "{") { return true }
    return moveToMember()
  }

  private mutating func readObject() {
    var place = cursor.offset
    if cursor.peek() == UInt8(ascii: "{") {
      guard cursor.enterObject() else { return }
    } else {
      cursor.isAtFirst = true
    }
    repeat {
      while let text = cursor.nextKey() {
        place = cursor.offset
        if let (key, _) = cursor.find(text, in: IPSBodyKey.keys) { read(key) } else { cursor.skipValue() }
      }
      guard cursor.fault != nil else { return }
      // After damage the decoder goes on at a later member, and so do we.
      cursor.fault = nil
      cursor.end = end
      cursor.offset = place
      cursor.depth = 1
    } while moveToMember()
  }

  /// Moves to the next line that begins with a member that has frames and was not met yet.
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
      // Cut in the middle: its beginning was read, see `JSONCursor.readMessage`.
      backtraces.append(start..<ByteSearch.lineEnd(cursor.bytes, from: start, end: cursor.offset))
    }
  }

  /// The object of the frame at `position` of the `count` frames that were kept of a stack: the first ones and the last.
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
