"""Complete reports of general failures of an app, one failure pattern each."""

from . import ips, text
from .designables import DEVICE_FACTS, MAIN, breakpoint_code, device_images, elided, overflow, used_only, worker_threads
from .formats import access, mac_images, mac_main, mac_workers
from .model import Crash, Image, Thread, stable_uuid
from .stacks import F, abort_frames, app_main

MAC = dict(path="/Applications/MyApp.app/Contents/MacOS/MyApp", coalition="com.example.MyApp", responsible="MyApp",
           responsible_pid=4211, cache_base=0x19A1F4000, low_base=0x104C28000)
KILLED = dict(exception_type="EXC_CRASH", signal="SIGKILL", codes=(0, 0))
TRAP = dict(exception_type="EXC_BREAKPOINT", signal="SIGTRAP", termination=("SIGNAL", 5, "Trace/BPT trap: 5", None))
ABORT = dict(exception_type="EXC_CRASH", signal="SIGABRT", codes=(0, 0), termination=("SIGNAL", 6, "Abort trap: 6", "MyApp"))
UNCAUGHT = (("libc++abi.dylib", "terminating due to uncaught exception of type NSException"),
            ("libsystem_c.dylib", "abort() called"))


def device(serial, frames, extra=(), workers=1, last=None, **facts):
    """An iPhone app; the main thread crashed."""
    threads = frames if isinstance(frames[0], Thread) else [Thread(frames, queue=MAIN)]
    threads = threads + worker_threads(workers)
    return Crash(used_only(device_images(extra), threads, last), threads, serial=serial, cache_base=0x18E2A4000,
                 low_base=0x1007C4000 + serial * 0x4000, last_exception=last, **{**DEVICE_FACTS, **facts})


def mac(serial, frames, extra=(), workers=True, last=None, **facts):
    threads = frames if isinstance(frames[0], Thread) else [Thread(frames, queue=MAIN)]
    threads = threads + (mac_workers() if workers else [])
    return Crash(used_only(mac_images() + list(extra), threads, last, keep=("dyld", "MyApp")), threads, serial=serial,
                 last_exception=last, **{**MAC, **facts})


def idle_main():
    """The main thread of an app that waits for events."""
    kernel = "libsystem_kernel.dylib"
    return [F(kernel, "mach_msg2_trap", 8), F(kernel, "mach_msg2_internal", 76), F(kernel, "mach_msg_overwrite", 440),
            F(kernel, "mach_msg", 24), F("CoreFoundation", "__CFRunLoopServiceMachPort", 156)] + app_main()[3:]


def watchdog():
    """Busy, not waiting: the limit of CPU time is exceeded while a scene changes."""
    frames = [F("MyApp", "-[CardIndex compare:with:]", 76, "CardIndex.m", 88), F("MyApp", "-[CardIndex sortAll]", 212, "CardIndex.m", 51),
              F("MyApp", "-[SceneDelegate sceneDidEnterBackground:]", 88, "SceneDelegate.m", 37),
              F("UIKitCore", "-[UIScene _emitSceneSettingsUpdateResponseForCompletion:afterSceneUpdateWork:]", 512)] + app_main()
    lines = ["<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: "
             "application<com.example.MyApp>:4211 exhausted CPU time allowance of 3.00 seconds",
             "ProcessVisibility: Background", "ProcessState: Running", "WatchdogEvent: scene-update",
             "WatchdogVisibility: Background", "WatchdogCPUStatistics: (",
             "\"Elapsed total CPU time (seconds): 6.110 (user 5.840, system 0.270), 38% CPU\",",
             "\"Elapsed application CPU time (seconds): 3.012, 19% CPU\"",
             ") reportType:CrashLog maxTerminationResistance:Interactive>"]
    return device(301, frames, termination=("FRONTBOARD", 2343432205, None, None), termination_reasons=lines, role="Background",
                  **KILLED)


def file_lock():
    lines = ["<RBSTerminateContext| domain:15 code:0xDEAD10CC explanation:[application<com.example.MyApp>:4211] was suspended "
             "with locked system files:",
             "/private/var/mobile/Containers/Shared/AppGroup/00000000-0000-4000-8000-00000000000D/cards.sqlite",
             "not in allowed directories:", "/private/var/mobile/Containers/Data/Application/00000000-0000-4000-8000-00000000000E",
             "ProcessVisibility: Unknown", "ProcessState: Running",
             "reportType:CrashLog maxTerminationResistance:Interactive>"]
    return device(302, idle_main(), termination=("RUNNINGBOARD", 3735883980, None, None), termination_reasons=lines,
                  role="Background", **KILLED)


def codesign_device():
    """A page of the app's own code no longer matches its signature."""
    crash = device(303, [F("MyApp", "-[CardEngine start]", 0), F("MyApp", "-[AppDelegate application:didFinishLaunchingWithOptions:]",
                                                                  168, "AppDelegate.m", 22)] + app_main(),
                   exception_type="EXC_BAD_ACCESS", signal="SIGKILL - CODESIGNING",
                   termination=("CODESIGNING", 2, "Invalid Page", None))
    address = crash.threads[0].frames[0].address(crash)
    crash.codes, crash.subtype = (0x32, address), "UNKNOWN_0x32 at 0x%016x" % address
    return crash


def codesign_mac():
    """Rejected at launch: only the loader's first instruction has run."""
    return mac(304, [F("dyld", "_dyld_start", 0)], workers=False, exception_type="EXC_CRASH",
               signal="SIGKILL (Code Signature Invalid)", codes=(0, 0),
               termination=("CODESIGNING", 1, "Taskgated Invalid Signature", None))


def null_member():
    return device(305, [F("MyApp", "deck_count", 8, "deck.c", 12), F("MyApp", "deck_shuffle", 40, "deck.c", 63),
                        F("MyApp", "-[CardListViewController shuffle:]", 96, "CardListViewController.m", 120),
                        F("UIKitCore", "-[UIApplication sendAction:to:from:forEvent:]", 100),
                        F("UIKitCore", "-[UIControl sendAction:to:forEvent:]", 112)] + app_main(), **access(0x28))


def freed_object():
    return device(306, [F("libobjc.A.dylib", "objc_msgSend", 32),
                        F("MyApp", "-[CardListViewController showSelectedCard]", 132, "CardListViewController.m", 77),
                        F("MyApp", "-[CardListViewController tableView:didSelectRowAtIndexPath:]", 72, "CardListViewController.m", 64),
                        F("UIKitCore", "-[UITableView _selectRowAtIndexPath:animated:scrollPosition:notifyDelegate:]", 1412)]
                  + app_main(), **access(0x00000009B0C4E8D0))


def freed_in_pool():
    """Over-release: the crash occurs later, when the autorelease pool is drained."""
    return mac(307, [F("libobjc.A.dylib", "objc_release", 16), F("libobjc.A.dylib", "AutoreleasePoolPage::releaseUntil(objc_object**)", 204),
                     F("libobjc.A.dylib", "objc_autoreleasePoolPop", 244), F("CoreFoundation", "_CFAutoreleasePoolPop", 32),
                     F("Foundation", "-[NSAutoreleasePool drain]", 136), F("AppKit", "-[NSApplication run]", 520),
                     F("AppKit", "NSApplicationMain", 880), F("MyApp", "main", 24, "main.m", 4), F("dyld", "start", 2236)],
               **access(0x000000053F1D6A20))


def layout_cycle():
    return [F("UIKitCore", "-[UIView layoutMarginsDidChange]", 28), F("UIKitCore", "-[UIView _updateInferredLayoutMargins]", 1296),
            F("UIKitCore", "-[UIView setLayoutMargins:]", 200),
            F("MyApp", "-[CardView layoutMarginsDidChange]", 88, "CardView.m", 44)]


def layout_loop():
    tail = [F("UIKitCore", "-[UIView(Geometry) setFrame:]", 468),
            F("MyApp", "-[CardListViewController viewDidLayoutSubviews]", 120, "CardListViewController.m", 49),
            F("UIKitCore", "-[UIView(CALayerDelegate) layoutSublayersOfLayer:]", 2528),
            F("QuartzCore", "CA::Layer::layout_if_needed(CA::Transaction*)", 500)] + app_main()[3:]
    frames, whole, recursion = elided([F("UIKitCore", "-[UIView traitCollection]", 40)], layout_cycle, tail, 2218)
    return device(308, [Thread(frames, queue=MAIN, original_length=whole, recursion=recursion)],
                  **overflow(0x16B4DBFE0, device=True))


def tree_cycle():
    return [F("MyApp", "CardNode.depth.getter", 60, "CardNode.swift", 14),
            F("MyApp", "closure #1 in CardNode.depth.getter", 36, "CardNode.swift", 14),
            F("libswiftCore.dylib", "Sequence.map<A>(_:)", 432)]


def tree_walk():
    """A card that is its own grandchild: infinite recursion in the traversal of the tree."""
    tail = [F("MyApp", "CardOutline.update()", 88, "CardOutline.swift", 27)] + mac_main()
    frames, whole, recursion = elided([F("libswiftCore.dylib", "swift_allocObject", 72)], tree_cycle, tail, 26104)
    return mac(309, [Thread(frames, queue=MAIN, original_length=whole, recursion=recursion)], **overflow(0x16B0C3FE0))


def library_missing():
    """Framework not embedded: the loader finds no file in any of its search paths."""
    app = MAC["path"]
    where = "/Applications/MyApp.app/Contents/Frameworks/CardKit.framework/Versions/A/CardKit"
    return loader_halt(310, 1, "Library missing", [
        "Library not loaded: @rpath/CardKit.framework/Versions/A/CardKit",
        "Referenced from: <%s> %s" % (stable_uuid("image", "MyApp", "2.4", "arm64").upper(), app),
        "Reason: tried: '%s' (no such file), '/System/Volumes/Preboot/Cryptexes/OS%s' (no such file), "
        "'/usr/lib/swift/CardKit.framework/Versions/A/CardKit' (no such file, not in dyld cache)" % (where, where)])


def other_team():
    """The framework is at the expected path, but signed with another certificate."""
    where = "/Applications/MyApp.app/Contents/Frameworks/CardKit.framework/Versions/A/CardKit"
    return loader_halt(311, 1, "Library missing", [
        "Library not loaded: @rpath/CardKit.framework/Versions/A/CardKit",
        "Referenced from: <%s> %s" % (stable_uuid("image", "MyApp", "2.4", "arm64").upper(), MAC["path"]),
        "Reason: tried: '%s' (code signature in <%s> '%s' not valid for use in process: mapping process and mapped file "
        "(non-platform) have different Team IDs)" % (where, stable_uuid("CardKit").upper(), where)])


def symbol_missing():
    """The framework in the bundle is older than the one the app was built with."""
    return loader_halt(312, 4, "Symbol missing", [
        "Symbol not found: _OBJC_CLASS_$_CKCardPrinter",
        "Referenced from: <%s> %s" % (stable_uuid("image", "MyApp", "2.4", "arm64").upper(), MAC["path"]),
        "Expected in:     <%s> /Applications/MyApp.app/Contents/Frameworks/CardKit.framework/Versions/A/CardKit"
        % stable_uuid("CardKit").upper()])


def loader_halt(serial, code, indicator, reasons):
    frames = [F("dyld", "__abort_with_payload", 8), F("dyld", "abort_with_payload_wrapper_internal", 104),
              F("dyld", "abort_with_payload", 16), F("dyld", "dyld4::halt(char const*, dyld4::StructuredError const*)", 304),
              F("dyld", "dyld4::prepare(dyld4::APIs&, dyld3::MachOAnalyzer const*)", 4008), F("dyld", "start", 1844)]
    return mac(serial, frames, workers=False, exception_type="EXC_CRASH", signal="SIGABRT", codes=(0, 0),
               termination=("DYLD", code, indicator, "MyApp"), termination_flags=518, termination_reasons=reasons,
               termination_details=["(terminated at launch; ignore backtrace)"])


def privacy():
    """The privacy service calls back on another thread than the one of the request."""
    kernel, dispatch = "libsystem_kernel.dylib", "libdispatch.dylib"
    answer = [F(kernel, "__abort_with_payload", 8), F(kernel, "abort_with_payload_wrapper_internal", 104),
              F(kernel, "abort_with_payload", 16), F("TCC", "__TCC_CRASHING_DUE_TO_PRIVACY_VIOLATION__", 172),
              F("TCC", "__TCCAccessRequest_block_invoke_2", 600), F("TCC", "__CRGetBlock_block_invoke", 32),
              F("libxpc.dylib", "_xpc_connection_reply_callout", 124), F("libxpc.dylib", "_xpc_connection_call_reply_async", 88),
              F(dispatch, "_dispatch_client_callout3", 20), F(dispatch, "_dispatch_mach_msg_async_reply_invoke", 344),
              F(dispatch, "_dispatch_root_queue_drain_deferred_item", 336), F(dispatch, "_dispatch_kevent_worker_thread", 500),
              F("libsystem_pthread.dylib", "_pthread_wqthread", 344), F("libsystem_pthread.dylib", "start_wqthread", 8)]
    words = ("This app has crashed because it attempted to access privacy-sensitive data without a usage description.  The "
             "app's Info.plist must contain an NSCameraUsageDescription key with a string value explaining to the user how the "
             "app uses this data.")
    return device(313, [Thread(idle_main(), queue=MAIN), Thread(answer, queue="com.apple.root.default-qos")], faulting=1,
                  exception_type="EXC_CRASH", signal="SIGABRT", codes=(0, 0), termination=("TCC", 0, None, None),
                  termination_details=[words])


def swift_index():
    """An optimized build: the failed check has no message, only the name of an inlined function."""
    at = 0x2F3A8
    frames = [F("MyApp", "Swift runtime failure: Index out of range", 0, "<compiler-generated>", 0, inline=True, at=at),
              F("MyApp", "subscript.getter", 0, "<compiler-generated>", 0, inline=True, at=at),
              F("MyApp", "CardDeck.card(at:)", 0, "CardDeck.swift", 41, inline=True, at=at),
              F("MyApp", "CardListViewController.collectionView(_:didSelectItemAt:)", 248, "CardListViewController.swift", 66, at=at),
              F("MyApp", "@objc CardListViewController.collectionView(_:didSelectItemAt:)", 124, "<compiler-generated>", 0),
              F("UIKitCore", "-[UICollectionView _selectItemAtIndexPath:animated:scrollPosition:notifyDelegate:deselectPrevious:"
                "performCustomSelectionAction:]", 1068)] + app_main()
    return breakpoint_code(device(314, frames, **TRAP))


def selector():
    """Objective-C: a number instead of the expected string."""
    reason = ("*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '-[__NSCFNumber length]: "
              "unrecognized selector sent to instance 0x8a3f5d1c20b7e412'")
    last = [F("CoreFoundation", "__exceptionPreprocess", 164), F("libobjc.A.dylib", "objc_exception_throw", 60),
            F("CoreFoundation", "-[NSObject(NSObject) doesNotRecognizeSelector:]", 364), F("CoreFoundation", "___forwarding___", 1492),
            F("CoreFoundation", "_CF_forwarding_prep_0", 96), F("MyApp", "-[CardCell setTitle:]", 56, "CardCell.m", 31),
            F("MyApp", "-[CardListViewController tableView:cellForRowAtIndexPath:]", 188, "CardListViewController.m", 82),
            F("UIKitCore", "-[UITableView _createPreparedCellForGlobalRow:withIndexPath:willDisplay:]", 688)] + app_main()
    return device(315, abort_frames() + app_main()[3:], last=last, asi=(("CoreFoundation", reason),) + UNCAUGHT, **ABORT)


def uncaught_mac():
    """AppKit terminates the process because of an exception; its reason is not recorded."""
    frames = [F("AppKit", "-[NSApplication _crashOnException:]", 240), F("AppKit", "-[NSApplication reportException:]", 700),
              F("AppKit", "-[NSApplication run]", 788), F("AppKit", "NSApplicationMain", 880), F("MyApp", "main", 24, "main.m", 4),
              F("dyld", "start", 2236)]
    last = [F("CoreFoundation", "__exceptionPreprocess", 176), F("libobjc.A.dylib", "objc_exception_throw", 60),
            F("CoreFoundation", "-[NSException raise]", 12), F("MyApp", "-[CardPrinter printCard:]", 144, "CardPrinter.m", 70),
            F("MyApp", "-[CardWindowController print:]", 60, "CardWindowController.m", 35)] + mac_main()
    return breakpoint_code(mac(316, frames, last=last, **TRAP))


def range_mac():
    """macOS 10.15: the exception's stack is in the section "Application Specific Backtrace"."""
    reason = ("*** Terminating app due to uncaught exception 'NSRangeException', reason: '*** -[__NSArrayM objectAtIndex:]: "
              "index 7 beyond bounds [0 .. 6]'")
    last = [F("CoreFoundation", "__exceptionPreprocess", 250), F("libobjc.A.dylib", "objc_exception_throw", 48),
            F("CoreFoundation", "_CFThrowFormattedException", 194), F("CoreFoundation", "-[__NSArrayM objectAtIndex:]", 185),
            F("MyApp", "-[CardListController tableView:objectValueForTableColumn:row:]", 92, "CardListController.m", 58),
            F("AppKit", "-[NSTableView preparedCellAtColumn:row:]", 154)] + mac_main("libdyld.dylib")
    crash = mac(317, abort_frames() + mac_main("libdyld.dylib")[3:], (Image("libc++abi.dylib", "/usr/lib/libc++abi.dylib", size=0x18000),),
                last=last, arch="x86_64", cpu="X86-64", os_name="Mac OS X", os_version="10.15.7", os_build="19H2026",
                model="MacBookPro14,2", captured="2021-05-11 09:20:44", launched="2021-05-11 09:20:15", cache_base=0x7FFF20248000,
                low_base=0x10A3C4000, asi=(("CoreFoundation", reason), UNCAUGHT[0], UNCAUGHT[1]), **ABORT)
    return text.mac(crash, "v12old")


def dispatch_sync():
    frames = [F("libdispatch.dylib", "__DISPATCH_WAIT_FOR_QUEUE__", 484), F("libdispatch.dylib", "_dispatch_sync_f_slow", 148),
              F("MyApp", "CardStore.save()", 180, "CardStore.swift", 90),
              F("MyApp", "closure #1 in CardStore.add(_:)", 64, "CardStore.swift", 72),
              F("libdispatch.dylib", "_dispatch_client_callout", 20), F("libdispatch.dylib", "_dispatch_lane_serial_drain", 672),
              F("libdispatch.dylib", "_dispatch_lane_invoke", 384), F("libdispatch.dylib", "_dispatch_workloop_worker_thread", 648),
              F("libsystem_pthread.dylib", "_pthread_wqthread", 288), F("libsystem_pthread.dylib", "start_wqthread", 8)]
    words = ("BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread\n"
             "Abort Cause 4211")
    return breakpoint_code(mac(318, [Thread(mac_main(), queue=MAIN), Thread(frames, queue="com.example.MyApp.store")], workers=False,
                               faulting=1, os_version="26.1", os_build="25B78", model="Mac16,1", captured="2025-11-05 10:42:07",
                               launched="2025-11-05 10:41:58", zone="+0100", asi=(("libdispatch.dylib", words),), **TRAP))


def files():
    both = lambda crash: text.translated_head() + text.mac(crash)
    p = "patterns/"
    return {
        p + "watchdog-8badf00d/app.ips": ips.report(watchdog()),
        p + "file-lock-dead10cc/app.crash": text.ios(file_lock()),
        p + "codesign-kill/app.crash": text.ios(codesign_device()),
        p + "codesign-kill/refused-at-launch.ips": ips.report(codesign_mac()),
        p + "memory-null-dereference/app.crash": text.ios(null_member()),
        p + "objc-overrelease/app.crash": text.ios(freed_object()),
        p + "objc-overrelease/pool.ips": ips.report(freed_in_pool()),
        p + "autolayout-feedback-loop/app.crash": text.ios(layout_loop()),
        p + "stack-overflow/app.ips": ips.report(tree_walk()),
        p + "dyld-library-missing/app.ips": ips.report(library_missing()),
        p + "dlopen-library-validation/other-team.txt": both(other_team()),
        p + "dyld-symbol-missing/app.txt": both(symbol_missing()),
        p + "tcc-missing-usage/app.ips": ips.report(privacy()),
        p + "swift-index-out-of-range/app.ips": ips.report(swift_index()),
        p + "unrecognized-selector/app.ips": ips.report(selector()),
        p + "nsexception-uncaught/app.ips": ips.report(uncaught_mac()),
        p + "nsexception-range/app.crash": range_mac(),
        p + "libdispatch-client-bug/app.txt": text.mac(dispatch_sync(), "mac26"),
    }
