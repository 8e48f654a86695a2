import Testing

@testable import CrashReports

/// Lines that were wrapped are joined, and lines that belong apart are not.
struct WrappedLinesTests {
  private func normalized(_ text: String) -> String {
    String(decoding: InputNormalizer.normalize(Array(text.utf8)).bytes, as: UTF8.self)
  }

  private static let frame =
    "3   Orchard                       \t0x0000000100d4a3f8 -[TreeView draw] + 24 (TreeView.m:41)"
  /// Lines that are wrapped at each of their blanks.
  static let wrapped = [
    "Exception Type:  EXC_CRASH (SIGABRT)", "Termination Reason: Namespace DYLD, Code 1 Library missing", frame,
    "frame #3: 0x0000000100d4a3f8 Orchard`-[TreeView draw] + 24",
    "libc++abi: terminating due to uncaught exception of type std::runtime_error",
    "/Orchard/Main.storyboard: error: IB Designables: Failed to render instance of TreeView: The agent crashed",
  ]

  /// How many of the blanks are not found: those at which both parts are lines of their own, or that another wrapper removes.
  private static let maxLost = [
    wrapped[0]: 0, wrapped[1]: 1, frame: 1, wrapped[3]: 1, wrapped[4]: 2, wrapped[5]: 1,
  ]

  @Test(arguments: wrapped) func aLineWrappedAtABlankIsJoined(_ line: String) {
    var lost: [String] = []
    let blanks = line.indices.filter {
      line[$0] == " " && line[line.index(after: $0)] != " " && line[line.index(after: $0)] != "\t"
    }
    for blank in blanks {
      let text = String(line[..<blank]) + "\n" + String(line[line.index(after: blank)...]) + "\n"
      let words = normalized(text).split { $0.isWhitespace && $0 != "\n" }.joined(separator: " ")
      if words != line.split(whereSeparator: \.isWhitespace).joined(separator: " ") + "\n" { lost.append(text) }
    }
    #expect(lost.count <= Self.maxLost[line] ?? 0, "\(lost)")
  }

  /// Lines that were wrapped behind a label, inside a heading, a quotation, and the error of a tool.
  @Test(arguments: [
    "Exception Codes:\n      KERN_INVALID_ADDRESS at 0x00006001013ac00f\n", "Exception Type:\n  EXC_CRASH (SIGABRT)\n",
    "panic(cpu\n1 caller 0xfffffff0211c2f0c): tree fell\n", "panic(cpu 1\ncaller 0xfffffff0211c2f0c): tree fell\n",
    "Thread\n3 Crashed:: Dispatch queue: orchard\n", "Thread 3\nCrashed:: Dispatch queue: orchard\n",
    "Termination Reason: RUNNINGBOARD\n0xdead10cc\n",
    "/Orchard/Tree.storyboard: error: The\ndocument \"Tree.storyboard\" requires Xcode 9.0 or later.\n",
    "/Orchard/Tree.storyboard:-1: Encountered an error\ncommunicating with IBAgent-iOS.\n",
    "libc++abi: terminating due to uncaught exception: \"the tree\nfell\"\n",
  ])
  func partsOfALineAreJoined(_ text: String) {
    #expect(normalized(text).split(separator: "\n").count == 1, "\(normalized(text))")
  }

  /// Two lines that are not one: the second is code, a frame, a heading, a question, a fence, another message or a field.
  @Test(arguments: [
    "print(trees[3]) // Fatal error: Index out of range\nlet first = trees.first!\n",
    "// Fatal error:\nlet first = trees.first!\n",
    "thread 'main' panicked at index out of bounds, src/tree.rs:41:18\nstack backtrace:\n",
    "Unhandled JS Exception: boom\nrender@main.jsbundle:12:34\n",
    "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 3 is\n*** First throw call stack:\n",
    "Fatal error: Index out of range\nwhat am i doing wrong?\n",
    "My app crashes with a fatal error:\nOrchard/Tree.swift:12: Fatal error: Index out of range\n",
    "frame #0: 0x0000000000000000\n```\n",
    "2   Orchard   0x0000000104a1c2b0\nAny ideas?\n",
    "2   Orchard   0x0000000104a1c2b0\n)\n",
    "2   Orchard   0x0000000104a1c2b0\nlibc++abi: terminating due to an exception\n",
    "Fatal error: Index out of range\nnote: run with a debugger\n",
    "Exception Type:  EXC_CRASH (SIGABRT)\nException Codes: 0x0000000000000000, 0x0000000000000000\n",
    "Process:  Orchard [4321]\nPath:  /Applications/Orchard.app/Contents/MacOS/Orchard\n",
    "2026-11-02 10:00:00.123 Orchard[4321:99] Fatal error: the\n2026-11-02 10:00:00.124 Orchard[4321:99] tree fell\n",
    "3\nTrees were 0x1000 meters away\n",
    "*** Terminating app: \"tree was\nOrchard[4711:12] the next record\n",
    "\"%sBlock was %sexpected to execute on queue [%s]\nTask 208: EXC_BREAKPOINT (code=1, subcode=0x103546f18)\n",
    "Exception Type\n: the kind of the exception\n",
    "Thread 3\nwaits for thread 4\n",
    "Exception Note:\n  EXC_CORPSE_NOTIFY\n",
    "dyld: Library not loaded: @rpath/Tree.framework/Tree\n  Referenced from: /Orchard\n",
  ])
  func linesThatBelongApartAreNotJoined(_ text: String) {
    #expect(normalized(text).split(separator: "\n").count == 2, "\(normalized(text))")
  }

  /// The log below the fields of a form is a record, whatever marks the fields have.
  @Test(arguments: [
    "- **Device**: Phone 12\n- **iOS**: 17.2.1\n```\n%\n```\n",
    "- `Orchard` - crashes on launch\n- `Pear` - works\n%\n",
    "1. \"Tap Save\": the app closes\n2. \"Tap Load\": the same\n%\n",
  ])
  func formsAndStepsAreNotDefinitions(_ form: String) throws {
    let text = form.replacing("%", with: "Orchard/Tree.swift:12: Fatal error: Index out of range")
    let report = try #require(ReportReader.read(Array(text.utf8)).reports.first)
    #expect(!report.value.source.isMention)
    #expect(report.value.consoleLines.contains { $0.text.contains("Index out of range") && !$0.isMention } == true)
  }

  @Test func aListOfMessagesWithMeaningsIsAMention() {
    let text = "- `Fatal error: Index out of range`: the list is empty.\n- `panic(cpu 2 caller 0x1): tree`: restart.\n"
    #expect(ReportReader.read(Array(text.utf8)).reports.allSatisfy { $0.value.source.isMention })
  }
}
