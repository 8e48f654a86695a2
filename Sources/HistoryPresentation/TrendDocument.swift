import CrashReports
import Diagnosis
import Documents
package import History
import Presentation
import Signatures
import Trends
import Vocabulary

/// Trends as JSON (`diagnose-history/1`).
package enum TrendDocument {
  /// Returns the issues by section. `daily` has the number of reports on each day of both periods, the newest last.
  package static func json(_ report: TrendReport) -> String {
    let rows = report.sections.flatMap { section in section.rows.map { (section.section, $0) } }
    return ListDocument.text(HistoryDocument.schema, "trends", rows) { writer, item in
      let (section, row) = item
      writer.member("trend", section.id)
      writer.member("verdict", row.assessment.verdict.rawValue)
      IssueMember.write(row.issue, to: &writer)
      members(row.assessment, &writer)
      writer.member("burstReports", row.assessment.burst?.events)
      writer.member("burstDays", row.assessment.burst?.days)
      writer.member("devices", row.assessment.devices)
      writer.member("daily", numbers: row.daily)
      writer.member("buildsSinceLast", row.buildsSinceLast)
      writer.member("runsSinceLast", row.assessment.runsSinceLast)
      writer.member("backAfterBuilds", row.back?.absent)
      writer.member("compared", report.compared)
    }
  }

  /// Returns the trends of the values of a facet.
  package static func json(_ facet: Facet, _ rows: [FacetTrend]) -> String {
    ListDocument.text(HistoryDocument.schema, "trends", rows) { writer, trend in
      let row = trend.assessment
      writer.member("facet", facet.id)
      writer.member("value", row.key.isEmpty ? nil : row.key)
      writer.member("trend", row.verdict.rawValue)
      members(row, &writer)
      writer.present("devices", row.devices)
      if let driver = trend.driver {
        writer.name("driver")
        writer.object {
          $0.member("id", driver.issue.id)
          $0.member("shortID", driver.issue.shortID)
          $0.member("share", real: driver.share)
        }
      }
      guard let predecessor = trend.predecessor else { return }
      writer.name("predecessor")
      writer.object {
        $0.member("value", predecessor.name)
        $0.member("days", predecessor.days)
        $0.member("unit", predecessor.unit.rawValue)
        $0.member("reports", predecessor.own.events)
        $0.member("exposure", real: predecessor.own.exposure)
        $0.member("reportsBefore", predecessor.earlier.events)
        $0.member("exposureBefore", real: predecessor.earlier.exposure)
        $0.member("ratio", real: predecessor.ratio)
        $0.member("p", real: predecessor.comparison?.pValue)
      }
    }
  }

  /// Returns the number of an issue's reports for each value of a facet.
  package static func json(_ issue: StoredIssue, _ facet: Facet, _ counts: [FacetCount]) -> String {
    ListDocument.text(HistoryDocument.schema, "counts", counts) { writer, count in
      writer.member("issue", issue.id)
      writer.member("facet", facet.id)
      writer.member("value", count.value)
      writer.member("count", count.count)
    }
  }

  /// Returns the number of unrecognized reports in each week.
  package static func json(_ weeks: [UnrecognizedWeek]) -> String {
    ListDocument.text(HistoryDocument.schema, "unrecognized", weeks) { writer, week in
      writer.member("week", week.monday.date)
      writer.member("reports", week.reports)
      writer.member("unrecognized", week.unrecognized)
    }
  }

  private static func members(_ trend: TrendAssessment, _ writer: inout JSONWriter) {
    let comparison = trend.comparison
    writer.member("recent", trend.recent.events)
    writer.member("recentExposure", real: trend.recent.exposure)
    writer.member("base", trend.base.events)
    writer.member("baseExposure", real: trend.base.exposure)
    writer.member("exposureUnit", trend.unit.rawValue)
    // JSON has no infinity, so a ratio without a base is null.
    writer.member("ratio", real: comparison.ratio)
    writer.member("low", real: comparison.low)
    writer.member("high", real: comparison.high)
    writer.member("p", real: comparison.pValue)
    writer.member("inBursts", trend.isBursty)
  }
}
