import Vocabulary

/// What the kernel prints when it stops: the message, the machine, and the backtrace of the thread that stopped it.
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
/// Intel Macs write `0xframe : 0xreturn` rows and put values on the line below their label.
struct PanicText {
  var message: String?
  var messageLine: Int?
  var caller: String?
  /// Name and number of the process that ran on the processor; often not the cause.
  var task: String?
  var taskPID: Int?
  var taskLine: Int?
  var kernelVersion: String?
  var kernelLine: Int?
  /// Stated beside the text, in the JSON form.
  var flags: (text: String, line: Int)?
  var processes: (count: Int, line: Int)?
  var osBuild: String?
  var model: String?
  var kernelUUID: ImageUUID?
  var kernelBase: UInt64?
  var addresses: [(value: UInt64, line: Int)] = []
  var omittedAddresses = 0
  /// Kernel extensions in the backtrace: those whose code is in it, and not what they depend on.
  var extensions: [(image: BinaryImage, text: String)] = []

  /// Frames that are kept; the kernel prints fewer than a hundred.
  private static let addressLimit = 512
  private static let extensionLimit = 256

  private enum Section { case head, backtrace, extensions, done }
  private var section = Section.head
  /// A label whose value stands on the next line.
  private var expected: String?
  private var isInMessage = false

  /// - Parameter number: line of the input, or of the member that holds the whole text.
  mutating func take(_ bytes: [UInt8], _ range: Range<Int>, _ number: Int) {
    let line = ByteSearch.trimmed(bytes, range)
    guard !line.isEmpty else {
      if section == .extensions || (section == .backtrace && !addresses.isEmpty) { section = .done }
      isInMessage = false
      return
    }
    let text = ByteSearch.string(bytes, line.prefix(4096))
    if let label = expected {
      expected = nil
      return setValue(label, text, number)
    }
    if consumeHead(text, number) || consumeLabel(text, number) { return }
    consumeBacktrace(bytes, line, text, number)
  }

  private mutating func consumeHead(_ text: String, _ number: Int) -> Bool {
    guard message == nil, text.hasPrefix("panic(cpu") else { return false }
    messageLine = number
    // `panic(cpu 1 caller 0xfffffff02c1b5a70): ` and then the message, quoted with its place in the source on Intel.
    guard let close = text.range(of: "): ") ?? text.range(of: "):") else {
      message = text
      return true
    }
    let place = text[..<close.lowerBound]
    if let word = place.split(separator: " ").last, word.hasPrefix("0x") { caller = String(word) }
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
    guard let colon = text.firstIndex(of: ":"), text.utf8.distance(from: text.startIndex, to: colon) < 60 else {
      return false
    }
    let label = String(text[..<colon])
    guard Self.labels.contains(label) else { return false }
    let value = String(text[text.index(after: colon)...]).trimmedOfSpace
    if value.isEmpty { expected = label } else { setValue(label, value, number) }
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
      // Where code lies apart from the rest (ARM), its base is what return addresses are relative to.
      if label == "Kernel text exec base" || kernelBase == nil { kernelBase = base }
    case "System model name": model = model ?? value.split(separator: " ").first.map(String.init)
    default:
      guard task == nil else { return }
      task = value
      taskLine = number
    }
  }

  /// `Panicked task 0x…: 312 pages, 4 threads: pid 64: watchdogd`
  private mutating func setTask(_ text: String, _ number: Int) {
    guard let place = text.range(of: "pid ") else { return }
    let rest = text[place.upperBound...]
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
      if addresses.count < Self.addressLimit { addresses.append((address, number)) } else { omittedAddresses += 1 }
    case .extensions: consumeExtension(text, number)
    case .head, .done: break
    }
  }

  /// `lr: 0x…  fp: 0x…` or `0xframe : 0xreturn [: symbol + offset]`
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

  /// `com.example.driver(1.0)[UUID]@0x…->0x…`; lines of what it depends on begin with `dependency:`.
  private mutating func consumeExtension(_ text: String, _ number: Int) {
    guard !text.hasPrefix("dependency:"), extensions.count < Self.extensionLimit else { return }
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
    let bounds = Array(text[text.index(after: at)...].utf8)
    if let arrow = ByteSearch.find("->", bounds, 0..<bounds.count),
      let low = ByteSearch.integer(bounds, 0..<arrow), let high = ByteSearch.integer(bounds, arrow + 2..<bounds.count),
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
  /// First place of `word`, found by bytes.
  func range(of word: StaticString) -> Range<Index>? {
    let bytes = Array(utf8)
    guard let place = ByteSearch.find(word, bytes, 0..<bytes.count) else { return nil }
    let start = utf8.index(startIndex, offsetBy: place)
    return start..<utf8.index(start, offsetBy: word.utf8CodeUnitCount)
  }
}
