/// Text in the Stream-Safe Text Format of UAX #15: at most 30 combining marks in a row. In addition, at most 32 flags in
/// a row.
///
/// Swift compares, hashes and orders strings by their normalized form. Normalization sorts the marks of a run, so its
/// time is quadratic in the length of the run, and the author of a report controls that length. Swift also searches
/// strings by characters, from the end of a word backward. Two regional indicators are one flag, so that the boundary
/// before an indicator depends on the whole run before it. Marks and indicators beyond these limits are dropped where
/// bytes become text, so that every later operation on the text is linear. No known writing system uses more than a few
/// marks on one letter.
extension String {
  /// The maximum number of combining marks in a row, as in UAX #15.
  @inlinable
  package static var maxCombiningMarks: Int { 30 }

  /// The maximum number of regional indicators in a row, an even number. Two are a flag.
  static var maxRegionalIndicators: Int { 64 }

  /// Creates text from UTF-8. Invalid bytes become U+FFFD; combining marks and regional indicators beyond their limits in a
  /// row are dropped. Takes time linear in the number of bytes.
  @inlinable
  package init(streamSafe bytes: some Collection<UInt8>) {
    self = String(decoding: bytes, as: UTF8.self).streamSafe
  }

  /// The text without combining marks and regional indicators beyond their limits in a row. Takes time linear in the
  /// length.
  @inlinable
  package var streamSafe: String {
    // The shortest text with 31 marks is U+0344 sixteen times, which counts as two marks in two bytes.
    utf8.count <= String.maxCombiningMarks + 1 ? self : withoutExcessMarks
  }

  /// The implementation of `streamSafe` for texts that are long enough to contain too many marks.
  @usableFromInline
  package var withoutExcessMarks: String {
    var text = self
    let shortened = text.withUTF8 { bytes -> String? in
      guard let start = CombiningMarks.firstExcess(in: bytes) else { return nil }
      return String(unsafeUninitializedCapacity: bytes.count) { CombiningMarks.copy(bytes, to: $0, checkedTo: start) }
    }
    return shortened ?? text
  }
}

/// The combining marks and regional indicators of valid UTF-8.
private struct CombiningMarks {
  /// The number of marks directly before the current offset.
  private var count = 0
  /// The number of regional indicators directly before the current offset.
  private var indicators = 0

  /// Returns the offset of the first mark that is dropped; `nil` if there is none.
  static func firstExcess(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let raw = UnsafeRawBufferPointer(bytes)
    var run = CombiningMarks()
    var at = 0
    while at < bytes.count {
      if at + 8 <= bytes.count,
        raw.loadUnaligned(fromByteOffset: at, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        run = CombiningMarks()
        at += 8
        continue
      }
      let length = length(bytes[at])
      if !run.admits(bytes, at, length) { return at }
      at += length
    }
    return nil
  }

  /// Copies the scalars that are not dropped, and returns the number of bytes written.
  ///
  /// - Parameter start: The result of `firstExcess(in:)`.
  static func copy(
    _ bytes: UnsafeBufferPointer<UInt8>, to target: UnsafeMutableBufferPointer<UInt8>, checkedTo start: Int
  ) -> Int {
    var run = CombiningMarks()
    // The scalar at `start` is dropped, of whichever kind it is.
    run.count = String.maxCombiningMarks
    run.indicators = String.maxRegionalIndicators
    var (at, end) = (start, start)
    for index in 0..<start { target[index] = bytes[index] }
    while at < bytes.count {
      let length = length(bytes[at])
      if run.admits(bytes, at, length) {
        for index in at..<min(at + length, bytes.count) {
          target[end] = bytes[index]
          end += 1
        }
      }
      at += length
    }
    return end
  }

  /// Returns false if the scalar at `at` is a mark or an indicator beyond its limit.
  private mutating func admits(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int, _ length: Int) -> Bool {
    if Self.isRegionalIndicator(bytes, at) {
      count = 0
      guard indicators < String.maxRegionalIndicators else { return false }
      indicators += 1
      return true
    }
    indicators = 0
    let marks = Self.marks(bytes, at, length)
    if marks == 0 {
      count = 0
      return true
    }
    // The first excess mark may count twice; those after it are dropped as well, so that the rest of a run is dropped as a whole.
    guard count + marks <= String.maxCombiningMarks else {
      count = String.maxCombiningMarks
      return false
    }
    count += marks
    return true
  }

  /// Whether one of the scalars U+1F1E6 to U+1F1FF begins at `at`.
  private static func isRegionalIndicator(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
    bytes[at] == 0xF0 && at + 4 <= bytes.count && bytes[at + 1] == 0x9F && bytes[at + 2] == 0x87
      && bytes[at + 3] >= 0xA6 && bytes[at + 3] <= 0xBF
  }

  /// Returns the length of the scalar that begins with `byte`.
  private static func length(_ byte: UInt8) -> Int {
    switch byte {
    case ..<0xC0: 1
    case ..<0xE0: 2
    case ..<0xF0: 3
    default: 4
    }
  }

  /// Returns the number of marks that the scalar at `at` counts for: two for those that decompose into two, 0 for
  /// scalars that are not marks.
  private static func marks(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int, _ length: Int) -> Int {
    // U+0300, the first mark, begins with 0xCC.
    guard bytes[at] >= 0xCC, at + length <= bytes.count else { return 0 }
    var value = UInt32(bytes[at]) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
    for index in (at + 1)..<(at + length) { value = value << 6 | UInt32(bytes[index] & 0x3F) }
    switch value {
    // Ideographs, Yi and Hangul syllables. A test checks that they contain no marks.
    case 0x3400...0xA66E, 0xAC00...0xD7A3: return 0
    // U+0F73, U+0F75 and U+0F81 have the combining class 0, and decompose into two marks.
    case 0x0344, 0x0F73, 0x0F75, 0x0F81: return 2
    default: return Unicode.Scalar(value)?.properties.canonicalCombiningClass ?? .notReordered == .notReordered ? 0 : 1
    }
  }
}
