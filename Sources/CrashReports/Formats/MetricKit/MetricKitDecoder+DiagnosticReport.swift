import Bytes
import Vocabulary

// A diagnostic report of iOS 27 and macOS 27 (`DiagnosticReport`, encoded as JSON), one event per object:
//
//     {"version":"2.0.0","timeRange":{"begin":817900000.25,"end":817900000.25},
//      "environment":{"bundleIdentifier":"…","osVersion":{"platform":"iPhone OS","number":"27.1","buildNumber":"24B82"},…},
//      "hangDiagnostic":{"hangDuration":{"value":2750,"unit":"ms"},
//        "callStackTree":{"callStackPerThread":true,"callStackThreads":[{"threadAttributed":true,"rootFrames":[
//          {"binaryUUID":"…","address":4344250384,"offsetIntoBinaryTextSegment":16,"sampleCount":40,"subFrames":[…]}]}],
//          "binaryInfo":[{"uuid":"…","name":"MyApp"}]}}}
//
// Apple documents the types and not the members of the JSON; docs/formats.md states which members are attested.
extension MetricKitDecoder {
  /// Reads a member of a diagnostic report.
  mutating func readReportMember(_ key: Key) -> Bool {
    switch key {
    case .timeRange: readTimeRange()
    case .environment: readEnvironment()
    case .crashDiagnostic: readDiagnostic(.crash)
    case .hangDiagnostic: readDiagnostic(.hang)
    case .cpuExceptionDiagnostic: readDiagnostic(.processorTime)
    case .diskWriteExceptionDiagnostic: readDiagnostic(.diskWrite)
    case .appLaunchDiagnostic: readDiagnostic(.launch)
    case .memoryExceptionDiagnostic: readDiagnostic(.memory)
    default: return false
    }
    return true
  }

  /// Reads a member whose name is not known: a diagnostic of a kind that systems added later, or anything else, which is
  /// skipped.
  mutating func readUnknownMember(_ text: JSONText) {
    let name = cursor.string(text, limit: 64)
    guard name.hasSuffix("Diagnostic") else { return cursor.skipValue() }
    guard cursor.peek() == UInt8(ascii: "{") else { return cursor.skipMismatch() }
    let line = cursor.line
    readDiagnostic(.unknown)
    unknownKind = String(name.dropLast("Diagnostic".count))
    notes.add(
      "unknown-diagnostic", "The kind of diagnostic \"\(name)\" is not known; its stacks were read.", line: line)
  }

  /// Reads one diagnostic, whose data and tree are members of one object.
  private mutating func readDiagnostic(_ kind: MetricKitKind) {
    guard cursor.peek() == UInt8(ascii: "{") else {
      if cursor.peek() != UInt8(ascii: "n") {
        notes.add("member-type", "A diagnostic is not an object and was not read.", line: lineOfValue())
      }
      return cursor.skipValue()
    }
    // A report has one diagnostic; more of them are separate events.
    if isBareDiagnostic { finish() }
    isBareDiagnostic = true
    self.kind = kind
    guard cursor.enterObject() else { return }
    var seen = SeenKeys()
    var seenData = SeenKeys()
    while let text = cursor.nextKey() {
      if let (key, number) = cursor.find(text, in: Key.keys) {
        guard seen.insert(number) else {
          skipDuplicate(text)
          continue
        }
        if !readDiagnosticMember(key) { cursor.skipValue() }
      } else if let (key, number) = cursor.find(text, in: DataKey.keys) {
        guard seenData.insert(number) else {
          skipDuplicate(text)
          continue
        }
        if !read(key) { cursor.skipValue() }
      } else {
        cursor.skipValue()
      }
    }
  }

  /// Reads the version of the system from its parts.
  mutating func readSystem(_ line: Int) {
    var platform: String?
    var number: String?
    readObject(DataKey.keys) { decoder, key in
      switch key {
      case .platform: platform = decoder.cursor.readNonEmpty(limit: 64)
      case .number: number = decoder.cursor.readNonEmpty(limit: 64)
      case .buildNumber: decoder.report.host.osBuild = decoder.cursor.readNonEmpty(limit: 64)
      default: return false
      }
      return true
    }
    if platform == nil, number == nil { cursor.recordMismatch("an object without a version", line: line) }
    set(\.host.os, [platform, number].compactMap { $0 }.joined(separator: " "), .os, line)
  }

  /// Reads `terminationCategory`, Apple's classification of a crash, as text or as an object with one member.
  mutating func readCategory(_ line: Int) {
    if cursor.peek() == UInt8(ascii: "{") {
      guard cursor.enterObject() else { return }
      while let key = cursor.nextKey() {
        if data.category == nil { data.category = cursor.string(key, limit: 64) }
        cursor.skipValue()
      }
    } else {
      data.category = cursor.readNonEmpty(limit: 64)
    }
    data.categoryLine = line
  }

  /// Reads `binaryInfo`: an array of objects with `uuid` and `name`, or an object whose keys are the UUIDs.
  mutating func readImageNames() {
    if cursor.peek() == UInt8(ascii: "[") {
      return readArray { decoder in
        guard decoder.cursor.peek() == UInt8(ascii: "{") else { return decoder.cursor.skipMismatch() }
        decoder.readImageName(nil)
      }
    }
    guard cursor.enterObject() else { return }
    while let key = cursor.nextKey() {
      let uuid = ImageUUID(cursor.string(key, limit: 64))
      if cursor.peek() == UInt8(ascii: "{") {
        readImageName(uuid)
      } else if let name = cursor.readNonEmpty(limit: 1024) {
        record(name, for: uuid)
      }
    }
  }

  private mutating func readImageName(_ outer: ImageUUID?) {
    var uuid = outer
    var name: String?
    readObject(Key.keys) { decoder, key in
      switch key {
      case .uuid: uuid = decoder.cursor.readNonEmpty(limit: 64).flatMap { ImageUUID($0) } ?? uuid
      case .name: name = decoder.cursor.readNonEmpty(limit: 1024)
      default: return false
      }
      return true
    }
    if let name { record(name, for: uuid) }
  }

  private mutating func record(_ name: String, for uuid: ImageUUID?) {
    guard let uuid, imageNames.count < limits.images, imageNames[uuid] == nil else { return }
    imageNames[uuid] = name
  }

  /// Gives the nodes of all stacks the names of their images.
  mutating func nameNodes() {
    guard !imageNames.isEmpty else { return }
    for stack in stacks.indices {
      for node in stacks[stack].tree.nodes.indices where stacks[stack].tree.nodes[node].name == nil {
        guard let uuid = stacks[stack].tree.nodes[node].uuid else { continue }
        stacks[stack].tree.nodes[node].name = imageNames[uuid]
      }
    }
  }
}

// MARK: - Environment and times

extension MetricKitDecoder {
  private mutating func readEnvironment() {
    let current = report
    report = CrashReport(source: current.source)
    readData()
    environment = report
    report = current
  }

  /// Adds process, host and facts of the environment to each diagnostic.
  mutating func addEnvironment() {
    guard let environment else { return }
    changeEach { report in
      report.process = report.process ?? environment.process
      if report.host == CrashReport.Host() { report.host = environment.host }
      report.details += environment.details
      report.lines.merge(environment.lines) { own, _ in own }
      for index in 0..<(report.images?.count ?? 0) where report.images?[index].architecture == nil {
        report.images?[index].architecture = environment.host.architecture
      }
    }
  }

  private mutating func readTimeRange() {
    hasTimeRange = true
    readObject(Key.keys) { decoder, key in
      switch key {
      case .begin: decoder.begin = decoder.cursor.readNonEmpty(limit: 64)
      case .end: decoder.end = decoder.cursor.readNonEmpty(limit: 64)
      default: return false
      }
      return true
    }
  }

  /// The maximum number of seconds of a period whose end is the time of the event: a longer period covers many.
  private static let eventSeconds = 3600

  /// Sets the time of each diagnostic if the payload begins and ends at the same time, because it was delivered
  /// immediately; otherwise adds the period.
  mutating func addTimes() {
    let first = begin.flatMap(CrashReport.ReportTime.init(metricKit:))
    let last = end.flatMap(CrashReport.ReportTime.init(metricKit:))
    let seconds = first.flatMap(Self.seconds).flatMap { first in last.flatMap(Self.seconds).map { $0 - first } }
    let isShort = hasTimeRange && (seconds.map { (0...Self.eventSeconds).contains($0) } ?? false)
    let (begin, end) = (begin, end)
    changeEach { report in
      if let time = last ?? first, begin == end || isShort {
        report.times = CrashReport.Times()
        report.times?.crashed = time
        return
      }
      report.add(.periodBegin, first?.readable ?? begin)
      report.add(.periodEnd, last?.readable ?? end)
    }
  }

  private static func seconds(_ time: CrashReport.ReportTime) -> Int? {
    time.rfc3339.flatMap(Timestamp.init(rfc3339:))?.seconds
  }
}

extension CrashReport.ReportTime {
  /// Parses a time of MetricKit: text, or a number, which Swift's encoder writes in seconds since 2001 and other
  /// encoders in seconds or parts of them since 1970. The magnitudes of the two differ until 2045.
  fileprivate init?(metricKit text: String) {
    let bytes = Array(text.utf8)
    let whole = bytes.prefix { $0 &- 0x30 < 10 }
    let rest = bytes.dropFirst(whole.count)
    guard !whole.isEmpty, rest.isEmpty || rest.first == UInt8(ascii: "."),
      let number = UInt64(String(streamSafe: whole)), number < 1_400_000_000
    else {
      self.init(thirdParty: text)
      return
    }
    // 2001-01-01 in seconds since 1970.
    let since1970 = number + 978_307_200
    self.init(thirdParty: String(since1970) + String(streamSafe: rest))
    asWritten = text
  }
}
