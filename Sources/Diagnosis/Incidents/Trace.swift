import Bytes
import CrashReports
import Vocabulary

/// What a report says of who, what and when, for joining it with others.
struct Trace {
  struct Process: Hashable {
    var name: String
    var pid: Int?
  }

  var incident: String?
  var time: Moment?
  /// The process that the report is about, and those that wrote its lines.
  var processes: Set<Process> = []
  /// Classes of views that the log was about.
  var classes: [String] = []
  /// Storyboards and xibs, without folder.
  var documents: [String] = []
  /// It is a report about a process, not lines of a log.
  var isReport: Bool
  /// It is a report about Interface Builder's agent.
  var isAgentReport: Bool
  /// It tells of the agent in any way.
  var tellsOfAgent: Bool
  private var functions = GramSet()
  private var names: [String] = []

  init(_ assessment: Assessment) {
    let report = assessment.report
    incident = report.incident.flatMap { Self.isPlaceholder($0) ? nil : $0 }
    time = report.times?.crashed.flatMap { Moment($0.rfc3339 ?? $0.asWritten) }
    isReport = report.exception?.type != nil || report.termination != nil || report.process?.path != nil
    let agent = report.process?.name.map(AgentRecognition.isAgent(processNamed:)) ?? false
    let overlays = report.process?.path.map { $0.containsBytes("/Library/Xcode/Overlays/") } ?? false
    isAgentReport = isReport && (agent || overlays)
    tellsOfAgent =
      isAgentReport || report.previewMessages.contains { $0.action != .other }
      || assessment.findings.contains { Designables.symptoms.contains($0.pattern) }
    if let name = report.process?.name { processes.insert(Process(name: name, pid: report.process?.pid)) }
    for line in report.consoleLines.prefix(Self.longest) {
      if let name = line.process {
        processes.insert(Process(name: name, pid: line.pid))
        if AgentRecognition.isAgent(processNamed: name) { tellsOfAgent = true }
      }
      if time == nil, let written = line.time { time = Moment(written) }
    }
    for message in report.previewMessages.prefix(Self.longest) {
      if let name = message.objectClass, !classes.contains(name) { classes.append(name) }
      if let document = message.document.map(shortImageName), !documents.contains(document) {
        documents.append(document)
      }
    }
    for message in report.documentMessages.prefix(Self.longest) {
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

  private static let longest = 512

  /// Made reports and anonymised ones have an identifier of zeros.
  private static func isPlaceholder(_ identifier: String) -> Bool {
    identifier.utf8.allSatisfy { $0 == 0x30 || $0 == 0x2d }
  }

  /// True if a function or message of the report has `name` as a word.
  func mentions(_ name: String) -> Bool {
    guard functions.mayContain(GramSet.grams(of: name.utf8)) else { return false }
    return names.contains { text in
      text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { $0 == name }
    }
  }

  /// What reports of one incident may have in common; reports without a common key are never compared.
  var keys: [String] {
    var keys: [String] = []
    if let incident { keys.append("incident " + incident) }
    for process in processes { if let pid = process.pid { keys.append("process \(process.name) \(pid)") } }
    for name in classes { keys.append("class " + name) }
    for name in documents { keys.append("document " + name) }
    if tellsOfAgent { keys.append("agent") }
    return keys.sorted()
  }
}

/// A moment as a report writes it, comparable with another one where that makes sense.
struct Moment: Equatable {
  /// Seconds since 1970 by the clock on the wall, without regard to the zone.
  var wall: Double
  /// Seconds east of Greenwich, where the report says so.
  var zone: Double?

  /// Reads `2024-04-18 10:42:07.412 +0200`, also with `T`, `Z`, without fraction or without zone.
  init?(_ text: String) {
    let bytes = Array(text.utf8.prefix(64))
    var at = 0
    var numbers: [Double] = []
    for index in 0..<6 {
      // One mark between two numbers: `-`, `T`, a blank or a colon.
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

  /// Days since 1970 of the Gregorian calendar, by the usual count from March.
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

  /// Seconds between the two. Where one has no zone, both are taken for clocks of one machine.
  func distance(to other: Moment) -> Double? {
    guard let zone, let otherZone = other.zone else { return abs(wall - other.wall) }
    return abs((wall - zone) - (other.wall - otherZone))
  }
}
