import Vocabulary

/// A report that is being read: the model, and values that are needed only until its end.
struct Draft {
  /// The kinds of lines in the report; they decide its format and kind. The marks of single dialects are next to the
  /// dialects.
  struct Pieces: OptionSet {
    let rawValue: Int
    /// Lines of a crash report header.
    static let header = Pieces(rawValue: 1 << 0)
    static let threads = Pieces(rawValue: 1 << 1)
    static let images = Pieces(rawValue: 1 << 2)
    static let registers = Pieces(rawValue: 1 << 3)
    static let applicationInformation = Pieces(rawValue: 1 << 4)
    /// Frames without a thread header, call stacks in a console log, lists of symbols.
    static let frames = Pieces(rawValue: 1 << 5)
    static let debugger = Pieces(rawValue: 1 << 6)
    static let debuggerStop = Pieces(rawValue: 1 << 7)
    static let exception = Pieces(rawValue: 1 << 8)
    /// Lines that contain a failure phrase (`Wording.failure`).
    static let failure = Pieces(rawValue: 1 << 12)
    static let endMarker = Pieces(rawValue: 1 << 14)
    static let translated = Pieces(rawValue: 1 << 15)
    static let thirdParty = Pieces(rawValue: 1 << 16)
    /// KSCrash prints the build before the marketing version, on every system.
    static let buildFirst = Pieces(rawValue: 1 << 17)
    static let chain = Pieces(rawValue: 1 << 18)
    /// KSCrash's statement that the main thread hung.
    static let deadlock = Pieces(rawValue: 1 << 20)
    /// The summary of memory regions at the end of reports of macOS.
    static let regions = Pieces(rawValue: 1 << 24)
    /// The totals at the end of that summary.
    static let regionTotal = Pieces(rawValue: 1 << 25)
    static let crashSection: Pieces = [.header, .threads, .images, .registers, .applicationInformation]
  }

  struct ThreadDraft {
    var thread: CrashReport.Thread
    var stack: FrameStack
  }

  struct PendingName {
    var index: Int
    var name: String?
    var queue: String?
    var line: Int
  }

  /// What the last lines announced.
  struct Expectations {
    /// Whether a line that announces a call stack has been read.
    var stack = false
    /// The number of further unrecognized lines to include after a failure.
    var neighbors = 0
    /// The number of further lines without a time stamp that continue the last console line.
    var continuations = 0
  }

  /// The stack that frame lines are added to.
  enum Target: Equatable {
    case none, thread(Int), lastException, backtrace(Int)
  }

  var report = CrashReport(source: .init(format: "excerpt"))
  var notes: [Note] = []
  var pieces: Pieces = []
  var begin: (line: Int, offset: Int)?
  var end: (line: Int, offset: Int) = (0, 0)

  var threads: [ThreadDraft] = []
  /// The index in `threads` by thread number.
  var threadPositions: [Int: Int] = [:]
  var pendingName: PendingName?
  var lastException: FrameStack?
  var backtraces: [FrameStack] = []
  var target = Target.none
  var exception = CrashReport.Exception()
  var termination = CrashReport.Termination()
  var process = CrashReport.Process()
  var times = CrashReport.Times()
  var messages: [CrashReport.ApplicationMessage] = []
  var faultingThread: Int?
  var identifier: String?
  /// The value of `Version:` as written; the order of its parts depends on the operating system.
  var version: String?
  var reportVersion: String?
  var imageList = ImageList()
  /// The image of a trailer with one field per line.
  var trailer: BinaryImage?
  var unread: (count: Int, line: Int, quotation: String)?
  /// The section that was read last.
  var lastSection = ""
  /// True within the part of "External Modification Summary" about calls that targeted this process.
  var isTargeted = false
  var explicitFault = false
  /// Whether the header of a thread follows the application's information; `nil` before the rest was searched.
  var threadsFollow: Bool?
  var states = DialectStates()
  var expects = Expectations()
  /// The indentation of the label of the application's information.
  var sectionIndent = 0
  /// The open parentheses and quotations of the current application message.
  var openMessage = OpenMessage()
  /// Whether the arrow of the memory region table has been read.
  var hasRegionArrow = false

  var isEmpty: Bool { begin == nil }
  var hasHeader: Bool { pieces.contains(.header) }
  /// Whether the report has lines that occur only in crash reports.
  var isPartOfReport: Bool { !pieces.isDisjoint(with: .crashSection) }

  mutating func note(_ note: Note, _ limits: DecodingLimits) {
    if notes.count < limits.notes { notes.append(note) }
  }

  /// Returns the index in `threads` of the thread with number `index`, which is added if missing; `nil` if the limit is
  /// reached.
  ///
  /// - Parameter line: The line on which the thread begins, from 1; `nil` if there is none.
  mutating func position(ofThread index: Int, line: Int?, _ limits: DecodingLimits) -> Int? {
    if let known = threadPositions[index] { return known }
    guard threads.count < limits.threads else { return nil }
    var thread = CrashReport.Thread(index: index)
    thread.line = line
    threads.append(ThreadDraft(thread: thread, stack: FrameStack(limit: limits.framesPerThread)))
    threadPositions[index] = threads.count - 1
    nextThreadIndex = max(nextThreadIndex, index &+ 1)
    return threads.count - 1
  }

  /// An unused thread number, for a stack without a number in the report.
  private(set) var nextThreadIndex = 0
  /// The index in `threads` of the thread whose registers are being read.
  var registerPosition: Int?
  /// The line that begins the registers of the thread that crashed, and the index of this thread in `threads`.
  var crashState: (line: Int, position: Int?)?
  /// The number of further frames that may be stored, over all threads.
  var framesLeft = 262_144
}
