import TestSupport
import Testing

@testable import Signatures

/// Explanations match the signatures.
@Suite struct TraceTests {
  private func trace(_ id: String) throws -> SignatureTrace {
    SignatureTrace(SignatureInput(try #require(Vectors.all.stacks.first { $0.id == id })))
  }

  private func trace(_ frames: [(String, String)], _ kind: String = "trap") -> SignatureTrace {
    SignatureTrace(
      SignatureInput(
        facts: SignatureFacts(kind: kind, overflow: false),
        frames: frames.map { SignatureFrame(image: $0.0, function: $0.1) }))
  }

  @Test(arguments: Vectors.all.stacks)
  func traceIsOfTheSignature(_ vector: Vectors.Stack) {
    let input = SignatureInput(vector)
    let trace = SignatureTrace(input)
    #expect(trace.signature == Signature(input))
    #expect(trace.frames.count == input.frames.count)
    #expect(trace.chosen.map { trace.frames[$0].token } == trace.signature.tokens)
    #expect(trace.chosen.first.map { trace.frames[$0].fate } == .blamed)
  }

  @Test func fates() throws {
    let font = try trace("font-cfrelease")
    #expect(font.frames.prefix(3).map(\.fate) == [.lead, .blamed, .loader])
    #expect(font.frames[26].fate == .glue)
    #expect(font.frames[11].fate == .host)
    let swift = try trace("thunks-1")
    #expect(swift.frames.map(\.fate) == [.cut, .blamed, .repeated, .system, .glue, .glue])
    let nib = try trace("nib-recursion-1")
    #expect(nib.frames[0].fate == .folded)
    #expect(nib.frames.filter { $0.fate == .blamed }.count == 1)
    #expect(nib.recursion == "7 frames repeat 40 times")
    let many = trace((0..<50).map { ("MyApp", "f\($0)()") } + [("MyApp", "outlined destroy of Any?")])
    #expect(many.frames.map(\.fate).suffix(2) == [.beyond, .dropped])
    #expect(many.frames[2].fate == .inDefault && many.frames[3].fate == .inStrict)
  }

  @Test func comparisons() throws {
    func compare(_ a: SignatureTrace, _ b: SignatureTrace) -> SignatureComparison { SignatureComparison(a, b) }
    let same = compare(try trace("font-cfrelease"), try trace("font-cfrelease-short"))
    #expect(same.verdict == .sameIssue)
    #expect(same.similarity > 0.99)
    #expect(!same.rows.contains { !$0.isSame })
    let labels = compare(try trace("swift-trap-init-coder"), try trace("swift-trap-init-frame"))
    #expect(labels.verdict == .different)
    #expect(labels.rule.contains("argument labels"))
    #expect(labels.rows.contains { $0.left == nil } && labels.rows.contains { $0.right == nil })
    let provisional = compare(try trace("font-cfrelease"), try trace("font-cfrelease-unsymbolicated"))
    #expect(provisional.rule.contains("provisional"))
    let kinds = compare(trace([("MyApp", "f()")], "memory"), trace([("MyApp", "f()")], "trap"))
    #expect(kinds.rule.contains("kinds differ"))
    let vague = compare(trace([("MyApp", "f()")], "unknown"), trace([("MyApp", "f()")], "trap"))
    #expect(vague.rule.contains("less detail"))
    let lead = compare(
      trace([("libobjc.A.dylib", "objc_release"), ("MyApp", "f()")], "memory"), trace([("MyApp", "f()")], "memory"))
    #expect(lead.rule.contains("lead"))
    #expect(lead.verdict == .sameFunction)
    let second = compare(
      trace([("MyApp", "f()"), ("MyApp", "g()")]), trace([("MyApp", "f()"), ("MyApp", "h()")]))
    #expect(second.rule.contains("frame 2"))
    #expect(second.similarity > 0.6 && second.similarity < 0.7)
  }
}
