import Vocabulary

/// A decoder for the report that KSCrash writes on the device.
///
///     {"report":{"id":"…","timestamp":"…","process_name":"MyApp"},"system":{"system_name":"iOS",…},
///      "binary_images":[{"image_addr":4303110144,"image_size":933888,"name":"…\/MyApp","uuid":"…"}],
///      "crash":{"error":{"mach":{"exception":1,"exception_name":"EXC_BAD_ACCESS","code":1},"signal":{"name":"SIGSEGV"},
///                        "address":24,"type":"mach"},
///               "threads":[{"index":0,"crashed":true,"backtrace":{"contents":[{"instruction_addr":4303287520,…}]},
///                           "registers":{"basic":{"pc":4303287520}}}]}}
///
/// SentryCrash and the reporters of Bugsnag, Rollbar and Embrace are forks of KSCrash and write the same members.
///
/// If the reporter crashes while it writes a report, it writes another report about that crash. Since version 3 the new
/// report contains the first one in `recrash_report`; before, the new one was added to the first.
struct KSCrashDecoder: ReporterDecoder {
  var base: ReporterBase
  var cache = TextCache()
  var images: [BinaryImage] = []
  var omittedImages = 0
  var failure = KSCrashFailure()
  /// The depth of nested reports; only one level is read.
  private var nesting = 0
  var profile = KSCrashProfile()
  private var inner: (report: CrashReport, failure: KSCrashFailure, images: [BinaryImage], isStandard: Bool)?
  /// `report.type`: true for `standard`, the report on the app; a report on the reporter's own crash is `minimal`.
  private var isStandard = false
  /// The architecture of the program, which differs from `cpu_arch` for a 64-bit program: that is "x86" for both.
  private var binaryType: (type: UInt64?, subtype: UInt64?)

  enum Key: String, CaseIterable {
    case report, crash, system, recrash = "recrash_report"
    case binaryImages = "binary_images"
    case id, timestamp, processName = "process_name"
    case error, threads, diagnosis
    case systemName = "system_name"
    case systemVersion = "system_version"
    case osVersion = "os_version"
    case machine, model
    case architecture = "cpu_arch"
    case processID = "process_id"
    case parentID = "parent_process_id"
    case parentName = "parent_process_name"
    case bundleID = "CFBundleIdentifier"
    case shortVersion = "CFBundleShortVersionString"
    case bundleVersion = "CFBundleVersion"
    case path = "CFBundleExecutablePath"
    case start = "app_start_time"
    case imageAddress = "image_addr"
    case imageSize = "image_size"
    case name, uuid
    case cpuType = "cpu_type"
    case cpuSubtype = "cpu_subtype"
    case binaryType = "binary_cpu_type"
    case binarySubtype = "binary_cpu_subtype"
    case process, type
    case buildType = "build_type"
    static let keys = JSONKeyTable<Key>()
  }

  init(_ segment: Segment, _ limits: DecodingLimits) {
    base = ReporterBase(segment, limits, format: "third-party-json")
  }

  mutating func decode(_ segment: Segment) -> SegmentOutcome {
    readReport()
    if let inner {
      if isFailureOfApp(inner) {
        report = inner.report
        failure = inner.failure
        images = inner.images
      }
      notes.add("recrash", "The crash reporter itself crashed while writing; the report of the first failure was read.")
    }
    finish()
    segment.header?.fill(&report)
    return outcome(orElse: "a KSCrash document without a crash: it has no error and no stack", segment)
  }

  /// Returns whether the nested report describes the failure of the app, and the outer one that of the reporter.
  private func isFailureOfApp(
    _ inner: (report: CrashReport, failure: KSCrashFailure, images: [BinaryImage], isStandard: Bool)
  ) -> Bool {
    guard !inner.failure.isEmpty || inner.report.threads?.isEmpty == false else { return false }
    if inner.isStandard != isStandard { return inner.isStandard }
    let hasStacks = (inner.report.threads?.count ?? 0, report.threads?.count ?? 0)
    return hasStacks.0 > 0 || hasStacks.1 == 0
  }

  private mutating func readReport() {
    readObject(Key.keys) { decoder, key in
      switch key {
      case .report: decoder.readReportInfo()
      case .system: decoder.readSystem()
      case .binaryImages: decoder.readImages()
      case .crash: decoder.readCrash()
      case .process: decoder.readProcessState()
      case .recrash: decoder.readInner()
      default: return false
      }
      return true
    }
  }

  private mutating func readInner() {
    guard nesting == 0, cursor.peek() == UInt8(ascii: "{") else { return cursor.skipOther(than: UInt8(ascii: "{")) }
    nesting = 1
    let outer = (report, failure, images, isStandard, binaryType)
    report = CrashReport(source: outer.0.source)
    failure = KSCrashFailure()
    images = []
    isStandard = false
    binaryType = (nil, nil)
    readReport()
    finishImages()
    inner = (report, failure, images, isStandard)
    (report, failure, images, isStandard, binaryType) = outer
    nesting = 0
  }

  private mutating func readReportInfo() {
    readObject(Key.keys) { decoder, key in
      let line = decoder.lineOfValue()
      switch key {
      case .id: decoder.set(\.incident, decoder.cursor.readNonEmpty(limit: 128)?.uppercased(), .incident, line)
      case .timestamp: decoder.readTime(\.crashed, .crashed)
      case .type: decoder.isStandard = decoder.cursor.readNonEmpty(limit: 64) == "standard"
      case .processName: decoder.setName(line)
      default: return false
      }
      return true
    }
  }

  private mutating func setName(_ line: Int) {
    guard let name = cursor.readNonEmpty(limit: 1024) else { return }
    editProcess { $0.name = name }
    report.lines[.processName] = line
  }

  private mutating func readSystem() {
    var system: String?
    var version: String?
    let start = lineOfValue()
    readObject(Key.keys) { decoder, key in
      let line = decoder.lineOfValue()
      switch key {
      case .systemName: system = decoder.cursor.readNonEmpty(limit: 64)
      case .systemVersion: version = decoder.cursor.readNonEmpty(limit: 64)
      case .osVersion: decoder.report.host.osBuild = decoder.cursor.readNonEmpty(limit: 64)
      case .machine: decoder.set(\.host.device, decoder.cursor.readNonEmpty(limit: 128), .device, line)
      case .model: if decoder.cursor.readNonEmpty(limit: 128) == "simulator" { decoder.report.host.isSimulator = true }
      case .buildType:
        if decoder.cursor.readNonEmpty(limit: 64) == "simulator" { decoder.report.host.isSimulator = true }
      case .architecture:
        let name = decoder.cursor.readNonEmpty(limit: 64).map(IPSDecoder.architecture)
        decoder.set(\.host.architecture, name, .architecture, line)
      case .binaryType: decoder.binaryType.type = decoder.cursor.readUInt64()
      case .binarySubtype: decoder.binaryType.subtype = decoder.cursor.readUInt64()
      case .start: decoder.readTime(\.launched, .launched)
      case .processName: decoder.setName(line)
      case .processID:
        let pid = decoder.cursor.readInt()
        decoder.editProcess { $0.pid = pid }
      case .parentID:
        let pid = decoder.cursor.readInt()
        decoder.editProcess { $0.parent = CrashReport.ProcessReference(name: $0.parent?.name, pid: pid) }
      case .parentName:
        let name = decoder.cursor.readNonEmpty(limit: 1024)
        decoder.editProcess { $0.parent = CrashReport.ProcessReference(name: name, pid: $0.parent?.pid) }
      case .bundleID:
        let text = decoder.cursor.readNonEmpty(limit: 1024)
        decoder.editProcess { $0.bundleID = text }
        if text != nil { decoder.report.lines[.bundleID] = line }
      case .shortVersion:
        let text = decoder.cursor.readNonEmpty(limit: 256)
        decoder.editProcess { $0.version = text }
        if text != nil { decoder.report.lines[.version] = line }
      case .bundleVersion:
        let text = decoder.cursor.readNonEmpty(limit: 256)
        decoder.editProcess { $0.build = text }
      case .path:
        let text = decoder.cursor.readNonEmpty(limit: 4096)
        decoder.editProcess { $0.path = text }
        if text != nil { decoder.report.lines[.processPath] = line }
      default: return false
      }
      return true
    }
    let name = [system, version].compactMap { $0 }.joined(separator: " ")
    set(\.host.os, name, .os, start)
    // `cpu_arch` has no name for a 64-bit Intel processor.
    if report.host.architecture == "i386",
      MachArchitecture.name(type: binaryType.type, subtype: nil) == "x86_64"
    {
      report.host.architecture = "x86_64"
    }
  }

  private mutating func readImages() {
    report.lines[.images] = lineOfValue()
    readArray { decoder in
      guard decoder.images.count < decoder.limits.images else {
        decoder.omittedImages += 1
        return decoder.cursor.skipValue()
      }
      var image = BinaryImage()
      image.line = decoder.lineOfValue()
      var type: UInt64?
      var subtype: UInt64?
      decoder.readObject(Key.keys) { decoder, key in
        switch key {
        case .imageAddress: image.loadAddress = decoder.cursor.readUInt64().map(RuntimeAddress.init)
        case .imageSize: image.size = decoder.cursor.readUInt64().flatMap { $0 == 0 ? nil : $0 }
        case .name: image.path = decoder.cursor.readNonEmpty(limit: 4096)
        case .uuid: image.uuid = decoder.cursor.readNonEmpty(limit: 64).flatMap { ImageUUID($0) }
        case .cpuType: type = decoder.cursor.readUInt64()
        case .cpuSubtype: subtype = decoder.cursor.readUInt64()
        default: return false
        }
        return true
      }
      image.name = image.path.flatMap(IPSDecoder.lastComponent)
      image.architecture = MachArchitecture.name(type: type, subtype: subtype)
      if image.loadAddress != nil || image.uuid != nil { decoder.images.append(image) }
    }
  }
}
