import Documents
package import History
import Trends
import Vocabulary

/// A comparison of two sides as JSON (`diagnose-compare/1`).
package enum ComparisonDocument {
  /// Returns the document, with all issues that are new, gone, worse or better.
  package static func json(_ comparison: HistoryComparison) -> String {
    let words = ComparisonWords(comparison: comparison)
    var writer = JSONWriter(layout: .indented)
    writer.object { writer in
      writer.member("schema", "diagnose-compare/1")
      EncodedDocument.tool(&writer)
      writer.member("by", comparison.basis.id)
      writer.member("app", comparison.app)
      writer.member("verdict", words.verdict)
      writer.member("summary", words.summary)
      writer.member("exposureUnit", comparison.unit.rawValue)
      for (name, side) in [("before", comparison.before), ("after", comparison.after)] {
        writer.name(name)
        writer.object(inline: true) {
          $0.member("name", side.name)
          $0.member("reports", side.reports)
          $0.member("events", side.events)
          $0.member("exposure", real: side.exposure)
        }
      }
      writer.member("ratio", real: comparison.total?.ratio)
      writer.member("low", real: comparison.total?.low)
      writer.member("high", real: comparison.total?.high)
      writer.member("compared", comparison.compared)
      writer.member("unchanged", comparison.count(.unchanged))
      writer.member("tooFew", comparison.count(.tooFew))
      writer.member("othersOnlyBefore", comparison.othersOnlyBefore)
      writer.member("othersOnlyAfter", comparison.othersOnlyAfter)
      writer.name("firstSeen")
      writer.array(comparison.firstSeen) { writer, row in
        writer.object(inline: true) { writer in
          IssueMember.write(row.issue, to: &writer)
          writer.member("reportsAfter", row.reportsAfter)
        }
      }
      writer.name("issues")
      writer.array(comparison.rows) { writer, row in writer.object(inline: true) { write(row, to: &$0) } }
    }
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  private static func write(_ row: HistoryComparison.Row, to writer: inout JSONWriter) {
    writer.member("change", row.difference.verdict.rawValue)
    IssueMember.write(row.issue, to: &writer)
    writer.member("reportsBefore", row.reportsBefore)
    writer.member("reportsAfter", row.reportsAfter)
    writer.member("eventsBefore", row.difference.before.events)
    writer.member("eventsAfter", row.difference.after.events)
    // JSON has no infinity, so a ratio without a base is null.
    writer.member("ratio", real: row.difference.comparison.ratio)
    writer.member("low", real: row.difference.comparison.low)
    writer.member("high", real: row.difference.comparison.high)
    writer.member("p", real: row.difference.pValue)
  }
}
