extension Topic {
  private static let xnu = "XNU, bsd/sys/reason.h"

  private static func namespace(
    _ id: String, _ title: String, _ explanation: [String] = [], names: [String] = [], searchTerms: [String] = [],
    advice: String? = nil, patterns: [String] = []
  ) -> Topic {
    Topic(
      id, .namespace, names: names, searchTerms: searchTerms, title, explanation,
      inReports: "Termination Reason: Namespace \(id), Code …; termination.namespace in .ips.", advice: advice,
      patterns: patterns + Pattern.fallbacks(forNamespace: id), source: xnu)
  }

  /// Namespaces of terminations: the subsystems that kill processes.
  static let namespaces: [Topic] = [
    namespace(
      "SIGNAL", "terminated by a Unix signal", ["The code is the signal's number; see the signal's own entry."],
      patterns: ["abort-unspecified", "sigkill-unspecified", "trap-unspecified"]),
    namespace(
      "JETSAM", "killed by the system: out of memory (OOM) or another resource",
      ["The code identifies the resource; a jetsam report of the same minute shows all processes."],
      patterns: ["jetsam-memory"]),
    namespace(
      "CODESIGNING", "killed by the kernel: invalid code signature",
      [
        "The kernel found code that its signature does not cover.",
        "Code 1: the signature itself is invalid; 2: a page was changed; 4: a launch constraint was violated.",
      ],
      searchTerms: ["code signing"],
      advice: "Sign again. Replace a binary by moving a new file over it, never by writing into the old one.",
      patterns: ["codesign-kill", "jit-execution-denied"]),
    namespace(
      "DYLD", "the dynamic loader could not load a library or symbol that the program needs",
      [
        "The code identifies what was missing; the lines below it name the library and its path. If this "
          + "happens at launch, no code of the app has run."
      ],
      searchTerms: ["dynamic loader", "dynamic linker", "dyld error"],
      patterns: ["dyld-library-missing", "dyld-symbol-missing"]),
    namespace(
      "SPRINGBOARD", "killed by SpringBoard, the home screen process",
      ["Up to iOS 12 watchdog terminations have this namespace."],
      patterns: ["watchdog-8badf00d", "file-lock-dead10cc"]),
    namespace(
      "FRONTBOARD", "killed by FrontBoard, which manages scenes",
      ["Usually a watchdog timeout: the app did not respond in time."], patterns: ["watchdog-8badf00d"]),
    namespace(
      "RUNNINGBOARD", "killed by RunningBoard, which manages life cycles", ["Formerly named ASSERTIOND."],
      names: ["ASSERTIOND"], patterns: ["file-lock-dead10cc"]),
    namespace(
      "TCC", "privacy violation: killed by TCC (privacy protection)",
      [
        "The app accessed private data or a device without a usage description in its Info.plist. The reason names the "
          + "missing key."
      ],
      searchTerms: ["privacy protection"], advice: "Add the key that the report names.", patterns: ["tcc-missing-usage"]
    ),
    namespace(
      "WATCHDOG", "the system's watchdog for services terminated a process or reset the device",
      ["A service failed to check in for too long."], patterns: ["watchdog-8badf00d"]),
    namespace("HANGTRACER", "killed because of a hang", ["The system's hang detection terminated the process."]),
    namespace("LIBXPC", "invalid use of XPC", ["The reason text states which rule was violated."]),
    namespace(
      "OBJC", "terminated by the Objective-C runtime",
      ["It found a state in which it cannot continue: a duplicate class, a damaged object. The reason states which."]),
    namespace(
      "EXEC", "the program could not be started", ["The file is damaged, or the system could not set up the process."]),
    namespace(
      "REPORTCRASH", "terminated by the crash reporter", ["A process under examination was terminated afterwards."]),
    namespace(
      "COREANIMATION", "terminated by Core Animation's server",
      ["It violated a rendering rule or used too many resources."]),
    namespace("LIBSYSTEM", "terminated by a system library", ["The reason text states what it found."]),
    namespace("FOUNDATION", "terminated by Foundation", ["The reason text states what it found."]),
    namespace(
      "METAL", "terminated by the graphics system", ["A GPU command failed or took too long."],
      patterns: ["gpu-error-abort"]),
    namespace("WATCHKIT", "terminated by WatchKit", ["Usually because a background task was not completed in time."]),
    namespace("GUARD", "guarded resource violation", ["See EXC_GUARD."], patterns: ["exc-guard"]),
    namespace(
      "SANDBOX", "terminated by the sandbox",
      ["It violated a rule of its sandbox profile that is enforced by termination."]),
    namespace(
      "SECURITY", "terminated for security reasons", ["The reason text gives details, where there is one."]),
    namespace(
      "ENDPOINTSECURITY", "terminated or blocked by security software",
      ["An endpoint security extension on that machine decided this."]),
    namespace(
      "PAC_EXCEPTION", "pointer authentication failure", ["See EXC_ARM_PAC_FAIL."],
      patterns: ["pointer-authentication"]),
    namespace(
      "PORT_SPACE", "out of Mach ports",
      ["The process leaks Mach ports; the kernel terminated it at the limit."], searchTerms: ["mach port leak"]),
    namespace("WEBKIT", "WebKit terminated one of its processes", ["The app itself may continue."]),
    namespace(
      "ROSETTA", "terminated by Rosetta, the translator of Intel code", ["It found code that it cannot translate."]),
  ]

  private static func code(
    _ number: UInt64, spelled: String, in namespace: String? = nil, searchTerms: [String] = [], _ title: String,
    _ explanation: [String], inReports: String? = nil, advice: String? = nil, patterns: [String] = [],
    source: String = xnu
  ) -> Topic {
    let id = namespace.map { "\($0) \(spelled)" } ?? spelled
    // Long codes are also typed without 0x: dead10cc.
    let names = namespace.map { ["\($0) \(number)"] } ?? [String(number), String(spelled.dropFirst(2))]
    return Topic(
      id, .terminationCode, names: names, searchTerms: searchTerms,
      // Small codes have a meaning only with their namespace.
      number: namespace == nil ? number : nil, title, explanation, inReports: inReports, advice: advice,
      patterns: patterns
        + (namespace.map { Pattern.fallbacks(forNamespace: $0, code: number) }
          ?? Pattern.patterns(forTerminationCode: number)),
      source: source)
  }

  private static let apple = "SIGKILL (Apple, Xcode documentation)"

  /// Codes of terminations: long ones alone, small ones with their namespace.
  static let terminationCodes: [Topic] = [
    code(
      0x8BAD_F00D, spelled: "0x8badf00d", searchTerms: ["ate bad food"],
      "\"ate bad food\": watchdog timeout, the app did not respond in time",
      [
        "The system's watchdog killed the app: it did not respond in time while launching, resuming, suspending or "
          + "quitting.",
        "The stack of thread 0, the main thread, is a snapshot of what it was doing, not of a fault.",
      ],
      inReports: "Termination Reason: FRONTBOARD or SPRINGBOARD; newer reports print 2343432205.",
      advice: "Move work off the main thread; look for locks and synchronous I/O.",
      patterns: ["watchdog-8badf00d"], source: apple),
    code(
      0xDEAD_10CC, spelled: "0xdead10cc",
      "\"dead lock\": suspended while holding a file lock",
      [
        "The app held a lock on a file or database that it shares with others when it was suspended, and the system "
          + "killed it so that the others can continue."
      ],
      inReports: "Termination Reason: RUNNINGBOARD or SPRINGBOARD; newer reports print 3735883980.",
      advice:
        "Close the database or finish the transaction before the app is suspended; request background time for it.",
      patterns: ["file-lock-dead10cc"], source: apple),
    code(
      0xC000_10FF, spelled: "0xc00010ff", searchTerms: ["cool off"], "\"cool off\": the device was too hot",
      ["The system killed the app because of heat. The cause may be that particular device and its surroundings."],
      advice: "Look at CPU and GPU use; compare with other devices first.", patterns: ["thermal-c00010ff"],
      source: apple),
    code(
      0x2BAD_45EC, spelled: "0x2bad45ec", searchTerms: ["too bad for security"],
      "\"too bad for security\": insecure drawing",
      ["The app drew while the screen was locked or secure drawing was required."],
      patterns: ["insecure-drawing-2bad45ec"], source: apple),
    code(
      0xBAD2_2222, spelled: "0xbad22222", searchTerms: ["voip"], "a VoIP app was resumed too often",
      ["Old systems killed VoIP apps that woke up too frequently."],
      patterns: ["exc-resource-wakeups"], source: apple),
    code(
      0xBAAD_CA11, spelled: "0xbaadca11", searchTerms: ["bad call", "pushkit", "callkit"],
      "\"bad call\": a call was not reported to CallKit",
      ["A push for a phone call arrived, and the app did not report a call to CallKit."],
      advice: "Report every PushKit call to CallKit before the handler returns.", source: apple),
    code(
      0xDEAD_FA11, spelled: "0xdeadfa11", searchTerms: ["dead fall", "force quit", "user force quit"],
      "\"dead fall\": force quit by the user",
      ["The user force quit the app. This is not a crash of the app; perhaps it did not respond."],
      source: "TN2151 (Apple)"),
    code(
      0xBAAA_AAAD, spelled: "0xbaaaaaad", "a stackshot of the whole system was requested",
      ["The button combination for a stackshot was pressed. Nothing crashed."], source: "TN2151 (Apple)"),
    code(
      0xBADD_D15C, spelled: "0xbaddd15c", searchTerms: ["bad disk", "disk full"],
      "\"bad disk\": killed to free disk space",
      ["The system needed disk space and killed the app to delete its cache files."], source: apple),
    code(
      0xC51B_AD01, spelled: "0xc51bad01", "watchOS: a background task used too much CPU time",
      ["The app used too much CPU time during a background task."],
      advice: "Do less in the task, or split it.", source: apple),
    code(
      0xC51B_AD02, spelled: "0xc51bad02", "watchOS: a background task was not completed in time",
      ["The time allowed for the background task ran out."],
      advice: "Call setTaskCompletedWithSnapshot(_:) on every code path.", source: apple),
    code(
      0xC51B_AD03, spelled: "0xc51bad03", "watchOS: a background task was not completed while the system was busy",
      ["Like 0xc51bad02, but the app got little CPU time because the system was busy."], source: apple),
    code(
      1, spelled: "1", in: "DYLD", "Library not loaded: a library is missing",
      ["A library or framework that the program links was not found in any search path."],
      advice: "Embed and sign it, or link it weakly.", patterns: ["dyld-library-missing"],
      source: "mach-o/dyld_priv.h, DYLD_EXIT_REASON_DYLIB_MISSING"),
    code(
      2, spelled: "2", in: "DYLD", searchTerms: ["wrong architecture"], "a library has the wrong architecture",
      ["The library was found, but is not built for this processor or platform."],
      source: "mach-o/dyld_priv.h, DYLD_EXIT_REASON_DYLIB_WRONG_ARCH"),
    code(
      3, spelled: "3", in: "DYLD", "a library has the wrong version",
      ["The library was found, but is older than the one that the program was linked with."],
      source: "mach-o/dyld_priv.h, DYLD_EXIT_REASON_DYLIB_WRONG_VERSION"),
    code(
      4, spelled: "4", in: "DYLD", "Symbol not found: a symbol is missing",
      ["The library exists, but lacks a function or variable that the program uses: it is a different version."],
      advice: "Build both together; use weak linking for symbols that only newer systems have.",
      patterns: ["dyld-symbol-missing"], source: "mach-o/dyld_priv.h, DYLD_EXIT_REASON_SYMBOL_MISSING"),
    code(
      5, spelled: "5", in: "DYLD", "a library's code signature was rejected",
      ["The library is not signed, or not in a way that this process accepts."],
      patterns: ["dlopen-library-validation"], source: "mach-o/dyld_priv.h, DYLD_EXIT_REASON_CODE_SIGNATURE"),
    code(
      6, spelled: "6", in: "DYLD", "the sandbox denied access to the library's file",
      ["The file exists, but the process may not read it."],
      source: "mach-o/dyld_priv.h, DYLD_EXIT_REASON_FILE_SYSTEM_SANDBOX"),
    code(
      7, spelled: "7", in: "DYLD", searchTerms: ["malformed mach-o"], "malformed Mach-O file",
      ["The file is not a valid Mach-O file: truncated or damaged."],
      source: "mach-o/dyld_priv.h, DYLD_EXIT_REASON_MALFORMED_MACHO"),
    code(
      9, spelled: "9", in: "DYLD", "another loading error", ["The reason text gives details."],
      source: "mach-o/dyld_priv.h, DYLD_EXIT_REASON_OTHER"),
    code(
      1, spelled: "1", in: "CODESIGNING", "invalid code signature",
      ["The program's signature is invalid, was revoked, or is not allowed on this device."],
      patterns: ["codesign-kill"]),
    code(
      2, spelled: "2", in: "CODESIGNING", searchTerms: ["invalid page"], "a memory page does not match the signature",
      ["Code in memory differs from what was signed: the file was changed or replaced in place while it ran."],
      patterns: ["codesign-kill", "jit-execution-denied"]),
    code(
      3, spelled: "3", in: "CODESIGNING", searchTerms: ["task_for_pid"], "access to a task port was denied",
      ["The process may not control the other one."], patterns: ["codesign-kill"]),
    code(
      4, spelled: "4", in: "CODESIGNING", searchTerms: ["launch constraint violation"],
      "launch constraint violation",
      ["The program may only be started in a certain way, by a certain parent or from a certain folder."],
      patterns: ["codesign-kill"]),
    code(
      1, spelled: "1", in: "JETSAM", "another reason", ["The kernel does not state a more specific reason."],
      patterns: ["jetsam-memory"], source: jetsam),
    code(
      2, spelled: "2", in: "JETSAM", searchTerms: ["highwater"], "high-water mark exceeded",
      ["The process used more memory than its own soft limit."],
      patterns: ["jetsam-memory"], source: jetsam),
    code(
      3, spelled: "3", in: "JETSAM", searchTerms: ["vnode-limit"], "out of vnodes",
      ["Too many files were open in the whole system; memory is not the reason."], source: jetsam),
    code(
      4, spelled: "4", in: "JETSAM", searchTerms: ["vm-pageshortage"], "out of free memory pages",
      ["The system as a whole had too few free pages."], patterns: ["jetsam-memory"], source: jetsam),
    code(
      5, spelled: "5", in: "JETSAM", searchTerms: ["proc-thrashing"], "process thrashing",
      ["Pages were read in and evicted over and over."], patterns: ["jetsam-memory"], source: jetsam),
    code(
      6, spelled: "6", in: "JETSAM", searchTerms: ["fc-thrashing"], "file cache thrashing",
      ["Files were read and evicted over and over."], patterns: ["jetsam-memory"], source: jetsam),
    code(
      7, spelled: "7", in: "JETSAM", searchTerms: ["per-process-limit"], "per-process memory limit exceeded",
      ["The process used more memory than its limit."],
      advice: "Profile its memory; the lifetime maximum in a jetsam report shows how much it used.",
      patterns: ["jetsam-memory"], source: jetsam),
    code(
      8, spelled: "8", in: "JETSAM", searchTerms: ["disk-space-shortage"], "out of disk space for swap",
      ["There was no disk space to swap memory out."], patterns: ["jetsam-memory"], source: jetsam),
    code(
      9, spelled: "9", in: "JETSAM", searchTerms: ["idle-exit", "idle exit"], "killed while idle",
      ["An idle service was killed; it is restarted when needed."], source: jetsam),
    code(
      10, spelled: "10", in: "JETSAM", searchTerms: ["zone-map-exhaustion"], "out of kernel zone memory",
      ["A zone of the kernel reached its maximum size; this process used most of it."], patterns: ["jetsam-memory"],
      source: jetsam),
    code(
      11, spelled: "11", in: "JETSAM", searchTerms: ["vm-compressor-thrashing"], "memory compressor thrashing",
      ["Memory was compressed and decompressed over and over."], patterns: ["jetsam-memory"], source: jetsam),
    code(
      12, spelled: "12", in: "JETSAM", searchTerms: ["vm-compressor-space-shortage"], "the memory compressor is full",
      ["No more memory could be compressed."], patterns: ["jetsam-memory"], source: jetsam),
    code(
      13, spelled: "13", in: "JETSAM", "low swap space",
      ["The disk space for swapped memory ran low."], patterns: ["jetsam-memory"], source: jetsam),
    code(
      100, spelled: "100", in: "JETSAM", "CPU time limit exceeded",
      ["The process used more CPU time than its limit; memory is not the reason."], source: jetsam),
  ]

  private static let jetsam = "XNU, bsd/sys/reason.h, JETSAM_REASON_…"
}
