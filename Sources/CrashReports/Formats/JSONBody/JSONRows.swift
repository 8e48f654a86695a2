/// JSON objects that stand one after the other, one a line or in an array.
struct JSONRows {
  private let bytes: [UInt8]
  private let limits: DecodingLimits
  private let bound: Int
  var end: Int
  var endLine: Int
  var count = 0
  var isCut = false
  /// Bytes that were looked at and belong to another report.
  var work = 0

  init(_ segment: Segment, _ limits: DecodingLimits) {
    bytes = segment.bytes
    self.limits = limits
    bound = segment.range.upperBound
    end = segment.bodyStart
    endLine = segment.bodyLine
  }

  /// Goes over the objects as long as `belongs`; the first one belongs in any case.
  func walk(_ belongs: (JSONShape) -> Bool) -> Self {
    var rows = self
    while let (start, line) = rows.next() {
      var cursor = JSONCursor(bytes, range: start..<bound, line: line, depthLimit: limits.depth)
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

  /// Where the next object begins, after blanks and a comma.
  func next() -> (offset: Int, line: Int)? {
    var at = end
    var line = endLine
    while at < bound {
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
