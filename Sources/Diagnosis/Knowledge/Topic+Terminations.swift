extension Topic {
  private static let xnu = "XNU, bsd/sys/reason.h"

  private static func namespace(
    _ id: String, _ title: String, _ explanation: [String] = [], names: [String] = [], advice: String? = nil,
    patterns: [String] = []
  ) -> Topic {
    Topic(
      id, .namespace, names: names, title, explanation,
      inReports: "Termination Reason: Namespace \(id), Code …; termination.namespace in .ips.", advice: advice,
      patterns: patterns, source: xnu)
  }

  /// Who ends processes.
  static let namespaces: [Topic] = [
    namespace(
      "SIGNAL", "a Unix signal ended the process", ["The code is the signal's number; see there."]),
    namespace(
      "JETSAM", "ended for want of memory or another resource of the whole system",
      ["The code says which one; a jetsam report of the same minute shows all processes."], patterns: ["jetsam-memory"]),
    namespace(
      "CODESIGNING", "the kernel found code that its signature does not cover",
      ["Code 1: the signature itself is not accepted; 2: a page was changed; 4: a launch constraint was not kept."],
      advice: "Sign again; replace a binary by moving a new file there, never by writing into the old one.",
      patterns: ["codesign-kill", "jit-execution-denied"]),
    namespace(
      "DYLD", "the dynamic loader could not load what the program needs",
      ["The code says what was missing; the lines below name library and place. Nothing of the app has run."],
      patterns: ["dyld-library-missing", "dyld-symbol-missing"]),
    namespace(
      "SPRINGBOARD", "the home screen's process ended the app", ["Up to iOS 12 the watchdog speaks with this name."],
      patterns: ["watchdog-8badf00d", "file-lock-dead10cc"]),
    namespace(
      "FRONTBOARD", "the process that manages scenes ended the app",
      ["Mostly the watchdog: the app did not answer in time."], patterns: ["watchdog-8badf00d"]),
    namespace(
      "RUNNINGBOARD", "the process that manages life cycles ended the app", ["Its older name is ASSERTIOND."],
      names: ["ASSERTIOND"], patterns: ["file-lock-dead10cc"]),
    namespace(
      "TCC", "privacy protection ended the app",
      ["It used something private without a usage text in its Info.plist. The reason names the missing key."],
      advice: "Add the key that the report names.", patterns: ["tcc-missing-usage"]),
    namespace(
      "WATCHDOG", "the system's watchdog for services ended a process or the device",
      ["A service did not check in for too long."], patterns: ["watchdog-8badf00d"]),
    namespace("HANGTRACER", "ended because it hung", ["The system's hang detection gave the process up."]),
    namespace("LIBXPC", "a fault in the use of XPC", ["The reason text says which rule was broken."]),
    namespace(
      "OBJC", "the Objective-C runtime stopped the process",
      ["It found something it cannot go on with: a class twice, a damaged object. The reason says what."]),
    namespace("EXEC", "the program could not be started", ["The file is damaged, or the system could not set it up."]),
    namespace("REPORTCRASH", "ended by the crash reporter", ["A process under examination was ended afterwards."]),
    namespace("COREANIMATION", "ended by Core Animation's server", ["It broke a rule of rendering or used too much."]),
    namespace("LIBSYSTEM", "a system library stopped the process", ["The reason text says what it found."]),
    namespace("FOUNDATION", "Foundation stopped the process", ["The reason text says what it found."]),
    namespace(
      "METAL", "ended by the graphics system", ["Work for the graphics processor failed or took too long."],
      patterns: ["gpu-error-abort"]),
    namespace("WATCHKIT", "ended by WatchKit", ["Mostly a background task that was not completed in time."]),
    namespace("GUARD", "a guarded resource was misused", ["See EXC_GUARD."], patterns: ["exc-guard"]),
    namespace("SANDBOX", "the sandbox ended the process", ["It did what its profile forbids so strictly."]),
    namespace("SECURITY", "ended for reasons of security", ["The reason text says more, where there is one."]),
    namespace(
      "ENDPOINTSECURITY", "a security product ended or forbade the process",
      [
        "An endpoint security extension on that machine decided so."
      ]),
    namespace(
      "PAC_EXCEPTION", "a signed pointer failed its check", ["See EXC_ARM_PAC_FAIL."],
      patterns: ["pointer-authentication"]),
    namespace(
      "PORT_SPACE", "the process used up its Mach ports", ["It leaks ports; the kernel ended it at the limit."]),
    namespace("WEBKIT", "WebKit ended one of its processes", ["The app itself may run on."]),
    namespace("ROSETTA", "the translator of Intel code stopped the process", ["It met code it cannot translate."]),
  ]

  private static func code(
    _ number: UInt64, spelled: String, in namespace: String? = nil, _ title: String, _ explanation: [String],
    inReports: String? = nil, advice: String? = nil, patterns: [String] = [], source: String = xnu
  ) -> Topic {
    let id = namespace.map { "\($0) \(spelled)" } ?? spelled
    return Topic(
      id, .terminationCode, names: namespace == nil ? [String(number)] : ["\(namespace ?? "") \(number)"],
      // Small codes mean something only with their namespace.
      number: namespace == nil ? number : nil, title, explanation, inReports: inReports, advice: advice,
      patterns: patterns, source: source)
  }

  private static let apple = "SIGKILL (Apple, Xcode documentation)"

  /// Codes of terminations: the long ones alone, small ones with their namespace.
  static let terminationCodes: [Topic] = [
    code(
      0x8BAD_F00D, spelled: "0x8badf00d", "\"ate bad food\": the system's watchdog ended the app",
      [
        "It did not answer in time while launching, resuming, suspending or quitting.",
        "The stack of thread 0 is a snapshot of where it was stuck, not of a fault.",
      ],
      inReports: "Termination Reason: FRONTBOARD or SPRINGBOARD; newer ones print 2343432205.",
      advice: "Move work off the main thread; look for locks and synchronous input or output.",
      patterns: ["watchdog-8badf00d"], source: apple),
    code(
      0xDEAD_10CC, spelled: "0xdead10cc", "\"dead lock\": suspended while it held a lock on a file",
      [
        "The app held a lock on a file or database that it shares with others when it was suspended, and the system "
          + "ended it so that the others can go on."
      ],
      inReports: "Termination Reason: RUNNINGBOARD or SPRINGBOARD; newer ones print 3735883980.",
      advice:
        "Close the database or finish the transaction before the app is suspended; ask for background time for it.",
      patterns: ["file-lock-dead10cc"], source: apple),
    code(
      0xC000_10FF, spelled: "0xc00010ff", "\"cool off\": the device was too hot",
      ["The system ended the app because of heat. It may be a matter of that one device and its surroundings."],
      advice: "Look at processor and graphics use; compare with other devices first.", patterns: ["thermal-c00010ff"],
      source: apple),
    code(
      0x2BAD_45EC, spelled: "0x2bad45ec", "\"too bad for security\": insecure drawing",
      ["The app drew while the screen was locked or secure drawing was required."],
      patterns: ["insecure-drawing-2bad45ec"], source: apple),
    code(
      0xBAD2_2222, spelled: "0xbad22222", "a VoIP app was resumed too often",
      ["Old systems ended apps of internet telephony that woke up too frequently."],
      patterns: ["exc-resource-wakeups"], source: apple),
    code(
      0xBAAD_CA11, spelled: "0xbaadca11", "\"bad call\": a call was not reported",
      ["A push for a telephone call came, and the app did not report a call to CallKit."],
      advice: "Report every PushKit call to CallKit before the handler returns.", source: apple),
    code(
      0xDEAD_FA11, spelled: "0xdeadfa11", "\"dead fall\": the user ended the app",
      ["Forced to quit by the person who used it, which is no crash of the app; perhaps it did not answer."],
      source: "TN2151 (Apple)"),
    code(
      0xBAAA_AAAD, spelled: "0xbaaaaaad", "a report of the whole system was asked for",
      ["Somebody pressed the buttons for a stackshot. Nothing crashed."], source: "TN2151 (Apple)"),
    code(
      0xBADD_D15C, spelled: "0xbaddd15c", "\"bad disk\": ended to free disk space",
      ["The system needed room on the device and ended the app to delete files of its caches."], source: apple),
    code(
      0xC51B_AD01, spelled: "0xc51bad01", "watchOS: a background task used too much processor time",
      ["The app used too much of the processor while it did a background task."],
      advice: "Do less in the task, or do it in parts.", source: apple),
    code(
      0xC51B_AD02, spelled: "0xc51bad02", "watchOS: a background task was not completed in time",
      ["The time given for the background task was over."],
      advice: "Call setTaskCompletedWithSnapshot(_:) on every way out.", source: apple),
    code(
      0xC51B_AD03, spelled: "0xc51bad03", "watchOS: a background task not completed while the system was busy",
      ["As 0xc51bad02, but the app had little processor time: the system was busy."], source: apple),
    code(
      1, spelled: "1", in: "DYLD", "a library is missing",
      ["A library or framework the program links was not found in any place searched."],
      advice: "Embed and sign it, or link it weakly.", patterns: ["dyld-library-missing"],
      source: "mach-o/dyld_priv.h, DYLD_EXIT_REASON_DYLIB_MISSING"),
    code(
      2, spelled: "2", in: "DYLD", "a library of the wrong architecture",
      ["Found, but not for this processor or platform."],
      source: "mach-o/dyld_priv.h, DYLD_EXIT_REASON_DYLIB_WRONG_ARCH"),
    code(
      3, spelled: "3", in: "DYLD", "a library of the wrong version",
      ["Found, but older than the program was linked with."],
      source: "mach-o/dyld_priv.h, DYLD_EXIT_REASON_DYLIB_WRONG_VERSION"),
    code(
      4, spelled: "4", in: "DYLD", "a symbol is missing",
      ["The library is there, but lacks a function or variable the program uses: it is another version."],
      advice: "Build both together; use weak linking for what newer systems have.", patterns: ["dyld-symbol-missing"],
      source: "mach-o/dyld_priv.h, DYLD_EXIT_REASON_SYMBOL_MISSING"),
    code(
      5, spelled: "5", in: "DYLD", "a library whose signature is not accepted",
      ["The library is not signed, or not in a way that this process accepts."],
      patterns: ["dlopen-library-validation"], source: "mach-o/dyld_priv.h, DYLD_EXIT_REASON_CODE_SIGNATURE"),
    code(
      6, spelled: "6", in: "DYLD", "the sandbox forbids the library's file", ["The file is there and may not be read."],
      source: "mach-o/dyld_priv.h, DYLD_EXIT_REASON_FILE_SYSTEM_SANDBOX"),
    code(
      7, spelled: "7", in: "DYLD", "a malformed binary", ["The file is no proper Mach-O file: cut or damaged."],
      source: "mach-o/dyld_priv.h, DYLD_EXIT_REASON_MALFORMED_MACHO"),
    code(
      9, spelled: "9", in: "DYLD", "another fault of loading", ["The reason text says more."],
      source: "mach-o/dyld_priv.h, DYLD_EXIT_REASON_OTHER"),
    code(
      1, spelled: "1", in: "CODESIGNING", "the signature is not accepted",
      ["The program's signature is invalid, was revoked, or is not allowed on this device."],
      patterns: ["codesign-kill"]),
    code(
      2, spelled: "2", in: "CODESIGNING", "a page does not fit the signature",
      ["Code in memory differs from what was signed: the file was changed or replaced in place while it ran."],
      patterns: ["codesign-kill", "jit-execution-denied"]),
    code(
      3, spelled: "3", in: "CODESIGNING", "access to a task port was refused",
      ["The process may not control the other one."]),
    code(
      4, spelled: "4", in: "CODESIGNING", "a launch constraint was not kept",
      ["The program may only be started in a certain way, by a certain parent or from a certain place."],
      patterns: ["codesign-kill"]),
    code(
      1, spelled: "1", in: "JETSAM", "another reason", ["The kernel gives no narrower one."],
      patterns: ["jetsam-memory"], source: jetsam),
    code(
      2, spelled: "2", in: "JETSAM", "high-water mark", ["The process used more memory than its own soft limit."],
      patterns: ["jetsam-memory"], source: jetsam),
    code(
      3, spelled: "3", in: "JETSAM", "vnodes used up", ["Too many files were open in the whole system; not memory."],
      patterns: ["jetsam-memory"], source: jetsam),
    code(
      4, spelled: "4", in: "JETSAM", "free memory ran out", ["The system as a whole had too few free pages."],
      patterns: ["jetsam-memory"], source: jetsam),
    code(
      5, spelled: "5", in: "JETSAM", "thrashing of processes", ["Pages were brought in and given up over and over."],
      patterns: ["jetsam-memory"], source: jetsam),
    code(
      6, spelled: "6", in: "JETSAM", "thrashing of the file cache", ["Files were read and given up over and over."],
      patterns: ["jetsam-memory"], source: jetsam),
    code(
      7, spelled: "7", in: "JETSAM", "limit of the process", ["The process used more memory than it may."],
      advice: "Profile its memory; the lifetime maximum in a jetsam report tells how much it used.",
      patterns: ["jetsam-memory"], source: jetsam),
    code(
      8, spelled: "8", in: "JETSAM", "disk space for swapping ran out", ["There was no room to move memory to."],
      patterns: ["jetsam-memory"], source: jetsam),
    code(
      9, spelled: "9", in: "JETSAM", "ended while idle",
      ["A service that had nothing to do; it is started again when needed."], source: jetsam),
    code(
      10, spelled: "10", in: "JETSAM", "the kernel's own memory ran out",
      ["A zone of the kernel grew to its end; this process used most of it."], patterns: ["jetsam-memory"],
      source: jetsam),
    code(
      11, spelled: "11", in: "JETSAM", "thrashing of the memory compressor",
      ["Memory was compressed and expanded over and over."], patterns: ["jetsam-memory"], source: jetsam),
    code(
      12, spelled: "12", in: "JETSAM", "the memory compressor is full", ["No more memory could be compressed."],
      patterns: ["jetsam-memory"], source: jetsam),
    code(
      13, spelled: "13", in: "JETSAM", "little room for swapping",
      ["The space for memory moved to disk became scarce."], patterns: ["jetsam-memory"], source: jetsam),
    code(
      100, spelled: "100", in: "JETSAM", "limit of processor time",
      ["It used more processor time than it may; not memory."], source: jetsam),
  ]

  private static let jetsam = "XNU, bsd/sys/reason.h, JETSAM_REASON_…"
}
