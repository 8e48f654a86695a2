import Vocabulary

// Forms of members other than those of current systems: reports of macOS 11 (schema 1), and members of another JSON type,
// which converters write. What is not read gets a note.
extension IPSDecoder {
  /// Returns whether the next value is an object; the caller reads any other value.
  mutating func isObject(_ key: IPSBodyKey) -> Bool { cursor.peek() == UInt8(ascii: "{") }

  /// True if the next value is an array or an object.
  var isContainer: Bool {
    mutating get { cursor.peek() == UInt8(ascii: "[") || cursor.peek() == UInt8(ascii: "{") }
  }

  /// Consumes a value of a type that is not read, with a note unless it is `null`.
  mutating func noteType(_ key: IPSBodyKey) {
    let line = cursor.line
    let type: String? =
      switch cursor.peek() {
      case UInt8(ascii: "{"): "an object"
      case UInt8(ascii: "["): "an array"
      case UInt8(ascii: "\""): "a string"
      case UInt8(ascii: "t"), UInt8(ascii: "f"): "a Boolean"
      case UInt8(ascii: "n"), nil: nil
      default: "a number"
      }
    cursor.skipValue()
    guard let type, cursor.fault == nil else { return }
    notes.add("damaged", "The member \"\(key.rawValue)\" is \(type) here and was not read.", line: line)
  }

  /// Reads the elements of an array, or the values of an object whose keys stand for the indices; `readElement` consumes
  /// each.
  mutating func readElements(_ key: IPSBodyKey, _ readElement: (inout Self) -> Void) {
    switch cursor.peek() {
    case UInt8(ascii: "["):
      guard cursor.enterArray() else { return }
      while cursor.nextElement() { readElement(&self) }
    case UInt8(ascii: "{"):
      let line = cursor.line
      guard cursor.enterObject() else { return }
      while cursor.nextKey() != nil { readElement(&self) }
      notes.add(
        "member-type", "The member \"\(key.rawValue)\" is an object here; its values were read in order.", line: line)
    default: noteType(key)
    }
  }

  /// Reads what the system logged while it wrote the report, as notes.
  mutating func readReportNotes(_ line: Int) {
    for text in cursor.readStrings(limit: 1024, count: 64) {
      notes.add("report-note", "Logged by the system while it wrote the report: \(text)", line: line)
    }
  }

  /// Reads the body that an export of the system has in `parsedData`.
  mutating func readParsedData() {
    guard isObject(.parsedData) else { return noteType(.parsedData) }
    guard cursor.enterObject() else { return }
    while let key = cursor.nextKey() { readMember(key) }
  }

  // MARK: - Exception and termination

  /// Reads an exception that is not an object: the first object of an array, or text as in text reports.
  mutating func readOtherException(_ line: Int) {
    if cursor.peek() == UInt8(ascii: "[") {
      guard cursor.enterArray() else { return }
      var isRead = false
      while cursor.nextElement() {
        if !isRead, cursor.peek() == UInt8(ascii: "{") {
          readExceptionObject(line)
          isRead = true
        } else {
          cursor.skipValue()
        }
      }
      notes.add("member-type", "The member \"exception\" is an array here; its first object was read.", line: line)
      return
    }
    guard let text = readMemberText(.exception) else { return }
    let stated = decoded("Exception Type: \(text)", line)?.exception
    guard let stated else { return notes.add("damaged", "The member \"exception\" was not understood.", line: line) }
    var exception = report.exception ?? CrashReport.Exception()
    exception.type = stated.type
    exception.signal = stated.signal
    exception.subtype = exception.subtype ?? stated.subtype
    report.exception = exception
    report.lines[.exceptionType] = line
  }

  /// Reads a termination that is text as in text reports.
  mutating func readOtherTermination(_ line: Int) {
    guard let text = readMemberText(.termination) else { return }
    var termination = CrashReport.Termination(runningBoard: text)
    termination = termination ?? decoded("Termination Reason: \(text)", line)?.termination
    if termination == nil {
      termination = CrashReport.Termination()
      termination?.reasons = [text]
    }
    report.termination = termination
    report.lines[.termination] = line
  }

  private mutating func readMemberText(_ key: IPSBodyKey) -> String? {
    guard cursor.peek() == UInt8(ascii: "\"") else {
      noteType(key)
      return nil
    }
    return cursor.readNonEmpty(limit: 4096)
  }

  private func decoded(_ text: String, _ line: Int) -> CrashReport? {
    let bytes = Array((text + "\n").utf8)
    return TextDecoder.decode(bytes, range: 0..<bytes.count, firstLine: line, limits: limits).first?.value
  }

  /// Returns the sentences of a description of macOS 11: what follows the options, split at the bars.
  static func describedReasons(_ text: String) -> [String] {
    var rest = text[...]
    if let label = text.range(of: "options:["), let close = rest[label.upperBound...].firstIndex(of: "]") {
      rest = rest[rest.index(after: close)...]
    }
    let parts = rest.split(separator: "|").prefix(64).map { String($0).trimmedOfSpace }
    return parts.filter { !$0.isEmpty }
  }

  // MARK: - Frames and images as rows

  /// Reads a frame that is not an object: `[imageIndex, imageOffset, {symbol…}]`, or a line of text.
  mutating func readFrameRow(_ draft: inout FrameDraft) {
    switch cursor.peek() {
    case UInt8(ascii: "["):
      guard cursor.enterArray() else { return }
      var position = 0
      while cursor.nextElement() {
        switch position {
        case 0: draft.imageIndex = cursor.readInt()
        case 1: draft.offset = cursor.readUInt64()
        case 2 where cursor.peek() == UInt8(ascii: "{"): readFrameMembers(&draft)
        default: cursor.skipValue()
        }
        position += 1
      }
    case UInt8(ascii: "\""):
      guard let text = cursor.readNonEmpty(limit: limits.textBytes) else { return }
      guard let frame = IPSBacktraceLine.frame(Array(text.utf8)) else {
        unreadFrames += 1
        return
      }
      (draft.address, draft.image) = (frame.address, frame.image)
      (draft.symbol, draft.location) = (frame.symbol?.name, frame.symbol?.offset)
    default:
      if cursor.peek() != UInt8(ascii: "n") { unreadFrames += 1 }
      cursor.skipValue()
    }
  }

  /// Reads an image of macOS 11, `[uuid, base, source]`; `legacyInfo` has the rest.
  mutating func readImageRow() {
    let line = cursor.line
    var uuid: ImageUUID?
    var base: UInt64?
    var position = 0
    guard cursor.enterArray() else { return }
    while cursor.nextElement() {
      switch position {
      case 0: uuid = readUUID()
      case 1: base = cursor.readUInt64()
      default: cursor.skipValue()
      }
      position += 1
    }
    guard cursor.fault == nil else { return }
    images.append(isAnonymous: (base ?? 0) == 0 && uuid?.isNull != false) { image in
      image.uuid = uuid
      image.loadAddress = base.map(RuntimeAddress.init)
      image.line = line
    }
  }

  /// Reads `legacyInfo.imageExtraInfo`.
  mutating func readExtraImages() {
    guard cursor.enterArray() else { return }
    while cursor.nextElement() {
      guard extraImages.count < limits.images else {
        cursor.skipValue()
        continue
      }
      var image = BinaryImage()
      guard cursor.enterObject() else {
        extraImages.append(image)
        continue
      }
      while let text = cursor.nextKey() {
        switch cursor.find(text, in: IPSImageKey.keys)?.key {
        case .arch: image.architecture = cursor.readNonEmpty(limit: 64)
        case .size: image.size = cursor.readUInt64().flatMap { $0 == 0 ? nil : $0 }
        case .path: image.path = cursor.readNonEmpty(limit: limits.textBytes)
        case .name: image.name = cursor.readNonEmpty(limit: 4096)
        case .bundleID: image.bundleID = cursor.readNonEmpty(limit: 1024)
        case .version: image.version = cursor.readNonEmpty(limit: 256)
        case .base, .uuid, nil: cursor.skipValue()
        }
      }
      if cursor.fault == nil { extraImages.append(image) }
    }
  }

  // MARK: - Facts

  /// Reads a fact about the device, the build or earlier crashes.
  mutating func readFact(_ key: IPSBodyKey, _ line: Int) {
    switch key {
    case .consecutiveCrashCount:
      if let count = cursor.readInt(), count > 1 { report.add(.consecutiveCrashes, .number(count), line: line) }
    case .throttleTimeout:
      if let seconds = cursor.readUInt64(), seconds > 0, seconds < 1 << 32 {
        report.add(.throttledSeconds, .seconds(Double(seconds)), line: line)
      }
    case .lowPowerMode: if cursor.readBool() == true { report.add(.powerMode, "Low Power Mode", line: line) }
    case .isLocked: if cursor.readBool() == true { setLockState("locked", line) }
    case .wasUnlockedSinceBoot:
      if cursor.readBool() == false { setLockState("not unlocked since it started", line) }
    case .isBeta: if cursor.readBool() == true { setDistribution("beta", line) }
    case .developerMode: if cursor.readBool() == true { report.add(.developerMode, .flag(true), line: line) }
    case .lockdownMode: if cursor.readBool() == true { report.add(.lockdownMode, .flag(true), line: line) }
    case .mteState: report.add(.memoryTagging, cursor.readNonEmpty(limit: 64), line: line)
    case .storeInfo: readStoreInfo(line)
    default: cursor.skipValue()
    }
  }

  /// Sets the state of the lock; "not unlocked since it started" includes "locked".
  private mutating func setLockState(_ text: String, _ line: Int) {
    if let index = report.details.firstIndex(where: { $0.key == .lockState }) {
      if text != "locked" { report.details[index].value = .text(text) }
      return
    }
    report.add(.lockState, text, line: line)
  }

  private mutating func setDistribution(_ text: String, _ line: Int) {
    if let index = report.details.firstIndex(where: { $0.key == .distribution }) {
      if text != "beta" { report.details[index].value = .text(text) }
      return
    }
    report.add(.distribution, text, line: line)
  }

  private mutating func readStoreInfo(_ line: Int) {
    var isBeta = false
    var distributor: String?
    readObject { decoder, key in
      switch key {
      case .entitledBeta: isBeta = decoder.cursor.readBool() ?? false
      case .distributorID: distributor = decoder.cursor.readNonEmpty(limit: 256)
      default: return false
      }
      return true
    }
    switch distributor {
    case "com.apple.AppStore"? where isBeta: setDistribution("beta", line)
    case let identifier?: setDistribution(Distributor.name(of: identifier), line)
    case nil: if isBeta { setDistribution("beta", line) }
    }
  }
}
