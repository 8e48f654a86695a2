/// Members that identify the JSON of a diagnostic format.
enum JSONMarker: String, CaseIterable {
  // Header line of an .ips
  case bugType = "bug_type"
  case appName = "app_name"
  case timestamp
  case osVersion = "os_version"
  case incidentID = "incident_id"
  case sliceUUID = "slice_uuid"
  // MetricKit
  case callStackTree, callStacks, crashDiagnostics, hangDiagnostics, cpuExceptionDiagnostics
  case diskWriteExceptionDiagnostics, appLaunchDiagnostics, diagnosticMetaData
  // MetricKit of iOS 27, one event or the metrics of a period
  case timeRange, environment, callStackThreads, intervalEntries
  case crashDiagnostic, hangDiagnostic, cpuExceptionDiagnostic, diskWriteExceptionDiagnostic, appLaunchDiagnostic
  case memoryExceptionDiagnostic
  // Kernel panic, forced reset
  case panicString, macOSPanicString, macOSProcessedStackshotData, panicFlags
  // Jetsam
  case memoryStatus, largestProcess, processes
  // A process of a jetsam event
  case rpages, pid, name
  // Stackshot
  case processByPid, binaryImages
  // CoreAnalytics
  case analyticsMarker = "_marker"
  // Unified log
  case eventMessage
  // Third-party crash reporters
  case binaryImagesSnake = "binary_images"
  case debugMeta = "debug_meta"
  case recrashReport = "recrash_report"
  case eventID = "event_id"
  case crash, system
  case exceptions, unhandled, handled, foreground, severityReason
  case notifier, events
  case sessionID = "session_id"
  // KSCrash
  case report
  // Services: OpenTelemetry, App Store Connect, Crashlytics
  case resourceLogs, resourceSpans, productData, data, eventTime, bundleOrPackage
  case eventTimestamp = "event_timestamp"
  case bundleIdentifier = "bundle_identifier"
  // Records of Crashlytics, one member each
  case machException = "mach_exception"
  case signal

  static let keys = JSONKeyTable<JSONMarker>()

  /// The bit of each case in a `JSONMarkerSet`. The diagnostics of iOS 27 mean the same for the recognition of a format.
  fileprivate var bit: UInt64 {
    switch self {
    case .bugType: 1 << 0
    case .appName: 1 << 1
    case .timestamp: 1 << 2
    case .osVersion: 1 << 3
    case .incidentID: 1 << 4
    case .sliceUUID: 1 << 5
    case .callStackTree: 1 << 6
    case .callStacks: 1 << 7
    case .crashDiagnostics: 1 << 8
    case .hangDiagnostics: 1 << 9
    case .cpuExceptionDiagnostics: 1 << 10
    case .diskWriteExceptionDiagnostics: 1 << 11
    case .appLaunchDiagnostics: 1 << 12
    case .diagnosticMetaData: 1 << 13
    case .panicString: 1 << 14
    case .macOSPanicString: 1 << 15
    case .macOSProcessedStackshotData: 1 << 16
    case .panicFlags: 1 << 17
    case .memoryStatus: 1 << 18
    case .largestProcess: 1 << 19
    case .processes: 1 << 20
    case .processByPid: 1 << 21
    case .binaryImages: 1 << 22
    case .analyticsMarker: 1 << 23
    case .eventMessage: 1 << 24
    case .binaryImagesSnake: 1 << 25
    case .debugMeta: 1 << 26
    case .recrashReport: 1 << 27
    case .eventID: 1 << 28
    case .crash: 1 << 29
    case .system: 1 << 30
    case .exceptions: 1 << 31
    case .unhandled: 1 << 32
    case .handled: 1 << 33
    case .foreground: 1 << 34
    case .severityReason: 1 << 35
    case .notifier: 1 << 36
    case .events: 1 << 37
    case .sessionID: 1 << 38
    case .machException: 1 << 39
    case .signal: 1 << 40
    case .rpages: 1 << 41
    case .pid: 1 << 42
    case .name: 1 << 43
    case .timeRange: 1 << 44
    case .environment: 1 << 45
    case .callStackThreads: 1 << 46
    case .intervalEntries: 1 << 47
    case .crashDiagnostic, .hangDiagnostic, .cpuExceptionDiagnostic, .diskWriteExceptionDiagnostic,
      .appLaunchDiagnostic, .memoryExceptionDiagnostic:
      1 << 48
    case .report: 1 << 49
    case .resourceLogs: 1 << 50
    case .resourceSpans: 1 << 51
    case .productData: 1 << 52
    case .data: 1 << 53
    case .eventTime, .eventTimestamp: 1 << 54
    case .bundleOrPackage, .bundleIdentifier: 1 << 55
    }
  }
}

/// A set of markers, stored as bits: it is built for every object of an input, where a hash table would cost more.
struct JSONMarkerSet: Sendable, ExpressibleByArrayLiteral {
  private var bits: UInt64

  private init(bits: UInt64) { self.bits = bits }

  init(arrayLiteral elements: JSONMarker...) {
    bits = 0
    for marker in elements { insert(marker) }
  }

  var count: Int { bits.nonzeroBitCount }

  mutating func insert(_ marker: JSONMarker) { bits |= marker.bit }
  func contains(_ marker: JSONMarker) -> Bool { bits & marker.bit != 0 }
  func isDisjoint(with other: Self) -> Bool { bits & other.bits == 0 }
  func intersection(_ other: Self) -> Self { Self(bits: bits & other.bits) }
}

/// Members of a crash log of the Swift runtime that other formats do not have together.
enum SwiftCrashLogMember: String, CaseIterable {
  case kind, faultAddress, platform, architecture, capturedMemory, omittedThreads, omittedImages, backtraceTime
  static let keys = JSONKeyTable<SwiftCrashLogMember>()
}

/// A summary of the first level of a JSON object, from which its format is recognized.
struct JSONShape: Sendable {
  var markers: JSONMarkerSet = []
  /// The number of members that occur only in the body of a crash report.
  var crashMembers = 0
  /// The number of members that occur in a crash log of the Swift runtime.
  var swiftMembers = 0
  var hasImages = false
  var hasThreads = false
  var bugType: String?
  /// The first four keys, for an error message.
  var firstKeys: [String] = []
  /// True for a list of events that contains the exception of a process with binary images, and for a record of
  /// Crashlytics: both need a look below the first level.
  var hasNestedCrash = false
  /// True for a list of events of Crashlytics.
  var hasCrashlyticsEvents = false
  /// True for a list of diagnostic signatures of App Store Connect.
  var isSignatureList = false
  /// True if the beginning of the object names frames of a stack.
  var hasFrames = false
  /// True for diagnostic logs of App Store Connect, some of which are there.
  var hasDiagnosticLogs = false
  var isClosed = false
  var start = 0
  /// The offset after the closing brace, or at which a truncated object ends.
  var end = 0
  var startLine = 1
  var endLine = 1

  /// Consumes the object at the cursor, skipping its values.
  init(_ cursor: inout JSONCursor) {
    _ = cursor.peek()
    start = cursor.offset
    startLine = cursor.line
    if cursor.enterObject() {
      while let text = cursor.nextKey() {
        note(text, &cursor)
        guard cursor.repairs.count < 64 else { break }
      }
      isClosed = cursor.fault == nil && cursor.repairs.count < 64
    }
    end = cursor.offset
    endLine = cursor.line
    hasNestedCrash = findsNestedCrash(cursor.bytes)
    let head = start..<min(end, start + 4096)
    hasCrashlyticsEvents =
      markers.contains(.events) && !markers.contains(.notifier)
      && (ByteSearch.contains("\"bundleOrPackage\"", cursor.bytes, head)
        || ByteSearch.contains("\"bundle_identifier\"", cursor.bytes, head))
    hasFrames = ["\"frames\"", "\"stacktrace\"", "\"frameAddress\"", "\"blameFrame\""].contains {
      (name: StaticString) in ByteSearch.contains(name, cursor.bytes, start..<min(end, start + 16_384))
    }
    hasDiagnosticLogs =
      markers.contains(.productData) && ByteSearch.contains("\"diagnosticLogs\"", cursor.bytes, head)
    isSignatureList =
      markers.contains(.data) && ByteSearch.contains("\"diagnosticSignatures\"", cursor.bytes, head)
      && ByteSearch.contains("\"diagnosticType\"", cursor.bytes, head)
  }

  private func findsNestedCrash(_ bytes: [UInt8]) -> Bool {
    if markers.contains(.events) {
      return ByteSearch.contains("\"exceptions\"", bytes, start..<end)
        && ByteSearch.contains("\"binary_images\"", bytes, start..<end)
    }
    guard firstKeys.count == 1, markers.contains(.machException) || markers.contains(.signal) || crashMembers == 1
    else {
      return false
    }
    let head = start..<min(end, start + 4096)
    if markers.contains(.machException) { return ByteSearch.contains("\"codes\"", bytes, head) }
    if markers.contains(.signal) { return ByteSearch.contains("\"code_name\"", bytes, head) }
    return firstKeys[0] == "exception" && ByteSearch.contains("\"pc\"", bytes, head)
  }

  private mutating func note(_ text: JSONText, _ cursor: inout JSONCursor) {
    if firstKeys.count < 4 { firstKeys.append(cursor.string(text, limit: 40)) }
    if let (key, _) = cursor.find(text, in: IPSBodyKey.keys) {
      if key.isDistinctive { crashMembers += 1 }
      if key == .usedImages { hasImages = true }
      if key == .threads { hasThreads = true }
    }
    if let (marker, _) = cursor.find(text, in: JSONMarker.keys) {
      markers.insert(marker)
      if marker == .bugType {
        bugType = cursor.readNonEmpty(limit: 32)
        return
      }
    } else if cursor.find(text, in: SwiftCrashLogMember.keys) != nil {
      swiftMembers += 1
    }
    cursor.skipValue()
  }
}

extension JSONShape {
  private static let headerMarkers: JSONMarkerSet =
    [.bugType, .appName, .timestamp, .osVersion, .incidentID, .sliceUUID]

  /// True for the body of a crash report, complete or truncated.
  var isCrashBody: Bool {
    guard !isSentry, !isBugsnag, !isMeasure, !isCrashlyticsEvent else { return false }
    return hasImages || (hasThreads && crashMembers > 1) || crashMembers > 2
      || (markers.contains(.bugType) && crashMembers > 0)
  }

  var isMetricKit: Bool {
    !markers.isDisjoint(with: [
      .callStackTree, .callStacks, .crashDiagnostics, .hangDiagnostics, .cpuExceptionDiagnostics,
      .diskWriteExceptionDiagnostics, .appLaunchDiagnostics, .callStackThreads, .crashDiagnostic,
    ])
      || markers.contains(.timeRange) && !markers.isDisjoint(with: [.environment, .intervalEntries])
  }
  var isPanic: Bool {
    !markers.isDisjoint(with: [.panicString, .macOSPanicString, .macOSProcessedStackshotData, .panicFlags])
  }
  var isJetsam: Bool { markers.contains(.memoryStatus) && !markers.isDisjoint(with: [.largestProcess, .processes]) }
  /// True for one process of a jetsam event, pasted without the report around it.
  var isJetsamProcess: Bool {
    markers.contains(.rpages) && !markers.isDisjoint(with: [.pid, .name]) && !isJetsam && crashMembers < 2
  }
  var isStackshot: Bool { markers.contains(.processByPid) && !isPanic }
  /// True for a stackshot that is not in the body of a crash report: threads and images are only those of its processes.
  var isStackshotAlone: Bool { isStackshot && !hasThreads && !hasImages }
  /// True for the JSON form of a backtrace of the Swift runtime. Its first members are enough if the rest is missing.
  var isSwiftCrashLog: Bool { swiftMembers >= 4 }
  var isAnalytics: Bool { markers.contains(.analyticsMarker) }
  var isUnifiedLog: Bool { markers.contains(.eventMessage) }
  /// True for a report of KSCrash. `crash` alone is a word of many documents.
  var isKSCrash: Bool {
    if isMeasure || isSentry || isCrashlyticsEvent { return false }
    return !markers.isDisjoint(with: [.binaryImagesSnake, .recrashReport])
      || markers.contains(.crash) && !markers.isDisjoint(with: [.system, .report])
  }
  /// True for an event of Bugsnag, and for the request that contains events.
  var isBugsnag: Bool {
    !hasImages
      && (markers.contains(.exceptions) && !markers.isDisjoint(with: [.unhandled, .severityReason])
        || markers.contains(.notifier) && markers.contains(.events))
  }
  /// True for an exception of measure.sh, an event with one, and a session with such events.
  var isMeasure: Bool {
    guard !hasImages, !isBugsnag, !isCrashlyticsEvent else { return false }
    if markers.contains(.exceptions) {
      return !markers.isDisjoint(with: [.handled, .foreground, .binaryImagesSnake])
    }
    return markers.contains(.sessionID) && crashMembers > 0 || markers.contains(.events) && hasNestedCrash
  }
  /// True for the first record of a Crashlytics file.
  var isCrashlyticsRecord: Bool { firstKeys.count == 1 && hasNestedCrash && !markers.contains(.events) }
  var isThirdParty: Bool { isSentry || isKSCrash }
  /// True for an event of Sentry, some of whose members have the same names as those of a crash report.
  var isSentry: Bool {
    !hasImages && !isCrashlyticsEvent
      && (markers.contains(.debugMeta) || markers.contains(.eventID) && crashMembers > 0)
  }
  /// True for an event of Crashlytics, a row of its export, and a list of events.
  var isCrashlyticsEvent: Bool {
    hasCrashlyticsEvents || markers.contains(.eventTime) && markers.contains(.bundleOrPackage)
  }
  /// True for an export of OpenTelemetry.
  var isOpenTelemetry: Bool { !markers.isDisjoint(with: [.resourceLogs, .resourceSpans]) }
  /// True for the diagnostic logs of App Store Connect.
  var isAppStoreConnect: Bool { markers.contains(.productData) }

  /// True for the header line of an .ips, which mail or an editor may have wrapped. A truncated or edited header may
  /// lack `bug_type`.
  var isHeader: Bool {
    guard crashMembers == 0, !isOtherKind else { return false }
    let known = markers.intersection(Self.headerMarkers).count
    return markers.contains(.bugType) || known > (isClosed ? 2 : 1)
  }

  private var isOtherKind: Bool {
    isMetricKit || isCrashlyticsEvent || isPanic || isJetsam || isJetsamProcess || isStackshot || isAnalytics
  }

  /// True for a report that may be a member of another object. Two members that only reports have are needed: one common word
  /// would find reports in documents of any kind.
  var isNestedReport: Bool {
    let isStack = markers.isDisjoint(with: [.timeRange, .intervalEntries]) && isMetricKit
    let isEvent = isSentry && (markers.contains(.debugMeta) || hasFrames)
    let isException =
      markers.contains(.exceptions) && hasFrames && (isBugsnag || isMeasure)
    let isRecord =
      isKSCrash && markers.intersection([.crash, .system, .report, .binaryImagesSnake, .recrashReport]).count > 2
    return isCrashBody && (hasImages || crashMembers > 2) || isPanic || isJetsam || isSwiftCrashLog || isOpenTelemetry
      || isCrashlyticsEvent && hasFrames || hasDiagnosticLogs || isSignatureList || isStack || isEvent || isException
      || isRecord
  }

  /// True for any diagnostic format, whether or not this version reads it.
  var isDiagnostic: Bool {
    isCrashBody || isOtherKind || isUnifiedLog || isThirdParty || isBugsnag || isMeasure || isCrashlyticsRecord
      || isSwiftCrashLog || isCrashlyticsEvent || isOpenTelemetry || isAppStoreConnect || isSignatureList
      || markers.contains(.bugType)
  }
}
