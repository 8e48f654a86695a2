extension OutputFormat {
  /// All formats, sorted by identifier.
  package static let catalog: [OutputFormat] = [
    .azure,
    .brief,
    .csv,
    .github,
    .gitlab,
    .html,
    .json,
    .jsonl,
    .junit,
    .markdown,
    .sarif,
    .teamcity,
    .text,
    .xcode,
  ]
}
