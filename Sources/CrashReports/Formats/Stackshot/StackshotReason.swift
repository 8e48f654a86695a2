/// A process of a stackshot whose stacks may be read.
struct StackshotProcess {
  /// The offset and line of the JSON object of the process.
  var offset: Int
  var line: Int
  var entry = ProcessTable.Entry()
  var threads = 0

  init(offset: Int, line: Int) {
    self.offset = offset
    self.line = line
  }

  /// Why the stacks of a process are read.
  enum Choice {
    case identifier, reason, header, frontmost, largest

    /// The words for a note: `the frontmost process (MyApp)`.
    func words(_ name: String) -> String {
      switch self {
      case .reason: "\(name), which the reason names,"
      case .header, .identifier: name
      case .frontmost: "the frontmost process (\(name))"
      case .largest: "the largest process (\(name))"
      }
    }
  }
}

/// The text of a stackshot's `reason`, which often names the process that the report is about:
///
///     MyApp:1687 has active assertions beyond permitted time
///     mediaserverd: RPCTimeout message received to terminate [3564] with reason …
///     hang of MyApp [412] for 12 s
struct StackshotReason {
  private let bytes: [UInt8]
  /// The maximum number of bytes searched; the process is named in the first sentence.
  private static let maxLength = 1024

  init(_ text: String) { bytes = Array(text.utf8.prefix(Self.maxLength)) }

  /// Returns the process that the text names by identifier and name, or else by the name it begins with; `nil` if it
  /// names none of `processes`.
  func process(of processes: [StackshotProcess]) -> StackshotProcess? {
    var byID: [Int: StackshotProcess] = [:]
    for process in processes where process.threads > 0 {
      if let pid = process.entry.pid, pid > 0, byID[pid] == nil { byID[pid] = process }
    }
    for number in identifiers() {
      if let process = byID[number], let name = process.entry.name, mentions(name) { return process }
    }
    return processAtStart(of: processes)
  }

  /// Returns the numbers that may identify a process, `MyApp:1687`, `[3564]`, `(412)`, `pid 412`, `pid: 412`, in order.
  private func identifiers() -> [Int] {
    var numbers: [Int] = []
    var at = 0
    while at < bytes.count {
      guard bytes[at] &- 0x30 < 10 else {
        at += 1
        continue
      }
      let start = at
      while at < bytes.count, bytes[at] &- 0x30 < 10 { at += 1 }
      guard at - start < 8, isIdentifier(start, at), let value = ByteSearch.integer(bytes, start..<at) else { continue }
      if let number = Int(exactly: value) { numbers.append(number) }
    }
    return numbers
  }

  private func isIdentifier(_ start: Int, _ end: Int) -> Bool {
    guard start > 0 else { return false }
    if end < bytes.count, Self.isNameByte(bytes[end]) || bytes[end] == UInt8(ascii: ".") && isName(at: end + 1) {
      return false
    }
    switch bytes[start - 1] {
    case UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: ":"), UInt8(ascii: "="): return true
    case UInt8(ascii: " "):
      let before = ByteSearch.trimmed(bytes, 0..<start - 1)
      for word in ["pid", "pid:", "process"] where bytes[before].suffix(word.utf8.count).elementsEqual(word.utf8) {
        return true
      }
      return false
    default: return false
    }
  }

  /// Returns whether the text has `name` as a word next to its identifier, `MyApp [412]`, or begins with it.
  func mentions(_ name: String, pid: Int?) -> Bool {
    guard mentions(name) else { return false }
    if let pid, identifiers().contains(pid) { return true }
    return bytes.starts(with: name.utf8)
  }

  /// Returns whether `name` is in the text as a word. The kernel truncates long names, which need not end a word.
  private func mentions(_ name: String) -> Bool {
    let name = Array(name.utf8)
    guard let first = name.first else { return false }
    var at = 0
    while at + name.count <= bytes.count {
      if bytes[at] == first, bytes[at..<at + name.count].elementsEqual(name), at == 0 || !isName(at: at - 1) {
        if name.count >= 15 || !isName(at: at + name.count) { return true }
      }
      at += 1
    }
    return false
  }

  /// Returns the only process whose name the text begins with, followed by a colon, a bracket or a blank.
  private func processAtStart(of processes: [StackshotProcess]) -> StackshotProcess? {
    var found: StackshotProcess?
    var length = 0
    var isAmbiguous = false
    for process in processes where process.threads > 0 {
      guard let name = process.entry.name.map({ Array($0.utf8) }), name.count >= 3, bytes.starts(with: name),
        name.count >= 15 || !isName(at: name.count), name.count >= length
      else { continue }
      isAmbiguous = name.count == length
      length = name.count
      found = process
    }
    return isAmbiguous ? nil : found
  }

  private func isName(at offset: Int) -> Bool { bytes.indices.contains(offset) && Self.isNameByte(bytes[offset]) }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      || byte >= 0x80
  }
}
