import TestSupport
import Testing
import Vocabulary

@testable import CrashReports

/// Bodies of .ips files in other forms than those of current systems.
struct IPSFormTests {
  private func decoded(_ text: String) throws -> Decoded<CrashReport> {
    try #require(ReportReader.read(Array(text.utf8)).reports.first)
  }

  @Test func rowsOfMacOS11GiveTheSameReport() throws {
    let rows = try decoded(Repository.text(of: "sample-logs/ips/macos11-rows.ips"))
    let objects = try decoded(Repository.text(of: "sample-logs/ips/macos-app.ips"))
    var (old, new) = (rows.value, objects.value)
    // Rows have no annotations.
    #expect(old.crashedThread?.registers?.map(\.value) == new.crashedThread?.registers?.map(\.value))
    #expect(rows.notes == objects.notes)
    #expect(old.images?.count == new.images?.count)
    #expect(old.threads?.map { $0.frames.count } == new.threads?.map { $0.frames.count })
    for index in 0..<(old.threads?.count ?? 0) { old.threads?[index].registers = nil }
    for index in 0..<(new.threads?.count ?? 0) { new.threads?[index].registers = nil }
    (old.lines, new.lines) = ([:], [:])
    old.source = new.source
    old.changeLines { _ in 1 }
    new.changeLines { _ in 1 }
    #expect(old == new)
  }

  private func body(_ member: String, _ value: String) -> String {
    let members = [
      "procName": #""MyApp""#, "exception": #"{"type":"EXC_CRASH","signal":"SIGABRT"}"#, "faultingThread": "0",
      "termination": #"{"namespace":"SIGNAL","code":6}"#, "asi": #"{"libsystem_c.dylib":["abort() called"]}"#,
      "threads": #"[{"triggered":true,"frames":[{"imageIndex":0,"imageOffset":64,"symbol":"main"}]}]"#,
      "usedImages": #"[{"base":4096,"size":8192,"name":"MyApp","uuid":"00000000-0000-4000-8000-0000000000A1"}]"#,
    ].merging([member: value]) { $1 }
    return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ",\n") + "}"
  }

  @Test func membersOfAnotherTypeAreRead() throws {
    let plain = try decoded(body("procName", #""MyApp""#)).value
    for (member, value) in [
      ("exception", #"[{"type":"EXC_CRASH","signal":"SIGABRT"}]"#), ("exception", #""EXC_CRASH (SIGABRT)""#),
      ("termination", #""Namespace SIGNAL, Code 6""#),
      ("threads", #"{"0":{"triggered":true,"frames":[{"imageIndex":0,"imageOffset":64,"symbol":"main"}]}}"#),
      ("threads", #"[{"triggered":true,"frames":[[0,64,{"symbol":"main"}]]}]"#),
      ("usedImages", #"{"a":{"base":4096,"size":8192,"name":"MyApp","uuid":"00000000-0000-4000-8000-0000000000A1"}}"#),
      ("asi", #"["abort() called"]"#), ("asi", #""abort() called""#),
    ] {
      let report = try decoded(body(member, value)).value
      #expect(report.exception?.type == plain.exception?.type, "\(member): \(value)")
      #expect(report.exception?.signal == plain.exception?.signal, "\(member): \(value)")
      #expect(report.termination?.namespace == plain.termination?.namespace, "\(member): \(value)")
      #expect(report.termination?.code == plain.termination?.code, "\(member): \(value)")
      #expect(report.threads?.first?.frames.map(\.symbol) == plain.threads?.first?.frames.map(\.symbol), "\(value)")
      #expect(report.threads?.first?.frames.map(\.address) == plain.threads?.first?.frames.map(\.address), "\(value)")
      #expect(report.images?.map(\.name) == plain.images?.map(\.name), "\(member): \(value)")
      #expect(report.applicationSpecificInformation?.map(\.text) == ["abort() called"], "\(member): \(value)")
    }
  }

  @Test(arguments: ["exception", "termination", "threads", "usedImages", "asi"])
  func whatIsNotReadHasANote(_ member: String) throws {
    for value in ["17", "true"] {
      let notes = try decoded(body(member, value)).notes
      #expect(notes.contains { $0.code == "damaged" && $0.text.contains(member) }, "\(member): \(value)")
    }
    #expect(try decoded(body(member, "null")).notes.contains { $0.code == "damaged" } == false)
  }

  @Test func framesInAFormThatIsNotReadAreCounted() throws {
    for frames in ["{}", #""0 MyApp""#, "[3, 4]"] {
      let notes = try decoded(body("threads", #"[{"triggered":true,"frames":\#(frames)}]"#)).notes
      #expect(notes.contains { $0.text.contains("frames are in a form") || $0.text.contains("1 frames") }, "\(frames)")
    }
  }

  @Test func aBodyMayBeInParsedData() throws {
    let report = try decoded(#"{"bug_type":"309","parsedData":\#(body("pid", "7"))}"#).value
    #expect(report.process?.name == "MyApp")
    #expect(report.source.bugType == "309")
    #expect(report.threads?.count == 1)
  }

  @Test func aDescriptionOfMacOS11IsSplit() throws {
    let value =
      #"{"namespace":"DYLD","code":1,"description":"DYLD_EXIT_REASON options:[0x206]Library not loaded: a"#
      + #" | Reason: image not found","details":"one | two","signal":"Abort trap: 6"}"#
    let termination = try #require(try decoded(body("termination", value)).value.termination)
    #expect(termination.reasons == ["Library not loaded: a", "Reason: image not found"])
    #expect(termination.details == ["one", "two"])
    #expect(termination.indicator == "Abort trap: 6")
  }

  /// The largest number of a type of integers means that no time is set.
  @Test(arguments: [
    ("2147483647", nil), ("4294967295", nil), ("-1", nil), ("0", nil), ("2147483646", 2_147_483_646), ("60", 60.0),
  ])
  func aTimeThatIsNotSetIsNoFact(_ written: String, _ seconds: Double?) throws {
    let report = try decoded("{\"throttleTimeout\":\(written)," + body("pid", "7").dropFirst()).value
    #expect(report.detail(.throttledSeconds)?.value == seconds.map { .seconds($0) })
  }

  @Test func onlyTheLargestNumbersOf64BitsAreNoSizes() {
    for (value, isUnset) in [
      (Detail.Value.bytes(.max), true), (.bytes(UInt64(Int64.max)), true), (.bytes(UInt64(UInt32.max)), false),
      (.seconds(-1), true), (.seconds(0), false), (.number(-1), false),
    ] {
      #expect(value.isUnset == isUnset)
    }
  }

  @Test func factsOfNewSystemsAreRead() throws {
    let members =
      #""consecutiveCrashCount":320,"throttleTimeout":1200,"lowPowerMode":1,"isLocked":1,"#
      + #""wasUnlockedSinceBoot":0,"storeInfo":{"entitledBeta":true,"distributorID":"com.apple.TestFlight"},"#
      + #""developerMode":1,"ldm":1,"mteState":"enabled","isBeta":1"#
    let report = try decoded("{" + members + "," + body("pid", "7").dropFirst()).value
    #expect(report.detail(.consecutiveCrashes)?.value == .number(320))
    #expect(report.detail(.throttledSeconds)?.value == .seconds(1200))
    #expect(report.detail(.powerMode)?.value == .text("Low Power Mode"))
    #expect(report.detail(.lockState)?.value == .text("not unlocked since it started"))
    #expect(report.detail(.distribution)?.value == .text("TestFlight"))
    #expect(report.detail(.developerMode)?.value == .flag(true))
    #expect(report.detail(.lockdownMode)?.value == .flag(true))
    #expect(report.detail(.memoryTagging)?.value == .text("enabled"))
    #expect(report.kind == .crash)
  }

  @Test(arguments: [
    #""isSimulated":1"#, #""isSimulated":true"#, #""isSimulated":"1""#, #""isNonFatal":1"#, #""isNonFatal":"1""#,
    #""is_simulated":1"#, #""isSimulated":1,"isNonFatal":1,"isCorpse":1"#,
  ]) func whatDidNotEndTheProcessIsNoCrash(_ flag: String) throws {
    let report = try decoded("{" + flag + "," + body("pid", "7").dropFirst()).value
    #expect(report.kind == .fault)
    #expect(report.processContinued)
    #expect(report.host.isSimulator != true)
    #expect(try decoded(#"{"isSimulated":0,"isNonFatal":"0","# + body("pid", "7").dropFirst()).value.kind == .crash)
  }

  @Test func aFlagOfTheHeaderIsEnough() throws {
    let header = #"{"app_name":"MyApp","timestamp":"2026-11-20 09:12:44.00 +0100","bug_type":"309","is_simulated":1}"#
    let report = try decoded(header + "\n" + body("pid", "7")).value
    #expect(report.kind == .fault)
  }

  @Test(arguments: [
    ("46", "POWEREXCEPTIONS"), ("<0x1C>", "PAC_EXCEPTION"), ("10", "SPRINGBOARD"), ("37", "37"), ("CARDSD", "CARDSD"),
  ])
  func numbersOfNamespacesHaveNames(number: String, name: String) throws {
    let report = try decoded(body("termination", #"{"namespace":"\#(number)","code":1}"#)).value
    #expect(report.termination?.namespace == name)
  }

  @Test func rowsAreReadInLinearTime() {
    let growth = Growth(
      from: 10_000,
      of: { count in
        let frames = String(repeating: "[0,64],", count: count)
        let images = String(repeating: #"["00000000-0000-4000-8000-0000000000A1",4096,"P"],"#, count: count)
        return Array(#"{"threads":[{"frames":[\#(frames.dropLast())]}],"usedImages":[\#(images.dropLast())]}"#.utf8)
      }
    ) { bytes in #expect(ReportReader.read(bytes).reports.count == 1) }
    #expect(growth.ratio < 16, "\(growth)")
  }
}
