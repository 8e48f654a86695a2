extension Pattern {
  /// An app that was suspended while it held a lock on a file that others need (0xdead10cc).
  static let fileLockDead10cc: Pattern = Pattern(
    "file-lock-dead10cc",
    title: "The app was suspended while holding a lock on a shared file (0xdead10cc)",
    family: .kill,
    symptom: "The app is killed after some time in the background; the termination code is 0xdead10cc.",
    grades: [
      Grade(
        .certain, cause: .likely,
        .any([
          .all([.termination(codes: [0xdead_10cc], statement: statement), .optional(locked), .optional(.appExtension)]),
          .all([locked, .optional(.appExtension)]),
          .all([
            .systemCode(0xdead_10cc, namespaces: ["RUNNINGBOARD", "SPRINGBOARD", "FRONTBOARD"], statement: statement),
            .optional(.appExtension),
          ]),
        ])),
      Grade(.possible, cause: .possible, .mentionedCode(0xdead_10cc, statement: statement)),
    ],
    headline: "{process|The app} was suspended while holding a lock on {file|a shared file} (0xdead10cc)",
    cause: """
      When iOS suspends an app that holds a lock on a file or database in a shared container ({file|path not \
      recorded}), it kills the app, because other processes would wait for the lock forever. What the main thread was \
      doing is usually unrelated.
      """,
    remedy: [
      """
      {extension?In an app extension, wrap each transaction in \
      ProcessInfo.performExpiringActivity(withReason:using:), and end it when the block is called with true; \
      UIApplication.shared is not available there.|Finish writing under beginBackgroundTask(expirationHandler:), and close \
      or release the database before suspension.}
      """,
      "Move a database that no extension needs out of the app group's container.",
      "For SQLite, use WAL and short transactions, and close the database in applicationDidEnterBackground.",
    ],
    changes: [
      Change(
        "swift",
        after: """
          var task = UIBackgroundTaskIdentifier.invalid
          let end = { UIApplication.shared.endBackgroundTask(task); task = .invalid }
          task = UIApplication.shared.beginBackgroundTask { database.interrupt(); end() }
          save { end() }
          """
      ).unless("extension"),
      Change(
        "objective-c",
        after: """
          __block UIBackgroundTaskIdentifier task;
          void (^end)(void) = ^{ [UIApplication.sharedApplication endBackgroundTask:task]; };
          task = [UIApplication.sharedApplication beginBackgroundTaskWithExpirationHandler:^{
            [database interrupt];
            end();
          }];
          [self saveWithCompletion:end];
          """
      ).unless("extension"),
      Change(
        "swift",
        after: """
          ProcessInfo.processInfo.performExpiringActivity(withReason: "save") { expired in
            if expired { database.interrupt() } else { database.save() }
          }
          """
      ).when("extension"),
    ],
    gaps: [Gap(unless: locked, "The path of the file: the system log has \"suspended with locked system files\".")],
    lookalikes: [
      LookAlike("watchdog-8badf00d", because: "The code is 0xdead10cc: a held lock, not a timeout.")
    ],
    references: [
      .sigkill, .exceptionTypes,
      Reference("Extending your app's background execution time (Apple, UIKit)"),
    ],
    generality: 1,
    searchTerms: """
      dead10cc
      file lock
      holding a file lock
      suspended with file lock
      sqlite lock
      database lock
      RUNNINGBOARD 3735883980
      locked database
      """,
    examples: [
      .matches(
        "the short form of the termination reason",
        """
        Exception Type:  EXC_CRASH (SIGKILL)
        →Termination Reason: RUNNINGBOARD 0xdead10cc
        """),
      .doesNotMatch(
        "the watchdog",
        """
        Exception Type:  EXC_CRASH (SIGKILL)
        Termination Reason: Namespace SPRINGBOARD, Code 0x8badf00d
        """),
    ])

  private static let statement = "0xdead10cc: the process held a lock on a file when it was about to be suspended."
  private static let locked = Evidence.text(
    ["suspended with locked system files: {file}", "suspended with locked system files"],
    statement: "The process was suspended while it held a lock on this file.")
}
