/// Finds where reports begin in an input that may contain several, with other text around them.
///
/// A new segment begins at a JSON object that is a header line or a report, at members of such a report, and at the
/// banner of a report that Console translated. Everything else is text. Work is limited: bytes of objects that are
/// inspected count against a budget, and when it is used up the rest of the input is text.
struct Segmenter {
  let bytes: [UInt8]
  let limits: DecodingLimits
  /// The number of bytes that may still be read more than once.
  private(set) var budget: Int
  /// The elements of lists of reports that are not reports.
  private(set) var foreignElements = RecordCounts.Count()

  init(_ bytes: [UInt8], limits: DecodingLimits) {
    self.bytes = bytes
    self.limits = limits
    budget = bytes.count.multipliedReportingOverflow(by: 6).partialValue &+ 65_536
  }

  /// The start of a segment.
  enum Start {
    case header(IPSHeader, end: Int)
    case object(JSONShape)
    case members(offset: Int)
    case banner
  }

  /// Whether a segment may begin with `byte`. Nearly all lines of a text begin with others.
  static func mayStart(with byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"), UInt8(ascii: "T"): true
    default: false
    }
  }

  /// Returns the start of a segment at `offset`, which is on `line`; `nil` for text. `skip` is an offset up to which
  /// the input is known to be text.
  mutating func start(at offset: Int, line: Int, end: Int) -> (start: Start?, skip: Int?) {
    switch bytes[offset] {
    case UInt8(ascii: "{"): return object(at: offset, line: line, end: end)
    case UInt8(ascii: "["):
      // A list of reports; its brackets are ignored.
      var next = offset + 1
      while next < end, bytes[next] <= 0x20 { next += 1 }
      var others = 0
      while next < end, bytes[next] != UInt8(ascii: "{") {
        if let after = endOfElement(at: next, line: line) {
          others += 1
          next = after
        } else if bytes[next] == UInt8(ascii: "[") {
          // A list inside the list, with a report.
          next += 1
        } else {
          break
        }
        while next < end, bytes[next] <= 0x20 || bytes[next] == UInt8(ascii: ",") { next += 1 }
      }
      guard next < end, bytes[next] == UInt8(ascii: "{") else { return (nil, nil) }
      let breaks = ByteSearch.lineBreaks(bytes, offset..<next)
      let found = object(at: next, line: line + breaks, end: end)
      if found.start != nil { for _ in 0..<others { foreignElements.add(line: line) } }
      return found
    case UInt8(ascii: "\""):
      return isDistinctiveMember(at: offset, end: end) ? (.members(offset: offset), nil) : (nil, nil)
    case UInt8(ascii: "-"), UInt8(ascii: "T"):
      return isBanner(at: offset, end: end) ? (.banner, nil) : (nil, nil)
    default: return (nil, nil)
    }
  }

  private mutating func object(at offset: Int, line: Int, end: Int) -> (start: Start?, skip: Int?) {
    guard budget > 0 else { return (nil, nil) }
    var cursor = JSONCursor(bytes, range: offset..<end, line: line, depthLimit: limits.depth)
    let shape = JSONShape(&cursor)
    budget -= shape.end - offset
    if shape.isHeader {
      var cursor = JSONCursor(bytes, range: offset..<end, line: line, depthLimit: limits.depth)
      let header = IPSHeader(&cursor)
      return (.header(header, end: cursor.offset), nil)
    }
    if shape.isDiagnostic { return (.object(shape), nil) }
    // A damaged object may contain the next report.
    return (nil, shape.isClosed && cursor.repairs.isEmpty ? shape.end : nil)
  }

  /// Returns the offset after the value at `offset` if it is an element of a list and not a report: a comma or the end of
  /// the list follows.
  mutating func endOfElement(at offset: Int, line: Int) -> Int? {
    guard budget > 0 else { return nil }
    switch bytes[offset] {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "t"), UInt8(ascii: "f"),
      UInt8(ascii: "n"),
      UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      break
    default: return nil
    }
    var cursor = JSONCursor(bytes, range: offset..<bytes.count, line: line, depthLimit: limits.depth)
    // An element of a list: a number alone at the end of the input could have been cut off.
    cursor.depth = 1
    if bytes[offset] == UInt8(ascii: "{") {
      let shape = JSONShape(&cursor)
      if shape.isDiagnostic || shape.isHeader { return nil }
      if !reports(inside: offset..<cursor.offset, line: line, limit: 1).isEmpty { return nil }
    } else {
      cursor.skipValue()
      if bytes[offset] == UInt8(ascii: "["),
        !reports(inside: offset..<cursor.offset, line: line, limit: 1).isEmpty
      {
        return nil
      }
    }
    let end = cursor.offset
    budget -= end - offset
    guard cursor.fault == nil, cursor.repairs.isEmpty, let next = cursor.peek(),
      next == UInt8(ascii: ",") || next == UInt8(ascii: "]")
    else { return nil }
    return end
  }

  /// A report inside an object of another kind.
  struct NestedReport {
    var offset: Int
    var line: Int
    var shape: JSONShape
  }

  /// The number of objects and lists around a report that are searched.
  private static let maxNesting = 12

  /// Returns the reports inside complete values that are not reports, in their order: the answer of a service may have a
  /// report as a member. A report inside a report belongs to it.
  mutating func reports(inside range: Range<Int>, line: Int, limit: Int = .max) -> [NestedReport] {
    // Without a second brace, the text of a log is not read again.
    guard !range.isEmpty, ByteSearch.contains("{", bytes, (range.lowerBound + 1)..<range.upperBound) else { return [] }
    var cursor = JSONCursor(bytes, range: range, line: line, depthLimit: limits.depth)
    var found: [NestedReport] = []
    collectReports(&cursor, nesting: 0, limit, &found)
    return found
  }

  private mutating func collectReports(
    _ cursor: inout JSONCursor, nesting: Int, _ limit: Int, _ found: inout [NestedReport]
  ) {
    guard nesting < Self.maxNesting, budget > 0, found.count < limit, let byte = cursor.peek() else {
      return cursor.skipValue()
    }
    if byte == UInt8(ascii: "{") {
      if nesting > 0 {
        var copy = cursor
        let shape = JSONShape(&copy)
        budget -= shape.end - shape.start
        if shape.isNestedReport {
          found.append(NestedReport(offset: shape.start, line: shape.startLine, shape: shape))
          cursor = copy
          return
        }
      }
      guard cursor.enterObject() else { return }
      while cursor.nextKey() != nil { collectReports(&cursor, nesting: nesting + 1, limit, &found) }
    } else if byte == UInt8(ascii: "["), cursor.enterArray() {
      while cursor.nextElement() { collectReports(&cursor, nesting: nesting + 1, limit, &found) }
    } else {
      cursor.skipValue()
    }
  }

  /// Counts an element of a list that is not a report.
  mutating func countElement(line: Int) { foreignElements.add(line: line) }

  /// Subtracts `work` bytes from the budget.
  mutating func spend(_ work: Int) { budget -= work }

  /// Returns whether a distinctive member of a report, such as `"exception" :` or `"panicString" :`, begins at `offset`.
  func isDistinctiveMember(at offset: Int, end: Int) -> Bool {
    guard let (range, _) = memberKey(at: offset, end: end) else { return false }
    return IPSBodyKey.keys.find(bytes, range)?.key.isDistinctive == true || PanicDecoder.isText(bytes, range)
  }

  /// Returns the range of the key and the offset of the colon if `"key" :` is at `offset`.
  func memberKey(at offset: Int, end: Int) -> (key: Range<Int>, colon: Int)? {
    guard offset < end, bytes[offset] == UInt8(ascii: "\"") else { return nil }
    var at = offset + 1
    while at < end, at - offset < 64, bytes[at] != UInt8(ascii: "\""), bytes[at] > 0x20 { at += 1 }
    guard at < end, bytes[at] == UInt8(ascii: "\""), at > offset + 1 else { return nil }
    let key = offset + 1..<at
    at += 1
    while at < end, bytes[at] == UInt8(ascii: " ") { at += 1 }
    return at < end && bytes[at] == UInt8(ascii: ":") ? (key, at) : nil
  }

  private func isBanner(at offset: Int, end: Int) -> Bool {
    let lineEnd = ByteSearch.lineEnd(bytes, from: offset, end: min(end, offset + 200))
    return ByteSearch.contains("Translated Report (Full Report Below)", bytes, offset..<lineEnd)
  }

  /// Returns the offset of the first header line that begins after the line at `after` and before `before`.
  static func headerLine(_ bytes: [UInt8], after: Int, before: Int) -> Int? {
    var at = ByteSearch.lineEnd(bytes, from: after, end: before) + 1
    while at < before {
      let lineEnd = ByteSearch.lineEnd(bytes, from: at, end: before)
      if bytes[at] == UInt8(ascii: "{"), ByteSearch.contains("\"bug_type\"", bytes, at..<min(lineEnd, at + 8192)) {
        return at
      }
      at = lineEnd + 1
    }
    return nil
  }

  /// Returns the offset of the first line after that of `start`, and before `before`, on which another record begins: a
  /// header line, an object on one line that is a report or begins with the same member as the record at `start`, or a
  /// brace alone like the one at `start`.
  ///
  /// For a record that is damaged and has no end. Only lines without indentation count, and each is read once.
  ///
  /// - Parameter end: The end of the last line, which may be after `before`.
  static func nextRecord(_ bytes: [UInt8], after start: Int, before: Int, end: Int, depthLimit: Int) -> Int? {
    let own = firstKey(bytes, start, end)
    let isAtLineStart = start == 0 || bytes[start - 1] == UInt8(ascii: "\n")
    let isAlone = isAtLineStart && start + 1 < end && bytes[start + 1] <= 0x20
    // Whether a brace alone begins a report takes a look below it.
    var looks = 4
    var at = ByteSearch.lineEnd(bytes, from: start, end: end) + 1
    while at < before {
      let lineEnd = ByteSearch.lineEnd(bytes, from: at, end: end)
      defer { at = lineEnd + 1 }
      guard bytes[at] == UInt8(ascii: "{") else { continue }
      if ByteSearch.contains("\"bug_type\"", bytes, at..<min(lineEnd, at + 8192)) { return at }
      let isObject = at + 1 < lineEnd
      if let own, let key = firstKey(bytes, at, lineEnd), bytes[key] == bytes[own] { return at }
      guard isObject || isAlone && looks > 0 else { continue }
      if !isObject { looks -= 1 }
      var cursor = JSONCursor(bytes, range: at..<(isObject ? lineEnd : before), line: 1, depthLimit: depthLimit)
      if JSONShape(&cursor).isDiagnostic { return at }
    }
    return nil
  }

  /// Returns the range of the first key if `{"key"` is at `start`, on one line.
  private static func firstKey(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Range<Int>? {
    var at = start + 1
    while at < end, bytes[at] == UInt8(ascii: " ") { at += 1 }
    guard at < end, bytes[at] == UInt8(ascii: "\"") else { return nil }
    let key = at + 1
    at = key
    while at < end, at - key < 64, bytes[at] != UInt8(ascii: "\""), bytes[at] >= 0x20 { at += 1 }
    return at < end && bytes[at] == UInt8(ascii: "\"") && at > key ? key..<at : nil
  }
}
