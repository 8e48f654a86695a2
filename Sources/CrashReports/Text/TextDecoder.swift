/// Reads every text form of a report: Apple's `.crash` of all years, the renderings of third parties, pieces of either,
/// debugger and console output, and what Xcode's build log says about designables and documents.
///
/// One walk over the lines. A line is asked what kind it is; what it is decides where it goes, so pieces may come in any
/// order and mixture. Nothing is ever re-read from the start, and a line is copied only when its text is kept.
package enum TextDecoder {
  /// The reports in `range` of `bytes`, in order; none if nothing in it is recognised.
  ///
  /// - Parameters:
  ///   - range: part of the input that is text; clamped to the input.
  ///   - firstLine: number of the line at which `range` begins, from 1; lines in the reports count from it.
  package static func decode(_ bytes: [UInt8], range: Range<Int>, firstLine: Int, limits: DecodingLimits)
    -> [Decoded<CrashReport>]
  {
    let slice = Slice(max(0, range.lowerBound), min(bytes.count, range.upperBound))
    guard !slice.isEmpty else { return [] }
    let source = UnescapedText(bytes, slice)
    return source.bytes.withUnsafeBufferPointer { bytes in
      var reader = TextReader(source, bytes, firstLine: firstLine, limits: limits)
      return reader.read()
    }
  }
}
