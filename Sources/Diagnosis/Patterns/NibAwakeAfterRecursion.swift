import CrashReports

extension Pattern {
  /// Infinite recursion: `awakeAfterUsingCoder:` loads the real view from its nib, and decoding that view calls
  /// `awakeAfterUsingCoder:` again.
  static let nibAwakeAfterRecursion: Pattern = Pattern(
    "nib-awakeafter-recursion",
    title: "Infinite recursion: awakeAfterUsingCoder: loads a nib whose root view calls awakeAfterUsingCoder: again",
    family: .nib,
    symptom: """
      The app crashes with EXC_BAD_ACCESS and a very deep stack when a storyboard shows a view that is replaced with \
      one from its own xib.
      """,
    grades: [
      Grade(.certain, cause: .certain, .all([replacementCycle, exhausted])),
      Grade(.likely, cause: .likely, replacementCycle),
    ],
    headline: "Infinite recursion: {class|the view} loads its own nib in awakeAfterUsingCoder:",
    cause: """
      awakeAfterUsingCoder: replaces the placeholder in the storyboard with the real view from its xib. The real view \
      has the same class, so decoding it calls awakeAfterUsingCoder: again. Nothing distinguishes the real view from \
      the placeholder; a check such as "has no subviews" fails for a xib without subviews.
      """,
    remedy: [
      "Set a flag for the current thread and class while the nib is being loaded, and return self while it is set.",
      "Do not use a single static flag: it fails for nested views, on a second thread, and when loading throws.",
      "Better: remove the replacement, and embed the nib's root view as a subview from both initializers.",
    ],
    changes: [
      Change(
        "objective-c",
        after: """
          - (id)awakeAfterUsingCoder:(NSCoder *)coder {
            id me = [super awakeAfterUsingCoder:coder];
            NSMutableDictionary *local = NSThread.currentThread.threadDictionary;
            NSString *key = [@"loading." stringByAppendingString:NSStringFromClass(self.class)];
            if ([local[key] boolValue]) { return me; }  // this is the real view
            local[key] = @YES;
            @try { return [self.class viewFromNib] ?: me; } @finally { [local removeObjectForKey:key]; }
          }
          """),
      Change(
        "swift",
        after: """
          private func embedNib() {  // instead of awakeAfter(using:)
            let nib = UINib(nibName: "{class|CardView}", bundle: Bundle(for: {class|CardView}.self))
            guard let root = nib.instantiate(withOwner: self).first as? UIView else { return }
            root.frame = bounds
            addSubview(root)
          }
          """),
    ],
    gaps: [
      Gap(unless: exhausted, "The exception and the memory region: they would confirm the stack overflow.")
    ],
    lookalikes: [
      LookAlike(
        "nib-self-class-recursion", because: "The nib is loaded by awakeAfterUsingCoder:, not by an initializer.",
        when: replacementCycle),
      LookAlike(
        "stack-overflow", because: "The repeating calls include the replacement of a view.", when: replacementCycle),
    ],
    knownGaps: ["A replacement with another method name is reported as nib-self-class-recursion or stack-overflow."],
    references: [
      Reference(
        "awakeAfter(using:) (Apple, Foundation)",
        url: "https://developer.apple.com/documentation/objectivec/nsobject/awakeafter(using:)"), .nibFiles,
      Reference("XXNibBridge #16"),
    ],
    supersedes: [
      "nib-self-class-recursion", "stack-overflow", "memory-bad-access", "ib-agent-crashed-unspecified",
      "ib-xib-self-render",
    ],
    searchTerms: """
      awakeAfterUsingCoder
      awakeAfter(using:)
      awakeAfterUsingCoder recursion
      """,
    examples: [
      .matches(
        "the placeholder is replaced again and again",
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_PROTECTION_FAILURE at 0x000000016d00fff0

        VM Region Info: 0x16d00fff0 is in 0x16d00c000-0x16d010000;  bytes after start: 16368  bytes before end: 15
              REGION TYPE                      START - END             [ VSIZE] PRT/MAX SHRMOD  REGION DETAIL
        →--->  STACK GUARD                 16d00c000-16d010000 [   16K] ---/rwx SM=NUL  ... for thread 0
              Stack                       16d010000-16d10c000 [ 1008K] rw-/rwx SM=PRV  thread 0

        Thread 0 Crashed:
        →0   UIKitCore                     0x00000001b1c8e040 -[UINibDecoder decodeObjectForKey:] + 16
        1   UIKitCore                     0x00000001b1c7b020 -[UINib instantiateWithOwner:options:] + 1216
        →2   Cards                         0x0000000102f3b410 -[CardView awakeAfterUsingCoder:] + 148
        3   UIKitCore                     0x00000001b1c8e1a8 -[UINibDecoder decodeObjectForKey:] + 376
        4   UIKitCore                     0x00000001b1c7b020 -[UINib instantiateWithOwner:options:] + 1216
        →5   Cards                         0x0000000102f3b410 -[CardView awakeAfterUsingCoder:] + 148
        6   UIKitCore                     0x00000001b1c8e1a8 -[UINibDecoder decodeObjectForKey:] + 376
        7   UIKitCore                     0x00000001b1c7b020 -[UINib instantiateWithOwner:options:] + 1216
        8   Cards                         0x0000000102f3b410 -[CardView awakeAfterUsingCoder:] + 148
        """),
      .doesNotMatch(
        "a single replacement, as intended",
        """
        Thread 0 Crashed:
        0   Cards                         0x0000000102f3c010 -[CardView setUp] + 24
        1   Cards                         0x0000000102f3b410 -[CardView awakeAfterUsingCoder:] + 148
        2   UIKitCore                     0x00000001b1c8e1a8 -[UINibDecoder decodeObjectForKey:] + 376
        3   UIKitCore                     0x00000001b1c7b020 -[UINib instantiateWithOwner:options:] + 1216
        4   UIKitCore                     0x00000001b1c00020 -[UIViewController loadView] + 512
        """),
    ])

  private static let replacementCycle = Evidence.recursion(
    RecursionQuery(
      through: [["*wakeAfterUsingCoder:*", "*awakeAfter(using:)*", "*instantiateRealViewFromPlaceholder:*"]],
      statement: "The replacement is part of a cycle of {period} calls that repeats " + RecursionQuery.often + "."))

  private static let exhausted = Evidence.any([
    .stackExhausted(statement: "The faulting address is in the guard region of the stack: stack overflow."),
    .deepRecursion(statement: "{period} frames repeat in a stack that is hundreds of frames deep."),
  ])
}
