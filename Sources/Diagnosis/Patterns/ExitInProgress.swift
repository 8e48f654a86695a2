import CrashReports

extension Pattern {
  /// A thread works while another one ends the process, and uses what exit() has destroyed.
  static let exitInProgress = Pattern(
    "exit-in-progress",
    title: "A thread was still working while the process was ending",
    family: .concurrency,
    symptom: "The app crashes when it is quit: one thread is inside exit(), and another one crashes.",
    grades: [
      Grade(.likely, cause: .likely, .all([crashed, .exitOnOtherThread, destroys, .optional(.callerInOtherLanguage)])),
      Grade(.likely, cause: .possible, .all([crashed, .exitOnOtherThread, .optional(.callerInOtherLanguage)])),
    ],
    headline: """
      The process was ending on thread {exitThread}{destroyed? ({destroyed})} while {function|the crashed thread}\
      {location? ({location})} was still working
      """,
    cause: """
      Thread {exitThread} ends {runtime?{runtime}|the process} in {exit}{destroyed?, which runs {destroyed}}. \
      {destroys?{runtime?That destroys the objects of {runtime}|exit() destroys static objects of C++} and runs the functions \
      of atexit(). A thread that still works then uses objects that are destroyed: \
      caches, mutexes, queues, and objects of libraries.|Objects that the end of the app closes or frees are still used by \
      the crashed thread.} The values that it read are not evidence of a NULL that someone passed.
      """,
    remedy: [
      """
      Stop the work of {outer?{outer}|{function|the crashed thread}} before the process ends: cancel it and wait for it in \
      applicationShouldTerminate (reply .terminateLater), or before exit() and the return of main().
      """,
      "Start no new work after the app began to terminate.",
      "If nothing has to be saved, end the process with _exit(), which destroys no static objects.",
      "Make objects that other threads use never destroyed: a static pointer to an object that is not deleted.",
    ],
    changes: [
      Change(
        "swift",
        after: """
          func applicationShouldTerminate(_ sender: NSApplication) -> NSApplication.TerminateReply {
            work.cancel()
            Task { await work.value; sender.reply(toApplicationShouldTerminate: true) }
            return .terminateLater
          }
          """),
      Change(
        "c++", before: "static Cache cache;", after: "static Cache &cache = *new Cache;  // never destroyed"),
    ],
    gaps: [
      Gap(unless: .namesSourceLine, "The line in the source: symbolicate with the dSYM of this build.")
    ],
    lookalikes: [
      LookAlike("memory-null-dereference", because: "Thread {exitThread} is inside {exit} at the same time."),
      LookAlike("memory-use-after-free", because: "What was destroyed belongs to the process, which is ending."),
    ],
    knownGaps: ["A crash that would also occur without the end of the process looks the same."],
    references: [
      .memoryAccess,
      Reference("std::exit (cppreference.com)", url: "https://en.cppreference.com/w/cpp/utility/program/exit"),
      Reference(
        "NSApplicationDelegate (Apple)",
        url: "https://developer.apple.com/documentation/appkit/nsapplicationdelegate/applicationshouldterminate(_:)"),
    ],
    supersedes: [
      "memory-bad-access", "memory-null-dereference", "memory-null-call", "memory-damaged-pointer",
      "memory-use-after-free", "memory-wild-jump", "memory-bus-error", "pointer-authentication", "illegal-instruction",
      "bad-instruction-unspecified", "trap-unspecified", "abort-unspecified", "terminate-unspecified",
      "objc-overrelease",
    ],
    generality: 3,
    searchTerms: """
      crash on quit
      crash at exit
      crash in __cxa_finalize
      static destruction order
      use after static destructor
      exit while thread is running
      -[NSApplication terminate:] crash
      """,
    examples: [
      .matches(
        "a worker uses a cache while the main thread is in exit()", atLeast: .likely,
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Subtype: KERN_INVALID_ADDRESS at 0x0000000000000008

        Thread 0:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __psynch_cvwait + 8
        →1   Cards                         	0x0000000104d2a110 deck::Scheduler::~Scheduler() + 104
        →2   libsystem_c.dylib             	0x00000001873ec210 __cxa_finalize_ranges + 480
        3   libsystem_c.dylib             	0x00000001873ec010 exit + 44
        4   AppKit                        	0x00000001a73ec010 -[NSApplication terminate:] + 2004

        Thread 1 Crashed:
        →0   Cards                         	0x0000000104d2d110 deck::Cache::find(int) + 8 (cache.cpp:12)
        1   Cards                         	0x0000000104d2d190 deck::Worker::run() + 80
        """),
      .matches(
        "the app is asked to terminate", atLeast: .likely,
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Subtype: KERN_INVALID_ADDRESS at 0x00000001f0debc9a

        Thread 0:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __psynch_cvwait + 8
        →1   AppKit                        	0x00000001a73ec010 -[NSApplication terminate:] + 2004

        Thread 1 Crashed:
        →0   Cards                         	0x0000000104d2d110 deck::Cache::find(int) + 8 (cache.cpp:12)
        """),
      .doesNotMatch(
        "a function of the app with such a name",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Subtype: KERN_INVALID_ADDRESS at 0x0000000000000008

        Thread 0:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __psynch_cvwait + 8
        1   Cards                         	0x0000000104d2a110 exit + 44

        Thread 1 Crashed:
        0   Cards                         	0x0000000104d2d110 deck::Cache::find(int) + 8 (cache.cpp:12)
        """),
      .doesNotMatch(
        "a thread that ends, and not the process",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Subtype: KERN_INVALID_ADDRESS at 0x0000000000000008

        Thread 0 Crashed:
        0   Cards                         	0x0000000104d2d110 deck::Cache::find(int) + 8 (cache.cpp:12)

        Thread 1:
        0   libsystem_pthread.dylib       	0x00000001873ea1f0 _pthread_exit + 8
        1   libsystem_pthread.dylib       	0x00000001873eb1f0 pthread_exit + 40
        """),
      .doesNotMatch(
        "the watchdog ended an app that did not exit in time",
        """
        Exception Type:  EXC_CRASH (SIGKILL)
        Termination Reason: Namespace RUNNINGBOARD, Code 0x8badf00d

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __psynch_cvwait + 8

        Thread 1:
        0   libsystem_c.dylib             	0x00000001873ec010 exit + 44
        """),
    ])

  private static let crashed = Evidence.exception(
    types: ["EXC_BAD_ACCESS", "EXC_BREAKPOINT", "EXC_BAD_INSTRUCTION", "EXC_ARITHMETIC"],
    signals: ["SIGSEGV", "SIGBUS", "SIGTRAP", "SIGILL", "SIGABRT"], statement: "The process crashed.")
  private static let destroys = Evidence.custom(
    CustomEvidence(
      "exit() runs destructors", reason: "The function decides, and not its thread.", explanations: []
    ) { context in
      let crashed = context.report.crashedThread?.index
      let isRunning = (context.report.threads ?? []).contains { thread in
        thread.index != crashed && ExitSite(thread.frames)?.destroys ?? false
      }
      return isRunning ? EvidenceMatch() : nil
    })
}

extension Pattern {
  /// A destructor of a static object, or a function of atexit(), that crashes.
  static let exitDestructorCrash = Pattern(
    "exit-destructor-crash",
    title: "A destructor or a function of atexit() crashed while the process was ending",
    family: .memory, revision: 4,
    symptom: "The app crashes when it is quit, below exit() or __cxa_finalize_ranges.",
    grades: [
      Grade(
        .likely, cause: .possible,
        .all([crashed, .exitOnCrashedThread, .optional(.terminated), .optional(.faultAtExit)])),
      Grade(
        .likely, cause: .possible,
        .all([crashed, .threadEndOnCrashedThread, .optional(.terminated), .optional(.faultAtExit)])),
    ],
    headline: """
      {terminated?An exception that nothing caught ended the process in|Crash in} {failed?{failed}|{destroyed|a destructor or a function of \
      atexit()}}{ofSystem? ({ofSystem})|{location? ({location})}} while {threadEnds?its thread|{runtime?{runtime} was \
      finalizing and the process|the process}} was ending{fault?: {fault}}
      """,
    cause: """
      {threadEnds?When a thread ends, its thread_local variables and thread-specific data are destroyed. {failed?{failed} failed inside of \
      {destroyed|one of them}|{destroyed|One of them} failed}: it probably uses another object that is already destroyed, or one of another thread or library that no \
      longer exists.|{runtime?{exit} ends {runtime}: it runs the functions of atexit() and destroys the objects that are left, in an \
      order that they do not expect{sysexit?. sys.exit() was called inside of a callback of the event loop, so the windows and \
      objects of the program still existed and were in use}. |exit() destroys static objects in the reverse order of their \
      creation, and runs the functions of atexit(). }\
      {failed?{failed} failed inside of {destroyed|one of them}|{destroyed|One of them} {terminated?raised an exception; destructors may \
      not|failed}}: it probably uses another object that is already destroyed, or a library that is already closed.{handler? {handler} is only the function that was \
      installed with std::set_terminate().}}
      """,
    remedy: [
      """
      {threadEnds?In {destroyed|the destructor}, use no object of another thread_local or static variable, or release it at the end of \
      the function that the thread runs.|{runtime?{sysexit?Do not call sys.exit() in a slot or callback: end the event loop \
      (QApplication.quit()), and call sys.exit() with the result of exec() after it returned|End the event loop and close windows, \
      connections and threads before {runtime} ends}: what {destroyed|a destructor} uses must still exist, so delete it while \
      the application object lives, and keep no references to it in global variables.|{ofSystem?{destroyed|A destructor} is code of the system, which works with objects of the app: \
      find out which of them no longer exist when the process ends, and remove static objects and other threads that use it.|\
      Release what {destroyed|the object} holds before the process ends: at the end of main(), or when the app terminates, \
      instead of in a static destructor.}}}
      """,
      "{runtime?|Make the object never destroyed: a static pointer to an object that is not deleted.}",
      "{terminated?Print the exception: breakpoint set -E c++ in lldb stops where it is raised.|Run with Address Sanitizer: it names the object that is used after its destruction.}",
    ],
    changes: [
      Change(
        "c++", before: "static std::unique_ptr<Engine> engine;",
        after: "static Engine *engine = new Engine;  // released by shutDown(), not by exit()")
    ],
    gaps: [
      Gap(unless: .namesSourceLine, "The line in the source: symbolicate with the dSYM of this build.")
    ],
    lookalikes: [
      LookAlike("abort-unspecified", because: "The stack shows what the process was doing: it was ending."),
      LookAlike("exit-in-progress", because: "The thread that ends the process is the one that crashed."),
    ],
    references: [
      Reference("std::exit (cppreference.com)", url: "https://en.cppreference.com/w/cpp/utility/program/exit")
    ],
    supersedes: [
      "memory-bad-access", "memory-null-dereference", "memory-null-call", "memory-damaged-pointer",
      "memory-wild-jump", "memory-bus-error", "trap-unspecified", "abort-unspecified", "abort-called",
      "terminate-unspecified", "exc-crash-unspecified", "bad-instruction-unspecified", "objc-overrelease",
    ],
    generality: 4,
    searchTerms: """
      crash in static destructor
      crash in atexit handler
      __cxa_finalize_ranges crash
      exception in destructor at exit
      """,
    examples: [
      .matches(
        "a static object uses another one", atLeast: .likely,
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        →Exception Subtype: KERN_INVALID_ADDRESS at 0x0000000000000010

        Thread 0 Crashed:
        →0   Cards                         	0x0000000104d2d110 deck::Log::write(char const*) + 8
        →1   Cards                         	0x0000000104d2d190 deck::Engine::~Engine() + 80
        →2   libsystem_c.dylib             	0x00000001873ec210 __cxa_finalize_ranges + 480
        3   libsystem_c.dylib             	0x00000001873ec010 exit + 44
        4   libdyld.dylib                 	0x00000001883ec010 start + 8
        """),
      .matches(
        "an exception of a library without names", atLeast: .likely,
        """
        →Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 0x1873e1000 + 37768
        1   libsystem_c.dylib             	0x00000001873ec210 abort + 124
        2   libc++abi.dylib               	0x00000001873ed220 0x1873ec000 + 4640
        3   libc++abi.dylib               	0x00000001873ed270 0x1873ec000 + 4720
        4   libobjc.A.dylib               	0x00000001873ee230 0x1873ee000 + 560
        →5   libc++abi.dylib               	0x00000001873ef240 0x1873ec000 + 12864
        →6   libdeck.dylib                 	0x0000000105f12a60 0x105e54000 + 780896
        →7   Cards                         	0x0000000104d2d190 std::__1::unique_ptr<Deck>::~unique_ptr() + 52
        →8   libsystem_c.dylib             	0x00000001873ec410 __cxa_finalize_ranges + 480
        9   libsystem_c.dylib             	0x00000001873ec010 exit + 44
        """),
      .matches(
        "a destructor of the system", atLeast: .likely,
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        →Exception Subtype: KERN_INVALID_ADDRESS at 0x00003eadde8eda88

        Thread 0 Crashed:
        →0   libobjc.A.dylib               	0x000000018e001110 objc_msgSend + 16
        →1   CoreFoundation                	0x000000018e002110 __CFFinalize + 104
        →2   libsystem_c.dylib             	0x000000018e000110 __cxa_finalize_ranges + 480
        3   libsystem_c.dylib             	0x000000018e000210 exit + 44
        4   Cards                         	0x0000000104d2d110 main + 80 (main.m:9)
        """),
      .matches(
        "a thread_local variable of a thread that ends", atLeast: .likely,
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        →Exception Subtype: KERN_INVALID_ADDRESS at 0x0000000000000008

        Thread 2 Crashed:
        →0   Cards                         	0x0000000104d2d110 deck::Local::~Local() + 8
        →1   libdyld.dylib                 	0x000000018f000210 dyld4::RuntimeState::finalizeListTLV(void*) + 100
        2   libsystem_pthread.dylib       	0x000000018e0eb200 _pthread_tsd_cleanup + 620
        3   libsystem_pthread.dylib       	0x000000018e0eb300 _pthread_exit + 84
        """),
      .matches(
        "an interpreter that ends inside of a callback of a toolkit", atLeast: .likely,
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        →Exception Subtype: KERN_INVALID_ADDRESS at 0x1741a4f9ef46998d

        Thread 0 Crashed:
        →0   QtWidgets                     	0x000000010b8a914c QWidget::isActiveWindow() const + 160
        →1   libdeck.dylib                 	0x0000000104d2d190 DeckWindow::~DeckWindow() + 80
        →2   libpyside6.abi3.6.dylib       	0x0000000109f74b08 PySide::destroyQCoreApplication() + 104
        3   Python                        	0x00000001051b12f4 atexit_callfuncs + 108
        4   Python                        	0x0000000105182580 Py_FinalizeEx + 92
        5   Python                        	0x000000010518b0ac handle_system_exit + 44
        6   libpyside6.abi3.6.dylib       	0x0000000109f56eac PySide::SignalManager::qt_metacall(QObject*) + 840
        """),
      .doesNotMatch(
        "a thread that ends, and a fault in a function that the end did not call",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Subtype: KERN_INVALID_ADDRESS at 0x0000000000000008

        Thread 2 Crashed:
        0   Cards                         	0x0000000104d2d110 deck::Local::find() + 8
        1   Cards                         	0x0000000104d2d190 deck::Worker::run() + 80
        2   libsystem_pthread.dylib       	0x000000018e0eb300 _pthread_start + 84

        Thread 3:
        0   libsystem_pthread.dylib       	0x000000018e0eb200 _pthread_tsd_cleanup + 620
        """),
      .doesNotMatch(
        "the process ends without a crash of what it calls",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_c.dylib             	0x00000001873ec010 exit + 44
        1   Cards                         	0x0000000104d2d190 main + 80
        """),
      .doesNotMatch(
        "a destructor of another object",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Subtype: KERN_INVALID_ADDRESS at 0x0000000000000010

        Thread 0 Crashed:
        0   Cards                         	0x0000000104d2d110 deck::Log::write(char const*) + 8
        1   Cards                         	0x0000000104d2d190 deck::Engine::~Engine() + 80
        2   Cards                         	0x0000000104d2d210 deck::run() + 120
        """),
    ])
}
