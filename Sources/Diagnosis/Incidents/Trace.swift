import Bytes
import CrashReports
import Vocabulary

/// The identifying facts of a report, for joining it with others: processes, views, documents, time.
struct Trace {
  struct Process: Hashable {
    var name: String
    var pid: Int?
  }

  var incident: String?
  var time: StatedTime?
  /// The process that the report is about, and the processes that wrote its lines.
  var processes: Set<Process> = []
  /// Classes of the views that the log is about.
  var classes: [String] = []
  /// Storyboards and xibs, without their folders.
  var documents: [String] = []
  /// The process number of the report; `nil` if not stated.
  var pid: Int?
  /// True for a report about a process, false for lines of a log.
  var isReport: Bool
  /// True for a report about Interface Builder's agent.
  var isAgentReport: Bool
  /// True if the report or log mentions the agent.
  var mentionsAgent: Bool
  private var functions = GramSet()
  private var names: [String] = []

  init(_ assessment: Assessment) {
    let report = assessment.report
    incident = report.incident.flatMap { IncidentIdentifier.identifies($0) ? $0 : nil }
    pid = Occurrence.pid(report.process?.pid)
    time = report.times?.crashed.flatMap { StatedTime($0.rfc3339 ?? $0.asWritten) }
    isReport = report.exception?.type != nil || report.termination != nil || report.process?.path != nil
    let agent = report.process?.name.map(AgentRecognition.isAgent(processNamed:)) ?? false
    let overlays = report.process?.path.map { $0.containsBytes("/Library/Xcode/Overlays/") } ?? false
    isAgentReport = isReport && (agent || overlays)
    mentionsAgent =
      isAgentReport || report.previewMessages.contains { $0.action != .other }
      || assessment.findings.contains { Designables.symptoms.contains($0.pattern) }
    if let name = report.process?.name { processes.insert(Process(name: name, pid: report.process?.pid)) }
    for line in report.consoleLines.prefix(Self.maxLines) {
      if let name = line.process {
        processes.insert(Process(name: name, pid: line.pid))
        if AgentRecognition.isAgent(processNamed: name) { mentionsAgent = true }
      }
      if time == nil, let written = line.time { time = StatedTime(written) }
    }
    for message in report.previewMessages.prefix(Self.maxLines) {
      if let name = message.objectClass, !classes.contains(name) { classes.append(name) }
      if let document = message.document.map(shortImageName), !documents.contains(document) {
        documents.append(document)
      }
    }
    for message in report.documentMessages.prefix(Self.maxLines) {
      if let document = message.document.map(shortImageName), !documents.contains(document) {
        documents.append(document)
      }
    }
    for frame in report.crashedThread?.frames.prefix(512) ?? [] {
      if let name = frame.symbol?.readable, frame.role == .app { names.append(name) }
    }
    for message in report.messages.prefix(64) where isReport { names.append(message.text) }
    for name in names { functions.insert(name) }
  }

  /// Lines or messages of one kind that are read.
  private static let maxLines = 512

  /// Returns true if a function or message of the report contains `name` as a word.
  func mentions(_ name: String) -> Bool {
    guard functions.mayContain(GramSet.grams(of: name.utf8)) else { return false }
    return names.contains { text in
      text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { $0 == name }
    }
  }

  /// Facts that reports of one incident may have in common; reports without a common key are never compared.
  var keys: [String] {
    var keys: [String] = []
    if let incident { keys.append("incident " + incident) }
    for process in processes { if let pid = process.pid { keys.append("process \(process.name) \(pid)") } }
    for name in classes { keys.append("class " + name) }
    for name in documents { keys.append("document " + name) }
    if mentionsAgent { keys.append("agent") }
    return keys.sorted()
  }
}

/// A date and time as a report writes it.
struct StatedTime: Equatable {
  /// Seconds since 1970 in local time, without regard to the time zone.
  var wall: Double
  /// The offset from UTC in seconds, positive to the east; `nil` if the report does not state it.
  var zone: Double?

  /// Parses `2024-04-18 10:42:07.412 +0200`, also with `T`, with `Z`, without fraction or without zone.
  init?(_ text: String) {
    let bytes = Array(text.utf8.prefix(64))
    var at = 0
    var numbers: [Double] = []
    for index in 0..<6 {
      // One separator between two numbers: `-`, `T`, a blank or a colon.
      if index > 0 { at += 1 }
      var number = 0.0
      let start = at
      while at < bytes.count, at - start < (index == 0 ? 4 : 2), let digit = Self.digit(bytes[at]) {
        number = number * 10 + digit
        at += 1
      }
      guard at > start else { return nil }
      numbers.append(number)
    }
    guard (1970...2200).contains(numbers[0]), (1...12).contains(numbers[1]), (1...31).contains(numbers[2]),
      numbers[3] < 25, numbers[4] < 60, numbers[5] < 62
    else { return nil }
    wall =
      Self.days(year: numbers[0], month: numbers[1], day: numbers[2]) * 86_400
      + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      var unit = 0.1
      while at < bytes.count, let digit = Self.digit(bytes[at]) {
        wall += digit * unit
        unit /= 10
        at += 1
      }
    }
    zone = Self.zone(bytes[min(at, bytes.count)...].filter { $0 != 0x20 && $0 != 0x3a })
  }

  private static func digit(_ byte: UInt8) -> Double? { byte.isDigit ? Double(byte - 0x30) : nil }

  /// Returns the days since 1970 in the Gregorian calendar; the calculation counts years from March.
  private static func days(year: Double, month: Double, day: Double) -> Double {
    let y = month <= 2 ? year - 1 : year
    let era = (y / 400).rounded(.down)
    let yearOfEra = y - era * 400
    let dayOfYear = ((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5).rounded(.down) + day - 1
    let dayOfEra = yearOfEra * 365 + (yearOfEra / 4).rounded(.down) - (yearOfEra / 100).rounded(.down) + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func zone(_ bytes: [UInt8]) -> Double? {
    guard let sign = bytes.first else { return nil }
    if sign == UInt8(ascii: "Z") { return 0 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), bytes.count >= 5 else { return nil }
    let digits = bytes[1..<5]
    let values = digits.compactMap(digit)
    guard values.count == 4 else { return nil }
    let seconds = (values[0] * 10 + values[1]) * 3600 + (values[2] * 10 + values[3]) * 60
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }

  /// Returns the seconds between the two. If one has no zone, both are assumed to be in the same zone.
  func distance(to other: StatedTime) -> Double? {
    guard let zone, let otherZone = other.zone else { return abs(wall - other.wall) }
    return abs((wall - zone) - (other.wall - otherZone))
  }
}
