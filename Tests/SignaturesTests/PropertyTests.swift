import CrashReports
import TestSupport
import Testing

@testable import Signatures

/// Pseudorandom numbers that are the same on every machine (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }
}

/// Properties of all inputs.
@Suite struct PropertyTests {
  private static let images = [
    "MyApp", "CardKit", "UIKitCore", "libswiftCore.dylib", "libobjc.A.dylib", "dyld", "xctest", "???",
    "com.apple.AppKit",
  ]
  private static let functions =
    Vectors.all.names.map(\.written) + [
      "main", "abort", "objc_release", "", "<redacted>", "0x10000 + 77", "f", "g", "h",
    ]

  private func randomInput(_ random: inout SeededNumbers) -> SignatureInput {
    let kinds = ["trap", "memory", "abort", "unknown", "watchdog", "preview", "exception:E", "killed:dyld", "jetsam"]
    var facts = SignatureFacts(kind: kinds.randomElement(using: &random) ?? "", overflow: Bool.random(using: &random))
    if Int.random(in: 0..<4, using: &random) == 0 { facts.library = "CardKit" }
    if Int.random(in: 0..<4, using: &random) == 0 { facts.process = "MyApp" }
    let few = Int.random(in: 1...6, using: &random)
    let choices = (0..<few).map { _ in
      SignatureFrame(
        image: Self.images.randomElement(using: &random), function: Self.functions.randomElement(using: &random) ?? "",
        imageOffset: UInt64.random(in: 0..<4096, using: &random))
    }
    let count = Int.random(in: 0...90, using: &random)
    return SignatureInput(
      facts: facts, frames: (0..<count).map { _ in choices.randomElement(using: &random) ?? choices[0] })
  }

  @Test func finerKeysImplyCoarserOnes() {
    var random = SeededNumbers(state: 7)
    var byStrict: [String: (String, String)] = [:]
    var byDefault: [String: String] = [:]
    for _ in 0..<4_000 {
      let signature = Signature(randomInput(&random))
      let (strict, issue, coarse) = (signature.key(.strict), signature.key(.default), signature.key(.coarse))
      if let known = byStrict[strict] { #expect(known == (issue, coarse)) }
      if let known = byDefault[issue] { #expect(known == coarse) }
      byStrict[strict] = (issue, coarse)
      byDefault[issue] = coarse
      #expect(strict.utf8.count == 12)
      #expect(!signature.lines(.strict).contains { $0.utf8.contains(0x0a) })
    }
    #expect(byDefault.count > 100)
  }

  @Test func encodedTextsComeBack() throws {
    var random = SeededNumbers(state: 11)
    for _ in 0..<1_000 {
      var input = randomInput(&random)
      let pieces = ["a", "\t", "\n", "\\", "\u{1}", "é", "\\-", "=", "\u{7f}", " ", "😀"]
      func text() -> String {
        (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      }
      input.facts.messages = (0..<Int.random(in: 0...3, using: &random)).map { _ in text() }
      input.facts.reason = text()
      input.facts.terminationCode = random.next()
      input.facts.stack = StackChoice.allCases.randomElement(using: &random) ?? .none
      for index in input.frames.indices where Int.random(in: 0..<5, using: &random) == 0 {
        input.frames[index].image = text()
        input.frames[index].file = text()
        input.frames[index].function = text()
        input.frames[index].sourceFile = text()
        input.frames[index].line = Int.random(in: -1...99, using: &random)
        input.frames[index].isInlined = Bool.random(using: &random)
        input.frames[index].folder = .system
      }
      let decoded = try #require(SignatureInput(encoded: input.encoded))
      #expect(decoded == input)
      #expect(decoded.encoded == input.encoded)
    }
  }

  @Test(arguments: [
    "", "input/2", "input/1\nf\t0\tmain", "input/1\ni\tA\nf\t1\tmain", "input/1\nwhat=1", "input/1\nreason=\\x",
    "input/1\ni\tA\nf\t0\tmain\no\t0-900", "input/1\ni\tA\nf\t0\tmain\no\t1", "input/1\nstack=nowhere", "input/1\n",
    "input/1\ni\tA\t\telsewhere", "input/1\ni\tA\nf\t0\tm\tzz",
  ])
  func damagedTextsAreRefused(_ text: String) {
    #expect(SignatureInput(encoded: text) == nil)
  }

  /// No input in place of a name traps or hangs.
  @Test func hostileNames() {
    let signs = Array("()<>[]{}->:.,# _-+*&$@'\"` ininfix(operatorclosure #1 in __block_invoke0x1f $s_T".utf8)
    var random = SeededNumbers(state: 3)
    for round in 0..<6_000 {
      let bytes = (0..<Int.random(in: 0...120, using: &random)).map { _ in
        round % 4 == 0 ? UInt8.random(in: 0...255, using: &random) : signs.randomElement(using: &random) ?? 0
      }
      _ = FunctionName.normalized(String(decoding: bytes, as: UTF8.self), image: "MyApp")
      _ = PlainText.plain(String(decoding: bytes, as: UTF8.self))
    }
    for vector in Vectors.all.names {
      for mutant in Mutants(of: Array(vector.written.utf8), count: 60, seed: 5) {
        _ = FunctionName.normalized(String(decoding: mutant, as: UTF8.self), image: vector.image)
      }
    }
  }

  @Test(
    arguments: [
      "(", "<", "[", "closure #1 in ", "$defer #1 () in ", "specialized ", "protocol witness for ", " in conformance ",
      "block in ", "invocation function for block in ", "operator<", "std::__1::", " in _", "(in _", "a.cold.1",
      " (x:1)",
      "::lambda", "{lambda(", " infix(", "x #1 in ", "(a in _488259CC6C20360CD18CD8519252355D)", "/a b/c ",
      "vtable thunk for ",
      "default argument 0 of ", "generic specialization <", "(1) await resume partial function for ", "_block_invoke_2",
    ])
  func longNames(_ piece: String) {
    let name = String(repeating: piece, count: 65_536 / piece.utf8.count)
    _ = FunctionName.normalized(name, image: "MyApp")
    _ = FunctionName.normalized(name + "f() -> ()", image: "MyApp")
    _ = PlainText.plain(name)
    let input = SignatureInput(
      facts: SignatureFacts(), frames: Array(repeating: SignatureFrame(image: piece, function: name), count: 512))
    #expect(input.encoded.utf8.count <= 300 * 1024)
    _ = Signature(input)
  }

  /// Normalized names remain unchanged.
  @Test func normalizedNamesStay() {
    for vector in Vectors.all.names {
      guard let normalized = vector.normalized else { continue }
      #expect(
        FunctionName.normalized(normalized, image: vector.image) == .function(Array(normalized.utf8)), "\(normalized)")
    }
  }

  @Test func inputsAreBounded() {
    var report = CrashReport(source: .init(format: "ips"))
    var thread = CrashReport.Thread(index: 0)
    thread.crashed = true
    for index in 0..<2_000 {
      var frame = CrashReport.Frame(index: index)
      frame.image = "MyApp"
      frame.symbol = .init(name: String(repeating: "\u{1}\\x\(index)", count: 400))
      thread.frames.append(frame)
    }
    report.threads = [thread]
    report.consoleLines = (0..<5_000).map {
      .init(text: "Fatal error \($0) " + String(repeating: "y", count: 9_000), line: $0)
    }
    let input = SignatureInput(report)
    #expect(input.frames.count <= SignatureInput.frameLimit)
    #expect(input.facts.messages.count <= SignatureFacts.messageLimit)
    #expect(input.encoded.utf8.count <= 300 * 1024)
    #expect(SignatureInput(encoded: input.encoded) == input)
  }
}
