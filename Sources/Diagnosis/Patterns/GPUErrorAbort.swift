import CrashReports

extension Pattern {
  /// A process that the graphics driver terminated after a GPU error.
  static let gpuErrorAbort: Pattern = Pattern(
    "gpu-error-abort",
    title: "GPU error: the graphics driver terminated the process",
    family: .kill,
    symptom: "The app aborts in a frame of the graphics driver (gpusGenerateCrashLog) while it draws.",
    grades: [
      Grade(.certain, cause: .possible, .all([driver, .optional(stated)])),
      Grade(
        .certain, cause: .possible,
        .all([
          stated,
          .exception(
            types: ["EXC_CRASH", "EXC_BAD_INSTRUCTION", "EXC_BREAKPOINT"], signals: ["SIGABRT"],
            statement: "The process was terminated."),
        ])),
      Grade(.likely, cause: .possible, stated),
      Grade(
        .possible, cause: .possible,
        .text(
          ["gpusGenerateCrashLog", "gpusKillClientExt", "gpusKillClient"],
          statement: "The text names the function with which the graphics driver ends a process.")),
    ],
    headline: "GPU error ({error|not specified}): the graphics driver terminated {process|the process}",
    cause: """
      A GPU task failed, or did not finish in time; the driver reset the GPU and terminated the process that \
      had submitted the task. The possible reasons are a shader or buffer of the app (an endless loop, an index out of \
      a buffer's bounds, memory that was freed), a driver bug, or a GPU that is short of memory.
      """,
    remedy: [
      "Run with Metal API Validation and Shader Validation (scheme, Diagnostics), which name the faulty command.",
      "Find the last change to shaders and buffers before the error first occurred, and look for loops whose exit condition depends on data.",
      "Compare the graphics chips and system versions of the reports: if only one is affected, the driver is the probable cause; report it with the log.",
    ],
    changes: [
      Change(
        "swift", before: "let buffer = queue.makeCommandBuffer()",
        after: """
          descriptor.errorOptions = .encoderExecutionStatus
          let buffer = queue.makeCommandBuffer(descriptor: descriptor)
          """),
      Change(
        "objective-c",
        after: """
          [buffer addCompletedHandler:^(id<MTLCommandBuffer> done) {
            if (done.error) { NSLog(@"%@", done.error); }
          }];
          """),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack: its frames name the driver."),
      Gap(
        unless: stated, "The driver's message (\"Graphics kernel error …\") in Application Specific Information."),
    ],
    lookalikes: [
      LookAlike("memory-bad-access", because: "The driver aborted the process; no invalid address was accessed."),
      LookAlike("assert-failed", because: "No assertion of the app failed."),
      LookAlike("nsexception-uncaught", because: "No exception was raised."),
    ],
    knownGaps: [
      "Metal reports most GPU errors to the app and does not terminate it; log lines about such errors are not reported."
    ],
    references: [Reference("Validating your app's Metal API usage (Apple, Xcode)"), .exceptionTypes],
    supersedes: ["memory-bad-access", "assert-failed", "nsexception-uncaught"],
    generality: 2,
    searchTerms: """
      gpu error
      gpu hang
      gpu timeout
      gpu crash
      metal error
      kIOGPUCommandBufferCallbackErrorTimeout
      MTLCommandBuffer error
      IOGPU
      """,
    examples: [
      .matches(
        "the driver's frame and message",
        """
        Exception Type:        EXC_CRASH (SIGABRT)

        Application Specific Information:
        →Graphics kernel error: 0xfffffffc
        abort() called

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001a3c7b010 pthread_kill + 272
        2   libsystem_c.dylib             	0x00000001a3b0e844 abort + 100
        →3   libGPUSupportMercury.dylib    	0x00007fff3b0e844a gpusGenerateCrashLog + 173
        4   com.apple.AMDRadeonX5000GLDriver	0x00007fff3b0e8470 gpusKillClientExt + 9
        5   libGPUSupportMercury.dylib    	0x00007fff3b0e8490 gpusSubmitDataBuffers + 168
        6   Cards                         	0x0000000102d34f50 -[TableView draw] + 76
        """),
      .doesNotMatch(
        "an error that was reported to the app and did not end it",
        """
        2023-05-06 07:08:09.123 Cards[4711:90210] Execution of the command buffer was aborted due to an error during execution. Caused GPU Timeout Error (IOAF code 2)
        """),
      .doesNotMatch(
        "a fault in the app's own drawing",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000018

        Thread 0 Crashed:
        0   GPUDriver                     	0x00007fff3b0e8490 gldUpdateDispatch + 168
        1   Cards                         	0x0000000102d34f50 -[TableView draw] + 76
        """),
    ])

  private static let driver = Evidence.frame(
    FrameQuery(
      [
        "gpusGenerateCrashLog*", "gpusKillClient*", "gpumGenerateCrashLog*", "*GPURestartSignaled*",
        "gpusQueueSubmitDataBuffers*cold*",
      ],
      position: .first(10), statement: "The graphics driver calls {function} to terminate the process."))
  private static let stated = Evidence.text(
    ["Graphics kernel error: {error}", "Graphics hardware encountered an error and was reset{error}"],
    statement: "The graphics driver reports a GPU error.")
}
