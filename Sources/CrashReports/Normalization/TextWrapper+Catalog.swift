extension TextWrapper {
  /// All wrappers, in the order in which they are removed.
  package static let catalog: [TextWrapper] = containers + characters + prefixes + layouts

  /// Formats that contain a text.
  private static let containers: [TextWrapper] = [
    TextWrapper(
      "rtf", "RTF", verb: "Decoded",
      example: (#"{\rtf1\ansi 0   MyApp   0x0000000104a1c2b0 -[CardView draw] + 4\par}"#, stack),
      .text(RichText.removal)),
    TextWrapper(
      "json-string", "strings of JSON", verb: "Decoded",
      example: (#"{"log": "0   MyApp   0x0000000104a1c2b0 -[CardView draw] + 4\n"}"#, stack),
      .text(JSONStrings.removal)
    ),
    TextWrapper(
      "quoted-printable", "quoted-printable", verb: "Decoded",
      example: (
        "0   MyApp=20  0x0000000104a1c2b0 -[CardView draw] =\n+ 4=20\n=\n", frame + "\n"
      ), .text(QuotedPrintable.removal)),
  ]

  /// Changes of single characters.
  private static let characters: [TextWrapper] = [
    TextWrapper(
      "terminal-escapes", "terminal escape sequences",
      example: ("\u{1B}[31m" + frame + "\u{1B}[0m\n", stack), .text(TerminalEscapes.removal)),
    TextWrapper(
      "html", "HTML tags and character references",
      example: (
        "<p>0   MyApp   0x0000000104a1c2b0 &lt;redacted&gt; + 4</p>\n",
        "0   MyApp   0x0000000104a1c2b0 <redacted> + 4\n"
      ),
      .text(HTMLText.removal)),
    TextWrapper(
      "typography", "typographic blanks and dashes", verb: "Replaced",
      example: (
        frame.replacing("-[", with: "\u{2013}[").replacing("   ", with: "\u{A0}  ") + "\n", stack
      ),
      .text(Typography.removal)),
  ]

  private static let layouts: [TextWrapper] = [
    TextWrapper(
      "markdown-fences", "Markdown fences on lines of text",
      example: ("```" + frame + "\n" + callers[0] + "```\n", stack + callers[0] + "\n"), .text(MarkdownText.fences)),
    commonPrefixes,
    TextWrapper(
      "markdown-escapes", "Markdown escapes",
      example: (#"0   MyApp   0x0000000104a1c2b0 -\[CardView draw\] \+ 4"# + "\n", stack),
      .text(MarkdownText.escapes)),
    TextWrapper(
      "markdown-emphasis", "Markdown emphasis",
      example: (
        "**Exception Type:** `EXC_CRASH (SIGABRT)`\n", "Exception Type: EXC_CRASH (SIGABRT)\n"
      ),
      .text(MarkdownText.emphasis)),
    TextWrapper(
      "double-spacing", "blank lines between lines",
      example: (
        "Thread 0 Crashed:\n\n" + frame + "\n\n1   UIKitCore   0x0000000184a1c2b0 draw + 8\n\n",
        "Thread 0 Crashed:\n" + frame + "\n1   UIKitCore   0x0000000184a1c2b0 draw + 8\n"
      ), .text(LineLayout.doubleSpacing)),
    TextWrapper(
      "broken-lines", "lines broken at a width", verb: "Joined",
      example: (
        "0   MyApp                         0x0000000104a1c2b0 -[CardView layoutSu\nbviews] + 212 (CardView.m:88)\n",
        "0   MyApp                         0x0000000104a1c2b0 -[CardView layoutSubviews] + 212 (CardView.m:88)\n"
      ), .text(LineLayout.broken)),
    TextWrapper(
      "wrapped-lines", "wrapped lines", verb: "Joined",
      example: (
        "Exception\nType: EXC_CRASH\n(SIGABRT)\nTermination Reason: Namespace DYLD,\nCode 1 Library missing\n0   MyApp\n"
          + "0x0000000104a1c2b0 -[CardView\ndraw] + 4\nlibc++abi: terminating due to uncaught\nexception of type Fault\n",
        "Exception Type: EXC_CRASH (SIGABRT)\nTermination Reason: Namespace DYLD, Code 1 Library missing\n0   MyApp "
          + "0x0000000104a1c2b0 -[CardView draw] + 4\nlibc++abi: terminating due to uncaught exception of type Fault\n"
      ), .text(WrappedLines.removal)),
    TextWrapper(
      "joined-lines", "joined lines", verb: "Split",
      example: (
        "Thread 0 Crashed: " + frame + " " + callers.joined(separator: " ") + "\n",
        "Thread 0 Crashed:\n" + frame + "\n" + callers.joined(separator: "\n") + "\n"
      ), .text(JoinedFields.removal)),
  ]

  static let commonPrefixes = TextWrapper(
    "common-prefixes", "the same text before lines",
    example: (
      ("Thread 0 Crashed:\n" + stack + callers.map { $0 + "\n" }.joined()).split(separator: "\n").map {
        "jane@build-7:~$ \($0)\n"
      }.joined(), "Thread 0 Crashed:\n" + stack + callers.map { $0 + "\n" }.joined()
    ), .text(CommonPrefix.removal))

  static let callers = [
    "1   UIKitCore   0x0000000184a1c2b0 draw + 8", "2   UIKitCore   0x0000000184a1c2c0 show + 8",
  ]
  static let frame = "0   MyApp   0x0000000104a1c2b0 -[CardView draw] + 4"
  static let stack = frame + "\n"
}
