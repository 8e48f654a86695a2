import CrashReports
import DebugInfo
import Symbolication
import Testing
import Vocabulary

/// Symbolication of the frames of a report with synthetic symbols.
@Suite struct SymbolicatorTests {
  static let uuid = "11111111-2222-3333-4444-555555555555"

  /// A report of an arm64 app, loaded at 0x104a00000 and 0x8000 bytes long.
  private func report(
    _ rows: String, section: String = "Thread 0 Crashed:", code: String = "ARM-64", more: String = "",
    images: String? = nil
  ) throws -> CrashReport {
    let images =
      images
      ?? "0x104a00000 - 0x104a07fff MyApp arm64  <\(Self.uuid)> /private/var/containers/MyApp.app/MyApp\n"
      + "0x1a0000000 - 0x1a00fffff libsystem_platform.dylib arm64  <aaaaaaaa22223333444455555555aaaa> /usr/lib/system/libsystem_platform.dylib"
    let text = """
      Incident Identifier: 5EEDC0DE-0000-4000-8000-000000000004
      Process:         MyApp [611]
      Path:            /private/var/containers/MyApp.app/MyApp
      Identifier:      com.example.MyApp
      Version:         412 (2.4)
      Code Type:       \(code)
      OS Version:      iPhone OS 13.1.2 (17A860)
      Report Version:  104

      Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
      Triggered by Thread:  0

      \(section)
      \(rows)
      \(more)
      Binary Images:
      \(images)

      EOF

      """
    return try #require(ReportReader.read(Array(text.utf8)).reports.first?.value)
  }

  private let names = SyntheticNames(
    textAddress: 0x1_0000_0000,
    functions: [
      .init(range: 0x1_0000_1000..<0x1_0000_1100, frames: [.made("draw", "/src/Card.m", 12)]),
      .init(
        range: 0x1_0000_1100..<0x1_0000_1200,
        frames: [
          .made("Swift runtime failure: Index out of range", "<compiler-generated>", 0, inlined: true),
          .made("$s5MyApp4CardV5inner", "/src/Card.swift", 7, inlined: true),
          .made("$s5MyApp4CardV5outer", "/src/Card.swift", 20),
        ]),
      .init(range: 0x1_0000_1200..<0x1_0000_1300, frames: [.made("table", nil, 0, .symbolTable)]),
      .init(range: 0x1_0000_1300..<0x1_0000_1400, frames: [.made("", nil, 0, .functionStart)]),
      .init(range: 0x1_0000_1400..<0x1_0000_1500, frames: [.made("_hidden#27_", "_hidden#3_", 9)]),
    ])

  private func symbolicated(_ report: CrashReport, _ names: SyntheticNames? = nil) -> CrashReport {
    var report = report
    Symbolicator(SyntheticSource([Self.uuid: names ?? self.names])).fill(in: &report)
    return report
  }

  private func frames(_ report: CrashReport) throws -> [CrashReport.Frame] {
    try #require(report.threads?.first).frames
  }

  @Test func aReturnAddressIsLookedUpBeforeAndPrintedAsItIs() throws {
    // The call is the last instruction of `draw`, so the return address belongs to the next function.
    let rows = """
      0   MyApp                         \t0x0000000104a01100 0x104a00000 + 4352
      1   MyApp                         \t0x0000000104a01100 0x104a00000 + 4352
      """
    let found = try frames(symbolicated(report(rows)))
    #expect(
      found.map { $0.symbol?.name } == [
        "Swift runtime failure: Index out of range", "$s5MyApp4CardV5inner", "$s5MyApp4CardV5outer", "draw",
      ])
    #expect(found.map(\.index) == [0, 0, 0, 1])
    #expect(found.map(\.inlined) == [true, true, false, false])
    #expect(found.map(\.addressKind) == [.exact, .exact, .exact, .return])
    #expect(Set(found.map(\.address)) == [RuntimeAddress(0x1_04A0_1100)])
    #expect(found.map { $0.symbol?.offset } == [nil, nil, 0, 256])
    #expect(found[0].source == SourceLocation(file: "<compiler-generated>"))
    #expect(found[2].source == SourceLocation(file: "/src/Card.swift", line: 20))
    #expect(found.allSatisfy { $0.outcome == .symbolicated && $0.imageOffset == ImageOffset(0x1100) })
  }

  @Test func outcomesSayWhyAFrameHasNoName() throws {
    let rows = """
      0   MyApp                         \t0x0000000104a01210 0x104a00000 + 4624
      1   MyApp                         \t0x0000000104a01310 0x104a00000 + 4880
      2   MyApp                         \t0x0000000104a01410 0x104a00000 + 5136
      3   MyApp                         \t0x0000000104a01510 0x104a00000 + 5392
      4   ???                           \t0x0000000000000000 0x0 + 0
      5   libsystem_platform.dylib      \t0x00000001a0000010 0x1a0000000 + 16
      6   ???                           \t0x00000000deadbeef 0x0 + 3735928559
      7   Other                         \t0x00000002a0000010 0x2a0000000 + 16
      """
    let found = try frames(symbolicated(report(rows)))
    #expect(
      found.map(\.outcome) == [
        .symbolTableOnly, .noSymbolAtAddress, .noSymbolAtAddress, .noSymbolAtAddress, .addressOutsideImage,
        .noSymbolFile, .addressOutsideImage, .imageUnknown,
      ])
    #expect(found.map { $0.symbol?.name } == ["table", nil, nil, nil, nil, nil, nil, nil])
  }

  @Test func anImageSaysWhatWasFound() throws {
    let rows = """
      0   MyApp                         \t0x0000000104a01010 0x104a00000 + 4112
      1   MyApp                         \t0x0000000104a01110 0x104a00000 + 4368
      2   MyApp                         \t0x0000000104a01510 0x104a00000 + 5392
      3   MyApp                         \t0x0000000104a01410 0x104a00000 + 5136
      """
    let report = try symbolicated(report(rows))
    #expect(report.symbolLocations == ["made"])
    let index = try #require(report.images?.firstIndex { $0.name == "MyApp" })
    #expect(report.imageSymbols.keys.sorted() == [index])
    #expect(report.imageSymbols[index]?.outcome == .found)
    #expect(report.imageSymbols[index]?.file == "made.dSYM")
    // An inlined function counts with the frame it is in.
    #expect(report.imageSymbols[index]?.framesNamed == 2)
    #expect(report.imageSymbols[index]?.framesHidden == 1)
  }

  @Test func anImageWithoutOpenFramesIsNotLookedFor() throws {
    let rows = """
      0   libsystem_platform.dylib      \t0x00000001a0000010 _platform_memmove + 16
      1   MyApp                         \t0x0000000104a01010 draw + 16 (Card.m:12)
      """
    var report = try report(rows)
    let source = SyntheticSource([Self.uuid: names])
    Symbolicator(source).fill(in: &report)
    #expect(source.images == ["libsystem_platform.dylib"])
    #expect(try frames(report).map(\.outcome) == [.fromReport, .fromReport])
    #expect(try frames(report)[1].source == SourceLocation(file: "Card.m", line: 12))
  }

  @Test func theInterruptedFrameIsExact() throws {
    let rows = """
      0   MyApp                         \t0x0000000104a01010 0x104a00000 + 4112
      1   libsystem_platform.dylib      \t0x00000001a0000010 _sigtramp + 56
      2   MyApp                         \t0x0000000104a01000 0x104a00000 + 4096
      3   MyApp                         \t0x0000000104a01100 0x104a00000 + 4352
      """
    let found = try frames(symbolicated(report(rows)))
    #expect(found.map(\.addressKind) == [.exact, .return, .exact, .return])
    #expect(found.map { $0.symbol?.name } == ["draw", "_sigtramp", "draw", "draw"])
    #expect(found[2].symbol?.offset == 0)
  }

  @Test func otherThreadsWaitWhereTheyAre() throws {
    let rows = "0   MyApp                         \t0x0000000104a01010 0x104a00000 + 4112"
    let more = """

      Thread 1:
      0   MyApp                         \t0x0000000104a01000 0x104a00000 + 4096
      1   MyApp                         \t0x0000000104a01100 0x104a00000 + 4352

      """
    let report = try symbolicated(report(rows, more: more))
    let found = try #require(report.threads?.last).frames
    #expect(found.map(\.addressKind) == [.exact, .return])
    #expect(found.map { $0.symbol?.name } == ["draw", "draw"])
  }

  @Test func everyRowOfAnExceptionBacktraceReturns() throws {
    let rows = "(0x104a01100 0x104a01200)"
    let more = """

      Thread 0 Crashed:
      0   MyApp                         \t0x0000000104a01010 0x104a00000 + 4112

      """
    let report = try symbolicated(report(rows, section: "Last Exception Backtrace:", more: more))
    let found = try #require(report.lastExceptionBacktrace)
    #expect(found.filter { !$0.inlined }.map { $0.symbol?.name } == ["draw", "$s5MyApp4CardV5outer"])
    #expect(found.allSatisfy { $0.addressKind == .return })
    #expect(found.map(\.image) == ["MyApp", "MyApp", "MyApp", "MyApp"])
  }

  @Test func aSignedAddressCountsOnlyIfItMeansAnImage() throws {
    let rows = """
      0   MyApp                         \t0x0000000104a01010 0x104a00000 + 4112
      1   MyApp                         \t0xbf15000104a01020 0x0 + 13768911440127758368
      2   MyApp                         \t0xbf15000904a01020 0x0 + 13768911474487496736
      """
    let found = try frames(symbolicated(report(rows)))
    #expect(found.map { $0.symbol?.name } == ["draw", "draw", nil])
    #expect(found[1].address == RuntimeAddress(0xBF15_0001_04A0_1020))
    #expect(found[1].imageOffset == ImageOffset(0x1020))
    #expect(found[1].symbol?.offset == 0x20)
    #expect(found[2].outcome == .addressOutsideImage)
    // On Intel such an address belongs to the kernel.
    let intel = try frames(
      symbolicated(
        report(
          rows, code: "X86-64",
          images: "0x104a00000 - 0x104a07fff MyApp x86_64  <\(Self.uuid)> /private/var/containers/MyApp.app/MyApp")))
    #expect(intel[1].outcome == .addressOutsideImage)
  }

  @Test func namesOfTheReportAreKeptUnlessTheyAreNone() throws {
    let rows = """
      0   MyApp                         \t0x0000000104a01010 draw + 16
      1   MyApp                         \t0x0000000104a01014 drawElsewhere + 20
      2   MyApp                         \t0x0000000104a01018 later + 4
      3   MyApp                         \t0x0000000104a0101c __mh_execute_header + 4124
      4   MyApp                         \t0x0000000104a01020 exported + 400
      5   MyApp                         \t0x0000000104a01024 MyApp + 4132
      6   MyApp                         \t0x0000000104a01028 <redacted> + 40
      7   MyApp                         \t0x0000000104a0102c __hidden#7_ + 44
      8   MyApp                         \t0x0000000104a01210 better + 8
      9   MyApp                         \t0x0000000104a01214 <redacted> + 20
      """
    let found = try frames(symbolicated(report(rows)))
    #expect(
      found.map { $0.symbol?.name } == [
        "draw",  // the same function: it gains file and line
        "drawElsewhere",  // the same start, spelt otherwise
        "later",  // the report knows a function that begins nearer
        "draw",  // the name of a header is none
        "draw",  // the report's name is that of a function which ended before
        "draw",  // the image's name is none
        "draw", "draw",
        "better",  // a symbol table has nothing to add to a name
        "table",
      ])
    #expect(
      found.map(\.outcome) == [
        .symbolicated, .symbolicated, .fromReport, .symbolicated, .symbolicated, .symbolicated, .symbolicated,
        .symbolicated, .fromReport, .symbolTableOnly,
      ])
    #expect(found.map { $0.symbol?.offset } == [16, 20, 4, 28, 32, 36, 40, 44, 8, 20])
    #expect(found.map { $0.source?.line } == [12, 12, nil, 12, 12, 12, 12, 12, nil, nil])
  }

  @Test func inlinedFunctionsOfTheReportAreNotDoubled() throws {
    let rows = """
      0   MyApp                         \t0x0000000104a01110 Swift runtime failure: Index out of range + 0 [inlined]
      1   MyApp                         \t0x0000000104a01110 Card.inner() + 0 (Card.swift:7) [inlined]
      2   MyApp                         \t0x0000000104a01110 Card.outer() + 16
      """
    let found = try frames(symbolicated(report(rows)))
    #expect(found.map(\.inlined) == [true, true, false])
    #expect(found.map(\.outcome) == [.fromReport, .fromReport, .fromReport])
  }

  @Test func anEndlessChainOfInlinedFunctionsIsCut() throws {
    let chain = (0..<5_000).map { SymbolFrame.made("f\($0)", "a.c", $0, inlined: true) } + [.made("whole", "a.c", 1)]
    let rows = "0   MyApp                         \t0x0000000104a01010 0x104a00000 + 4112"
    let names = SyntheticNames(functions: [.init(range: 0x1000..<0x2000, frames: chain)])
    let found = try frames(symbolicated(report(rows), names))
    #expect(found.count == 101)
    #expect(found.first?.symbol?.name == "f0")
    #expect(found.dropLast().last?.symbol?.name == "f4999")
    #expect(found.last?.symbol?.name == "whole")
  }

  @Test func addressesAtTheEndsOfTheWorldAreHarmless() throws {
    let rows = """
      0   MyApp                         \t0xffffffffffffffff 0x0 + 18446744073709551615
      1   MyApp                         \t0xfffffffffffffff0 0x0 + 18446744073709551600
      2   Other                         \t0x0000000000000000 0x0 + 0
      3   Other                         \t0x0000000000000001 0x0 + 1
      """
    let images = """
      0x0 - 0x7fff Other arm64  <\(Self.uuid)> /private/var/containers/MyApp.app/Other
      0xfffffffffffffff0 - 0xffffffffffffffff MyApp arm64  <\(Self.uuid)> /private/var/containers/MyApp.app/MyApp
      """
    let names = SyntheticNames(
      textAddress: .max - 4, functions: [.init(range: 0..<UInt64.max, frames: [.made("f", "a.c", 1)])])
    let found = try frames(symbolicated(report(rows, images: images), names))
    #expect(found.count >= 4)
  }

  @Test func symbolsOfAnotherBuildGiveNoNames() throws {
    let rows = "0   MyApp                         \t0x0000000104a01010 0x104a00000 + 4112"
    for outcome in [ImageSymbols.Outcome.uuidMismatch, .architectureMismatch, .unreadable] {
      var report = try report(rows)
      Symbolicator(SyntheticSource([:], other: [Self.uuid: ImageSymbols(outcome)])).fill(in: &report)
      let frame = try #require(try frames(report).first)
      #expect(frame.symbol == nil)
      #expect(frame.outcome.rawValue == (outcome == .unreadable ? "malformed" : outcome.rawValue))
    }
  }

  // MARK: Backtraces of Swift

  /// A backtrace of a program, with rows of the crashed thread.
  private func backtrace(_ rows: String) throws -> CrashReport {
    let text = """
      *** Program crashed: Illegal instruction at 0x0000555555555150 ***

      Platform: x86_64 Linux (Debian GNU/Linux 12 (bookworm))

      Thread 0 "MyServer" crashed:

      \(rows)

      Images (2 omitted):

      0x0000555555554000–0x0000555555558000 11111111222233334444555555555555 MyServer /made/MyServer
      0x00007ffff7800000–0x00007ffff7dd2d40 22222222222233334444555555555555 libother.so /made/libother.so

      """
    return try #require(ReportReader.read(Array(text.utf8)).reports.first?.value)
  }

  private let server = SyntheticNames(
    functions: [
      .init(
        range: 0x1100..<0x1200,
        frames: [
          .made("$s8MyServer5ShelfV5checkyS2iF", "/src/shelf.swift", 5, inlined: true),
          .made("$s8MyServer6LoaderC4loadyyF", "/src/shelf.swift", 13),
        ]),
      .init(range: 0x1200..<0x1300, frames: [.made("$s8MyServer3runyyF", "/src/shelf.swift", 20)]),
    ])

  /// `symbolicate=fast` states the outer function with the line of the innermost one.
  @Test func inlinedFunctionsOfAFastBacktraceAreAdded() throws {
    let fast = """
      0      0x0000555555555150 Loader.load() + 80 in MyServer at /src/shelf.swift:5
      1 [ra] 0x0000555555555210 run() + 16 in MyServer at /src/shelf.swift:20
      2 [ra] 0x00007ffff7801000 other() + 16 in libother.so at /src/other.c:3
      """
    let source = SyntheticSource([Self.uuid: server])
    var report = try backtrace(fast)
    Symbolicator(source).fill(in: &report)
    let found = try frames(report)
    #expect(found.map { $0.symbol?.name } == ["$s8MyServer5ShelfV5checkyS2iF", "Loader.load()", "run()", "other()"])
    #expect(found.map { $0.source?.line } == [5, 13, 20, 3])
    #expect(found.map(\.inlined) == [true, false, false, false])
    // Nothing is missing for the other image, whose frames are complete.
    #expect(report.imageSymbols.values.map(\.outcome) == [.found])
    #expect(source.images.sorted() == ["MyServer", "libother.so"])
  }

  /// A name of another function, and a report that has inlined functions, remain as they are.
  @Test func completeBacktracesAreNotChanged() throws {
    let other = """
      0      0x0000555555555150 another() + 8 in MyServer at /src/shelf.swift:5
      1 [ra] 0x0000555555555210 run() + 16 in MyServer at /src/shelf.swift:20
      """
    var report = try backtrace(other)
    Symbolicator(SyntheticSource([Self.uuid: server])).fill(in: &report)
    #expect(try frames(report).map { $0.symbol?.name } == ["another()", "run()"])
    let full = """
      0 [inlined] 0x0000555555555150 Shelf.check(_:) in MyServer at /src/shelf.swift:5
      1           0x0000555555555150 Loader.load() + 80 in MyServer at /src/shelf.swift:13
      2 [ra]      0x0000555555555210 run() + 16 in MyServer at /src/shelf.swift:20
      """
    let source = SyntheticSource([Self.uuid: server])
    report = try backtrace(full)
    Symbolicator(source).fill(in: &report)
    #expect(try frames(report).map { $0.symbol?.name } == ["Shelf.check(_:)", "Loader.load()", "run()"])
    #expect(source.images.isEmpty)
  }
}
