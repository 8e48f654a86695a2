extension OutputFormat {
  /// Every output, in alphabetical order of the identifiers.
  package static let catalog: [OutputFormat] = [
    .github,
    .json,
    .jsonl,
    .markdown,
    .text,
  ]
}
