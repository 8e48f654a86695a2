import CrashReports
@testable import Rewriting
import TestSupport
import Testing
import Vocabulary

/// Reports rewritten in their own format.
@Suite struct SameFormTests {
  static let loadFonts: [UInt64: [Named.Name]] = [
    0x2_1e20_6dd7: [.init("LoadFonts", 455, "/Users/ci/XXXCore/XXXCore.m", 38)]
  ]

  static let trap: [UInt64: [Named.Name]] = [
    0x1_0470_0810: [
      .init(
        "Swift runtime failure: Unexpectedly found nil while unwrapping an Optional value", nil, "<compiler-generated>"),
      .init("$s5Traps5forceySiSSSgF", 16, "/w/Traps.swift", 2, readable: "Traps.force(Swift.String?) -> Swift.Int"),
    ],
    0x1_0470_0964: [
      .init(
        "$s5Traps9BadgeViewV6layoutySiSaySiGF", 40, "/w/Traps.swift", 5,
        readable: "Traps.BadgeView.layout([Swift.Int]) -> Swift.Int")
    ],
  ]

  static func text(_ result: ReportRewriter.Result) -> String { String(decoding: result.bytes, as: UTF8.self) }

  static func lines(_ bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test func aRowGetsItsNameAndNothingElseChanges() throws {
    let bytes = try Named.fixture("seed-replica-unsymbolicated.crash")
    let result = Named.rewrite(bytes, Named.filled(Self.loadFonts))
    #expect(result.bytes == (try Named.fixture("seed-replica.crash")))
    #expect(result.unwritten == 0)
  }

  @Test func inlinedFunctionsAreSeparateRows() throws {
    let bytes = try Named.fixture("swift-trap.crash")
    let result = Named.rewrite(bytes, Named.filled(Self.trap))
    let (before, after) = (Self.lines(bytes), Self.lines(result.bytes))
    let added = after.difference(from: before).insertions.map { change -> String in
      if case .insert(_, let line, _) = change { String(line) } else { "" }
    }
    let image = "com.company.Traps             \t"
    #expect(
      added == [
        "0   \(image)0x0000000104700810 Swift runtime failure: Unexpectedly found nil while unwrapping an Optional value "
          + "(<compiler-generated>:0) [inlined]",
        "0   \(image)0x0000000104700810 Traps.force(Swift.String?) -> Swift.Int + 16 (Traps.swift:2)",
        "1   \(image)0x0000000104700964 Traps.BadgeView.layout([Swift.Int]) -> Swift.Int + 40 (Traps.swift:5)",
      ])
    #expect(after.count == before.count + 1)

    let read = try #require(ReportReader.read(result.bytes).reports.first?.value)
    #expect(read.threads?.count == ReportReader.read(bytes).reports.first?.value.threads?.count)
    let frames = try #require(read.threads?.first?.frames)
    #expect(frames.prefix(3).map(\.inlined) == [true, false, false])
    #expect(frames.prefix(3).map(\.addressKind) == [.exact, .exact, .return])
  }

  @Test func withoutInlinedFunctionsAndWithMangledNames() throws {
    let style = NameStyle(demangles: false, showsInlined: false)
    let result = Named.rewrite(try Named.fixture("swift-trap.crash"), style: style, Named.filled(Self.trap))
    #expect(Self.text(result).contains("0x0000000104700810 $s5Traps5forceySiSSSgF + 16 (Traps.swift:2)\n"))
    #expect(!Self.text(result).contains("[inlined]"))
  }

  @Test func aListOfAddressesBecomesRows() throws {
    let bytes = try Named.fixture("exception-backtrace-raw.crash")
    let result = Named.rewrite(
      bytes,
      Named.filled([
        0x1_04b0_41f0: [
          .init("BundleForView", nil, "B.m", 16), .init("-[BottomCommentView loadContent]", 104, "B.m", 38),
        ]
      ]))
    let rows = """
      Last Exception Backtrace:
      0   CoreFoundation                \t0x00000001a90583b4 0x1a8f2c000 + 1229748
      1   libobjc.A.dylib               \t0x00000001a8c889f8 0x1a8c80000 + 35320
      2   XXXCoreTestHost               \t0x0000000104b041f0 BundleForView (B.m:16) [inlined]
      2   XXXCoreTestHost               \t0x0000000104b041f0 -[BottomCommentView loadContent] + 104 (B.m:38)
      3   XXXCoreTestHost               \t0x0000000104b04184 0x104b00000 + 16772


      """
    let list = "Last Exception Backtrace:\n(0x1a90583b4 0x1a8c889f8 0x104b041f0 0x104b04184)\n\n"
    let before = String(decoding: bytes, as: UTF8.self)
    let parts = before.split(separator: list, maxSplits: 1)
    #expect(Self.text(result) == parts[0] + rows + parts[1])
    let read = try #require(ReportReader.read(result.bytes).reports.first?.value)
    #expect(read.lastExceptionBacktrace?.map(\.imageOffset?.value) == [1_229_748, 35320, 16880, 16880, 16772])
  }

  @Test func aListWithoutFoundNamesIsNotChanged() throws {
    let bytes = try Named.fixture("exception-backtrace-raw.crash")
    #expect(Named.rewrite(bytes) { _ in }.bytes == bytes)
  }

  @Test func aListAfterItsLabelMovesBelowIt() throws {
    let text = String(decoding: try Named.fixture("exception-backtrace-raw.crash"), as: UTF8.self)
    let joined = text.split(separator: "Backtrace:\n(").joined(separator: "Backtrace: (")
    let names = Named.filled([0x1_04b0_4184: [.init("f", 1)]])
    let result = Self.text(Named.rewrite(Array(joined.utf8), names))
    #expect(result.contains("Last Exception Backtrace: \n0   CoreFoundation"))
    #expect(result.contains("\n3   XXXCoreTestHost               \t0x0000000104b04184 f + 1\n\nThread 0"))
  }
}
