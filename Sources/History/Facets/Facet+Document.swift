internal import GRDB
internal import Vocabulary

extension Facet {
  /// Storyboards, xibs and asset catalogs that Interface Builder, ibtool or actool failed on: values of the label
  /// `document`, which recording adds.
  package static let document = Facet(
    id: "document", title: "Document", counts: { try labels(ReportRecord.documentLabel, $0, $1) },
    ofIssue: { questions, issue, _ in try labels(ReportRecord.documentLabel, questions, of: issue) })
}
