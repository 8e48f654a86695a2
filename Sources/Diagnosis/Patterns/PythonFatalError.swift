extension Pattern {
  /// A fatal error of the Python interpreter.
  static let pythonFatalError = Pattern(
    "python-fatal-error",
    title: "Fatal Python error",
    family: .exception,
    symptom: "The console says \"Fatal Python error: …\", or Py_FatalError is on the stack.",
    grades: LanguageRuntime.python.grades(),
    headline: """
      Fatal Python error{function? in {function}}: {message?{message}|{kind|message not recorded}}
      """,
    cause: """
      The Python interpreter found a state that it cannot continue from, and aborted. {kind?Kind: {kind}. }An \
      exception of Python code alone never does that. The message and the Python stacks are in standard error.
      """,
    remedy: [
      "{advice?{advice}|Read the message and the Python stack in standard error.}",
      """
      If several libraries named Python or libpython are in the list of images, an extension was built for another \
      Python: rebuild it for the interpreter that runs.
      """,
    ],
    gaps: [
      Gap(
        unless: .text(["Fatal Python error"]),
        """
        The line "Fatal Python error: …" with the Python stack: it is in standard error.
        """),
      Gap(unless: .hasStack, "The stack of the crashed thread."),
    ],
    lookalikes: [
      LookAlike("memory-bad-access", because: "The interpreter aborted itself.")
    ],
    references: [
      Reference("Py_FatalError (Python/C API)", url: "https://docs.python.org/3/c-api/sys.html#c.Py_FatalError")
    ],
    supersedes: LanguageRuntime.superseded,
    generality: 2,
    phrases: ["kind": meanings, "advice": advice],
    searchTerms: """
      python
      fatal python error
      Py_FatalError
      PyThreadState_Get
      the GIL is released
      init_fs_encoding
      _enter_buffered_busy
      python crash mac
      faulthandler
      """,
    examples: [
      .matches(
        "the message with the Python stack", atLeast: .certain,
        """
        →Fatal Python error: PyThreadState_Get: the function must be called with the GIL held, but the GIL is released
        Python runtime state: initialized

        Current thread 0x00000001f3c4a100 (most recent call first):
        →  File "/Users/me/cards/deck.py", line 41 in draw
          File "/Users/me/cards/main.py", line 7 in <module>
        """),
      .matches(
        "the frames", atLeast: .certain,
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001873eb200 pthread_kill + 288
        2   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        3   Python                        	0x00000001873ed220 fatal_error_exit + 12
        4   Python                        	0x00000001873ee230 _Py_FatalErrorFunc + 60
        →5   Python                        	0x00000001873ef240 _Py_FatalError_TstateNULL + 30
        →6   deck.cpython-312-darwin.so    	0x00000001873f0250 deck_draw + 44
        """),
      .doesNotMatch(
        "an exception of Python code",
        """
        Traceback (most recent call last):
          File "/Users/me/cards/deck.py", line 41, in draw
            return cards[index]
        IndexError: list index out of range
        """),
      .doesNotMatch(
        "a fault in an extension",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)

        Thread 0 Crashed:
        0   deck.cpython-312-darwin.so    	0x00000001873ea1f0 deck_draw + 44
        1   Python                        	0x00000001873eb200 cfunction_call + 30
        """),
    ])

  private static let meanings = [
    "signal": "a signal in native code, recorded by faulthandler",
    "encodings": "the interpreter did not find its standard library",
    "daemon": "a daemon thread used a file while the interpreter shut down",
    "gil": "a function was called without the global interpreter lock",
    "recursion": "stack overflow",
    "refcount": "wrong reference count in an extension",
    "out-of-memory": "memory allocation failed",
  ]
  private static let advice = [
    "signal":
      "The fault is in native code: look at the frames of the crashed thread and at the extension that the Python stack names.",
    "encodings":
      "Check PYTHONHOME and PYTHONPATH and the bundled standard library: the interpreter did not find its modules.",
    "daemon": "Join threads before the program ends, or do not make them daemon threads.",
    "gil":
      "Call PyGILState_Ensure before Python functions on threads that Python did not create, and link the extension to one Python only.",
    "recursion": "Look for endless recursion in the Python stack.",
    "refcount": "Check Py_INCREF and Py_DECREF in the extension.",
    "out-of-memory": "Check the sizes that are allocated.",
  ]
}
