import Bytes

/// Reads the body of an `.ips` crash report: one JSON object, as macOS 12, iOS 15 and later write it.
///
///     {
///       "uptime" : 1900, "procName" : "MyApp", "exception" : {"type":"EXC_CRASH","signal":"SIGABRT",…},
///       "threads" : [{"triggered":true,"frames":[{"imageOffset":37412,"symbol":"__pthread_kill","imageIndex":0},…]}],
///       "usedImages" : [{"base":6988488704,"size":229376,"uuid":"…","path":"\/usr\/lib\/…","name":"…"},…]
///     }
///
/// Apple does not document the members. They are read in one pass and in any order; images come after the threads
/// that refer to them, so frames get their addresses at the end.
struct IPSDecoder {
  var cursor: JSONCursor
  let limits: DecodingLimits
  var report: CrashReport
  var notes: NoteList
  var header: IPSHeader?
  var cache = TextCache()

  /// Members of a header line that stand in the body.
  private var ownHeader = IPSHeader()
  private var seen = SeenKeys()
  private var headerSeen = SeenKeys()
  /// The member being read and where its key ends, for the note that says where a report breaks off, and for going on.
  private var member: IPSBodyKey?
  private var memberPlace: (offset: Int, line: Int)
  /// Faults after which reading went on at a later member.
  private var faults: [(fault: JSONFault, member: IPSBodyKey?)] = []
  private let bound: Int
  private var isFragment = false
  /// Bytes that may be searched for a member to go on at.
  var budget = Int.max
  private var work = 0
  private(set) var tellingMembers = 0

  var faultingThread: Int?
  var highlightedThread: Int?
  /// Where each thread's register state stands; only one is read, and which is known at the end.
  var states: [(offset: Int, line: Int)?] = []
  var framesLeft: Int
  var omittedThreads = 0
  var omittedFramesByBudget = 0
  var backtraceTexts: [(text: String, line: Int)] = []
  var images = IPSImageTable()

  init(
    _ bytes: [UInt8], range: Range<Int>, line: Int, header: IPSHeader?, limits: DecodingLimits
  ) {
    cursor = JSONCursor(bytes, range: range, line: line, depthLimit: limits.depth)
    cursor.repairLimit = limits.notes
    bound = cursor.end
    memberPlace = (cursor.offset, line)
    self.limits = limits
    self.header = header
    self.framesLeft = limits.frames
    self.notes = NoteList(limit: limits.notes)
    report = CrashReport(source: CrashReport.Source(format: "ips"))
    report.source.quotesLines = false
    // As many as a report usually has, so that the table grows only once.
    report.lines.reserveCapacity(24)
  }
}

/// A report, and where reading it ended.
struct IPSResult {
  var decoded: Decoded<CrashReport>
  /// Just after the body's closing brace, or where reading stopped.
  var end: Int
  /// Line of `end`.
  var endLine: Int
  /// The body ends early or its brackets do not match.
  var isDamaged: Bool
  /// Raw line breaks stood inside a text: perhaps another report begins there.
  var hasRawLineBreaks: Bool
  /// How many members were met that only a crash report has.
  var tellingMembers: Int
  var frameCount: Int
  /// Bytes searched again after damage.
  var work: Int
}

extension IPSDecoder {
  /// Reads a whole body, from its opening brace on.
  mutating func decodeBody() -> IPSResult {
    if cursor.enterObject() {
      repeat {
        while let key = cursor.nextKey() { readMember(key) }
      } while isReopened() || goOn(depth: 1)
    }
    return finish()
  }

  /// Reads members that were pasted without the braces around them.
  mutating func decodeFragment() -> IPSResult {
    isFragment = true
    repeat {
      while let byte = cursor.peek(), byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") {
        // After the last comma of a paste there is nothing, or text that is no member.
        if byte == UInt8(ascii: ",") {
          cursor.offset += 1
          guard cursor.peek() == UInt8(ascii: "\"") else { break }
        }
        cursor.isAtFirst = true
        guard let key = cursor.nextKey() else { break }
        readMember(key)
      }
    } while goOn(depth: 0)
    notes.add("fragment", "This is part of a JSON report: members without the object around them.")
    return finish()
  }

  /// True if members follow the brace that seemed to close the body: a bracket too many, or one lost before.
  private mutating func isReopened() -> Bool {
    guard cursor.fault == nil else { return false }
    let (offset, line) = (cursor.offset, cursor.line)
    while let byte = cursor.peek(), Self.isSeparator(byte) { cursor.offset += 1 }
    let scout = Segmenter(cursor.bytes, limits: limits)
    guard cursor.offset > offset, scout.memberKey(at: cursor.offset, end: bound) != nil else {
      cursor.offset = offset
      cursor.line = line
      return false
    }
    cursor.repair(.extraBrace, offset..<offset)
    cursor.depth = 1
    cursor.isAtFirst = true
    return true
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
  }

  /// The place at which reading stopped though more may follow: a fault, or the end of a body in which brackets or
  /// commas were amiss.
  private var doubtfulEnd: JSONFault? {
    if let fault = cursor.fault { return fault }
    let isSound = !cursor.repairs.contains {
      $0.kind == .badMember || $0.kind == .badValue || $0.kind == .missingComma || $0.kind == .extraBrace
    }
    return isSound || isFragment ? nil : JSONFault(reason: .mismatch, offset: cursor.offset, line: cursor.line)
  }

  /// After a fault: moves to the next line with a telling member that has not been read, if there is one.
  ///
  /// Each such member is read once at most, so the number of new beginnings is bounded.
  private mutating func goOn(depth: Int) -> Bool {
    guard let fault = doubtfulEnd, work < budget else { return false }
    // The bracket or quotation mark may have been lost long before it is missed, but in the member being read.
    var (at, line) = memberPlace
    let scout = Segmenter(cursor.bytes, limits: limits)
    let start = at
    defer { work += at - start }
    while at < bound {
      at = ByteSearch.lineEnd(cursor.bytes, from: at, end: bound) + 1
      line += 1
      while at < bound, cursor.bytes[at] == UInt8(ascii: " ") || cursor.bytes[at] == UInt8(ascii: "\t") { at += 1 }
      guard let (range, _) = scout.memberKey(at: at, end: bound),
        let (key, number) = IPSBodyKey.keys.find(cursor.bytes, range), key.isTelling, !seen.contains(number)
      else { continue }
      faults.append((fault, member))
      member = nil
      cursor.fault = nil
      cursor.end = bound
      cursor.offset = at
      cursor.line = line
      cursor.depth = depth
      cursor.isAtFirst = true
      return true
    }
    return false
  }

  private mutating func readMember(_ text: JSONText) {
    memberPlace = (cursor.offset, cursor.line)
    if let (key, number) = cursor.find(text, in: IPSBodyKey.keys) {
      guard seen.insert(number) else { return skipDuplicate(text) }
      member = key
      if key.isTelling { tellingMembers += 1 }
      read(key)
      if cursor.fault == nil { member = nil }
    } else if let (key, number) = cursor.find(text, in: IPSHeader.keys) {
      guard headerSeen.insert(number) else { return skipDuplicate(text) }
      ownHeader.line = cursor.line
      ownHeader.take(key, from: &cursor)
    } else {
      cursor.skipValue()
    }
  }

  mutating func skipDuplicate(_ key: JSONText) {
    let name = ByteSearch.quotation(cursor.bytes, key.range)
    notes.add("duplicate-key", "\"\(name)\" stands twice in one object; the first was used.", line: cursor.line)
    cursor.skipValue()
  }

  private mutating func finish() -> IPSResult {
    let end = cursor.offset
    let endLine = cursor.line
    if let fault = cursor.fault { faults.append((fault, member)) }
    let isDamaged = !faults.isEmpty
    resolve()
    preferNameOfHeader()
    header?.fill(&report)
    ownHeader.fill(&report)
    concludeSimulator()
    readUncaughtException()
    noteDamage()
    return IPSResult(
      decoded: Decoded(report, notes: notes.finished), end: end, endLine: endLine, isDamaged: isDamaged,
      hasRawLineBreaks: cursor.repairs.contains { $0.kind == .controlCharacter },
      tellingMembers: tellingMembers, frameCount: limits.frames - framesLeft, work: work)
  }

  /// Everything that needs the whole body: which thread crashed, its registers, images and addresses.
  private mutating func resolve() {
    markCrashedThread()
    readCrashedRegisters()
    report.images = images.sorted()
    resolveFrames()
    readBacktraceTexts()
    if omittedThreads > 0 {
      notes.add("limit-reached", "\(omittedThreads) threads beyond the first \(limits.threads) were not read.")
    }
    if omittedFramesByBudget > 0 {
      notes.add("limit-reached", "\(omittedFramesByBudget) frames were not read: the input has more than a million.")
    }
    if images.omitted > 0 {
      notes.add("limit-reached", "\(images.omitted) images beyond the first \(limits.images) were not read.")
    }
  }

  /// Without a platform number the images and paths tell.
  private mutating func concludeSimulator() {
    guard report.host.isSimulator == nil else { return }
    let isSimulated =
      report.process?.path?.containsBytes("/CoreSimulator/") == true
      || report.process?.coalition?.hasPrefix("com.apple.CoreSimulator.SimDevice") == true
      || report.images?.contains { $0.name == "dyld_sim" } == true
    guard isSimulated else { return }
    report.host.isSimulator = true
    notes.add("simulator-inferred", "The process ran in a simulator: its path or its images show it.")
  }
}

// MARK: - What was lost

extension IPSDecoder {
  private mutating func noteDamage() {
    for repair in cursor.repairs {
      switch repair.kind {
      case .badValue, .badMember:
        let text = repair.kind == .badValue ? "a JSON value" : "a member"
        notes.add(
          "damaged", "What stands here is not \(text); it was left out.", line: repair.line,
          quotation: ByteSearch.quotation(cursor.bytes, repair.range))
      case .missingComma: notes.add("damaged", "A comma is missing; read as if it were there.", line: repair.line)
      case .extraBrace: notes.add("damaged", "There is a brace too many; read without it.", line: repair.line)
      case .extraComma: notes.add("damaged", "There is a comma too many; read without it.", line: repair.line)
      case .badEncoding, .badEscape, .controlCharacter, .longText: break
      }
    }
    noteFirst(.badEncoding, "invalid-utf8", "Bytes that are no UTF-8 were replaced by U+FFFD")
    noteFirst(.badEscape, "bad-escape", "Escapes that name no character were replaced by U+FFFD or read as they stand")
    noteFirst(.longText, "text-cut", "A text is very long; only its beginning was kept")
    noteFirst(.controlCharacter, "control-character", "Raw control characters stand inside a text")
    for (fault, member) in faults { notes.add(describe(fault, in: member)) }
  }

  private mutating func noteFirst(_ kind: JSONRepair.Kind, _ code: String, _ text: String) {
    guard let first = cursor.repairs.first(where: { $0.kind == kind }) else { return }
    let count = cursor.repairs.count { $0.kind == kind }
    notes.add(code, text + (count > 1 ? " (\(count) places)." : "."), line: first.line)
  }

  private func describe(_ fault: JSONFault, in member: IPSBodyKey?) -> Note {
    let place = member.map { "inside \"\($0.rawValue)\"" } ?? "before its end"
    var kept: [String] = []
    if let count = report.threads?.count { kept.append("\(count) threads") }
    if let count = report.images?.count { kept.append("\(count) images") }
    let rest = kept.isEmpty ? "What stands before that was read." : "Read so far: \(kept.joined(separator: ", "))."
    // Where reading went on, "nothing after that" would be wrong.
    let isLast = cursor.fault == fault
    switch fault.reason {
    case .truncated where isLast:
      return Note("truncated", "The report ends \(place). \(rest)", line: fault.line)
    case .tooDeep:
      return Note(
        "limit-reached", "Objects are nested deeper than \(limits.depth) levels \(place). \(rest)", line: fault.line)
    case .mismatch, .syntax, .truncated:
      let what = isLast ? "nothing after that was read. \(rest)" : "reading went on at a later member."
      return Note("damaged", "The brackets or quotation marks do not match \(place); \(what)", line: fault.line)
    }
  }
}

extension IPSDecoder {
  /// The header's `app_name` is the process as the system knows it. The body's `procName` is nearly always equal; where
  /// a template or another tool wrote the body it is not, and the header is the one the system routes reports by.
  private mutating func preferNameOfHeader() {
    guard let stated = header?.appName, !stated.isEmpty, let own = report.process?.name, own != stated else { return }
    report.process?.name = stated
    notes.add(
      "process-name-differs", "The header names the process \(stated), the body \(own).",
      line: report.lines[.processName])
    report.lines[.processName] = header?.line
  }
}
