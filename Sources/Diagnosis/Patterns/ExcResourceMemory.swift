extension Pattern {
  /// The process passed the high-water mark of its memory.
  static let excResourceMemory: Pattern = Pattern(
    "exc-resource-memory",
    title: "The process used more memory than its limit",
    family: .kill,
    symptom:
      "Xcode stops with EXC_RESOURCE RESOURCE_TYPE_MEMORY, or a report says the memory limit was passed; soon after, the app is gone.",
    grades: memoryLimit.grades,
    headline: "{process|The process} passed its limit on memory: {observed|the high-water mark}",
    cause: """
      Each process may have only so much memory resident {limit|}. The exception tells that the mark was passed; at the \
      limit itself the system ends the process without a further word. Mostly images in full size, a cache without bounds, or \
      a leak that grows with each screen.
      """,
    remedy: [
      "Look at {function|the first frame of the app}: it is where memory was asked for last, which need not be what holds most.",
      "Record with Instruments (Allocations, marking generations), and look at the memory graph for what should be gone.",
      "Load images in the size in which they are shown, and empty caches on didReceiveMemoryWarning.",
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
      Gap(unless: .hasStack, "The heaviest stack: it shows where the process asked for memory.")
    ],
    lookalikes: [
      LookAlike("jetsam-memory", because: "It is the process's own exception, not the system's list of all processes."),
      LookAlike("memory-bad-access", because: "No address was wrong: there was too much memory in use."),
    ],
    references: [
      .exceptionTypes, Reference("Reducing your app's memory use (Apple, Xcode)"),
    ],
    generality: 2,
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
        "memory that may not be touched",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000018
        """),
      .doesNotMatch(
        "a limit on processor time",
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
    ],
    statement: "The process passed the limit on its memory.")
}
