import Analysis
import CrashReports
import Diagnosis
import Foundation
import TestSupport
import Testing

/// Analyzes any bytes.
private func work(through bytes: [UInt8]) { _ = Analysis.analyze(bytes) }

/// Damaged input must not trap. A trap cannot be caught, so each loop runs in a child process.
@Suite struct DamageTests {
  /// Each thirteenth prefix of a sample; the samples of a format together have prefixes of every remainder.
  @Test func prefixesOfSmallSamplesAreRead() async {
    await #expect(processExitsWith: .success) {
      let samples = try SampleLog.small.map { try $0.bytes() }
      DispatchQueue.concurrentPerform(iterations: samples.count) { number in
        let bytes = samples[number]
        for end in stride(from: number % 13, through: bytes.count, by: 13) { work(through: Array(bytes[..<end])) }
      }
    }
  }

  @Test func cutsOfLargeSamplesAreRead() async {
    await #expect(processExitsWith: .success) {
      for sample in SampleLog.forms {
        let bytes = try sample.bytes()
        guard bytes.count >= 6_000 else { continue }
        for cut in 0..<20 { work(through: Array(bytes[..<(bytes.count * cut / 20 + cut % 7)])) }
      }
    }
  }

  @Test func mutantsAreRead() async {
    await #expect(processExitsWith: .success) {
      let seed: UInt64 = 20_261_120
      print("seed \(seed)")
      let samples = try SampleLog.forms.map { try $0.bytes() }
      DispatchQueue.concurrentPerform(iterations: samples.count) { number in
        let bytes = samples[number]
        let count = bytes.count < 20_000 ? 30 : 6
        for mutant in Mutants(of: bytes, count: count, seed: seed &+ UInt64(number) &* 7919) { work(through: mutant) }
      }
    }
  }
}
