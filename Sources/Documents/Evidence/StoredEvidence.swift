internal import Archives
package import CrashReports
package import Diagnosis
import Vocabulary

/// A reduced report from which patterns can be judged again, in a few hundred bytes: what the history keeps of a report
/// whose bytes it does not keep.
///
/// Of the stacks it holds that of the crash, those of exceptions, the beginning of the main thread's, and of other
/// threads those that patterns ask for. It holds no absolute address, process number, incident, time, version of the
/// system or folder of a user: the same failure gives the same bytes on every machine, so that equal ones are kept
/// once. Where a number must be there for its relation to another (a fault beside the stack pointer), a stand-in is.
///
/// The form is compact JSON with the members of a `diagnose/1` report, compressed as RFC 1950 says. Other versions of
/// zlib compress to other bytes, so evidence from another machine goes through `recompressed(_:)` before it is
/// compared.
package enum StoredEvidence {
  /// Raised when the reduction changes; written as the member `evidence`.
  package static let version = 1
  /// Bytes of JSON that are read back.
  private static let longestText = 1 << 20
  /// Bytes that are written: fewer than a document allows a text, in Base64.
  private static let longest = 48_000

  /// The evidence of a report. Empty only where memory is so short that zlib cannot start.
  package static func encode(_ assessment: Assessment) -> [UInt8] {
    for limits in [EvidenceReduction.Limits.usual, .small] {
      let text = EncodedReduction(EvidenceReduction.reduced(assessment, limits)).text
      if let bytes = Zlib.deflated(text), bytes.count <= longest { return bytes }
    }
    return []
  }

  /// The reduced report. Frames are named as far as they were; roles and findings are the assessor's to give.
  package static func decode(_ bytes: [UInt8]) throws(DecodingFault) -> CrashReport {
    let text = try text(of: bytes)
    var reader = JSONReader(text)
    var decoder = ReportDecoder()
    var version: Int?
    let isObject = reader.object { name, reader in
      switch name {
      case "evidence": version = reader.integer()
      case "format": decoder.result.report.source.format = reader.text() ?? "unknown"
      case "stackFrames":
        decoder.frames = reader.array { decoder.frame(&$0) }?.map { Self.completed($0) } ?? []
      case "process", "host", "exception", "termination", "details", "applicationSpecificInformation", "threads",
        "lastExceptionBacktrace", "applicationSpecificBacktraces", "images", "kind":
        decoder.member(name, &reader)
      default: decoder.evidence(name, &reader)
      }
    }
    if let fault = reader.fault { throw fault }
    guard isObject, reader.isAtEnd, let version else { throw DecodingFault(.notAReport, "is no stored evidence") }
    guard version <= Self.version else {
      throw DecodingFault(.unsupportedFormat, "is stored evidence of a later version (\(version))")
    }
    decoder.finish()
    return numbered(decoder.result.report)
  }

  /// The JSON in it.
  package static func text(of bytes: [UInt8]) throws(DecodingFault) -> [UInt8] {
    do { return try Zlib.inflated(bytes, limit: longestText) } catch {
      throw DecodingFault(.damaged, "is damaged: its evidence \(error.message)")
    }
  }

  /// The same evidence as this machine's zlib compresses it.
  package static func recompressed(_ bytes: [UInt8]) throws(DecodingFault) -> [UInt8] {
    Zlib.deflated(try text(of: bytes)) ?? bytes
  }

  /// The evidence of a JSON that `text(of:)` gave; `nil` only where memory is short.
  package static func compressed(_ text: [UInt8]) -> [UInt8]? { Zlib.deflated(text) }

  /// What the form leaves out because it follows from the rest.
  private static func completed(_ frame: CrashReport.Frame) -> CrashReport.Frame {
    var frame = frame
    if frame.symbol != nil { frame.outcome = .fromReport }
    return frame
  }

  private static func numbered(_ report: CrashReport) -> CrashReport {
    var report = report
    report.changeEachStack { frames, _ in
      for index in frames.indices { frames[index].index = index }
    }
    for index in (report.threads ?? []).indices {
      if report.threads?[index].omittedFrames == -1 { report.threads?[index].omittedFrames = 0 }
    }
    return report
  }
}

/// A reduced report as compact JSON. Only what there is, and each frame once.
private struct EncodedReduction {
  private let report: CrashReport

  init(_ report: CrashReport) { self.report = report }

  private struct FrameKey: Hashable {
    var image: String?
    var imageIndex: Int?
    var offset: ImageOffset?
    var name: String?
    var demangled: String?
    var source: SourceLocation?
    var inlined: Bool
    var address: RuntimeAddress?

    init(_ frame: CrashReport.Frame) {
      image = frame.image
      imageIndex = frame.imageIndex
      offset = frame.imageOffset
      name = frame.symbol?.name
      demangled = frame.symbol?.demangled
      source = frame.source
      inlined = frame.inlined
      address = frame.address
    }

    /// What differs most; `==` looks at everything.
    func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(offset?.value)
      hasher.combine(source?.line)
    }
  }

  var text: [UInt8] {
    var numbers: [FrameKey: Int] = [:]
    var table: [CrashReport.Frame] = []
    func number(_ frames: [CrashReport.Frame]) -> [Int] {
      frames.map { frame in
        let key = FrameKey(frame)
        if let number = numbers[key] { return number }
        numbers[key] = table.count
        table.append(frame)
        return table.count - 1
      }
    }
    let threads = report.threads?.map { ($0, number($0.frames)) }
    let exception = report.lastExceptionBacktrace.map(number)
    let others = report.applicationSpecificBacktraces?.map(number)
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      writer.member("evidence", StoredEvidence.version)
      writer.member("format", report.source.format)
      writer.member("kind", report.kind.rawValue)
      if !report.source.quotesLines { writer.member("quotesLines", false) }
      circumstances(&writer)
      messages(&writer)
      if let images = report.images {
        writer.name("images")
        writer.array(images) { image($1, &$0) }
      }
      writer.name("stackFrames")
      writer.array(table) { frame($1, &$0) }
      if let threads {
        writer.name("threads")
        writer.array(threads) { writer, entry in thread(entry.0, entry.1, &writer) }
      }
      if let exception {
        writer.name("lastExceptionBacktrace")
        stack(exception, &writer)
      }
      if let others {
        writer.name("applicationSpecificBacktraces")
        writer.array(others) { stack($1, &$0) }
      }
    }
    return writer.bytes
  }

  private func circumstances(_ writer: inout JSONWriter) {
    if let process = report.process {
      writer.name("process")
      writer.object {
        $0.present("name", process.name)
        $0.present("path", process.path)
      }
    }
    let host = report.host
    writer.name("host")
    writer.object {
      $0.present("os", host.os)
      $0.present("architecture", host.architecture)
      $0.present("isSimulator", host.isSimulator)
      $0.present("isTranslated", host.isTranslated)
    }
    if let exception = report.exception {
      writer.name("exception")
      writer.object {
        $0.present("type", exception.type)
        $0.present("signal", exception.signal)
        if let codes = exception.codes {
          $0.name("codes")
          $0.array(codes) { $0.addressValue($1) }
        }
        $0.present("codesText", exception.codesText)
        $0.present("subtype", exception.subtype)
        $0.present("message", exception.message)
        $0.present("name", exception.name)
        $0.present("reason", exception.reason)
        if let fault = exception.faultAddress { $0.address("faultAddress", fault.value) }
        $0.present("region", exception.region)
      }
      writer.present("exceptionNote", exception.note)
    }
    if let termination = report.termination {
      writer.name("termination")
      writer.object {
        $0.present("namespace", termination.namespace)
        if let code = termination.code { $0.address("codeHex", code) }
        $0.present("indicator", termination.indicator)
        if let reasons = termination.reasons { $0.member("reasons", reasons) }
        if let details = termination.details { $0.member("details", details) }
      }
    }
    if !report.details.isEmpty {
      writer.name("details")
      EncodedDetails(report.details).write(to: &writer)
    }
  }

  private func messages(_ writer: inout JSONWriter) {
    writer.present("eventSummary", report.eventSummary)
    EncodedEvidence.lines(report.lines, &writer)
    if let messages = report.applicationSpecificInformation {
      writer.name("applicationSpecificInformation")
      writer.array(messages) { writer, message in
        writer.object {
          $0.member("text", message.text)
          $0.present("line", message.line)
        }
      }
    }
    EncodedMessages(report).write(members: &writer)
  }

  private func stack(_ numbers: [Int], _ writer: inout JSONWriter) { writer.array(numbers) { $0.number($1) } }

  private func thread(_ thread: CrashReport.Thread, _ numbers: [Int], _ writer: inout JSONWriter) {
    writer.object {
      $0.member("index", thread.index)
      if thread.crashed { $0.member("crashed", true) }
      if thread.omittedFrames > 0 { $0.member("omittedFrames", thread.omittedFrames) }
      if !thread.recursion.isEmpty {
        $0.name("recursion")
        $0.array(thread.recursion) { writer, info in writer.object { $0.member("depth", info.depth) } }
      }
      if let registers = thread.registers {
        $0.name("registers")
        $0.object { for register in registers { $0.address(register.name, register.value) } }
      }
      $0.name("frames")
      stack(numbers, &$0)
    }
  }

  private func frame(_ frame: CrashReport.Frame, _ writer: inout JSONWriter) {
    writer.object {
      $0.present("image", frame.image)
      $0.present("imageIndex", frame.imageIndex)
      if let offset = frame.imageOffset { $0.address("imageOffset", offset.value) }
      if let symbol = frame.symbol {
        $0.name("symbol")
        $0.object {
          $0.member("name", symbol.name)
          $0.present("demangled", symbol.demangled)
        }
      }
      if let source = frame.source {
        $0.name("source")
        $0.object {
          $0.member("file", source.file)
          $0.present("line", source.line, minimum: 1)
        }
      }
      if frame.inlined { $0.member("inlined", true) }
      if let address = frame.address { $0.address("address", address.value) }
    }
  }

  private func image(_ image: BinaryImage, _ writer: inout JSONWriter) {
    writer.object {
      $0.present("name", image.name)
      $0.present("path", image.path)
      $0.present("uuid", image.uuid?.description)
      $0.present("architecture", image.architecture)
      $0.present("bundleID", image.bundleID)
    }
  }
}
