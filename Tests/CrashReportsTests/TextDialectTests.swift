import Testing
import Vocabulary

@testable import CrashReports

/// Frame, thread and image lines of each dialect.
struct TextDialectTests {
  private func frame(_ line: String) -> CrashReport.Frame? {
    TextSample.report("Thread 0 Crashed:\n\(line)\n")?.threads?.first?.frames.first
  }

  @Test(
    arguments: [
      ("0   MyApp  \t0x0000000104a1c2b0 -[CardView load] + 12", "MyApp", "-[CardView load]", 12),
      ("0   My App (*)   0x104a1c2b0 main + 64 (main.m:14)", "My App (*)", "main", 64),
      ("0   MyApp   0x104a1c2b0 load (in MyApp) (CardView.m:21)", "MyApp", "load", nil),
      ("0   MyApp   0x104a1c2b0        load (in MyApp) + 128", "MyApp", "load", 128),
      (
        "0   libswiftCore.dylib  0x104a1c2b0 _assertionFailure+ 216832 (_:_:file:line:flags:) + 796",
        "libswiftCore.dylib", "_assertionFailure(_:_:file:line:flags:)", 796
      ),
      (
        "0   libobjc.A.dylib   0x35097c9a 0x35095000 + 11418 (objc_msgSend + 18)", "libobjc.A.dylib", "objc_msgSend", 18
      ),
      ("0   libobjc.A.dylib   0x35097c9a objc_msgSend + 0x12", "libobjc.A.dylib", "objc_msgSend", 18),
      (
        "0   MyApp   0x104a1c2b0 specialized closure #1 in X.status() (X.swift:7)", "MyApp",
        "specialized closure #1 in X.status()", nil
      ),
      ("0   UIKit   -[UIView layoutSubviews] + 16", "UIKit", "-[UIView layoutSubviews]", 16),
      ("0                                 \t0x000000010e305000 _dyld_start + 0", nil, "_dyld_start", 0),
      ("0   closure #1 in CardStore.load() (in CardKit)", "CardKit", "closure #1 in CardStore.load()", nil),
      ("0   @objc CardView.draw(_:) (in MyApp)", "MyApp", "@objc CardView.draw(_:)", nil),
      (
        "0   specialized Store.read<A>(_:) (in libCards.dylib) + 128", "libCards.dylib",
        "specialized Store.read<A>(_:)", 128
      ),
      (
        "0   protocol witness for Face.draw() in conformance Card (in Cards)", "Cards",
        "protocol witness for Face.draw() in conformance Card", nil
      ),
      ("0   -[CardView load:from:] (in MyApp) (CardView.m:21)", "MyApp", "-[CardView load:from:]", nil),
      ("0   -[CardView(Cards) load] (in MyApp)", "MyApp", "-[CardView(Cards) load]", nil),
      ("0   __63-[CardView load]_block_invoke (in MyApp)", "MyApp", "__63-[CardView load]_block_invoke", nil),
      ("0   load_cards (in MyApp)", "MyApp", "load_cards", nil),
      ("0   MyApp   load (in MyApp) + 128", "MyApp", "load", 128),
      ("99 com.example.MyAppWithALongName 0x104a1c2b0 main + 1", "com.example.MyAppWithALongName", "main", 1),
    ] as [(String, String?, String, Int?)])
  func frameShapes(_ line: String, _ image: String?, _ symbol: String, _ offset: Int?) throws {
    let frame = try #require(self.frame(line))
    #expect(frame.image == image)
    #expect(frame.symbol == .init(name: symbol, offset: offset))
  }

  /// A line with which a process announces its own end states the process and the time of the failure.
  @Test(
    arguments: [
      (
        "2026-11-24 12:00:01.123 MyApp[812:4242] ", "*** Terminating app due to uncaught exception 'A', reason: 'b'",
        "MyApp", 812,
        "2026-11-24 12:00:01.123"
      ),
      (
        "2026-11-24 12:00:01.123456+0100 MyApp[812:4242] ", "Fatal error: Index out of range", "MyApp", 812,
        "2026-11-24 12:00:01.123456+0100"
      ),
      (
        "2026-11-24 12:00:01.123 MyApp[812:4242] ", "Cards/Deck.swift:12: Fatal error: Index out of range", "MyApp",
        812,
        "2026-11-24 12:00:01.123"
      ),
      (
        "Nov 24 12:00:01 mac MyApp[812]: ", "*** Terminating app due to uncaught exception 'A', reason: 'b'", "MyApp",
        812, nil
      ),
      (
        "2026-11-24 12:00:01.123 SpringBoard[50:9] ", "Process MyApp exited abnormally: Fatal error in it", nil, nil,
        nil
      ),
      (
        "2026-11-24 12:00:01.123 runningboardd[33:9] ", "[app<com.example.MyApp>:812] termination reported", nil, nil,
        nil
      ),
    ] as [(String, String, String?, Int?, String?)])
  func ownEndsNameTheProcess(_ column: String, _ text: String, _ name: String?, _ pid: Int?, _ time: String?) {
    let report = TextSample.report(column + text + "\n")
    #expect(report?.process?.name == name && report?.process?.pid == pid)
    #expect(report?.times?.crashed?.asWritten == time)
  }

  /// Two processes ended: the report does not say which one it is about.
  @Test func endsOfTwoProcessesNameNone() {
    let end = "*** Terminating app due to uncaught exception 'A', reason: 'b'"
    let report = TextSample.report(
      "2026-11-24 12:00:01.123 MyApp[812:4242] \(end)\n2026-11-24 12:00:02.123 Other[900:4242] \(end)\n")
    #expect(report?.process == nil || report?.process?.name == "MyApp" && report?.consoleLines.count == 1)
  }

  @Test func unnamedFrames() throws {
    let base = try #require(frame("0   MyApp   0x104a1c2b0 0x104a00000 + 0x1c2b0\t// 0x0001c2b0 + 0x80"))
    #expect(base.symbol == nil && base.imageOffset == ImageOffset(0x1c2b0))
    let uuid = try #require(frame("0 MyApp 0x104a1c2b0 0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9 + 1226784"))
    #expect(uuid.symbol == nil && uuid.imageOffset == ImageOffset(1_226_784))
    let unknown = try #require(frame("0   ???   0x00000001c6ce2970 0x0 + 7630367088"))
    #expect(unknown.image == nil && unknown.symbol == nil)
  }

  @Test(
    arguments: [
      (
        "0x100be4000 - 0x100d37fff MyApp arm64e  <ca63a72de9ee3ba2835b50ddda3fb008> /a/MyApp", "MyApp", "arm64e", nil,
        nil
      ),
      (
        "0x104d20000 - 0x105c43fff MyApp (*) <9d489cdf-11ad-3077-a386-6321379f73a0> /a/b c/MyApp", "MyApp", nil, nil,
        nil
      ),
      (
        "0x104d20000 - 0x105c43fff +com.example.MyApp (4.18 - 67) <9D489CDF-11AD-3077-A386-6321379F73A0> /a/MyApp",
        "MyApp",
        nil, "4.18", "com.example.MyApp"
      ),
      (
        "0x104d20000 - 0x105c43fff  com.example.Kit (x86_64)  <9D489CDF-11AD-3077-A386-6321379F73A0> /a/Kit", "Kit",
        "x86_64", nil, "com.example.Kit"
      ),
      ("0x2facb000 - 0x2fbeefff  CoreGraphics armv7   ", "CoreGraphics", "armv7", nil, nil),
      ("0x2facb000 - 0x2fbeefff libz.1.dylib arm64 <(null)> /usr/lib/libz.1.dylib", "libz.1.dylib", "arm64", nil, nil),
    ] as [(String, String, String?, String?, String?)])
  func imageShapes(_ line: String, _ name: String, _ architecture: String?, _ version: String?, _ id: String?) throws {
    let image = try #require(TextSample.report("Binary Images:\n\(line)\n")?.images?.first)
    #expect(image.name == name)
    #expect(image.architecture == architecture)
    #expect(image.version == version)
    #expect(image.bundleID == id)
  }

  @Test func thirdPartyReport() throws {
    let report = try #require(
      TextSample.report(
        """
        Incident Identifier: 0F3B6A52-91C4-4D0E-8A77-2B6C1D9E4F10
        CrashReporter Key:   TODO
        Hardware Model:      iPhone12,1
        Process:         MyApp [4711]
        Identifier:      com.example.MyApp
        Version:         512
        Code Type:       ARM-64
        Parent Process:  ??? [1]

        Date/Time:       2026-01-02T03:04:05Z
        OS Version:      iPhone OS 18.1 (22B83)
        Report Version:  104

        Exception Type:  SIGTRAP
        Exception Codes: #0 at 0x1b79aef00
        Crashed Thread:  2

        Thread 2:
        0   libsystem_kernel.dylib              0x00000001b79aef00 0x1b79ad000 + 7936

        Thread 2 crashed with ARM-64 Thread State:
            pc: 0x00000001b79aef00     fp: 0x000000016f702640
        """))
    #expect(report.source.format == "third-party-text")
    #expect(report.exception?.signal == "SIGTRAP" && report.exception?.type == nil)
    // The address is that of the trap instruction, not of an access.
    #expect(report.exception?.faultAddress == nil)
    #expect(report.crashedThread?.index == 2)
    #expect(report.times?.crashed?.rfc3339 == "2026-01-02T03:04:05Z")
    #expect(report.process?.parent == .init(name: nil, pid: 1))
  }

  @Test func umengExport() throws {
    let report = try #require(
      TextSample.report(
        """
        Application received signal SIGSEGV
        (null)
        ((
          0  CoreFoundation                 0x00000001823bfe40 <redacted> + 148
          1  MyApp                          0x100178ad0        main (in MyApp) (main.m:14)
        )

        dSYM UUID: 0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9
        CPU Type: arm64
        Slide Address: 0x0000000100000000
        Binary Image: MyApp
        Base Address: 0x00000001000e4000
        """))
    #expect(report.source.format == "third-party-text")
    #expect(report.exception?.signal == "SIGSEGV")
    let frames = try #require(report.threads?.first?.frames)
    #expect(frames[0].symbol == nil)
    #expect(frames[1].source == SourceLocation(file: "main.m", line: 14))
    #expect(frames[1].imageIndex == 0 && frames[1].imageOffset == ImageOffset(0x94ad0))
    #expect(report.images?.first?.architecture == "arm64")
  }

  /// A placeholder in the column of the image means that there is none; as a name of a function it is kept.
  @Test func placeholdersOfImagesAndFunctions() throws {
    let report = try #require(
      TextSample.report(
        """
        Thread 0 Crashed:
        0   MyApp       0x0000000100178ad0 <unknown> + 4
        1   <unknown>   0x0000000100178ae0 main + 4
        2   MyApp       0x0000000100178af0 <unknown> + 4
        """))
    let frames = try #require(report.threads?.first?.frames)
    #expect(frames.map(\.image) == ["MyApp", nil, "MyApp"])
    #expect(frames.map { $0.symbol?.name } == ["<unknown>", "main", "<unknown>"])
  }
}
