package import YAMLText

/// The keys of a pattern file.
package enum PatternKeys {
  /// Keys at the top level of the file.
  package static let file: [FileKey] = [
    FileKey("patterns", "list of patterns", "The patterns; at most 1000.", isRequired: true)
  ]

  /// Keys of an element of `patterns`.
  package static let pattern: [FileKey] = [
    FileKey(
      "id", "text",
      "`namespace/name` in lowercase letters, digits and hyphens, such as `acme/login-token-lost`. Ids of built-in "
        + "patterns have no slash, so they never conflict. The id is stored in the history: name it for the "
        + "failure, not for the fix, and do not change it.", isRequired: true),
    FileKey("title", "text", "A one-line description, the same for every report.", isRequired: true),
    FileKey("family", "word", "The group, one of those of `diagnose patterns list --family`. Default: `exception`."),
    FileKey("severity", "word", "`error` (default), `warning` or `note`."),
    FileKey("revision", "number", "Increase it when you change what the evidence matches. Default: 1."),
    FileKey("symptom", "text", "The symptoms as a user sees them. Default: the title."),
    FileKey(
      "facts", "mapping",
      "Evidence that is used several times, by names in letters: `known: NAME` means the evidence with this name."),
    FileKey(
      "grades", "list of grades",
      "Alternative sets of evidence, strongest first; the first that matches gives the finding its confidence.",
      isRequired: true),
    FileKey(
      "headline", "text", "What happened, in one line; may use captures in braces. Default: the title."),
    FileKey("cause", "text", "The cause, in a few sentences; may use captures.", isRequired: true),
    FileKey("remedy", "text or list", "Steps to fix it, most useful first; may use captures.", isRequired: true),
    FileKey(
      "cases", "list of cases",
      "Causes that some reports tell from the others, most specific first: the first that matches gives the finding its headline, "
        + "cause and remedy."),
    FileKey("changes", "list of changes", "Example edits; may use captures."),
    FileKey(
      "phrases", "mapping",
      "English for values of captures: by the name of the capture, a mapping of its values to texts."),
    FileKey("gaps", "list of gaps", "Facts that a report may lack, and what they would show."),
    FileKey("knownGaps", "text or list", "Cases that the evidence does not match."),
    FileKey("lookalikes", "list of look-alikes", "Similar failures, with the reason why each is another one."),
    FileKey("references", "list", "Further documents: texts, or mappings of `title` and `url`."),
    FileKey(
      "supersedes", "text or list",
      "Ids of less specific patterns that this one explains: they are then not separate findings."),
    FileKey(
      "generality", "number",
      "Of two findings with the same confidence, the smaller value is listed first. Default: 0; unspecific patterns "
        + "have 10."),
    FileKey(
      "fallback", "word",
      "Only evaluated `unlessSpecific`: if no specific finding is likely or certain; `unlessExplained`: if no finding is; "
        + "`ifNothingElse`: if there is no other finding. Default: always evaluated."),
    FileKey("search", "text or list", "Words that developers type for this failure, one term each."),
    FileKey(
      "examples", "list of examples",
      "Reports that the pattern must match or must not match; run by `diagnose patterns test`."),
  ]

  /// The keys of which a pattern's grades are read.
  static let matching = pattern.filter { ["facts", "grades"].contains($0.name) }

  /// Further keys of a pattern that is part of the program.
  package static let program: [FileKey] = [
    FileKey("since", "text", "The first version of the program that includes the pattern. Default: 0.1.0.")
  ]

  /// Keys of an element of a pattern's `grades`.
  package static let grade: [FileKey] = [
    FileKey(
      "confidence", "word", "`certain`, `likely` or `possible`: the confidence that this failure happened.",
      isRequired: true),
    FileKey("cause", "word", "The confidence in the pattern's `cause`. Default: the value of `confidence`."),
    FileKey("severity", "word", "The severity of this grade. Default: that of the pattern."),
    FileKey(
      "evidence", "evidence", "What the report must contain; a list means all of its entries.", isRequired: true),
  ]

  /// Keys of an element of a pattern's `cases`.
  package static let cases: [FileKey] = [
    FileKey(
      "name", "word", "A name in lowercase letters, digits and hyphens, stored with the finding as the capture `case`.",
      isRequired: true),
    FileKey(
      "line", "text or list of texts",
      "Text in a line that the finding cites, as in `message`. At least one of `line`, `beside`, `error` and `evidence` is required, "
        + "and all that are given must match."),
    FileKey(
      "beside", "text or list of texts",
      "Text in a line that the finding cites, or near the first one of these: up to 60 lines before, 20 after. It is cited."
    ),
    FileKey(
      "error", "true",
      "A line near the first cited one must announce an error of any program, which is captured as `error`. It is cited."
    ),
    FileKey("evidence", "evidence", "What the report must contain; a list means all of its entries."),
    FileKey("certainty", "word", "The confidence in the cause of the case. Default: that of the grade."),
    FileKey("headline", "text", "What happened, in one line; may use captures. Default: that of the pattern."),
    FileKey("cause", "text", "The cause; may use captures. Default: that of the pattern."),
    FileKey("remedy", "text or list", "Steps to fix it, most useful first. Default: those of the pattern."),
  ]

  /// Keys of an element of a pattern's `gaps`.
  package static let gap: [FileKey] = [
    FileKey("unless", "evidence", "Evidence for the fact: the gap is printed if it does not match.", isRequired: true),
    FileKey("text", "text", "The missing fact and what it would show, in one sentence.", isRequired: true),
  ]

  /// Keys of an element of a pattern's `lookalikes`.
  package static let lookalike: [FileKey] = [
    FileKey("pattern", "text", "The id of the other pattern.", isRequired: true),
    FileKey("because", "text", "The reason why it is not that failure; may use captures.", isRequired: true),
    FileKey("when", "evidence", "The condition for printing it. Default: always."),
  ]

  /// Keys of an element of a pattern's `changes`.
  package static let change: [FileKey] = [
    FileKey("language", "text", "`swift`, `objective-c`, `shell`, `xml`, …", isRequired: true),
    FileKey("before", "text", "The code before the edit."),
    FileKey("after", "text", "The code after the edit.", isRequired: true),
    FileKey("when", "text", "A capture without which the edit is not shown."),
    FileKey("unless", "text", "A capture with which the edit is not shown."),
  ]

  /// Keys of an element of a pattern's `references` that is not a text.
  package static let reference: [FileKey] = [
    FileKey("title", "text", "The title of the document.", isRequired: true),
    FileKey("url", "text", "A URL that begins with https:// or http://."),
  ]

  /// Keys of an element of a pattern's `examples`.
  package static let example: [FileKey] = [
    FileKey(
      "matches", "text", "A description of an excerpt that the pattern must match, as the best finding."),
    FileKey("doesNotMatch", "text", "A description of an excerpt that the pattern must not match."),
    FileKey("atLeast", "word", "The minimum confidence of the match. Default: `certain`."),
    FileKey("case", "word", "The name of the case that the finding must have. Default: any, or none."),
    FileKey(
      "excerpt", "text",
      "A report or a part of one, as pasted. A line that begins with `→` must be cited; the mark is removed first.",
      isRequired: true),
  ]
}
