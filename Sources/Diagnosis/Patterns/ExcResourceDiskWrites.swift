import CrashReports

extension Pattern {
  /// A process that wrote more to the disk than the system allows.
  static let excResourceDiskWrites: Pattern = Pattern(
    "exc-resource-diskwrites",
    title: "Disk write limit exceeded: the process wrote more to the disk than the system allows",
    family: .kill,
    symptom:
      "The system writes a report about disk writes (in Xcode: Organizer, Disk Writes); the app usually continues.",
    grades: diskWriteLimit.grades,
    headline: "Disk write limit exceeded by {process|the process}: {observed|more than allowed}",
    cause: """
      The system counts how much data a process writes to files in 24 hours, and {process|this one} exceeded the \
      limit{limit? of {limit}|{observed?|, usually 1 GB}}. Usually the cause is a complete file or database that is rewritten for each small \
      change, unlimited logging, or a cache that is written and discarded.
      """,
    remedy: [
      "In {function|the heaviest frame of the app}, find out what it writes, how often, and how much of that has changed.",
      "Write in batches, and only what changed: one transaction for many rows, WAL in SQLite, no file rewritten for each key.",
      "Measure with Instruments (File Activity), and look at MXDiskWriteExceptionDiagnostic.",
    ],
    changes: [
      Change(
        "swift", before: "for card in cards { try database.save(card) }   // one transaction each",
        after: """
          try database.write { transaction in
            for card in cards { try transaction.save(card) }
          }
          """),
      Change(
        "objective-c",
        after: """
          sqlite3_exec(database, "BEGIN", NULL, NULL, NULL);
          for (Card *card in cards) { [self save:card]; }
          sqlite3_exec(database, "COMMIT", NULL, NULL, NULL);
          """),
    ],
    gaps: [
      Gap(unless: .hasStack, "The heaviest stack: it shows where the process wrote.")
    ],
    lookalikes: [
      LookAlike("exc-resource-cpu", because: "The limit is on disk writes, not on CPU time."),
      LookAlike("file-lock-dead10cc", because: "No lock was held; too much was written."),
    ],
    references: [
      .exceptionTypes, Reference("Reducing disk writes (Apple, Xcode)"),
    ],
    generality: 2,
    searchTerms: """
      disk writes
      disk write
      too many disk writes
      excessive disk writes
      RESOURCE_TYPE_IO
      diskwrites_resource
      """,
    examples: [
      .matches(
        "the exception of a crash report",
        """
        Exception Type:  EXC_RESOURCE
        →Exception Subtype: IO
        →Exception Message: (Limit 1073741824 bytes) Observed 1073745920 bytes over 86400 secs
        """),
      .matches(
        "the kernel's line",
        """
        →kernel: process Cards[4711] caught causing excessive I/O (flavor: 2). Task's I/O: 1024 MB. [Limit : 1024 MB per 86400 secs]
        """),
      .doesNotMatch(
        "a wakeup limit",
        """
        Exception Type:  EXC_RESOURCE
        Exception Subtype: WAKEUPS
        Exception Message: (Limit 150/sec) Observed 206/sec over 300 secs
        """),
    ])

  private static let diskWriteLimit = ResourceLimit(
    events: ["disk write", "diskwrite", "disk-write"],
    subtypes: ["IO", "DISKWRITES"],
    type: 4,
    measured: .writtenBytes,
    wordings: [
      "EXC_RESOURCE IO",
      "RESOURCE_TYPE_IO",
      "caught causing excessive I/O",
      "caught dirtying",
      "dirtied over",
      "of file backed memory dirtied",
    ],
    statement: "The process exceeded the disk write limit.")
}
