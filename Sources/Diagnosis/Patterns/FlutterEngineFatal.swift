extension Pattern {
  /// A failed check of the Flutter engine or of the Dart VM.
  static let flutterEngineFatal = Pattern(
    "flutter-engine-fatal",
    title: "Flutter engine or Dart VM stopped the process",
    family: .exception,
    symptom: """
      The console has a line with "[FATAL:flutter/", or fml::LogMessage::~LogMessage or dart::Assert::Fail is on \
      the stack.
      """,
    grades: LanguageRuntime.flutter.grades(adding: request),
    headline: """
      Flutter engine stopped the process{source? at {source}:{number}}: {message?{message}|{kind|check not \
      recorded}}{checking? in {checking}}{trigger?, during {trigger}}
      """,
    cause: """
      The Flutter engine or the Dart VM found a state that it cannot continue from, and ended the process on \
      purpose. {kind?Kind: {kind}. }An unhandled exception of Dart code never does that. Frequent causes: a debug \
      build that was started without Xcode or the flutter tool, calls of the engine from the wrong thread or after \
      it was destroyed, a lack of memory or of GPU resources, and defects of the engine.
      """,
    remedy: [
      "{triggerAdvice?{triggerAdvice}|}",
      """
      {advice?{advice}|Read the line with "[FATAL:flutter/" in the console: it names file, line and check.}
      """,
      """
      Start debug builds from Xcode or with flutter run; install release builds on devices.
      """,
      """
      Search the issues of Flutter for the file and the check, and test a newer version of Flutter.
      """,
    ],
    gaps: [
      Gap(
        unless: .text(["[FATAL:flutter", "runtime/vm/"]),
        "The line of the engine with file, line and check: it is in the console."),
      Gap(unless: .hasStack, "The stack of the crashed thread."),
    ],
    lookalikes: [
      LookAlike("memory-bad-access", because: "The engine ended the process itself.")
    ],
    knownGaps: [
      """
      An unhandled exception of Dart code ("Unhandled Exception: …" in the console) does not end the process and \
      is not reported.
      """
    ],
    references: [
      Reference(
        "Flutter engine: fml/logging.cc",
        url: "https://github.com/flutter/flutter/blob/master/engine/src/flutter/fml/logging.cc")
    ],
    supersedes: LanguageRuntime.superseded,
    generality: 2,
    phrases: [
      "kind": meanings, "advice": advice,
      "trigger": [
        "screenshot": "a screenshot that the flutter tool or DevTools requested",
        "service": "a request of the flutter tool or of DevTools",
      ],
      "triggerAdvice": [
        "screenshot":
          "Take the screenshot of the device instead of the engine's layers: flutter screenshot --type=device.",
        "service":
          "The request came from the flutter tool, DevTools or an IDE: repeat it without them; builds for release do not contain it.",
      ],
    ],
    searchTerms: """
      flutter
      flutter crash
      flutter engine crash
      fml::LogMessage
      FATAL:flutter
      dart::Assert::Fail
      impeller crash
      dart vm crash
      """,
    examples: [
      .matches(
        "the line of the engine", atLeast: .certain,
        """
        →[FATAL:flutter/fml/memory/weak_ptr.h(41)] Check failed: is_valid().
        """),
      .matches(
        "the frames", atLeast: .certain,
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001873eb200 pthread_kill + 288
        2   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        3   Flutter                       	0x00000001873ed220 fml::KillProcess() + 12
        →4   Flutter                       	0x00000001873ee230 fml::LogMessage::~LogMessage() + 800
        5   Flutter                       	0x00000001873ef240 flutter::Shell::OnPlatformViewCreated() + 120
        """),
      .doesNotMatch(
        "an unhandled exception of Dart code",
        """
        [VERBOSE-2:dart_vm_initializer.cc(41)] Unhandled Exception: Null check operator used on a null value
        #0      Deck.draw (package:cards/deck.dart:41:5)
        """),
    ])

  private static let meanings = [
    "dart": "failed check of the Dart VM",
    "engine": "failed check of the engine",
    "vulkan": "Vulkan",
    "debug": "a debug build without the Flutter tool",
    "jit": "the system does not let the Dart VM run code that it generates",
  ]
  private static let advice = [
    "dart": "Update Flutter.",
    "engine": "Update Flutter.",
    "vulkan": "Update Flutter.",
    "debug": "Start it with flutter run.",
    "jit":
      "Update Flutter, and start debug builds with flutter run or from Xcode: iOS 18.4 and later run no generated code otherwise. Release builds do not generate code.",
  ]

  /// Requests of the service protocol, which only tools send.
  private static let request = Evidence.any([
    .all([
      .frame(
        FrameQuery(
          ["flutter::Shell::OnServiceProtocolScreenshot*"], statement: "{function} takes a screenshot for a tool.")
      ),
      .capture("trigger", "screenshot"), .capture("triggerAdvice", "screenshot"),
    ]),
    .all([
      .frame(
        FrameQuery(["flutter::Shell::OnServiceProtocol*"], statement: "{function} handles a request of a tool.")),
      .capture("trigger", "service"), .capture("triggerAdvice", "service"),
    ]),
  ])
}
