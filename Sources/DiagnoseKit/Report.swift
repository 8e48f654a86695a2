import CrashReports
import Diagnosis
import Documents
import Presentation
import Signatures
import Vocabulary

/// A report with its diagnosis.
///
/// Most members are optional, as an excerpt of a report is normal input: `nil` means that the report does not say it.
public struct Report: Sendable {
  private let presented: PresentedReport
  /// What makes its failure equal to that of other reports.
  public let signature: Signature

  private var report: CrashReport { presented.assessment.report }

  init(_ presented: PresentedReport, images: ImageRules) {
    self.presented = presented
    signature = Signature(
      presented.signature ?? .init(SignatureInput(presented.assessment.report), rules: images))
  }

  /// What sort of event the report tells of.
  public var kind: Kind { Kind(rawValue: report.kind.rawValue) }
  /// The format it was read from, as `ips` or `apple-text`.
  public var format: String { report.source.format }
  /// Digest of the report's own bytes: `sha256:` and 64 hexadecimal digits.
  public var digest: String { presented.digest }
  /// Apple's incident identifier.
  public var incident: String? { report.incident }
  /// The process that failed.
  public var process: Process? { report.process.map { Process($0) } }
  /// Name and version of the system, as `macOS 14.1.1`.
  public var operatingSystem: String? { report.host.os }
  /// When it happened, in RFC 3339 where the report states a zone, else as it writes it.
  public var time: String? { report.times?.crashed.map { $0.rfc3339 ?? $0.asWritten } }
  /// What stopped the process.
  public var exception: Exception? { report.exception.map { Exception($0) } }
  /// The threads, in the order of the report.
  public var threads: [Thread] { (report.threads ?? []).map { Thread($0) } }
  /// The frames in which the failure is: of the uncaught exception, else of the crashed thread, innermost first.
  public var frames: [Frame] {
    let raised = report.lastExceptionBacktrace ?? []
    return (raised.isEmpty ? report.crashedThread?.frames ?? [] : raised).map { Frame($0) }
  }
  /// The known failures in it, the best first; empty if none was recognized.
  public var findings: [Finding] { presented.findings(from: .possible).map { Finding($0) } }
  /// What happened in one line: the best finding, else what the report states.
  public var statement: String { presented.statement }
  /// Key of the issue that the failure belongs to: ``Signature/key``.
  public var issueKey: String { signature.key }

  /// The report as diagnose writes it.
  ///
  /// - Parameter form: How. JSON is one document of the schema `diagnose/1`.
  public func rendered(as form: OutputForm) -> String { form.format.render([presented], [], PresentationStyle()) }
}

extension Report {
  /// What sort of event a report tells of. New kinds may be added.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The identifier, as in the JSON output.
    public let rawValue: String

    /// Makes a kind of its identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A process crashed.
    public static let crash = Kind(rawValue: "crash")
    /// An app did not answer for a while.
    public static let hang = Kind(rawValue: "hang")
    /// The system killed a process because memory ran out.
    public static let jetsam = Kind(rawValue: "jetsam")
    /// A process used more processor time, wake-ups or disk writes than allowed.
    public static let resource = Kind(rawValue: "resource")
    /// The system ended an app that did not answer.
    public static let watchdog = Kind(rawValue: "watchdog")
    /// The kernel panicked.
    public static let panic = Kind(rawValue: "panic")
    /// Interface Builder failed to render a view, or a document was not compiled.
    public static let preview = Kind(rawValue: "preview")
    /// Samples of a process in which nothing failed.
    public static let sample = Kind(rawValue: "sample")
    /// Numbers and logs that tell of no event.
    public static let statistics = Kind(rawValue: "statistics")
    /// The report does not say.
    public static let unknown = Kind(rawValue: "unknown")
  }

  /// A process, as the report states it.
  public struct Process: Hashable, Sendable {
    /// Name of the process.
    public let name: String?
    /// Process identifier.
    public let identifier: Int?
    /// Path of the program.
    public let path: String?
    /// `CFBundleIdentifier`.
    public let bundleIdentifier: String?
    /// `CFBundleShortVersionString`.
    public let version: String?
    /// `CFBundleVersion`.
    public let build: String?

    init(_ process: CrashReport.Process) {
      name = process.name
      identifier = process.pid
      path = process.path
      bundleIdentifier = process.bundleID
      version = process.version
      build = process.build
    }
  }

  /// What stopped a process.
  public struct Exception: Hashable, Sendable {
    /// Mach exception, as `EXC_BAD_ACCESS`, or a signal where the report has none.
    public let type: String?
    /// Signal, as `SIGSEGV`.
    public let signal: String?
    /// As `KERN_INVALID_ADDRESS at 0x0000000000000000`.
    public let subtype: String?
    /// Codes of the Mach exception.
    public let codes: [UInt64]
    /// Name of an uncaught language exception, as `NSRangeException`.
    public let name: String?
    /// Its reason.
    public let reason: String?

    init(_ exception: CrashReport.Exception) {
      type = exception.type
      signal = exception.signal
      subtype = exception.subtype
      codes = exception.codes ?? []
      name = exception.name
      reason = exception.reason
    }
  }

  /// A thread of the process.
  public struct Thread: Sendable {
    /// Number that the report gives it.
    public let index: Int
    /// Its name.
    public let name: String?
    /// The dispatch queue it works on.
    public let queue: String?
    /// True for the thread that the report marks as crashed.
    public let isCrashed: Bool
    /// Innermost first; of a very deep stack its two ends.
    public let frames: [Frame]

    init(_ thread: CrashReport.Thread) {
      index = thread.index
      name = thread.name
      queue = thread.queue
      isCrashed = thread.crashed
      frames = thread.frames.map { Frame($0) }
    }
  }

  /// A frame of a stack. An inlined function is a frame of its own, before the one it was inlined into.
  public struct Frame: Hashable, Sendable {
    /// Number that the report gives it.
    public let index: Int
    /// Readable name of the function; `nil` if neither report nor symbol files name it.
    public let function: String?
    /// Distance from the start of the function, in bytes.
    public let offset: Int?
    /// Path or name of the source file.
    public let file: String?
    /// Line of the source file, from 1.
    public let line: Int?
    /// Name of the image, as the report writes it.
    public let image: String?
    /// Address in the process.
    public let address: UInt64?
    /// True if the function was inlined.
    public let isInlined: Bool
    /// True if the code is the app's own and not the system's; concluded from names and paths of images.
    public let isApp: Bool

    init(_ frame: CrashReport.Frame) {
      index = frame.index
      function = frame.symbol?.readable
      offset = frame.symbol?.offset
      file = frame.source?.file
      line = frame.source?.line
      image = frame.image
      address = frame.address?.value
      isInlined = frame.inlined
      isApp = frame.role == .app
    }
  }
}

/// How a report is written.
public enum OutputForm: String, CaseIterable, Sendable {
  /// A page for people, without colors, 80 columns wide.
  case text
  /// To paste into an issue.
  case markdown
  /// A document of the schema `diagnose/1`.
  case json

  fileprivate var format: OutputFormat {
    switch self {
    case .text: .text
    case .markdown: .markdown
    case .json: .json
    }
  }
}
