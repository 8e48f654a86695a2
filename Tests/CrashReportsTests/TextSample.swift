@testable import CrashReports

/// Synthetic reports in Apple's text layout, and functions that read a text.
enum TextSample {
  static func decode(_ text: String, limits: DecodingLimits = DecodingLimits()) -> [Decoded<CrashReport>] {
    let bytes = Array(text.utf8)
    return TextDecoder.decode(bytes, range: 0..<bytes.count, firstLine: 1, limits: limits)
  }

  static func report(_ text: String) -> CrashReport? { decode(text).first?.value }

  /// An iOS report of version 104, as written by iOS 15 and later.
  static let phone = """
    Incident Identifier: 0f3b6a52-91c4-4d0e-8a77-2b6c1d9e4f10
    CrashReporter Key:   8f1d2c3b4a5968778695a4b3c2d1e0f112233445
    Hardware Model:      iPhone16,2
    Process:             MyApp [4711]
    Path:                /private/var/containers/Bundle/Application/9B1C/MyApp.app/MyApp
    Identifier:          com.example.MyApp
    Version:             2.4 (412)
    Code Type:           ARM-64 (Native)
    Role:                Foreground
    Parent Process:      launchd [1]
    Coalition:           com.example.MyApp [1099]

    Date/Time:           2026-03-02 11:22:33.4567 +0100
    Launch Time:         2026-03-02 11:22:01.0001 +0100
    OS Version:          iPhone OS 26.1 (23B85)
    Release Type:        User
    Report Version:      104

    Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
    Exception Subtype: KERN_INVALID_ADDRESS at 0x0000000000000010
    Exception Codes: 0x0000000000000001, 0x0000000000000010
    VM Region Info: 0x10 is not in any region.  Bytes before following region: 4373200880
          REGION TYPE                 START - END      [ VSIZE] PRT/MAX SHRMOD  REGION DETAIL
          UNUSED SPACE AT START
    --->
          __TEXT                   104a00000-104b00000 [ 1024K] r-x/r-x SM=COW  /var/containers/MyApp
    Termination Reason: SIGNAL 11 Segmentation fault: 11
    Terminating Process: exc handler [4711]

    Triggered by Thread:  0

    Thread 0 name:   Dispatch queue: com.apple.main-thread
    Thread 0 Crashed:
    0   MyApp                         \t       0x104a1c2b0 CardView.refresh() + 212 (CardView.swift:88)
    1   MyApp                         \t       0x104a1d000 0x104a00000 + 118784
    2   UIKitCore                     \t       0x1a2b40010 -[UIView layoutSubviews] + 16
    3   ???                           \t       0x1f0000000 ???
    4   MyApp                         \t       0x104a1e000 main + 64 (:-1)

    Thread 7 name:  com.example.worker
    Thread 7:
    0   libsystem_kernel.dylib        \t       0x1e0001234 __psynch_cvwait + 8


    Thread 0 crashed with ARM Thread State (64-bit):
        x0: 0x0000000000000010   x1: 0x0000000281a3c5d0
       x28: 0x0000000000000000   fp: 0x000000016b3fe5a0   lr: 0x0000000104a1d000
        sp: 0x000000016b3fe4c0   pc: 0x0000000104a1c2b0 cpsr: 0x40001000
       far: 0x0000000000000010  esr: 0x92000006 (Data Abort) byte read Translation fault

    Binary Images:
           0x1e0000000 -        0x1e003bfff libsystem_kernel.dylib arm64e  <3c4b5a69788796a5b4c3d2e1f0010203> /usr/lib/system/libsystem_kernel.dylib
           0x104a00000 -        0x104afffff MyApp arm64  <0a1b2c3d4e5f60718293a4b5c6d7e8f9> /private/var/containers/Bundle/Application/9B1C/MyApp.app/MyApp
           0x1a2b00000 -        0x1a3cfffff UIKitCore arm64e  <11223344556677889900aabbccddeeff> /System/Library/PrivateFrameworks/UIKitCore.framework/UIKitCore
                   0x0 - 0xffffffffffffffff ??? (*) <00000000-0000-0000-0000-000000000000> ???

    EOF

    """

  /// The text that macOS 12 creates from a JSON report, of an app on a simulator.
  static let translated = """
    -------------------------------------
    Translated Report (Full Report Below)
    -------------------------------------

    Process:               CardTests [815]
    Path:                  /Users/USER/Library/Developer/CoreSimulator/Devices/5E0C/data/CardTests
    Identifier:            CardTests
    Version:               ???
    Code Type:             X86-64 (Translated)
    Parent Process:        launchd_sim [700]
    Responsible:           SimulatorTrampoline [650]
    User ID:               501

    Date/Time:             2026-02-01 08:09:10.1112 -0500
    OS Version:            macOS 14.2 (23C64)
    Report Version:        12

    Time Awake Since Boot: 7300 seconds

    Crashed Thread:        3  Dispatch queue: com.example.sync

    Exception Type:        EXC_CRASH (SIGABRT)
    Exception Codes:       0x0000000000000000, 0x0000000000000000

    Termination Reason:    Namespace SIGNAL, Code 6 Abort trap: 6
    Terminating Process:   CardTests [815]

    Application Specific Information:
    *** Terminating app due to uncaught exception 'NSRangeException', reason: '*** -[__NSArrayM objectAtIndex:]: index 9 beyond bounds [0 .. 3]'
    Details:
    terminating due to (
        a list
    ) of things
    CoreSimulator 990.1 - Device: iPhone 15 (5E0C) - Runtime: iOS 17.2 (21C62) - DeviceType: iPhone 15

    Application Specific Backtrace 0:
    0   CoreFoundation                      0x00007ff80042a8ab __exceptionPreprocess + 242
    1   libobjc.A.dylib                     0x00007ff80004dba3 objc_exception_throw + 48

    Thread 3 Crashed:: worker Dispatch queue: com.example.sync
    0   libsystem_kernel.dylib        \t    0x7ff80724884e __pthread_kill + 10
    1   CardTests                     \t       0x10f4c830b syncAll(_:) + 203 (Sync.swift:71) [inlined]

    Thread 3 crashed with X86 Thread State (64-bit):
      rax: 0x0000000000000000  rbx: 0x0000000000000006
      rip: 0x00007ff80724884e  rfl: 0x0000000000000246  cr2: 0x0000000000000000

    Logical CPU:     0
    Error Code:      0x02000148
    Trap Number:     133

    Binary Images:
           0x10f363000 -        0x10f4edfff com.example.CardTests (2.4 - 412) <d89b3d69-731e-3d07-8664-5d2a4f1c3b44> /Users/USER/*/CardTests.xctest/CardTests
        0x7ff80729b000 -     0x7ff8072a0507 libsystem_kernel.dylib (*) <4df0d732-0000-4000-8000-f1804c63f2c8> /usr/lib/system/libsystem_kernel.dylib

    """
}
