/// Members by which JSON of a diagnostic kind is told from other JSON.
enum JSONMarker: String, CaseIterable {
  // header line of an .ips
  case bugType = "bug_type"
  case appName = "app_name"
  case timestamp
  case osVersion = "os_version"
  case incidentID = "incident_id"
  case sliceUUID = "slice_uuid"
  // MetricKit
  case callStackTree, callStacks, crashDiagnostics, hangDiagnostics, cpuExceptionDiagnostics
  case diskWriteExceptionDiagnostics, appLaunchDiagnostics, diagnosticMetaData
  // panic, forced reset
  case panicString, macOSPanicString, macOSProcessedStackshotData, panicFlags
  // jetsam
  case memoryStatus, largestProcess, processes
  // stackshot
  case processByPid, binaryImages
  // CoreAnalytics
  case analyticsMarker = "_marker"
  // unified log
  case eventMessage
  // third party crash reporters
  case binaryImagesSnake = "binary_images"
  case debugMeta = "debug_meta"
  case recrashReport = "recrash_report"
  case eventID = "event_id"

  static let keys = JSONKeyTable<JSONMarker>()

  /// One bit of 32 for each case.
  fileprivate var bit: UInt32 {
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
    }
  }
}

/// Markers as bits of a number: this is asked of every object of an input, and hashing would cost more than looking.
struct JSONMarkerSet: Sendable, ExpressibleByArrayLiteral {
  private var bits: UInt32

  private init(bits: UInt32) { self.bits = bits }

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

/// What an object looks like from outside: the members of its first level.
struct JSONShape: Sendable {
  var markers: JSONMarkerSet = []
  /// How many members were met that only the body of a crash report has.
  var crashMembers = 0
  var hasImages = false
  var hasThreads = false
  var bugType: String?
  /// The first few keys, for a message.
  var firstKeys: [String] = []
  var isClosed = false
  var start = 0
  /// Just after the closing brace, or where the object breaks off.
  var end = 0
  var startLine = 1
  var endLine = 1

  /// Looks at the object at the cursor, skipping its values.
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
  }

  private mutating func note(_ text: JSONText, _ cursor: inout JSONCursor) {
    if firstKeys.count < 4 { firstKeys.append(cursor.string(text, limit: 40)) }
    if let (key, _) = cursor.find(text, in: IPSBodyKey.keys) {
      if key.isTelling { crashMembers += 1 }
      if key == .usedImages { hasImages = true }
      if key == .threads { hasThreads = true }
    }
    if let (marker, _) = cursor.find(text, in: JSONMarker.keys) {
      markers.insert(marker)
      if marker == .bugType {
        bugType = cursor.readNonEmpty(limit: 32)
        return
      }
    }
    cursor.skipValue()
  }
}

extension JSONShape {
  private static let headerMarkers: JSONMarkerSet =
    [.bugType, .appName, .timestamp, .osVersion, .incidentID, .sliceUUID]

  /// The body of a crash report, with or without its last members.
  var isCrashBody: Bool {
    guard !isSentry else { return false }
    return hasImages || (hasThreads && crashMembers > 1) || crashMembers > 2
      || (markers.contains(.bugType) && crashMembers > 0)
  }

  var isMetricKit: Bool {
    !markers.isDisjoint(with: [
      .callStackTree, .callStacks, .crashDiagnostics, .hangDiagnostics, .cpuExceptionDiagnostics,
      .diskWriteExceptionDiagnostics, .appLaunchDiagnostics,
    ])
  }
  var isPanic: Bool {
    !markers.isDisjoint(with: [.panicString, .macOSPanicString, .macOSProcessedStackshotData, .panicFlags])
  }
  var isJetsam: Bool { markers.contains(.memoryStatus) && !markers.isDisjoint(with: [.largestProcess, .processes]) }
  var isStackshot: Bool { markers.contains(.processByPid) && !isPanic }
  var isAnalytics: Bool { markers.contains(.analyticsMarker) }
  var isUnifiedLog: Bool { markers.contains(.eventMessage) }
  var isThirdParty: Bool { isSentry || !markers.isDisjoint(with: [.binaryImagesSnake, .recrashReport]) }
  /// An event of Sentry, which shares the names of some members with the body of a crash report.
  var isSentry: Bool {
    !hasImages && (markers.contains(.debugMeta) || markers.contains(.eventID) && crashMembers > 0)
  }

  /// The first line of an .ips, which mail or an editor may have spread over several. One that breaks off, or that was
  /// edited, may lack `bug_type`.
  var isHeader: Bool {
    guard crashMembers == 0, !isOtherKind else { return false }
    let known = markers.intersection(Self.headerMarkers).count
    return markers.contains(.bugType) || known > (isClosed ? 2 : 1)
  }

  private var isOtherKind: Bool { isMetricKit || isPanic || isJetsam || isStackshot || isAnalytics }

  /// Some diagnostic kind, whether it is read or not.
  var isDiagnostic: Bool { isCrashBody || isOtherKind || isUnifiedLog || isThirdParty || markers.contains(.bugType) }
}
