extension Pattern {
  /// A process that exceeded the high-water mark of its memory.
  static let excResourceMemory: Pattern = Pattern(
    "exc-resource-memory",
    title: "Memory limit exceeded: the process used more memory than allowed",
    family: .kill, revision: 3,
    symptom:
      "Xcode stops with EXC_RESOURCE RESOURCE_TYPE_MEMORY, or a report states that the memory limit was exceeded; the app may be killed soon after.",
    grades: memoryLimit.grades.map {
      Grade($0.confidence, cause: $0.cause, severity: $0.severity, .all([$0.evidence, .optional(.processKind)]))
    },
    headline: "Memory limit exceeded by {process|the process}: {observed|more memory than allowed}",
    cause: """
      Each process may use only a limited amount of memory{limit?: {limit}}. The exception reports that the \
      high-water mark was exceeded; at the limit itself, the system kills the process without further notice. Usually \
      the cause is full-size images, an unlimited cache, or a leak that grows with each screen.
      """,
    remedy: [
      "Look at {function|the first frame of the app}: it allocated memory last, but something else may hold most of it.",
      "Record with Instruments (Allocations, marking generations), and check the memory graph for objects that should have been freed.",
      """
      {extension?An app extension has a much smaller limit than the app: in {extension}, decode images at the size at which they are \
      shown, read files in parts, and load no library that only the app needs|Load images at the size at which they are shown, and \
      empty caches in didReceiveMemoryWarning}.
      """,
    ],
    changes: [
      Change(
        "swift", before: "let image = UIImage(contentsOfFile: path)",
        after: """
          let options = [
            kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: 400,
          ] as CFDictionary
          let image = CGImageSourceCreateThumbnailAtIndex(source, 0, options)
          """),
      Change(
        "objective-c", before: "for (NSString *path in paths) { [self addCardAtPath:path]; }",
        after: """
          for (NSString *path in paths) {
            @autoreleasepool { [self addCardAtPath:path]; }
          }
          """),
    ],
    gaps: [
      Gap(unless: .hasStack, "The heaviest stack: it shows where the process allocated memory.")
    ],
    lookalikes: [
      LookAlike(
        "jetsam-memory", because: "The report is the process's own exception, not the system's list of all processes."),
      LookAlike("memory-bad-access", because: "No address was invalid: too much memory was in use."),
    ],
    references: [
      .exceptionTypes, Reference("Reducing your app's memory use (Apple, Xcode)"),
    ],
    generality: 2,
    searchTerms: """
      memory limit
      memory limit exceeded
      high watermark
      RESOURCE_TYPE_MEMORY
      memory leak
      out of memory
      """,
    examples: [
      .matches(
        "the debugger stops at the limit",
        """
        →* thread #1, queue = 'com.apple.main-thread', stop reason = EXC_RESOURCE RESOURCE_TYPE_MEMORY (limit=1850 MB, unused=0x0)
          * frame #0: 0x0000000102d34f50 Cards`-[CardImage draw] + 76
        """),
      .matches(
        "the kernel's line",
        """
        →kernel: process Cards [4711] crossed memory high watermark (1850 MB); EXC_RESOURCE
        """),
      .doesNotMatch(
        "memory that may not be accessed",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000018
        """),
      .doesNotMatch(
        "a CPU limit",
        """
        Exception Type:  EXC_RESOURCE
        Exception Subtype: CPU
        Exception Message: (Limit 80%) Observed 94% over 60 secs
        """),
    ])

  private static let memoryLimit = ResourceLimit(
    events: ["memory", "footprint", "high watermark"],
    subtypes: ["MEMORY", "HIGH_WATERMARK"],
    type: 3,
    wordings: [
      "EXC_RESOURCE MEMORY",
      "RESOURCE_TYPE_MEMORY",
      "crossed memory high watermark",
      "crossed high water mark",
      "FLAVOR_HIGH_WATERMARK",
      // The kernel names a limit that does not kill "soft" (XNU, bsd/kern/kern_memorystatus.c).
      "exceeded mem limit: ActiveSoft", "exceeded mem limit: InactiveSoft",
    ],
    statement: "The process exceeded its memory limit.")
}
