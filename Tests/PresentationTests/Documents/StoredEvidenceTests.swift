import Analysis
import Archives
import CrashReports
import Diagnosis
import Documents
import Foundation
import TestSupport
import Testing
import Vocabulary

@Suite struct StoredEvidenceTests {
  private func judged(_ evidence: [UInt8]) throws -> Assessment {
    Analysis.analyze(Decoded(try StoredEvidence.decode(evidence))).assessment
  }

  /// Lists the reports whose stored evidence gives another first finding than the report.
  @Test func evidenceIsJudgedAsTheReport() throws {
    var lines: [String] = []
    var sizes: [Int] = []
    for sample in DocumentSample.all {
      let evidence = StoredEvidence.encode(sample.assessment)
      sizes.append(evidence.count)
      let again = try judged(evidence)
      let was = Self.best(sample.assessment)
      let now = Self.best(again)
      if was != now { lines.append("\(sample.name): \(was) became \(now)") }
    }
    let table = (lines.isEmpty ? ["none"] : lines).joined(separator: "\n") + "\n"
    let path = "Tests/PresentationTests/Documents/evidence.expected"
    if Repository.updatesExpected { try Data(table.utf8).write(to: Repository.url(path)) }
    let expected = (try? Repository.text(of: path)) ?? ""
    #expect(table == expected, "run UPDATE_EXPECTED=1 scripts/test --filter StoredEvidenceTests and read the diff")
    #expect(lines.count * 100 <= DocumentSample.all.count * 3)
    #expect(!lines.contains { $0.contains(": ib-") })
    sizes.sort()
    #expect(sizes[sizes.count / 2] <= 1_536)
  }

  /// Returns a report of the same failure from another run on another machine.
  private static func report(
    user: String, pid: Int, slide: UInt64, thread: Int, time: String, uuid: String
  ) -> String {
    func address(_ offset: UInt64) -> String {
      let digits = String(slide + offset, radix: 16)
      return "0x" + String(repeating: "0", count: 16 - digits.count) + digits
    }
    let others = (0..<thread).map {
      "Thread \($0):\n0   libsystem_kernel.dylib  \(address(0x9000)) mach_msg_trap + 8\n"
    }
    return """
      Process:               Cards [\(pid)]
      Path:                  /Users/\(user)/Library/Developer/CoreSimulator/Devices/\(uuid)/data/Cards.app/Cards
      Identifier:            com.example.Cards
      Code Type:             ARM-64 (Native)
      Date/Time:             \(time)
      OS Version:            macOS 14.\(pid % 5) (23A\(pid % 300))
      CrashReporter Key:     \(uuid)

      Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
      Exception Codes:       KERN_INVALID_ADDRESS at \(address(0x77_0000_1234))

      Application Specific Information:
      objc_msgSend() selector name: release
      deck \(address(0x5000)) of /Users/\(user)/decks/\(uuid)/main.json was freed

      \(others.joined(separator: "\n"))
      Thread \(thread) Crashed:
      0   libobjc.A.dylib         \(address(0x8010)) objc_msgSend + 16
      1   com.example.Cards       \(address(0x1044)) CardStore.drop() + 68 (CardStore.swift:41)
      2   libdispatch.dylib       \(address(0x7020)) _dispatch_call_block_and_release + 32

      Binary Images:
      \(address(0x1000)) - \(address(0x4fff)) com.example.Cards (1.0 - 7) <0123456789abcdef0123456789abcdef> /Users/\(user)/Library/Cards.app/Cards
      \(address(0x7000)) - \(address(0x7fff)) libdispatch.dylib (1) <1123456789abcdef0123456789abcdef> /usr/lib/system/libdispatch.dylib
      \(address(0x8000)) - \(address(0x8fff)) libobjc.A.dylib (1) <2123456789abcdef0123456789abcdef> /usr/lib/libobjc.A.dylib
      """
  }

  @Test func equalFailuresGiveEqualBytes() throws {
    let first = Self.report(
      user: "jane", pid: 4711, slide: 0x1_0440_0000, thread: 3, time: "2026-04-01 12:39:56.065 +0200",
      uuid: "0A1B2C3D-1111-4000-8000-00000000000A")
    let second = Self.report(
      user: "bob-the-builder", pid: 812, slide: 0x1_7F30_0000, thread: 7, time: "2026-05-02 01:02:03.004 -0700",
      uuid: "9F8E7D6C-2222-4000-9000-0123456789AB")
    let one = try #require(DocumentSample.assessed(Array(first.utf8), "first").first)
    let other = try #require(DocumentSample.assessed(Array(second.utf8), "second").first)
    #expect(one.assessment.findings.first?.pattern == "objc-overrelease")
    let evidence = StoredEvidence.encode(one.assessment)
    #expect(evidence == StoredEvidence.encode(other.assessment))
    #expect(try StoredEvidence.recompressed(evidence) == evidence)
    let text = String(decoding: try StoredEvidence.text(of: evidence), as: UTF8.self)
    for word in ["jane", "4711", "0x00000001", "2026", "1111-4000", "14.1", "sleep"] {
      #expect(!text.contains(word), "\(word)")
    }
    #expect(text.contains("CardStore.swift"))
  }

  /// The first code of a guard or a resource limit has flags above 32 bits, and is what happened. Of other exceptions, such
  /// a first code is an address. The codes after the first end at the first address.
  @Test(
    arguments: [
      ("EXC_GUARD", [0x4000_0002_0000_0005, 0x10], [0x4000_0002_0000_0005, 0x10]),
      ("EXC_RESOURCE", [0x1100_0000_0000_0000, 0x10], [0x1100_0000_0000_0000, 0x10]),
      ("EXC_BAD_ACCESS", [1, 0x20, 0x1_0440_0000, 0x30], [1, 0x20]),
      ("EXC_BAD_ACCESS", [0xFFFF_FFFF, 0xFFFF], [0xFFFF_FFFF, 0xFFFF]), ("EXC_BAD_ACCESS", [1, 0x1_0000], [1]),
      ("EXC_BAD_ACCESS", [0x1_0000_0000, 0x20], []), ("EXC_BREAKPOINT", [], []),
    ] as [(String, [UInt64], [UInt64])])
  func codesThatAreAddressesAreNotStored(type: String, codes: [UInt64], stored: [UInt64]) throws {
    var report = CrashReport(source: .init(format: "ips"))
    report.exception = .init()
    report.exception?.type = type
    report.exception?.codes = codes
    let evidence = StoredEvidence.encode(Analysis.analyze(Decoded(report)).assessment)
    #expect(try StoredEvidence.decode(evidence).exception?.codes == stored)
  }

  /// Stored evidence contains no address above 64 KiB except the placeholder, no home folder, and no process id.
  @Test func evidenceHoldsNothingOfTheRun() throws {
    for sample in DocumentSample.all {
      let report = try StoredEvidence.decode(StoredEvidence.encode(sample.assessment))
      #expect(report.incident == nil && report.times == nil && report.process?.pid == nil)
      var addresses: Set<UInt64> = []
      report.forEachStack { frames, _ in
        for frame in frames { if let address = frame.address?.value { addresses.insert(address) } }
      }
      for thread in report.threads ?? [] {
        for register in thread.registers ?? [] { addresses.insert(register.value) }
      }
      #expect(addresses.allSatisfy { $0 < 0x1_0000 || $0 == 0x1_0000_0000 }, "\(sample.name)")
      let text = String(decoding: try StoredEvidence.text(of: StoredEvidence.encode(sample.assessment)), as: UTF8.self)
      let homes = text.matches(of: /\/(?:Users|home)\/([^\/"\s:,;)>]+)/)
      #expect(homes.allSatisfy { $0.output.1 == "user" }, "\(sample.name)")
    }
  }

  @Test func damagedEvidenceIsRefusedOrRead() throws {
    let sample = try #require(DocumentSample.all.first { $0.name.contains("ips/") })
    let evidence = StoredEvidence.encode(sample.assessment)
    for mutant in Mutants(of: evidence, count: 400, seed: 17) {
      #expect(throws: DecodingFault.self) {
        if mutant == evidence { throw DecodingFault(.damaged, "equal by chance") }
        _ = try StoredEvidence.decode(mutant)
      }
    }
    // The text may also be arbitrary.
    for mutant in Mutants(of: try StoredEvidence.text(of: evidence), count: 300, seed: 23) {
      guard let packed = Zlib.deflated(mutant), let report = try? StoredEvidence.decode(packed) else { continue }
      _ = StoredEvidence.encode(Analysis.analyze(Decoded(report)).assessment)
    }
    for bytes in [[], [0x78], Array("{}".utf8)] {
      #expect(throws: DecodingFault.self) { try StoredEvidence.decode(bytes) }
    }
  }

  private static func best(_ assessment: Assessment) -> String {
    assessment.findings.first.map { "\($0.pattern) \($0.confidence.rawValue)" } ?? "-"
  }
}
