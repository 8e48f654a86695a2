package import Vocabulary

/// A crash or diagnostic report in any format.
///
/// Nearly every field is optional, because a pasted part of a report is normal input. `nil` means that the report does
/// not contain the information; an empty array, that it states there are none. A value is inferred only where its
/// documentation states it.
package struct CrashReport: Sendable, Equatable {
  /// Format and position of the report in the input.
  package var source: Source
  /// The kind of event; `crash` unless the format or the contents of the report indicate another kind.
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
  /// The process that terminated this one, and the code (`termination`, "Termination Reason:"); `nil` if not stated.
  package var termination: Termination?
  /// Messages that the process recorded before it crashed ("Application Specific Information", `asi`).
  package var applicationSpecificInformation: [ApplicationMessage]?
  /// Threads in the order of the report (`threads`), each with its backtrace; `nil` if the report has no thread
  /// section.
  package var threads: [Thread]?
  /// The dispatch queue of the crashed thread, of a report from a history, which stores no threads; `nil` for a report with
  /// threads.
  package var storedQueue: String?
  /// The class of the address whose access failed, of a report from a history, which stores neither address nor registers;
  /// `nil` for other reports.
  package var storedAddressClass: String?
  /// The sampled stacks with all their branches; `nil` unless the report is a series of samples. `threads` has the
  /// heaviest stack of each thread.
  package var callTree: CallTree?
  /// The stack that raised an uncaught exception ("Last Exception Backtrace"). It shows the cause; the crashed thread
  /// shows only the abort.
  package var lastExceptionBacktrace: [Frame]?
  /// "Application Specific Backtrace" sections (`asiBacktraces`), one list of frames each, in the order of the report.
  package var applicationSpecificBacktraces: [[Frame]]?
  /// The loaded images in ascending order of load address, independent of their order in the report, so that every format
  /// gives the same list.
  package var images: [BinaryImage]?
  /// The results of symbolication, by index in `images`. An image has no entry if all its frames already have a name
  /// and a line.
  package var imageSymbols: [Int: ImageSymbols] = [:]
  /// The paths that were searched for symbol files, as the user wrote them; `nil` if there was no search.
  package var symbolLocations: [String]?
  /// Messages of Interface Builder about designables, in the order of the log.
  package var previewMessages: [PreviewMessage] = []
  /// Messages of ibtool, actool or their agents about a document.
  package var documentMessages: [DocumentMessage] = []
  /// The diagnostics of Xcode's canvas about a preview that failed, line by line: see ``CanvasLine``.
  package var canvasLines: [CanvasLine] = []
  /// Lines of a console, debugger or test log around the report, and loose lines of a paste, in order.
  package var consoleLines: [ConsoleLine] = []
  /// The text of the dynamic loader ("Dyld Error Message", `dyldMessages`), one element per line.
  package var loaderMessages: [ConsoleLine] = []
  /// The event in one line, if exception and messages do not describe it, such as the kill reason of a jetsam event.
  /// Composed from facts of the report, without interpretation.
  package var eventSummary: String?
  /// Facts that are specific to this kind of report, in order of importance.
  package var details: [Detail] = []
  /// The line of the input that contains a field, from 1.
  package var lines: [Field: Int] = [:]

  /// Creates an empty report of kind `crash` from `source`; readers fill in the rest.
  package init(source: Source) { self.source = source }
}

extension CrashReport {
  /// Fields whose line is recorded, so that evidence can cite it.
  package enum Field: String, Hashable, Sendable, CaseIterable {
    case incident, processName, processPath, bundleID, version, architecture, role, parent, responsible
    case crashed, launched, os, device
    case exceptionType, exceptionCodes, exceptionSubtype, exceptionMessage, exceptionReason, region
    case termination, terminationReasons, terminationDetails
    case faultingThread, images
  }

  /// The format and location of a report in its input. The path and digest of the input are not part of it.
  package struct Source: Sendable, Equatable {
    /// The identifier of the format in the catalog: `ips`, `apple-text`, `excerpt`, `build-log`, …
    package var format: String
    /// Apple's `bug_type`, always as text.
    package var bugType: String?
    /// The index of the report in the input, from 0.
    package var index = 0
    /// The first line of the report in the input, from 1; `nil` if lines are unknown.
    package var firstLine: Int?
    /// The last line of the report in the input, from 1, inclusive; `nil` if lines are unknown.
    package var lastLine: Int?
    /// The byte range of the report in the input.
    package var byteRange: Range<Int>?
    /// Whether lines can be quoted as written. In a JSON report a line may be the entire document, so a member is
    /// described in words instead.
    package var quotesLines = true
    /// True if everything in the report was read from prose, documentation, comments or source code: the text mentions
    /// a failure and is not a record of one.
    package var isMention = false

    /// Creates a source for the first report of an input, without lines and byte range.
    package init(format: String) { self.format = format }
  }

  /// The kind of event that a report describes. New kinds may be added at any time.
  package struct Kind: RawRepresentable, Hashable, Sendable {
    /// The name of the kind in JSON output and in the history, in lower case: `crash`, `jetsam`.
    package var rawValue: String
    /// Creates a kind from its name in output; names without a constant below are valid too.
    package init(rawValue: String) { self.rawValue = rawValue }
    /// A process terminated by an exception or a signal; also the default for a report that does not state its kind.
    package static let crash = Kind(rawValue: "crash")
    /// A fault that was reported and did not end the process: that of a library (`bug_type` 308), a simulated or non-fatal
    /// exception, an error that the app handled.
    package static let fault = Kind(rawValue: "fault")
    /// A process or its main thread did not respond.
    package static let hang = Kind(rawValue: "hang")
    /// iOS killed processes because memory ran out (`bug_type` 298, `JetsamEvent`).
    package static let jetsam = Kind(rawValue: "jetsam")
    /// A process exceeded a limit on processor time, wake-ups, disk writes or memory.
    package static let resource = Kind(rawValue: "resource")
    /// The watchdog killed a process that took too long (`0x8badf00d`).
    package static let watchdog = Kind(rawValue: "watchdog")
    /// A kernel panic; possibly no process is to blame.
    package static let panic = Kind(rawValue: "panic")
    /// A failure while Interface Builder renders a view or a document is compiled; the app itself was not running.
    package static let preview = Kind(rawValue: "preview")
    /// A slow launch of an app that was not killed.
    package static let launch = Kind(rawValue: "launch")
    /// Stacks or memory of a process that was sampled on request; nothing failed.
    package static let sample = Kind(rawValue: "sample")
    /// Leaked memory, which nothing refers to any more.
    package static let leak = Kind(rawValue: "leak")
    /// System statistics, logs or counters without an event.
    package static let statistics = Kind(rawValue: "statistics")
    /// An unknown event, as in loose log lines or call stacks alone.
    package static let unknown = Kind(rawValue: "unknown")

    private static let known: Set<Kind> = [
      .crash, .fault, .hang, .jetsam, .resource, .watchdog, .panic, .preview, .launch, .sample, .leak, .statistics,
      .unknown,
    ]
    /// Returns the kind that a document states in the words of this program's output; `nil` for any other text.
    package static func stated(_ word: String) -> Kind? {
      known.contains(Kind(rawValue: word)) ? Kind(rawValue: word) : nil
    }

    /// False if the report describes no failure, so that no cause must be searched for.
    package var isFailure: Bool { self != .statistics && self != .sample }
  }

  /// Another process that the report names: the parent, the responsible process, or the one that terminated this one.
  package struct ProcessReference: Sendable, Equatable {
    /// The file name or service name as written; `nil` if the report states only the process ID.
    package var name: String?
    /// The process ID; `nil` if the report states only the name.
    package var pid: Int?
    /// Creates a reference; if both arguments are `nil`, nothing is known.
    package init(name: String? = nil, pid: Int? = nil) {
      self.name = name
      self.pid = pid
    }
  }

  /// The process that crashed, hung or was killed, from the header of the report.
  package struct Process: Sendable, Equatable {
    /// The file name of the executable (`procName`, "Process:"); the kernel truncates long names in jetsam events.
    package var name: String?
    /// The process ID on the machine of the report (`pid`).
    package var pid: Int?
    /// The path of the executable (`procPath`, "Path:") as written; names of user folders may be redacted.
    package var path: String?
    /// `CFBundleIdentifier`; `nil` if the report prints the process name instead.
    package var bundleID: String?
    /// The marketing version (`CFBundleShortVersionString`).
    package var version: String?
    /// `CFBundleVersion`. iOS up to 14 prints it before the marketing version, later systems after it.
    package var build: String?
    /// The scheduling role in Apple's terms (`procRole`, "Role:"): `Foreground`, `Background`, `Non UI`.
    package var role: String?
    /// The process that launched this one (`parentProc` and `parentPid`, "Parent Process:").
    package var parent: ProcessReference?
    /// The process that the system holds responsible for this one (`responsibleProc`, "Responsible:"), such as the app
    /// of an extension.
    package var responsible: ProcessReference?
    /// `com.apple.CoreSimulator.SimDevice.<UDID>` for a simulated process whose path is redacted.
    package var coalition: String?
    /// Creates a process without any information.
    package init() {}
  }

  /// The operating system and hardware. For a simulator, `os` and `device` are those of the Mac.
  package struct Host: Sendable, Equatable {
    /// The name and version of the system, such as `macOS 14.1.1`.
    package var os: String?
    /// The build of the system, such as `23B81` (`osVersion.build`).
    package var osBuild: String?
    /// The hardware model identifier, such as `iPhone14,5` or `MacBookPro18,3` (`modelCode`, "Hardware Model:").
    package var device: String?
    /// The processor architecture: `arm64`, `x86_64`, `i386`, `arm` or `ppc`, in one spelling for every format.
    package var architecture: String?
    /// Whether the process ran on a simulator: stated by the platform number, or inferred from images and paths; then a
    /// note records the evidence.
    package var isSimulator: Bool?
    /// The runtime of the simulator, such as `iOS 14.5 (18E182)`.
    package var simulatedRuntime: String?
    /// Whether the process ran under Rosetta.
    package var isTranslated: Bool?
    /// The anonymous identifier of the device or user (`crashReporterKey`, "CrashReporter Key:"). Conversions keep it, no
    /// other output contains it; the history stores a hash, to count devices.
    package var reporterKey: String?
    /// Creates a host without any information.
    package init() {}
  }

  /// The times that the header of a report states.
  package struct Times: Sendable, Equatable {
    /// When the event happened (`captureTime`, "Date/Time:").
    package var crashed: ReportTime?
    /// When the process was launched (`procLaunch`, "Launch Time:").
    package var launched: ReportTime?
    /// The uptime of the system in whole seconds (`uptime`, "Time Awake Since Boot:").
    package var uptimeSeconds: Int?
    /// Creates times without any information.
    package init() {}
  }

  /// A time as written in a report, and in RFC 3339 format if the report states the time zone.
  package struct ReportTime: Sendable, Equatable {
    /// The text of the report with its decimals and its zone, unchanged.
    package var asWritten: String
    /// The time as `2026-04-01T12:39:56.0657-07:00`, with all decimals; `nil` without a zone.
    package var rfc3339: String?
    /// Creates a time; pass `nil` for `rfc3339` if the text states no zone.
    package init(asWritten: String, rfc3339: String?) {
      self.asWritten = asWritten
      self.rfc3339 = rfc3339
    }

    /// The time for display: as written, or in RFC 3339 format if the report has only a number.
    package var readable: String {
      asWritten.utf8.contains(UInt8(ascii: ":")) ? asWritten : rfc3339 ?? asWritten
    }
  }

  /// The exception that terminated the process: a Mach exception and, if known, the language exception that caused it.
  package struct Exception: Sendable, Equatable {
    /// The Mach exception type, such as `EXC_BAD_ACCESS`; `nil` if the report states only a signal (PLCrashReporter).
    /// Formats without Mach exceptions (Swift's backtraces) have the signal here.
    package var type: String?
    /// The POSIX signal, such as `SIGABRT` (`exception.signal`); `nil` if the report states none.
    package var signal: String?
    /// The Mach exception codes as numbers (`rawCodes`). The first is the `kern_return_t` or subcode, the second often
    /// an address; `nil` if the text is not a list of numbers.
    package var codes: [UInt64]?
    /// The codes as printed in the report.
    package var codesText: String?
    /// The exception subtype, such as `KERN_INVALID_ADDRESS at 0x…`, from the field where the format has it.
    package var subtype: String?
    /// `exception.message`, or the text of a Swift runtime failure; not the reason of a language exception, which is
    /// `reason`.
    package var message: String?
    /// The name of an uncaught language exception, such as `NSInvalidArgumentException`.
    package var name: String?
    /// The reason of the uncaught language exception.
    package var reason: String?
    /// The address whose access failed; `nil` for exceptions other than memory errors, such as `EXC_BREAKPOINT`.
    package var faultAddress: RuntimeAddress?
    /// The memory region line that the report's arrow points at, without the arrow; only that line is evidence.
    package var region: String?
    /// "Exception Note", such as `EXC_CORPSE_NOTIFY`, `SIMULATED (this is NOT a crash)`, `NON-FATAL CONDITION`.
    package var note: String?
    /// Whether the type was inferred from registers, because the report does not state it.
    package var isInferred = false
    /// Creates an exception without any information.
    package init() {}

    /// True if the report states nothing about an exception.
    package var isEmpty: Bool { self == Exception() }
  }

  /// The process that terminated this one, and why.
  package struct Termination: Sendable, Equatable {
    /// The subsystem that defines `code` (`termination.namespace`): `SIGNAL`, `DYLD`, `FRONTBOARD`, `CODESIGNING`, …
    package var namespace: String?
    /// The termination code, whose meaning depends on `namespace` (`termination.code`): the signal number for `SIGNAL`,
    /// `0x8badf00d` and others for `FRONTBOARD`.
    package var code: UInt64?
    /// Apple's description of `code` (`termination.indicator`), such as `Library missing` or `Abort trap: 6`.
    package var indicator: String?
    /// The stated reasons (`termination.reasons`), in the order of the report.
    package var reasons: [String]?
    /// Further sentences (`termination.details`), in the order of the report.
    package var details: [String]?
    /// The process that terminated this one (`byProc` and `byPid`, "Terminating Process:"); often the process itself.
    package var byProcess: ProcessReference?
    /// Creates a termination without any information.
    package init() {}

    /// True if the report states nothing about a termination.
    package var isEmpty: Bool { self == Termination() }
  }

  /// One message of "Application Specific Information" (`asi`), recorded by a library before the process terminated.
  package struct ApplicationMessage: Sendable, Equatable {
    /// The image that recorded the message; `nil` in text reports.
    package var image: String?
    /// The text of the message. In text reports a new line begins a new message, unless it is indented or inside a
    /// quotation.
    package var text: String
    /// The line of the input on which the message begins, from 1; `nil` if unknown.
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
    /// The number of the thread in the report.
    package var index: Int
    /// The name that the program set (`pthread_setname_np`); `nil` if the report states none.
    package var name: String?
    /// The label of the dispatch queue that the thread served (`queue`), such as `com.apple.main-thread`.
    package var queue: String?
    /// True for the thread that the report marks as crashed, triggered, attributed or highlighted.
    package var crashed = false
    /// The backtrace, innermost frame first, including inlined functions.
    package var frames: [Frame] = []
    /// The number of frames of a very deep stack that the report or a limit omitted.
    package var omittedFrames = 0
    /// The number of samples with this stack; `nil` unless the report is a series of samples.
    package var samples: Int?
    /// The recursion that the system detected when it elided the middle of the stack (`recursionInfoArray`).
    package var recursion: [RecursionInfo] = []
    /// The registers, in the order of the report.
    package var registers: [Register]?
    /// The line of the input on which the thread begins, from 1; `nil` if unknown.
    package var line: Int?
    /// Creates a thread without frames.
    package init(index: Int) { self.index = index }
  }

  /// A register of the thread state that a report prints (`threadState`).
  package struct Register: Sendable, Equatable {
    /// The name as written in the report: `x0`, `pc`, `rip`, `cpsr`; `rfl` of text reports becomes `rflags`.
    package var name: String
    /// The contents, zero-extended to 64 bits.
    package var value: UInt64
    /// The report's annotation of the value, such as a symbol or an Objective-C selector; `nil` if there is none.
    package var note: String?
    /// Creates a register from its members.
    package init(name: String, value: UInt64, note: String? = nil) {
      self.name = name
      self.value = value
      self.note = note
    }
  }

  /// One entry of `recursionInfoArray`: the depth of a recursion and the range of elided frames.
  package struct RecursionInfo: Sendable, Equatable {
    /// The depth of the recursion as counted by the system (`depth`); 0 if the report does not state it.
    package var depth: Int
    /// The index of the first elided frame in the complete stack (`hottestElided`); `nil` if not stated.
    package var hottestElided: Int?
    /// The index of the last elided frame in the complete stack (`coldestElided`); `nil` if not stated.
    package var coldestElided: Int?
    /// A frame that occurs in every repetition (`keyFrame`).
    package var keyFrame: Frame?
    /// Creates an entry that states only the depth.
    package init(depth: Int) { self.depth = depth }
  }

  /// A stack frame. An inlined function is a separate frame, before the frame of the function it is inlined into.
  package struct Frame: Sendable, Equatable {
    /// The number in the report. Not consecutive if the middle of a recursion is elided.
    package var index: Int
    /// The image name as written in the report: a file name or a bundle identifier; `nil` if the report prints `???`.
    package var image: String?
    /// The index in `CrashReport.images`.
    package var imageIndex: Int?
    /// The absolute address in the process; `nil` if the report states none, or only an offset without a load address.
    package var address: RuntimeAddress?
    /// The distance of the address from the load address of the image, in bytes (`imageOffset`).
    package var imageOffset: ImageOffset?
    /// The function at the address, from the report or from symbol files; `nil` if unknown.
    package var symbol: Symbol?
    /// The source file and line (`sourceFile`, `sourceLine`, or symbol files); `nil` if unknown.
    package var source: SourceLocation?
    /// True for a function that the compiler inlined into the function of the next frame.
    package var inlined = false
    /// Whether the address is that of the instruction or a return address; `nil` if unknown.
    package var addressKind: AddressKind?
    /// The role of the frame: inferred, not stated by the report.
    package var role: FrameRole?
    /// The third-party library that a frame of the app's images belongs to: inferred from its name and source file; `nil` for other
    /// code.
    package var library: String?
    /// The source of `symbol`, or why it is missing; `notAttempted` until symbol files are searched.
    package var outcome: FrameOutcome = .notAttempted
    /// The line of the input, from 1.
    package var line: Int?
    /// Creates a frame with only a number.
    package init(index: Int) { self.index = index }
  }

  /// A function at an address.
  package struct Symbol: Sendable, Equatable {
    /// The name in the report or symbol file, possibly mangled.
    package var name: String
    /// The demangled name; `nil` if it equals `name`.
    package var demangled: String?
    /// The distance in bytes from the start of the function.
    package var offset: Int?
    /// Creates a symbol; pass `demangled` only if it differs from `name`.
    package init(name: String, demangled: String? = nil, offset: Int? = nil) {
      self.name = name
      self.demangled = demangled
      self.offset = offset
    }

    /// The name for display.
    package var readable: String { demangled ?? name }
  }
}

/// The meaning of a frame's address, which decides whether one byte is subtracted before its line is looked up.
package enum AddressKind: String, Sendable {
  /// The instruction that the thread was executing: in the innermost frame, or at a fault.
  case exact
  /// The address that a callee returns to; the call instruction precedes it.
  case `return`
  case asyncResume
}

/// The role of a frame in grouping and in blame.
package enum FrameRole: String, Sendable {
  case app, system, host, machinery, glue, loader, unknown
}

/// The source of a frame's name, or why it has none.
package enum FrameOutcome: String, Sendable {
  case fromReport, symbolicated, symbolTableOnly, noSymbolFile, uuidMismatch, architectureMismatch, imageUnknown
  case addressOutsideImage, noSymbolAtAddress, malformed, notAttempted
}

/// A loaded binary image.
package struct BinaryImage: Sendable, Equatable {
  /// The file name.
  package var name: String?
  /// The path as written in the report, including redactions.
  package var path: String?
  /// The UUID of the binary (`uuid`), which symbol files must match; `nil` if the report does not state it.
  package var uuid: ImageUUID?
  /// The build ID of an ELF file, which symbol files must match; `nil` if the report does not state it, and for Mach-O
  /// files. One of 16 bytes is in `uuid`, because the two cannot be told apart.
  package var buildID: BuildID?
  /// The architecture as written in the report: `arm64`, `arm64e`, `x86_64`, …
  package var architecture: String?
  /// The load address (`base`, first column of "Binary Images:").
  package var loadAddress: RuntimeAddress?
  /// The size in bytes; `nil` if the report states no end address.
  package var size: UInt64?
  /// `CFBundleIdentifier` of the bundle that the image belongs to; `nil` if the report does not state it.
  package var bundleID: String?
  /// `CFBundleShortVersionString`, or the version in parentheses of a text report.
  package var version: String?
  /// The line of the input, from 1; `nil` if unknown.
  package var line: Int?
  /// Creates an image without any information.
  package init() {}

  /// What symbol files must match: the build ID, or else the UUID; `nil` if the report states neither, or only zeros.
  package var identifier: BuildID? { buildID ?? uuid.flatMap { BuildID($0) } }
}
