import CrashReports
import Diagnosis
import Documents
import Vocabulary

extension ConversionTarget {
  /// Events of Sentry.
  static let sentry = ConversionTarget(
    id: "sentry",
    title: "Sentry event, JSON",
    summary:
      "One event on each line, with the diagnosis as the context `diagnose`. To send one: put it into an envelope, or "
      + "use sentry-cli.",
    losses: [
      "which process ended it", "the subtype of an exception, which becomes its text without a message",
      "messages that the process recorded, except the first", "queues of threads", "which functions were inlined",
      "stacks of other exceptions, codes after the second, notes, regions of memory",
      "frames without an address and a name", "versions of images", "pid, parent process and role", "details",
    ],
    isJSON: true
  ) { reports in
    reports.filter { SentryEvent.canRepresent($0.assessment.report) }.flatMap { SentryEvent($0).bytes + [0x0A] }
  }
}

/// A report as an event of Sentry. Members: https://develop.sentry.dev/sdk/foundations/transport/event-payloads/ and the
/// pages on the interfaces exception, stack trace, threads, debug meta and contexts.
struct SentryEvent {
  private let presented: PresentedReport
  private let report: CrashReport

  init(_ presented: PresentedReport) {
    self.presented = presented
    report = presented.assessment.report
  }

  /// Whether a report has a failure, or stacks.
  static func canRepresent(_ report: CrashReport) -> Bool {
    report.exception != nil || report.termination != nil || report.eventSummary != nil || report.threads != nil
      || report.lastExceptionBacktrace != nil
  }

  var bytes: [UInt8] {
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      writer.member("event_id", identifier)
      // Without a time of the report, the server sets that of the receipt.
      writer.present("timestamp", report.times?.crashed?.rfc3339)
      writer.member("platform", "cocoa")
      writer.member("level", level)
      writer.present("release", release)
      writer.present("dist", report.process?.build)
      exception(&writer)
      threads(&writer)
      images(&writer)
      contexts(&writer)
      writer.present(object: "tags") { $0.present("diagnose.pattern", presented.assessment.findings.first?.pattern) }
    }
    return writer.bytes
  }

  /// 32 hexadecimal digits: those of the incident identifier, or the first of the digest, so that an event that is sent
  /// twice has one identifier.
  private var identifier: String {
    let own = report.incident.flatMap { ImageUUID($0) }
    let digits = own?.description.filter { $0 != "-" } ?? String(presented.digest.suffix(64).prefix(32))
    return digits.lowercased()
  }

  private var level: String {
    switch report.kind {
    case .crash, .watchdog, .jetsam, .panic: "fatal"
    case .fault: "error"
    default: "warning"
    }
  }

  /// `com.example.MyApp@2.4+412`, the form that Sentry parses.
  private var release: String? {
    guard let process = report.process, let name = process.bundleID ?? process.name, let version = process.version
    else {
      return nil
    }
    return name + "@" + version + (process.build.map { "+" + $0 } ?? "")
  }
}

// MARK: - The exception

extension SentryEvent {
  private var isHang: Bool { report.kind == .hang }

  private var crashed: CrashReport.Thread? { report.threads?.first(where: \.crashed) }

  /// The exception, or the hang, which Sentry words as one. Other events are a message.
  private func exception(_ writer: inout JSONWriter) {
    guard report.exception != nil || isHang else {
      let text = presented.statement
      return writer.present(object: "logentry") { $0.present("formatted", text) }
    }
    writer.name("exception")
    writer.object { writer in
      writer.name("values")
      writer.array([report.exception ?? CrashReport.Exception()]) { writer, exception in
        writer.object { writer in
          writer.member("type", type(exception))
          writer.present("value", value(exception))
          if let crashed { writer.member("thread_id", crashed.index) }
          mechanism(exception, &writer)
          let frames = report.failureStack ?? []
          if !frames.isEmpty { stack(frames, crashed?.registers, &writer) }
        }
      }
    }
  }

  private func type(_ exception: CrashReport.Exception) -> String {
    isHang ? "App Hanging" : exception.name ?? exception.type ?? exception.signal ?? "unknown"
  }

  private func value(_ exception: CrashReport.Exception) -> String? {
    if isHang { return report.eventSummary ?? presented.statement }
    if exception.name != nil { return exception.reason }
    // The address of an access is worth more than a note that a library left.
    if let message = exception.message { return message }
    if let subtype = exception.subtype, subtype.hasPrefix("KERN_") { return subtype }
    return report.applicationSpecificInformation?.first?.text ?? exception.subtype
  }

  private func mechanism(_ exception: CrashReport.Exception, _ writer: inout JSONWriter) {
    writer.name("mechanism")
    writer.object { writer in
      let isMach = exception.type?.hasPrefix("EXC_") == true
      let kind = isHang ? "AppHang" : exception.name != nil ? "nsexception" : isMach ? "mach" : "signal"
      writer.member("type", kind)
      writer.member("handled", report.kind == .fault)
      writer.present(object: "data") { $0.present("relevant_address", exception.faultAddress?.value.hexadecimal) }
      writer.present(object: "meta") { writer in
        if isMach, let name = exception.type, let number = SystemNames.number(ofException: name) {
          writer.name("mach_exception")
          writer.object { writer in
            writer.member("exception", number)
            writer.name("code")
            writer.value(json: Array(String(exception.codes?.first ?? 0).utf8))
            writer.name("subcode")
            writer.value(json: Array(String(exception.codes?.dropFirst().first ?? 0).utf8))
            writer.member("name", name)
          }
        }
        let signal = exception.signal ?? (isMach ? nil : exception.type)
        if let signal, let number = SystemNames.number(ofSignal: signal) {
          writer.name("signal")
          writer.object { writer in
            writer.member("number", number)
            writer.member("name", signal)
          }
        }
      }
    }
  }
}

// MARK: - Stacks and images

extension SentryEvent {
  /// Writes a stack, outermost frame first.
  private func stack(
    _ frames: [CrashReport.Frame], _ registers: [CrashReport.Register]?, _ writer: inout JSONWriter
  ) {
    writer.name("stacktrace")
    writer.object { writer in
      writer.name("frames")
      writer.array(frames.reversed().filter { $0.address != nil || $0.symbol != nil }) { self.frame($1, &$0) }
      guard let registers, !registers.isEmpty else { return }
      writer.name("registers")
      var seen: Set<String> = []
      writer.object { writer in
        for register in registers where seen.insert(register.name).inserted {
          writer.member(register.name, register.value.hexadecimal)
        }
      }
    }
  }

  private func frame(_ frame: CrashReport.Frame, _ writer: inout JSONWriter) {
    writer.object { writer in
      let image = frame.imageIndex.flatMap { index in
        report.images.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      }
      if let symbol = frame.symbol {
        writer.member("function", symbol.readable)
        if symbol.demangled != nil { writer.member("raw_function", symbol.name) }
      }
      writer.present("package", image?.path ?? frame.image)
      writer.present("instruction_addr", frame.address?.value.hexadecimal)
      if let address = frame.address?.value, let offset = frame.symbol?.offset.flatMap({ UInt64(exactly: $0) }),
        offset <= address
      {
        writer.member("symbol_addr", (address - offset).hexadecimal)
      }
      writer.present("image_addr", image?.loadAddress?.value.hexadecimal)
      writer.present("filename", frame.source?.file)
      if let line = frame.source?.line, line > 0 { writer.member("lineno", line) }
      writer.member("in_app", frame.role == .app)
    }
  }

  private func threads(_ writer: inout JSONWriter) {
    var threads = report.threads ?? []
    if report.exception == nil, let frames = report.lastExceptionBacktrace, !threads.contains(where: \.crashed) {
      // The stack of an exception that the report does not name.
      var thread = CrashReport.Thread(index: threads.count)
      thread.crashed = true
      thread.frames = frames
      threads.append(thread)
    }
    guard !threads.isEmpty else { return }
    writer.name("threads")
    writer.object { writer in
      writer.name("values")
      writer.array(threads) { writer, thread in
        writer.object { writer in
          writer.member("id", thread.index)
          writer.present("name", thread.name)
          writer.member("crashed", thread.crashed)
          writer.member("current", thread.crashed)
          if !thread.frames.isEmpty { stack(thread.frames, thread.registers, &writer) }
        }
      }
    }
  }

  private func images(_ writer: inout JSONWriter) {
    let images = (report.images ?? []).filter { $0.loadAddress != nil && $0.uuid != nil }
    guard !images.isEmpty else { return }
    writer.name("debug_meta")
    writer.object { writer in
      writer.name("images")
      writer.array(images) { writer, image in
        writer.object { writer in
          writer.member("type", "macho")
          writer.present("debug_id", image.uuid?.description.lowercased())
          writer.present("code_file", image.path ?? image.name)
          writer.present("image_addr", image.loadAddress?.value.hexadecimal)
          if let size = image.size { writer.member("image_size", size) }
          writer.present("arch", image.architecture)
        }
      }
    }
  }
}

// MARK: - Contexts

extension SentryEvent {
  private func contexts(_ writer: inout JSONWriter) {
    writer.name("contexts")
    writer.object { writer in
      let (host, process) = (report.host, report.process)
      writer.present(object: "os") { writer in
        guard let os = host.os else { return writer.present("build", host.osBuild) }
        // The version is the last word, as in "iPhone OS 27.1".
        let words = os.split(separator: " ")
        let hasVersion = words.count > 1 && words[words.count - 1].utf8.first.map { $0 &- 0x30 < 10 } == true
        writer.member("name", hasVersion ? words.dropLast().joined(separator: " ") : os)
        if hasVersion { writer.member("version", String(words[words.count - 1])) }
        writer.present("build", host.osBuild)
      }
      writer.present(object: "device") { writer in
        writer.present("model", host.device)
        writer.present("arch", host.architecture)
        writer.present("simulator", host.isSimulator)
      }
      writer.present(object: "app") { writer in
        writer.present("app_name", process?.name)
        writer.present("app_identifier", process?.bundleID)
        writer.present("app_version", process?.version)
        writer.present("app_build", process?.build)
        writer.present("app_start_time", report.times?.launched?.rfc3339)
      }
      writer.present(object: "termination") { writer in
        writer.present("namespace", report.termination?.namespace)
        writer.present("code", report.termination?.code?.hexadecimal)
        writer.present("indicator", report.termination?.indicator)
        guard let reasons = report.termination?.reasons, !reasons.isEmpty else { return }
        writer.name("reasons")
        writer.array(reasons) { $0.text($1) }
      }
      writer.name("diagnose")
      writer.object { writer in
        for (name, text) in FindingContext(presented).members { writer.member(name, text) }
      }
    }
  }
}
