import Bytes

/// The label of a header field or section in a crash report, `Label:   value`.
///
/// Collected from reports of versions 2 (Mac OS X 10.3) to 105 and from the template of version 104. A field may have
/// several spellings (`docs/formats.md`, *Header labels*).
enum HeaderLabel {
  // Fields
  case incident, reporterKey, device, process, command, pid, path, identifier, version, codeType, role, parent
  case responsible, coalition, date, launch, os, reportVersion, uptime, model, distributor
  case crashedThread, threadNumber, exceptionType, exceptionCodes, exceptionSubtype, exceptionMessage, exceptionNote
  case exceptionReason, exceptionName, exceptionSignal, faultAddress, terminationIndicator, terminationCode
  case jetsamReason, jetsamPages, jetsamName, terminationSignal, terminationReason, terminationDescription,
    terminationDetails
  case terminatingProcess, logicalCPU, errorCode, trapNumber
  /// Fields of the trailer that Umeng prints below a stack.
  case processorType, symbolsUUID, imageName, imageBase
  /// A known header field that the model does not store.
  case other
  // Sections
  case applicationInformation, applicationSignatures, managedStack, lastException, kernelTriage, dyldError, dyldMessage,
    regionInfo
  case images, modificationWarnings, formulatingError, syslog, skipped, end

  /// True for labels that begin a section and therefore end free text before it.
  var isSection: Bool {
    switch self {
    case .applicationInformation, .applicationSignatures, .managedStack, .lastException, .kernelTriage, .dyldError,
      .regionInfo,
      .images, .modificationWarnings, .formulatingError, .syslog, .skipped, .end:
      true
    default: false
    }
  }

  /// True for words that prose uses before a colon too; they are recognized only inside a header.
  var isCommonWord: Bool {
    switch self {
    case .process, .command, .pid, .path, .identifier, .version, .role, .parent, .responsible, .date, .model,
      .threadNumber, .other, .device, .end, .coalition, .uptime, .logicalCPU, .errorCode, .processorType,
      .symbolsUUID, .imageName, .imageBase:
      true
    default: false
    }
  }

  /// True for fields that begin a header.
  var startsReport: Bool {
    switch self {
    case .incident, .reporterKey, .device, .process, .command, .date: true
    default: false
    }
  }

  private static let spellings: [(HeaderLabel, [String])] = [
    (.incident, ["Incident Identifier"]),
    (.reporterKey, ["CrashReporter Key", "Crash Reporter Key", "Beta Identifier"]),
    (.device, ["Hardware Model"]),
    (.process, ["Process"]),
    (.command, ["Command"]),
    (.pid, ["PID"]),
    (.path, ["Path"]),
    (.identifier, ["Identifier"]),
    (.version, ["Version"]),
    (.codeType, ["Code Type"]),
    (.role, ["Role"]),
    (.parent, ["Parent Process", "Parent"]),
    (.responsible, ["Responsible", "Responsible Process"]),
    (.coalition, ["Coalition"]),
    (.date, ["Date/Time"]),
    (.launch, ["Launch Time"]),
    (.os, ["OS Version"]),
    (.reportVersion, ["Report Version"]),
    (.uptime, ["Time Awake Since Boot"]),
    (.model, ["Model"]),
    (.crashedThread, ["Crashed Thread", "Triggered by Thread", "Highlighted by Thread", "Highlighted Thread"]),
    (.threadNumber, ["Thread"]),
    (.exceptionType, ["Exception Type", "Exception"]),
    (.exceptionCodes, ["Exception Codes", "Codes"]),
    (.exceptionSubtype, ["Exception Subtype"]),
    (.exceptionMessage, ["Exception Message"]),
    (.exceptionNote, ["Exception Note"]),
    (.exceptionReason, ["Exception Reason"]),
    (.terminationSignal, ["Termination Signal"]),
    (.terminationReason, ["Termination Reason"]),
    (.terminationDescription, ["Termination Description"]),
    (.terminationDetails, ["Termination Details"]),
    (.terminatingProcess, ["Terminating Process"]),
    (.distributor, ["Distributor ID"]),
    (.logicalCPU, ["Logical CPU"]),
    (.errorCode, ["Error Code"]),
    (.trapNumber, ["Trap Number"]),
    (.processorType, ["CPU Type"]),
    (.symbolsUUID, ["dSYM UUID"]),
    (.imageName, ["Binary Image"]),
    (.imageBase, ["Base Address"]),
    (
      .other,
      [
        "Release Type", "Baseband Version", "User ID", "AppStoreTools", "AppVariant", "Beta",
        "Anonymous UUID", "Sleep/Wake UUID", "Bridge OS Version", "Time Since Wake", "System Integrity Protection",
        "Build Info", "PlugIn Path", "PlugIn Identifier", "PlugIn Version", "Interval Since Last Report",
        "Crashes Since Last Report", "Per-App Interval Since Last Report", "Per-App Crashes Since Last Report",
        "Host Name", "Build Version", "Framework Version", "UDID", "Notes", "Slide Address",
        "App Item ID", "App External ID", "Store Info", "Shared Cache",
      ]
    ),
    (.applicationInformation, ["Application Specific Information"]),
    (.managedStack, ["Xamarin Exception Stack"]),
    (.applicationSignatures, ["Application Specific Signatures"]),
    (.lastException, ["Last Exception Backtrace"]),
    (.kernelTriage, ["Kernel Triage"]),
    (.dyldError, ["Dyld Error Message"]),
    (.dyldMessage, ["Dyld Message"]),
    (.regionInfo, ["VM Region Info"]),
    (.images, ["Binary Images", "Binary Images Description", "Binary images description"]),
    (.modificationWarnings, ["External Modification Warnings"]),
    (.formulatingError, ["Error Formulating Crash Report"]),
    (.syslog, ["Filtered syslog", "kernel messages"]),
    (
      .skipped,
      [
        "Notable Addresses", "Extra Information", "Application Stats", "Stack Dump",
        "Translated Code Information", "Diagnostic Output", "Thread instruction stream",
      ]
    ),
    (.end, ["External Modification Summary", "VM Region Summary", "System Profile"]),
  ]

  /// Further spellings of the fields of a failure, as people write them when they retell a report, and as the JSON of a
  /// report names its members. Case, blanks, `_` and `-` are ignored.
  ///
  /// These words also occur in prose, so that a field is accepted only if its value has the form of one
  /// (`RetoldFields.swift`).
  private static let retoldSpellings: [(HeaderLabel, [String])] = [
    (
      .exceptionType,
      [
        "type", "error type", "crash type", "fault type", "mach exception", "exc type", "exception kind", "crash",
        "crash reason", "fatal exception", "error", "stop reason", "crash cause", "exception class",
      ]
    ),
    (.exceptionName, ["exception name", "nsexception", "objective-c exception", "exception class name"]),
    (.exceptionSignal, ["signal", "crash signal", "posix signal", "exit signal", "killed by", "sig", "signal name"]),
    (.exceptionSubtype, ["subtype", "exception sub type", "kern", "mach code", "kernel code", "exc subtype"]),
    (.exceptionCodes, ["exception code", "raw codes", "mach codes", "code"]),
    (.exceptionMessage, ["exception message", "crash message", "error message"]),
    (
      .terminationReason,
      [
        "termination", "terminated by", "termination info", "kill reason", "term reason", "termination namespace",
        "namespace",
      ]
    ),
    (.terminationIndicator, ["indicator", "termination indicator"]),
    (.terminationCode, ["termination code", "kill code", "code"]),
    (
      .crashedThread,
      [
        "faulting thread", "crashing thread", "triggered by", "thread crashed", "crashed on thread", "failing thread",
        "faulting thread index",
      ]
    ),
    (
      .faultAddress,
      ["fault address", "faulting address", "address", "bad address", "crash address", "access address", "fault addr"]
    ),
    (.jetsamReason, ["reason", "jetsam reason", "kill reason"]),
    (.jetsamPages, ["rpages", "resident pages", "pages"]),
    (.jetsamName, ["name", "process", "process name", "victim", "killed process"]),
  ]

  /// Labels by the hash of their bytes, so that a lookup needs no string.
  static let table: [UInt64: HeaderLabel] = {
    var table: [UInt64: HeaderLabel] = [:]
    for (label, texts) in spellings {
      for text in texts { table[ByteText.hash(text)] = label }
    }
    return table
  }()

  /// All labels of the fields of a failure, by the hash of their folded spelling (`ByteText.foldedHash`). A spelling
  /// may belong to several labels; the form of the value decides.
  static let retoldTable: [UInt64: [HeaderLabel]] = {
    var table: [UInt64: [HeaderLabel]] = [:]
    let stated = spellings.filter { $0.0.isFailureField }
    for (label, texts) in stated + retoldSpellings {
      for text in texts {
        let key = ByteText.hash(text.lowercased().filter { $0 != " " && $0 != "-" && $0 != "_" })
        if table[key]?.contains(label) != true { table[key, default: []].append(label) }
      }
    }
    return table
  }()

  private var isFailureField: Bool {
    switch self {
    case .exceptionType, .exceptionCodes, .exceptionSubtype, .exceptionMessage, .terminationReason, .crashedThread: true
    default: false
    }
  }
}

extension ByteText {
  /// Returns the label at the start of a line, and the value after its colon.
  func headerLabel(_ slice: Slice) -> (label: HeaderLabel, value: Slice)? {
    let mark = self[slice.start]
    guard mark.isLetter else { return nil }
    var colon = slice.start
    let last = min(slice.end, slice.start + 64)
    while colon < last, self[colon] != UInt8(ascii: ":") { colon += 1 }
    guard colon < last else { return nil }
    var name = Slice(slice.start, colon)
    while name.end > name.start, self[name.end - 1].isBlank { name.end -= 1 }
    let value = trimmed(Slice(colon + 1, slice.end))
    if let label = HeaderLabel.table[hash(name)] { return (label, value) }
    // Labels that contain a value: `VM Regions Near 0x10c:`, `Binary Images (dpkg):`, `Stack Dump (0x…-0x…)`.
    if mark == UInt8(ascii: "V"), hasPrefix("VM Regions Near ", name) { return (.regionInfo, Slice(colon, colon)) }
    if mark == UInt8(ascii: "B"), hasPrefix("Binary Images (", name) { return (.images, value) }
    return nil
  }
}
