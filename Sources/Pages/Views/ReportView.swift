internal import History
import Vocabulary

/// The view of the page of a report.
struct ReportView {
  private let page: ReportPage
  private let context: PageContext

  init(_ page: ReportPage, _ context: PageContext) {
    self.page = page
    self.context = context
  }

  func write(to html: inout HTML) {
    head(&html)
    html.element("div", [.class("split")]) {
      $0.element("div") {
        if page.findings.isEmpty {
          $0.element("p", [.class("empty")]) { $0.words("No known failure was recognized in this report.") }
        }
        for finding in page.findings { self.finding(finding, &$0) }
        stack(&$0)
        diagnosis(&$0)
      }
      $0.element("aside") {
        facts(&$0)
        notes(&$0)
      }
    }
  }

  private func head(_ html: inout HTML) {
    html.element("p", [.class("crumbs")]) {
      context.link(to: .issues(page: 1), in: &$0) { $0.words("Issues") }
      if let issue = page.issue {
        context.link(to: .issue(key: issue.key), in: &$0) { $0.text(issue.shortKey, limit: 64) }
      }
      $0.element("code") { $0.text(page.shortID, limit: 64) }
    }
    html.element("div", [.class("head")]) {
      $0.element("h1") { $0.text(page.title, limit: 1_000) }
      $0.element("p", [.class("meta")]) {
        if let at = page.at {
          $0.element("span") {
            $0.words(page.isCrashTime ? "crashed " : "recorded ")
            $0.time(at)
            $0.words(" UTC")
          }
        }
        if let issue = page.issue {
          $0.element("span") {
            $0.words("report of issue ")
            context.link(to: .issue(key: issue.key), in: &$0) { $0.text(issue.shortKey, limit: 64) }
          }
        }
      }
    }
  }

  private func finding(_ finding: ReportPage.Finding, _ html: inout HTML) {
    html.element("section", [.class("answer")]) {
      // The title of the page is the headline of the first finding.
      if finding.headline == page.title {
        $0.element("h2") { $0.words("Why") }
      } else {
        $0.element("h2") { $0.text(finding.headline, limit: 1_000) }
      }
      $0.element("p", [.class("meta")]) {
        $0.element("span") { $0.text(finding.pattern, limit: 100) }
        $0.element("span") {
          $0.text(finding.confidence, limit: 40)
          if let certainty = finding.certaintyOfCause { $0.text(", cause " + certainty, limit: 60) }
        }
        if let location = finding.location { $0.element("code") { $0.text(location, limit: 400) } }
      }
      $0.element("p") { $0.text(finding.cause, limit: 10_000) }
      $0.steps(finding.remedy)
      if !finding.witnesses.isEmpty {
        $0.element("h3") { $0.words("Evidence") }
        $0.element("ul", [.class("witnesses")]) {
          for witness in finding.witnesses.prefix(100) { $0.element("li") { self.witness(witness, &$0) } }
        }
      }
    }
  }

  private func witness(_ witness: ReportPage.Witness, _ html: inout HTML) {
    html.element("p") {
      $0.text(witness.statement)
      $0.element("span", [.class("soft")]) {
        if let line = witness.line { $0.text(" line " + Figures.grouped(line)) }
        if witness.isInferred { $0.words(" inferred") }
      }
    }
    if let text = witness.text { html.element("code", [.class("quote")]) { $0.text(text, limit: 600) } }
  }

  private func stack(_ html: inout HTML) {
    guard !page.stack.isEmpty else { return }
    html.element("section") {
      $0.element("h2") { $0.text(page.stackTitle ?? "Stack", limit: 300) }
      StackTable(page.stack).write(to: &$0)
    }
  }

  private func diagnosis(_ html: inout HTML) {
    guard let diagnosis = page.diagnosis else { return }
    html.element("section") {
      $0.element("h2") { $0.words("Diagnosis as text") }
      $0.scrolling("Diagnosis as text") { $0.element("pre") { $0.lines(diagnosis) } }
    }
  }

  private func facts(_ html: inout HTML) {
    guard !page.facts.isEmpty else { return }
    html.element("section") {
      $0.element("h2") { $0.words("Facts") }
      $0.element("dl", [.class("facts")]) {
        for fact in page.facts.prefix(200) {
          $0.element("dt") { $0.text(fact.name, limit: 100) }
          $0.element("dd") { $0.text(fact.value, limit: 1_000) }
        }
      }
    }
  }

  private func notes(_ html: inout HTML) {
    guard !page.notes.isEmpty else { return }
    html.element("section") {
      $0.element("h2") { $0.words("Notes") }
      $0.element("ul") {
        for note in page.notes.prefix(100) { $0.element("li") { $0.text(note) } }
      }
    }
  }
}
