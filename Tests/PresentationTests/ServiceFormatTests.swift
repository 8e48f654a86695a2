import CrashReports
import Diagnosis
import Documents
import Foundation
import TestSupport
import Testing
import Vocabulary

@testable import Presentation

/// Outputs for CI systems: paths of the checkout, order, limits.
@Suite struct ServiceFormatTests {
  private static let tree = SourceTree(root: "/checkout", workingDirectory: "/checkout/ci") {
    SourceFileList(["Sources/Fonts/CKFonts.m", "Sources/A b/Größe.m"])
  }

  private static func render(
    _ id: String, _ reports: [PresentedReport], _ errors: [InputError] = [], tree: SourceTree? = tree
  ) throws -> String {
    var style = PresentationStyle()
    style.sources = tree
    return try #require(OutputFormat.catalog.first { $0.id == id }).render(reports, errors, style)
  }

  private static func messages(
    _ id: String, _ parse: (Substring) -> ServiceMessage?, _ reports: [PresentedReport], _ errors: [InputError] = []
  ) throws -> [ServiceMessage] {
    try render(id, reports, errors).split(separator: "\n").map { try #require(parse($0), "\($0)") }
  }

  /// The report with its file and severity changed.
  private static func report(
    _ name: String, headline: String = "LoadFonts released a NULL object", file: String? = "/ci/Fonts/CKFonts.m",
    confidence: Confidence = .certain
  ) -> PresentedReport {
    var presented = Made.excerpt
    presented.path = name
    presented.patterns = PatternSet([Made.pattern(headline: headline, remedy: ["Check it."])])
    presented.assessment.findings[0].blame?.file = file
    presented.assessment.findings[0].confidence = confidence
    return presented
  }

  // MARK: Paths

  @Test func everyFormatNamesThePathOfTheCheckout() throws {
    let report = Self.report("reports/a.ips")
    let path = "Sources/Fonts/CKFonts.m"
    let gitHub = try Self.messages("github", ServiceMessage.gitHub, [report])
    #expect(gitHub.count == 1 && gitHub[0].name == "error")
    #expect(gitHub[0].properties == ["file": path, "line": "38", "title": "ib-font-cfrelease-null"])
    let azure = try Self.messages("azure", ServiceMessage.azure, [report])
    #expect(azure.map(\.properties["sourcepath"]) == [path] && azure[0].properties["linenumber"] == "38")
    let teamCity = try Self.messages("teamcity", ServiceMessage.teamCity, [report])
    #expect(teamCity.map(\.name) == ["inspectionType", "inspection"])
    #expect(teamCity[1].properties["file"] == path && teamCity[1].properties["SEVERITY"] == "ERROR")
    #expect(teamCity[0].properties["id"] == teamCity[1].properties["typeId"])
    let xcode = try Self.messages("xcode", ServiceMessage.xcode, [report])
    #expect(xcode.map(\.properties["file"]) == ["/checkout/" + path] && xcode[0].properties["line"] == "38")
    let gitLab = try JSONValue(parsing: try Self.render("gitlab", [report]))
    #expect(gitLab[0]?["location"]?["path"]?.string == path && gitLab[0]?["severity"]?.string == "critical")
    #expect(try Self.render("junit", [report]).contains(" file=\"\(path)\" line=\"38\""))
    #expect(try Self.render("markdown", [report]).contains("at `\(path):38`"))
    let run = try JSONValue(parsing: try Self.render("sarif", [report]))["runs"]?[0]
    let location = run?["results"]?[0]?["locations"]?[0]?["physicalLocation"]?["artifactLocation"]
    #expect(location?["uri"]?.string == path && location?["uriBaseId"]?.string == "SRCROOT")
    #expect(run?["originalUriBaseIds"]?["SRCROOT"]?["uri"]?.string == "file:///checkout/")
  }

  /// The schema has no member whose value is null.
  @Test func sarifOmitsWhatIsUnknown() throws {
    func holdsNull(_ value: JSONValue) -> Bool {
      switch value {
      case .null: true
      case .array(let elements): elements.contains(where: holdsNull)
      case .object(let members): members.values.contains(where: holdsNull)
      default: false
      }
    }
    let reports = [Made.rich, Made.hostile, Made.empty, Made.excerpt]
    #expect(!holdsNull(try JSONValue(parsing: try Self.render("sarif", reports, Made.errors))))
    #expect(!holdsNull(try JSONValue(parsing: try Self.render("gitlab", reports, Made.errors))))
  }

  @Test func aFileThatIsNotFoundIsOnlyNamedInTheMessage() throws {
    var report = Self.report("reports/a.ips", file: "/ci/Other.m")
    report.assessment.report.threads?[0].frames[1].source = nil
    let gitHub = try Self.messages("github", ServiceMessage.gitHub, [report])
    #expect(gitHub[0].properties["file"] == nil && gitHub[0].text.contains("Other.m:38"))
    // Services that need a file get the report.
    let gitLab = try JSONValue(parsing: try Self.render("gitlab", [report]))
    #expect(gitLab[0]?["location"]?["path"]?.string == "ci/reports/a.ips")
    let sarif = try JSONValue(parsing: try Self.render("sarif", [report]))
    let result = sarif["runs"]?[0]?["results"]?[0]
    let location = result?["locations"]?[0]?["physicalLocation"]
    #expect(location?["artifactLocation"]?["uri"]?.string == "ci/reports/a.ips")
    #expect(location?["region"]?["startLine"] == .integer(2) && result?["codeFlows"] == nil)
  }

  @Test func urisArePercentEncoded() throws {
    let run = try JSONValue(parsing: try Self.render("sarif", [Self.report("a.ips", file: "Größe.m")]))["runs"]?[0]
    let location = run?["results"]?[0]?["locations"]?[0]?["physicalLocation"]?["artifactLocation"]
    #expect(location?["uri"]?.string == "Sources/A%20b/Gr%C3%B6%C3%9Fe.m")
  }

  @Test func theStackIsACodeFlow() throws {
    let run = try JSONValue(parsing: try Self.render("sarif", [Made.excerpt]))["runs"]?[0]
    let result = try #require(run?["results"]?[0])
    let steps = result["codeFlows"]?[0]?["threadFlows"]?[0]?["locations"]
    let step = steps?[0]?["location"]
    #expect(step?["physicalLocation"]?["artifactLocation"]?["uri"]?.string == "Sources/Fonts/CKFonts.m")
    #expect(step?["message"]?["text"]?.string == "LoadFonts, in com.example.CardKit" && steps?[1] == nil)
    #expect(result["stacks"]?[0]?["frames"]?[17]?["location"]?["message"]?["text"]?.string == "start, in libdyld.dylib")
    #expect(run?["tool"]?["driver"]?["rules"]?[0]?["helpUri"]?.string == "https://developer.apple.com/")
  }

  // MARK: Order and limits

  @Test func theMostSevereComesFirst() throws {
    var note = Self.report("note.ips", headline: "d")
    note.assessment.findings = []
    let reports = [
      note, Self.report("possible.ips", headline: "c", confidence: .possible),
      Self.report("likely.ips", headline: "b", confidence: .likely), Self.report("certain.ips", headline: "a"),
    ]
    let gitHub = try Self.messages("github", ServiceMessage.gitHub, reports)
    #expect(gitHub.map(\.name) == ["error", "error", "error", "warning"])
    #expect(gitHub.map { $0.text.prefix(1) } == ["a", "b", "P", "n"])
  }

  @Test func gitHubShowsTenOfAKind() throws {
    var reports = (0..<25).map { Self.report("a\($0).ips", headline: "failure \($0)") }
    reports += (0..<12).map { index in
      var report = Self.report("b\(index).ips")
      report.assessment.findings = []
      return report
    }
    let messages = try Self.messages("github", ServiceMessage.gitHub, reports)
    #expect(messages.count { $0.name == "error" } == 10 && messages.count { $0.name == "warning" } == 10)
    #expect(messages.last?.name == "notice")
    #expect(messages.last?.text.hasPrefix("15 errors, 2 warnings omitted") == true, "\(messages.last?.text ?? "")")
  }

  @Test func theSameFailureIsShownOnce() throws {
    let reports = (0..<3).map { Self.report("a\($0).ips") }
    let messages = try Self.messages("github", ServiceMessage.gitHub, reports)
    #expect(messages.count == 1 && messages[0].text.hasSuffix("(3 reports)"))
    let gitLab = try JSONValue(parsing: try Self.render("gitlab", reports))
    #expect(gitLab[0] != nil && gitLab[1] == nil)
  }

  @Test func jUnitStatesTimeAndTest() throws {
    var report = Made.rich
    report.assessment.report.times?.launched = .init(asWritten: "", rfc3339: "2026-04-01T12:39:50-07:00")
    report.assessment.report.add(.testName, .text("-[CardTests testLoad]"))
    let text = try Self.render("junit", [report])
    #expect(text.contains("<testcase classname=\"CardTests\" name=\"testLoad\" "), "\(text)")
    // The time of the report, in UTC: that of the run would make equal inputs give other bytes.
    #expect(text.contains(" time=\"6\">") && text.contains(" timestamp=\"2026-04-01T19:39:56\">"), "\(text)")
    var later = report
    later.assessment.report.times?.crashed = .init(asWritten: "", rfc3339: "2026-05-01T00:00:00Z")
    #expect(try Self.render("junit", [later, report]).contains(" timestamp=\"2026-05-01T00:00:00\">"))
    report.assessment.report.times = nil
    #expect(try !Self.render("junit", [report]).contains("timestamp"))
    #expect(!text.contains("unknown"))
  }

  @Test func anAcceptedFailureDoesNotFail() throws {
    var report = Self.report("a.ips")
    report.isAccepted = true
    #expect(try Self.messages("github", ServiceMessage.gitHub, [report]).map(\.name) == ["notice"])
    let junit = try Self.render("junit", [report])
    #expect(junit.contains(" failures=\"0\"") && junit.contains("<skipped message=\"accepted in the baseline: "))
    let result = try JSONValue(parsing: try Self.render("sarif", [report]))["runs"]?[0]?["results"]?[0]
    #expect(result?["baselineState"]?.string == "unchanged")
    #expect(result?["suppressions"]?[0]?["kind"]?.string == "external")
    #expect(try JSONValue(parsing: try Self.render("gitlab", [report]))[0]?["severity"]?.string == "info")
  }

  // MARK: Hostile text

  /// Commands of every service, line breaks, escape sequences, Markdown, HTML.
  private static let attack =
    "x\r\n::error file=/etc/passwd::own\n##[error]own ##vso[task.setvariable variable=a]own ##vso[\n"
    + "##teamcity[buildStatus status='SUCCESS'] |'|] ###VSO[x]y \u{1B}[31m%0A::set-env::x @me #1 https://a.example/x "
    + "</details><img src=x onerror=y> ``` | a | b | <!-- {0} [l](1) /a/b.m:1:1: error: own"

  private static var hostile: PresentedReport {
    var report = Self.report(attack, headline: attack, file: attack)
    report.assessment.findings[0].blame?.function = attack
    report.assessment.report.process = .init()
    report.assessment.report.process?.name = attack
    report.assessment.report.threads?[0].frames[1].symbol = .init(name: attack)
    report.assessment.report.threads?[0].frames[1].source = .init(file: attack, line: 3)
    report.patterns = PatternSet([Made.pattern(title: attack, headline: attack, cause: attack, remedy: [attack])])
    return report
  }

  private static let errors = [InputError(path: attack, code: "damaged", message: attack, hint: attack)]
  private static let own = ["github": "::", "azure": "##vso[", "teamcity": "##teamcity["]

  @Test(arguments: OutputFormat.catalog.map(\.id))
  func noFormatHoldsACommandOfAReport(_ id: String) throws {
    var unnamed = Self.hostile
    unnamed.assessment.findings = []
    unnamed.assessment.summary = Self.attack
    for reports in [[Self.hostile], [unnamed], [Self.hostile, unnamed, Made.hostile]] {
      for tree in [Self.tree, nil] {
        let text = try Self.render(id, reports, Self.errors, tree: tree)
        #expect(!text.holdsCommand(except: Self.own[id]), "\(text.prefix(3_000))")
        let lineEnds: [Unicode.Scalar] = id == "csv" ? ["\r", "\n"] : ["\n"]
        #expect(text.unicodeScalars.allSatisfy { lineEnds.contains($0) || !VisibleText.mustEscape($0) })
      }
    }
  }

  @Test func hostileMessagesAreOneMessageEach() throws {
    let reports = [Self.hostile]
    let gitHub = try Self.messages("github", ServiceMessage.gitHub, reports, Self.errors)
    #expect(gitHub.map(\.name) == ["error", "warning"])
    let azure = try Self.messages("azure", ServiceMessage.azure, reports, Self.errors)
    #expect(azure.map(\.name) == ["task.logissue", "task.logissue"])
    #expect(azure.map { $0.properties["type"] } == ["error", "warning"])
    let teamCity = try Self.messages("teamcity", ServiceMessage.teamCity, reports, Self.errors)
    #expect(teamCity.map(\.name) == ["inspectionType", "inspection", "message"])
    let xcode = try Self.messages("xcode", ServiceMessage.xcode, reports, Self.errors)
    #expect(xcode.map(\.name) == ["error", "warning"])
    let gitLab = try JSONValue(parsing: try Self.render("gitlab", reports, Self.errors))
    #expect(gitLab[1]?["check_name"]?.string == "unreadable-input" && gitLab[2] == nil)
  }

  @Test func hostileMarkdownHasNoElementsAndNoMentions() throws {
    let text = try Self.render("markdown", [Self.hostile, Made.hostile], Self.errors)
    // Code is shown as it is.
    var isCode = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("```") || line.hasPrefix("<pre>") || line.hasPrefix("</pre>") { isCode.toggle() }
      guard !isCode, !line.contains("`") else { continue }
      #expect(!line.contains("<img") && !line.contains("@me") && !line.contains("https://a"), "\(line)")
    }
    let closed = text.split(separator: "\n").count { $0 == "</details>" }
    #expect(closed == text.components(separatedBy: "<details>").count - 1)
    #expect(text.utf8.count <= MarkdownDocument.maxSize)
  }

  @Test func messagesAreLimited() throws {
    var report = Self.report("a.ips", headline: String(repeating: "long ", count: 100_000))
    for id in ["github", "azure", "teamcity", "gitlab", "sarif", "xcode"] {
      #expect(try Self.render(id, [report]).utf8.count < 20_000, "\(id)")
    }
    report.assessment.summary = String(repeating: "long ", count: 100_000)
    report.assessment.findings = []
    #expect(try Self.render("markdown", [report]).utf8.count <= MarkdownDocument.maxSize)
  }
}
