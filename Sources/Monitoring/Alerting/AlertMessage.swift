import Documents
package import History
import UserFiles
package import Vocabulary

/// An alert as people read it: a title, and lines with a label each. Every text is on one line and escaped; a channel
/// escapes it further for its own form.
package struct AlertMessage: Equatable, Sendable {
  /// A line.
  package struct Line: Equatable, Sendable {
    /// A constant.
    package var label: String
    /// Text of reports, possibly.
    package var value: String
  }

  /// The id of the alert.
  package let id: String
  /// The name of the rule.
  package let rule: String
  /// The key of the issue; empty for an alert about several.
  package let issue: String
  /// When the alert was made.
  package let at: Timestamp
  /// What is alerted: `New issue`, or `30 new issues`. A constant and a number.
  package let subject: String
  /// What failed; text of reports.
  package let headline: String
  /// The details.
  package let lines: [Line]

  /// Describes an alert of the book; `nil` if its content cannot be read.
  package init?(_ alert: AlertBook.Alert) {
    guard let content = AlertContent(stored: alert.content), let first = content.issues.first else { return nil }
    (id, rule, issue, at) = (alert.id, alert.rule, alert.issue, alert.at)
    let title = AlertCondition.named(alert.condition)?.title ?? "Alert"
    if content.total > 1 {
      subject = "\(title): \(content.total) issues"
      headline = first.headline
      var lines = content.issues.map { Line(label: String($0.id.prefix(8)), value: $0.headline) }
      if content.total > content.issues.count {
        lines.append(Line(label: "and", value: "\(content.total - content.issues.count) more"))
      }
      self.lines = lines + [Line(label: "More", value: "diagnose history list")]
    } else {
      subject = title
      headline = first.headline
      lines = Self.lines(first)
    }
  }

  private static func lines(_ issue: AlertContent.Issue) -> [Line] {
    func line(_ label: String, _ value: String?) -> Line? { value.map { Line(label: label, value: $0) } }
    let builds = issue.firstBuild.map { first in
      issue.lastBuild.map { $0 == first ? first : "\(first) to \($0)" } ?? first
    }
    return [
      line("Where", issue.location), line("App", issue.app), line("Kind", issue.kind), line("Builds", builds),
      line("Resolved in", issue.resolvedIn), line("Regressed in", issue.regressedIn),
      line("Reports", "\(issue.count), first \(issue.firstSeen), last \(issue.lastSeen)"), line("Trend", issue.trend),
      line("Known failure", issue.pattern), line("Issue", issue.id),
      line("More", "diagnose history show \(issue.id.prefix(12))"),
    ].compactMap { $0 }
  }
}

/// Alerts as a `diagnose-alerts/1` document.
package enum AlertDocument {
  /// The value of the member `schema`.
  package static let schema = "diagnose-alerts/1"

  /// Returns the body of a webhook: a document with one alert, on one line.
  static func body(_ alert: AlertBook.Alert) -> [UInt8] {
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      writer.member("schema", schema)
      EncodedDocument.tool(&writer)
      writer.name("alerts")
      writer.array([alert]) { writer, alert in writer.object { members(&$0, alert) } }
    }
    return writer.take()
  }

  /// Writes the members that describe an alert.
  package static func members(_ writer: inout JSONWriter, _ alert: AlertBook.Alert) {
    writer.member("id", alert.id)
    writer.member("rule", alert.rule)
    writer.member("when", alert.condition)
    writer.member("at", alert.at.rfc3339)
    let content = AlertContent(stored: alert.content)
    writer.member("total", content?.total ?? 0)
    writer.name("issues")
    writer.array(content?.issues ?? []) { writer, issue in
      writer.object { writer in
        writer.member("id", issue.id)
        writer.member("headline", issue.headline)
        writer.member("location", issue.location)
        writer.member("pattern", issue.pattern)
        writer.member("kind", issue.kind)
        writer.member("app", issue.app)
        writer.member("count", issue.count)
        writer.member("firstSeen", issue.firstSeen)
        writer.member("lastSeen", issue.lastSeen)
        writer.member("firstBuild", issue.firstBuild)
        writer.member("lastBuild", issue.lastBuild)
        writer.member("resolvedIn", issue.resolvedIn)
        writer.member("regressedIn", issue.regressedIn)
        writer.member("trend", issue.trend)
      }
    }
  }

  /// Writes the members about the delivery of an alert.
  package static func deliveryMembers(_ writer: inout JSONWriter, _ alert: AlertBook.Alert) {
    writer.member("state", alert.state.rawValue)
    writer.member("failedAttempts", alert.attempts)
    writer.member("next", alert.state == .waiting ? alert.next.rfc3339 : nil)
    writer.member("ended", alert.ended?.rfc3339)
    writer.member("answer", alert.answer.isEmpty ? nil : alert.answer)
  }
}
