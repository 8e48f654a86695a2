import Bytes
import CYaml
import YAMLText

/// Reads YAML into a tree, from libyaml's events.
///
/// Yams expands aliases, limits no depth, and hashes keys with everything below them: a file of a kilobyte can take
/// hours. This reader refuses an alias at its event, counts depth and size before it stores anything, and uses a stack
/// instead of recursion.
/// Specification: yaml.org/spec/1.1 (libyaml).
struct YAMLReader {
  struct Limits {
    /// The maximum size of a file, in bytes.
    var bytes = 1 << 20
    var depth = 40
    var nodes = 100_000
  }

  /// A list or mapping whose end has not been read.
  private struct Open {
    var isMapping: Bool
    var line: Int
    var column: Int
    var items: [YAMLNode] = []
    var entries: [YAMLNode.Entry] = []
    var key: YAMLNode?
    var keys: Set<String> = []
  }

  private let faults: Faults
  private let limits: Limits
  private var open: [Open] = []
  private var root: YAMLNode?
  private var nodes = 0
  private var documents = 0

  private init(_ faults: Faults, _ limits: Limits) {
    self.faults = faults
    self.limits = limits
  }

  /// Returns the only document of a file; `nil` if the file is empty, or if it cannot be parsed: then a fault is added.
  static func read(_ bytes: [UInt8], _ faults: Faults, limits: Limits = Limits()) -> YAMLNode? {
    guard bytes.count <= limits.bytes else {
      faults.add(FileFault(line: 1, column: 1, "the file is larger than the limit of \(limits.bytes >> 10) KB"))
      return nil
    }
    var bytes = bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    if String(validating: bytes, as: UTF8.self) == nil {
      let line = firstInvalidLine(bytes)
      faults.add(FileFault(line: line, column: 1, "this line is not UTF-8", hint: "Save the file as UTF-8."))
      return nil
    }
    var reader = YAMLReader(faults, limits)
    do throws(FileFault) {
      do throws(FileFault) {
        try reader.parse(bytes)
      } catch {
        guard let joined = joinedSurrogates(bytes) else { throw error }
        reader = YAMLReader(faults, limits)
        try reader.parse(joined[...])
      }
    } catch {
      faults.add(error)
      return nil
    }
    return reader.root
  }

  /// Returns the text with pairs of surrogates as one escape; `nil` if it has none. JSON escapes characters outside the
  /// Basic Multilingual Plane as `\ud83d\ude00` (RFC 8259, section 7), which YAML 1.2 includes and libyaml refuses.
  private static func joinedSurrogates(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var index = bytes.startIndex
    var isEscaped = false
    func unit(_ start: Int) -> UInt32? {
      guard start + 6 <= bytes.endIndex, bytes[start] == UInt8(ascii: "\\"), bytes[start + 1] == UInt8(ascii: "u")
      else { return nil }
      var value: UInt32 = 0
      for byte in bytes[(start + 2)..<(start + 6)] {
        guard let digit = byte.hexDigitValue else { return nil }
        value = value << 4 | UInt32(digit)
      }
      return value
    }
    while index < bytes.endIndex {
      if !isEscaped, let high = unit(index), high >> 10 == 0x36, let low = unit(index + 6), low >> 10 == 0x37 {
        let scalar = 0x10000 + (high & 0x3FF) << 10 + low & 0x3FF
        let digits = String(scalar, radix: 16)
        result +=
          Array("\\U".utf8) + Array(repeating: UInt8(ascii: "0"), count: 8 - digits.utf8.count) + Array(digits.utf8)
        index += 12
        continue
      }
      isEscaped = !isEscaped && bytes[index] == UInt8(ascii: "\\")
      result.append(bytes[index])
      index += 1
    }
    return result.count == bytes.count ? nil : result
  }

  private static func firstInvalidLine(_ bytes: ArraySlice<UInt8>) -> Int {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1
  }

  private mutating func parse(_ bytes: ArraySlice<UInt8>) throws(FileFault) {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { parser.deallocate() }
    guard yaml_parser_initialize(parser) == 1 else { throw FileFault(line: 1, column: 1, "out of memory") }
    defer { yaml_parser_delete(parser) }
    // libyaml stores the address of its input, so the bytes must not move until the end.
    var failure: FileFault?
    bytes.withUnsafeBufferPointer { buffer in
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
      do throws(FileFault) {
        while try step(parser, bytes) {}
      } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Handles one event; returns `false` at the end of the stream.
  private mutating func step(_ parser: UnsafeMutablePointer<yaml_parser_t>, _ bytes: ArraySlice<UInt8>)
    throws(FileFault)
    -> Bool
  {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw Self.fault(of: parser.pointee, bytes) }
    defer { yaml_event_delete(&event) }
    let line = Self.number(event.start_mark.line)
    let column = Self.number(event.start_mark.column)
    switch event.type {
    case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return false
    case YAML_DOCUMENT_START_EVENT:
      documents += 1
      if documents > 1 {
        throw FileFault(line: line, column: column, "a second document begins here; only one is allowed")
      }
    case YAML_ALIAS_EVENT:
      faults.add(
        FileFault(
          line: line, column: column, "aliases (*name) are not supported",
          hint: "Write the value of the alias, or put the text in quotation marks."))
      try put(YAMLNode(content: .refused, line: line, column: column))
    case YAML_SCALAR_EVENT: try putScalar(event, line, column)
    case YAML_SEQUENCE_START_EVENT:
      refuse(event.data.sequence_start.anchor, event.data.sequence_start.tag, line, column)
      try begin(Open(isMapping: false, line: line, column: column))
    case YAML_MAPPING_START_EVENT:
      refuse(event.data.mapping_start.anchor, event.data.mapping_start.tag, line, column)
      try begin(Open(isMapping: true, line: line, column: column))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: try end()
    default: break
    }
    return true
  }

  private mutating func putScalar(_ event: yaml_event_t, _ line: Int, _ column: Int) throws(FileFault) {
    let scalar = event.data.scalar
    refuse(scalar.anchor, scalar.tag, line, column)
    let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    let content = YAMLNode.Content.scalar(
      String(streamSafe: bytes), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
    try put(YAMLNode(content: content, line: line, column: column))
  }

  /// Adds faults for anchors and tags, which are otherwise ignored.
  private func refuse(
    _ anchor: UnsafeMutablePointer<UInt8>?, _ tag: UnsafeMutablePointer<UInt8>?, _ line: Int, _ column: Int
  ) {
    if anchor != nil {
      faults.add(
        FileFault(
          line: line, column: column, "anchors (&name) are not supported",
          hint: "Put a text that begins with & in quotation marks."))
    }
    if tag != nil {
      faults.add(
        FileFault(
          line: line, column: column, "tags (!name) are not supported",
          hint: "Put a text that begins with ! in quotation marks."))
    }
  }

  private mutating func begin(_ new: Open) throws(FileFault) {
    if let last = open.last, last.isMapping, last.key == nil {
      throw FileFault(line: new.line, column: new.column, "a key must be text, not a list or mapping")
    }
    guard open.count < limits.depth else {
      throw FileFault(line: new.line, column: new.column, "nested deeper than \(limits.depth) levels")
    }
    try count(new.line, new.column)
    open.append(new)
  }

  private mutating func end() throws(FileFault) {
    guard let done = open.popLast() else { return }
    let content: YAMLNode.Content = done.isMapping ? .mapping(done.entries) : .sequence(done.items)
    attach(YAMLNode(content: content, line: done.line, column: done.column))
  }

  private mutating func put(_ node: YAMLNode) throws(FileFault) {
    try count(node.line, node.column)
    attach(node)
  }

  private mutating func count(_ line: Int, _ column: Int) throws(FileFault) {
    nodes += 1
    if nodes > limits.nodes {
      throw FileFault(line: line, column: column, "more than \(limits.nodes) values in one file")
    }
  }

  /// Adds a complete value to the list or mapping that contains it.
  private mutating func attach(_ node: YAMLNode) {
    guard let last = open.indices.last else {
      root = node
      return
    }
    guard open[last].isMapping else {
      open[last].items.append(node)
      return
    }
    guard let key = open[last].key else {
      open[last].key = node
      return
    }
    open[last].key = nil
    if case .scalar("<<", isPlain: true) = key.content {
      faults.add(key, "merge keys (<<) are not supported", hint: "Write the merged keys explicitly.")
    } else if let name = key.text, !open[last].keys.insert(name).inserted {
      faults.add(key, "duplicate key '\(shown(name))'")
    } else {
      open[last].entries.append(.init(key: key, value: node))
    }
  }

  private static func number(_ count: Int) -> Int { count == .max ? count : count + 1 }

  /// Returns a fault with libyaml's message: "did not find expected key", "while parsing a block mapping".
  private static func fault(of parser: yaml_parser_t, _ bytes: ArraySlice<UInt8>) -> FileFault {
    if parser.error == YAML_READER_ERROR {
      // A character that YAML does not allow: the reader knows only its offset.
      let line = bytes.prefix(parser.problem_offset).reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
      let problem = parser.problem.map { String(cString: $0) } ?? "a character that is not allowed"
      return FileFault(line: line, column: 1, "not valid YAML: " + problem)
    }
    var message = parser.problem.map { String(cString: $0) } ?? "the file ends too early"
    if let context = parser.context { message += " " + String(cString: context) }
    // The location of the problem; some problems have only that of their context.
    var mark = parser.problem_mark
    if mark.line == 0, mark.column == 0, parser.context_mark.line > 0 { mark = parser.context_mark }
    return FileFault(line: number(mark.line), column: number(mark.column), "not valid YAML: " + message)
  }
}
