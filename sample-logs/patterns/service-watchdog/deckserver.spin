Date/Time:        2026-01-05 10:00:00.000 +0100
End time:         2026-01-05 10:00:05.510 +0100
OS Version:       macOS 26.3 (Build 25D125)
Architecture:     x86_64h
Report Version:   67
Incident Identifier: 00000000-0000-4000-8000-000000000e0a

Data Source:      Stackshots
Reason:           (1 monitored services unresponsive): checkin with service: deckserver returned not alive with context: unresponsive work processor(s): deckserver main thread  40 seconds since last successful checkin, 1 total successsful checkins since load (0 induced

Command:          deckserver
Path:             /Library/Example/deckserver
Parent:           launchd [1]
PID:              310

Event:            service process watchdog
Duration:         5.51s
Steps:            12

Hardware model:   MacBookPro16,3
Active cpus:      12
Time Awake Since Boot: 99s

Process:          deckserver [310]
UUID:             00000000-0000-4000-8000-0000000000B1
Footprint:        55.62 MB
Num samples:      12 (1-12)
CPU Time:         <0.001s

  Thread 0x3e2    12 samples (1-12)    priority 92 (base 79)    cpu time <0.001s
  12  start + 1 (libdyld.dylib + 109769) [0x7fff738dacc9] 1-12
    12  DeckServer.run() + 64 (deckserver + 24640) [0x103f02040] 1-12
      12  IOConnectCallMethod + 186 (IOKit + 13218) [0x7fff3c9d03a2] 1-12
        12  mach_msg_trap + 10 (libsystem_kernel.dylib + 3562) [0x7fff73a1bdea] 1-12
         *12  hndl_mach_scall64 + 22 (kernel + 795174) [0xffffff80002c2226] 1-12
           *12  is_io_connect_method + 547 (kernel + 8762611) [0xffffff8000a5b4f3] 1-12
             *12  IOAccel2DContext2::finish(unsigned int) + 147 (IOAcceleratorFamily2 + 11765) [0xffffff7f84f0cdf5] 1-12
               *12  AMDDeck_EventMachine::waitForStamp(int) + 360 (AMDRadeonDeck + 72748) [0xffffff7f852a8c2c] 1-12
                 *12  IOAccelEventMachine2::waitForStamp(int) + 264 (IOAcceleratorFamily2 + 74470) [0xffffff7f84f1c2e6] 1-12
                   *12  thread_block_reason + 175 (kernel + 1293359) [0xffffff800033bc2f] 1-12
