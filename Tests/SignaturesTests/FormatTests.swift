import CrashReports
import TestSupport
import Testing

@testable import Signatures

/// One failure in three formats has one signature.
@Suite struct FormatTests {
  private func signature(_ bytes: [UInt8]) throws -> Signature {
    var outcome = ReportReader.read(bytes)
    try #require(!outcome.reports.isEmpty, "\(String(decoding: bytes.prefix(300), as: UTF8.self))")
    return Signature(SignatureInput(outcome.take(0).value))
  }

  @Test(arguments: Vectors.all.stacks)
  func json(_ vector: Vectors.Stack) throws { try check(signature(SyntheticReport(vector: vector).ips()), vector) }

  @Test(arguments: Vectors.all.stacks)
  func text(_ vector: Vectors.Stack) throws { try check(signature(SyntheticReport(vector: vector).crash()), vector) }

  @Test(arguments: Vectors.all.stacks)
  func excerpt(_ vector: Vectors.Stack) throws {
    try check(signature(SyntheticReport(vector: vector).excerpt()), vector)
  }

  private func check(_ signature: Signature, _ vector: Vectors.Stack) {
    for level in Signature.Level.allCases where vector.id != "font-cfrelease-unsymbolicated" {
      #expect(signature.key(level) == vector.expected.keys[level.rawValue], "\(signature.lines(level))")
    }
    #expect(signature.isProvisional == vector.expected.provisional)
    if vector.id == "font-cfrelease-unsymbolicated" {
      #expect(signature.title.hasPrefix("CFRelease ← XXXCoreTestHost +0x1dd7"))
    }
  }
}
