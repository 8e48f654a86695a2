extension Pattern {
  /// A failed check of Chromium, or of an app that is built on it.
  static let chromiumFatal = Pattern(
    "chromium-fatal",
    title: "Chromium (Electron, CEF) stopped the process",
    family: .exception,
    symptom: """
      The console has a line with ":FATAL:", or logging::LogMessage or base::TerminateBecauseOutOfMemory is on the \
      stack.
      """,
    grades: LanguageRuntime.chromium.grades(),
    headline: """
      Chromium stopped the process{source? at {source}:{number}}: {message?Check failed: {message}|{kind|check not \
      recorded}}{checking? in {checking}}
      """,
    cause: """
      Chromium checks its own state (CHECK, LOG(FATAL)) and ends the process if a check fails. {kind?Kind: {kind}. \
      }In Electron apps the cause is often a missing helper app or resource, a wrong sandbox or signature, or a \
      native module; otherwise it is a defect of Chromium.
      """,
    remedy: [
      """
      Search for the file and the text of the check, with the version of Electron or Chromium.
      """,
      """
      Check that the bundle has all helper apps, locales and .pak files, and that all parts are signed with the \
      same team and the entitlements of Electron.
      """,
      "Update Electron or Chromium.",
    ],
    gaps: [
      Gap(
        unless: .text([":FATAL:"]),
        """
        The line with ":FATAL:", which names file, line and check: it is in standard error.
        """),
      Gap(unless: .hasStack, "The stack of the crashed thread."),
    ],
    lookalikes: [
      LookAlike("illegal-instruction", because: "The trap is on purpose: a check failed.")
    ],
    references: [
      Reference(
        "base/logging.h (Chromium)", url: "https://chromium.googlesource.com/chromium/src/+/main/base/logging.h")
    ],
    supersedes: LanguageRuntime.superseded,
    generality: 3,
    phrases: ["kind": meanings, "advice": advice],
    searchTerms: """
      chromium crash
      electron FATAL
      Check failed
      logging::LogMessage
      base::ImmediateCrash
      TerminateBecauseOutOfMemory
      CEF crash
      """,
    examples: [
      .matches(
        "the line of the check", atLeast: .certain,
        """
        →[4711:0105/104207.412345:FATAL:deck_host.cc(41)] Check failed: deck_->IsReady().
        """),
      .matches(
        "the frames", atLeast: .certain,
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 0 Crashed:
        0   Electron Framework            	0x00000001873ea1f0 base::ImmediateCrash() + 4
        →1   Electron Framework            	0x00000001873eb200 logging::LogMessage::~LogMessage() + 800
        2   Electron Framework            	0x00000001873ec210 content::DeckHost::Start() + 120
        """),
      .doesNotMatch(
        "an error line without an end of the process",
        """
        [4711:0105/104207.412345:ERROR:deck_host.cc(41)] Check of the deck failed: pure virtual function is not called here
        """),
    ])

  private static let meanings = [
    "out-of-memory": "out of memory"
  ]
  private static let advice = [
    "out-of-memory": "Reduce the memory use."
  ]
}
