import Vocabulary

/// The text of a kernel panic: the message, the machine, and the backtrace of the thread that panicked.
///
///     panic(cpu 1 caller 0xfffffff02c1b5a70): watchdog timeout: no checkins from watchdogd in 184 seconds
///     Debugger message: panic
///     OS version: 21E237
///     Kernel version: Darwin Kernel Version 23.4.0: …
///     Panicked task 0xffffffe1a0b04c80: 312 pages, 4 threads: pid 64: watchdogd
///     Panicked thread: 0xffffffe1a0b04c80, backtrace: 0xffffffe8134f3720, tid: 412
///                  lr: 0xfffffff02bf1a0a4  fp: 0xffffffe8134f3760
///           Kernel Extensions in backtrace:
///              com.example.driver(1.0)[UUID]@0xfffffff02c1a8000->0xfffffff02c1bffff
///
/// Intel Macs write `0xframe : 0xreturn` rows and values on the line below their label.
struct PanicText {
  var message: String?
  var messageLine: Int?
  /// The first line, which is the message of a reset without a panic.
  var firstLine: (text: String, number: Int)?
  var caller: String?
  /// The name of the process that ran on the processor; it is often not the cause.
  var task: String?
  var taskPID: Int?
  var taskLine: Int?
  var kernelVersion: String?
  var kernelLine: Int?
  /// The flags, which only the JSON states, beside the text.
  var flags: (text: String, line: Int)?
  var processes: (count: Int, line: Int)?
  var osBuild: String?
  var model: String?
  var kernelUUID: ImageUUID?
  var kernelBase: UInt64?
  /// The return addresses, with the function that some systems print behind them.
  var addresses: [(value: UInt64, line: Int, function: (image: String, symbol: CrashReport.Symbol)?)] = []
  var omittedAddresses = 0
  /// The kernel extensions whose code is in the backtrace, without those they depend on.
  var extensions: [(image: BinaryImage, text: String)] = []

  /// The maximum number of frames; the kernel prints fewer than a hundred.
  private static let maxAddresses = 512
  private static let maxExtensions = 256

  /// The registers of the thread that panicked: the saved state of an abort.
  var registers: [CrashReport.Register] = []
  var registersLine: Int?
  /// The number of further panics while the first one was handled.
  var nestedPanics = 0

  private enum Section { case head, backtrace, extensions, done }
  private var section = Section.head
  /// True until the backtrace begins.
  var isBeforeBacktrace: Bool { section == .head }
  /// A label whose value is on the next line.
  private var pendingLabel: String?
  private var isInMessage = false

  /// Consumes one line of the text.
  ///
  /// - Parameter number: The line of the input, or of the JSON member that contains the entire text.
  mutating func consume(_ bytes: [UInt8], _ range: Range<Int>, _ number: Int) {
    let line = ByteSearch.trimmed(bytes, range)
    guard !line.isEmpty else {
      if section == .extensions || (section == .backtrace && !addresses.isEmpty) { section = .done }
      isInMessage = false
      return
    }
    let text = ByteSearch.string(bytes, line.prefix(4096))
    if let label = pendingLabel {
      pendingLabel = nil
      return setValue(label, text, number)
    }
    if consumeHead(text, number) || consumeRegisters(text, number) || consumeLabel(text, number) { return }
    consumeBacktrace(bytes, line, text, number)
  }

  private mutating func consumeHead(_ text: String, _ number: Int) -> Bool {
    if text.hasPrefix("Nested panic detected") { nestedPanics += 1 }
    guard text.hasPrefix("panic(cpu") else {
      if message == nil, firstLine == nil { firstLine = (text, number) }
      return false
    }
    guard message == nil else {
      nestedPanics += 1
      return true
    }
    messageLine = number
    // `panic(cpu 1 caller 0xfffffff02c1b5a70): ` and the message; on Intel it is quoted, with its source location.
    guard let close = text.range(of: "): ") ?? text.range(of: "):") else {
      message = text
      return true
    }
    let prefix = text[..<close.lowerBound]
    if let word = prefix.split(separator: " ").last, word.hasPrefix("0x") { caller = String(word) }
    var rest = String(text[close.upperBound...]).trimmedOfSpace
    if rest.hasPrefix("\"") {
      rest.removeFirst()
      if let end = rest.range(of: "\"@") {
        rest = String(rest[..<end.lowerBound])
      } else if rest.hasSuffix("\"") {
        rest.removeLast()
      }
    }
    message = rest.isEmpty ? text : rest
    return true
  }

  private mutating func consumeLabel(_ text: String, _ number: Int) -> Bool {
    if text.hasPrefix("Panicked task "), task == nil {
      setTask(text, number)
      return true
    }
    if text.hasPrefix("Panicked thread:") || text.hasPrefix("Backtrace (CPU") || text == "Backtrace:" {
      if addresses.isEmpty { section = .backtrace }
      return true
    }
    if text.hasPrefix("Kernel Extensions in backtrace") {
      section = .extensions
      return true
    }
    // Bytes: most lines of a long panic have no label, and finding characters takes longer than all the rest.
    guard let colon = text.utf8.prefix(60).firstIndex(of: UInt8(ascii: ":")) else { return false }
    let label = String(text[..<colon])
    guard Self.labels.contains(label) else { return false }
    let value = String(text[text.index(after: colon)...]).trimmedOfSpace
    if value.isEmpty { pendingLabel = label } else { setValue(label, value, number) }
    return true
  }

  private static let labels: Set<String> = [
    "OS version", "Mac OS version", "Kernel version", "Kernel UUID", "Kernel text base", "Kernel text exec base",
    "System model name", "Process name corresponding to current thread",
    "BSD process name corresponding to current thread",
  ]

  private mutating func setValue(_ label: String, _ value: String, _ number: Int) {
    switch label {
    case "OS version", "Mac OS version": osBuild = osBuild ?? value
    case "Kernel version":
      if kernelVersion == nil { (kernelVersion, kernelLine) = (value, number) }
    case "Kernel UUID": kernelUUID = kernelUUID ?? ImageUUID(value)
    case "Kernel text exec base", "Kernel text base":
      let digits = Array(value.utf8)
      guard let base = ByteSearch.integer(digits, 0..<digits.count) else { return }
      // On ARM code has a separate base, to which return addresses are relative.
      if label == "Kernel text exec base" || kernelBase == nil { kernelBase = base }
    case "System model name": model = model ?? value.split(separator: " ").first.map(String.init)
    default:
      guard task == nil else { return }
      task = value
      taskLine = number
    }
  }

  /// Reads `Panicked task 0x…: 312 pages, 4 threads: pid 64: watchdogd`.
  private mutating func setTask(_ text: String, _ number: Int) {
    guard let label = text.range(of: "pid ") else { return }
    let rest = text[label.upperBound...]
    guard let colon = rest.firstIndex(of: ":") else { return }
    taskPID = Int(rest[..<colon])
    task = String(rest[rest.index(after: colon)...]).trimmedOfSpace
    taskLine = number
  }

  private mutating func consumeBacktrace(_ bytes: [UInt8], _ line: Range<Int>, _ text: String, _ number: Int) {
    switch section {
    case .backtrace:
      guard let address = Self.returnAddress(bytes, line) else { return }
      guard address != 0 else { return }
      if addresses.count < Self.maxAddresses {
        addresses.append((address, number, Self.function(text)))
      } else {
        omittedAddresses += 1
      }
    case .extensions: consumeExtension(text, number)
    case .head, .done: break
    }
  }

  /// Returns the return address from `lr: 0x…  fp: 0x…` or `0xframe : 0xreturn [: symbol + offset]`; `nil` for other
  /// lines.
  private static func returnAddress(_ bytes: [UInt8], _ line: Range<Int>) -> UInt64? {
    let words = bytes[line].split(whereSeparator: { $0 <= 0x20 }).prefix(4)
    guard words.count >= 2 else { return nil }
    func number(_ word: ArraySlice<UInt8>) -> UInt64? {
      guard word.count > 2, word[word.startIndex + 1] | 0x20 == UInt8(ascii: "x") else { return nil }
      return ByteSearch.integer(bytes, word.startIndex..<word.endIndex)
    }
    if words[0].elementsEqual("lr:".utf8) { return number(words[1]) }
    guard words.count >= 3, words[1].elementsEqual(":".utf8), number(words[0]) != nil else { return nil }
    return number(words[2])
  }

  /// Reads `image : function + 0x41` behind the return address, which kernels with the boot argument `keepsyms` print.
  private static func function(_ text: String) -> (image: String, symbol: CrashReport.Symbol)? {
    let words = text.split(separator: " ", maxSplits: 16)
    guard words.count >= 6, words[1] == ":", words[4] == ":", words[5].utf8.count <= 1024 else { return nil }
    var name = words[5]
    // The kernel's symbols have one more underscore than their names.
    if name.hasPrefix("__Z") || name.hasPrefix("_") { name = name.dropFirst() }
    guard !name.isEmpty else { return nil }
    var symbol = CrashReport.Symbol(name: String(name))
    if words.count >= 8, words[6] == "+", words[7].hasPrefix("0x") {
      symbol.offset = UInt64(words[7].dropFirst(2), radix: 16).flatMap { Int(exactly: $0) }
    }
    return (String(words[3]), symbol)
  }

  /// Reads `com.example.driver(1.0)[UUID]@0x…->0x…`. Lines that begin with `dependency:` are skipped.
  private mutating func consumeExtension(_ text: String, _ number: Int) {
    guard !text.hasPrefix("dependency:"), extensions.count < Self.maxExtensions else { return }
    guard let bracket = text.firstIndex(of: "("), let close = text[bracket...].firstIndex(of: ")"),
      let open = text[close...].firstIndex(of: "["), let end = text[open...].firstIndex(of: "]"),
      let at = text[end...].firstIndex(of: "@")
    else {
      section = .done
      return
    }
    var image = BinaryImage()
    image.name = String(text[..<bracket])
    image.bundleID = image.name
    image.version = String(text[text.index(after: bracket)..<close])
    image.uuid = ImageUUID(String(text[text.index(after: open)..<end]))
    image.line = number
    let range = Array(text[text.index(after: at)...].utf8)
    if let arrow = ByteSearch.find("->", range, 0..<range.count),
      let low = ByteSearch.integer(range, 0..<arrow), let high = ByteSearch.integer(range, arrow + 2..<range.count),
      low <= high
    {
      image.loadAddress = RuntimeAddress(low)
      let (size, overflow) = (high - low).addingReportingOverflow(1)
      if !overflow { image.size = size }
    }
    extensions.append((image, "\(text[..<bracket]) \(image.version ?? "")".trimmedOfSpace))
  }
}

extension String {
  /// Returns the range of the first occurrence of `word`, compared by bytes; `nil` if there is none.
  func range(of word: StaticString) -> Range<Index>? {
    let bytes = Array(utf8)
    guard let offset = ByteSearch.find(word, bytes, 0..<bytes.count) else { return nil }
    let start = utf8.index(startIndex, offsetBy: offset)
    return start..<utf8.index(start, offsetBy: word.utf8CodeUnitCount)
  }
}
