import Testing
import Vocabulary

@testable import CrashReports

/// Parts of reports, debugger output and console lines, alone and mixed.
struct ExcerptTests {
  @Test func piecesWithoutHeader() throws {
    let decoded = try #require(
      TextSample.decode(
        """
        Application Specific Information:
        *** CFRelease() called with NULL ***

        Thread 0 Crashed:
        0   com.apple.CoreFoundation        0x0000000112fd2ccf CFRelease + 1183
        1   com.example.MyApp               0x000000021e2445c7 RegisterFonts + 455 (Fonts.m:38)
        2   dyld_sim                        0x000000010f81a777 doModInitFunctions() + 265
        """
      ).first)
    #expect(decoded.value.source.format == "excerpt")
    #expect(decoded.value.applicationSpecificInformation?.map(\.text) == ["*** CFRelease() called with NULL ***"])
    #expect(decoded.value.host.isSimulator == true)
    #expect(decoded.value.threads?.first?.crashed == true)
    #expect(decoded.notes.map(\.code) == ["simulator-concluded", "fragment"])
  }

  @Test func callStackBelowAnException() throws {
    let report = try #require(
      TextSample.report(
        """
        2026-08-05 18:41:42.962 MyApp[74417:60b] *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Could not load NIB in bundle: 'NSBundle </Applications/MyApp.app> (loaded)' with name 'CardView''
        *** First throw call stack:
        (
        \t0   CoreFoundation                      0x000000010a246775 __exceptionPreprocess + 165
        \t1   libobjc.A.dylib                     0x000000010c86854b objc_exception_throw + 48
        \t2   MyApp                               0x0000000109e02a60 main + 368
        )
        libc++abi.dylib: terminating with uncaught exception of type NSException
        """))
    #expect(report.exception?.name == "NSInternalInconsistencyException")
    #expect(
      report.exception?.reason
        == "Could not load NIB in bundle: 'NSBundle </Applications/MyApp.app> (loaded)' with name 'CardView'")
    #expect(report.lastExceptionBacktrace?.map(\.index) == [0, 1, 2])
    #expect(report.threads == nil)
    #expect(report.consoleLines.first?.process == "MyApp" && report.consoleLines.first?.pid == 74417)
    #expect(report.consoleLines.last?.text.hasPrefix("libc++abi") == true)
  }

  @Test func reasonOverSeveralLines() throws {
    let report = try #require(
      TextSample.report(
        """
        *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: '<Card: 0x1002c9690>: A message was received but not handled.
        Key path: count
        Context: 0x0'
        *** First throw call stack:
        (0x18275c9ec 0x192f5c4c4 0x182794b4c)
        """))
    #expect(
      report.exception?.reason
        == "<Card: 0x1002c9690>: A message was received but not handled.\nKey path: count\nContext: 0x0")
    #expect(report.lastExceptionBacktrace?.count == 3)
  }

  @Test func debuggerBacktrace() throws {
    let report = try #require(
      TextSample.report(
        """
        * thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=2, address=0x16cfc0ce0)
          * frame #0: 0x0000000104a1c2b0 MyApp`-[CardView layoutSubviews](self=0x1, _cmd=0x2) at CardView.m:38:5 [opt]
            frame #1: 0x00000001a2b40010 UIKitCore`-[UIView layout] + 16
            frame #2: MyApp`closure #1 in CardView.refresh() at CardView.swift:12
            ... repeats to frame #1165
        """))
    #expect(report.source.format == "lldb" && report.kind == .crash)
    #expect(report.exception?.type == "EXC_BAD_ACCESS" && report.exception?.subtype == "KERN_PROTECTION_FAILURE")
    #expect(report.exception?.faultAddress == RuntimeAddress(0x1_6cfc_0ce0))
    let thread = try #require(report.threads?.first)
    #expect(thread.index == 1 && thread.crashed && thread.queue == "com.apple.main-thread")
    #expect(thread.frames[0].symbol?.name == "-[CardView layoutSubviews]")
    #expect(thread.frames[0].source == SourceLocation(file: "CardView.m", line: 38, column: 5))
    #expect(thread.frames[2].image == "MyApp" && thread.frames[2].address == nil)
    #expect(thread.omittedFrames == 1163)
  }

  @Test func aBreakpointIsNotAFailure() throws {
    let decoded = try #require(
      TextSample.decode(
        """
        * thread #1: tid = 0x1812413, 0x0000000100d1554b MyApp`register() + 11 at a.cc:436, queue = 'q', stop reason = breakpoint 5.1
          * frame #0: 0x0000000100d1554b MyApp`register() + 11 at a.cc:436
        """
      ).first)
    #expect(decoded.value.exception == nil && decoded.value.kind == .unknown)
    #expect(decoded.notes.contains { $0.code == "debugger-stop" })
  }

  @Test func gdbFrames() throws {
    let report = try #require(
      TextSample.report(
        """
         #1    0x000000010c8d935a in CardController.__allocating_init(coder:text:) ()
         #2    0x000000010c85cc70 in CardController.show(_:sender:) at /Users/me/CardController.swift:41
        """))
    let frames = try #require(report.threads?.first?.frames)
    #expect(frames.map(\.index) == [1, 2] && report.threads?.first?.omittedFrames == 1)
    #expect(frames[0].symbol?.name == "CardController.__allocating_init(coder:text:)")
    #expect(frames[1].source?.line == 41)
  }

  @Test func messagesInTheEditorOfXcode() throws {
    let stop = try #require(TextSample.report("Thread 1: EXC_BAD_INSTRUCTION (code=EXC_I386_INVOP, subcode=0x0)"))
    #expect(stop.exception?.type == "EXC_BAD_INSTRUCTION" && stop.exception?.subtype == "EXC_I386_INVOP")
    let fatal = try #require(TextSample.report("Thread 1: Fatal error: init(coder:) has not been implemented"))
    #expect(fatal.consoleLines.first?.text == "Fatal error: init(coder:) has not been implemented")
  }

  @Test func numbersThatJumpAreElisions() throws {
    let report = try #require(
      TextSample.report("0   MyApp   0x1000 a + 1\n1   MyApp   0x1010 b + 1\n\n6   MyApp   0x1020 c + 1\n"))
    #expect(report.threads?.count == 1)
    #expect(report.threads?.first?.omittedFrames == 4)
  }

  @Test func chainsAreTurnedInnermostFirst() throws {
    let decoded = try #require(
      TextSample.decode(
        """
        [NSBundle loadNibNamed] —— [UINib instantiateWithOwner:options]
        ——[UINibDecoder
        decodeObjectForKey:]——UINibDecoderDecodeObjectForValue—— [CardView initWithCoder:]
        """
      ).first)
    #expect(
      decoded.value.threads?.first?.frames.map(\.symbol?.name) == [
        "[CardView initWithCoder:]", "UINibDecoderDecodeObjectForValue", "[UINibDecoder decodeObjectForKey:]",
        "[UINib instantiateWithOwner:options]", "[NSBundle loadNibNamed]",
      ])
    #expect(decoded.notes.contains { $0.code == "chain" })
  }

  @Test func listsOfSymbols() throws {
    let report = try #require(
      TextSample.report(
        """
        Swift runtime failure: Index out of range
        Array._checkSubscript(_:wasNativeTypeChecked:)
        closure #1 in CardPane.binding(index:)
        SwiftUICore  LocationBox.get()
        """))
    let frames = try #require(report.threads?.first?.frames)
    #expect(frames.map(\.index) == [0, 1, 2])
    #expect(frames[2].image == "SwiftUICore" && frames[2].symbol?.name == "LocationBox.get()")
    #expect(report.consoleLines.map(\.text) == ["Swift runtime failure: Index out of range"])
  }

  @Test func loaderTexts() throws {
    let report = try #require(
      TextSample.report(
        """
        dyld[4711]: Library not loaded: @rpath/CardKit.framework/CardKit
          Referenced from: /Applications/MyApp.app/MyApp
          Reason: image not found
        """))
    #expect(report.loaderMessages.count == 3)
    #expect(report.loaderMessages.first?.text == "Library not loaded: @rpath/CardKit.framework/CardKit")
    let section = try #require(
      TextSample.report(
        "Dyld Error Message:\nDyld Message: Symbol not found: _card\n  Expected in: /usr/lib/libc.dylib\n"))
    #expect(section.loaderMessages.map(\.text) == ["Symbol not found: _card", "Expected in: /usr/lib/libc.dylib"])
  }

  @Test(
    arguments: [
      ("2026-09-27 14:09:22.355361+0800 MyApp[5459:70536] hello", "MyApp", 5459, "hello"),
      ("3/25/26 2:34:50.494 PM Interface Builder Tool[12715]: hello", "Interface Builder Tool", 12715, "hello"),
      ("25/09/2026 10:46:35.661 Interface Builder Tool: hello", "Interface Builder Tool", nil, "hello"),
      ("Mar 25 14:34:50 studio MyApp[88] <Error>: hello", "MyApp", 88, "hello"),
      (
        "2026-07-19 08:22:51.916784+0300 0x3058     Info        0x0                  599    0    MyApp: hello", "MyApp",
        599,
        "hello"
      ),
    ] as [(String, String, Int?, String)])
  func consoleStamps(_ line: String, _ process: String, _ pid: Int?, _ message: String) throws {
    let report = try #require(TextSample.report(line))
    #expect(report.source.format == "console" && report.kind == .unknown)
    let entry = try #require(report.consoleLines.first)
    #expect(entry.process == process)
    #expect(entry.pid == pid)
    #expect(entry.text == message)
    #expect(entry.time?.isEmpty == false)
  }

  @Test func codeOfADesignable() throws {
    let decoded = try #require(
      TextSample.decode(
        """
        - (instancetype)initWithFrame:(CGRect)frame {
          NSArray *nib = [[NSBundle mainBundle] loadNibNamed:@"Card" owner:self options:nil];
          self = nib[0];
        """
      ).first)
    #expect(decoded.value.source.format == "source-excerpt" && decoded.value.kind == .preview)
    #expect(decoded.notes.map(\.code) == ["source-excerpt"])
  }

  @Test(arguments: [
    "",
    "# CardKit\n\nA library of cards. It draws them, and handles every error of the network.\n\n## Installation\n\nVersion: 2\n",
    "1. Creating a view\n2. Drawing it\n3   columns  of text\n4   more  of it\n",
    "Process: how we work\nPath: to success\nVersion: final\n",
    "Когда приложение падает, это плохо — но бывает.\n",
  ])
  func proseIsNotAReport(_ text: String) { #expect(TextSample.decode(text).isEmpty) }

  @Test(arguments: [
    "import UIKit\n\nfunc load() {\n  print(\"failed\")\n}\n", "@implementation Card\n- (void)load {\n}\n@end\n",
    "What is wrong here?\n\n```swift\nfunc load() {\n  run()\n}\n```\n",
  ])
  func codeIsSource(_ text: String) {
    #expect(TextSample.decode(text).map(\.value.source.format) == ["source-excerpt"])
  }

  @Test(arguments: ["def load(x):\n  return x + 1\n", "SELECT a\nFROM b\nWHERE c;\n", "echo a\nexport B=1\n"])
  func codeOfOtherLanguagesIsNotAReport(_ text: String) { #expect(TextSample.decode(text).isEmpty) }
}
