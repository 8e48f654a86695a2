"""Small invented crashes for one report format each, and the writers for formats that only they use."""

import json

from . import ips, designables, text
from .model import Crash, Image, Thread
from .designables import DEVICE_FACTS, MAIN, device_images, simulator_note, used_only, worker_threads
from .stacks import F, abort_frames, app_main, host_images, system_images

APP = "/Applications/MyApp.app/Contents/MacOS/MyApp"
FRAMEWORKS = "/System/Library/Frameworks"


def mac_images(identified=True, app_group="low"):
    def framework(name, size=0x400000):
        return Image(name, "%s/%s.framework/Versions/A/%s" % (FRAMEWORKS, name, name), "com.apple." + name if identified else None,
                     "6.9" if identified else None, "2202.400" if identified else None, size=size)
    return [Image("MyApp", APP, "com.example.MyApp", "2.4", "412", group="low", size=0xE4000),
            Image("libswiftCore.dylib", "/usr/lib/swift/libswiftCore.dylib", size=0x560000),
            framework("AppKit", 0x1500000), framework("CoreFoundation"), framework("Foundation", 0xD00000),
            framework("HIToolbox"), Image("dyld", "/usr/lib/dyld", size=0x94000),
            Image("libobjc.A.dylib", "/usr/lib/libobjc.A.dylib", size=0x50000),
            Image("libdispatch.dylib", "/usr/lib/system/libdispatch.dylib", size=0x48000),
            Image("libdyld.dylib", "/usr/lib/system/libdyld.dylib", size=0x8000),
            Image("libsystem_c.dylib", "/usr/lib/system/libsystem_c.dylib", size=0x80000),
            Image("libsystem_kernel.dylib", "/usr/lib/system/libsystem_kernel.dylib", size=0x3C000),
            Image("libsystem_pthread.dylib", "/usr/lib/system/libsystem_pthread.dylib", size=0x10000)]


def mac_main(loader="dyld"):
    return [F("AppKit", "-[NSApplication(NSEventRouting) sendAction:to:from:]", 268), F("AppKit", "-[NSControl sendAction:to:]", 88),
            F("AppKit", "-[NSWindow(NSEventRouting) sendEvent:]", 288), F("AppKit", "-[NSApplication run]", 476),
            F("AppKit", "NSApplicationMain", 880), F("MyApp", "main", 24, "main.swift", 4), F(loader, "start", 2236)]


def mac_workers():
    kernel, pthread = "libsystem_kernel.dylib", "libsystem_pthread.dylib"
    events = [F(kernel, "mach_msg2_trap", 8), F(kernel, "mach_msg2_internal", 80), F(kernel, "mach_msg_overwrite", 476),
              F(kernel, "mach_msg", 24), F("CoreFoundation", "__CFRunLoopServiceMachPort", 160),
              F("CoreFoundation", "__CFRunLoopRun", 1208), F("CoreFoundation", "CFRunLoopRunSpecific", 608),
              F("AppKit", "_NSEventThread", 144), F(pthread, "_pthread_start", 136), F(pthread, "thread_start", 8)]
    return [Thread([F(pthread, "start_wqthread", 0)]), Thread(events, name="com.apple.NSEventThread"),
            Thread([F(pthread, "start_wqthread", 0)])]


NIL_TEXT = "MyApp/CardStore.swift:58: Fatal error: Unexpectedly found nil while unwrapping an Optional value\n"


def mac_nil(serial=201, **more):
    frames = [F("libswiftCore.dylib", "_assertionFailure(_:_:file:line:flags:)", 176),
              F("MyApp", "CardStore.card(at:)", 212, "CardStore.swift", 58),
              F("MyApp", "CardListController.openSelected(_:)", 148, "CardListController.swift", 91)] + mac_main()
    crash = Crash(mac_images(), [Thread(frames, queue=MAIN)] + mac_workers(), serial=serial, path=APP, parent="launchd",
                  coalition="com.example.MyApp", cache_base=0x19A1F4000, low_base=0x104C28000, exception_type="EXC_BREAKPOINT",
                  signal="SIGTRAP", termination=("SIGNAL", 5, "Trace/BPT trap: 5", None), responsible="MyApp",
                  responsible_pid=4211, asi=(("libswiftCore.dylib", NIL_TEXT),), **more)
    return designables.breakpoint_code(crash)


def ios_selector(serial=202, symbols=True, **more):
    reason = ("*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: "
              "'-[MyApp.CardCell setBadge:]: unrecognized selector sent to instance 0x104f0d2a0'")
    last = [F("CoreFoundation", "__exceptionPreprocess", 164), F("libobjc.A.dylib", "objc_exception_throw", 60),
            F("CoreFoundation", "-[NSObject(NSObject) doesNotRecognizeSelector:]", 364),
            F("UIKitCore", "-[UIResponder doesNotRecognizeSelector:]", 292), F("CoreFoundation", "___forwarding___", 1492),
            F("CoreFoundation", "_CF_forwarding_prep_0", 96),
            F("MyApp", "CardListViewController.tableView(_:cellForRowAt:)", 404, "CardListViewController.swift", 77)
            if symbols else F("MyApp", at=0x1F3C4),
            F("MyApp", "@objc CardListViewController.tableView(_:cellForRowAt:)", 124, "<compiler-generated>", 0)
            if symbols else F("MyApp", at=0x1F6A8),
            F("UIKitCore", "-[UITableView _createPreparedCellForGlobalRow:withIndexPath:willDisplay:]", 688)] + app_main()
    if not symbols:
        last[-2] = F("MyApp", at=0x5A10)
    threads = [Thread(abort_frames() + last[-6:], queue=MAIN)] + worker_threads()
    facts = dict(DEVICE_FACTS)
    facts.update(more)
    return Crash(used_only(device_images(), threads, last), threads, serial=serial, cache_base=0x18E2A4000, low_base=0x1007C4000,
                 exception_type="EXC_CRASH", signal="SIGABRT", codes=(0, 0),
                 termination=("SIGNAL", 6, "Abort trap: 6", "MyApp"), last_exception=last,
                 asi=(("CoreFoundation", reason), ("libc++abi.dylib", "terminating due to uncaught exception of type NSException"),
                      ("libsystem_c.dylib", "abort() called")) if facts["os_version"] > "15" else (), **facts)


def access(address=0x18):
    return dict(exception_type="EXC_BAD_ACCESS", signal="SIGSEGV", codes=(1, address),
                subtype="KERN_INVALID_ADDRESS at 0x%016x" % address, termination=("SIGNAL", 11, "Segmentation fault: 11", None))


NO_REGION = """0x%x is not in any region.  Bytes before following region: %d
      REGION TYPE                    START - END         [ VSIZE] PRT/MAX SHRMOD  REGION DETAIL
      UNUSED SPACE AT START
--->  
      __TEXT                      %x-%x    [  912K] r-x/r-x SM=COW  %s"""


def simulator_app():
    home = "/Users/user/Library/Developer/CoreSimulator/Devices/%s/data/Containers/Bundle/Application/%s/MyApp.app/MyApp" % (
        designables.DEVICE, "00000000-0000-4000-8000-00000000000C")
    frames = [F("MyApp", "-[CardLayout widthOfColumn:]", 44, "CardLayout.m", 63),
              F("MyApp", "-[CardLayout prepareLayout]", 180, "CardLayout.m", 39),
              F("UIKitCore", "-[UICollectionViewData _prepareToLoadData]", 116),
              F("UIKitCore", "-[UICollectionView layoutSubviews]", 204)] + app_main()
    frames[-1] = F("dyld_sim", "start_sim", 20)
    threads = [Thread(frames, queue=MAIN)] + worker_threads()
    images = [Image("MyApp", home, "com.example.MyApp", "2.4", "412", group="low", size=0xE4000),
              Image("dyld_sim", designables.IOS17 + "/usr/lib/dyld_sim", group="low", size=0x80000)] + host_images()
    images += system_images(designables.IOS17)
    crash = Crash(used_only(images, threads), threads, serial=203, path=home, platform=7, parent="launchd_sim", parent_pid=3990,
                  responsible="SimulatorTrampoline", responsible_pid=871, cache_base=0x1803B8000, low_base=0x104A7C000,
                  coalition="com.apple.CoreSimulator.SimDevice." + designables.DEVICE,
                  asi=(simulator_note(device="iPhone 15"),), **access())
    base = crash.image("MyApp").base
    crash.region = NO_REGION % (0x18, base - 0x18, base, base + 0xE4000, home)
    return crash


def rosetta():
    """An Intel program on Apple silicon: translated code is outside all images."""
    frames = [F("MyApp", "mix_columns", 88, "mixer.c", 212), F("MyApp", "-[Mixer render:]", 301, "Mixer.m", 40)]
    frames += [F(f.image, f.symbol, f.location, f.file, f.line) for f in mac_main()[2:]]
    images = [Image("runtime", "/usr/libexec/rosetta/runtime", group="low", size=0x34000)] + mac_images()
    images.append(Image("???", "", anonymous=True))
    extra = Thread([F("???", at=0x7FF8941B7A5C), F("runtime", at=0x4F20), F("runtime", at=0x61B8)],
                   name="com.apple.rosetta.exceptionserver")
    return Crash(images, [Thread(frames, queue=MAIN), extra] + mac_workers()[2:], serial=204, path=APP, arch="x86_64", cpu="X86-64",
                 translated=True, cache_base=0x7FF81A2C4000, low_base=0x1009F4000, coalition="com.example.MyApp",
                 responsible="MyApp", responsible_pid=4211, **access(0x40))


def watchdog(**more):
    frames = [F("libsystem_kernel.dylib", "__ulock_wait", 8), F("libdispatch.dylib", "_dlock_wait", 56),
              F("libdispatch.dylib", "_dispatch_group_wait_slow", 56), F("MyApp", at=0x2B4E0), F("MyApp", at=0x2A918),
              F("UIKitCore", "-[UIApplication _handleDelegateCallbacksWithOptions:isSuspended:restoreState:]", 320),
              F("UIKitCore", "-[UIApplication _callInitializationDelegatesWithActions:forCanvas:payload:fromOriginatingProcess:]", 2988),
              F("CoreFoundation", "__CFRunLoopRun", 824), F("CoreFoundation", "CFRunLoopRunSpecific", 572),
              F("GraphicsServices", "GSEventRunModal", 160), F("UIKitCore", "-[UIApplication _run]", 888),
              F("UIKitCore", "UIApplicationMain", 340), F("MyApp", at=0x5A10), F("dyld", "start", 2104)]
    threads = [Thread(frames, queue=MAIN)] + worker_threads()
    facts = {**DEVICE_FACTS, **more}
    lines = ["<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-create watchdog transgression: "
             "application<com.example.MyApp>:4211 exhausted real (wall clock) time allowance of 19.61 seconds",
             "ProcessVisibility: Foreground", "ProcessState: Running", "WatchdogEvent: scene-create",
             "WatchdogVisibility: Foreground", "WatchdogCPUStatistics: (",
             "\"Elapsed total CPU time (seconds): 22.480 (user 15.310, system 7.170), 19% CPU\",",
             "\"Elapsed application CPU time (seconds): 0.412, 0% CPU\"", ") reportType:CrashLog maxTerminationResistance:Interactive>"]
    return Crash(used_only(device_images(), threads), threads, serial=205, cache_base=0x18E2A4000, low_base=0x1022E8000,
                 exception_type="EXC_CRASH", signal="SIGKILL", codes=(0, 0), termination=("FRONTBOARD", 2343432205, None, None),
                 termination_reasons=lines, **facts)


def trailing(crash):
    return ips.report(crash) + ("\nModel: Mac14,7, BootROM 10151.101.3, proc 8:4:4 processors, 16 GB, SMC \n"
                                "Graphics: Apple M2, Apple M2, Built-In\nDisplay: Color LCD, 2560 x 1600 Retina, Main\n"
                                "USB Device: USB31Bus\nThunderbolt Bus: MacBook Pro, Apple Inc.\n")


def legacy_ips():
    """iOS 12: a JSON line, then the text report; without a message, as on devices of that time."""
    crash = ios_selector(206, symbols=False, os_version="12.4.1", os_build="16G102", model="iPhone8,1", store_info=None,
                         baseband="7.60.00", captured="2019-09-12 18:03:44", launched="2019-09-12 18:03:31")
    head = {"app_name": "MyApp", "timestamp": "2019-09-12 18:03:44.52 +0200", "app_version": "2.4",
            "slice_uuid": crash.image("MyApp").uuid, "adam_id": 0, "build_version": "412", "bundleID": "com.example.MyApp",
            "share_with_app_devs": False, "is_first_party": False, "bug_type": "109",
            "os_version": "iPhone OS 12.4.1 (16G102)", "incident_id": crash.incident, "name": "MyApp"}
    body = text.ios(crash).replace("Version:             2.4 (412)", "Version:             412 (2.4)")
    block = body[body.index("Last Exception Backtrace:"):body.index("Thread 0 name:")]
    addresses = " ".join("0x%x" % f.address(crash) for f in crash.last_exception)
    return json.dumps(head, separators=(",", ":")) + "\n" + body.replace(block, "Last Exception Backtrace:\n(%s)\n\n" % addresses)


def old_mac(version):
    """Report versions 6 (Mac OS X 10.6) and 10 (10.8)."""
    system = {"6": ("10.6.8", "10K549"), "10": ("10.8.5", "12F45")}[version]
    frames = [F("libobjc.A.dylib", "objc_msgSend", 29), F("MyApp", "-[CardStore cardNamed:]", 118),
              F("MyApp", "-[CardListController openSelected:]", 64), F("AppKit", "-[NSApplication sendAction:to:from:]", 63),
              F("AppKit", "-[NSControl sendAction:to:]", 91), F("AppKit", "-[NSWindow sendEvent:]", 5547),
              F("AppKit", "-[NSApplication run]", 395), F("AppKit", "NSApplicationMain", 364), F("MyApp", "main", 33),
              F("libdyld.dylib", "start", 52)]
    workers = [Thread([F("libsystem_kernel.dylib", "kevent", 10), F("libdispatch.dylib", "_dispatch_mgr_invoke", 154)],
                      queue="com.apple.libdispatch-manager")]
    crash = Crash([i for i in mac_images() if i.name not in ("dyld", "libswiftCore.dylib")],
                  [Thread(frames, queue=MAIN)] + workers, serial=207 + int(version), path=APP, arch="x86_64", cpu="X86-64",
                  os_name="Mac OS X", os_version=system[0], os_build=system[1], model="MacBookPro5,5",
                  cache_base=0x7FFF81A40000, low_base=0x100000000, parent="launchd", parent_pid=172,
                  captured="2012-02-14 09:31:05", launched="2012-02-14 09:30:12", zone="+0100",
                  asi=(("libobjc.A.dylib", "objc_msgSend() selector name: title"),), **access(0x00000004001A3C18))
    style = "v" + version
    report = text.mac(crash, style)
    at = report.index("Time Awake Since Boot")
    end = report.index("Crashed Thread:")
    middle = ("Interval Since Last Report:          4211 sec\nCrashes Since Last Report:           1\n"
              "Per-App Interval Since Last Report:  812 sec\nPer-App Crashes Since Last Report:   1\n"
              "Anonymous UUID:                      %s\n\n" % crash.reporter_key.upper())
    report = report[:at].replace("%-22s %s\n" % ("Anonymous UUID:", crash.reporter_key.upper()), "").rstrip("\n") + "\n\n" + middle + report[end:]
    if version == "6":
        report = report.replace("Thread 0 Crashed:: Dispatch", "Thread 0 Crashed:  Dispatch")
        report = report.replace("Thread 1:: Dispatch", "Thread 1:  Dispatch")
        report = report[:report.index("External Modification Summary:")].rstrip("\n") + "\n"
        report += "\nModel: MacBookPro5,5, BootROM MBP55.00AC.B03, 2 processors, Intel Core 2 Duo, 2.26 GHz, 4 GB, SMC 1.47f2\n"
    return report


def tiger():
    """PowerPC, Mac OS X 10.4: Command and PID instead of Process, images without identifier."""
    return """Host Name:      example-g5
Date/Time:      2006-05-11 14:20:33.218 +0200
OS Version:     10.4.6 (Build 8I127)
Report Version: 3

Command: MyApp
Path:    /Applications/MyApp.app/Contents/MacOS/MyApp
Parent:  WindowServer [61]

Version: 1.2 (34)

PID:    412
Thread: 0

Exception:  EXC_BAD_ACCESS (0x0001)
Codes:      KERN_INVALID_ADDRESS (0x0001) at 0x6d656e75

Thread 0 Crashed:
0   libobjc.A.dylib      	0x90a439c8 objc_msgSend + 0xc
1   com.example.MyApp    	0x00004b1c -[CardStore cardNamed:] + 0x9c
2   com.example.MyApp    	0x00003f70 -[CardListController openSelected:] + 0x54
3   com.apple.AppKit     	0x937af0a8 -[NSApplication sendAction:to:from:] + 0x6c
4   com.apple.AppKit     	0x93786010 -[NSApplication run] + 0x1f4
5   com.example.MyApp    	0x00002a34 main + 0x30
6   com.example.MyApp    	0x000027c8 _start + 0x158

Thread 1:
0   libSystem.B.dylib    	0x9000ab48 mach_msg_trap + 0x8
1   libSystem.B.dylib    	0x9000aa9c mach_msg + 0x3c

Thread 0 crashed with PPC Thread State 64:
  srr0: 0x0000000090a439c8 srr1: 0x000000000200f030                        vrsave: 0x0000000000000000
    cr: 0x24000224          xer: 0x0000000000000000   lr: 0x0000000000004b1c  ctr: 0x0000000090a439bc
    r0: 0x0000000000004b1c   r1: 0x00000000bffff0a0   r2: 0x0000000000000000   r3: 0x0000000000316420
    r4: 0x0000000090a9c2d8   r5: 0x000000000031f0b0   r6: 0x0000000000000001   r7: 0x0000000000000000

Binary Images Description:
    0x1000 -    0x9fff com.example.MyApp 1.2 (34)	/Applications/MyApp.app/Contents/MacOS/MyApp
0x8fe00000 - 0x8fe51fff dyld 44.4	/usr/lib/dyld
0x90000000 - 0x901bdfff libSystem.B.dylib 	/usr/lib/libSystem.B.dylib
0x90a3b000 - 0x90b00fff libobjc.A.dylib 	/usr/lib/libobjc.A.dylib
0x93761000 - 0x93d83fff com.apple.AppKit 6.4.7 (824.38)	/System/Library/Frameworks/AppKit.framework/Versions/C/AppKit

Model: PowerMac7,3, BootROM 5.1.8f7, 2 processors, PowerPC G5  (2.2), 2 GHz, 1 GB
"""


def plcrash():
    """PLCrashReporter's text for a simulator app: like Apple's version 104, with TODO and a signal in place of values."""
    crash = simulator_app()
    out = ["Incident Identifier: " + crash.incident, "CrashReporter Key:   TODO", "Hardware Model:      arm64",
           "Process:         MyApp [4211]", "Path:            " + crash.path, "Identifier:      com.example.MyApp",
           "Version:         2.4 (412)", "Code Type:       ARM-64", "Parent Process:  ??? [1]", "",
           "Date/Time:       2024-04-18 08:42:07 +0000", "OS Version:      Mac OS X 17.4 (23E224)", "Report Version:  104", "",
           "Exception Type:  SIGSEGV", "Exception Codes: SEGV_MAPERR at 0x18", "Crashed Thread:  0", ""]
    for index, thread in enumerate(crash.threads):
        out.append("Thread %d%s:" % (index, " Crashed" if index == 0 else ""))
        for number, frame in enumerate(thread.frames):
            image = crash.image(frame.image)
            place = "0x%x + %d" % (image.base, frame.offset) if frame.image == "MyApp" else "%s + %d" % (frame.symbol, frame.location)
            out.append("%-4d%-35s 0x%016x %s" % (number, frame.image, frame.address(crash), place))
        out.append("")
    out.append("Thread 0 crashed with ARM-64 Thread State:")
    registers = [row for row in crash.registers(0) if row[0] not in ("far", "esr")]
    for start in range(0, len(registers), 4):
        out.append(" " + " ".join("%5s: 0x%016x" % r for r in registers[start:start + 4]) + " ")
    out += ["", "Binary Images:"]
    for image in crash.images:
        out.append("%#18x - %#18x %s%s arm64  <%s> %s" % (
            image.base, image.base + image.size - 1, "+" if image.name == "MyApp" else " ", image.name,
            image.uuid.replace("-", ""), image.path))
    return "\n".join(out) + "\n"


def kscrash():
    """KSCrash adds its own diagnosis, JSON blocks, and the symbol in parentheses."""
    crash = ios_selector(208)
    report = text.ios(crash)
    lines = []
    for line in report.splitlines():
        lines.append(line)
        if line.startswith("Triggered by Thread"):
            lines[-1] = "Crashed Thread:  0"
    report = "\n".join(lines) + "\n"
    for frame in crash.last_exception + [f for t in crash.threads for f in t.frames]:
        if frame.symbol and frame.image == "MyApp":
            report = report.replace(text.target(crash, frame), "0x%x + %d (%s + %d)" % (
                crash.image("MyApp").base, frame.offset, frame.symbol, frame.location))
    # KSCrash writes the number of the build first.
    report = report.replace("%s (%s)" % (crash.version, crash.build), "%s (%s)" % (crash.build, crash.version), 1)
    extra = ("Extra Information:\n{\n    \"crashes_since_update\": 1,\n    \"last_screen\": \"CardList:\"\n}\n\n"
             "CrashDoctor Diagnosis: Application threw exception NSInvalidArgumentException: -[MyApp.CardCell setBadge:]: "
             "unrecognized selector sent to instance 0x104f0d2a0\n")
    return report.replace("\nEOF\n", "\n" + extra)


def umeng():
    crash = ios_selector(209)
    rows = ["Application received signal SIGABRT", "(null)", "(("]
    for number, frame in enumerate(crash.last_exception):
        name = "<redacted>" if number in (2, 4, 8) else frame.symbol
        rows.append("\t%-3d %-35s 0x%016x %s + %d" % (number, frame.image, frame.address(crash), name, frame.location))
    app = crash.image("MyApp")
    rows += [")", "", "dSYM UUID: " + app.uuid.upper(), "CPU Type: arm64", "Slide Address: 0x0000000100000000",
             "Binary Image: MyApp", "Base Address: 0x%016x" % app.base]
    return "\n".join(rows) + "\n"


def first_throw(crash, stamp="2024-04-18 10:42:07.412233+0200"):
    """The text in the debugger's console for an uncaught exception."""
    reason = next(t for i, t in crash.asi if i == "CoreFoundation")
    rows = ["%s MyApp[4211:904112] %s" % (stamp, reason), "*** First throw call stack:", "("]
    for number, frame in enumerate(crash.last_exception):
        rows.append("\t%-4d%-35s 0x%016x %s + %d" % (number, frame.image, frame.address(crash), frame.symbol, frame.location))
    return "\n".join(rows + [")", "libc++abi: terminating due to uncaught exception of type NSException"]) + "\n"


def address_list(crash):
    reason = next(t for i, t in crash.asi if i == "CoreFoundation")
    return "%s\n*** First throw call stack:\n(%s)\n" % (reason, " ".join("0x%x" % f.address(crash) for f in crash.last_exception))


def lldb(crash, stop):
    rows = ["(lldb) bt", "* thread #1, queue = 'com.apple.main-thread', stop reason = " + stop]
    for number, frame in enumerate(crash.threads[crash.faulting].frames):
        where = " at %s:%d:9" % (frame.file, frame.line) if frame.line else ""
        tail = where or " + %d" % frame.location
        rows.append("%sframe #%d: 0x%016x %s`%s%s" % (
            "  * " if number == 0 else "    ", number, frame.address(crash), frame.image, frame.symbol, tail))
    return "\n".join(rows) + "\n(lldb) \n"


def files():
    out = {}
    nil, selector, sim = mac_nil(), ios_selector(), simulator_app()
    i = "ips/"
    out[i + "macos-app.ips"] = ips.report(nil)
    out[i + "ios-app.ips"] = ips.report(selector)
    out[i + "ios-app-watchdog.ips"] = ips.report(watchdog())
    out[i + "simulator-app.ips"] = ips.report(sim)
    out[i + "headerless-body.ips"] = ips.body_text(nil)
    out[i + "header-alone.ips"] = ips.inline(ips.header(nil)) + "\n"
    out[i + "trailing-system-profile.ips"] = trailing(nil)
    out[i + "two-reports.ips"] = ips.report(nil) + ips.report(selector)
    out[i + "rosetta.ips"] = ips.report(rosetta())
    out[i + "cut-off.ips"] = ips.report(nil)[:9000]
    out["ips-text/ios12-legacy.ips"] = legacy_ips()
    a = "apple-text/"
    out[a + "ios-104.crash"] = text.ios(selector)
    out[a + "ios-104-watchdog.crash"] = text.ios(watchdog())
    out[a + "macos-version-6.crash"] = old_mac("6")
    out[a + "macos-version-10.crash"] = old_mac("10")
    out[a + "macos-version-12.crash"] = text.mac(mac_nil(218, os_name="macOS", os_version="11.6.8", os_build="20G730", model="MacBookAir10,1",
                                                       captured="2022-08-03 10:42:07", launched="2022-08-03 10:41:58"), "v12old")
    out[a + "macos-26.crash"] = text.mac(mac_nil(219, os_version="26.1", os_build="25B78", model="Mac16,1",
                                               captured="2025-11-05 10:42:07", launched="2025-11-05 10:41:58", zone="+0100"), "mac26")
    out[a + "powerpc-version-3.crash.log"] = tiger()
    t = "apple-text-translated/"
    out[t + "macos-app-both-halves.txt"] = text.translated_head() + text.mac(nil) + text.full_report_mark() + ips.report(nil)
    out[t + "macos-app-text-only.txt"] = text.translated_head() + text.mac(nil)
    out[t + "macos-26-both-halves.txt"] = (lambda c: text.translated_head() + text.mac(c, "mac26") + text.full_report_mark()
                                           + ips.report(c))(mac_nil(219, os_version="26.1", os_build="25B78", model="Mac16,1",
                                           captured="2025-11-05 10:42:07", launched="2025-11-05 10:41:58", zone="+0100"))
    p = "third-party-text/"
    out[p + "plcrashreporter.crash"] = plcrash()
    out[p + "kscrash.crash"] = kscrash()
    out[p + "umeng.txt"] = umeng()
    e = "excerpt/"
    lines = text.frame_lines(nil, nil.threads[0], "v12")
    out[e + "frames-only.txt"] = "\n".join(lines) + "\n"
    out[e + "markdown-quoted.md"] = "The Mac app quits when I open a card:\n\n" + "".join(
        "> " + line + "\n" for line in ["Application Specific Information:", NIL_TEXT.strip(), "",
                                        "Thread 0 Crashed::  Dispatch queue: com.apple.main-thread"] + lines)
    out[e + "html-escaped.txt"] = html_excerpt(selector)
    out[e + "first-throw-call-stack.txt"] = first_throw(selector)
    out[e + "address-list.txt"] = address_list(selector)
    out["lldb/breakpoint-in-swift-runtime.txt"] = lldb(
        nil, "Fatal error: Unexpectedly found nil while unwrapping an Optional value")
    out["lldb/bad-access.txt"] = lldb(sim, "EXC_BAD_ACCESS (code=1, address=0x18)")
    return out


def html_excerpt(crash):
    import html
    whole = text.ios(crash)
    part = whole[whole.index("Last Exception Backtrace:"):whole.index("Thread 1:")] + whole[whole.index("Binary Images:"):]
    return html.escape(part, quote=True)
