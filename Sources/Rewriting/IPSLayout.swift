package import CrashReports
import Vocabulary

/// A report in the layout of Apple's JSON reports (`.ips`, bug type 309): a header line and a body.
///
/// Only for reports that are not JSON. JSON reports are rewritten without loss (`ReportRewriter`).
package struct IPSLayout {
  private let report: CrashReport
  private let style: NameStyle
  private var body = IPSObject()

  private init(_ report: CrashReport, _ style: NameStyle) {
    self.report = report
    self.style = style
  }

  /// Returns the reports that the layout can represent, one after another; others are omitted.
  package static func bytes(_ reports: [CrashReport], style: NameStyle) -> [UInt8] {
    reports.filter(AppleTextLayout.canRepresent).flatMap { report in
      var layout = IPSLayout(report, style)
      layout.process()
      layout.failure()
      layout.messages()
      layout.stacks()
      return layout.header.onOneLine + [0x0A] + layout.body.onLines + [0x0A]
    }
  }

  private var header: IPSObject {
    let process = report.process
    var header = IPSObject()
    header.add("app_name", process?.name)
    header.add("timestamp", report.times?.crashed?.readable)
    header.add("app_version", process?.version)
    header.add("build_version", process?.build)
    header.add("bundleID", process?.bundleID)
    header.add("bug_type", "309")
    header.add("os_version", system)
    header.add("name", process?.name)
    header.add("incident_id", report.incident)
    return header
  }

  private var system: String? {
    report.host.os.map { os in report.host.osBuild.map { "\(os) (\($0))" } ?? os }
  }
}

// MARK: - Members of the body

extension IPSLayout {
  private mutating func process() {
    let process = report.process ?? CrashReport.Process()
    let host = report.host
    body.add("uptime", report.times?.uptimeSeconds)
    body.add("procRole", process.role)
    body.add("version", 2)
    body.add("crashReporterKey", host.reporterKey)
    body.add("modelCode", host.device)
    body.add("coalitionName", process.coalition)
    var system = IPSObject()
    system.add("train", host.os)
    system.add("build", host.osBuild)
    body.add("osVersion", system)
    body.add("captureTime", report.times?.crashed?.readable)
    body.add("procLaunch", report.times?.launched?.readable)
    body.add("incident", report.incident)
    body.add("pid", process.pid)
    if let isTranslated = host.isTranslated { body.add("translated", isTranslated) }
    let names = ["arm64": "ARM-64", "x86_64": "X86-64", "i386": "X86", "arm": "ARM", "ppc": "PPC"]
    body.add("cpuType", host.architecture.map { names[$0] ?? $0 })
    body.add("procName", process.name)
    body.add("procPath", process.path)
    var bundle = IPSObject()
    bundle.add("CFBundleShortVersionString", process.version)
    bundle.add("CFBundleVersion", process.build)
    bundle.add("CFBundleIdentifier", process.bundleID)
    body.add("bundleInfo", bundle)
    body.add("parentProc", process.parent?.name)
    body.add("parentPid", process.parent?.pid)
    body.add("responsibleProc", process.responsible?.name)
    body.add("responsiblePid", process.responsible?.pid)
  }

  private mutating func failure() {
    if let stated = report.exception {
      var exception = IPSObject()
      let codes = stated.codes?.map { "0x" + AppleTextLayout.padded($0, 16) }.joined(separator: ", ")
      exception.add("codes", stated.codesText ?? codes)
      if let codes = stated.codes { exception.add("rawCodes", raw: IPSObject.array(codes.map { Array("\($0)".utf8) })) }
      exception.add("type", stated.type)
      exception.add("signal", stated.signal)
      exception.add("subtype", stated.subtype)
      exception.add("message", stated.message)
      body.add("exception", exception)
      if stated.name != nil || stated.reason != nil {
        var reason = IPSObject()
        reason.add("name", stated.name)
        reason.add("composed_message", stated.reason)
        body.add("exceptionReason", reason)
      }
      switch stated.note {
      case "EXC_CORPSE_NOTIFY"?: body.add("isCorpse", 1)
      case "NON-FATAL CONDITION"?: body.add("isNonFatal", 1)
      case let note? where note.hasPrefix("SIMULATED"): body.add("isSimulated", 1)
      default: break
      }
      body.add("vmRegionInfo", stated.region.map { "--->  " + $0 })
    }
    if let stated = report.termination {
      var termination = IPSObject()
      termination.add("code", stated.code)
      termination.add("namespace", stated.namespace)
      termination.add("indicator", stated.indicator)
      termination.add("reasons", stated.reasons)
      termination.add("details", stated.details)
      termination.add("byProc", stated.byProcess?.name)
      termination.add("byPid", stated.byProcess?.pid)
      body.add("termination", termination)
    }
  }

  private mutating func messages() {
    if let messages = report.applicationSpecificInformation {
      var order: [String] = []
      var texts: [String: [String]] = [:]
      for message in messages {
        // Text reports do not state which image recorded a message.
        let image = message.image ?? "???"
        if texts[image] == nil { order.append(image) }
        texts[image, default: []].append(message.text)
      }
      var object = IPSObject()
      for image in order { object.add(image, texts[image]) }
      body.add("asi", raw: object.onOneLine)
    }
    if !report.loaderMessages.isEmpty { body.add("dyldMessages", report.loaderMessages.map(\.text)) }
  }

  private mutating func stacks() {
    var images = IPSImages(report)
    if let index = report.threads?.firstIndex(where: \.crashed) { body.add("faultingThread", index) }
    if let threads = report.threads {
      body.add("threads", raw: IPSObject.array(threads.map { object($0, &images).onOneLine }))
    }
    if let frames = report.lastExceptionBacktrace {
      body.add("lastExceptionBacktrace", raw: array(frames, &images))
    }
    if let stacks = report.applicationSpecificBacktraces {
      let columns = AppleColumns(report, style: style)
      let texts = stacks.map { stack in
        shown(stack).map { columns.row($0, image: $0.image, separator: " ") }.joined(separator: "\n")
      }
      body.add("asiBacktraces", texts)
    }
    if report.images != nil || images.hasAnonymous { body.add("usedImages", raw: images.array) }
  }

  private func shown(_ frames: [CrashReport.Frame]) -> [CrashReport.Frame] {
    style.showsInlined ? frames : frames.filter { !$0.inlined || $0.outcome == .fromReport }
  }

  private func array(_ frames: [CrashReport.Frame], _ images: inout IPSImages) -> [UInt8] {
    var elements: [[UInt8]] = []
    for frame in shown(frames) { elements.append(object(frame, &images).onOneLine) }
    return IPSObject.array(elements)
  }

  private func object(_ frame: CrashReport.Frame, _ images: inout IPSImages) -> IPSObject {
    var object = IPSObject()
    let location = images.location(of: frame)
    object.add("imageOffset", location.offset)
    if let file = style.file(frame) {
      object.add("sourceLine", frame.source?.line)
      object.add("sourceFile", file)
    }
    object.add("symbol", frame.symbol.map(style.name))
    object.add("imageIndex", location.image)
    object.add("symbolLocation", frame.symbol?.offset ?? (frame.inlined ? 0 : nil))
    if frame.inlined { object.add("inline", true) }
    return object
  }

  private func object(_ thread: CrashReport.Thread, _ images: inout IPSImages) -> IPSObject {
    var object = IPSObject()
    if thread.crashed { object.add("triggered", true) }
    object.add("name", thread.name)
    object.add("queue", thread.queue)
    if let registers = thread.registers { object.add("threadState", IPSObject(registers)) }
    object.add("frames", raw: array(thread.frames, &images))
    if thread.omittedFrames > 0 {
      object.add("originalLength", thread.frames.count.addingReportingOverflow(thread.omittedFrames).partialValue)
    }
    return object
  }
}

extension IPSObject {
  /// Creates an object of registers, with the general ones of ARM as a list:
  /// `{"x":[{"value":0},…],"lr":{"value":6988750060},…}`.
  fileprivate init(_ registers: [CrashReport.Register]) {
    var rest = registers[...]
    for stem in ["x", "r"] {
      var list: [[UInt8]] = []
      while let first = rest.first, first.name == stem + String(list.count) {
        list.append(Self.value(first).onOneLine)
        rest = rest.dropFirst()
      }
      if !list.isEmpty { add(stem, raw: Self.array(list)) }
    }
    for register in rest { add(register.name, Self.value(register)) }
  }

  private static func value(_ register: CrashReport.Register) -> IPSObject {
    var object = IPSObject()
    object.add("value", register.value)
    if let note = register.note, let selector = note.split(separator: "objc-selector ", maxSplits: 1).last,
      note.hasPrefix("objc-selector ")
    {
      object.add("objc-selector", String(selector))
    } else {
      object.add("description", register.note)
    }
    return object
  }
}
