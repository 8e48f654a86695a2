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
      let text = EvidenceDocument(EvidenceReduction.reduced(assessment, limits)).text
      if let bytes = Zlib.deflated(text), bytes.count <= longest { return bytes }
    }
    return []
  }

  /// The reduced report. Frames are named as far as they were; roles and findings are the assessor's to give.
  package static func decode(_ bytes: [UInt8]) throws(DecodingFault) -> CrashReport {
    let text = try text(of: bytes)
    var reader = MemberReader(JSONReader(text))
    var document = EvidenceDocument.blank
    let isObject = reader.read(&document)
    if let fault = reader.json.fault { throw fault }
    guard isObject, reader.json.isAtEnd, let version = document.version else {
      throw DecodingFault(.notAReport, "is no stored evidence")
    }
    guard version <= Self.version else {
      throw DecodingFault(.unsupportedFormat, "is stored evidence of a later version (\(version))")
    }
    return numbered(document.report)
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

/// A reduced report as compact JSON: only what there is, and each frame once.
private struct EvidenceDocument: DocumentObject {
  var version: Int?
  var report: CrashReport
  /// The frames that stacks name by their positions here.
  private var stackFrames: [CrashReport.Frame] = []

  static var blank: Self { .init(version: nil, report: CrashReport(source: .init(format: "unknown"))) }

  private init(version: Int?, report: CrashReport) {
    self.version = version
    self.report = report
  }

  init(_ report: CrashReport) { self.init(version: StoredEvidence.version, report: report) }

  static func visit(_ document: inout Self, _ members: inout some MemberVisitor) {
    members.member("evidence", &document.version, .number)
    members.member("format", &document.report.source.format, .text, else: "unknown")
    members.member("kind", &document.report.kind, WordForm(), else: .crash)
    members.member(
      "quotesLines", &document.report.source.quotesLines, .flag, else: true,
      .when(!document.report.source.quotesLines))
    document.report.visitCircumstances(&members)
    members.member("eventSummary", &document.report.eventSummary, .text)
    document.report.visitLines(&members)
    document.report.visitApplicationMessages(&members)
    document.report.visitMessages(&members)
    document.report.visitImages(&members)
    members.member("stackFrames", &document.stackFrames, StackFramesForm(), else: [])
    document.report.visitStacks(&members)
  }

  /// The document as a text.
  var text: [UInt8] {
    var document = self
    var writer = MemberWriter(.compact, .evidence)
    report.forEachStack { frames, _ in
      for frame in frames where writer.frameNumbers[FrameKey(frame)] == nil {
        writer.frameNumbers[FrameKey(frame)] = document.stackFrames.count
        document.stackFrames.append(frame)
      }
    }
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
    // What the form leaves out because it follows from the rest.
    for index in frames.indices where frames[index].symbol != nil { frames[index].outcome = .fromReport }
    input.frames = frames
    return frames
  }
}

/// What tells frames of evidence apart.
struct FrameKey: Hashable {
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
