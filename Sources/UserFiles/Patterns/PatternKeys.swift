/// The keys of a file of patterns.
package enum PatternKeys {
  /// Keys at the top level of the file.
  package static let file: [FileKey] = [
    FileKey("patterns", "list of patterns", "The patterns; at most 1000.", isRequired: true)
  ]

  /// Keys of an element of `patterns`.
  package static let pattern: [FileKey] = [
    FileKey(
      "id", "text",
      "`namespace/name` in lower-case letters, digits and hyphens, as `acme/login-token-lost`. Ids of patterns that come "
        + "with the program have no slash, so the two never meet. It is kept in the history: name the failure, not the "
        + "fix, and do not change it.", isRequired: true),
    FileKey("title", "text", "One line, the same for every report.", isRequired: true),
    FileKey("family", "word", "Group, one of those of `diagnose patterns list --family`. Default: `exception`."),
    FileKey("severity", "word", "`error` (default), `warning` or `note`."),
    FileKey("revision", "number", "Raise it when the evidence changes what it matches. Default: 1."),
    FileKey("symptom", "text", "What a person sees. Default: the title."),
    FileKey(
      "grades", "list of grades", "Strongest first; the first whose evidence holds gives the finding its confidence.",
      isRequired: true),
    FileKey(
      "headline", "text", "What happened, in one line; may use parts in braces. Default: the title."),
    FileKey("cause", "text", "Why it happens, in a few sentences; may use parts.", isRequired: true),
    FileKey("remedy", "text or list", "Steps, most useful first; may use parts.", isRequired: true),
    FileKey("changes", "list of changes", "Example edits; may use parts."),
    FileKey("references", "list", "Where more stands: texts, or mappings of `title` and `url`."),
    FileKey(
      "supersedes", "text or list",
      "Ids of less specific patterns that this one explains: they are then no findings of their own."),
    FileKey(
      "generality", "number",
      "Of two findings of one confidence the smaller stands first. Default: 0; unspecific ones "
        + "have 10."),
    FileKey("examples", "list of examples", "What must be found and what not; run by `diagnose patterns test`."),
  ]

  /// Keys of an element of a pattern's `grades`.
  package static let grade: [FileKey] = [
    FileKey("confidence", "word", "`certain`, `likely` or `possible`: how sure the failure is.", isRequired: true),
    FileKey("cause", "word", "How sure the reason in `cause` is then. Default: the confidence."),
    FileKey("evidence", "evidence", "What must stand in the report; a list means all of it.", isRequired: true),
  ]

  /// Keys of an element of a pattern's `changes`.
  package static let change: [FileKey] = [
    FileKey("language", "text", "`swift`, `objective-c`, `shell`, `xml`, …", isRequired: true),
    FileKey("before", "text", "The code as it is."),
    FileKey("after", "text", "The code as it should be.", isRequired: true),
  ]

  /// Keys of an element of a pattern's `references`, where it is not a text.
  package static let reference: [FileKey] = [
    FileKey("title", "text", "What it is.", isRequired: true),
    FileKey("url", "text", "An address that begins with https:// or http://."),
  ]

  /// Keys of an element of a pattern's `examples`.
  package static let example: [FileKey] = [
    FileKey("matches", "text", "What the excerpt shows; the pattern must be found in it, before all others."),
    FileKey("doesNotMatch", "text", "What the excerpt shows; the pattern must not be found in it."),
    FileKey("atLeast", "word", "The confidence that a match must have. Default: `certain`."),
    FileKey(
      "excerpt", "text",
      "A report or a part of one, as pasted. A line that begins with `→` must be cited; the mark is taken off first.",
      isRequired: true),
  ]
}
