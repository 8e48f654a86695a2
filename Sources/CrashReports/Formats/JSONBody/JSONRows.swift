/// A sequence of JSON objects, one per line or in an array.
struct JSONRows {
  private let bytes: [UInt8]
  private let limits: DecodingLimits
  private let rangeEnd: Int
  var end: Int
  var endLine: Int
  var count = 0
  var isCut = false
  /// The number of bytes inspected that belong to another report.
  var work = 0

  init(_ segment: Segment, _ limits: DecodingLimits) {
    bytes = segment.bytes
    self.limits = limits
    rangeEnd = segment.range.upperBound
    end = segment.bodyStart
    endLine = segment.bodyLine
  }

  /// Returns a copy advanced past the first object and those after it for which `belongs` returns true.
  func walk(_ belongs: (JSONShape) -> Bool) -> Self {
    var rows = self
    while let (start, line) = rows.next() {
      var cursor = JSONCursor(bytes, range: start..<rangeEnd, line: line, depthLimit: limits.depth)
      let shape = JSONShape(&cursor)
      guard rows.count == 0 || belongs(shape) else {
        rows.work += shape.end - start
        break
      }
      rows.count += 1
      rows.end = max(shape.end, start + 1)
      rows.endLine = shape.endLine
      guard shape.isClosed else {
        rows.isCut = true
        break
      }
    }
    return rows
  }

  /// Returns the offset and line of the next object, after white space, commas and an opening bracket; `nil` if there
  /// is none.
  func next() -> (offset: Int, line: Int)? {
    var at = end
    var line = endLine
    while at < rangeEnd {
      switch bytes[at] {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: ","), UInt8(ascii: "["), 0...0x20: break
      case UInt8(ascii: "{"): return (at, line)
      default: return nil
      }
      at += 1
    }
    return nil
  }
}
