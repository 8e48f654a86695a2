/// The grammar of a text. A line belongs to the first dialect that consumes it, so each list is ordered from dialects whose
/// lines cannot be anything else to dialects that also accept lines of others.
extension TextDialect {
  /// The parts of a report. They are recognized by their form alone, also within the list of images and the registers, and
  /// first, because nearly all lines are among them.
  private static let parts: [TextDialect] = [
    .threads,
    .fields,
    .frames,
    .debugger,
    .images,
    .registers,
  ]

  /// Lines that only mark a beginning or an end, headings, and lines with a time stamp. A console line is consumed with its
  /// message, so the dialects below see only lines without a time stamp.
  private static let headed: [TextDialect] = [
    .marks,
    .sanitizer,
    .console,
  ]

  /// Messages, recognized by phrases (`Wording`), and the lines around them.
  private static let messages: [TextDialect] = [
    // Tools of Xcode quote messages of processes, so their lines are consumed before those of the processes.
    .canvas,
    .testRuns,
    .previewAgent,
    .inaccessibleInitializer,
    // Its lines contain words of failures, and the stack below it is part of the message.
    .languageErrors,
    .mono,
    .performance,
    .documentTools,
    // With the name and reason of an exception, a message is more than its words.
    .exceptions,
    .loader,
    .namedExceptions,
    .machExceptions,
    // Labels and rows that also occur in prose: their values decide.
    .retoldFields,
    .jetsamRows,
    // Frames without number or address are accepted only below the lines above.
    .omittedFrames,
    .crashlyticsThreads,
    .shortFrames,
    .stackOpenings,
    .addressLists,
    .disassembly,
    .shellJobs,
    // Any sentence with the words of a failure.
    .failures,
    // Words that are frames only because of the lines around them.
    .symbolLists,
    // Another line behind the mark of a list.
    .listItems,
  ]

  /// All dialects, in the order in which lines are offered to them.
  static let catalog = parts + headed + messages

  static let table = Table(catalog)
  static let partPositions: Positions = 1 << parts.count - 1
  static let headedPositions: Positions = (1 << headed.count - 1) << parts.count
  static let messagePositions: Positions = (1 << messages.count - 1) << (parts.count + headed.count)

  /// The dialects that decide what a report is, the most specific first: a report with lines of several dialects is what the
  /// first of them says.
  static let conclusions: [TextDialect] = [
    // All lines below its heading belong to it.
    .sanitizer,
    // Its stacks are those of one signal.
    .mono,
    // The rows name the process and the reason, which other lines only repeat.
    .jetsamRows,
    // A header.
    .fields,
    // Diagnostics of Xcode, unless they only surround a part of a report.
    .canvas,
    .previewAgent,
    .documentTools,
    // What only other reporters print, and messages of Xcode about a program that continues.
    .performance,
    .crashlyticsThreads,
    .debugger,
    // Any part of a report.
    .frames,
    // Messages alone; it always decides.
    .console,
  ]

  /// Returns what a report is.
  static func conclusion(of draft: Draft) -> Conclusion {
    for dialect in conclusions { if let conclusion = dialect.conclude?(draft) { return conclusion } }
    return Conclusion(.console, .unknown)
  }
}

/// What dialects remember between lines of a report. Each report begins with new states.
struct DialectStates {
  var canvas = CanvasLines()
  var documentTools = DocumentToolSection()
  var jetsam = JetsamRows()
  var mono = MonoStacks()
  /// The number of retold fields that were read.
  var retoldFields = 0
}
