import Testing

@testable import CrashReports

@Suite struct AmountTests {
  @Test(
    arguments: [
      (0, "0 s"), (3.2, "3.2 s"), (3.25, "3.25 s"), (20, "20 s"), (0.004, "0 s"), (0.005, "0.01 s"),
      (999_999_999, "999999999 s"), (1e9, "an unknown time"), (1e300, "an unknown time"), (-0.5, "an unknown time"),
      (.infinity, "an unknown time"), (.nan, "an unknown time"),
    ] as [(Double, String)])
  func secondsAreShown(seconds: Double, text: String) { #expect(Amounts.seconds(seconds) == text) }

  @Test(
    arguments: [
      (0, "0 bytes"), (999, "999 bytes"), (1_000, "1 kB"), (1_449, "1.4 kB"), (1_450, "1.5 kB"), (999_949, "1000 kB"),
      (1_400_000_000, "1.4 GB"), (99_960_000_000, "100 GB"), (123_600_000_000, "124 GB"),
      (.max, "18446744 TB"),
    ] as [(UInt64, String)])
  func bytesAreShown(count: UInt64, text: String) { #expect(Amounts.bytes(count) == text) }

  @Test(
    arguments: [
      ("20 sec", 20), ("20000 ms", 20), ("2,000 ms", 2), ("3.2 s", 3.2), ("5 min", 300), ("1 hr", 3_600), ("7", 7),
      ("250000 us", 0.25), ("", nil), ("s", nil), ("1.2.3 s", nil),
    ] as [(String, Double?)])
  func durationsAreRead(text: String, seconds: Double?) { #expect(Amounts.secondsMeasured(text) == seconds) }
}
