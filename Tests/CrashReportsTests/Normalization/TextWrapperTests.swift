import Bytes
import TestSupport
import Testing

@testable import CrashReports

/// What is written around a log is removed, and each byte keeps its original offset.
@Suite struct TextWrapperTests {
  static let plain: [SampleLog] = SampleLog.forms.filter { log in
    (log.path.hasSuffix(".crash") || log.path.hasSuffix(".ips")) && !log.path.contains("html")
  }

  @Test(arguments: TextWrapper.catalog)
  func theExampleIsUnwrapped(_ wrapper: TextWrapper) {
    let input = InputNormalizer.normalize(Array(wrapper.example.before.utf8))
    #expect(String(decoding: input.bytes, as: UTF8.self) == wrapper.example.after)
    #expect(input.removals.map(\.id).contains(wrapper.id))
    Self.check(input, of: Array(wrapper.example.before.utf8))
  }

  @Test func identifiersAreUnique() {
    let ids = TextWrapper.catalog.map(\.id)
    #expect(Set(ids).count == ids.count)
  }

  @Test func theDocumentationListsEveryWrapper() throws {
    let page = String(decoding: try Repository.bytes(of: "docs/formats.md"), as: UTF8.self)
    for wrapper in TextWrapper.catalog { #expect(page.contains("| `\(wrapper.id)` | \(wrapper.title) |")) }
  }

  @Test(arguments: plain)
  func aPlainReportIsNotChanged(_ log: SampleLog) throws {
    let bytes = try log.bytes()
    let input = InputNormalizer.normalize(bytes)
    let text = String(decoding: bytes, as: UTF8.self).trimmingPrefix("\u{FEFF}")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = line.unicodeScalars
      while let last = line.last, last.properties.isWhitespace { line.removeLast() }
      return String(line)
    }
    #expect(String(decoding: input.bytes, as: UTF8.self) == lines.joined(separator: "\n"))
    #expect(input.removals.isEmpty)
  }

  @Test(arguments: TextWrapper.catalog)
  func aNormalizedTextIsNotChangedAgain(_ wrapper: TextWrapper) {
    let once = InputNormalizer.normalize(Array((wrapper.example.before + wrapper.example.before).utf8)).bytes
    #expect(InputNormalizer.normalize(once).bytes == once)
  }

  @Test func wrappersAreRemovedTogether() {
    let stack = """
      Thread 0 Crashed:
      0   MyApp       0x0000000104a1c2b0 -[CardView draw] + 4
      1   UIKitCore   0x0000000184a1c2b0 draw + 8

      """
    let lines = stack.split(separator: "\n")
    let forms: [(Substring) -> String] = [
      { "[10:22:33]: \u{25B8} \u{1B}[31m\($0)\u{1B}[0m\n" },
      { "2024-05-05T10:10:10.1234567Z ##[error] * \($0)\n" },
      { "> > 2024-05-05T10:10:10.123456Z 01O \($0)\r\n" },
      { "&gt; // \($0)\n" },
      { "+ | \($0) |\n" },
      { "Nov 22 10:22:33 build-7 xcodebuild[4711]: # \($0)\n" },
    ]
    for form in forms {
      let bytes = Array(lines.map(form).joined().utf8)
      let input = InputNormalizer.normalize(bytes)
      #expect(String(decoding: input.bytes, as: UTF8.self).replacing("\r\n", with: "\n") == stack)
      Self.check(input, of: bytes)
    }
  }

  /// Prefixes before the lines of a JSON report, whose strings contain line breaks, escaped.
  static let prefixes: [String] =
    TextWrapper.prefixes.compactMap { wrapper in
      // `-` of a diff is not told from a list if most lines are indented.
      let line = wrapper.example.before.prefix { $0 != "\n" }
      return wrapper.id != "deleted" && wrapper.id != "line-numbers" && line.hasSuffix("Thread 0 Crashed:")
        ? String(line.dropLast("Thread 0 Crashed:".count)) : nil
    } + ["- [ ] ", "* [x] ", "> - [ ] ", "build-7 ", "build-7: ", "jane@build-7:~$ ", "=> ", "bq. "]
    + [
      "logs/crash.ips:", "crash.ips:{n}:", "crash.ips-{n}-", "{n}:", "{n}: ", "{n}) ", "  {n}\t",
      "[10:10:10] :\t [Step 1/2] ",
    ]

  @Test(arguments: prefixes)
  func reportsInJSONAreUnwrapped(_ prefix: String) throws {
    for path in ["ips/macos-app.ips", "designables/nib-self-class-recursion/agent-recursion.ips"] {
      let log = try #require(SampleLog.all.first { $0.path.hasSuffix(path) })
      let lines = String(decoding: try log.bytes(), as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      let wrapped = lines.enumerated().map { prefix.replacing("{n}", with: "\($0 + 1)") + $1 }.joined(separator: "\n")
      let input = InputNormalizer.normalize(Array(wrapped.utf8))
      let content = String(decoding: input.bytes, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      let isEqual = zip(content, lines).allSatisfy {
        $0.trimmingPrefix(while: \.isWhitespace) == $1.trimmingPrefix(while: \.isWhitespace)
      }
      #expect(isEqual && content.count == lines.count, "\(path): \(input.removals.map(\.sentence))")
    }
  }

  @Test func proseIsNotUnwrapped() {
    let text = """
      # Known problems

      - The app crashes with `Fatal error: Index out of range` if the list is empty.
      - 2024-05-05: it happened again.

      > Did you try **Product > Clean**?

      1. Open the app.
      2. Tap *Save*.

      """
    #expect(InputNormalizer.normalize(Array(text.utf8)).isPlain)
  }

  @Test func aConsoleKeepsItsColumns() {
    let text = """
      2024-04-18 10:42:07.398 MyApp[4211:904112] -[CardCell setBadge:]: unrecognized selector sent to instance 0x1
      2024-04-18 10:42:07.399 MyApp[4211:904112] *** Terminating app due to uncaught exception 'NSException'

      """
    #expect(InputNormalizer.normalize(Array(text.utf8)).isPlain)
  }

  /// Checks that offsets ascend and are inside the original, and that copied bytes are those of the original.
  static func check(_ input: NormalizedInput, of bytes: [UInt8]) {
    var last = 0
    for offset in 0...input.bytes.count {
      let original = input.original(of: offset)
      #expect(original >= last && original <= bytes.count)
      last = original
    }
    for offset in input.bytes.indices where input.bytes[offset].isLetter {
      let original = input.original(of: offset)
      if original < bytes.count, bytes[original].isLetter { #expect(bytes[original] == input.bytes[offset]) }
    }
  }
}
