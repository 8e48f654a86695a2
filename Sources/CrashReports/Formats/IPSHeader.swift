/// The first line of an `.ips` file: a JSON object that describes the report below it.
///
/// `{"app_name":"MyApp","timestamp":"2026-04-01 12:39:57.00 -0700","bug_type":"309","os_version":"macOS 26.3 (25D125)",…}`
///
/// Only `bug_type` is reliable. Types vary between systems: `platform` is a number or a string, `app_version` may be
/// empty. Some writers put these members into the body instead.
struct IPSHeader: Sendable, Equatable {
  var appName: String?
  var name: String?
  var timestamp: String?
  var appVersion: String?
  var buildVersion: String?
  var bundleID: String?
  var platform: UInt64?
  var bugType: String?
  var osVersion: String?
  var incident: String?
  /// True if the exception was simulated: the process was not terminated. It does not mean a simulator.
  var isSimulated = false
  /// True for a build of the app for testers.
  var isBeta = false
  /// The line of the input, from 1.
  var line = 1
  /// True if the line is truncated before its closing brace.
  var isCut = false

  /// The members of the header line that are read, as they are spelled.
  enum Key: String, CaseIterable {
    case appName = "app_name"
    case name
    case timestamp
    case appVersion = "app_version"
    case buildVersion = "build_version"
    case bundleID
    case bundleIDSnake = "bundle_id"
    case platform
    case bugType = "bug_type"
    case osVersion = "os_version"
    case incident = "incident_id"
    case isSimulated = "is_simulated"
    case isBeta = "is_beta"
  }

  static let keys = JSONKeyTable<Key>()

  /// Reads the value of `key`. The caller skips the second of two equal keys.
  mutating func read(_ key: Key, from cursor: inout JSONCursor) {
    switch key {
    case .appName: appName = cursor.readNonEmpty(limit: 4096)?.trimmedOfSpace
    case .name: name = cursor.readNonEmpty(limit: 4096)?.trimmedOfSpace
    case .timestamp: timestamp = cursor.readNonEmpty(limit: 128)
    case .appVersion: appVersion = cursor.readNonEmpty(limit: 256)
    case .buildVersion: buildVersion = cursor.readNonEmpty(limit: 256)
    case .bundleID, .bundleIDSnake: bundleID = cursor.readNonEmpty(limit: 1024) ?? bundleID
    case .platform: platform = cursor.readUInt64()
    case .bugType: bugType = cursor.readNonEmpty(limit: 32)
    case .osVersion: osVersion = cursor.readNonEmpty(limit: 256)
    case .incident: incident = cursor.readNonEmpty(limit: 128)
    case .isSimulated: isSimulated = cursor.readBool() ?? false
    case .isBeta: isBeta = cursor.readBool() ?? false
    }
  }

  /// Reads the object at the cursor.
  init(_ cursor: inout JSONCursor) {
    _ = cursor.peek()
    line = cursor.line
    var seen = SeenKeys()
    guard cursor.enterObject() else { return }
    while let text = cursor.nextKey() {
      if let (key, number) = cursor.find(text, in: Self.keys), seen.insert(number) {
        read(key, from: &cursor)
      } else {
        cursor.skipValue()
      }
    }
    isCut = cursor.fault != nil
  }

  init() {}
}

extension IPSHeader {
  /// True if the process ran in a simulator, by the platform number of `mach-o/loader.h` (`PLATFORM_IOSSIMULATOR` 7,
  /// `PLATFORM_TVOSSIMULATOR` 8, `PLATFORM_WATCHOSSIMULATOR` 9, `PLATFORM_VISIONOSSIMULATOR` 12); `nil` if the number
  /// is missing or not known.
  var isSimulator: Bool? {
    switch platform {
    case 7, 8, 9, 12: true
    case 1, 2, 3, 4, 5, 6, 10, 11: false
    default: nil
    }
  }

  /// The name and the build of the system, from `macOS 26.3 (25D125)`.
  var system: (name: String, build: String?)? {
    guard let osVersion else { return nil }
    guard osVersion.utf8.last == UInt8(ascii: ")"), let bracket = osVersion.utf8.lastIndex(of: UInt8(ascii: "(")) else {
      return (osVersion, nil)
    }
    let build = osVersion[osVersion.utf8.index(after: bracket)...].dropLast()
    let name = String(osVersion[..<bracket]).trimmedOfSpace
    return (name, build.isEmpty ? nil : String(build))
  }

  /// Sets the fields of `report` that its body does not state.
  func fill(_ report: inout CrashReport) {
    if report.source.bugType == nil { report.source.bugType = bugType }
    if isSimulated, report.exception?.note?.hasPrefix("SIMULATED") != true {
      var exception = report.exception ?? CrashReport.Exception()
      exception.note = "SIMULATED (this is NOT a crash)"
      report.exception = exception
    }
    if isBeta, report.detail(.distribution) == nil { report.add(.distribution, "beta", line: line) }
    fillIn(&report.incident, incident?.uppercased(), .incident, &report.lines)
    let hasProcess = report.process != nil
    var process = report.process.take() ?? CrashReport.Process()
    fillIn(&process.name, appName ?? name, .processName, &report.lines)
    fillIn(&process.bundleID, bundleID, .bundleID, &report.lines)
    fillIn(&process.version, appVersion, .version, &report.lines)
    if process.build == nil { process.build = buildVersion }
    if hasProcess || process != CrashReport.Process() { report.process = process }
    if let system {
      fillIn(&report.host.os, system.name, .os, &report.lines)
      if report.host.osBuild == nil { report.host.osBuild = system.build }
    }
    if report.host.isSimulator == nil { report.host.isSimulator = isSimulator }
    var times = report.times ?? CrashReport.Times()
    if times.crashed == nil, let timestamp {
      times.crashed = CrashReport.ReportTime(reportText: timestamp)
      report.lines[.crashed] = line
      report.times = times
    }
  }

  private func fillIn(
    _ property: inout String?, _ value: String?, _ field: CrashReport.Field, _ lines: inout [CrashReport.Field: Int]
  ) {
    guard property == nil, let value else { return }
    property = value
    lines[field] = line
  }
}

extension String {
  /// The string without leading and trailing white space; old systems pad names.
  var trimmedOfSpace: String {
    // Fast path: nearly always only spaces are removed, next to ASCII characters.
    if let low = utf8.firstIndex(where: { $0 != 0x20 }), let high = utf8.lastIndex(where: { $0 != 0x20 }),
      0x21..<0x7F ~= utf8[low], 0x21..<0x7F ~= utf8[high]
    {
      return low == startIndex && utf8.index(after: high) == endIndex ? self : String(self[low...high])
    }
    var text = self[...]
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
