import CrashReports
import Rewriting
import TestSupport
import Testing
import Vocabulary

/// JSON reports rewritten: members of frames change, all other bytes are those of the input.
@Suite struct SameJSONTests {
  /// Returns the only range in which `before` and `after` differ, as text of both.
  static func difference(_ before: [UInt8], _ after: [UInt8]) -> (before: String, after: String) {
    let start = zip(before, after).prefix { $0 == $1 }.count
    let end = zip(before.dropFirst(start).reversed(), after.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    return (
      String(decoding: before[start..<before.count - end], as: UTF8.self),
      String(decoding: after[start..<after.count - end], as: UTF8.self)
    )
  }

  @Test func aFrameGetsItsMembersAndNothingElseChanges() throws {
    let bytes = try Named.fixture("seed-replica-unsymbolicated.ips")
    let result = Named.rewrite(bytes, Named.filled(SameFormTests.loadFonts))
    let (before, after) = Self.difference(bytes, result.bytes)
    #expect(before == "")
    #expect(after == #","symbol":"LoadFonts","symbolLocation":455,"sourceFile":"XXXCore.m","sourceLine":38"#)
    let golden = ReportReader.read(try Named.fixture("seed-replica.ips")).reports.map(\.value)
    let read = ReportReader.read(result.bytes).reports.map(\.value)
    #expect(read == golden)
  }

  @Test func inlinedFunctionsAreSeparateObjects() throws {
    let bytes = try Named.fixture("swift-trap.ips")
    let result = Named.rewrite(bytes, Named.filled(SameFormTests.trap))
    let read = try #require(ReportReader.read(result.bytes).reports.first?.value)
    let before = try #require(ReportReader.read(bytes).reports.first?.value)
    let frames = try #require(read.threads?.first?.frames)
    #expect(frames.count == (before.threads?.first?.frames.count ?? 0) + 1)
    #expect(frames.prefix(3).map(\.inlined) == [true, false, false])
    #expect(frames.prefix(3).map { $0.address?.value } == [0x1_0470_0810, 0x1_0470_0810, 0x1_0470_0964])
    #expect(frames[1].symbol?.name == "Traps.force(Swift.String?) -> Swift.Int")
    let text = String(decoding: result.bytes, as: UTF8.self)
    #expect(
      text.contains(
        #"[{"imageOffset":2064,"sourceFile":"<compiler-generated>","symbol":"Swift runtime failure: Unexpectedly "#
          + #"found nil while unwrapping an Optional value","imageIndex":0,"symbolLocation":0,"inline":true},"#
          + #"{"imageOffset":2064,"imageIndex":0,"symbol":"Traps.force("#))
  }

  static let body = """
    {"bug_type":"309","name":"MyApp","timestamp":"2026-08-01 09:12:00.00 +0000"}
    {
      "big" : 18446744073709551615, "bigger" : 123456789012345678901234567890, "float" : 1.50e+3,
      "big" : -0.0, "unknown" : {"b":[1,2,{"frames":[{"imageOffset":16}]}],"a":null},
      "threads" : [
        {
          "frames" : [
            {
              "imageIndex" : 0,
              "imageOffset" : 16,
              "note" : 18446744073709551614,
              "symbol" : "old",
              "symbolLocation" : 1,
              "symbol" : "other"
            },
            {
              "imageOffset" : 32,
              "imageIndex" : 0
            }
          ],
          "triggered" : true
        }
      ],
      "asiBacktraces" : ["0   MyApp     0x0000000000001010 old + 1\\n1   My\\/App  0x0000000000001020 0x1000 + 32\\n2 text"],
      "lastExceptionBacktrace" : [{"imageOffset":32,"imageIndex":0},\t{"imageOffset":16,"imageIndex":0}],
      "usedImages" : [{"base":4096,"size":4096,"name":"MyApp","uuid":"8d5a7ac1-7c1b-3f0c-9c21-000000000001"}]
    }
    trailing text
    """

  @Test func numbersOrderDuplicatesAndUnknownMembersArePreserved() {
    let result = Named.rewrite(
      Array(Self.body.utf8),
      Named.filled([
        0x1010: [.init("a", 2, "/x/A.m", 3), .init("b\"/\\\n", 16, "/x/B.m", 4)],
        0x1020: [.init("c", 32)],
      ]))
    #expect(result.unwritten == 0)
    let expected = """
      {"bug_type":"309","name":"MyApp","timestamp":"2026-08-01 09:12:00.00 +0000"}
      {
        "big" : 18446744073709551615, "bigger" : 123456789012345678901234567890, "float" : 1.50e+3,
        "big" : -0.0, "unknown" : {"b":[1,2,{"frames":[{"imageOffset":16}]}],"a":null},
        "threads" : [
          {
            "frames" : [
              {
                "imageOffset" : 16,
                "sourceLine" : 3,
                "sourceFile" : "A.m",
                "symbol" : "a",
                "imageIndex" : 0,
                "symbolLocation" : 2,
                "inline" : true
              },
              {
                "imageIndex" : 0,
                "imageOffset" : 16,
                "note" : 18446744073709551614,
                "symbol" : "b\\"\\/\\\\\\\\u{a}",
                "symbolLocation" : 16,
                "symbol" : "b\\"\\/\\\\\\\\u{a}",
                "sourceFile" : "B.m",
                "sourceLine" : 4
              },
              {
                "imageOffset" : 32,
                "imageIndex" : 0,
                "symbol" : "c",
                "symbolLocation" : 32
              }
            ],
            "triggered" : true
          }
        ],
        "asiBacktraces" : ["0   MyApp     0x0000000000001010 a + 2 (A.m:3) [inlined]\\n0   MyApp     0x0000000000001010 \
      b\\"\\/\\\\\\\\u{a} + 16 (B.m:4)\\n1   My\\/App  0x0000000000001020 c + 32\\n2 text"],
        "lastExceptionBacktrace" : [{"imageOffset":32,"imageIndex":0,"symbol":"c","symbolLocation":32},\t\
      {"imageOffset":16,"sourceLine":3,"sourceFile":"A.m","symbol":"a","imageIndex":0,"symbolLocation":2,"inline":true},\t\
      {"imageOffset":16,"imageIndex":0,"symbol":"b\\"\\/\\\\\\\\u{a}","symbolLocation":16,"sourceFile":"B.m","sourceLine":4}],
        "usedImages" : [{"base":4096,"size":4096,"name":"MyApp","uuid":"8d5a7ac1-7c1b-3f0c-9c21-000000000001"}]
      }
      trailing text
      """
    #expect(String(decoding: result.bytes, as: UTF8.self) == expected)
  }

  @Test func bothHalvesOfATranslatedReportGetTheNames() throws {
    let json = Self.body.split(separator: "\ntrailing")[0]
    let text = """
      -------------------------------------
      Translated Report (Full Report Below)
      -------------------------------------

      Process:             MyApp [1]
      Exception Type:      EXC_CRASH (SIGABRT)

      Thread 0 Crashed:
      0   MyApp                         \t            0x1010 old + 1
      1   MyApp                         \t            0x1020 0x1000 + 32

      Binary Images:
              0x1000 -             0x1fff MyApp (*) <8d5a7ac1-7c1b-3f0c-9c21-000000000001> /MyApp

      -----------
      Full Report
      -----------


      """
    let result = Named.rewrite(Array((text + json).utf8), Named.filled([0x1020: [.init("c", 32, "C.m", 7)]]))
    let written = String(decoding: result.bytes, as: UTF8.self)
    let named = text.split(separator: "0x1000 + 32").joined(separator: "c + 32 (C.m:7)")
    #expect(written.hasPrefix(named))
    #expect(written.contains(#""imageIndex":0,"symbol":"c","symbolLocation":32,"sourceFile":"C.m","sourceLine":7}"#))
    #expect(result.unwritten == 0)
  }

  @Test func theEndOfATruncatedReportIsPreserved() {
    let whole = Array(Self.body.utf8)
    let names = Named.filled([0x1010: [.init("n", 2)], 0x1020: [.init("c", 32)]])
    for end in stride(from: 100, to: whole.count, by: 7) {
      let bytes = Array(whole[..<end])
      let result = Named.rewrite(bytes, names)
      let read = ReportReader.read(result.bytes).reports.map { Named.words($0.value) }
      var expected = ReportReader.read(bytes).reports.map(\.value)
      for index in expected.indices { names(&expected[index]) }
      #expect(read == expected.map(Named.words), "cut at \(end)")
    }
  }
}
