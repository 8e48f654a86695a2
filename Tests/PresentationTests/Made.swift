import CrashReports
import Diagnosis
import Documents
import History
import Vocabulary

/// Synthetic assessments: with all values, without values, and with hostile values.
enum Made {
  static let digest = "sha256:" + String(repeating: "0123456789abcdef", count: 4)

  static func frame(
    _ index: Int, _ image: String?, _ name: String?, offset: Int? = 12, role: FrameRole = .system,
    source: SourceLocation? = nil
  ) -> CrashReport.Frame {
    var frame = CrashReport.Frame(index: index)
    frame.image = image
    frame.address = RuntimeAddress(0x1_0440_6b17 + UInt64(index))
    frame.symbol = name.map { .init(name: $0, offset: offset) }
    frame.role = role
    frame.source = source
    frame.addressKind = index == 0 ? .exact : .return
    frame.outcome = .fromReport
    frame.line = index + 5
    return frame
  }

  /// A stack of Interface Builder's agent in which the app's code fails while it is loaded.
  static var agentStack: [CrashReport.Frame] {
    var frames = [
      frame(0, "com.apple.CoreFoundation", "CFRelease", offset: 1183),
      frame(
        1, "com.example.CardKit", "LoadFonts", offset: 455, role: .app, source: .init(file: "CKFonts.m", line: 38)),
    ]
    for index in 2...6 {
      frames.append(
        frame(index, "dyld_sim", "ImageLoader::processInitializers(ImageLoader::LinkContext const&)", role: .loader))
    }
    frames.append(frame(7, "libdyld.dylib", "dlopen", role: .loader))
    frames.append(
      frame(
        8, "com.apple.dt.IBFoundation", "-[IBAbstractInterfaceBuilderTool _resultByLoadingUnloadedBundleInstance:]",
        role: .host))
    for index in 9...12 {
      frames.append(frame(index, "libdispatch.dylib", "_dispatch_client_callout", role: .machinery))
    }
    for index in 13...15 { frames.append(frame(index, "com.apple.CoreFoundation", "__CFRunLoopRun", role: .machinery)) }
    frames.append(frame(16, "IBDesignablesAgentCocoaTouch", "main", role: .host))
    frames.append(frame(17, "libdyld.dylib", "start", offset: 1, role: .machinery))
    return frames
  }

  /// The pattern of `finding`. It has its own texts, because these tests are about outputs and not about the catalog.
  static var pattern: Pattern {
    pattern(
      title: "A font was not found in Interface Builder, and the NULL was released",
      headline: "LoadFonts released a NULL object",
      cause:
        "Interface Builder loads the app as a library into its agent, so the main bundle is a folder of Xcode and not the app.",
      remedy: [
        "In LoadFonts, find the font with bundleForClass:, not mainBundle, and check for NULL before CFRelease.",
        "Register fonts when a view first needs them.",
      ],
      changes: [
        Change("objective-c", before: "[NSBundle mainBundle]", after: "[NSBundle bundleForClass:CKCard.class]"),
        Change("swift", after: "Bundle(for: CKCard.self)"),
      ],
      explanations: [
        "CFRelease was given NULL and stopped the process on purpose.", "LoadFonts (CKFonts.m:38) made that call.",
        "It ran before main(), as an initialiser.", "The process is the designables agent.",
      ],
      gap: "The binary images: without their UUIDs no symbol file can be checked.",
      lookalike: .init("objc-overrelease", because: "The message says NULL."),
      references: [Reference("CFRelease (Apple)", url: "https://developer.apple.com/"), Reference("A book")])
  }

  static func pattern(
    title: String = "A title", headline: String, cause: String = "", remedy: [String] = [], changes: [Change] = [],
    explanations: [String] = ["It does."], gap: String = "More.",
    lookalike: Pattern.LookAlike = .init("objc-overrelease", because: "The message says NULL."),
    references: [Reference] = []
  ) -> Pattern {
    Pattern(
      finding.pattern, title: title, family: .designables, symptom: "",
      grades: explanations.map { .init(.certain, cause: .likely, .exception(types: ["EXC_CRASH"], statement: $0)) },
      headline: headline, cause: cause, remedy: remedy, changes: changes, gaps: [.init(unless: .agent, gap)],
      lookalikes: [lookalike], references: references, examples: [])
  }

  static var finding: Finding {
    func citation(
      _ line: Int?, _ text: String?, _ explanation: Int, kind: Witness.Kind = .stated, frame: Int? = nil
    ) -> Citation {
      Citation(
        line: line, text: text, kind: kind, frame: frame,
        explanation: .init(pattern: "ib-font-cfrelease-null", index: explanation))
    }
    return Finding(
      pattern: "ib-font-cfrelease-null", patternRevision: 1, confidence: .certain, certaintyOfCause: .likely,
      citations: [
        citation(2, "*** CFRelease() called with NULL ***", 0), citation(6, "1 CardKit LoadFonts", 1, frame: 1),
        citation(7, "2 dyld_sim", 2, frame: 2), citation(8, "3 dyld_sim", 2, frame: 3),
        citation(9, "4 dyld_sim", 2, frame: 4), citation(nil, nil, 3, kind: .inferred),
      ],
      blame: Blame(function: "LoadFonts", file: "/Users/me/CardKit/CKFonts.m", line: 38, image: "CardKit"),
      missing: [0], ruledOut: [0])
  }

  static var excerpt: PresentedReport {
    var report = CrashReport(source: .init(format: "excerpt"))
    report.source.firstLine = 1
    report.source.lastLine = 22
    report.host.isSimulator = true
    report.applicationSpecificInformation = [.init(text: "*** CFRelease() called with NULL ***", line: 2)]
    var thread = CrashReport.Thread(index: 0)
    thread.crashed = true
    thread.frames = agentStack
    report.threads = [thread]
    return PresentedReport(
      path: "fonts.txt", digest: digest,
      assessment: Assessment(
        report: report, notes: [Note("fragment", "This is part of a report.")], findings: [finding],
        summary: "CFRelease() called with NULL in LoadFonts", blame: finding.blame, blamedFrame: 1),
      patterns: PatternSet([pattern]))
  }

  private static var process: CrashReport.Process {
    var process = CrashReport.Process()
    process.name = "MyApp"
    process.pid = 4711
    process.path = "/Applications/MyApp.app/MyApp"
    process.bundleID = "com.example.MyApp"
    process.version = "2.4"
    process.build = "412"
    process.role = "Foreground"
    process.parent = .init(name: "launchd", pid: 1)
    process.responsible = .init(name: "Finder")
    return process
  }

  private static var exception: CrashReport.Exception {
    var exception = CrashReport.Exception()
    exception.type = "EXC_BAD_ACCESS"
    exception.signal = "SIGSEGV"
    exception.codes = [1, .max]
    exception.codesText = "0x1, 0xffffffffffffffff"
    exception.subtype = "KERN_INVALID_ADDRESS at 0x10"
    exception.message = "a message"
    exception.name = "NSRangeException"
    exception.reason = "index 3 beyond bounds"
    exception.faultAddress = RuntimeAddress(0x10)
    exception.region = "0x10 is not in any region."
    return exception
  }

  private static var termination: CrashReport.Termination {
    var termination = CrashReport.Termination()
    termination.namespace = "SIGNAL"
    termination.code = 11
    termination.indicator = "Segmentation fault: 11"
    termination.reasons = ["one", "two"]
    termination.details = []
    termination.byProcess = .init(name: "exc handler", pid: 4711)
    return termination
  }

  private static var image: BinaryImage {
    var image = BinaryImage()
    image.name = "CardKit"
    image.path = "/Applications/MyApp.app/Frameworks/CardKit"
    image.uuid = ImageUUID("0123456789abcdef0123456789abcdef")
    image.architecture = "arm64"
    image.loadAddress = RuntimeAddress(0x1_0440_0000)
    image.size = 65_536
    image.bundleID = "com.example.CardKit"
    image.version = "1"
    return image
  }

  /// A report with all fields of the model.
  static var rich: PresentedReport {
    var presented = excerpt
    var report = presented.assessment.report
    report.source.format = "ips"
    report.source.bugType = "309"
    report.incident = "A0B1C2D3-0000-4000-8000-00000000000A"
    report.process = process
    report.host.os = "macOS 14.1.1"
    report.host.osBuild = "23B81"
    report.host.device = "Mac14,9"
    report.host.architecture = "arm64"
    report.host.simulatedRuntime = "iOS 14.5"
    report.host.isTranslated = false
    var times = CrashReport.Times()
    times.crashed = .init(asWritten: "2026-04-01 12:39:56.0657 -0700", rfc3339: "2026-04-01T12:39:56.0657-07:00")
    times.launched = .init(asWritten: "yesterday", rfc3339: nil)
    times.uptimeSeconds = 86_400
    report.times = times
    report.exception = exception
    report.termination = termination
    report.threads?[0].name = "main"
    report.threads?[0].queue = "com.apple.main-thread"
    report.threads?[0].registers = [
      .init(name: "x0", value: 0), .init(name: "pc", value: .max), .init(name: "x0", value: 1),
    ]
    report.threads?[0].frames[0].symbol?.demangled = "CFRelease (readable)"
    report.threads?[0].frames[1].imageOffset = ImageOffset(0x6b17)
    report.threads?[0].frames[1].imageIndex = 0
    report.lastExceptionBacktrace = [frame(0, "CardKit", "raise", role: .app)]
    report.applicationSpecificBacktraces = [[frame(0, nil, nil)], []]
    report.images = [image, BinaryImage()]
    var symbols = ImageSymbols(.uuidMismatch, file: "build/dSYMs/MyApp.app.dSYM")
    symbols.foundUUID = ImageUUID(high: 0x4C4C_44E4_5555_3144, low: 0xA1E9_0C0C_B120_8ECF)
    report.imageSymbols = [0: symbols, 1: ImageSymbols(.noSymbolFile)]
    report.symbolLocations = ["build/dSYMs"]
    presented.assessment.report = report
    presented.id = "8f21aa00bb11"
    var issueStatus = IssueStatus(status: .known, issue: "3e0fd478429e")
    issueStatus.count = 3
    issueStatus.firstSeen = "2026-04-01T09:12:00Z"
    issueStatus.lastSeen = "2026-04-03T11:40:00Z"
    presented.history = issueStatus
    presented.labels = ["machine": "ci-4", "branch": "main"]
    return presented
  }

  static var empty: PresentedReport {
    PresentedReport(
      path: "-", digest: "",
      assessment: Assessment(
        report: CrashReport(source: .init(format: "excerpt")), notes: [], findings: [],
        summary: "no exception, message or stack", blame: nil, blamedFrame: nil))
  }

  /// Text that must never be printed unchanged: escape sequences, direction overrides, line breaks, workflow commands,
  /// markup.
  static let poison =
    "\u{1B}[31m\u{9B}2J\u{202E}evil\u{2066}\u{2028}\n::error::x\r\n%0A`</script>\u{FEFF}\u{200B}\u{E0041}\u{AD}\u{7F}\u{0}"
    + String(decoding: [0xFFFF, 0xFDD0, 0x10_FFFE] as [UInt32], as: UTF32.self)
    + "|@me #1 \"\\ \u{1F469}\u{200D}\u{1F4BB}e\u{301}\u{4E2D}\u{115F}"

  private static let long = String(repeating: poison, count: 800)

  private static var hostileFinding: Finding {
    var finding = Self.finding
    finding.patternRevision = 0
    finding.blame = Blame(function: poison, file: poison, line: 0, image: poison)
    finding.captures = [poison: long]
    finding.citations = [
      Citation(line: -1, text: poison, explanation: .init(pattern: finding.pattern, index: 0)),
      Citation(line: .max, text: long, explanation: .init(pattern: finding.pattern, index: 9_999)),
    ]
    return finding
  }

  static var hostile: PresentedReport {
    var presented = rich
    var report = presented.assessment.report
    report.source.format = poison
    report.source.bugType = poison
    report.source.index = -1
    report.source.firstLine = 0
    report.source.lastLine = .max
    report.kind = .init(rawValue: poison)
    report.incident = poison
    report.process?.name = poison
    report.process?.pid = .min
    report.process?.path = long
    report.host.os = poison
    report.times?.crashed = .init(asWritten: poison, rfc3339: "2026-04-01T12:39:56\n")
    report.times?.uptimeSeconds = -5
    report.exception?.type = poison
    report.exception?.reason = poison
    report.termination?.code = .max
    report.termination?.reasons = [poison, ""]
    report.applicationSpecificInformation = [.init(image: poison, text: long, line: -3)]
    report.threads?[0].index = -1
    report.threads?[0].name = poison
    report.threads?[0].omittedFrames = -1
    report.threads?[0].registers = [.init(name: poison, value: 1), .init(name: poison, value: 2)]
    report.threads?[0].frames[1].symbol = .init(name: poison, demangled: long, offset: -4)
    report.threads?[0].frames[1].source = .init(file: poison, line: -1, column: 0)
    report.threads?[0].frames[1].image = poison
    report.threads?[0].frames[1].index = .max
    report.threads?[0].frames[2].index = .min
    report.lastExceptionBacktrace = nil
    report.images?[0].size = .max
    report.images?[0].name = poison
    presented.assessment.report = report
    presented.assessment.notes = [Note(poison, long, line: 0, quotation: poison)]
    presented.assessment.summary = poison
    presented.assessment.blamedFrame = 4_000
    presented.assessment.findings = [hostileFinding, hostileFinding]
    presented.patterns = PatternSet([
      pattern(
        title: poison, headline: poison, cause: long, remedy: [poison, long],
        changes: [Change(poison, before: poison, after: long)], explanations: [poison], gap: poison,
        references: [Reference(poison, url: poison)])
    ])
    presented.path = "-rf\n" + poison
    presented.digest = poison
    presented.id = poison
    presented.history?.issue = poison
    presented.history?.firstSeen = poison
    presented.labels = [poison: poison]
    return presented
  }

  static let errors = [
    InputError(path: "c.ips", code: "notAReport", message: "not a report this program knows"),
    InputError(path: poison, code: "damaged", message: poison, line: 0, offset: -1, hint: poison),
  ]
}
