import Bytes
import Vocabulary

/// A parser for one line of a backtrace that a JSON report contains as text (`backtrace_symbols(3)`, Darwin).
///
/// `1   libobjc.A.dylib                     0x00000001a051e858 objc_exception_throw + 60`
enum IPSBacktraceLine {
  /// Returns the frame; `nil` if the line is not one.
  static func frame(_ bytes: [UInt8]) -> CrashReport.Frame? {
    let row = ByteSearch.trimmed(bytes, 0..<bytes.count)
    var at = row.lowerBound
    while at < row.upperBound, bytes[at] &- 0x30 < 10 { at += 1 }
    guard let number = ByteSearch.integer(bytes, row.lowerBound..<at), let index = Int(exactly: number),
      let blank = ByteSearch.find(" 0x", bytes, at..<row.upperBound)
    else { return nil }
    var end = blank + 3
    while end < row.upperBound, bytes[end].isHexDigit { end += 1 }
    guard let address = ByteSearch.integer(bytes, blank + 1..<end) else { return nil }

    var frame = CrashReport.Frame(index: index)
    let image = ByteSearch.trimmed(bytes, at..<blank)
    let name = String(streamSafe: bytes[image])
    frame.image = image.isEmpty || name == "???" ? nil : name
    frame.address = RuntimeAddress(address)
    frame.addressKind = .return
    readSymbol(into: &frame, bytes, ByteSearch.trimmed(bytes, end..<row.upperBound))
    return frame
  }

  /// Parses `symbol + 60`, `symbol + 60 (File.m:12)`, or `0x1a0580000 + 4711` if the frame was not symbolicated.
  private static func readSymbol(into frame: inout CrashReport.Frame, _ bytes: [UInt8], _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    var end = range.upperBound
    if bytes[end - 1] == UInt8(ascii: ")"), let bracket = last(UInt8(ascii: "("), bytes, range),
      let colon = last(UInt8(ascii: ":"), bytes, bracket..<end),
      let line = ByteSearch.integer(bytes, colon + 1..<end - 1)
    {
      let file = String(streamSafe: bytes[bracket + 1..<colon])
      frame.source = SourceLocation(file: file, line: line == 0 ? nil : Int(exactly: line))
      end = ByteSearch.trimmed(bytes, range.lowerBound..<bracket).upperBound
    }
    var name = range.lowerBound..<end
    var offset: UInt64?
    if let plus = last(UInt8(ascii: "+"), bytes, name), plus > name.lowerBound, bytes[plus - 1] == UInt8(ascii: " "),
      let value = ByteSearch.integer(bytes, plus + 1..<end)
    {
      offset = value
      name = ByteSearch.trimmed(bytes, name.lowerBound..<plus)
    }
    guard ByteSearch.integer(bytes, name) == nil, !name.isEmpty else { return }
    frame.symbol = CrashReport.Symbol(
      name: String(streamSafe: bytes[name]), offset: offset.flatMap(Int.init(exactly:)))
    frame.outcome = .fromReport
  }

  private static func last(_ byte: UInt8, _ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    range.last { bytes[$0] == byte }
  }
}
