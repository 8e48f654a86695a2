extension PublishedDocument {
  /// All documents, sorted by identifier.
  package static let catalog: [PublishedDocument] = [
    .report,
    .brief,
    .check,
    .compare,
    .config,
    .doctor,
    .explanation,
    .export,
    .history,
    .latest,
    .lookup,
    .patterns,
    .run,
    .summary,
    .symbolication,
    .trust, .alerts,
  ].sorted { $0.id < $1.id }
}
