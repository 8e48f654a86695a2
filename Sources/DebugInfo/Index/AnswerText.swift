import Vocabulary

/// Writes the answers for many addresses in the format of llvm-symbolizer: for each address the function and
/// `file:line:column` of every frame, innermost first, then an empty line; `??` and `??:0:0` for unknown values.
///
/// Addresses are looked up in sorted order, so that each function is read once, and answered in their original order.
package struct AnswerText: ~Copyable {
  /// The content and format of the answers.
  package struct Style: Sendable {
    /// Whether inlined functions are written in addition to the function that contains them.
    package var showsInlined = true
    /// Whether names are demangled.
    package var demangles = true
    /// Whether each answer is preceded by its address, as it was passed.
    package var showsAddress = false
    /// Escapes names and paths, which are untrusted, for the output.
    package var escape: @Sendable (String) -> String

    /// Creates the style of llvm-symbolizer: inlined functions and demangled names, no addresses.
    package init(escape: @escaping @Sendable (String) -> String) { self.escape = escape }
  }

  private let symbols: SymbolFile
  private let index: SymbolIndex
  private let style: Style
  private var block = DecodedBlock()
  private var chain: [Int32] = []
  /// The texts of this batch in the order of addresses. `answers` has the range of each address in its original order,
  /// so that the output is a sequence of copies.
  private var texts = ByteSink(capacity: 1 << 16)
  private var answers: [Answer] = []
  /// The escaped names and paths by text number, created on first use: ranges of `shownBytes`.
  private var names: [ShownText]
  private var paths: [ShownText]
  private var shownBytes: [UInt8] = []

  /// The range of a text in `shownBytes`.
  private struct ShownText {
    var start: Int32 = 0
    /// The length; -1 if the text was not used yet.
    var count: Int32 = -1
  }

  private struct Location {
    var file: UInt32
    var line: UInt32
    var column: UInt32
  }

  /// A range of `texts`; empty if the address has to be looked up separately.
  private struct Answer {
    var start: UInt32
    var count: UInt32
  }

  /// The number of addresses in a batch. Each function is read once per batch.
  private static let batchSize = 1 << 18
  /// The maximum size of the texts of a batch; names can be long. Addresses beyond it are looked up separately.
  private static let maxTextSize = 1 << 28

  /// Creates a writer of answers from `index`, which was built from `symbols`. Addresses that the index does not answer
  /// are looked up in `symbols`.
  package init(_ symbols: SymbolFile, index: SymbolIndex, style: Style) {
    self.symbols = symbols
    self.index = index
    self.style = style
    names = Array(repeating: ShownText(), count: index.textCount)
    paths = names
  }

  /// Writes the answers for `addresses`, in their order.
  /// - Parameters:
  ///   - addresses: Addresses as the linker assigned them; `nil` for invalid input, whose answer is unknown.
  ///   - asked: Returns the input text of the address with an index.
  ///   - write: Writes a part of the text; may be called several times.
  package mutating func answer(
    _ addresses: [UInt64?], asked: (Int) -> String, _ write: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    var start = 0
    var sink = ByteSink(capacity: 1 << 20)
    while start < addresses.count {
      let end = min(start + Self.batchSize, addresses.count)
      lookUp(addresses[start..<end])
      for position in start..<end {
        if style.showsAddress {
          let text = asked(position) + "\n"
          var copy = text
          copy.withUTF8 { sink.append(UnsafeRawBufferPointer($0)) }
        }
        append(answers[position - start], address: addresses[position], to: &sink)
        if sink.count > 1 << 19 {
          try sink.withUnsafeBytes(write)
          sink.removeAll()
        }
      }
      start = end
    }
    try sink.withUnsafeBytes(write)
  }

  // MARK: - Lookup

  private mutating func lookUp(_ addresses: ArraySlice<UInt64?>) {
    texts.removeAll()
    answers.removeAll(keepingCapacity: true)
    answers.append(contentsOf: repeatElement(Answer(start: 0, count: 0), count: addresses.count))
    // The offset in the upper half, the index in the lower half: sorting by offset moves both.
    var keys: [UInt64] = []
    keys.reserveCapacity(addresses.count)
    for (position, address) in addresses.enumerated() {
      guard let address, address >= index.base, let offset = CodeOffset.of(address, base: index.base) else { continue }
      keys.append(UInt64(offset) << 32 | UInt64(position))
    }
    if keys.count > 64 { keys.sortStably(byBitsFrom: 32) } else { keys.sort() }
    var next = 0
    while next < keys.count {
      let offset = UInt32(truncatingIfNeeded: keys[next] >> 32)
      let position = index.indexOfRecord(at: offset)
      guard position >= 0 else {
        next += 1
        continue
      }
      let record = index.record(position)
      let end = min(record.end, position + 1 < index.recordCount ? index.record(position + 1).start : .max)
      guard offset < end, symbols.isIndexEnough, record.kind == .function || record.kind == .lines,
        index.decode(record, into: &block)
      else {
        next += 1
        continue
      }
      var previous = Answered()
      while next < keys.count, UInt32(truncatingIfNeeded: keys[next] >> 32) < end {
        add(keys[next], record: record, &previous)
        next += 1
      }
    }
  }

  /// The previous answer in a function. Adjacent addresses often have the same answer.
  private struct Answered {
    var row = -2
    var chain: [Int32] = []
    var answer = Answer(start: 0, count: 0)
  }

  @inline(__always)
  private mutating func add(_ key: UInt64, record: IndexRecord, _ previous: inout Answered) {
    guard texts.count < Self.maxTextSize else { return }
    let offset = UInt32(truncatingIfNeeded: key >> 32)
    block.chain(at: offset, into: &chain)
    let row = block.row(at: offset)
    if row == previous.row, chain == previous.chain {
      answers[Int(UInt32(truncatingIfNeeded: key))] = previous.answer
      return
    }
    let start = texts.count
    var location = Location(file: 0, line: 0, column: 0)
    if row >= 0 {
      let row = block.rows[row]
      location = Location(file: row.file, line: row.line, column: row.column)
    }
    if style.showsInlined {
      var index = chain.count
      while index > 0 {
        index &-= 1
        let node = block.nodes[Int(chain[index])]
        append(location, name: node.name)
        location = Location(file: node.callFile, line: node.callLine, column: node.callColumn)
      }
    } else if let outermost = chain.first {
      let node = block.nodes[Int(outermost)]
      location = Location(file: node.callFile, line: node.callLine, column: node.callColumn)
    }
    append(location, name: record.name)
    texts.reserve(1)
    texts.store(UInt8(ascii: "\n"))
    previous.row = row
    previous.chain.removeAll(keepingCapacity: true)
    previous.chain.append(contentsOf: chain)
    previous.answer = Answer(
      start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: texts.count &- start))
    answers[Int(UInt32(truncatingIfNeeded: key))] = previous.answer
  }

  /// Writes a frame. Its texts are shared with other frames and created on first use.
  @inline(__always)
  private mutating func append(_ location: Location, name: UInt32) {
    // A damaged index may refer to a text that does not exist.
    let nameNumber = Int(name) < names.count ? Int(name) : 0
    let pathNumber = Int(location.file) < paths.count ? Int(location.file) : 0
    if names[nameNumber].count < 0 { names[nameNumber] = newlyShown(UInt32(nameNumber), isName: true) }
    if paths[pathNumber].count < 0 { paths[pathNumber] = newlyShown(UInt32(pathNumber), isName: false) }
    let name = names[nameNumber]
    let path = paths[pathNumber]
    texts.reserve(Int(name.count &+ path.count) &+ 48)
    // A slice, because the span of `Array` needs macOS 26.
    let shown = shownBytes[...]
    let bytes = shown.span.bytes
    texts.storeBytes(bytes, at: Int(name.start), count: Int(name.count))
    texts.store(UInt8(ascii: "\n"))
    texts.storeBytes(bytes, at: Int(path.start), count: Int(path.count))
    texts.store(UInt8(ascii: ":"))
    texts.storeDecimal(location.line)
    texts.store(UInt8(ascii: ":"))
    texts.storeDecimal(location.column)
    texts.store(UInt8(ascii: "\n"))
  }

  @inline(never)
  private mutating func newlyShown(_ number: UInt32, isName: Bool) -> ShownText {
    let text = index.text(number)
    let shown = text.isEmpty ? "??" : style.escape(isName && style.demangles ? demangled(text) ?? text : text)
    let start = Int32(clamping: shownBytes.count)
    shownBytes.append(contentsOf: shown.utf8)
    return ShownText(start: start, count: Int32(clamping: shownBytes.count) - start)
  }

  // MARK: - Text

  private mutating func append(_ answer: Answer, address: UInt64?, to sink: inout ByteSink) {
    guard answer.count > 0 else { return appendOther(address, to: &sink) }
    sink.reserve(Int(answer.count))
    texts.withUnsafeBytes { bytes in
      sink.storeBytes(
        UnsafeRawBufferPointer(rebasing: bytes[Int(answer.start)..<Int(answer.start &+ answer.count)]))
    }
  }

  /// Writes the answer for an address that debug information does not cover.
  @inline(never)
  private mutating func appendOther(_ address: UInt64?, to sink: inout ByteSink) {
    var found: [SymbolFrame] = []
    if let address {
      let address = LinkedAddress(address)
      found = symbols.refined(index.frames(at: address), at: address)
    }
    var text = SymbolFrame.text(found, style: style)
    text.withUTF8 { sink.append(UnsafeRawBufferPointer($0)) }
  }
}

extension SymbolFrame {
  /// Returns one answer with its final empty line.
  package static func text(_ frames: [SymbolFrame], style: AnswerText.Style) -> String {
    var text = ""
    for frame in frames where style.showsInlined || !frame.isInlined {
      let name = frame.name.isEmpty ? "??" : style.demangles ? demangled(frame.name) ?? frame.name : frame.name
      text += "\(style.escape(name))\n\(frame.file.map(style.escape) ?? "??"):\(frame.line):\(frame.column)\n"
    }
    return text.isEmpty ? "??\n??:0:0\n\n" : text + "\n"
  }
}

extension ByteSink {
  /// Copies bytes of `source`. Room for eight more bytes must be reserved: short texts are copied in 8-byte words.
  @inline(__always)
  mutating func storeBytes(_ source: RawSpan, at start: Int, count: Int) {
    guard start >= 0, count >= 0, count <= 48, start &+ count &+ 8 <= source.byteCount else {
      source.extracting(start..<(start + count)).withUnsafeBytes { storeBytes($0) }
      return
    }
    var done = 0
    while done < count {
      storeAhead(source.unsafeLoadUnaligned(fromUncheckedByteOffset: start &+ done, as: UInt64.self), at: done)
      done &+= 8
    }
    advance(by: count)
  }

  /// Stores a decimal number. Room for ten digits must be reserved. Numbers of up to four digits, as most line numbers
  /// have, are converted with divisions by constants, which compile to multiplications.
  @inline(__always)
  mutating func storeDecimal(_ value: UInt32) {
    if value < 10 { return storeDigit(value) }
    if value < 100 {
      storeDigit(value / 10)
      return storeDigit(value % 10)
    }
    if value < 10_000 {
      let high = value / 100
      if high >= 10 { storeDigit(high / 10) }
      storeDigit(high % 10)
      let low = value % 100
      storeDigit(low / 10)
      return storeDigit(low % 10)
    }
    storeLongDecimal(value)
  }

  @inline(__always)
  private mutating func storeDigit(_ digit: UInt32) { store(UInt8(truncatingIfNeeded: 48 &+ digit)) }

  @inline(never)
  private mutating func storeLongDecimal(_ value: UInt32) {
    for digit in String(value).utf8 { store(digit) }
  }
}
