extension OutputFormat {
  /// Every output, in alphabetical order of the identifiers.
  package static let catalog: [OutputFormat] = [
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
