import Testing
import UserFiles
import YAMLText

/// The file of accepted failures.
@Suite struct BaselineTests {
  private static let header = "diagnose-baseline/1 signature-version=2\n"

  private func read(_ text: String) throws -> Baseline { try Baseline.read(Array(text.utf8), newest: 2) }

  @Test func isReadAsItIsWritten() throws {
    var baseline = Baseline(signatureVersion: 2)
    baseline.add("3e0fd478429e", "CFRelease(NULL) in LoadFonts")
    baseline.add("0a0000000000", "Index 3 out of range\nin\tload()")
    baseline.add("3e0fd478429e", "A headline that comes first")
    baseline.add("ffffffffffff", "")
    let text = baseline.text
    #expect(text.hasPrefix(Self.header + "# "))
    let lines = text.split(separator: "\n").dropFirst(2).map(String.init)
    #expect(
      lines == [
        "0a0000000000  Index 3 out of range in load()", "3e0fd478429e  A headline that comes first", "ffffffffffff  ",
      ])
    #expect(try read(text) == baseline)
    #expect(try read(text).text == text)
  }

  /// Merges and editors change order, line endings and blank lines.
  @Test func theFormMayVary() throws {
    let text = "\u{FEFF}" + Self.header + "\n# why\nffffffffffff b\n\n0a0000000000\ta\nffffffffffff b\n0b0000000000"
    let baseline = try read(text.replacing("\n", with: "\r\n"))
    #expect(baseline.headlines == ["ffffffffffff": "b", "0a0000000000": "a", "0b0000000000": ""])
  }

  @Test(arguments: [
    ("", 1), ("\n", 1), ("{}", 1), ("diagnose-baseline/2 signature-version=2\n", 1), ("diagnose-baseline/1\n", 1),
    ("diagnose-baseline/1 signature-version=3\n", 1), ("diagnose-baseline/1 signature-version=-1\n", 1),
    (header + "<<<<<<< HEAD\n", 2), (header + "ffffffffffff a\n=======\n", 3), (header + ">>>>>>> b\n", 2),
    (header + "||||||| base\n", 2), ("<<<<<<< HEAD\n" + header, 1), (header + "fffffffffff a\n", 2),
    (header + "FFFFFFFFFFFF a\n", 2), (header + "ffffffffffffa\n", 2), (header + "LoadFonts\n", 2),
    (header + "ffffffffffff a\n\u{0}\u{0}\u{0}", 3),
  ])
  func aFaultNamesItsLine(_ text: String, _ line: Int) {
    do {
      _ = try read(text)
      Issue.record("\(text) is accepted")
    } catch let fault as FileFault {
      #expect(fault.line == line && !fault.message.isEmpty)
    } catch {
      Issue.record(error)
    }
  }

  @Test func headlinesFromReportsAreOneVisibleLine() {
    var baseline = Baseline(signatureVersion: 2)
    baseline.add("3e0fd478429e", "a\u{1B}[31m\r\n<<<<<<< \u{202E}" + String(repeating: "x", count: 10_000))
    let lines = baseline.text.split(separator: "\n")
    #expect(lines.count == 3 && lines[2].utf8.count < 300)
    #expect(baseline.text.unicodeScalars.allSatisfy { $0 == "\n" || (0x20..<0x7F).contains($0.value) })
  }

  @Test func manyLinesAreReadInLinearTime() throws {
    var text = Self.header
    for number in 0..<50_000 {
      let digits = String(number, radix: 16)
      text += String(repeating: "0", count: 12 - digits.count) + digits + "  headline\n"
    }
    #expect(try read(text).headlines.count == 50_000)
  }
}
