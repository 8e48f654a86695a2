import Bytes
import CrashReports

extension SignatureInput {
  /// The input as text for the history: lines in a fixed order, so that equal inputs have equal texts.
  ///
  ///     input/1
  ///     type=EXC_BREAKPOINT
  ///     …
  ///     i<TAB>UIKitCore<TAB>UIKitCore<TAB>system
  ///     f<TAB>0<TAB>-[UIView layoutIfNeeded]
  ///     o<TAB>0-6,0-6,7
  ///
  /// Every known fact has a line, and so does every distinct image and frame, numbered from 0. `o` is the order of the
  /// frames if some recur. `\` escapes itself, control characters and the empty text. At most 300 KiB for an input that
  /// was created from a report.
  package var encoded: String {
    var writer = InputWriter()
    for field in InputField.text { if let value = facts[keyPath: field.path] { writer.fact(field.key, value) } }
    for (key, list) in InputField.lists { for value in facts[keyPath: list] { writer.fact(key, value) } }
    for (key, flag) in InputField.flags where facts[keyPath: flag] { writer.flag(key) }
    if let code = facts.terminationCode { writer.fact("code", String(code, radix: 16)) }
    if facts.stack != .none { writer.fact("stack", facts.stack.rawValue) }
    writer.add(frames)
    return String(streamSafe: writer.bytes)
  }

  /// Decodes a text; `nil` if `encoded` cannot have created it.
  package init?(encoded: String) {
    var facts = SignatureFacts()
    var frames = FrameParser()
    var isFirst = true
    for line in encoded.utf8.split(separator: 0x0a, omittingEmptySubsequences: false) {
      let text = Substring(line)
      if isFirst {
        guard text == "input/1" else { return nil }
        isFirst = false
        continue
      }
      let columns = text.utf8.split(separator: 0x09, omittingEmptySubsequences: false).map { Substring($0) }
      switch columns[0] {
      case "i": guard frames.parseImage(columns) else { return nil }
      case "f": guard frames.parseFrame(columns) else { return nil }
      case "o": guard columns.count == 2, frames.parseOrder(columns[1]) else { return nil }
      default: guard InputField.parse(text, into: &facts) else { return nil }
      }
    }
    guard !isFirst, let ordered = frames.ordered else { return nil }
    self.init(facts: facts, frames: ordered)
  }
}

/// A fact and its name in the text.
private struct InputField {
  let key: String
  let path: any WritableKeyPath<SignatureFacts, String?> & Sendable

  static let text: [InputField] = [
    InputField(key: "type", path: \.exceptionType), InputField(key: "signal", path: \.signal),
    InputField(key: "space", path: \.terminationNamespace), InputField(key: "bug", path: \.bugType),
    InputField(key: "event", path: \.event), InputField(key: "exception", path: \.exceptionName),
    InputField(key: "class", path: \.objectClass), InputField(key: "reason", path: \.reason),
    InputField(key: "library", path: \.library), InputField(key: "usage", path: \.usageKey),
    InputField(key: "image", path: \.image), InputField(key: "process", path: \.process),
    InputField(key: "jetsam", path: \.jetsamReason), InputField(key: "panic", path: \.panic),
    InputField(key: "resource", path: \.resource),
  ]
  static let lists: [(String, any WritableKeyPath<SignatureFacts, [String]> & Sendable)] = [
    ("message", \.messages), ("failure", \.failureFunctions),
  ]
  static let flags: [(String, any WritableKeyPath<SignatureFacts, Bool> & Sendable)] = [
    ("overflow", \.stackOverflowed), ("preview", \.isPreview),
  ]

  static func parse(_ line: Substring, into facts: inout SignatureFacts) -> Bool {
    guard let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      guard let flag = flags.first(where: { $0.0 == line }) else { return false }
      facts[keyPath: flag.1] = true
      return true
    }
    let key = line[..<equals]
    guard let value = ColumnText.unescaped(line[line.utf8.index(after: equals)...]) else { return false }
    if let field = text.first(where: { $0.key == key }) {
      facts[keyPath: field.path] = value
    } else if let list = lists.first(where: { $0.0 == key }) {
      facts[keyPath: list.1].append(value)
    } else if key == "code", let code = UInt64(value, radix: 16) {
      facts.terminationCode = code
    } else if key == "stack", let stack = StackChoice(rawValue: value) {
      facts.stack = stack
    } else {
      return false
    }
    return true
  }
}

/// Escapes texts for a column of a line.
enum ColumnText {
  /// Appends a text, escaped. The empty text is `\-`, because an empty column means `nil`.
  static func write(_ text: String, to bytes: inout [UInt8]) {
    if text.isEmpty { bytes += [0x5c, 0x2d] }
    var text = text
    text.withUTF8 { utf8 in
      guard utf8.contains(where: { $0 < 0x20 || $0 == 0x7f || $0 == 0x5c }) else {
        bytes += utf8
        return
      }
      for byte in utf8 {
        switch byte {
        case 0x5c: bytes += [0x5c, 0x5c]
        case 0..<0x20, 0x7f:
          bytes.append(0x5c)
          for half in [byte >> 4, byte & 15] { bytes.append(half < 10 ? 0x30 + half : 0x57 + half) }
        default: bytes.append(byte)
        }
      }
    }
  }

  /// Removes the escapes of a text; `nil` for an invalid escape.
  static func unescaped(_ text: Substring) -> String? {
    guard text.utf8.contains(0x5c) else { return String(text) }
    if text == "\\-" { return "" }
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == 0x5c else {
        bytes.append(byte)
        continue
      }
      guard let mark = rest.popFirst() else { return nil }
      if mark == 0x5c {
        bytes.append(0x5c)
      } else {
        guard let second = rest.popFirst(),
          let value = UInt8(String(streamSafe: [mark, second]), radix: 16)
        else { return nil }
        bytes.append(value)
      }
    }
    return String(streamSafe: bytes)
  }

  static func value(_ column: Substring?) -> String?? {
    guard let column, !column.isEmpty else { return .some(nil) }
    return unescaped(column).map { .some($0) }
  }
}

private struct InputWriter {
  private(set) var bytes = Array("input/1".utf8)

  init() { bytes.reserveCapacity(2048) }

  mutating func fact(_ key: String, _ value: String) {
    flag(key)
    bytes.append(UInt8(ascii: "="))
    ColumnText.write(value, to: &bytes)
  }

  mutating func flag(_ key: String) {
    bytes.append(0x0a)
    bytes += key.utf8
  }

  private struct ImageColumns: Hashable {
    var image: String?
    var file: String?
    var folder: SignatureFrame.Folder?

    init(_ frame: SignatureFrame) { (image, file, folder) = (frame.image, frame.file, frame.folder) }
  }

  /// Writes the distinct images, the distinct frames, and the order of the frames if some recur.
  mutating func add(_ frames: [SignatureFrame]) {
    var images: [ImageColumns: Int] = [:]
    var numbers: [SignatureFrame: Int] = [:]
    var distinct: [(frame: SignatureFrame, image: Int)] = []
    var order: [Int] = []
    for frame in frames {
      if let number = numbers[frame] {
        order.append(number)
        continue
      }
      let columns = ImageColumns(frame)
      let image = images[columns] ?? images.count
      if image == images.count {
        images[columns] = image
        add(columns)
      }
      numbers[frame] = distinct.count
      order.append(distinct.count)
      distinct.append((frame, image))
    }
    for (frame, image) in distinct { add(frame, image: image) }
    if order.count != distinct.count { add(order) }
  }

  private mutating func add(_ image: ImageColumns) {
    flag("i")
    column(image.image)
    column(image.file)
    column(image.folder?.rawValue)
    endLine()
  }

  private mutating func add(_ frame: SignatureFrame, image: Int) {
    flag("f")
    column(String(image))
    column(frame.function.isEmpty ? nil : frame.function)
    column(frame.imageOffset.map { String($0, radix: 16) })
    column(frame.uuid)
    column(frame.isInlined ? "inlined" : nil)
    column(frame.sourceFile)
    column(frame.line.map(String.init))
    endLine()
  }

  private mutating func add(_ order: [Int]) {
    flag("o")
    var separator = UInt8(ascii: "\t")
    var start = 0
    while start < order.count {
      var end = start
      while end + 1 < order.count, order[end + 1] == order[end] + 1 { end += 1 }
      bytes.append(separator)
      bytes += (start == end ? String(order[start]) : "\(order[start])-\(order[end])").utf8
      separator = UInt8(ascii: ",")
      start = end + 1
    }
  }

  private mutating func column(_ text: String?) {
    bytes.append(0x09)
    if let text { ColumnText.write(text, to: &bytes) }
  }

  /// Removes the empty columns at the end of a line.
  private mutating func endLine() { while bytes.last == 0x09 { bytes.removeLast() } }
}

private struct FrameParser {
  private var images: [(image: String?, file: String?, folder: SignatureFrame.Folder?)] = []
  private var frames: [SignatureFrame] = []
  private var order: [Int]?

  mutating func parseImage(_ columns: [Substring]) -> Bool {
    guard columns.count <= 4, let image = ColumnText.value(columns.dropFirst().first),
      let file = ColumnText.value(columns.dropFirst(2).first)
    else { return false }
    var folder: SignatureFrame.Folder?
    if let written = columns.dropFirst(3).first, !written.isEmpty {
      guard let known = SignatureFrame.Folder(rawValue: String(written)) else { return false }
      folder = known
    }
    images.append((image, file, folder))
    return true
  }

  mutating func parseFrame(_ columns: [Substring]) -> Bool {
    func column(_ index: Int) -> Substring? { columns.indices.contains(index) ? columns[index] : nil }
    guard columns.count <= 8, let number = column(1).flatMap({ Int($0) }), images.indices.contains(number),
      let function = ColumnText.value(column(2)), let uuid = ColumnText.value(column(4)),
      let file = ColumnText.value(column(6))
    else { return false }
    var frame = SignatureFrame(image: nil, function: "")
    (frame.image, frame.file, frame.folder) = images[number]
    frame.function = function ?? ""
    frame.uuid = uuid
    frame.sourceFile = file
    if let text = column(3), !text.isEmpty {
      guard let offset = UInt64(text, radix: 16) else { return false }
      frame.imageOffset = offset
    }
    if let text = column(5), !text.isEmpty {
      guard text == "inlined" else { return false }
      frame.isInlined = true
    }
    if let text = column(7), !text.isEmpty {
      guard let line = Int(text) else { return false }
      frame.line = line
    }
    frames.append(frame)
    return frames.count <= SignatureInput.frameLimit
  }

  mutating func parseOrder(_ text: Substring) -> Bool {
    var numbers: [Int] = []
    for run in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = run.split(separator: "-", omittingEmptySubsequences: false)
      guard let first = ends.first.flatMap({ Int($0) }), let last = ends.last.flatMap({ Int($0) }), ends.count <= 2,
        first >= 0, last >= first, last < frames.count, numbers.count + (last - first) < SignatureInput.frameLimit
      else { return false }
      numbers += first...last
    }
    order = numbers
    return true
  }

  var ordered: [SignatureFrame]? {
    guard let order else { return frames }
    return order.map { frames[$0] }
  }
}
