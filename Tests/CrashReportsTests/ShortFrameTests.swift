import Testing
import Vocabulary

@testable import CrashReports

/// Frames in shortened forms.
struct ShortFrameTests {
  /// Each line is the first frame below the header of a thread.
  static let lines: [(line: String, image: String?, symbol: String?)] = [
    ("0   GaugeKit  0x1028f7590 drawGauge + 12  ← here", "GaugeKit", "drawGauge"),
    ("0   GaugeKit  drawGauge + 12 // my code", "GaugeKit", "drawGauge"),
    ("GaugeKit  drawGauge + 12", "GaugeKit", "drawGauge"),
    ("GaugeKit 0x1028f7590 drawGauge + 12", "GaugeKit", "drawGauge"),
    ("GaugeKit!drawGauge + 12", "GaugeKit", "drawGauge"),
    ("GaugeKit`drawGauge + 12", "GaugeKit", "drawGauge"),
    ("drawGauge (GaugeKit.dylib)", "GaugeKit.dylib", "drawGauge"),
    ("at drawGauge (GaugeView.swift:12)", nil, "drawGauge"),
    ("#0 0x00000001028f7590 in drawGauge ()", nil, "drawGauge"),
    ("frame #0: 0x00000001028f7590 GaugeKit`drawGauge + 12", "GaugeKit", "drawGauge"),
    ("0  GaugeKit  -[GaugeView draw]", "GaugeKit", "-[GaugeView draw]"),
    ("GaugeKit  -[GaugeView draw]   <-- crash", "GaugeKit", "-[GaugeView draw]"),
    ("-[GaugeView draw] (GaugeKit)", "GaugeKit", "-[GaugeView draw]"),
    ("0   GaugeKit  0x1028f7590", "GaugeKit", nil),
    ("GaugeKit  0x1028f7590", "GaugeKit", nil),
    ("UIKitCore 0x1843ae7f4 <redacted> + 436", "UIKitCore", nil),
  ]

  @Test(arguments: lines)
  func forms(_ form: (line: String, image: String?, symbol: String?)) throws {
    let (line, image, symbol) = form
    let report = try #require(TextSample.report("Thread 0 Crashed:\n\(line)"), "\(line)")
    let frame = try #require(report.threads?.first?.frames.first, "\(line)")
    #expect(frame.image == image, "\(line)")
    #expect(frame.symbol?.name == symbol, "\(line)")
  }

  @Test(arguments: ["2-7 GaugeKit", "2–7 GaugeKit", "2 - 7 GaugeKit", "2..7  GaugeKit", "2...7 GaugeKit"])
  func rangeStandsForItsFrames(_ begin: String) throws {
    let text = """
      0  Foundation  0x1843ae7f4 start + 12
      1  GaugeKit    0x1028f7000
      \(begin)  0x1028f7590  ← repeats
      8  GaugeKit    0x1028f8000
      """
    let frames = try #require(TextSample.report(text)?.threads?.first?.frames)
    #expect(frames.map(\.index) == Array(0...8))
    #expect(frames.dropFirst(2).prefix(6).allSatisfy { $0.address == RuntimeAddress(0x1_028f_7590) })
  }

  @Test func aLongRangeIsNotStored() throws {
    let thread = try #require(
      TextSample.report("Thread 0 Crashed:\n0-9999 GaugeKit  0x1028f7590\n10000 GaugeKit  0x1028f8000")?.threads?.first)
    #expect(thread.frames.count == 257 && thread.omittedFrames == 9744)
  }

  @Test(arguments: [
    "… 510 more", "... 510 more frames ...", "[... 510 frames]", "(510 more frames)", "--- 510 frames omitted ---",
    "... repeated 510 times", "<510 frames elided>", "... and 510 more", "[510 similar frames omitted]",
    "... (510 frames)",
  ])
  func omittedFrames(_ line: String) throws {
    let text = """
      Thread 0 Crashed:
      0   GaugeKit  0x1028f7590 drawGauge + 12
      1   GaugeKit  0x1028f7690 drawNeedle + 16
      \(line)
      """
    let thread = try #require(TextSample.report(text)?.threads?.first)
    #expect(thread.frames.count == 2 && thread.omittedFrames == 510, "\(line)")
  }

  @Test(arguments: [
    "-[GaugeView draw] -> -[GaugeView layout] -> main()", "-[GaugeView draw] ← -[GaugeView layout] ← main()",
    "-[GaugeView draw] <- -[GaugeView layout] <- main()", "-[GaugeView draw] <-- -[GaugeView layout] <-- main()",
    "-[GaugeView draw] → -[GaugeView layout] → main()", "-[GaugeView draw] ⟵ -[GaugeView layout] ⟵ main()",
  ])
  func chains(_ text: String) throws {
    let frames = try #require(TextSample.report("Fatal error: no needle\n\n\(text)")?.threads?.first?.frames)
    #expect(frames.compactMap { $0.symbol?.name } == ["-[GaugeView draw]", "-[GaugeView layout]", "main()"])
  }

  @Test func xcodeThreadHeader() throws {
    let report = try #require(
      TextSample.report(
        """
        Thread 7 Queue : com.example.gauges (serial)
        #0\t0x00000001028f7590 in drawGauge at /Users/me/GaugeView.swift:12
        #1\t0x00000001028f7690 in main ()
        """))
    let thread = try #require(report.threads?.first)
    #expect(thread.index == 7 && thread.queue == "com.example.gauges" && thread.frames.count == 2)
  }

  /// Lines of code, listings and tables that are not stacks.
  @Test(arguments: [
    "func draw(_ gauge: Gauge) -> (Int) -> Void\nfunc map() -> Array<Int>\nfunc read() -> String",
    "total 8\nlrwxr-xr-x  1 me  staff  11 Jan  5 10:00 current -> 2.0\n-rw-r--r--  1 me  staff  80 Jan  5 10:00 a.txt",
    "all: build\n\tcc -o gauge gauge.c\nclean:\n\trm -f gauge",
    "id,name,size\n0,GaugeKit,12\n1,CardKit,14",
    "## 1.2\n- GaugeKit: draw faster\n- CardKit: fix a crash in layout\n... 12 more changes",
    "| Module | Size |\n|---|---|\n| GaugeKit | 0x1000 |\n| CardKit | 0x2000 |",
    "FLAG_A 0x10000 enables the gauge\nFLAG_B 0x20000 enables the card\nFLAG_C 0x40000 enables both",
    "Open Settings -> General -> About, then come back.",
    "1-3 cards are shown\n4-6 cards are hidden\n7-9 cards are removed",
    "if !ready { return }\nguard !cards.isEmpty else { return }\nlet x = y!first",
    "at the end (see README.md:12)\nin the list (notes.txt:4)",
    "git log --oneline\n0 a1b2c3d Fix gauge\n1 b2c3d4e Draw needle",
  ])
  func otherTextIsNotAStack(_ text: String) {
    let report = TextSample.report(text)
    #expect(report?.threads == nil, "\(text)")
    #expect(report?.lastExceptionBacktrace == nil, "\(text)")
  }
}

/// Rows of a jetsam event without its header.
struct JetsamRowTests {
  @Test(arguments: [
    "{\n  \"rpages\" : 960,\n  \"reason\" : \"per-process-limit\",\n  \"pid\" : 41,\n  \"name\" : \"Gauges\"\n},",
    "Log of the kill:\n\n{\"rpages\":960,\"reason\":\"per-process-limit\",\"pid\":41,\"name\":\"Gauges\"}\n\nWhy?",
    "\"rpages\" : 960,\n\"reason\" : \"per-process-limit\",\n\"name\" : \"Gauges\",",
    "\"reason\" : \"per-process-limit\",\n\"name\" : \"Gauges\"",
    "     Gauges <00000000000040008000000000000a01>   960   1025  [per-process-limit] (frontmost)",
    "rpages: 960, reason: per-process-limit, name: Gauges",
    "- rpages: 960\n- reason: per-process-limit\n- name: Gauges",
    "| reason | per-process-limit |\n| name | Gauges |",
    "reason = per-process-limit\nprocess = Gauges",
    "[{\"name\":\"Gauges\",\"rpages\":960,\"pid\":41,\"reason\":\"per-process-limit\"},{\"name\":\"Cards\",\"rpages\":12,\"pid\":9}]",
  ])
  func rows(_ text: String) throws {
    let report = try #require(ReportReader.read(Array(text.utf8)).reports.first?.value, "\(text)")
    #expect(report.kind == .jetsam, "\(text)")
    #expect(report.process?.name == "Gauges", "\(text)")
    #expect(report.detail(.reason)?.value == .text("per-process-limit"), "\(text)")
  }

  @Test(arguments: [
    "{\"rpages\":960,\"pid\":41,\"name\":\"Gauges\"}", "The reason per-process-limit means that an app used too much.",
    "- `per-process-limit`: the app exceeded its limit\n- `highwater`: above the mark",
    "case \"per-process-limit\": return .memory", "let reason = \"per-process-limit\"\nlet name = \"Gauges\"",
    "rpages,reason,name\n960,per-process-limit,Gauges",
  ])
  func otherTextIsNotARow(_ text: String) {
    let reports = ReportReader.read(Array(text.utf8)).reports
    #expect(!reports.contains { $0.value.kind == .jetsam }, "\(text)")
  }
}
