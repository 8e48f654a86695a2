import Bytes

/// One pass over the lines of a text that removes the prefixes of regions.
///
/// A region is a run of lines with the same kind of prefix, with few other lines in between. Its prefix is removed only
/// if the content of its lines is then clearly more like a report. Each line is examined once for each prefix that it
/// has, up to a limit, so the pass takes time linear in the length of the text.
struct PrefixPass {
  /// A kind of prefix: a wrapper of the catalog.
  struct Kind {
    var id: String
    var prefix: LinePrefix
  }

  /// A line of a region.
  private struct Entry {
    var begin: Int
    var slice: Slice
    var content: Slice
  }

  private struct Region {
    var entries: [Entry] = []
    /// The number of the last line among those that are not blank.
    var last = 0
    /// The number at the beginning of the last line.
    var number = 0
  }

  /// A removal of the prefixes of one kind.
  struct Removed {
    var kind: Int
    var lines: Int
    var first: Int
  }

  private let text: ByteText
  private let kinds: [Kind]
  private var regions: [Region?]
  /// The number of lines read that are not blank.
  private var lineCount = 0
  /// The number of the last line if it is a line of a stack that began with 0; otherwise -1.
  private var stackNumber = -1
  private var cuts: [Entry] = []
  private(set) var removed: [Removed] = []

  /// The maximum number of other lines between two lines of a region.
  private static let maxGap = 8
  /// The minimum number of lines of a step of a build.
  private static let minSteps = 3
  /// The maximum number of prefixes of one line that are looked behind.
  private static let maxDepth = 6

  init(_ bytes: UnsafeBufferPointer<UInt8>, kinds: [Kind]) {
    text = ByteText(bytes, limit: 4096)
    self.kinds = kinds
    regions = Array(repeating: nil, count: kinds.count)
  }

  /// Returns the text without prefixes; `nil` if none is removed.
  mutating func run(_ bytes: UnsafeBufferPointer<UInt8>) -> RewrittenText? {
    var begin = 0
    while begin < text.count {
      let newline = text.first(0x0A, Slice(begin, text.count)) ?? text.count
      readLine(begin, newline)
      begin = newline + 1
    }
    for kind in kinds.indices { close(kind, isAtEnd: true) }
    return cuts.isEmpty ? nil : rewritten(bytes)
  }

  @inline(__always)
  private mutating func readLine(_ begin: Int, _ newline: Int) {
    let start = text.skipBlanks(begin, newline)
    var end = newline
    while end > start, text[end - 1].isBlank || text[end - 1] == 0x0D { end -= 1 }
    guard start < end else { return }
    lineCount += 1
    let slice = Slice(start, end)
    guard isPossible(slice), let (kind, content) = prefix(slice) else { return }
    add(kind, Entry(begin: begin, slice: slice, content: content))
  }

  /// A fast test that excludes nearly all lines of a plain report.
  @inline(__always)
  private mutating func isPossible(_ slice: Slice) -> Bool {
    guard text[slice.start].isDigit else {
      stackNumber = -1
      return PrefixStart.isPossible(text, slice)
    }
    // The numbers of frames begin with 0, those of a listing with 1.
    guard let (number, end) = LinePrefixes.number(text, slice), text[end].isBlank else {
      return text[slice.start + 1] != UInt8(ascii: "x")
    }
    if number == 0 || number == stackNumber + 1 && stackNumber >= 0 {
      stackNumber = number
      return false
    }
    stackNumber = -1
    return true
  }

  /// Returns the first kind of prefix that the line has.
  private func prefix(_ slice: Slice) -> (kind: Int, content: Slice)? {
    for index in kinds.indices {
      if let content = kinds[index].prefix.strip(text, slice) { return (index, content) }
    }
    return nil
  }

  private mutating func add(_ kind: Int, _ entry: Entry) {
    var number = 0
    if kinds[kind].prefix.isNumber {
      number = LinePrefixes.number(text, entry.slice)?.value ?? 0
      if let region = regions[kind], number != region.number + 1 { close(kind, isAtEnd: false) }
      // A stack begins with 0, a listing with 1.
      if regions[kind] == nil, number == 0 { return }
    }
    if let region = regions[kind], lineCount - region.last > Self.maxGap {
      close(kind, isAtEnd: false)
    }
    if regions[kind] == nil { regions[kind] = Region() }
    regions[kind]?.entries.append(entry)
    regions[kind]?.last = lineCount
    regions[kind]?.number = number
  }

  /// Decides about the region of a kind and forgets it.
  private mutating func close(_ kind: Int, isAtEnd: Bool) {
    guard let region = regions[kind] else { return }
    regions[kind] = nil
    let isWhole = isAtEnd && region.entries.count * 20 >= lineCount * 19
    if kinds[kind].id == TextWrapper.stringElements, isBelowCode(region.entries[0]) { return }
    // No program writes such a column itself.
    let isStep = isWhole && kinds[kind].id == TextWrapper.buildSteps && region.entries.count >= Self.minSteps
    guard isStep || isWrapped(region, kinds[kind], isWhole: isWhole) else { return }
    cuts += region.entries
    let first = region.entries[0].begin
    if let index = removed.firstIndex(where: { $0.kind == kind }) {
      removed[index].lines += region.entries.count
    } else {
      removed.append(Removed(kind: kind, lines: region.entries.count, first: first))
    }
  }

  /// Whether the line above opens a list of strings in source code.
  private func isBelowCode(_ entry: Entry) -> Bool {
    var end = entry.begin
    while end > 0, text[end - 1].isBlank || text[end - 1] == 0x0A || text[end - 1] == 0x0D { end -= 1 }
    guard end > 0 else { return false }
    let start = text.last(0x0A, Slice(0, end)).map { $0 + 1 } ?? 0
    return LinePrefixes.opensStrings(text, text.trimmed(Slice(start, end)))
  }

  private func isWrapped(_ region: Region, _ kind: Kind, isWhole: Bool) -> Bool {
    var prefix = kind.prefix
    if isWhole, TextWrapper.tags.contains(kind.id), isColumn(region) { prefix.writer = .program }
    let relay = isWhole && prefix.writer == .program ? Relay(region.entries.map { ($0.slice, $0.content) }, text) : nil
    // All lines are the output of another program, even if they contain nothing of a report.
    if relay?.isKnown == true { return true }
    let isListing = isWhole && LinePrefixes.number(text, region.entries[0].slice)?.value == 1
    if prefix.isNumber, region.entries.count < 4, !isListing { return false }
    var before = LineEvidence()
    var after = LineEvidence()
    var hasOtherLine = false
    for entry in region.entries {
      // Readers find a message behind the columns of a console as well as without them, so it decides nothing. What tools
      // and the canvas state has no columns.
      let isConsole = prefix.writer == .program && relay == nil && isConsole(entry)
      let mayHaveMessage = LineEvidence.hasMessage(text, entry.slice, isConsole: isConsole)
      var line = LineEvidence.of(text, entry.slice, mayHaveMessage: mayHaveMessage)
      // A message behind the prefix of a program is found, but not at the start of the line.
      if line.message > 0, prefix.writer == .program { line.message -= 1 }
      before = before + line
      if line.structure == 0 { hasOtherLine = true }
      after = after + content(entry.content, mayHaveMessage: mayHaveMessage)
    }
    // The step of a build looks like the number of a frame, which no seconds follow.
    if kind.id == TextWrapper.buildSteps { return after.structure + after.message > 0 }
    // A listing has lines that are not frames with their numbers; a stack has not.
    if isListing, prefix.isNumber { return hasOtherLine && after.structure + after.message > 0 }
    let gain = after.structure - before.structure
    let least = prefix.writer == .program || isWhole ? 3 : 8
    if gain >= least, gain > before.structure / 8 { return true }
    if gain < 0 { return false }
    switch prefix.writer {
    case .program: return after.message > before.message
    case .person:
      return isWhole && after.message >= before.message && after.structure + after.message > 0
    case .message: return false
    }
  }

  /// Whether the prefix of a message is the column of another program: all lines have the same one, or what follows are lines of a
  /// console.
  private func isColumn(_ region: Region) -> Bool {
    let first = region.entries[0]
    let tag = Slice(first.slice.start, first.content.start)
    let isSame = region.entries.allSatisfy { entry in
      entry.content.start - entry.slice.start == tag.count
        && (0..<tag.count).allSatisfy { text[entry.slice.start + $0] == text[tag.start + $0] }
        || entry.content.isEmpty
    }
    if isSame, region.entries.count >= Self.minSteps { return true }
    return region.entries.allSatisfy { isConsole($0) || $0.content.isEmpty }
      && region.entries.contains { !$0.content.isEmpty }
      && !region.entries.contains { text.stampedLine($0.slice) != nil }
  }

  /// Whether readers find the columns of a console in the line. If its content is a line of a console, too, they are not
  /// those of the program that failed.
  private func isConsole(_ entry: Entry) -> Bool {
    text.stampedLine(entry.slice) != nil && text.stampedLine(text.trimmed(entry.content)) == nil
  }

  /// The best evidence of a line behind one or more prefixes.
  private func content(_ slice: Slice, mayHaveMessage: Bool) -> LineEvidence {
    var best = LineEvidence()
    var slice = text.trimmed(slice)
    for _ in 0..<Self.maxDepth {
      let evidence = LineEvidence.of(text, slice, mayHaveMessage: mayHaveMessage)
      best.structure = max(best.structure, evidence.structure)
      best.message = max(best.message, evidence.message)
      if best.structure >= 4 { break }
      guard !slice.isEmpty, PrefixStart.isPossible(text, slice), let (_, content) = prefix(slice)
      else { break }
      slice = text.trimmed(content)
    }
    if best.structure > 0 { best.message = 0 }
    return best
  }

  private mutating func rewritten(_ bytes: UnsafeBufferPointer<UInt8>) -> RewrittenText {
    cuts.sort { $0.begin < $1.begin }
    var result = RewrittenText(sourceCount: bytes.count)
    var at = 0
    for cut in cuts where cut.begin >= at {
      result.copy(bytes, at..<cut.begin)
      if cut.content.end < cut.slice.end {
        result.copy(bytes, cut.content.start..<max(cut.content.start, cut.content.end))
        at = cut.slice.end
      } else {
        at = min(cut.content.start, cut.slice.end)
      }
    }
    result.copy(bytes, at..<bytes.count)
    return result
  }
}

/// A fast test that excludes most lines that begin with a letter.
enum PrefixStart {
  @inline(__always)
  static func isPossible(_ text: ByteText, _ slice: Slice) -> Bool {
    let first = text[slice.start]
    if first.isLetter { return hasTag(text, slice) }
    return true
  }

  /// Whether a line that begins with a letter may begin with a month, a process or a container.
  @inline(__always)
  private static func hasTag(_ text: ByteText, _ slice: Slice) -> Bool {
    let window = Slice(slice.start, min(slice.end, slice.start + 96))
    if text[slice.start + 3] == 0x20, text.skipBlanks(slice.start + 3, slice.end) < slice.start + 6 {
      return true
    }
    if text.first(UInt8(ascii: "|"), Slice(slice.start, min(slice.end, slice.start + 48))) != nil {
      return true
    }
    if text.first(UInt8(ascii: "["), window) != nil { return true }
    if text.first(0x09, window) != nil, LinePrefixes.jobColumns(text, slice) != nil { return true }
    if LinePrefixes.name(text, slice) != nil || LinePrefixes.searchResult(text, slice) != nil
      || LinePrefixes.stream(text, slice) != nil
    {
      return true
    }
    let word = text.token(Slice(slice.start, min(slice.end, slice.start + 9)))
    return word.count <= 8 && LinePrefixes.logLevel(text, slice) != nil
  }
}
