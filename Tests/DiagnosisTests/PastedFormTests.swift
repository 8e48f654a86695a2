import Analysis
import CrashReports
import Diagnosis
import Foundation
import Signatures
import TestSupport
import Testing

/// A verdict does not depend on what editors, terminals and web pages add to a text without a visible change.
@Suite struct PastedFormTests {
  /// What may be added: before the text, at the end of each line, as the end of each line, and at the end.
  private struct Form: CustomStringConvertible {
    var mark = ""
    var blanks: [String] = [""]
    var lineEnd = "\n"
    var end: String?

    /// The form of a text that has neither trailing blanks nor carriage returns.
    func text(_ plain: [Substring]) -> [UInt8] {
      var lines = plain
      let endsWithLine = lines.last?.isEmpty == true
      if endsWithLine { lines.removeLast() }
      let joined = lines.enumerated().map { $1 + blanks[$0 % blanks.count] }.joined(separator: lineEnd)
      return Array((mark + joined + (end ?? (endsWithLine ? lineEnd : ""))).utf8)
    }

    var description: String { "\([mark] + blanks + [lineEnd, end ?? "same"])".debugDescription }
  }

  private static let forms: [Form] = {
    let mark = "\u{FEFF}"
    let blanks: [[String]] = [
      [" "], ["\t"], ["  \t "], ["\u{A0}"], [" \u{A0} "], ["\u{3000}"], ["\u{2009}"], ["\u{200B}"],
      ["\u{85}"], ["\u{1680}"], ["\u{2028}"], ["\u{202F}", ""], ["\u{205F}"], ["\u{2060}"], ["\u{FEFF}"], ["\u{200D}"],
      ["", " ", "", "\t"], [" ", "\u{A0}", "", "", "    "],
    ]
    return blanks.map { Form(blanks: $0) }
      + [
        Form(mark: mark), Form(lineEnd: "\r\n"), Form(mark: mark, lineEnd: "\r\n"), Form(end: ""), Form(end: "\n"),
        Form(end: "\n\n\n"), Form(end: "\u{A0}"), Form(end: " \t"), Form(end: "\r\n\r\n"), Form(end: "\n \u{A0}\n"),
        Form(mark: mark, blanks: [" "], lineEnd: "\r\n", end: ""),
        Form(mark: mark, blanks: ["\u{A0}", "\t"], lineEnd: "\n", end: "\n\u{A0}"),
      ]
  }()

  /// What must not change.
  private struct Verdict: Equatable, CustomStringConvertible {
    var reports: [String]
    var faults: [String]
    var description: String { "\(reports) \(faults)" }

    init(_ bytes: [UInt8]) {
      var options = AnalysisOptions()
      options.withSignature = true
      let (analyzed, found) = Analysis.analyze(bytes, options)
      reports = analyzed.map { report in
        let findings = report.assessment.findings.map { "\($0.pattern) \($0.confidence) \($0.certaintyOfCause)" }
        return "\(report.assessment.report.kind) \(report.signature?.key(.default) ?? "") \(findings)"
      }
      faults = found.map { "\($0.code)" }
    }
  }

  /// Returns the lines of a text without trailing blanks; `nil` if it is not UTF-8, or if its line ends are not line feeds.
  private func plainLines(_ bytes: [UInt8]) -> [Substring]? {
    guard bytes.count < 60_000, let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let unified = text.replacingOccurrences(of: "\r\n", with: "\n")
    guard !unified.unicodeScalars.contains("\r"), !unified.unicodeScalars.contains("\0") else { return nil }
    return unified.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var scalars = Substring(line).unicodeScalars
      while let last = scalars.last, Self.isBlank(last) { scalars.removeLast() }
      return Substring(scalars)
    }
  }

  /// Whether a character is not seen at the end of a line.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || (0x200B...0x200F).contains(scalar.value) || scalar == "\u{2060}"
      || scalar == "\u{FEFF}"
  }

  private func check(_ bytes: [UInt8], _ name: String, forms: [Form] = Self.forms) -> Int {
    guard let lines = plainLines(bytes) else { return 0 }
    let expected = Verdict(Form().text(lines))
    for form in forms {
      let found = Verdict(form.text(lines))
      #expect(found == expected, "\(name) \(form)")
    }
    return 1
  }

  @Test func samplesAndTheirForms() throws {
    var count = 0
    for (index, log) in SampleLog.texts.enumerated() where (try log.bytes()).count < 20_000 {
      // Each sample has a part of the forms, so that all are tried in the time of a few.
      let forms = Self.forms.indices.filter { ($0 + index) % 6 == 0 }.map { Self.forms[$0] }
      count += check(try log.bytes(), log.path, forms: forms)
    }
    #expect(count > 100)
  }

  /// The examples of all patterns: short texts, as people paste them.
  @Test func examplesOfPatternsAndTheirForms() {
    var count = 0
    for (index, pattern) in Pattern.catalog.enumerated() {
      for example in pattern.examples.prefix(2) {
        let forms = Self.forms.indices.filter { ($0 + index) % 8 == 0 }.map { Self.forms[$0] }
        let text = example.excerpt.replacingOccurrences(of: "→", with: "")
        count += check(Array(text.utf8), pattern.id, forms: forms)
      }
    }
    #expect(count > 300)
  }

  /// Lines of a data set: what was removed around them is no report, so that they are read as they are.
  @Test func linesOfJSON() {
    for message in [
      "kernel: process cards[82112] caught causing excessive wakeups. EXC_RESOURCE -> WAKEUPS",
      "cards[82112]: Fatal error: Index out of range", "cards: dyld: Library not loaded: @rpath/Deck.framework/Deck",
    ] {
      // The underscore is read as a mark of emphasis.
      for (indent, name) in [("", "Cards"), ("", "Cards_Local"), ("    ", "MacOS_Cards")] {
        let lines = [
          "authd[124]: rule: authenticate-developer allowed", "kernel: display sleep", message, "kernel: display wake",
          "login[154]: USER: 154 console",
        ]
        let text = lines.map { "\(indent){\"raw\": \"\($0)\", \"label\": 0, \"dataset\": \"\(name)\"}," }
        #expect(check(Array((text.joined(separator: "\n") + "\n").utf8), message) == 1)
      }
    }
  }

  /// Generated texts: a message between words, with or without a stack, in a question or a list.
  @Test func generatedTexts() {
    let messages = [
      "Fatal error: Unexpectedly found nil while unwrapping an Optional value",
      "*** Terminating app due to uncaught exception 'NSRangeException', reason: '*** -[__NSArrayM objectAtIndex:]: index 3 "
        + "beyond bounds [0 .. 2]'",
      "-[CardView setTitle:]: unrecognized selector sent to instance 0x600000c0",
      "Thread 1: EXC_BAD_ACCESS (code=1, address=0x10)",
      "dyld: Library not loaded: @rpath/Alamofire.framework/Alamofire",
      "Exception Type:  EXC_CRASH (SIGABRT)\nTermination Reason: Namespace SPRINGBOARD, Code 0x8badf00d",
    ]
    let before = ["", "Why does this happen?\n\n", "My app crashes:\n", "1. Open the app.\n2. See:\n\n", "```\n", "> "]
    let after = [
      "", "\n\nif let value = optional {\n  use(value)\n}\n", "\n0   MyApp   0x0000000104a1c2b0 -[CardView draw] + 4\n",
      "\n```\n", "\n\nThanks!",
    ]
    for message in messages {
      for start in before { for end in after { _ = check(Array((start + message + end).utf8), start + message + end) } }
    }
  }

  /// The folder of texts of other authors beside the repository, which are not part of it.
  private static let corpora: URL? = {
    let variable = ProcessInfo.processInfo.environment["DIAGNOSE_CORPUS"]
    let folder = variable.map { URL(fileURLWithPath: $0) } ?? Repository.url("../shared")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  @Test(.enabled(if: corpora != nil, "needs DIAGNOSE_CORPUS or ../shared")) func textsOfOthersAndTheirForms() throws {
    let root = try #require(Self.corpora)
    let folders = try FileManager.default.contentsOfDirectory(atPath: root.path).filter {
      $0.hasPrefix("labelled") || $0.hasPrefix("corpus")
    }
    var count = 0
    for folder in folders.sorted() {
      let names = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)?.allObjects ?? []
      for (index, name) in names.compactMap({ $0 as? String }).sorted().enumerated() {
        let url = root.appendingPathComponent(folder).appendingPathComponent(name)
        guard let data = try? Data(contentsOf: url), data.count < 20_000 else { continue }
        let forms = Self.forms.indices.filter { ($0 + index) % 6 == 0 }.map { Self.forms[$0] }
        count += check([UInt8](data), folder + "/" + name, forms: forms)
      }
    }
    #expect(count > 0)
  }
}
