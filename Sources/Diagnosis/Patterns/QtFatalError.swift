extension Pattern {
  /// An error for which Qt ends the process.
  static let qtFatalError = Pattern(
    "qt-fatal-error",
    title: "Qt stopped the process (qFatal)",
    family: .exception,
    symptom: """
      QMessageLogger::fatal or qt_message_fatal is on the stack, or the console says that no Qt platform plugin \
      could be initialized.
      """,
    grades: LanguageRuntime.qt.grades(),
    headline: """
      Qt stopped the process (qFatal){kind?: {kind}|{function?, called by {function}}}
      """,
    cause: """
      Qt printed an error and ended the process. {kind?Kind: {kind}.|The message is in standard error.}
      """,
    remedy: [
      """
      {advice?{advice}|Read the message in standard error: Qt prints it before it ends the process.}
      """,
      """
      Start the program from Terminal with QT_DEBUG_PLUGINS=1 to see which plugins Qt looks for.
      """,
    ],
    gaps: [
      Gap(
        unless: .text(["Qt platform plugin"]),
        "The message of Qt: it is in standard error."),
      Gap(unless: .hasStack, "The stack of the crashed thread."),
    ],
    lookalikes: [
      LookAlike("abort-unspecified", because: "The functions above are those of Qt's qFatal.")
    ],
    references: [Reference("Qt for macOS - Deployment (Qt)", url: "https://doc.qt.io/qt-6/macos-deployment.html")],
    supersedes: LanguageRuntime.superseded,
    generality: 2,
    phrases: ["kind": meanings, "advice": advice],
    searchTerms: """
      qt
      qFatal
      Qt platform plugin cocoa
      no Qt platform plugin could be initialized
      QMessageLogger::fatal
      qt_message_fatal
      PyQt crash
      pyside crash
      """,
    examples: [
      .matches(
        "the message about the platform plugin", atLeast: .certain,
        """
        →qt.qpa.plugin: Could not find the Qt platform plugin "cocoa" in ""
        This application failed to start because no Qt platform plugin could be initialized. Reinstalling the application may fix this problem.
        """),
      .matches(
        "the frames of PyQt", atLeast: .certain,
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001873eb200 pthread_kill + 288
        2   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        3   QtCore                        	0x00000001873ed220 qt_message_fatal(QtMsgType, QMessageLogContext const&, QString const&) + 12
        4   QtCore                        	0x00000001873ee230 QMessageLogger::fatal(char const*, ...) const + 120
        →5   QtCore.abi3.so                	0x00000001873ef240 pyqt5_err_print() + 500
        6   QtWidgets.abi3.so             	0x00000001873f0250 sipQPushButton::nextCheckState() + 40
        """),
      .doesNotMatch(
        "an abort of the app below Qt",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001873eb200 pthread_kill + 288
        2   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        3   Cards                         	0x00000001873ed220 deck_fail() + 12
        4   QtCore                        	0x00000001873ee230 QMetaObject::activate(QObject*, int, int, void**) + 120
        """),
    ])

  private static let meanings = [
    "plugin": "the platform plugin (cocoa) could not be loaded",
    "python": "an unhandled Python exception in a slot (PyQt, PySide)",
  ]
  private static let advice = [
    "plugin":
      "Run macdeployqt on the app, or set QT_QPA_PLATFORM_PLUGIN_PATH: the plugin libqcocoa.dylib must be in Contents/PlugIns/platforms and match the Qt libraries.",
    "python": "Read the Python traceback in standard error. Set sys.excepthook, so that PyQt does not end the process.",
  ]
}
