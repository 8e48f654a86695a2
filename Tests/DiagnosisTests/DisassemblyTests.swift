import CrashReports
import Diagnosis
import Testing
import Vocabulary

/// Instructions that debuggers and tools print are no frames.
@Suite struct DisassemblyTests {
  private func report(_ text: String) -> CrashReport? { assess(text).first?.report }

  private static let stop = """
    * thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=1, address=0x8)
        frame #0: 0x0000000104d2d110 Orchard`-[Press draw](self=0x0000600000a4dc80, _cmd="draw") at Press.m:12:9
    """
  private static let stack = """
    (lldb) bt
    * thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=1, address=0x8)
      * frame #0: 0x0000000104d2d110 Orchard`-[Press draw](self=0x0000600000a4dc80, _cmd="draw") at Press.m:12:9
        frame #1: 0x0000000104d2d190 Orchard`-[Press squeeze](self=0x0000600000a4dc80, _cmd="squeeze") at Press.m:30:5
    """

  static let listings: [(name: String, text: String)] = [
    (
      "lldb, Intel",
      """
      Orchard`-[Press draw]:
      ->  0x104d2d110 <+12>: movq   0x8(%rax), %rcx
          0x104d2d114 <+16>: movq   %rcx, %rdi
          0x104d2d117 <+19>: callq  0x104d2e000               ; symbol stub for: objc_retain
          0x104d2d11c <+24>: retq
      """
    ),
    (
      "lldb, ARM",
      """
      libobjc.A.dylib`objc_msgSend:
          0x1826bbea0 <+0>:   cmp    x0, #0x0                  ; =0x0
          0x1826bbea4 <+4>:   b.le   0x1826bbf10               ; <+112>
          0x1826bbea8 <+8>:   ldr    x13, [x0]
      ->  0x1826bbeb0 <+16>:  ldp    x10, x11, [x16, #0x10]
          0x1826bbeb4 <+20>:  bl     0x104d2e000               ; -[Press load] at Press.m:8
      """
    ),
    (
      "Xcode, without an arrow",
      """
      0x104d2d100 <+0>:  pushq  %rbp
      0x104d2d101 <+1>:  movq   %rsp, %rbp
      0x104d2d110 <+12>: callq  0x104d2e000               ; -[Press load] at Press.m:12
      """
    ),
    (
      "gdb",
      """
      Dump of assembler code for function press_load:
         0x0000000104d2d100 <+0>:	push   %rbp
      => 0x0000000104d2d108 <+8>:	mov    0x8(%rax),%rcx
         0x0000000104d2d10c <+12>:	call   0x104d2e000 <objc_retain>
      End of assembler dump.
      """
    ),
    (
      "otool",
      """
      -[Press draw]:
      0000000104d2d100	pushq	%rbp
      0000000104d2d101	movq	%rsp, %rbp
      0000000104d2d114	callq	0x104d2e000 ## symbol stub for: _objc_retain
      """
    ),
    (
      "objdump",
      """
      0000000100003f50 <_main>:
      100003f50: ff 43 00 d1  	sub	sp, sp, #16
      100003f54: 00 00 80 52  	mov	w0, #0
      100003f5c: c0 03 5f d6  	ret
      """
    ),
    (
      "variables",
      """
      (lldb) frame variable
      (Press *) self = 0x0000600000a4dc80
      (SEL) _cmd = "draw"
      (NSString *) title = 0x0000000000000000 nil
      """
    ),
    (
      "an expression, memory and registers",
      """
      (lldb) po 0x0000600000a4dc80
      (lldb) x/4gx 0x0000600000a4dc80
      0x600000a4dc80: 0x0000000000000000 0x0000000104d2d190
      0x600000a4dc90: 0x0000000000000003 0x0000000104d2e000
      (lldb) image lookup -a 0x104d2d190
            Address: Orchard[0x0000000100005190] (Orchard.__TEXT.__text + 20880)
            Summary: Orchard`-[Press squeeze] + 80 at Press.m:30
      """
    ),
  ]

  @Test(arguments: listings.indices) func betweenAStopAndItsStack(_ index: Int) throws {
    let listing = Self.listings[index]
    let report = try #require(self.report(Self.stop + "\n" + listing.text + "\n" + Self.stack))
    let frames = try #require(report.crashedThread?.frames)
    #expect(frames.map { $0.symbol?.name } == ["-[Press draw]", "-[Press squeeze]"], "\(listing.name): \(frames)")
    #expect(report.exception?.faultAddress?.value == 8)
  }

  /// The heading and the lines of a listing behind a stack do not add frames.
  @Test(arguments: listings.indices) func behindAStack(_ index: Int) throws {
    let listing = Self.listings[index]
    let report = try #require(self.report(Self.stack + "\n" + listing.text))
    #expect(report.crashedThread?.frames.count == 2, "\(listing.name)")
  }

  /// The arrow of lldb marks the instruction at which the process stopped: the innermost frame. Other listings have none.
  @Test(arguments: listings.indices) func alone(_ index: Int) {
    let listing = Self.listings[index]
    let frames = (self.report(listing.text)?.threads ?? []).flatMap(\.frames)
    let stops = [
      "lldb, Intel": ("Orchard", "-[Press draw]", 12), "lldb, ARM": ("libobjc.A.dylib", "objc_msgSend", 16),
    ]
    let stop = stops[listing.name]
    #expect(frames.map { $0.symbol?.name } == (stop.map { [$0.1] } ?? []), "\(listing.name)")
    #expect(frames.first?.image == stop?.0 && frames.first?.symbol?.offset == stop?.2, "\(listing.name)")
  }

  /// The stack that the debugger prints afterwards replaces the frame.
  @Test func beforeAStopAndItsStack() throws {
    let report = try #require(self.report(Self.listings[0].text + "\n" + Self.stop + "\n" + Self.stack))
    #expect(report.threads?.count == 1)
    #expect(report.crashedThread?.frames.map { $0.symbol?.name } == ["-[Press draw]", "-[Press squeeze]"])
  }

  /// The form of an excerpt with a module and an offset is one of frames.
  @Test func framesStayFrames() throws {
    let report = try #require(
      self.report(
        """
        Thread 0 Crashed:
        0   Orchard   0x0000000104d2d110 -[Press draw] + 12
        1   Orchard   0x0000000104d2d190 -[Press squeeze] + 80
        """))
    #expect(report.crashedThread?.frames.count == 2)
  }
}
