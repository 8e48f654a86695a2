extension Pattern {
  /// Misuse of SQLite that the library detected.
  static let sqliteMisuse = Pattern(
    "sqlite-misuse",
    title: "SQLite misuse",
    family: .concurrency,
    symptom: """
      The report or the console says "BUG IN CLIENT OF libsqlite3.dylib", or sqlite3MutexMisuseAssert is on the \
      stack.
      """,
    grades: LanguageRuntime.sqlite.grades(),
    headline: "SQLite misuse{function? in {function}}: {kind|rule not recorded}",
    cause: """
      Apple's SQLite checks how it is used. {kind?Violated here: {kind}.|The message states the rule.} The \
      database can be damaged if the program continues.
      """,
    remedy: [
      "{advice?{advice}|Read the message of libsqlite3.dylib in the console.}",
      """
      Use one serial queue per connection (FMDatabaseQueue, DatabaseQueue of GRDB), or open the connection with \
      SQLITE_OPEN_FULLMUTEX.
      """,
    ],
    gaps: [
      Gap(
        unless: .text(["BUG IN CLIENT OF", "API call with"]),
        "The message of libsqlite3.dylib."),
      Gap(unless: .hasStack, "The stack of the crashed thread."),
    ],
    lookalikes: [
      LookAlike("swift-trap-unspecified", because: "The trap is in SQLite, not in a check of Swift.")
    ],
    references: [
      Reference("Using SQLite In Multi-Threaded Applications", url: "https://www.sqlite.org/threadsafe.html"),
      Reference("How To Corrupt An SQLite Database File", url: "https://www.sqlite.org/howtocorrupt.html"),
    ],
    supersedes: LanguageRuntime.superseded,
    generality: 2,
    phrases: ["kind": meanings, "advice": advice],
    searchTerms: """
      sqlite
      BUG IN CLIENT OF libsqlite3.dylib
      illegal multi-threaded access to database connection
      sqlite3MutexMisuseAssert
      vnode unlinked while in use
      database integrity compromised by API violation
      FMDB crash
      GRDB crash
      API call with invalid database connection pointer
      """,
    examples: [
      .matches(
        "a connection that two threads use", atLeast: .certain,
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Application Specific Information:
        →BUG IN CLIENT OF libsqlite3.dylib: illegal multi-threaded access to database connection

        Thread 0 Crashed:
        0   libsqlite3.dylib              	0x00000001873ea1f0 sqlite3MutexMisuseAssert + 28
        →1   libsqlite3.dylib              	0x00000001873eb200 checkMutexEnter + 52
        2   libsqlite3.dylib              	0x00000001873ec210 sqlite3LockAndPrepare + 100
        3   libsqlite3.dylib              	0x00000001873ed220 sqlite3_prepare_v2 + 20
        4   Cards                         	0x00000001873ee230 -[FMDatabase executeQuery:] + 120
        →5   Cards                         	0x00000001873ef240 -[DeckStore load] + 60
        """),
      .matches(
        "a database file that was deleted", atLeast: .likely,
        """
        →2024-05-06 07:08:09.123 Cards[4711:90210] BUG IN CLIENT OF libsqlite3.dylib: database integrity compromised by API violation: vnode unlinked while in use: /var/mobile/Deck.sqlite
        """),
      .doesNotMatch(
        "a fault in SQLite",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)

        Thread 0 Crashed:
        0   libsqlite3.dylib              	0x00000001873ea1f0 sqlite3_step + 28
        1   Cards                         	0x00000001873eb200 -[DeckStore load] + 60
        """),
    ])

  private static let meanings = [
    "thread": "two threads used one database connection at the same time",
    "file": "the database file was deleted, moved or replaced while it was open",
    "connection": "a connection was used that is NULL, closed or not open",
  ]
  private static let advice = [
    "thread": "Use the connection on one queue only: another thread used it at the same time.",
    "file": "Close all connections before the database file is deleted, moved, replaced or restored.",
    "connection": "Check the result of sqlite3_open_v2, and do not use a connection after sqlite3_close.",
  ]
}
