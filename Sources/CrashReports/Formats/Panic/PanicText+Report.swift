import Vocabulary

extension PanicText {
  /// Sets kind, summary, details and backtrace of the report.
  func fill(_ report: inout CrashReport, _ notes: inout NoteList, isReset: Bool) {
    report.kind = .panic
    // The system writes a panic for a reset by buttons, too; "btn_rst" is its only message.
    let isReset = isReset || self.message == "btn_rst" || self.message?.hasPrefix("btn_rst ") == true
    let first = isReset ? firstLine : nil
    let message = message ?? first?.text
    let messageLine = messageLine ?? first?.number
    if let message {
      report.eventSummary = isReset ? "forced reset: \(message)" : message
    } else {
      report.eventSummary = isReset ? "forced reset, without a message" : "kernel panic without a message"
    }
    if isReset { report.add(.resetReason, message, line: messageLine) }
    if let task {
      let taskText = taskPID.map { "\(task) [\($0)]" } ?? task
      report.add(.panickedTask, taskText, line: taskLine)
    }
    report.add(.panicCaller, caller, line: messageLine)
    setSystem(&report, &notes)
    report.host.device = report.host.device ?? model
    if report.host.architecture == nil, let kernelVersion {
      report.host.architecture = Self.architecture(kernelVersion)
    }
    let names = extensions.map { [Detail(.processName, .text($0.text), line: $0.image.line)] }
    if !names.isEmpty { report.add(.kernelExtensions, .rows(names), line: extensions[0].image.line) }
    report.add(.kernel, kernelVersion, line: kernelLine)
    report.add(.panicFlags, flags?.text, line: flags?.line)
    report.add(.processesCount, processes.map { .number($0.count) }, line: processes?.line)
    fillStack(&report)
    if nestedPanics > 0 {
      notes.add("nested-panic", "The kernel panicked again while it handled the panic; the first panic was read.")
    }
    if omittedAddresses > 0 {
      notes.add("limit-reached", "\(omittedAddresses) frames of the kernel's backtrace were dropped.")
    }
  }

  /// Sets the build of the system that panicked. The header of the report states the system that wrote it after the restart,
  /// which is another one on a machine with several systems, or after an update.
  private func setSystem(_ report: inout CrashReport, _ notes: inout NoteList) {
    guard let osBuild, osBuild.utf8.count < 32 else { return }
    guard let written = report.host.osBuild else {
      report.host.osBuild = osBuild
      return
    }
    guard written != osBuild, Self.isBuild(osBuild), Self.isBuild(written),
      report.host.os?.lowercased().hasPrefix("mac") ?? false
    else { return }
    let header = [report.host.os, "(\(written))"].compactMap { $0 }.joined(separator: " ")
    if let system = kernelVersion.flatMap(Self.macOS) {
      report.host.os = system
      report.host.osBuild = osBuild
    }
    notes.add(
      "other-system",
      "The system that panicked has build \(osBuild); \(header) in the header is the system that wrote the report.")
  }

  /// Whether a text is the build of a system, such as `21G651`, and not a text such as `Not yet set`.
  private static func isBuild(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let digits = bytes.prefix { $0 &- 0x30 < 10 }
    guard (1...3).contains(digits.count), bytes.count > digits.count + 1, bytes.count <= 12 else { return false }
    return bytes[digits.count] &- 0x41 < 26
      && bytes[(digits.count + 1)...].allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 }
  }

  /// Returns the version of macOS that has a kernel, `macOS 12` for `Darwin Kernel Version 21.6.0: …`; `nil` for a kernel whose
  /// version is not known. The numbers are those of Apple's open source releases.
  private static func macOS(_ kernelVersion: String) -> String? {
    guard let mark = kernelVersion.range(of: "Darwin Kernel Version ") else { return nil }
    let digits = kernelVersion[mark.upperBound...].prefix { $0 != "." }
    guard digits.utf8.count <= 3, let major = Int(digits) else { return nil }
    switch major {
    case 20...24: return "macOS \(major - 9)"
    case 25: return "macOS 26"
    default: return nil
    }
  }

  /// Returns the architecture from the kernel's version, which ends in `…/RELEASE_ARM64_T8020`.
  private static func architecture(_ version: String) -> String? {
    if version.range(of: "_ARM64") != nil { return "arm64" }
    if version.range(of: "_X86_64") != nil { return "x86_64" }
    return version.range(of: "_I386") != nil ? "i386" : nil
  }

  private func fillStack(_ report: inout CrashReport) {
    guard !addresses.isEmpty || !registers.isEmpty else { return }
    let images = sortedImages
    if !images.isEmpty { report.images = images }
    var thread = CrashReport.Thread(index: 0)
    thread.crashed = true
    thread.name = task
    thread.line = addresses.first?.line ?? registersLine
    if !registers.isEmpty { thread.registers = registers }
    thread.omittedFrames = omittedAddresses
    for (index, address) in addresses.enumerated() {
      var frame = CrashReport.Frame(index: index)
      frame.address = RuntimeAddress(address.value)
      frame.addressKind = .return
      frame.line = address.line
      locate(&frame, images)
      if let (image, symbol) = address.function {
        frame.image = frame.image ?? (image == "mach_kernel" ? "kernel" : image)
        frame.symbol = symbol
        frame.outcome = .fromReport
      }
      thread.frames.append(frame)
    }
    report.threads = [thread]
  }

  private var sortedImages: [BinaryImage] {
    var images = extensions.map(\.image).filter { $0.loadAddress != nil }
    if let kernelUUID, let kernelBase {
      var kernel = BinaryImage()
      kernel.name = "kernel"
      kernel.uuid = kernelUUID
      kernel.loadAddress = RuntimeAddress(kernelBase)
      kernel.architecture = kernelVersion.flatMap(Self.architecture)
      images.append(kernel)
    }
    return images.sorted { ($0.loadAddress?.value ?? .max) < ($1.loadAddress?.value ?? .max) }
  }

  /// Sets the image of a frame. The report lists every kernel extension in the backtrace, so an address outside of all
  /// of them is in the kernel.
  private func locate(_ frame: inout CrashReport.Frame, _ images: [BinaryImage]) {
    guard let address = frame.address?.value else { return }
    var found = IPSImageTable.index(of: address, in: images)
    if found == nil, let kernel = images.firstIndex(where: { $0.name == "kernel" && $0.bundleID == nil }),
      let base = images[kernel].loadAddress?.value, base <= address
    {
      found = kernel
    }
    guard let found, let base = images[found].loadAddress?.value else { return }
    frame.imageIndex = found
    frame.image = images[found].name
    frame.imageOffset = ImageOffset(address - base)
  }
}

/// A decoder for a panic in text, which begins with `*** Panic Report ***` or the first line of the panic.
enum PanicTextDecoder {
  static func decode(_ segment: Segment, _ limits: DecodingLimits) -> Decoded<CrashReport> {
    var report = CrashReport(source: CrashReport.Source(format: "panic"))
    var notes = NoteList(limit: limits.notes)
    var panic = PanicText()
    var at = segment.bodyStart
    var line = segment.bodyLine
    let end = segment.range.upperBound
    while at < end {
      let next = ByteSearch.lineEnd(segment.bytes, from: at, end: end)
      panic.consume(segment.bytes, at..<next, line)
      at = next + 1
      line += 1
    }
    segment.header?.fill(&report)
    panic.fill(&report, &notes, isReset: segment.header?.bugType == "151")
    if panic.message == nil { notes.add("fragment", "The line with the panic message is missing.") }
    return Decoded(report, notes: notes.finished)
  }
}
