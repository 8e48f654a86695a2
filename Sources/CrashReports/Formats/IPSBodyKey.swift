/// The members of an `.ips` body that are read, as they are spelled.
enum IPSBodyKey: String, CaseIterable {
  case uptime, procRole, pid, modelCode, osVersion, captureTime, procLaunch, incident, cpuType, crashReporterKey
  case procName, procPath, parentProc, parentPid, responsibleProc, responsiblePid, coalitionName
  case bundleInfo, translated, isCorpse, isSimulated, isNonFatal
  case exception, exceptionReason, vmRegionInfo, vmregioninfo, termination
  case asi, asiBacktraces, lastExceptionBacktrace, dyldMessages, reportNotes
  case kernelTriage = "ktriageinfo"
  case faultingThread, threads, usedImages, legacyInfo, instructionByteStream, extMods
  // The register state of the crashed thread in reports of macOS 11
  case threadState
  // A body inside a body, as exports of the system have it
  case parsedData
  // Facts that newer systems state
  case consecutiveCrashCount, throttleTimeout, lowPowerMode, isLocked, wasUnlockedSinceBoot, isBeta, storeInfo
  case developerMode, mteState
  case lockdownMode = "ldm"

  static let keys = JSONKeyTable<IPSBodyKey>()

  /// True for members whose presence shows that an object is the body of a crash report and not other JSON.
  var isDistinctive: Bool {
    switch self {
    case .threads, .usedImages, .exception, .termination, .asi, .lastExceptionBacktrace, .faultingThread, .procPath,
      .vmRegionInfo, .vmregioninfo, .asiBacktraces, .dyldMessages, .legacyInfo, .bundleInfo, .captureTime, .procName,
      .parsedData:
      true
    default: false
    }
  }
}

/// The members of a frame.
enum IPSFrameKey: String, CaseIterable {
  case imageOffset, imageIndex, symbol, symbolLocation, sourceFile, sourceLine, inline
  static let keys = JSONKeyTable<IPSFrameKey>()
}

/// The members of a thread.
enum IPSThreadKey: String, CaseIterable {
  case name, queue, triggered, frames, threadState, recursionInfoArray, originalLength, instructionState
  static let keys = JSONKeyTable<IPSThreadKey>()
}

/// The members of an image.
enum IPSImageKey: String, CaseIterable {
  case arch, base, size, uuid, path, name
  case bundleID = "CFBundleIdentifier"
  case version = "CFBundleShortVersionString"
  static let keys = JSONKeyTable<IPSImageKey>()
}

/// The members of the smaller objects. Each name has the same meaning in every object that has it.
enum IPSDetailKey: String, CaseIterable {
  // osVersion
  case train, build
  // bundleInfo
  case bundleID = "CFBundleIdentifier"
  case shortVersion = "CFBundleShortVersionString"
  case bundleVersion = "CFBundleVersion"
  // exception, exceptionReason
  case type, signal, codes, rawCodes, subtype, message, name, reason
  case composedMessage = "composed_message"
  case formatString = "format_string"
  // termination
  case namespace, code, indicator, reasons, details, byProc, byPid
  // legacyInfo
  case threadHighlighted, threadTriggered, index, imageExtraInfo
  // storeInfo
  case entitledBeta, distributorID
  // registers
  case value, description, symbol, symbolLocation
  case selector = "objc-selector"
  // recursionInfoArray
  case depth, hottestElided, coldestElided, keyFrame
  // instructionByteStream, instructionState
  case atPC, instructionStream, bytes, offset
  // extMods
  case targeted
  case threadSetState = "thread_set_state"
  static let keys = JSONKeyTable<IPSDetailKey>()
}
