import Foundation
import Diagnosis
import Documents
import Presentation
import Testing

@Suite struct OtherOutputTests {
  private func render(_ id: String, _ reports: [PresentedReport], _ errors: [InputError] = []) throws -> String {
    try #require(OutputFormat.catalog.first { $0.id == id }).render(reports, errors, .init())
  }

  @Test func catalogIsSortedAndComplete() {
    let ids = OutputFormat.catalog.map(\.id)
    #expect(ids == Set(ids).sorted())
    #expect(OutputFormat.catalog.allSatisfy { !$0.title.isEmpty })
    #expect(OutputFormat.catalog.filter { !$0.isMachineReadable }.map(\.id) == ["text"])
  }

  @Test func annotation() throws {
    #expect(
      try render("github", [Made.excerpt]) == """
        ::error file=/Users/me/CardKit/CKFonts.m,line=38,title=ib-font-cfrelease-null::LoadFonts released a NULL object. \
        In LoadFonts, find the font with bundleForClass:, not mainBundle, and check for NULL before CFRelease.

        """)
    #expect(
      try render("github", [Made.empty], [Made.errors[0]]) == """
        ::warning title=crash not recognized::-: no exception, message or stack
        ::warning title=unreadable input::c.ips: not a report this program knows

        """)
  }

  @Test func annotationEscapes() throws {
    var presented = Made.excerpt
    presented.patterns = PatternSet([Made.pattern(headline: "50 %\r\n::error::a,b:c")])
    presented.assessment.findings[0].blame?.file = "a,b:c%\nd.m"
    #expect(
      try render("github", [presented])
        == "::error file=a%2Cb%3Ac%25%0Ad.m,line=38,title=ib-font-cfrelease-null::50 %25%0D%0A::error::a,b:c\n")
    for line in try render("github", [Made.hostile], Made.errors).split(separator: "\n") {
      #expect(line.hasPrefix("::error ") || line.hasPrefix("::warning "))
    }
  }

  @Test func markdown() throws {
    let page = try render("markdown", [Made.rich], [Made.errors[0]])
    #expect(page.hasPrefix("### MyApp crashed: LoadFonts released a NULL object\n"))
    #expect(page.contains("- Where: `LoadFonts` at `CKFonts.m:38` in `CardKit`\n"))
    #expect(page.contains("- App: MyApp 2.4 (412)\n"))
    #expect(page.contains("```objective-c\n[NSBundle mainBundle]\n```\n"))
    #expect(page.contains("### Unreadable\n\n- `c.ips`: not a report this program knows\n"))
    #expect(!page.contains("\n|"))
  }

  @Test func markdownEscapes() throws {
    var presented = Made.excerpt
    presented.patterns = PatternSet([
      Made.pattern(
        headline: "*a* _b_ <b> [x](y) `c` @me #1", changes: [Change("swift", after: "```\nlet a = 1\n````")])
    ])
    let page = try render("markdown", [presented])
    #expect(page.contains("\\*a\\* \\_b\\_ &lt;b&gt; \\[x\\](y) \\`c\\` @<!-- -->me \\#1"))
    #expect(page.contains("`````swift\n```\nlet a = 1\n````\n`````\n"))
  }
}

@Suite struct PatternPageTests {
  @Test(arguments: Pattern.catalog.map(\.id))
  func saysEverything(_ id: String) throws {
    let pattern = try #require(Pattern.with(id: id))
    let markdown = PatternPage.markdown(pattern)
    let text = PatternPage.text(pattern, style: .init())
    #expect(markdown.hasPrefix("# \(id)\n"))
    #expect(text.hasPrefix(id))
    for section in [
      "Symptoms", "Why", "What to do", "How it is recognized", "Example", "Similar report that does not match",
    ] {
      #expect(markdown.contains("\n## \(section)\n"))
      #expect(text.contains("\n\(section)\n"))
    }
    for example in pattern.examples where !example.excerpt.contains("\t") && !example.excerpt.contains("\u{1B}") {
      let first = example.excerpt.split(separator: "\n").first.map { String($0.prefix { $0.isASCII }) } ?? ""
      #expect(first.isEmpty || markdown.contains(first))
    }
    for url in pattern.references.compactMap(\.url) {
      #expect(markdown.contains("](<\(url)>)"))
      #expect(text.contains(url))
    }
    // The templates of messages are shown where the page states how the failure is recognized.
    let stated = markdown.components(separatedBy: "## How it is recognized").first ?? markdown
    #expect(!stated.contains("{function"))
    #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
    let quoted = pattern.examples.map(\.excerpt).joined() + pattern.searchTerms + markdown
    let ascii = PatternPage.text(pattern, style: .init(ascii: true))
    #expect(ascii.unicodeScalars.allSatisfy { $0.isASCII || quoted.unicodeScalars.contains($0) })
  }
}
