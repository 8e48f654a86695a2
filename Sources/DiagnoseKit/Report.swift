import CrashReports
import Diagnosis
import Documents
import Presentation
import Signatures
import Vocabulary

/// A report with its diagnosis.
///
/// Most members are optional, because excerpts of reports are valid input: `nil` means that the report does not state
/// it.
public struct Report: Sendable {
  private let stored: Boxed<PresentedReport>
  private var presented: PresentedReport { stored.value }
  /// The signature, which is equal for reports of the same failure.
  public let signature: Signature

  private var report: CrashReport { presented.assessment.report }

  init(_ presented: PresentedReport, images: ImageRules) {
    stored = Boxed(presented)
    signature = Signature(
      presented.signature ?? .init(SignatureInput(presented.assessment.report), rules: images))
  }

  /// The kind of event that the report describes.
  public var kind: Kind { Kind(rawValue: report.kind.rawValue) }
  /// The format of the report, such as `ips` or `apple-text`.
  public var format: String { report.source.format }
  /// The digest of the report's bytes: `sha256:` and 64 hexadecimal digits.
  public var digest: String { presented.digest }
  /// Apple's incident identifier.
  public var incident: String? { report.incident }
  /// The process that failed.
  public var process: Process? { report.process.map { Process($0) } }
  /// The name and version of the system, such as `macOS 14.1.1`.
  public var operatingSystem: String? { report.host.os }
  /// The time of the event: in RFC 3339 if the report states a time zone, else as written.
  public var time: String? { report.times?.crashed.map { $0.rfc3339 ?? $0.asWritten } }
  /// The exception that terminated the process.
  public var exception: Exception? { report.exception.map { Exception($0) } }
  /// The threads, in the order of the report.
  public var threads: [Thread] { (report.threads ?? []).map { Thread($0) } }
  /// The primary stack, innermost frame first: that of the uncaught exception, else that of the crashed thread.
  public var frames: [Frame] { report.failureStack.map { Frame($0) } }
  /// True for the record of an event: a report, a part of one, or a log with a failure. False for a text that only
  /// mentions a failure, source code, statistics, and a log in which nothing failed; do not count these as failures.
  public var isRecord: Bool { presented.assessment.notARecord == nil }
  /// The known failures in the report, best first; empty if none was recognized.
  public var findings: [Finding] { presented.findings(from: .possible).map { Finding($0) } }
  /// The event in one line: from the best finding, else from the report.
  public var statement: String { presented.statement }
  /// The key of the issue: ``Signature/key``.
  public var issueKey: String { signature.key }

  /// Returns the report as text, Markdown or JSON.
  ///
  /// - Parameter form: The output format. JSON is one document of schema `diagnose/1`.
  public func rendered(as form: OutputForm) -> String { form.format.render([presented], [], PresentationStyle()) }
}

extension Report {
  /// The kind of event that a report describes. New kinds may be added.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The identifier, as in the JSON output.
    public let rawValue: String

    /// Creates a kind from its identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A process crashed.
    public static let crash = Kind(rawValue: "crash")
    /// An app was unresponsive for a while.
    public static let hang = Kind(rawValue: "hang")
    /// The system killed a process because memory ran out.
    public static let jetsam = Kind(rawValue: "jetsam")
    /// A process used more processor time, wake-ups or disk writes than allowed.
    public static let resource = Kind(rawValue: "resource")
    /// The system terminated an unresponsive app.
    public static let watchdog = Kind(rawValue: "watchdog")
    /// The kernel panicked.
    public static let panic = Kind(rawValue: "panic")
    /// Interface Builder failed to render a view, or a document was not compiled.
    public static let preview = Kind(rawValue: "preview")
    /// Samples of a process in which nothing failed.
    public static let sample = Kind(rawValue: "sample")
    /// Numbers and logs that do not describe an event.
    public static let statistics = Kind(rawValue: "statistics")
    /// The report does not state it.
    public static let unknown = Kind(rawValue: "unknown")
  }

  /// A process, as stated by the report.
  public struct Process: Hashable, Sendable {
    /// The name of the process.
    public let name: String?
    /// The process identifier.
    public let identifier: Int?
    /// The path of the program.
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

  /// The exception that terminated a process.
  public struct Exception: Hashable, Sendable {
    /// The Mach exception, such as `EXC_BAD_ACCESS`, or a signal if the report has none.
    public let type: String?
    /// The signal, such as `SIGSEGV`.
    public let signal: String?
    /// The subtype, such as `KERN_INVALID_ADDRESS at 0x0000000000000000`.
    public let subtype: String?
    /// The codes of the Mach exception.
    public let codes: [UInt64]
    /// The name of an uncaught language exception, such as `NSRangeException`.
    public let name: String?
    /// The reason of the uncaught language exception.
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
    /// The number of the thread in the report.
    public let index: Int
    /// The name of the thread.
    public let name: String?
    /// The name of the dispatch queue.
    public let queue: String?
    /// True for the thread that the report marks as crashed.
    public let isCrashed: Bool
    /// The frames, innermost first; of a very deep stack, only both ends.
    public let frames: [Frame]

    init(_ thread: CrashReport.Thread) {
      index = thread.index
      name = thread.name
      queue = thread.queue
      isCrashed = thread.crashed
      frames = thread.frames.map { Frame($0) }
    }
  }

  /// A frame of a stack. An inlined function has its own frame, before the one it was inlined into.
  public struct Frame: Hashable, Sendable {
    /// The number of the frame in the report.
    public let index: Int
    /// The demangled name of the function; `nil` if neither the report nor symbol files contain it.
    public let function: String?
    /// The offset from the start of the function, in bytes.
    public let offset: Int?
    /// The path or name of the source file.
    public let file: String?
    /// The line in the source file, from 1.
    public let line: Int?
    /// The name of the image, as written in the report.
    public let image: String?
    /// The address in the process.
    public let address: UInt64?
    /// True if the function was inlined.
    public let isInlined: Bool
    /// True if the code belongs to the app and not to the system; inferred from names and paths of images.
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

/// The output format of a report.
public enum OutputForm: String, CaseIterable, Sendable {
  /// Text without colors, 80 columns wide.
  case text
  /// Markdown, for issues and merge requests.
  case markdown
  /// A JSON document of schema `diagnose/1`.
  case json

  fileprivate var format: OutputFormat {
    switch self {
    case .text: .text
    case .markdown: .markdown
    case .json: .json
    }
  }
}
