import Bytes
import CrashReports
package import DebugInfo
import Platform
import Presentation
package import Symbolication
import Vocabulary
package import Workflow

/// The format of the answers of `lookup`.
package enum LookupFormat: String, CaseIterable, Sendable { case text, jsonl }

/// Looks up addresses, from the command line or line by line from standard input.
package struct Lookup {
  let symbols: SymbolFile
  let identity: IndexIdentity
  let cache: SymbolCache?
  let style: AnswerText.Style
  let format: LookupFormat
  /// The value to add to the user's addresses to get addresses as in the file.
  package var base: UInt64 = 0
  /// Set if the user's addresses are return addresses.
  package var rules: AddressRules?
  /// The number of addresses looked up so far.
  private var answered = 0
  private var invalidLines = 0

  /// A lookup in one slice. Answers are written to standard output, in a format.
  package init(
    symbols: SymbolFile, identity: IndexIdentity, cache: SymbolCache?, style: AnswerText.Style, format: LookupFormat
  ) {
    self.symbols = symbols
    self.identity = identity
    self.cache = cache
    self.style = style
    self.format = format
  }

  // MARK: - Addresses

  /// Parses an address such as `0x1dd6` or a decimal number; returns `nil` for anything else.
  package static func address(_ text: some Collection<UInt8>) -> UInt64? {
    guard let first = text.first else { return nil }
    var digits = text[...]
    var radix: UInt64 = 10
    if first == UInt8(ascii: "0"), let mark = text.dropFirst().first, mark | 0x20 == UInt8(ascii: "x") {
      digits = digits.dropFirst(2)
      radix = 16
    }
    if digits.isEmpty { return nil }
    var value: UInt64 = 0
    for byte in digits {
      guard let digit = byte.hexDigitValue.map(UInt64.init), digit < radix else { return nil }
      let (scaled, isTooLarge) = value.multipliedReportingOverflow(by: radix)
      let (sum, isStillTooLarge) = scaled.addingReportingOverflow(digit)
      if isTooLarge || isStillTooLarge { return nil }
      value = sum
    }
    return value
  }

  /// Returns the address to look up; `nil` if it is before the first instruction.
  private func location(_ address: UInt64) -> UInt64? {
    let linked = address &+ base
    return rules.map { $0.lookup(linked, .return) } ?? linked
  }

  // MARK: - Answers

  /// Looks up the addresses of the command line, and returns the exit status.
  package mutating func answer(arguments: [String]) throws -> ExitStatus {
    var locations: [UInt64?] = []
    for (index, text) in arguments.enumerated() {
      let address = Self.address(text.utf8)
      if address == nil { reportInvalidAddress("argument \(index + 1)", text) }
      locations.append(address.flatMap(location))
    }
    try answer(locations) { arguments[$0] }
    return invalidLines == 0 ? .done : invalidLines == arguments.count ? .nothingDone : .partlyDone
  }

  /// Reads standard input. A file is read in large parts. From any other input, each line is answered when it arrives,
  /// so that another program can wait for the answer before it sends the next address.
  package mutating func answerInput() throws -> ExitStatus {
    let status = try? FileDescriptor.standardInput.status()
    let isFile = status?.kind == .regular
    let size = isFile ? min(max(status?.size ?? 0, 1 << 16), 1 << 26) : 1 << 16
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    var rest: [UInt8] = []
    var line = 1
    while true {
      var filled = 0
      // A file fills the buffer; other input is processed as it arrives.
      repeat {
        let count: Int
        do {
          count = try FileDescriptor.standardInput.read(
            into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
        } catch {
          throw CommandFault(.nothingDone, "cannot read standard input (\(StandardStreams.reason(error)))")
        }
        if count == 0 { break }
        filled += count
      } while isFile && filled < size
      if filled == 0 { break }
      let new = UnsafeRawBufferPointer(rebasing: buffer[..<filled])
      guard let end = new.lastIndex(of: 0x0A) else {
        guard rest.count + filled <= Self.maxLineLength else {
          throw CommandFault(.nothingDone, "line \(line) of standard input is too long for an address")
        }
        rest.append(contentsOf: new)
        continue
      }
      if rest.isEmpty {
        try answer(lines: UnsafeRawBufferPointer(rebasing: new[...end]), from: &line)
      } else {
        rest.append(contentsOf: new[...end])
        try rest.withUnsafeBytes { try answer(lines: $0, from: &line) }
      }
      rest = Array(new[(end + 1)...])
    }
    if !rest.isEmpty { try rest.withUnsafeBytes { try answer(lines: $0, from: &line) } }
    return invalidLines == 0 ? .done : .partlyDone
  }

  /// The maximum number of bytes without a line end.
  private static let maxLineLength = 1 << 20

  private mutating func answer(lines: UnsafeRawBufferPointer, from line: inout Int) throws {
    var locations: [UInt64?] = []
    locations.reserveCapacity(lines.count / 8)
    var texts: [Range<Int>] = []
    let keepsTexts = style.showsAddress || format == .jsonl
    var start = 0
    while start < lines.count {
      var end = start
      var address: UInt64? = 0
      // The usual form is parsed here; all others by `address`.
      if lines.count - start > 2, lines[start] == 0x30, lines[start + 1] == 0x78 {
        end = start + 2
        var value: UInt64 = 0
        while end < lines.count, end < start + 18 {
          let byte = lines[end]
          let digit = byte &- 0x30 < 10 ? byte &- 0x30 : (byte | 0x20) &- 0x61 < 6 ? (byte | 0x20) &- 0x57 : 0xff
          if digit > 15 { break }
          value = value << 4 | UInt64(digit)
          end += 1
        }
        address = value
        if end == start + 2 || (end < lines.count && lines[end] != 0x0A) { address = nil }
      } else {
        address = nil
      }
      if address == nil {
        end = lines[start...].firstIndex(of: 0x0A) ?? lines.count
        let text = Self.trimmed(lines[start..<end])
        address = Self.address(text)
        if address == nil {
          reportInvalidAddress("line \(line) of standard input", String(streamSafe: text))
        }
      }
      locations.append(address.flatMap(location))
      if keepsTexts { texts.append(start..<end) }
      start = end + 1
      line += 1
    }
    try answer(locations) { String(streamSafe: Self.trimmed(lines[texts[$0]])) }
  }

  private static func trimmed(_ line: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    var line = line
    while let first = line.first, isBlank(first) { line = line.dropFirst() }
    while let last = line.last, isBlank(last) { line = line.dropLast() }
    return line
  }

  private mutating func reportInvalidAddress(_ location: String, _ text: String) {
    invalidLines += 1
    // Other input could cause a million messages.
    guard invalidLines <= 20 else { return }
    let shown = text.utf8.count > 80 ? String(text.prefix(characters: 60)) + "…" : text
    let isHexadecimal = !text.isEmpty && text.utf8.allSatisfy { $0.hexDigitValue != nil }
    let hint = isHexadecimal && Self.address("0x\(text)".utf8) != nil ? "Did you mean 0x\(text)?" : nil
    Console.writeMessage("\(location): '\(Terminal.escaped(shown))' is not an address", hint: hint)
    if invalidLines == 20 { Console.writeMessage("further invalid addresses are not reported") }
  }

  // MARK: - Output

  private mutating func answer(_ locations: [UInt64?], asked: (Int) -> String) throws {
    let addresses = locations.compactMap(\.self)
    answered += addresses.count
    guard format == .text else { return try answerJSON(locations, asked: asked) }
    while let index = index(for: addresses) {
      var text = AnswerText(symbols, index: index, style: style)
      // Only the needed pages of a cached index are checked, and one of them may be damaged. So a small number of
      // answers is held back until all are complete. For many addresses, all pages were checked before.
      let isHeld = addresses.count < Self.manyAddresses
      var held: [UInt8] = []
      try text.answer(locations, asked: { Terminal.escaped(asked($0)) }) { bytes in
        if isHeld { held += bytes } else { try Self.write(bytes) }
      }
      if !index.isDamaged { return try held.withUnsafeBytes { try Self.write($0) } }
      // The next index does not come from the cache.
      guard isHeld, symbols.index == nil else {
        throw CommandFault(.internalFault, "the cache was damaged while it was read; try again with --no-cache")
      }
    }
    for (position, location) in locations.enumerated() {
      let frames = location.map { symbols.frames(at: LinkedAddress($0)) } ?? []
      let addressLine = style.showsAddress ? Terminal.escaped(asked(position)) + "\n" : ""
      try StandardStreams.output(addressLine + SymbolFrame.text(frames, style: style))
    }
  }

  /// The number of addresses from which a cached index is checked completely before use.
  private static let manyAddresses = 1000

  /// Returns the index to use: the cached one, a complete one if it is worth the time, or one for these addresses only.
  private func index(for addresses: [UInt64]) -> SymbolIndex? {
    if let index = symbols.index {
      // Many addresses need nearly all pages anyway.
      if addresses.count < Self.manyAddresses || index.checkAll() { return index }
    }
    let isMany = answered > SymbolFile.manyAddresses
    guard isMany || cache?.wasMissedBefore(identity) == true else {
      return symbols.partialIndex(for: addresses.map { LinkedAddress($0) }, identity: identity)
    }
    let note = "reading all symbols"
    ProgressLine.beginNote(note)
    defer { ProgressLine.endNote(note) }
    guard let index = symbols.completeIndex(identity: identity) else { return nil }
    if !symbols.isPartial { cache?.store(index) }
    return index
  }

  private func answerJSON(_ locations: [UInt64?], asked: (Int) -> String) throws {
    let answers = symbols.frames(at: locations.map { LinkedAddress($0 ?? .max) })
    var output: [UInt8] = []
    for (position, location) in locations.enumerated() {
      let frames = location == nil ? [] : answers[position].filter { style.showsInlined || !$0.isInlined }
      output +=
        LookupLine(
          input: asked(position), lookup: location,
          frames: frames.map { frame in
            LookupLine.Frame(
              function: frame.name.isEmpty ? nil : frame.name, demangled: style.demangles ? demangled(frame.name) : nil,
              file: frame.file, line: frame.line, column: frame.column, inlined: frame.isInlined,
              functionStart: frame.functionStart?.value)
          }
        ).json
      if output.count > 1 << 20 {
        try StandardStreams.output(output)
        output.removeAll(keepingCapacity: true)
      }
    }
    try StandardStreams.output(output)
  }

  private static func write(_ bytes: UnsafeRawBufferPointer) throws {
    try StandardStreams.output(bytes)
  }
}
