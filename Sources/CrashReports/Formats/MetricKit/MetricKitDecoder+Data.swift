import Vocabulary

extension MetricKitDecoder {
  enum DataKey: String, CaseIterable {
    case appVersion, appBuildVersion, bundleIdentifier, osVersion, deviceType, platformArchitecture, pid
    case exceptionType, exceptionCode, signal, terminationReason, virtualMemoryRegionInfo
    case objectiveCexceptionReason, exceptionReason
    case hangDuration, totalCPUTime, totalSampledTime, writesCaused, launchDuration
    case composedMessage, formatString, exceptionName
    // `environment` and diagnostics of iOS 27
    case applicationVersion, applicationBuildVersion, isTestFlightApp, lowPowerModeEnabled
    case platform, number, buildNumber, value, unit, symbol, totalBytesWritten, terminationCategory
    // App Store Connect
    case bundleId, buildVersion, event, eventDetail
    static let keys = JSONKeyTable<DataKey>()
  }

  /// Reads `diagnosticMetaData`.
  mutating func readData() {
    readObject(DataKey.keys) { decoder, key in decoder.read(key) }
  }

  /// Reads a member of a diagnostic or of its environment; returns false for one that is not used here.
  mutating func read(_ key: DataKey) -> Bool {
    let line = lineOfValue()
    switch key {
    case .appVersion, .applicationVersion:
      let text = cursor.readNonEmpty(limit: 256)
      editProcess { $0.version = text }
      if text != nil { report.lines[.version] = line }
    case .appBuildVersion, .applicationBuildVersion, .buildVersion:
      let text = cursor.readNonEmpty(limit: 256)
      editProcess { $0.build = text }
    case .bundleIdentifier, .bundleId:
      let text = cursor.readNonEmpty(limit: 1024)
      editProcess { $0.bundleID = text }
      if text != nil { report.lines[.bundleID] = line }
    case .pid:
      let pid = cursor.readInt()
      editProcess { $0.pid = pid }
    case .osVersion:
      if cursor.peek() == UInt8(ascii: "{") {
        readSystem(line)
      } else {
        setSystem(cursor.readNonEmpty(limit: 256), line)
      }
    case .isTestFlightApp: if cursor.readBool() == true { report.add(.distribution, "TestFlight", line: line) }
    case .lowPowerModeEnabled: if cursor.readBool() == true { report.add(.powerMode, "Low Power Mode", line: line) }
    case .deviceType: set(\.host.device, cursor.readNonEmpty(limit: 256), .device, line)
    case .platformArchitecture:
      report.host.architecture = cursor.readNonEmpty(limit: 64)
      report.lines[.architecture] = line
    case .exceptionType:
      data.exceptionType = cursor.readUInt64()
      report.lines[.exceptionType] = line
    case .exceptionCode:
      data.exceptionCode = cursor.readUInt64()
      report.lines[.exceptionCodes] = line
    case .signal: data.signal = cursor.readUInt64()
    case .terminationReason: terminationText = cursor.readNonEmpty(limit: limits.textBytes).map { ($0, line) }
    case .virtualMemoryRegionInfo: readRegion(line)
    case .objectiveCexceptionReason, .exceptionReason: readReason(line)
    case .terminationCategory: readCategory(line)
    case .event: data.event = cursor.readNonEmpty(limit: 128)
    case .eventDetail: data.eventDetail = cursor.readNonEmpty(limit: 256)
    case .hangDuration, .totalCPUTime, .totalSampledTime, .writesCaused, .totalBytesWritten, .launchDuration:
      readAmount(key)
    case .composedMessage, .formatString, .exceptionName, .platform, .number, .buildNumber, .value, .unit, .symbol:
      return false
    }
    return true
  }

  private mutating func readAmount(_ key: DataKey) {
    guard let text = readMeasurement() else { return }
    let seconds = Amounts.secondsMeasured(text)
    switch key {
    case .hangDuration: data.hangDuration = seconds
    case .totalCPUTime: data.cpuTime = seconds
    case .totalSampledTime: data.sampledTime = seconds
    case .launchDuration: data.launchDuration = seconds
    default: data.written = Amounts.bytesMeasured(text)
    }
  }

  /// Reads a measurement as text, `20 sec`, or as `Measurement` encodes it: `{"value":20,"unit":"s"}`, where the unit may
  /// be an object with its `symbol`.
  private mutating func readMeasurement() -> String? {
    guard cursor.peek() == UInt8(ascii: "{") else { return cursor.readNonEmpty(limit: 128) }
    let line = cursor.line
    var number: String?
    var unit: String?
    readObject(DataKey.keys) { decoder, key in
      switch key {
      case .value: number = decoder.cursor.readNonEmpty(limit: 64).flatMap(Amounts.plainDecimal)
      case .unit where decoder.cursor.peek() == UInt8(ascii: "{"):
        decoder.readObject(DataKey.keys) { decoder, key in
          guard key == .symbol else { return false }
          unit = decoder.cursor.readNonEmpty(limit: 32)
          return true
        }
      case .unit: unit = decoder.cursor.readNonEmpty(limit: 32)
      default: return false
      }
      return true
    }
    if number == nil { cursor.recordMismatch("an object without a number", line: line) }
    return number.map { $0 + " " + (unit ?? "") }
  }

  private mutating func readRegion(_ line: Int) {
    guard let text = cursor.readNonEmpty(limit: limits.textBytes) else { return }
    var exception = report.exception ?? CrashReport.Exception()
    // The text begins with the faulting address: `0x18 is not in any region.`
    if let end = text.range(of: " is ") {
      let digits = Array(text[..<end.lowerBound].utf8)
      exception.faultAddress = ByteSearch.integer(digits, 0..<digits.count).map(RuntimeAddress.init)
    }
    exception.region = IPSDecoder.region(text)
    report.lines[.region] = line
    report.exception = exception.isEmpty ? nil : exception
  }

  /// Reads an uncaught Objective-C exception (`MXCrashDiagnosticObjectiveCExceptionReason`).
  private mutating func readReason(_ line: Int) {
    var name: String?
    var reason: String?
    var template: String?
    if cursor.peek() == UInt8(ascii: "{") {
      readObject(DataKey.keys) { decoder, key in
        let limit = decoder.limits.textBytes
        switch key {
        case .exceptionName: name = decoder.cursor.readNonEmpty(limit: 1024)
        case .composedMessage: reason = decoder.cursor.readNonEmpty(limit: limit)
        case .formatString: template = decoder.cursor.readNonEmpty(limit: limit)
        default: return false
        }
        return true
      }
    } else {
      reason = cursor.readNonEmpty(limit: limits.textBytes)
    }
    guard name != nil || reason != nil || template != nil else { return }
    var exception = report.exception ?? CrashReport.Exception()
    exception.name = name
    exception.reason = reason ?? template
    report.exception = exception
    report.lines[.exceptionReason] = line
  }
}
