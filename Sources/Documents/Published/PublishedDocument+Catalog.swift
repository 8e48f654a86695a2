extension PublishedDocument {
  /// All documents, sorted by identifier.
  package static let catalog: [PublishedDocument] = [
    .report,
    .brief,
    .check,
    .config,
    .explanation,
    .export,
    .history,
    .lookup,
    .patterns,
    .symbolication,
  ].sorted { $0.id < $1.id }
}
