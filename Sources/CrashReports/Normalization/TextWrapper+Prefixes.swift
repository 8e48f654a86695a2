extension TextWrapper {
  /// Prefixes of lines. The first one that a line has is its prefix.
  static let prefixes: [TextWrapper] = stamps + programs + marks

  /// The wrapper of lists of strings, which source code has, too.
  static let stringElements = "string-elements"
  /// The wrappers of tags, which are the columns of a program if all lines have the same one. The name of a file in front of a message
  /// is its location, however often it occurs.
  static let tags: Set<String> = ["bracketed-tags", "container-names", "log-levels"]
  /// The wrapper of lines that BuildKit writes for each step.
  static let buildSteps = "build-steps"

  private static let stamps: [TextWrapper] = [
    program(
      "job-columns", "columns of jobs and steps", "test\tRun tests\t2024-05-05T10:10:10.1234567Z ",
      LinePrefixes.jobColumns),
    program(
      "runner-stamps", "GitHub Actions or Azure timestamps", "2024-05-05T10:10:10.1234567Z ",
      LinePrefixes.runnerStamp),
    program(
      "stream-stamps", "GitLab timestamps", "2024-05-05T10:10:10.123456Z 01O ",
      LinePrefixes.streamStamp),
    program(
      "bracketed-stamps", "timestamps in brackets", "[10:22:33]: ", LinePrefixes.bracketedStamp),
    program(
      "syslog", "syslog columns", "Nov 22 10:22:33 build-7 xcodebuild[4711]: ", LinePrefixes.syslog),
    program("stamps", "timestamps", "2024-05-05 10:22:33 ", LinePrefixes.plainStamp),
  ]

  private static let programs: [TextWrapper] = [
    program(buildSteps, "steps of BuildKit", "#12 0.137 ", LinePrefixes.buildStep),
    program("counters", "numbers of steps", "[12/120] ", LinePrefixes.counter),
    program("streams", "names of streams", "stderr: ", LinePrefixes.stream),
    prefix(
      "processes", "processes before lines", .message, "xcodebuild[4711]: ", LinePrefixes.process),
    program("workflow-commands", "workflow commands", "##[error]", LinePrefixes.workflowCommand),
    prefix(
      "bracketed-tags", "tags in brackets", .message, "[xcodebuild] ", LinePrefixes.bracketedTag),
    prefix("container-names", "container names", .message, "web-1  | ", LinePrefixes.containerName),
    TextWrapper(
      stringElements, "quotation marks around lines",
      example: (content.split(separator: "\n").map { "    @\"\($0)\",\n" }.joined(), content),
      .prefix(LinePrefix(writer: .message, strip: LinePrefixes.stringElement))),
    prefix("log-levels", "log levels", .message, "ERROR: ", LinePrefixes.logLevel),
    prefix("search-results", "names of searched files", .message, "crash.txt:12:", LinePrefixes.searchResult),
    prefix("names", "names before lines", .message, "runner> ", LinePrefixes.name),
    program("symbols", "symbols before lines", "\u{25B8} ", LinePrefixes.symbol),
  ]

  private static let marks: [TextWrapper] = [
    person("quotes", "quote marks", "> ", LinePrefixes.quote),
    person("slashes", "comment marks", "/// ", LinePrefixes.slashes),
    person("stars", "stars before lines", "* ", LinePrefixes.star),
    person("hashes", "number signs before lines", "# ", LinePrefixes.hash),
    person("double-dashes", "double dashes before lines", "-- ", LinePrefixes.dashes),
    person("semicolons", "semicolons before lines", "; ", LinePrefixes.semicolons),
    person("dashes", "dashes before lines", "- ", LinePrefixes.dash),
    person("added", "diff marks", "+", LinePrefixes.added),
    person("deleted", "diff marks of deleted lines", "-", LinePrefixes.deleted),
    person("table-rows", "table marks", "| ", LinePrefixes.tableRow),
    person("prompts", "shell prompts", "$ ", LinePrefixes.prompt),
    TextWrapper(
      "line-numbers", "line numbers", example: (numbered, content),
      .prefix(LinePrefix(writer: .person, isNumber: true, strip: LinePrefixes.lineNumber))),
  ]

  private static func program(
    _ id: String, _ title: String, _ text: String,
    _ strip: @escaping @Sendable (ByteText, Slice) -> Slice?
  ) -> TextWrapper { prefix(id, title, .program, text, strip) }

  private static func person(
    _ id: String, _ title: String, _ text: String,
    _ strip: @escaping @Sendable (ByteText, Slice) -> Slice?
  ) -> TextWrapper { prefix(id, title, .person, text, strip) }

  private static func prefix(
    _ id: String, _ title: String, _ writer: LinePrefix.Writer, _ text: String,
    _ strip: @escaping @Sendable (ByteText, Slice) -> Slice?
  ) -> TextWrapper {
    TextWrapper(
      id, title, example: (content.split(separator: "\n").map { text + $0 + "\n" }.joined(), content),
      .prefix(LinePrefix(writer: writer, strip: strip)))
  }

  private static let content = "Thread 0 Crashed:\n" + stack + callers.map { $0 + "\n" }.joined()

  private static let numbered = content.split(separator: "\n").enumerated().map {
    "  \($0 + 1)  \($1)\n"
  }.joined()
}
