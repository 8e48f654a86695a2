extension OutputFormat {
  /// Every output, in alphabetical order of the identifiers.
  package static let catalog: [OutputFormat] = [
    .azure,
    .csv,
    .github,
    .html,
    .json,
    .jsonl,
    .junit,
    .markdown,
    .sarif,
    .text,
  ]
}
