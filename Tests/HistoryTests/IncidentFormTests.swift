import CrashReports
import Diagnosis
import Foundation
import Signatures
import TestSupport
import Testing
import Vocabulary

@testable import History

/// An incident id joins the forms of one report, and nothing else: templates, tools and anonymized reports have one
/// constant id in reports that have nothing in common.
@Suite struct IncidentFormTests {
  private let world: World

  init() throws { world = try World() }

  /// Ids that tools and people write into many reports.
  private static let constants = [
    "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF", "12345678-1234-1234-1234-123456789ABC",
    "01234567-89AB-CDEF-0123-456789ABCDEF", "AAAAAAAA-BBBB-CCCC-DDDD-EEEEEEEEEEEE",
    "11111111-2222-3333-4444-555555555555", "00000000-0000-0000-0000-000000000001",
    "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFE", "00000000-0000-4000-8000-000000000000",
    "6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "cafebabe-cafe-babe-cafe-babecafebabe", "0123456789ABCDEF0123456789ABCDEF",
    "A0A0A0A0-A0A0-A0A0-A0A0-A0A0A0A0A0A0",
  ]

  /// What a report states beside its id.
  private enum Facts: CaseIterable {
    case all, pidOnly, timeOnly, none, samePID, sameTime
  }

  /// Returns the report of a crash, which is one of `failures` different failures.
  private static func recording(_ number: Int, of failures: Int, _ incident: String, _ facts: Facts) -> Recording {
    let seconds = facts == .sameTime ? 0 : number * 97
    let time = Timestamp(seconds: HistoryStore.noon.seconds - 86_400 - seconds).rfc3339
    var recording = World.recording(
      "r\(number)", function: "f\(number % failures)", incident: incident,
      crashed: [.none, .pidOnly].contains(facts) ? nil : time)
    switch facts {
    case .all, .pidOnly, .sameTime: recording.assessment.report.process?.pid = 500 + number
    case .samePID: recording.assessment.report.process?.pid = 501
    case .timeOnly, .none: break
    }
    return recording
  }

  private static func record(_ recording: Recording, _ second: Int = 0) -> ReportRecord {
    ReportRecord(recording, now: Timestamp(seconds: HistoryStore.noon.seconds + second), program: "diagnose 0.1.0")
  }

  @Test(arguments: constants.indices) func constantIDsDoNotJoinFailures(_ index: Int) throws {
    let incident = Self.constants[index]
    var dice = Dice(UInt64(index + 1))
    for (kind, facts) in Facts.allCases.enumerated() {
      for failures in [2, 5] {
        let records = (0..<12).map { Self.record(Self.recording($0, of: failures, incident, facts), $0) }
        let store = try world.store("\(kind)-\(failures)")
        try MergeTests.feed(store, records.shuffled(with: &dice), [], 1 + dice.roll(5))
        #expect(try store.issues().count == failures, "\(facts)")
        #expect(try store.check() == [])
        // Reports of different processes are counted; without a number, the same failure is one report.
        let counted = [.all, .pidOnly, .sameTime].contains(facts) ? 12 : failures
        #expect(try store.issues().map(\.count).reduce(0, +) == counted, "\(facts)")
        // An exchange with another history does not change it.
        let copy = try world.store("copy-\(kind)-\(failures)")
        try MergeTests.feed(copy, try MergeTests.contents(store).records.shuffled(with: &dice), [], 3)
        #expect(StoreDump.differences(try StoreDump.lines(copy.path), try StoreDump.lines(store.path)) == [])
      }
    }
  }

  /// The forms in which one report arrives: each has other bytes, and lacks or changes something.
  private static func forms(_ number: Int, _ incident: String) -> [Recording] {
    func form(_ name: String, _ change: (inout CrashReport) -> Void, damaged: Bool = false) -> Recording {
      var recording = World.recording(
        "\(name) \(number)", function: "f\(number)", incident: incident, crashed: "2026-08-01T12:00:00.123+02:00",
        damaged: damaged)
      recording.assessment.report.process?.pid = 500 + number
      change(&recording.assessment.report)
      return recording
    }
    func rename(_ report: inout CrashReport, _ name: String?) {
      report.threads?[0].frames[0].symbol = name.map { .init(name: $0) }
    }
    return [
      form("json", { _ in }),
      form(
        "its text",
        { $0.times?.crashed = .init(asWritten: "2026-08-01 10:00:00.1 +0000", rfc3339: "2026-08-01T10:00:00.1Z") }),
      form("without symbols", { rename(&$0, nil) }),
      form("other names", { rename(&$0, "closure #1 in f\(number)") }),
      form(
        "header alone",
        { report in
          report.process?.pid = nil
          report.threads = nil
          report.exception = nil
          report.times?.crashed = .init(
            asWritten: "2026-08-01 12:00:31.00 +0200", rfc3339: "2026-08-01T12:00:31.00+02:00")
        }, damaged: true),
      form("without its time", { $0.times = nil }),
      form("without zone", { $0.times?.crashed = .init(asWritten: "2026-08-01 12:00:00", rfc3339: nil) }),
      form("without number", { $0.process?.pid = nil }),
      form(
        "only its stack",
        { report in
          report.process = nil
          report.times = nil
        }),
      form("scrubbed", { $0.host.device = nil }),
      form("number zero", { $0.process?.pid = 0 }),
      form("half", { rename(&$0, nil) }, damaged: true),
    ]
  }

  /// All forms of one crash are one report in every order, also beside those of other crashes with the same id.
  @Test(arguments: 1...12) func formsOfOneReportAreOne(seed: UInt64) throws {
    var dice = Dice(seed)
    let incident = Self.constants[Int(seed) % Self.constants.count]
    var all: [ReportRecord] = []
    for crash in 0..<(1 + dice.roll(2)) {
      all += Self.forms(0, incident).map { recording in
        var recording = recording
        let bytes = "\(crash) " + recording.path
        recording.digest = SHA256.digest(of: Array(bytes.utf8))
        recording.path = bytes
        return Self.record(recording, dice.roll(50))
      }
    }
    let wanted = try world.store("in order")
    try MergeTests.feed(wanted, all, [], 4)
    #expect(try wanted.issues().map(\.count) == [1])
    #expect(try wanted.count() == all.count)
    #expect(try wanted.check() == [])
    let other = try world.store("shuffled")
    try MergeTests.feed(other, all.shuffled(with: &dice), [], 1 + dice.roll(3))
    #expect(StoreDump.differences(try StoreDump.lines(other.path), try StoreDump.lines(wanted.path)) == [])
  }

  /// A form that two reports share joins them; when a better reading of its bytes agrees with only one, they are parted.
  @Test func aBetterReadingPartsReports() throws {
    let incident = Self.constants[0]
    func record(_ bytes: String, pid: Int?, function: String, named: Int = 1, damaged: Bool = false) -> ReportRecord {
      var recording = World.recording(bytes, function: function, incident: incident, damaged: damaged)
      recording.assessment.report.process?.pid = pid
      var record = Self.record(recording)
      record.namedFrames = named
      return record
    }
    let store = try world.store()
    _ = try store.add([record("a", pid: 501, function: "f"), record("b", pid: 502, function: "g")])
    #expect(try store.issues().count == 2)
    // No number, and the time of both.
    _ = try store.add([record("c", pid: nil, function: "h", damaged: true)])
    #expect(try store.issues().map(\.count) == [1])
    #expect(try store.info()?.variants == 2)
    _ = try store.add([record("c", pid: 502, function: "g", named: 2)])
    #expect(try store.issues().map(\.count) == [1, 1])
    #expect(try store.info()?.variants == 1)
    #expect(try store.check() == [])
  }

  /// The work does not grow with the number of reports that have one id.
  @Test(arguments: [1, 50]) func manyReportsOfOneIDAreReadInLinearTime(failures: Int) throws {
    var number = 0
    let growth = try Growth(
      from: 100,
      of: { count in (0..<count).map { Self.record(Self.recording($0, of: failures, Self.constants[0], .all), $0) } },
      { records in
        number += 1
        _ = try world.store("many \(number)").add(records)
      })
    #expect(growth.ratio < 16, "\(growth)")
  }

  /// The facts alone: process numbers part, signatures join, and times join within a minute.
  @Test func formsAreRecognizedByProcessAndTimeOrSignature() {
    func facts(_ process: String? = "A", _ pid: Int? = 7, _ seconds: Int? = 1000, _ key: Int64? = 1) -> Occurrence {
      Occurrence(process: process, pid: pid, seconds: seconds, key: key)
    }
    let own = facts()
    for (other, isSame) in [
      (facts(), true), (facts("B", 7, nil, 1), true), (facts("A", 8, 1000, 1), false), (facts("A", 7, 1060, 2), true),
      (facts("A", 7, 1061, 2), false), (facts("B", 7, 1000, 2), true), (facts("A", nil, 1000, 2), true),
      (facts("B", nil, 1000, 2), false), (facts(nil, nil, 1000, 2), false), (facts("A", nil, nil, 2), false),
      (facts("A", 7, nil, 2), false), (facts("A", 0, 990, 2), true), (facts("A", 1 << 40, 990, nil), true),
      (facts("A", nil, nil, 1), true), (facts("A", 8, nil, nil), false), (facts("", nil, 1000, 2), false),
    ] {
      #expect(own.isSame(as: other) == isSame, "\(other)")
      #expect(other.isSame(as: own) == isSame, "\(other)")
    }
    #expect(
      !Occurrence(process: nil, pid: nil, seconds: nil, key: nil).isSame(
        as: .init(process: nil, pid: nil, seconds: nil, key: nil)))
  }
}

extension Array {
  /// Returns the elements in another order, the same for equal states of `dice`.
  fileprivate func shuffled(with dice: inout Dice) -> [Element] {
    var copy = self
    for index in copy.indices.reversed() { copy.swapAt(index, dice.roll(index + 1)) }
    return copy
  }
}
