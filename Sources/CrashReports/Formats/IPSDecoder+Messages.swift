import Bytes
import Vocabulary

extension IPSDecoder {
  /// Reads `asi`, which maps image names to messages. The order of the file is preserved, although it is not documented
  /// to have a meaning.
  mutating func readApplicationMessages() {
    var messages: [CrashReport.ApplicationMessage] = []
    guard cursor.peek() == UInt8(ascii: "{") else { return readPlainMessages() }
    guard cursor.enterObject() else { return }
    var images: Set<String> = []
    while let key = cursor.nextKey() {
      let image = cursor.string(key, limit: 1024)
      guard images.insert(image).inserted else {
        skipDuplicate(key)
        continue
      }
      let line = cursor.line
      if cursor.peek() == UInt8(ascii: "[") {
        guard cursor.enterArray() else { continue }
        while cursor.nextElement() {
          let line = cursor.line
          guard messages.count < limits.consoleLines else {
            cursor.skipValue()
            continue
          }
          if let text = cursor.readMessage(limit: limits.textBytes) {
            messages.append(.init(image: image, text: Self.withoutTrailingSpace(text), line: line))
          }
        }
      } else if let text = cursor.readMessage(limit: limits.textBytes), messages.count < limits.consoleLines {
        messages.append(.init(image: image, text: Self.withoutTrailingSpace(text), line: line))
      }
    }
    if report.applicationSpecificInformation == nil { report.applicationSpecificInformation = messages }
    if report.host.simulatedRuntime == nil {
      report.host.simulatedRuntime = messages.lazy.compactMap { Self.simulatedRuntime($0.text) }.first
    }
  }

  /// Reads `asi` as reports of macOS 11 and some writers have it: texts without the names of images, or one text.
  private mutating func readPlainMessages() {
    guard cursor.peek() == UInt8(ascii: "[") || cursor.peek() == UInt8(ascii: "\"") else { return noteType(.asi) }
    let line = cursor.line
    let texts = cursor.readStrings(limit: limits.textBytes, count: limits.consoleLines)
    guard report.applicationSpecificInformation == nil else { return }
    report.applicationSpecificInformation = texts.map { text in
      CrashReport.ApplicationMessage(text: Self.withoutTrailingSpace(text), line: line)
    }
  }

  /// Removes trailing white space: most messages end in a line break, which text reports omit.
  private static func withoutTrailingSpace(_ text: String) -> String {
    guard let last = text.utf8.last, last <= 0x20 else { return text }
    var rest = text[...]
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }

  /// Returns the runtime from
  /// `CoreSimulator 757.5 - Device: iPhone 12 Pro (UDID) - Runtime: iOS 14.5 (18E182) - DeviceType: …`.
  static func simulatedRuntime(_ text: String) -> String? {
    guard text.containsBytes("CoreSimulator") else { return nil }
    let bytes = Array(text.utf8)
    guard let label = ByteSearch.find("Runtime: ", bytes, 0..<bytes.count) else { return nil }
    let start = label + 9
    let lineEnd = ByteSearch.lineEnd(bytes, from: start, end: bytes.count)
    let end = ByteSearch.find(" - ", bytes, start..<lineEnd) ?? lineEnd
    let range = ByteSearch.trimmed(bytes, start..<end)
    return range.isEmpty ? nil : String(streamSafe: bytes[range])
  }

  /// Reads `dyldMessages`, the messages of the dynamic loader, one per line.
  mutating func readLoaderMessages() {
    let line = cursor.line
    for text in cursor.readStrings(limit: limits.textBytes) {
      for part in text.split(whereSeparator: \.isNewline) where report.loaderMessages.count < limits.consoleLines {
        report.loaderMessages.append(ConsoleLine(text: String(part), line: line))
      }
    }
  }

  /// Reads `asiBacktraces`: an array of texts, or one text. Their frames are parsed by `readBacktraceTexts()`.
  mutating func readBacktraces() {
    guard cursor.peek() == UInt8(ascii: "[") else {
      let line = cursor.line
      if let text = cursor.readMessage(limit: .max) { backtraceTexts.append((text, line)) }
      return
    }
    guard cursor.enterArray() else { return }
    while cursor.nextElement() {
      let line = cursor.line
      guard backtraceTexts.count < 64 else {
        cursor.skipValue()
        continue
      }
      if let text = cursor.readMessage(limit: .max) { backtraceTexts.append((text, line)) }
    }
  }

  /// Parses the frames of `asiBacktraces`, which are text even in a JSON report, and finds their images by address.
  mutating func readBacktraceTexts() {
    guard !backtraceTexts.isEmpty else { return }
    let list = report.images ?? []
    var backtraces: [[CrashReport.Frame]] = []
    for (text, line) in backtraceTexts {
      var frames: [CrashReport.Frame] = []
      for row in text.utf8.split(separator: UInt8(ascii: "\n")) where frames.count < limits.framesPerThread {
        guard var frame = IPSBacktraceLine.frame(Array(row)) else { continue }
        frame.line = line
        if let address = frame.address?.value, let index = IPSImageTable.index(of: address, in: list) {
          frame.imageIndex = index
          frame.imageOffset = list[index].loadAddress.map { .init(address - $0.value) }
        }
        frames.append(frame)
      }
      backtraces.append(frames)
    }
    report.applicationSpecificBacktraces = backtraces
  }

  /// Reads name and reason of the exception from a message with
  /// `*** Terminating app due to uncaught exception 'NAME', reason: 'REASON'`, as for the same line in a text report.
  /// The reason may contain quotation marks; it ends at the last one.
  mutating func readUncaughtException() {
    guard report.exception?.name == nil else { return }
    for message in report.applicationSpecificInformation ?? [] {
      let bytes = Array(message.text.utf8)
      guard let start = ByteSearch.find("uncaught exception '", bytes, 0..<bytes.count).map({ $0 + 20 }),
        let close = bytes[start...].firstIndex(of: UInt8(ascii: "'")), close - start <= 160
      else { continue }
      var exception = report.exception ?? CrashReport.Exception()
      exception.name = String(streamSafe: bytes[start..<close])
      if exception.reason == nil, let found = ByteSearch.find("reason: '", bytes, close..<bytes.count) {
        let from = found + 9
        let end = bytes.lastIndex(of: UInt8(ascii: "'")).flatMap { $0 >= from ? $0 : nil } ?? bytes.count
        exception.reason = String(streamSafe: bytes[from..<end])
        report.lines[.exceptionReason] = message.line
      }
      report.exception = exception
      return
    }
  }
}
