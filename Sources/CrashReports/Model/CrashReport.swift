package import Vocabulary

/// What a report says, in one model, from any format.
///
/// Nearly every field is optional, because a pasted half of a report is normal input. `nil` means that the report
/// says nothing; an empty array, that it says there are none. Nothing here is inferred unless its comment says so.
package struct CrashReport: Sendable, Equatable {
  /// Format and position of the report in the input.
  package var source: Source
  /// `crash` unless the format or the report's contents say otherwise.
  package var kind: Kind = .crash
  /// Apple's incident identifier, upper case.
  package var incident: String?
  /// The process that the report describes, from the header lines or `procName`, `procPath`, `bundleInfo`; `nil` if it
  /// states none of them.
  package var process: Process?
  /// Operating system and hardware; every member is `nil` if the report states neither.
  package var host = Host()
  /// When the event happened and when the process was launched; `nil` if the report states no time.
  package var times: Times?
  /// Mach exception, signal or language exception; `nil` for reports without one, such as hangs and jetsam events.
  package var exception: Exception?
  /// Who ended the process and with which code (`termination`, "Termination Reason:"); `nil` if the report does not
  /// say.
  package var termination: Termination?
  /// Messages the process left behind ("Application Specific Information", `asi`).
  package var applicationSpecificInformation: [ApplicationMessage]?
  /// Threads in the order of the report (`threads`), each with its backtrace; `nil` if the report has no thread
  /// section.
  package var threads: [Thread]?
  /// Where an uncaught exception was raised; for such a crash this is the cause, and thread 0 only the abort.
  package var lastExceptionBacktrace: [Frame]?
  /// "Application Specific Backtrace" sections (`asiBacktraces`), one list of frames each, in the order of the report.
  package var applicationSpecificBacktraces: [[Frame]]?
  /// In ascending order of load address, whatever the report's order, so that every format gives the same list.
  package var images: [BinaryImage]?
  /// What was found in symbol files, by position in `images`. An image none of whose frames lacks a name or a line has
  /// no entry.
  package var imageSymbols: [Int: ImageSymbols] = [:]
  /// Where symbol files were looked for, as the user named the places; `nil`: nobody looked.
  package var symbolLocations: [String]?
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

  /// Creates an empty report of kind `crash` from `source`; readers fill in the rest.
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
    /// First line of the report in the input, from 1; `nil` if lines are unknown.
    package var firstLine: Int?
    /// Last line of the report in the input, from 1, inclusive; `nil` if lines are unknown.
    package var lastLine: Int?
    /// The report's bytes within the input.
    package var byteRange: Range<Int>?
    /// True if lines can be quoted as they stand. In a JSON report a line may be the whole document, so a member is
    /// rendered in words instead.
    package var quotesLines = true

    /// Creates a source for the first report of an input, with its lines and bytes not known yet.
    package init(format: String) { self.format = format }
  }

  /// What sort of event a report tells of. New kinds may appear at any time.
  package struct Kind: RawRepresentable, Hashable, Sendable {
    /// Name of the kind in JSON output and in the history, in lower case: `crash`, `jetsam`.
    package var rawValue: String
    /// Creates a kind from its name in output; a name without a constant below is a kind of its own.
    package init(rawValue: String) { self.rawValue = rawValue }
    /// A process ended by an exception or a signal; also what readers assume of a report that does not say.
    package static let crash = Kind(rawValue: "crash")
    /// A process or its main thread did not respond.
    package static let hang = Kind(rawValue: "hang")
    /// iOS ended processes because memory ran out (`bug_type` 298, `JetsamEvent`).
    package static let jetsam = Kind(rawValue: "jetsam")
    /// A process passed a limit on processor time, wake-ups, disk writes or memory.
    package static let resource = Kind(rawValue: "resource")
    /// The system ended a process that took too long (`0x8badf00d`).
    package static let watchdog = Kind(rawValue: "watchdog")
    /// The kernel panicked; there may be no process to blame.
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
    /// Nothing states what happened: loose log lines, or call stacks alone.
    package static let unknown = Kind(rawValue: "unknown")

    /// False where the report itself tells of no failure, so that none must be looked for.
    package var isFailure: Bool { self != .statistics && self != .sample }
  }

  /// Another process that the report names: parent, responsible process, or the one that ended this one.
  package struct ProcessReference: Sendable, Equatable {
    /// File name or service name as written; `nil` if the report gives only the number.
    package var name: String?
    /// Process ID; `nil` if the report gives only the name.
    package var pid: Int?
    /// Creates a reference from what the report gives; both `nil` means nothing is known.
    package init(name: String? = nil, pid: Int? = nil) {
      self.name = name
      self.pid = pid
    }
  }

  /// The process that crashed, hung or was ended, from the report's header.
  package struct Process: Sendable, Equatable {
    /// File name of the executable (`procName`, "Process:"); the kernel cuts long names in jetsam events.
    package var name: String?
    /// Process ID on the machine of the report (`pid`).
    package var pid: Int?
    /// Path of the executable (`procPath`, "Path:") as written; users' folder names may be redacted.
    package var path: String?
    /// `CFBundleIdentifier`; `nil` where a report prints the process name in its place.
    package var bundleID: String?
    /// Marketing version (`CFBundleShortVersionString`).
    package var version: String?
    /// `CFBundleVersion`. iOS up to 14 prints it before the marketing version, later systems after it.
    package var build: String?
    /// Apple's word for the scheduling role (`procRole`, "Role:"): `Foreground`, `Background`, `Non UI`.
    package var role: String?
    /// The process that launched this one (`parentProc` and `parentPid`, "Parent Process:").
    package var parent: ProcessReference?
    /// The process that the system holds responsible for this one (`responsibleProc`, "Responsible:"), such as the app
    /// of an extension.
    package var responsible: ProcessReference?
    /// `com.apple.CoreSimulator.SimDevice.<UDID>` for a simulated process whose path is redacted.
    package var coalition: String?
    /// Creates a process of which nothing is known.
    package init() {}
  }

  /// The system the process ran on. On a simulator `os` and `device` are the Mac's.
  package struct Host: Sendable, Equatable {
    /// Name and version, as `macOS 14.1.1`.
    package var os: String?
    /// Build of the system, as `23B81` (`osVersion.build`).
    package var osBuild: String?
    /// Hardware model identifier, as `iPhone14,5` or `MacBookPro18,3` (`modelCode`, "Hardware Model:").
    package var device: String?
    /// `arm64`, `x86_64`, `i386`, `arm`, `ppc`: one spelling for every format.
    package var architecture: String?
    /// Stated by the platform number or concluded from images and paths; then a note says so.
    package var isSimulator: Bool?
    /// Runtime inside the simulator, as `iOS 14.5 (18E182)`.
    package var simulatedRuntime: String?
    /// Ran under Rosetta.
    package var isTranslated: Bool?
    /// Creates a host of which nothing is known.
    package init() {}
  }

  /// The times that the header of a report states.
  package struct Times: Sendable, Equatable {
    /// When the event happened (`captureTime`, "Date/Time:").
    package var crashed: ReportTime?
    /// When the process was launched (`procLaunch`, "Launch Time:").
    package var launched: ReportTime?
    /// How long the system had been running, in whole seconds (`uptime`, "Time Awake Since Boot:").
    package var uptimeSeconds: Int?
    /// Creates times of which none is known.
    package init() {}
  }

  /// A time as a report writes it, and in RFC 3339 if it states a zone.
  package struct ReportTime: Sendable, Equatable {
    /// The text of the report with its decimals and its zone, unchanged.
    package var asWritten: String
    /// `2026-04-01T12:39:56.0657-07:00`, all decimals kept; `nil` without a zone.
    package var rfc3339: String?
    /// Creates a time; pass `nil` for `rfc3339` if the text states no zone.
    package init(asWritten: String, rfc3339: String?) {
      self.asWritten = asWritten
      self.rfc3339 = rfc3339
    }
  }

  /// What stopped the process: a Mach exception and, if known, the language exception behind it.
  package struct Exception: Sendable, Equatable {
    /// `EXC_BAD_ACCESS`, or a bare signal where the report has no Mach exception (PLCrashReporter).
    package var type: String?
    /// POSIX signal, as `SIGABRT` (`exception.signal`); `nil` if the report states none.
    package var signal: String?
    /// Mach exception codes as numbers (`rawCodes`), the first the `kern_return_t` or subcode, the second often an
    /// address; `nil` if the text is not a list of numbers.
    package var codes: [UInt64]?
    /// The codes as printed.
    package var codesText: String?
    /// `KERN_INVALID_ADDRESS at 0x…`, wherever the format puts it.
    package var subtype: String?
    /// `exception.message`, or the text of a Swift runtime failure; not the reason of a language exception, which is
    /// `reason`.
    package var message: String?
    /// Name of an uncaught language exception, as `NSInvalidArgumentException`.
    package var name: String?
    /// Reason of the uncaught language exception called `name`.
    package var reason: String?
    /// Address whose access failed; `nil` for exceptions that are not about memory, such as `EXC_BREAKPOINT`.
    package var faultAddress: RuntimeAddress?
    /// The memory region line that the report's arrow points at, without the arrow; only that line is evidence.
    package var region: String?
    /// "Exception Note", as `EXC_CORPSE_NOTIFY`, `SIMULATED (this is NOT a crash)`, `NON-FATAL CONDITION`.
    package var note: String?
    /// Creates an exception of which nothing is known.
    package init() {}

    /// True if the report states nothing about an exception.
    package var isEmpty: Bool { self == Exception() }
  }

  /// Who ended the process and why.
  package struct Termination: Sendable, Equatable {
    /// Subsystem that defines `code` (`termination.namespace`), as `SIGNAL`, `DYLD`, `FRONTBOARD`, `CODESIGNING`.
    package var namespace: String?
    /// Number in the terms of `namespace` (`termination.code`): for `SIGNAL` the signal, for `FRONTBOARD` `0x8badf00d`
    /// and others.
    package var code: UInt64?
    /// Apple's words for `code` (`termination.indicator`), as `Library missing` or `Abort trap: 6`.
    package var indicator: String?
    /// Sentences that say why (`termination.reasons`), in the order of the report.
    package var reasons: [String]?
    /// Further sentences (`termination.details`), in the order of the report.
    package var details: [String]?
    /// The process that ended this one (`byProc` and `byPid`, "Terminating Process:"); often the process itself.
    package var byProcess: ProcessReference?
    /// Creates a termination of which nothing is known.
    package init() {}

    /// True if the report states nothing about a termination.
    package var isEmpty: Bool { self == Termination() }
  }

  /// One message of "Application Specific Information" (`asi`): what a library wrote down before the process ended.
  package struct ApplicationMessage: Sendable, Equatable {
    /// Image that left the message; `nil` in text reports.
    package var image: String?
    /// One message. In text reports a new line begins a new message, unless it is indented or a quotation is open.
    package var text: String
    /// Line of the input on which the message begins, from 1; `nil` if unknown.
    package var line: Int?
    /// Creates a message; only `text` is always known.
    package init(image: String? = nil, text: String, line: Int? = nil) {
      self.image = image
      self.text = text
      self.line = line
    }
  }

  /// A thread of the process and its backtrace.
  package struct Thread: Sendable, Equatable {
    /// Position as the report numbers it.
    package var index: Int
    /// Name that the program gave the thread (`pthread_setname_np`); `nil` if the report states none.
    package var name: String?
    /// Label of the dispatch queue that the thread served (`queue`), as `com.apple.main-thread`.
    package var queue: String?
    /// True for the thread the report marks as crashed, triggered, attributed or highlighted.
    package var crashed = false
    /// Backtrace, innermost frame first, inlined functions included.
    package var frames: [Frame] = []
    /// Frames the report or a limit left out of a very deep stack.
    package var omittedFrames = 0
    /// Samples in which the thread was seen in this stack; `nil` unless the report is a series of samples.
    package var samples: Int?
    /// The cycle the system itself found when it elided the middle (`recursionInfoArray`).
    package var recursion: [RecursionInfo] = []
    /// Register name to value, in the report's order.
    package var registers: [Register]?
    /// Line of the input on which the thread begins, from 1; `nil` if unknown.
    package var line: Int?
    /// Creates a thread without frames.
    package init(index: Int) { self.index = index }
  }

  /// A register of the thread state that a report prints (`threadState`).
  package struct Register: Sendable, Equatable {
    /// Name as the report writes it: `x0`, `pc`, `rip`, `cpsr`; `rfl` of text reports becomes `rflags`.
    package var name: String
    /// Contents, zero-extended to 64 bits.
    package var value: UInt64
    /// What the report adds to the value, such as a symbol or an Objective-C selector; `nil` if nothing.
    package var note: String?
    /// Creates a register from its members.
    package init(name: String, value: UInt64, note: String? = nil) {
      self.name = name
      self.value = value
      self.note = note
    }
  }

  /// One entry of `recursionInfoArray`: how deep, and which frames of the list stand at the ends of the elided part.
  package struct RecursionInfo: Sendable, Equatable {
    /// Depth of the recursion as the system counted it (`depth`); 0 if the report does not state it.
    package var depth: Int
    /// Number of the first frame left out, counted in the complete stack (`hottestElided`); `nil` if the report does
    /// not state it.
    package var hottestElided: Int?
    /// Number of the last frame left out, counted in the complete stack (`coldestElided`); `nil` if the report does not
    /// state it.
    package var coldestElided: Int?
    /// A frame that occurs in every repetition (`keyFrame`).
    package var keyFrame: Frame?
    /// Creates an entry that states only the depth.
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
    /// Absolute address in the process; `nil` if the report gives none or only an offset that cannot be added to a load
    /// address.
    package var address: RuntimeAddress?
    /// Distance of the address from the image's load address, in bytes (`imageOffset`).
    package var imageOffset: ImageOffset?
    /// Function at the address, from the report or from symbol files; `nil` if unknown.
    package var symbol: Symbol?
    /// Source file and line (`sourceFile`, `sourceLine`, or symbol files); `nil` if unknown.
    package var source: SourceLocation?
    /// True for a function that the compiler inlined into the next frame's function.
    package var inlined = false
    /// Whether the address is that of the instruction or of the one after the call; `nil` if unknown.
    package var addressKind: AddressKind?
    /// The part the frame plays: inferred, not stated by the report.
    package var role: FrameRole?
    /// Where `symbol` comes from, or why there is none; `notAttempted` until symbol files are searched.
    package var outcome: FrameOutcome = .notAttempted
    /// Line of the input, from 1.
    package var line: Int?
    /// Creates a frame of which nothing but its number is known.
    package init(index: Int) { self.index = index }
  }

  /// A function at an address.
  package struct Symbol: Sendable, Equatable {
    /// What the report or symbol file states, perhaps mangled.
    package var name: String
    /// For people, when it differs from `name`.
    package var demangled: String?
    /// Distance in bytes from the start of the function.
    package var offset: Int?
    /// Creates a symbol; `demangled` only where it differs from `name`.
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
  /// Identity of the binary (`uuid`), by which symbol files are matched; `nil` if the report does not state it.
  package var uuid: ImageUUID?
  /// As in the report: `arm64`, `arm64e`, `x86_64`, …
  package var architecture: String?
  /// Address at which the image was loaded (`base`, first column of "Binary Images:").
  package var loadAddress: RuntimeAddress?
  /// In bytes; `nil` when the report states no end.
  package var size: UInt64?
  /// `CFBundleIdentifier` of the bundle that the image belongs to; `nil` if the report does not state it.
  package var bundleID: String?
  /// `CFBundleShortVersionString`, or the version in parentheses of a text report.
  package var version: String?
  /// Line of the input, from 1; `nil` if unknown.
  package var line: Int?
  /// Creates an image of which nothing is known.
  package init() {}
}
