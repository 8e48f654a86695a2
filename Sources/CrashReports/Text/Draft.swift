import Vocabulary

/// A report while its lines are read: the model, and what is needed only until its end.
struct Draft {
  /// What kinds of lines the report is made of; they decide its format and kind.
  struct Pieces: OptionSet {
    let rawValue: Int
    /// Lines of a crash report's header.
    static let header = Pieces(rawValue: 1 << 0)
    static let threads = Pieces(rawValue: 1 << 1)
    static let images = Pieces(rawValue: 1 << 2)
    static let registers = Pieces(rawValue: 1 << 3)
    static let applicationInformation = Pieces(rawValue: 1 << 4)
    /// Frames without a thread's header, call stacks of a console, lists of symbols.
    static let frames = Pieces(rawValue: 1 << 5)
    static let debugger = Pieces(rawValue: 1 << 6)
    static let debuggerStop = Pieces(rawValue: 1 << 7)
    static let exception = Pieces(rawValue: 1 << 8)
    static let preview = Pieces(rawValue: 1 << 9)
    static let document = Pieces(rawValue: 1 << 10)
    /// Lines with time stamp and process.
    static let console = Pieces(rawValue: 1 << 11)
    /// Lines worded as a failure.
    static let failure = Pieces(rawValue: 1 << 12)
    static let loader = Pieces(rawValue: 1 << 13)
    static let endMarker = Pieces(rawValue: 1 << 14)
    static let translated = Pieces(rawValue: 1 << 15)
    static let thirdParty = Pieces(rawValue: 1 << 16)
    /// KSCrash prints the build before the marketing version, on every system.
    static let buildFirst = Pieces(rawValue: 1 << 17)
    static let chain = Pieces(rawValue: 1 << 18)
    static let source = Pieces(rawValue: 1 << 19)
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

  /// Where frame lines go.
  enum Target: Equatable {
    case none, thread(Int), lastException, backtrace(Int)
  }

  var report = CrashReport(source: .init(format: "excerpt"))
  var notes: [Note] = []
  var pieces: Pieces = []
  var begin: (line: Int, offset: Int)?
  var end: (line: Int, offset: Int) = (0, 0)

  var threads: [ThreadDraft] = []
  /// Position in `threads` of the thread with a number.
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
  /// `Version:` as written, until the system is known that decides its order.
  var version: String?
  var reportVersion: String?
  var imageList = ImageList()
  /// The image of a trailer, whose fields stand on lines of their own.
  var trailer: BinaryImage?
  var unread: (count: Int, line: Int, quotation: String)?
  /// Section that was being read when the text ended.
  var lastSection = ""
  var explicitFault = false

  var isEmpty: Bool { begin == nil }
  var hasHeader: Bool { pieces.contains(.header) }

  mutating func note(_ note: Note, _ limits: DecodingLimits) {
    if notes.count < limits.notes { notes.append(note) }
  }

  /// Position in `threads` of the thread numbered `index`, made if there is none; `nil` when there are too many.
  ///
  /// - Parameter line: where the report names the thread, from 1; `nil` where nothing does.
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

  /// A number no thread has yet, for a stack whose report gives it none.
  private(set) var nextThreadIndex = 0
  /// Position of the thread whose registers are being read.
  var registerPosition: Int?
  /// Frames that may still be kept of all threads together.
  var framesLeft = 262_144
}
