import CrashReports
@testable import Rewriting
import TestSupport
import Testing
import Vocabulary

/// Hostile names and reports.
@Suite struct HostileNameTests {
  /// Characters that clear the screen, set the title, hide and reorder text.
  static let evil = "f\u{1B}[2J\u{9B}31m\u{7}\r\n\u{202E}\u{200B}0   Fake \t0x1 fake + 1\u{2028}\u{0}"

  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\n" && scalar != "\t" && VisibleText.mustEscape(scalar)
  }

  private static func named(_ bytes: [UInt8], _ write: (InputText, [SymbolicatedReport]) -> [UInt8]) -> [UInt8] {
    let input = InputText(bytes)
    let reports = Named.reports(input) { report in
      Named.each(&report) { frame in
        guard frame.symbol == nil else { return [frame] }
        var named = frame
        named.symbol = .init(name: "_Z1f", demangled: evil, offset: 1)
        named.source = SourceLocation(file: "/tmp/" + evil + ".c", line: 3)
        named.outcome = .symbolicated
        var inlined = named
        inlined.inlined = true
        return [inlined, named]
      }
    }
    return write(input, reports)
  }

  @Test(arguments: ["seed-replica-unsymbolicated", "swift-trap", "exception-backtrace"], ["crash", "ips"])
  func noControlCharacterIsAdded(_ name: String, _ type: String) throws {
    let bytes = try Named.fixture("\(name).\(type)")
    let lines = bytes.count { $0 == 0x0A }
    for demangles in [true, false] {
      let style = NameStyle(demangles: demangles)
      let outputs = [
        Self.named(bytes) { ReportRewriter.rewrite($0, $1, limits: Named.limits, style: style).bytes },
        Self.named(bytes) { AppleTextLayout.text($1.map(\.named), style: style).utf8.map { $0 } },
        Self.named(bytes) { IPSLayout.bytes($1.map(\.named), style: style) },
      ]
      for output in outputs {
        let text = String(decoding: output, as: UTF8.self)
        #expect(!text.unicodeScalars.contains(where: Self.isUnsafe))
        let read = ReportReader.read(output).reports.flatMap { $0.value.threads ?? [] }.flatMap(\.frames)
        #expect(!read.contains { $0.image == "Fake" })
      }
      if type == "crash" { #expect(outputs[0].count { $0 == 0x0A } <= lines * 2) }
    }
  }

  @Test func aTerminalGetsNoControlCharacterOfTheReportEither() {
    let text = "a\tb\r\n\u{1B}[31mred\u{1B}[0m\rover\n\u{9B}2J\u{202E}\u{FEFF}end\r"
    let shown = Terminal.lines(Array(text.utf8) + [0xFF])
    #expect(!shown.unicodeScalars.contains(where: Self.isUnsafe))
    #expect(
      shown == "a\tb\n\\u{1b}[31mred\\u{1b}[0m\\u{d}over\n\\u{9b}2J\\u{202e}\\u{feff}end\\u{d}\u{FFFD}")
  }

  /// Control characters are written as JSON escapes, so that the printed document is equivalent.
  @Test func printedJSONIsEquivalent() throws {
    let text = "\u{FEFF}{\"a\": \"\u{9B}2J\u{202E}\u{E0041}b\",\r\n\t\"c\": 1}"
    let shown = Terminal.jsonLines(Array(text.utf8))
    #expect(!shown.unicodeScalars.contains(where: Self.isUnsafe))
    #expect(shown == "{\"a\": \"\\u009b2J\\u202e\\udb40\\udc41b\",\n\t\"c\": 1}")
  }

  @Test func longNamesAreTruncatedMoreWithMoreFrames() throws {
    let long = CrashReport.Symbol(name: String(repeating: "é", count: 100_000))
    #expect(NameStyle().name(long).utf8.count <= 8192)
    #expect(NameStyle(frames: 1_000_000).name(long).utf8.count <= 300)
    #expect(NameStyle(frames: 1_000_000).name(.init(name: "short")) == "short")
  }

  @Test func aNumberedStackThatDoesNotMatchIsNotChanged() throws {
    let bytes = try Named.fixture("swift-trap.crash")
    let result = Named.rewrite(bytes) { report in
      Named.each(&report) { frame in
        var frame = frame
        frame.index &+= 7
        frame.symbol = .init(name: "wrong")
        return [frame]
      }
    }
    #expect(result.bytes == bytes)
  }

  /// The time grows linearly with the input. These inputs are large enough to show quadratic time.
  @Test
  func manyReportsListsAndFramesAreWrittenInTime() throws {
    let raw = String(decoding: try Named.fixture("exception-backtrace-raw.crash"), as: UTF8.self)
    let ips = String(decoding: try Named.fixture("swift-trap.ips"), as: UTF8.self)
    let rows = (0..<20_000).map { "\($0)   MyApp   0x000000000000\(String($0 + 4096, radix: 16)) 0x1000 + \($0)" }
    let list = "(" + (0..<20_000).map { "0x" + String($0 + 4096, radix: 16) }.joined(separator: " ") + ")"
    let inputs = [
      String(repeating: raw, count: 400), String(repeating: ips, count: 400),
      "Thread 0 Crashed:\n" + rows.joined(separator: "\n") + "\n",
      "Last Exception Backtrace:\n" + list + "\n\nThread 0:\n0   MyApp   0x0000000000001000 main + 1\n",
      String(repeating: "Last Exception Backtrace:\n(0x1000 0x1001)\n", count: 5_000),
    ]
    for text in inputs {
      let input = InputText(Array(text.utf8))
      var limits = DecodingLimits()
      limits.framesPerThread = 65_536
      let reports = ReportReader.read(normalized: input.text, limits: limits).reports.map { stated in
        var named = stated.value
        Named.fillAll(&named)
        return SymbolicatedReport(stated: stated, named: named)
      }
      #expect(!reports.isEmpty)
      let result = ReportRewriter.rewrite(input, reports, limits: limits, style: NameStyle())
      #expect(result.bytes != input.bytes)
    }
  }
}
