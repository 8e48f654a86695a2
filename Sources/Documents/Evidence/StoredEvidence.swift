internal import Archives
package import CrashReports
package import Diagnosis
internal import Platform
import Vocabulary

/// A reduced report of a few hundred bytes that patterns can be matched against again. The history stores it for a
/// report whose bytes it does not store.
///
/// It contains the stack of the crash, those of exceptions, the beginning of the main thread's stack, and the stacks of
/// other threads that patterns read. It contains no absolute address, process number, incident, time, system version or
/// user folder: the same failure gives the same bytes on every machine, so that equal evidence is stored once. If a
/// number is needed for its relation to another (a fault close to the stack pointer), a placeholder replaces it.
///
/// The format is compact JSON with the members of a `diagnose/1` report, compressed according to RFC 1950. Other
/// versions of zlib produce other bytes, so evidence from another machine is passed to `recompressed(_:)` before it is
/// compared.
package enum StoredEvidence {
  /// The version of the reduction, raised when the reduction changes; written as the member `evidence`.
  package static let version = 2
  /// The maximum size of the JSON text that is read, in bytes.
  private static let maxTextLength = 1 << 20
  /// The maximum size of the evidence that is written, in bytes; as Base64, it fits a text of a document.
  private static let maxLength = 48_000

  /// The compressed forms of recent texts: many reports of one failure have the same evidence, and compressing it takes
  /// longer than composing it.
  private static let deflated = RecentValues(limit: 4 << 20)

  /// Returns the evidence of a report; empty only if there is not enough memory for zlib.
  package static func encode(_ assessment: Assessment) -> [UInt8] {
    for limits in [EvidenceReduction.Limits.usual, .small] {
      let text = EvidenceDocument.text(of: EvidenceReduction.reduced(assessment, limits))
      if let bytes = deflated.value(of: text, create: { Zlib.deflated(text) }), bytes.count <= maxLength {
        return bytes
      }
    }
    return []
  }

  /// Returns the reduced report. Frames have the names they had; the assessor assigns roles and findings.
  package static func decode(_ bytes: [UInt8]) throws(DecodingFault) -> CrashReport {
    let text = try text(of: bytes)
    var reader = MemberReader(JSONReader(text))
    var document = EvidenceDocument.blank
    let isObject = reader.read(&document)
    if let fault = reader.json.fault { throw fault }
    guard isObject, reader.json.isAtEnd, let version = document.version else {
      throw DecodingFault(.notAReport, "is not stored evidence")
    }
    guard version <= Self.version else {
      throw DecodingFault(.unsupportedFormat, "is stored evidence of a later version (\(version))")
    }
    return numbered(document.report)
  }

  /// Returns the JSON text of evidence.
  package static func text(of bytes: [UInt8]) throws(DecodingFault) -> [UInt8] {
    do { return try Zlib.inflated(bytes, limit: maxTextLength) } catch {
      throw DecodingFault(.damaged, "is damaged: its evidence \(error.message)")
    }
  }

  /// Returns the same evidence, compressed by this machine's zlib.
  package static func recompressed(_ bytes: [UInt8]) throws(DecodingFault) -> [UInt8] {
    Zlib.deflated(try text(of: bytes)) ?? bytes
  }

  /// Returns the evidence for a JSON text from `text(of:)`; `nil` only if there is not enough memory.
  package static func compressed(_ text: [UInt8]) -> [UInt8]? { Zlib.deflated(text) }

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

/// Values computed from texts, which are stored until their size exceeds a limit. May be used by several threads.
private final class RecentValues: Sendable {
  /// A text, of which all bytes are hashed at once: an array hashes each by itself.
  private struct Text: Hashable {
    var bytes: [UInt8]

    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
  }

  private struct Content {
    var values: [Text: [UInt8]] = [:]
    /// The size of the texts and their values, in bytes.
    var size = 0
  }

  private let limit: Int
  private let content = Guarded(Content())

  /// Creates an empty store for texts and values of up to `limit` bytes together.
  init(limit: Int) { self.limit = limit }

  /// Returns the value of a text, which is created if it is not stored.
  func value(of text: [UInt8], create: () -> [UInt8]?) -> [UInt8]? {
    let key = Text(bytes: text)
    if let value = content.withLock({ $0.values[key] }) { return value }
    guard let value = create() else { return nil }
    let size = text.count + value.count
    guard size <= limit / 16 else { return value }
    content.withLock { content in
      if content.size > limit - size { content = Content() }
      if content.values.updateValue(value, forKey: key) == nil { content.size += size }
    }
    return value
  }
}

/// A reduced report as compact JSON: only members with values, and each frame once.
private struct EvidenceDocument: DocumentObject {
  var version: Int?
  var report: CrashReport
  /// The frames, to which stacks refer by index.
  private var stackFrames: [CrashReport.Frame] = []

  static var blank: Self { .init(version: nil, report: CrashReport(source: .init(format: "unknown"))) }

  private init(version: Int?, report: CrashReport) {
    self.version = version
    self.report = report
  }

  static func visit(_ document: inout Self, _ members: inout some MemberVisitor) {
    members.member("evidence", &document.version, .number)
    members.member("format", &document.report.source.format, .text, else: "unknown")
    members.member("kind", &document.report.kind, WordForm(), else: .crash)
    members.member(
      "quotesLines", &document.report.source.quotesLines, .flag, else: true,
      .when(!document.report.source.quotesLines))
    members.member(
      "isMention", &document.report.source.isMention, .flag, else: false, .when(document.report.source.isMention))
    document.report.visitCircumstances(&members)
    members.member("eventSummary", &document.report.eventSummary, .text)
    document.report.visitLines(&members)
    document.report.visitApplicationMessages(&members)
    document.report.visitMessages(&members)
    document.report.visitImages(&members)
    members.member("stackFrames", &document.stackFrames, StackFramesForm(), else: [])
    document.report.visitStacks(&members)
  }

  /// Returns the document of a reduced report as JSON text.
  static func text(of report: consuming CrashReport) -> [UInt8] {
    var document = Self(version: StoredEvidence.version, report: report)
    var distinct = DistinctFrames()
    // Evidence contains no numbers of frames, so the member is free for the index in `stackFrames`.
    document.report.changeEachStack { frames, _ in
      for index in frames.indices { frames[index].index = distinct.number(of: frames[index]) }
    }
    document.stackFrames = distinct.frames
    var writer = MemberWriter(.compact, .evidence)
    writer.write(document)
    return writer.json.bytes
  }
}

/// The frames of all stacks, each once.
private struct StackFramesForm: ValueForm {
  func write(_ value: [CrashReport.Frame], to output: inout MemberWriter) {
    ArrayForm(ObjectForm()).write(value, to: &output)
  }

  func read(from input: inout MemberReader) -> [CrashReport.Frame]? {
    var frames = ArrayForm(FrameForm()).read(from: &input) ?? []
    // Omitted members follow from the others.
    for index in frames.indices where frames[index].symbol != nil { frames[index].outcome = .fromReport }
    input.frames = frames
    return frames
  }
}

/// The distinct frames of evidence, in the order in which they occur first.
private struct DistinctFrames {
  private(set) var frames: [CrashReport.Frame] = []
  /// The numbers of the frames that were added last, by hash; -1 for none.
  private var latest = [Int32](repeating: -1, count: 256)
  /// For each frame, the number of the one before it with the same hash; -1 for none.
  private var earlier: [Int32] = []

  /// Returns the index in `frames` of an equal frame, which is added if there is none.
  mutating func number(of frame: CrashReport.Frame) -> Int {
    var hasher = Hasher()
    hasher.combine(frame.symbol?.name)
    hasher.combine(frame.imageOffset?.value)
    hasher.combine(frame.source?.line)
    let slot = hasher.finalize() & 0xFF
    var candidate = Int(latest[slot])
    while candidate >= 0 {
      if Self.areEqual(frames[candidate], frame) { return candidate }
      candidate = Int(earlier[candidate])
    }
    earlier.append(latest[slot])
    latest[slot] = Int32(truncatingIfNeeded: frames.count)
    frames.append(frame)
    return frames.count - 1
  }

  private static func areEqual(_ left: CrashReport.Frame, _ right: CrashReport.Frame) -> Bool {
    left.symbol?.name == right.symbol?.name && left.imageOffset == right.imageOffset && left.source == right.source
      && left.image == right.image && left.imageIndex == right.imageIndex && left.address == right.address
      && left.inlined == right.inlined && left.symbol?.demangled == right.symbol?.demangled
  }
}
