import CrashReports
import Diagnosis
import Documents
import Testing

@testable import Presentation

/// Output in CI must not contain workflow commands from a report.
@Suite struct WorkflowCommandTests {
  @Test(arguments: [
    ("::error::x\n", "\\u{3a}:error::x\n"),
    ("a\n  \t::add-mask::e\nb ::c\n", "a\n  \t\\u{3a}:add-mask::e\nb ::c\n"),
    ("\u{A0}\u{3000}::stop-commands::x", "\u{A0}\u{3000}\\u{3a}:stop-commands::x"),
    ("\u{1B}[1;31m::error::x\u{1B}[0m\n", "\u{1B}[1;31m\\u{3a}:error::x\u{1B}[0m\n"),
    ("std::vector::push_back\n:x\n: :\n", "std::vector::push_back\n:x\n: :\n"),
    (":::", "\\u{3a}::"),
  ])
  func aLineThatBeginsWithTwoColonsIsNone(_ text: String, _ shown: String) {
    #expect(WorkflowCommands.defused(text) == shown)
    #expect(WorkflowCommands.defused(shown) == shown)
  }

  /// Jenkins and GitLab read such references in decoded text, so that an entity would not help.
  @Test(arguments: [
    ("[[ATTACHMENT|/etc/passwd]]", "[\\u{5b}ATTACHMENT|/etc/passwd]]"),
    ("a [[[attachment|b]] [[PROPERTY|c=d]]", "a [[\\u{5b}attachment|b]] [\\u{5b}PROPERTY|c=d]]"),
    ("[[|a]]", "[\\u{5b}|a]]"),
    ("-[[Card view] draw:] [[0] [ATTACHMENT|a]", "-[[Card view] draw:] [[0] [ATTACHMENT|a]"),
    ("[[", "[["), ("[[A", "[[A"),
  ])
  func aReferenceToAFileIsText(_ text: String, _ shown: String) {
    #expect(WorkflowCommands.withoutReferences(text) == shown)
    #expect(WorkflowCommands.withoutReferences(shown) == shown)
  }

  @Test func junitReferencesNoFile() throws {
    var report = CrashReport(source: .init(format: "excerpt"))
    report.exception = .init()
    let text = "[[ATTACHMENT|/etc/passwd]]"
    report.exception?.reason = text
    let presented = PresentedReport(
      path: text + ".ips", digest: "",
      assessment: Assessment(report: report, notes: [], findings: [], summary: text, blame: nil, blamedFrame: nil))
    let format = try #require(OutputFormat.catalog.first { $0.id == "junit" })
    let output = format.render([presented], [InputError(path: text, code: "unreadable", message: text)], .init())
    #expect(output.contains("ATTACHMENT"))
    #expect(!output.contains("[[ATTACHMENT"))
  }

  /// Tests every output for people, at any width at which a long text is wrapped.
  @Test(arguments: [40, 60, 80, 120])
  func noOutputHoldsOne(_ width: Int) {
    var report = CrashReport(source: .init(format: "excerpt"))
    report.exception = .init()
    report.exception?.reason = String(repeating: "words and ::error::more ", count: 20)
    let text = "::warning::" + String(repeating: "::notice:: and so on ", count: 20)
    report.applicationSpecificInformation = [.init(text: text)]
    let presented = PresentedReport(
      path: "a.ips", digest: "",
      assessment: Assessment(
        report: report, notes: [Note("cut", text)], findings: [], summary: text, blame: nil, blamedFrame: nil))
    for format in OutputFormat.catalog where ["text", "markdown"].contains(format.id) {
      let output = format.render([presented], [], .init(width: width, verbose: true))
      let isCommand = output.split(separator: "\n").contains { line in
        line.unicodeScalars.drop(while: \.properties.isWhitespace).starts(with: "::".unicodeScalars)
      }
      #expect(!isCommand, "\(format.id)")
    }
  }
}
