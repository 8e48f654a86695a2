/// Reads all text forms of a report: Apple's `.crash` files of all versions, text reports of third parties, parts of
/// both, debugger and console output, and messages about designables and documents in Xcode build logs.
///
/// The lines are read in one pass. Each line is handled by its kind, so parts may be in any order. Nothing is read
/// again from the start, and a line is copied only if its text is stored.
package enum TextDecoder {
  /// Returns the reports in `range` of `bytes`, in order; an empty array if nothing is recognized.
  ///
  /// - Parameters:
  ///   - range: The part of the input that is text; clamped to the input.
  ///   - firstLine: The number of the line at which `range` begins, from 1; lines in the reports count from it.
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
