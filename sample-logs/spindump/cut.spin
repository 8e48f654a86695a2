Date/Time:        2026-01-05 10:00:00.000 +0100
End time:         2026-01-05 10:00:10.000 +0100
OS Version:       macOS 26.3 (Build 25D125)
Architecture:     arm64e
Report Version:   67
Incident Identifier: 00000000-0000-4000-8000-000000000501

Data Source:      Stackshots
Shared Cache:     00000000-0000-4000-8000-0000000000F1 slid base address 0x19a1f4000, slide 0x1a1f4000
Reason:           (1 monitored services unresponsive): service com.example.cardd, unresponsive for 40 seconds

Command:          cardd
Path:             /Library/Example/cardd
Identifier:       com.example.cardd
Version:          3.1 (77)
Parent:           launchd [1]
PID:              310

Event:            service process watchdog
Duration:         10.00s
Steps:            1000 (10ms sampling interval)

Hardware model:   Mac16,5
Active cpus:      16
Time Awake Since Boot: 75000s

Process:          loginwindow [123] [unique pid 123]
Path:             /System/Library/CoreServices/loginwindow.app/Contents/MacOS/loginwindow
Footprint:        31.2 MB
Num samples:      1000 (1-1000)

  Thread 0x101    DispatchQueue "com.apple.main-thread"(1)    1000 samples (1-1000)    priority 31 (base 31)
  1000  start + 2236 (dyld + 25120) [0x19d185660] 1-1000

Process:          cardd [310] [unique pid 4310]
UUID:             00000000-0000-4000-8000-0000000000A1
Path:             /Library/Example/cardd
Footprint:        11.45 MB -> 12.50 MB (+1075 KB)
CPU Time:         0.012s (12.0M cycles, 9.8M instructions, 1.22c/i)
Num samples:      1000 (1-1000)
Note:             1 idle work queue thread omitted

  Thread 0x16050    DispatchQueue "com.apple.main-thread"(1)    1000 samples (1-1000)    priority 31 (base 31)    cpu time 0.002s
  <thread QoS default (requested default), process unclamped, IO tier 0>
  1000  start + 2236 (dyld + 25120) [0x19d185660] 1-1000
    1000  main + 120 (main.swift:14 in cardd + 20600) [0x104c2d078] 1-1000
      1000  CardStore.save() + 64 (CardStore.swift:88 in cardd + 24640) [0x104c2e040] 1-1000
        1000  ??? (<00000000-0000-4000-8000-0000000000A2> + 7355) [0x19d34ccbb] 1-1000
         *1000  psynch_mtxcontinue + 0 (com.apple.kec.pthread + 11285) [0xfffffe0008753c15] (blocked by turnstile waiting for cardd [310] thread 0x16061) 1-1000

  Thread 0x16061    Thread name "com.example.writer"    1000 samples (1-1000)    priority 4 (base 4)    cpu time 0.010s
  1000  thread_start + 8 (libsystem_pthread.dylib + 7420) [0x19d34ccfc] 1-1000
    700  CardWriter.run() + 212 (CardWriter.swift:31 in cardd + 28884) [0x104c2f0d4] 1-700
      700  fsync + 8 (libsystem_kernel.dylib + 12044) 