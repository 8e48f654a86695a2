internal import History
import Vocabulary

/// The view of the page of an issue.
struct IssueView {
  private let page: IssuePage
  private let context: PageContext

  init(_ page: IssuePage, _ context: PageContext) {
    self.page = page
    self.context = context
  }

  func write(to html: inout HTML) {
    head(&html)
    facts(&html)
    html.element("div", [.class("split")]) {
      $0.element("div") {
        causeAndRemedy(&$0)
        associations(&$0)
        stack(&$0)
        days(&$0)
        reports(&$0)
        signature(&$0)
        explanation(&$0)
      }
      $0.element("aside") {
        IssueEditView(page, context)?.write(to: &$0)
        builds(&$0)
        for facet in page.facets { self.facet(facet, &$0) }
        events(&$0)
        related(&$0)
      }
    }
  }

  private func head(_ html: inout HTML) {
    html.element("p", [.class("crumbs")]) {
      context.link(to: .issues(page: 1), in: &$0) { $0.words("Issues") }
      $0.element("code") { $0.text(page.issue.shortID, limit: 64) }
    }
    html.element("div", [.class("head")]) {
      $0.element("h1") {
        $0.text(page.issue.title, limit: 1_000)
        $0.marks(page.marks)
      }
      $0.element("p", [.class("meta")]) {
        if let location = page.issue.location { $0.element("code") { $0.text(location, limit: 400) } }
        if let pattern = page.pattern {
          if pattern.explanation.isEmpty {
            $0.element("span") { $0.text(pattern.id, limit: 100) }
          } else {
            $0.element("a", [.link(toFragment: "explanation")]) { $0.text(pattern.id, limit: 100) }
          }
        } else {
          $0.element("span") { $0.words("not recognized") }
        }
      }
    }
  }

  private func facts(_ html: inout HTML) {
    html.element("dl", [.class("totals small")]) {
      $0.fact("Reports") {
        $0.number(page.issue.count)
        if page.variants > 0 {
          $0.element("small") { $0.text(Figures.counted(page.variants, "variant", "variants")) }
        }
      }
      if let devices = page.issue.devices { $0.fact("Devices") { $0.number(devices) } }
      $0.fact("First seen") {
        $0.time(page.issue.firstSeen)
        if let build = page.issue.firstBuild { $0.element("small") { $0.text("build " + build, limit: 80) } }
      }
      $0.fact("Last seen") {
        $0.time(page.issue.lastSeen)
        if let build = page.issue.lastBuild { $0.element("small") { $0.text("build " + build, limit: 80) } }
      }
    }
    if let statement = page.statement {
      html.element("p", [.class("statement")]) { $0.text(statement) }
    }
  }

  /// Writes the cause and the remedy.
  private func causeAndRemedy(_ html: inout HTML) {
    guard page.cause != nil || !page.remedy.isEmpty else { return }
    html.element("section", [.class("answer")]) {
      if let cause = page.cause {
        $0.element("h2") { $0.words("Why") }
        $0.element("p") { $0.text(cause, limit: 10_000) }
      }
      $0.steps(page.remedy)
    }
  }

  private func associations(_ html: inout HTML) {
    guard !page.associations.isEmpty else { return }
    html.element("section") {
      $0.element("h2") { $0.words("Unlike other issues") }
      $0.element("ul") {
        for association in page.associations.prefix(20) {
          $0.element("li") { $0.text(association.sentence, limit: 400) }
        }
      }
    }
  }

  private func days(_ html: inout HTML) {
    guard !page.days.counts.isEmpty else { return }
    html.element("section") {
      $0.element("h2") { $0.words("Reports per day") }
      DayBars("Reports per day", page.days).write(to: &$0)
    }
  }

  /// The number of frames that are shown without opening the rest.
  private static let frameLimit = 20

  private func stack(_ html: inout HTML) {
    guard !page.stack.isEmpty else { return }
    html.element("section") {
      $0.element("h2") {
        $0.words(
          page.namedReport == nil ? "Stack of the latest report" : "Stack of the report that names most functions")
        if let report = page.namedReport ?? page.reports.first {
          $0.element("span", [.class("n")]) {
            context.link(to: .report(id: report.id), in: &$0) { $0.text(report.shortID, limit: 64) }
          }
        }
      }
      StackTable(page.stack, openLimit: Self.frameLimit).write(to: &$0)
    }
  }

  private func reports(_ html: inout HTML) {
    guard !page.reports.isEmpty else { return }
    html.element("section") {
      $0.element("h2") {
        $0.words("Reports")
        $0.element("span", [.class("n")]) { $0.number(max(page.storedReports, page.reports.count)) }
      }
      ReportTable(label: "Latest reports", rows: page.reports, context: context).write(to: &$0)
      if page.storedReports > page.reports.count {
        $0.element("p", [.class("more")]) {
          context.link(to: .reports(of: page.issue.id, page: 1), in: &$0) {
            $0.text("All " + Figures.counted(page.storedReports, "report", "reports"))
          }
        }
      }
    }
  }

  private func signature(_ html: inout HTML) {
    guard let signature = page.signature else { return }
    html.element("section") {
      $0.element("h2") { $0.words("Signature") }
      $0.element("p", [.class("sub")]) {
        $0.words("Reports are one issue if they have the same kind of failure, ")
        $0.element("code") { $0.text(signature.kind, limit: 100) }
        $0.words(signature.parts.isEmpty ? "." : ", and these frames in common:")
      }
      if !signature.parts.isEmpty {
        $0.element("ol", [.class("lines")]) {
          for part in signature.parts.prefix(200) {
            $0.element("li") { $0.element("code") { $0.text(part, limit: 1_000) } }
          }
        }
      }
      $0.element("p", [.class("sub")]) {
        $0.words("Key ")
        $0.element("code") { $0.text(page.issue.id, limit: 64) }
        $0.text(", version \(signature.version)")
      }
    }
  }

  private func explanation(_ html: inout HTML) {
    guard let pattern = page.pattern, !pattern.explanation.isEmpty else { return }
    html.element("section", [.literal("id", "explanation")]) {
      $0.element("h2") {
        $0.words("About ")
        $0.text(pattern.id, limit: 100)
      }
      $0.element("p") { $0.element("b") { $0.text(pattern.title, limit: 400) } }
      $0.explanation(pattern.explanation)
    }
  }

  private func builds(_ html: inout HTML) {
    guard !page.builds.isEmpty else { return }
    html.element("section") {
      $0.element("h2") { $0.words("Builds") }
      CountBars(
        label: "Reports per build, newest first", nameTitle: "Build", style: "counts tight",
        lines: page.builds.suffix(100).reversed().map { build in
          CountBars.Line(count: build.count) {
            $0.text(build.build, limit: 60)
            if let version = build.version { $0.element("span", [.class("id")]) { $0.text(version, limit: 60) } }
          }
        }
      ).write(to: &$0)
    }
  }

  /// The maximum number of values of a facet.
  private static let valueLimit = 12

  private func facet(_ facet: FacetTable, _ html: inout HTML) {
    guard !facet.rows.isEmpty else { return }
    let title = facet.facet.title
    html.element("section") {
      $0.element("h2") { $0.text(title, limit: 60) }
      let shown = facet.rows.prefix(Self.valueLimit)
      var lines = shown.map { row in
        CountBars.Line(count: row.count) { $0.text(row.value ?? "not stated", limit: 120) }
      }
      let (others, overflows) = facet.total.subtractingReportingOverflow(Figures.sum(shown.map(\.count)))
      if !overflows, others > 0 { lines.append(CountBars.Line(count: others) { $0.words("others") }) }
      CountBars(label: title, nameTitle: "Value", lines: lines, total: Figures.sum(lines.map(\.count))).write(to: &$0)
    }
  }

  private func events(_ html: inout HTML) {
    guard !page.events.isEmpty else { return }
    html.element("section") {
      $0.element("h2") { $0.words("Events") }
      $0.element("ol", [.class("events")]) {
        for event in page.events.prefix(100) {
          $0.element("li") {
            $0.time(event.at)
            $0.element("p") {
              $0.text(event.what, limit: 200)
              if let by = event.by {
                $0.words(" by ")
                $0.text(by, limit: 100)
              }
            }
            if let note = event.note { $0.element("p", [.class("sub")]) { $0.text(note, limit: 1_000) } }
          }
        }
      }
    }
  }

  private func related(_ html: inout HTML) {
    guard !page.related.isEmpty else { return }
    html.element("section") {
      $0.element("h2") { $0.words("Related issues") }
      $0.element("ul", [.class("related")]) {
        for issue in page.related.prefix(50) {
          $0.element("li") {
            $0.element("p", [.class("name")]) {
              context.link(to: .issue(key: issue.key), in: &$0) { $0.text(issue.title, limit: 300) }
            }
            $0.element("p", [.class("meta")]) {
              $0.element("code") { $0.text(issue.shortKey, limit: 64) }
              $0.element("span") { $0.text(issue.why, limit: 300) }
              $0.element("span") { $0.text(Figures.counted(issue.count, "report", "reports")) }
            }
          }
        }
      }
    }
  }
}

extension HTML {
  /// Adds the steps of a remedy, as a list if there are several.
  mutating func steps(_ remedy: [String]) {
    guard let first = remedy.first else { return }
    element("h2") { $0.words("Do this") }
    if remedy.count == 1 { return element("p") { $0.text(first, limit: 10_000) } }
    element("ol") {
      for step in remedy.prefix(50) { $0.element("li") { $0.text(step, limit: 10_000) } }
    }
  }

  /// Adds an explanation. Consecutive items become one list.
  mutating func explanation(_ parts: [PagePattern.Part]) {
    var items: [String] = []
    func end(_ html: inout HTML) {
      guard !items.isEmpty else { return }
      html.element("ul") {
        for item in items { $0.element("li") { $0.text(item, limit: 10_000) } }
      }
      items = []
    }
    for part in parts {
      switch part {
      case .item(let text):
        items.append(text)
        continue
      case .heading(let text):
        end(&self)
        element("h3") { $0.text(text) }
      case .paragraph(let text):
        end(&self)
        element("p") { $0.text(text, limit: 10_000) }
      case .code(let text):
        end(&self)
        scrolling("Example") { $0.element("pre") { $0.lines(text) } }
      }
    }
    end(&self)
  }
}
