package import Vocabulary

/// What a report says, in one model, from any format.
///
/// Nearly every field is optional, because a pasted half of a report is normal input. `nil` means that the report
/// says nothing; an empty array, that it says there are none. Nothing here is inferred unless its comment says so.
package struct CrashReport: Sendable, Equatable {
  package var source: Source
  package var kind: Kind = .crash
  /// Apple's incident identifier, upper case.
  package var incident: String?
  package var process: Process?
  package var host = Host()
  package var times: Times?
  package var exception: Exception?
  package var termination: Termination?
  /// Messages the process left behind ("Application Specific Information", `asi`).
  package var applicationSpecificInformation: [ApplicationMessage]?
  package var threads: [Thread]?
  /// Where an uncaught exception was raised; for such a crash this is the cause, and thread 0 only the abort.
  package var lastExceptionBacktrace: [Frame]?
  package var applicationSpecificBacktraces: [[Frame]]?
  /// In ascending order of load address, whatever the report's order, so that every format gives the same list.
  package var images: [BinaryImage]?
  /// What was found in symbol files, by position in `images`. An image none of whose frames lacks a name or a line has
  /// no entry.
  package var imageSymbols: [Int: ImageSymbols] = [:]
  /// Where symbol files were looked for, as the user named the places; `nil`: nobody looked.
  package var symbolPlaces: [String]?
  /// What Interface Builder said about designables, in the order of the log.
  package var previewMessages: [PreviewMessage] = []
  /// What ibtool, actool or their agents said about a document.
  package var documentMessages: [DocumentMessage] = []
  /// Lines of a console, debugger or test log that stand with the report, and loose lines of a paste, in order.
  package var consoleLines: [ConsoleLine] = []
  /// Text of the dynamic loader: "Dyld Error Message", `dyldMessages`, one element a line.
  package var loaderMessages: [ConsoleLine] = []
  /// The event in one line, where exception and messages do not tell it: `ended for want of memory: vm-pageshortage`.
  /// Made from what the report states, without judgement.
  package var eventSummary: String?
  /// Facts of this kind of report, in the order in which a person would tell them.
  package var details: [Detail] = []
  /// Line of the input on which a field stands, from 1.
  package var lines: [Field: Int] = [:]

  package init(source: Source) { self.source = source }
}

extension CrashReport {
  /// Fields whose place is kept, so that evidence can be cited.
  package enum Field: String, Hashable, Sendable, CaseIterable {
    case incident, processName, processPath, bundleID, version, architecture, role, parent, responsible
    case crashed, launched, os, device
    case exceptionType, exceptionCodes, exceptionSubtype, exceptionMessage, exceptionReason, region
    case termination, terminationReasons, terminationDetails
    case faultingThread, images
  }

  /// Where a report came from. The path and digest of the input are known to whoever read the bytes, not here.
  package struct Source: Sendable, Equatable {
    /// Identifier of the format in the catalog: `ips`, `apple-text`, `excerpt`, `build-log`, …
    package var format: String
    /// Apple's `bug_type`, always text.
    package var bugType: String?
    /// Which report of the input, from 0.
    package var index = 0
    /// First and last line of the report in the input, from 1, inclusive.
    package var firstLine: Int?
    package var lastLine: Int?
    /// The report's bytes within the input.
    package var byteRange: Range<Int>?
    /// True if lines can be quoted as they stand. In a JSON report a line may be the whole document, so a member is
    /// rendered in words instead.
    package var quotesLines = true

    package init(format: String) { self.format = format }
  }

  /// What sort of event a report tells of. New kinds may appear at any time.
  package struct Kind: RawRepresentable, Hashable, Sendable {
    package var rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    package static let crash = Kind(rawValue: "crash")
    package static let hang = Kind(rawValue: "hang")
    package static let jetsam = Kind(rawValue: "jetsam")
    package static let resource = Kind(rawValue: "resource")
    package static let watchdog = Kind(rawValue: "watchdog")
    package static let panic = Kind(rawValue: "panic")
    /// A failure while Interface Builder renders or a document is compiled; the app itself was not running.
    package static let preview = Kind(rawValue: "preview")
    /// An app took long to launch; it was not ended.
    package static let launch = Kind(rawValue: "launch")
    /// Stacks or memory of a process that somebody looked at; nothing failed.
    package static let sample = Kind(rawValue: "sample")
    /// Memory that nothing refers to any more.
    package static let leak = Kind(rawValue: "leak")
    /// Statistics of the system, logs, counters: no event is told in it.
    package static let statistics = Kind(rawValue: "statistics")
    package static let unknown = Kind(rawValue: "unknown")

    /// False where the report itself tells of no failure, so that none must be looked for.
    package var isFailure: Bool { self != .statistics && self != .sample }
  }

  package struct ProcessReference: Sendable, Equatable {
    package var name: String?
    package var pid: Int?
    package init(name: String? = nil, pid: Int? = nil) {
      self.name = name
      self.pid = pid
    }
  }

  package struct Process: Sendable, Equatable {
    package var name: String?
    package var pid: Int?
    package var path: String?
    /// `CFBundleIdentifier`; `nil` where a report prints the process name in its place.
    package var bundleID: String?
    /// Marketing version (`CFBundleShortVersionString`).
    package var version: String?
    /// `CFBundleVersion`. iOS up to 14 prints it before the marketing version, later systems after it.
    package var build: String?
    package var role: String?
    package var parent: ProcessReference?
    package var responsible: ProcessReference?
    /// `com.apple.CoreSimulator.SimDevice.<UDID>` for a simulated process whose path is redacted.
    package var coalition: String?
    package init() {}
  }

  /// The system the process ran on. On a simulator `os` and `device` are the Mac's.
  package struct Host: Sendable, Equatable {
    /// Name and version, as `macOS 14.1.1`.
    package var os: String?
    package var osBuild: String?
    package var device: String?
    /// `arm64`, `x86_64`, `i386`, `arm`, `ppc`: one spelling for every format.
    package var architecture: String?
    /// Stated by the platform number or concluded from images and paths; then a note says so.
    package var isSimulator: Bool?
    /// Runtime inside the simulator, as `iOS 14.5 (18E182)`.
    package var simulatedRuntime: String?
    /// Ran under Rosetta.
    package var isTranslated: Bool?
    package init() {}
  }

  package struct Times: Sendable, Equatable {
    package var crashed: ReportTime?
    package var launched: ReportTime?
    package var uptimeSeconds: Int?
    package init() {}
  }

  /// A time as a report writes it, and in RFC 3339 if it states a zone.
  package struct ReportTime: Sendable, Equatable {
    package var asWritten: String
    /// `2026-04-01T12:39:56.0657-07:00`, all decimals kept; `nil` without a zone.
    package var rfc3339: String?
    package init(asWritten: String, rfc3339: String?) {
      self.asWritten = asWritten
      self.rfc3339 = rfc3339
    }
  }

  /// What stopped the process: a Mach exception and, if known, the language exception behind it.
  package struct Exception: Sendable, Equatable {
    /// `EXC_BAD_ACCESS`, or a bare signal where the report has no Mach exception (PLCrashReporter).
    package var type: String?
    package var signal: String?
    package var codes: [UInt64]?
    /// The codes as printed.
    package var codesText: String?
    /// `KERN_INVALID_ADDRESS at 0x…`, wherever the format puts it.
    package var subtype: String?
    package var message: String?
    /// Name of an uncaught language exception.
    package var name: String?
    /// Its reason.
    package var reason: String?
    package var faultAddress: RuntimeAddress?
    /// The memory region line that the report's arrow points at, without the arrow; only that line is evidence.
    package var region: String?
    /// "Exception Note", as `EXC_CORPSE_NOTIFY`, `SIMULATED (this is NOT a crash)`, `NON-FATAL CONDITION`.
    package var note: String?
    package init() {}

    package var isEmpty: Bool { self == Exception() }
  }

  /// Who ended the process and why.
  package struct Termination: Sendable, Equatable {
    package var namespace: String?
    package var code: UInt64?
    package var indicator: String?
    package var reasons: [String]?
    package var details: [String]?
    package var byProcess: ProcessReference?
    package init() {}

    package var isEmpty: Bool { self == Termination() }
  }

  package struct ApplicationMessage: Sendable, Equatable {
    /// Image that left the message; `nil` in text reports.
    package var image: String?
    /// One message. In text reports a new line begins a new message, unless it is indented or a quotation is open.
    package var text: String
    package var line: Int?
    package init(image: String? = nil, text: String, line: Int? = nil) {
      self.image = image
      self.text = text
      self.line = line
    }
  }

  package struct Thread: Sendable, Equatable {
    /// Position as the report numbers it.
    package var index: Int
    package var name: String?
    package var queue: String?
    /// True for the thread the report marks as crashed, triggered, attributed or highlighted.
    package var crashed = false
    package var frames: [Frame] = []
    /// Frames the report or a limit left out of a very deep stack.
    package var omittedFrames = 0
    /// Samples in which the thread was seen in this stack; `nil` unless the report is a series of samples.
    package var samples: Int?
    /// The cycle the system itself found when it elided the middle (`recursionInfoArray`).
    package var recursion: [RecursionInfo] = []
    /// Register name to value, in the report's order.
    package var registers: [Register]?
    package var line: Int?
    package init(index: Int) { self.index = index }
  }

  package struct Register: Sendable, Equatable {
    package var name: String
    package var value: UInt64
    package var note: String?
    package init(name: String, value: UInt64, note: String? = nil) {
      self.name = name
      self.value = value
      self.note = note
    }
  }

  /// One entry of `recursionInfoArray`: how deep, and which frames of the list stand at the ends of the elided part.
  package struct RecursionInfo: Sendable, Equatable {
    package var depth: Int
    package var hottestElided: Int?
    package var coldestElided: Int?
    package var keyFrame: Frame?
    package init(depth: Int) { self.depth = depth }
  }

  /// One frame, innermost first; an inlined function is a frame of its own before the one it was inlined into.
  package struct Frame: Sendable, Equatable {
    /// Number as the report writes it. Jumps where the middle of a recursion was elided.
    package var index: Int
    /// Image name as the report writes it: a file name or a bundle id. `nil` where the report says `???`.
    package var image: String?
    /// Index into `CrashReport.images`.
    package var imageIndex: Int?
    package var address: RuntimeAddress?
    package var imageOffset: ImageOffset?
    package var symbol: Symbol?
    package var source: SourceLocation?
    package var inlined = false
    package var addressKind: AddressKind?
    /// The part the frame plays: inferred, not stated by the report.
    package var role: FrameRole?
    package var outcome: FrameOutcome = .notAttempted
    /// Line of the input, from 1.
    package var line: Int?
    package init(index: Int) { self.index = index }
  }

  package struct Symbol: Sendable, Equatable {
    /// What the report or symbol file states, perhaps mangled.
    package var name: String
    /// For people, when it differs from `name`.
    package var demangled: String?
    /// Distance in bytes from the start of the function.
    package var offset: Int?
    package init(name: String, demangled: String? = nil, offset: Int? = nil) {
      self.name = name
      self.demangled = demangled
      self.offset = offset
    }

    /// The name a person reads.
    package var readable: String { demangled ?? name }
  }
}

/// How a frame's address is meant, which decides whether one byte is taken off before asking for a line.
package enum AddressKind: String, Sendable {
  /// Where the thread stood: the innermost frame, or a fault.
  case exact
  /// Where a callee returns to; the call itself stands before it.
  case `return`
  case asyncResume
}

/// A frame's part in grouping and in blame.
package enum FrameRole: String, Sendable {
  case app, system, host, machinery, glue, loader, unknown
}

/// Why a frame has the name it has, or none.
package enum FrameOutcome: String, Sendable {
  case fromReport, symbolicated, symbolTableOnly, noSymbolFile, uuidMismatch, architectureMismatch, imageUnknown
  case addressOutsideImage, noSymbolAtAddress, malformed, notAttempted
}

/// A loaded binary.
package struct BinaryImage: Sendable, Equatable {
  /// File name.
  package var name: String?
  /// As the report writes it, redactions included.
  package var path: String?
  package var uuid: ImageUUID?
  /// As in the report: `arm64`, `arm64e`, `x86_64`, …
  package var architecture: String?
  package var loadAddress: RuntimeAddress?
  /// In bytes; `nil` when the report states no end.
  package var size: UInt64?
  package var bundleID: String?
  package var version: String?
  package var line: Int?
  package init() {}
}
