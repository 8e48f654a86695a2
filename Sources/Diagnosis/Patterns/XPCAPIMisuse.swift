extension Pattern {
  /// Misuse of the functions of libxpc.
  static let xpcAPIMisuse = Pattern(
    "xpc-api-misuse",
    title: "XPC API Misuse",
    family: .concurrency,
    symptom: """
      The process traps in _xpc_api_misuse; Application Specific Information says "XPC API Misuse: …".
      """,
    grades: LanguageRuntime.xpc.grades(),
    headline: """
      XPC API Misuse{function? in {function}}: {message?{message}|{kind|rule not recorded}}
      """,
    cause: """
      libxpc checks how connections and objects are used, and ends the process if a rule is violated. \
      {kind?Violated here: {kind}.|The message states the rule.}
      """,
    remedy: [
      """
      {advice?{advice}|Read the message in Application Specific Information, and look at the call in {function|the \
      first frame of the app}.}
      """,
      """
      Activate or resume each connection exactly once, cancel it before it is released, and do not use it after \
      cancellation.
      """,
    ],
    gaps: [
      Gap(
        unless: .text(["XPC API Misuse"]),
        "The message in Application Specific Information: it names the rule."),
      Gap(unless: .hasStack, "The stack of the crashed thread."),
    ],
    lookalikes: [
      LookAlike("swift-trap-unspecified", because: "The trap is in libxpc, not in a check of Swift."),
      LookAlike("libdispatch-client-bug", because: "The library is libxpc, not libdispatch."),
    ],
    references: [Reference("XPC (Apple)", url: "https://developer.apple.com/documentation/xpc")],
    supersedes: LanguageRuntime.superseded,
    generality: 2,
    phrases: ["kind": meanings, "advice": advice],
    searchTerms: """
      XPC API Misuse
      _xpc_api_misuse
      xpc crash
      xpc_connection_send_message
      Over-resume of a connection
      xpc_shmem_create
      """,
    examples: [
      .matches(
        "the message and the frame", atLeast: .certain,
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Application Specific Information:
        →XPC API Misuse: Over-resume of a connection.

        Thread 0 Crashed:
        →0   libxpc.dylib                  	0x00000001873ea1f0 _xpc_api_misuse + 120
        1   libxpc.dylib                  	0x00000001873eb200 xpc_connection_resume + 60
        →2   Cards                         	0x00000001873ec210 DeckService.start() + 40
        """),
      .doesNotMatch(
        "a fault in libxpc",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)

        Thread 0 Crashed:
        0   libxpc.dylib                  	0x00000001873ea1f0 xpc_connection_send_message + 60
        1   Cards                         	0x00000001873eb200 DeckService.start() + 40
        """),
    ])

  private static let meanings = [
    "reply": "a message that expects a reply was sent to an object that cannot reply",
    "resume": "a connection was resumed more than once",
    "release": "an object was released more often than retained",
    "memory": "memory of malloc was passed to xpc_shmem_create",
    "mutation": "an array or dictionary was changed while it was iterated",
    "session": "a session was changed after it was activated",
    "handler": "wrong event handler of a connection",
  ]
  private static let advice = [
    "reply": "Send messages that expect a reply only to connections, not to reply messages or error objects.",
    "resume": "Call xpc_connection_resume or activate once for each connection.",
    "release": "Check xpc_retain and xpc_release (or the ownership of wrappers) of the object.",
    "memory": "Allocate the memory with mmap or vm_allocate.",
    "mutation": "Copy the keys before the loop that changes the container.",
    "session": "Set all handlers before the session is activated.",
    "handler": "Set the event handler before the connection is resumed.",
  ]
}
