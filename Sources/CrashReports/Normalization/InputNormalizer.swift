import Bytes

/// A note about what was removed from an input before reading.
package struct WrapperRemoval: Sendable, Equatable {
  /// The wrapper's identifier in the catalog.
  package var id: String
  /// The sentence for notes.
  package var sentence: String
  /// The number of lines that changed.
  package var lines: Int
  /// The first line that changed, in the original input, from 1.
  package var firstLine: Int
}

/// An input as readers see it, and its relation to the original bytes.
package struct NormalizedInput: Sendable {
  /// A change of the whole text. Offsets refer to the text before the change.
  struct Layer: Sendable {
    var map: SourceMap
    var keepsLines: Bool
    var encoding: ReplacementEncoding
    /// The text before the change; empty unless it is needed to write into the original.
    var source: [UInt8]
  }

  /// The bytes that readers read: UTF-8 with line feeds, without wrappers.
  package internal(set) var bytes: [UInt8]
  /// The changes, in the order in which they were made.
  var layers: [Layer] = []
  /// What was removed, one element for each wrapper.
  package internal(set) var removals: [WrapperRemoval] = []

  /// Whether a removed wrapper also occurs in source code and documentation.
  var hadSourceMarks: Bool {
    removals.contains { removal in TextWrapper.catalog.contains { $0.id == removal.id && $0.occursInSources } }
  }

  /// Whether the input is read as it is.
  package var isPlain: Bool { layers.isEmpty }
  /// Whether each line has the same number as in the original.
  package var keepsLines: Bool { layers.allSatisfy(\.keepsLines) }

  /// Returns the original offset of the byte at `offset`.
  package func original(of offset: Int) -> Int {
    layers.reversed().reduce(offset) { $1.map.source(of: $0) }
  }

  /// Returns the original range of the bytes in `range`, including what was removed before its first byte.
  package func original(of range: Range<Int>) -> Range<Int> {
    let low = layers.reversed().reduce(range.lowerBound) { $1.map.sourceEnd(of: $0) }
    let high = layers.reversed().reduce(range.upperBound) { $1.map.sourceEnd(of: $0) }
    return low..<max(low, high)
  }
}

/// Removes what was written around a log before readers see it. See `TextWrapper`.
package enum InputNormalizer {
  /// The maximum length of an input, in bytes, whose lines are examined for prefixes and layout.
  static let examinedBytes = 64 << 20
  /// The maximum number of rounds; a text in more wrappers than this is read with the rest of them.
  private static let maxRounds = 6
  /// The number of changes after which no prefixes are removed.
  private static let maxLayers = 12

  private static let textWrappers = TextWrapper.catalog.filter {
    if case .text = $0.form { true } else { false }
  }
  private static let prefixKinds = TextWrapper.prefixes.compactMap { wrapper -> PrefixPass.Kind? in
    if case .prefix(let prefix) = wrapper.form {
      PrefixPass.Kind(id: wrapper.id, prefix: prefix)
    } else {
      nil
    }
  }

  /// Removes wrappers from an input.
  ///
  /// Takes linear time and at most two further copies of the input, and returns the same array for plain input. A text
  /// without wrappers is not changed, so the result of a normalized text is that text.
  ///
  /// - Parameter preservesSources: Whether the texts between the changes are preserved, to write into the original.
  package static func normalize(_ bytes: [UInt8], preservesSources: Bool = false) -> NormalizedInput {
    var input = NormalizedInput(bytes: bytes)
    var changes = Changes(preservesSources: preservesSources)
    changes.encode(&input)
    guard input.bytes.count <= examinedBytes, !beginsWithReport(input.bytes) else { return input }
    for _ in 0..<maxRounds where !removeOnce(&input, &changes) { break }
    changes.trim(&input)
    input.removals = changes.removals(from: bytes, input)
    return input
  }

  /// Converts the encoding and the line ends of an input, and removes nothing else.
  static func encoded(_ bytes: [UInt8]) -> NormalizedInput {
    var input = NormalizedInput(bytes: bytes)
    Changes(preservesSources: false).encode(&input)
    return input
  }

  /// Applies each wrapper once. Returns whether the text changed and may contain further wrappers.
  private static func removeOnce(_ input: inout NormalizedInput, _ changes: inout Changes) -> Bool {
    let count = input.layers.count
    for wrapper in textWrappers {
      if wrapper.id == "markdown-fences", removePrefixes(&input, &changes) {
        while removePrefixes(&input, &changes) {}
        if beginsWithReport(input.bytes) { return false }
      }
      guard case .text(let remove) = wrapper.form,
        let removal = input.bytes.withUnsafeBufferPointer({ remove($0) })
      else { continue }
      // The strings of a JSON report with prefixes before its lines are not texts with reports.
      if wrapper.id == "json-string", removeAllPrefixes(&input, &changes) { return !beginsWithReport(input.bytes) }
      changes.apply(wrapper, removal, to: &input)
      if beginsWithReport(input.bytes) { return false }
    }
    return input.layers.count > count
  }

  /// Removes prefixes of known forms, and prefixes that the lines have in common, until none is left.
  private static func removeAllPrefixes(_ input: inout NormalizedInput, _ changes: inout Changes) -> Bool {
    let count = input.layers.count
    while !beginsWithReport(input.bytes) {
      if removePrefixes(&input, &changes) { continue }
      guard input.layers.count < maxLayers,
        let removal = input.bytes.withUnsafeBufferPointer({ CommonPrefix.removal($0) })
      else { break }
      changes.apply(TextWrapper.commonPrefixes, removal, to: &input)
    }
    return input.layers.count > count
  }

  private static func removePrefixes(_ input: inout NormalizedInput, _ changes: inout Changes)
    -> Bool
  {
    guard input.layers.count < maxLayers else { return false }
    let (text, removed) = input.bytes.withUnsafeBufferPointer { bytes in
      var pass = PrefixPass(bytes, kinds: prefixKinds)
      let text = pass.run(bytes)
      return (text, pass.removed)
    }
    guard let text else { return false }
    for removal in removed {
      changes.note(
        TextWrapper.prefixes[removal.kind], lines: removal.lines,
        first: input.original(of: removal.first))
    }
    changes.apply(TextRemoval(text: text, lines: 0, first: 0, encoding: .linePrefix), to: &input)
    return true
  }

  /// The changes made so far.
  private struct Changes {
    let preservesSources: Bool
    private var noted: [(wrapper: TextWrapper, lines: Int, first: Int)] = []

    init(preservesSources: Bool) { self.preservesSources = preservesSources }

    mutating func note(_ wrapper: TextWrapper, lines: Int, first: Int) {
      if let index = noted.firstIndex(where: { $0.wrapper.id == wrapper.id }) {
        noted[index].lines = max(noted[index].lines, lines)
      } else {
        noted.append((wrapper, lines, first))
      }
    }

    mutating func apply(_ wrapper: TextWrapper, _ removal: TextRemoval, to input: inout NormalizedInput) {
      note(wrapper, lines: removal.lines, first: input.original(of: removal.first))
      apply(removal, to: &input)
    }

    func apply(_ removal: TextRemoval, to input: inout NormalizedInput) {
      input.layers.append(
        NormalizedInput.Layer(
          map: removal.text.map, keepsLines: removal.keepsLines, encoding: removal.encoding,
          source: preservesSources ? input.bytes : []))
      input.bytes = removal.text.bytes
    }

    /// Converts UTF-16 and the line ends of classic Mac OS, and removes what follows the text of lines.
    func encode(_ input: inout NormalizedInput) {
      if let removal = InputEncoding.utf8(fromUTF16: input.bytes) { apply(removal, to: &input) }
      if let removal = InputEncoding.lineFeeds(forCarriageReturns: input.bytes) {
        apply(removal, to: &input)
      }
      trim(&input)
    }

    /// Removes what follows the text of lines. Bytes that are written back keep their line ends.
    func trim(_ input: inout NormalizedInput) {
      guard !preservesSources, input.bytes.count <= examinedBytes,
        let removal = input.bytes.withUnsafeBufferPointer({ LineEnds.removal($0) })
      else { return }
      apply(removal, to: &input)
    }

    func removals(from bytes: [UInt8], _ input: NormalizedInput) -> [WrapperRemoval] {
      noted.map { entry in
        let line = ByteSearch.lineBreaks(bytes, 0..<min(entry.first, bytes.count)) + 1
        let lines = entry.lines == 1 ? "1 line" : "\(entry.lines) lines"
        let preposition = entry.wrapper.verb == "Removed" ? "from" : "in"
        return WrapperRemoval(
          id: entry.wrapper.id,
          sentence: "\(entry.wrapper.verb) \(entry.wrapper.title) \(preposition) \(lines).",
          lines: entry.lines, firstLine: line)
      }
    }
  }
}
