import Bytes

/// A decoder for the body of an `.ips` crash report: one JSON object, written by macOS 12, iOS 15 and later.
///
///     {
///       "uptime" : 1900, "procName" : "MyApp", "exception" : {"type":"EXC_CRASH","signal":"SIGABRT",…},
///       "threads" : [{"triggered":true,"frames":[{"imageOffset":37412,"symbol":"__pthread_kill","imageIndex":0},…]}],
///       "usedImages" : [{"base":6988488704,"size":229376,"uuid":"…","path":"\/usr\/lib\/…","name":"…"},…]
///     }
///
/// Apple does not document the members. They are read in one pass and in any order. Images follow the threads that
/// refer to them, so the addresses of frames are computed at the end.
struct IPSDecoder: JSONMemberReader {
  var cursor: JSONCursor
  let limits: DecodingLimits
  var report: CrashReport
  var notes: NoteList
  var header: IPSHeader?
  var cache = TextCache()

  /// Members of the header line that are in the body.
  private var bodyHeader = IPSHeader()
  private var seen = SeenKeys()
  private var headerSeen = SeenKeys()
  /// The member being read, for the note that states where a report is truncated.
  private var member: IPSBodyKey?
  /// The end of the key of the member being read, from which reading resumes after a fault.
  private var memberPosition: (offset: Int, line: Int)
  /// Faults after which reading resumed at a later member, and at the end the fault that stopped it.
  private var faults: [(fault: JSONFault, member: IPSBodyKey?)] = []
  /// The end of the input range; `cursor.end` moves on a fault.
  private let rangeEnd: Int
  private var isFragment = false
  /// The number of bytes that may be searched for a member at which to resume.
  var budget = Int.max
  private var work = 0
  private(set) var distinctiveMembers = 0

  var faultingThread: Int?
  var highlightedThread: Int?
  /// The position of each thread's register state. Only that of the crashed thread is read, once the thread is known.
  var states: [(offset: Int, line: Int)?] = []
  var framesLeft: Int
  var omittedThreads = 0
  var omittedFramesByBudget = 0
  var backtraceTexts: [(text: String, line: Int)] = []
  var images = IPSImageTable()
  /// The position of `threadState` outside of the threads, as in reports of macOS 11.
  var commonState: (offset: Int, line: Int)?
  /// `legacyInfo.imageExtraInfo`: name, path, size and architecture of the images, in the order of `usedImages`.
  var extraImages: [BinaryImage] = []
  /// The number of frames in a form that is not read.
  var unreadFrames = 0

  init(
    _ bytes: [UInt8], range: Range<Int>, line: Int, header: IPSHeader?, limits: DecodingLimits
  ) {
    cursor = JSONCursor(bytes, range: range, line: line, depthLimit: limits.depth)
    cursor.repairLimit = limits.notes
    rangeEnd = cursor.end
    memberPosition = (cursor.offset, line)
    self.limits = limits
    self.header = header
    self.framesLeft = limits.frames
    self.notes = NoteList(limit: limits.notes)
    report = CrashReport(source: CrashReport.Source(format: "ips"))
    report.source.quotesLines = false
    // The usual number of fields, so that the table does not grow.
    report.lines.reserveCapacity(24)
  }
}

/// A decoded report, and the position at which reading it ended.
struct IPSResult {
  var decoded: Decoded<CrashReport>
  /// The offset after the closing brace of the body, or at which reading stopped.
  var end: Int
  /// The line of `end`.
  var endLine: Int
  /// True if the body is truncated or its brackets do not match.
  var isDamaged: Bool
  /// True if a string contains raw control characters such as line breaks: another report may begin inside it.
  var hasRawLineBreaks: Bool
  /// The number of members that only a crash report has.
  var distinctiveMembers: Int
  var frameCount: Int
  /// The number of bytes searched again after damage.
  var work: Int
}

extension IPSDecoder {
  /// Reads a complete body, beginning at its opening brace.
  mutating func decodeBody() -> IPSResult {
    if cursor.enterObject() {
      repeat {
        while let key = cursor.nextKey() { readMember(key) }
      } while isReopened() || resume(depth: 1)
    }
    return finish()
  }

  /// Reads members that were pasted without the enclosing braces.
  mutating func decodeFragment() -> IPSResult {
    isFragment = true
    repeat {
      while let byte = cursor.peek(), byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") {
        // After the last comma of a fragment there is nothing, or text that is not a member.
        if byte == UInt8(ascii: ",") {
          cursor.offset += 1
          guard cursor.peek() == UInt8(ascii: "\"") else { break }
        }
        cursor.isAtFirst = true
        guard let key = cursor.nextKey() else { break }
        readMember(key)
      }
    } while resume(depth: 0)
    notes.add("fragment", "This is part of a JSON report: members without the enclosing object.")
    return finish()
  }

  /// Returns whether members follow the closing brace of the body, because of an extra bracket or an earlier missing
  /// one; reading then continues with them.
  private mutating func isReopened() -> Bool {
    guard cursor.fault == nil else { return false }
    let (offset, line) = (cursor.offset, cursor.line)
    while let byte = cursor.peek(), Self.isSeparator(byte) { cursor.offset += 1 }
    let segmenter = Segmenter(cursor.bytes, limits: limits)
    guard cursor.offset > offset, segmenter.memberKey(at: cursor.offset, end: rangeEnd) != nil else {
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

  /// The position at which reading stopped although more may follow: a fault, or the end of a body with damaged
  /// members, brackets or commas.
  private var doubtfulEnd: JSONFault? {
    if let fault = cursor.fault { return fault }
    let isIntact = !cursor.repairs.contains {
      $0.kind == .badMember || $0.kind == .badValue || $0.kind == .missingComma || $0.kind == .extraBrace
    }
    return isIntact || isFragment ? nil : JSONFault(reason: .mismatch, offset: cursor.offset, line: cursor.line)
  }

  /// After a fault, moves to the next line with a distinctive member that has not been read; false if there is none.
  ///
  /// Each such member is read at most once, which limits how often reading resumes.
  private mutating func resume(depth: Int) -> Bool {
    guard let fault = doubtfulEnd, work < budget else { return false }
    // The missing bracket or quotation mark may be far before the fault, but it is in the member being read.
    var (at, line) = memberPosition
    let segmenter = Segmenter(cursor.bytes, limits: limits)
    let start = at
    defer { work += at - start }
    while at < rangeEnd {
      at = ByteSearch.lineEnd(cursor.bytes, from: at, end: rangeEnd) + 1
      line += 1
      while at < rangeEnd, cursor.bytes[at] == UInt8(ascii: " ") || cursor.bytes[at] == UInt8(ascii: "\t") { at += 1 }
      guard let (range, _) = segmenter.memberKey(at: at, end: rangeEnd),
        let (key, number) = IPSBodyKey.keys.find(cursor.bytes, range), key.isDistinctive, !seen.contains(number)
      else { continue }
      faults.append((fault, member))
      member = nil
      cursor.fault = nil
      cursor.end = rangeEnd
      cursor.offset = at
      cursor.line = line
      cursor.depth = depth
      cursor.isAtFirst = true
      return true
    }
    return false
  }

  mutating func readMember(_ text: JSONText) {
    memberPosition = (cursor.offset, cursor.line)
    if let (key, number) = cursor.find(text, in: IPSBodyKey.keys) {
      guard seen.insert(number) else { return skipDuplicate(text) }
      member = key
      if key.isDistinctive { distinctiveMembers += 1 }
      read(key)
      if cursor.fault == nil { member = nil }
    } else if let (key, number) = cursor.find(text, in: IPSHeader.keys) {
      guard headerSeen.insert(number) else { return skipDuplicate(text) }
      bodyHeader.line = cursor.line
      bodyHeader.read(key, from: &cursor)
    } else {
      cursor.skipValue()
    }
  }

  private mutating func finish() -> IPSResult {
    let end = cursor.offset
    let endLine = cursor.line
    if let fault = cursor.fault { faults.append((fault, member)) }
    let isDamaged = !faults.isEmpty
    resolve()
    compareHeaderName()
    header?.fill(&report)
    bodyHeader.fill(&report)
    inferSimulator()
    readUncaughtException()
    noteDamage()
    return IPSResult(
      decoded: Decoded(report, notes: notes.finished), end: end, endLine: endLine, isDamaged: isDamaged,
      hasRawLineBreaks: cursor.repairs.contains { $0.kind == .controlCharacter },
      distinctiveMembers: distinctiveMembers, frameCount: limits.frames - framesLeft, work: work)
  }

  /// Resolves what depends on the complete body: the crashed thread, its registers, images and addresses.
  private mutating func resolve() {
    markCrashedThread()
    readCrashedRegisters()
    images.merge(extraImages)
    report.images = images.sorted()
    resolveFrames()
    readBacktraceTexts()
    if omittedThreads > 0 {
      notes.add("limit-reached", "\(omittedThreads) threads after the first \(limits.threads) were not read.")
    }
    if omittedFramesByBudget > 0 {
      notes.add(
        "limit-reached",
        "\(omittedFramesByBudget) frames were not read: the input has more than the limit of a million frames.")
    }
    if unreadFrames > 0 {
      notes.add("damaged", "\(unreadFrames) frames are in a form that is not read.")
    }
    if images.omitted > 0 {
      notes.add("limit-reached", "\(images.omitted) images after the first \(limits.images) were not read.")
    }
  }

  /// Without a platform number, infers from images and paths whether the process ran in a simulator.
  private mutating func inferSimulator() {
    guard report.host.isSimulator == nil else { return }
    let isSimulated =
      report.process?.path?.containsBytes("/CoreSimulator/") == true
      || report.process?.coalition?.hasPrefix("com.apple.CoreSimulator.SimDevice") == true
      || report.images?.contains { $0.name == "dyld_sim" } == true
    guard isSimulated else { return }
    report.host.isSimulator = true
    notes.add("simulator-inferred", "The process ran in a simulator, inferred from its path or its images.")
  }
}

// MARK: - What was lost

extension IPSDecoder {
  private mutating func noteDamage() {
    for repair in cursor.repairs {
      switch repair.kind {
      case .badValue, .badMember:
        let text = repair.kind == .badValue ? "JSON value" : "JSON member"
        notes.add(
          "damaged", "Invalid \(text) skipped.", line: repair.line,
          quotation: ByteSearch.quotation(cursor.bytes, repair.range))
      case .missingComma: notes.add("damaged", "A comma is missing; read as if it were there.", line: repair.line)
      case .extraBrace: notes.add("damaged", "An extra closing brace was ignored.", line: repair.line)
      case .extraComma: notes.add("damaged", "An extra comma was ignored.", line: repair.line)
      case .badEncoding, .badEscape, .controlCharacter, .longText: break
      }
    }
    noteFirst(.badEncoding, "invalid-utf8", "Invalid UTF-8 was replaced with U+FFFD")
    noteFirst(.badEscape, "bad-escape", "Invalid escapes were replaced with U+FFFD or read without the backslash")
    noteFirst(.longText, "text-cut", "A very long string was truncated; only its beginning was read")
    noteFirst(
      .controlCharacter, "control-character", "A string contains raw control characters, which were read as part of it")
    for (fault, member) in faults { notes.add(describe(fault, in: member)) }
  }

  private mutating func noteFirst(_ kind: JSONRepair.Kind, _ code: String, _ text: String) {
    guard let first = cursor.repairs.first(where: { $0.kind == kind }) else { return }
    let count = cursor.repairs.count { $0.kind == kind }
    notes.add(code, text + (count > 1 ? " (\(count) times)." : "."), line: first.line)
  }

  private func describe(_ fault: JSONFault, in member: IPSBodyKey?) -> Note {
    let location = member.map { " inside \"\($0.rawValue)\"" } ?? ""
    var parts: [String] = []
    if let count = report.threads?.count { parts.append("\(count) threads") }
    if let count = report.images?.count { parts.append("\(count) images") }
    let result = parts.isEmpty ? "The part before that was read." : "Read so far: \(parts.joined(separator: ", "))."
    // If reading resumed, "nothing after that" would be wrong.
    let isLast = cursor.fault == fault
    switch fault.reason {
    case .truncated where isLast:
      return Note("truncated", "The report is truncated\(location). \(result)", line: fault.line)
    case .tooDeep:
      return Note(
        "limit-reached", "Objects are nested deeper than \(limits.depth) levels\(location). \(result)",
        line: fault.line)
    case .mismatch, .syntax, .truncated:
      let consequence = isLast ? "nothing after that was read. \(result)" : "reading resumed at a later member."
      return Note(
        "damaged", "The brackets or quotation marks do not match\(location); \(consequence)", line: fault.line)
    }
  }
}

extension IPSDecoder {
  /// Chooses between two names of the process. They are nearly always equal. The kernel states the name in the body, and
  /// tools that copy or join reports change only the header; but the body may be a template with `@NAME@` for the name.
  private mutating func compareHeaderName() {
    guard let headerName = header?.appName, !headerName.isEmpty, let bodyName = report.process?.name,
      bodyName != headerName
    else { return }
    let isTemplate = bodyName.hasPrefix("@") && bodyName.hasSuffix("@")
    notes.add(
      "process-name-differs",
      "The header names the process \(headerName), the body \(bodyName); the \(isTemplate ? "header" : "body")'s name is used.",
      line: report.lines[.processName])
    guard isTemplate else { return }
    report.process?.name = headerName
    report.lines[.processName] = header?.line
  }
}
