"""Descriptions of three failures of Interface Builder previews."""

from .model import Crash, Image, Thread, stable_uuid
from .stacks import (BUNDLE, F, OLD_PRODUCTS, OVERLAYS, abort_frames, app_main, below, dyld2_dlopen, dyld4_dlopen, host_images,
                     ib_images, idle_agent_threads, load_phase, nib_cycle, render_phase, serving, system_images,
                     thrown_from_nib)

MAIN = "com.apple.main-thread"
IOS14 = "/Library/Developer/CoreSimulator/Profiles/Runtimes/iOS 14.5.simruntime/Contents/Resources/RuntimeRoot"
IOS17 = ("/Library/Developer/CoreSimulator/Volumes/iOS_21E213/Library/Developer/CoreSimulator/Profiles/Runtimes/"
         "iOS 17.4.simruntime/Contents/Resources/RuntimeRoot")
IOS9 = ("/Applications/Xcode.app/Contents/Developer/Platforms/iPhoneSimulator.platform/Developer/SDKs/"
        "iPhoneSimulator.sdk")
AGENT = "IBDesignablesAgent-iOS"
DEVICE = stable_uuid("simulated device").upper()


def simulator_note(runtime="iOS 17.4 (21E213)", release="930.4", device="IBSimDeviceTypeiPad2x"):
    return ("libsystem_sim_platform.dylib", "CoreSimulator %s - Device: %s (%s) - Runtime: %s - DeviceType: %s"
            % (release, device, DEVICE, runtime, device))


AGENT_FACTS = dict(process=AGENT, path=OVERLAYS + "/" + AGENT, bundle_id=AGENT, bundle_info=False, version="17.0",
                   build="22505", parent="launchd_sim", parent_pid=3990, responsible="SimulatorTrampoline",
                   responsible_pid=871, platform=7, role="Unspecified",
                   coalition="com.apple.CoreSimulator.SimDevice." + DEVICE)


def agent_images(root, host=True, **more):
    return ib_images(AGENT, root, **more) + host_images() + system_images(root)


def font_stack(loader, modern):
    head = [F("CoreFoundation", "CFRelease.cold.2", 16), F("CoreFoundation", "CFRelease", 108)] if modern else [
        F("CoreFoundation", "CFRelease", 1207)]
    app = [F("MyApp", "RegisterBundledFonts", 388 if modern else 433, "FontLoading.m", 41)]
    return head + app + loader + load_phase() + serving(AGENT, modern)


def font_agent():
    """Simulator with dyld 2, Intel, macOS 12."""
    frames = font_stack(dyld2_dlopen(), False)
    return Crash(agent_images(IOS14), [Thread(frames, queue=MAIN)] + idle_agent_threads(), serial=101, arch="x86_64",
                 cpu="X86-64", cache_base=0x7FFF20248000, low_base=0x10A3C4000, os_version="12.6.3", os_build="21G419",
                 model="MacBookPro16,1", captured="2023-02-07 15:31:22", launched="2023-02-07 15:31:14", zone="+0100",
                 exception_type="EXC_BAD_INSTRUCTION", signal="SIGILL", codes=(1, 0),
                 termination=("SIGNAL", 4, "Illegal instruction: 4", None),
                 asi=(("CoreFoundation", "*** CFRelease() called with NULL ***"), ("dyld_sim", "dyld2 mode\n"),
                      simulator_note("iOS 14.5 (18E182)", "802.6.1")), **AGENT_FACTS)


def breakpoint_code(crash):
    """On arm64 the second code of a breakpoint is the program counter."""
    crash.codes = (1, crash.threads[crash.faulting].frames[0].address(crash))
    return crash


def font_agent_modern():
    frames = font_stack(dyld4_dlopen(), True)
    return breakpoint_code(Crash(
        agent_images(IOS17), [Thread(frames, queue=MAIN)] + idle_agent_threads(), serial=102, cache_base=0x1803B8000,
        low_base=0x1024D8000, exception_type="EXC_BREAKPOINT", signal="SIGTRAP", codes=(1, 0),
        termination=("SIGNAL", 5, "Trace/BPT trap: 5", None),
        asi=(("CoreFoundation", "*** CFRelease() called with NULL ***"), simulator_note()), **AGENT_FACTS))


def font_agent_classic():
    """Xcode 7 on OS X 10.11: text report, version 11, the agent still has its old name."""
    agent = "IBDesignablesAgentCocoaTouch"
    images = ib_images(agent, IOS9, version="9529", products=OLD_PRODUCTS) + host_images()
    images += system_images(IOS9, private_uikit=False, version="1.0", identified=True)
    frames = [F("CoreFoundation", "CFRelease", 1207), F("MyApp", "RegisterBundledFonts", 433, "FontLoading.m", 41)]
    frames += dyld2_dlopen() + load_phase() + serving(agent)
    return Crash(images, [Thread(frames, queue=MAIN)] + idle_agent_threads(4, old=True), serial=103, arch="x86_64", cpu="X86-64",
                 cache_base=0x10C61A000, low_base=0x103A0C000, os_name="Mac OS X", os_version="10.11.6", os_build="15G31",
                 model="MacBookPro11,2", process=agent, path=OVERLAYS + "/" + agent, bundle_id=agent,
                 version="1.0", build="9529", parent="Xcode", parent_pid=688, responsible="Xcode", responsible_pid=688,
                 captured="2016-06-14 11:05:36", launched="2016-06-14 11:05:30", exception_type="EXC_BREAKPOINT",
                 signal="SIGTRAP", codes=(2, 0), termination=None,
                 asi=(("CoreFoundation", "*** CFRelease() called with NULL ***"),
                      simulator_note("iOS 9.3 (13E230)", "209.19")))


GUARD = """0x%x is in 0x%x-0x%x;  bytes after start: %d  bytes before end: %d
      REGION TYPE                    START - END         [ VSIZE] PRT/MAX SHRMOD  REGION DETAIL
      MALLOC_NANO                 138000000-140000000    [128.0M] rw-/rwx SM=PRV  
      GAP OF 0x%x BYTES
--->  STACK GUARD                 %x-%x    [%6s] ---/rwx SM=NUL  stack guard for thread 0
      Stack                       %x-%x    [%6s] rw-/rwx SM=PRV  thread 0"""


def guard_region(address, device=False):
    """Returns the region text. The guard ends 32 bytes above the fault; it has 56 MB on macOS and one page on iOS, below 8 or
    1 MB of stack."""
    end = address + 0x20
    guard, guard_text, stack, stack_text = (
        (0x4000, "16K", 1008 * 1024, "1008K") if device else (0x3800000, "56.0M", 8176 * 1024, "8176K"))
    start = end - guard
    return GUARD % (address, start, end, address - start, end - address - 1, start - 0x140000000, start, end, guard_text,
                    end, end + stack, stack_text)


def elided(outer_head, cycle, outer_tail, depth):
    """Returns frames, original length and recursion entry; the system omits all but three rounds at each end.

    The first and last elided positions count in the original numbering, as VMUBacktrace does.
    """
    key = cycle()[0]
    hot = len(outer_head) + 2 * len(cycle()) + 1
    whole = len(outer_head) + depth * len(cycle()) + len(outer_tail)
    cold = hot + (depth - 6) * len(cycle()) - 1
    kept = outer_head + [frame for _ in range(6) for frame in cycle()] + outer_tail
    return kept, whole, (hot, cold, depth, key)


def overflow(address, device=False):
    return dict(exception_type="EXC_BAD_ACCESS", signal="SIGSEGV", codes=(2, address),
                subtype="KERN_PROTECTION_FAILURE at 0x%016x" % address,
                message="Thread stack size exceeded due to excessive recursion",
                termination=("SIGNAL", 11, "Segmentation fault: 11", None), region=guard_region(address, device))


OVERFLOW_HEAD = [("libsystem_malloc.dylib", "_malloc_zone_malloc_instrumented_or_legacy", 24),
                 ("libobjc.A.dylib", "class_createInstance", 76), ("CoreFoundation", "__NSDictionaryM_new", 44),
                 ("Foundation", "-[NSBundle pathForResource:ofType:inDirectory:]", 92),
                 ("UIKitCore", "-[NSBundle(UINSBundleAdditions) loadNibNamed:owner:options:]", 172)]


def head(rows):
    return [F(*row) for row in rows]


def recursion_agent():
    tail = [F("MyApp", "-[CardView initWithFrame:]", 140, "CardView.m", 22)] + render_phase() + serving(AGENT, True)
    frames, whole, recursion = elided(head(OVERFLOW_HEAD), nib_cycle, tail, 2611)
    thread = Thread(frames, queue=MAIN, original_length=whole, recursion=recursion)
    return Crash(agent_images(IOS17), [thread] + idle_agent_threads(5), serial=111, cache_base=0x1803B8000,
                 low_base=0x10301C000, captured="2024-04-18 11:02:45", launched="2024-04-18 11:02:39",
                 asi=(simulator_note(),), **overflow(0x16E8DBFE0), **AGENT_FACTS)


def device_images(extra=()):
    out = [Image("MyApp", BUNDLE + "/MyApp.app/MyApp", group="low", size=0x1D4000)]
    out += list(extra)
    out += [Image("dyld", "/usr/lib/dyld", size=0x8C000)]
    out += [i for i in system_images("") if not i.name.startswith("libsystem_sim")]
    out += [Image("libsystem_kernel.dylib", "/usr/lib/system/libsystem_kernel.dylib", size=0x3C000),
            Image("libsystem_pthread.dylib", "/usr/lib/system/libsystem_pthread.dylib", size=0x10000),
            Image("libsystem_platform.dylib", "/usr/lib/system/libsystem_platform.dylib", size=0xC000)]
    return out


def used_only(images, threads, last=(), keep=("dyld",)):
    """Newer systems list only the images that occur in frames."""
    names = {f.image for t in threads for f in t.frames} | {f.image for f in last or []} | set(keep)
    return [i for i in images if i.name in names]


DEVICE_FACTS = dict(process="MyApp", path=BUNDLE + "/MyApp.app/MyApp", platform=2, os_name="iPhone OS", os_version="17.4.1",
                    os_build="21E237", embedded=True, model="iPhone14,5", role="Foreground", coalition="com.example.MyApp",
                    baseband="4.20.03", store_info={"deviceIdentifierForVendor": "00000000-0000-4000-8000-00000000000B",
                                                    "thirdParty": True})


def worker_threads(count=4):
    out = []
    for index in range(count):
        out.append(Thread([F("libsystem_pthread.dylib", "start_wqthread", 0)]))
    out.append(Thread([F("libsystem_kernel.dylib", "mach_msg2_trap", 8), F("libsystem_kernel.dylib", "mach_msg2_internal", 76),
                       F("libsystem_kernel.dylib", "mach_msg_overwrite", 440), F("libsystem_kernel.dylib", "mach_msg", 24),
                       F("CoreFoundation", "__CFRunLoopServiceMachPort", 156), F("CoreFoundation", "__CFRunLoopRun", 1168),
                       F("CoreFoundation", "CFRunLoopRunSpecific", 572),
                       F("Foundation", "-[NSRunLoop(NSRunLoop) runMode:beforeDate:]", 208),
                       F("UIKitCore", "-[UIEventFetcher threadMain]", 404), F("Foundation", "__NSThread__start__", 720),
                       F("libsystem_pthread.dylib", "_pthread_start", 104), F("libsystem_pthread.dylib", "thread_start", 8)],
                      name="com.apple.uikit.eventfetch-thread"))
    return out


def show_cards():
    """Frames of the app that shows the first card."""
    return [F("MyApp", "-[CardListViewController showFirstCard]", 96, "CardListViewController.m", 58),
            F("MyApp", "-[CardListViewController viewDidLoad]", 132, "CardListViewController.m", 33),
            F("UIKitCore", "-[UIViewController _sendViewDidLoadWithAppearanceProxyObjectTaggingEnabled]", 80),
            F("UIKitCore", "-[UIViewController loadViewIfRequired]", 916),
            F("UIKitCore", "-[UIViewController view]", 28)]


def recursion_app():
    tail = [F("MyApp", "-[CardView initWithFrame:]", 140, "CardView.m", 22)] + show_cards() + app_main()
    frames, whole, recursion = elided(head(OVERFLOW_HEAD), nib_cycle, tail, 311)
    threads = [Thread(frames, queue=MAIN, original_length=whole, recursion=recursion)] + worker_threads()
    facts = overflow(0x16B4DBFE0, device=True)
    return Crash(used_only(device_images(), threads), threads, serial=112, cache_base=0x18E2A4000, low_base=0x1047A8000,
                 captured="2024-04-19 09:12:03", launched="2024-04-19 09:12:01", **facts, **DEVICE_FACTS)


def recursion_agent_classic():
    """macOS 10.13 text: the report contains 511 frames and no more."""
    address = 0x7FFEE3A7FFF8
    region = "\n".join([
        "    MALLOC_SMALL           00007fc2e3800000-00007fc2e4000000 [ 8192K] rw-/rwx SM=PRV  ",
        "--> STACK GUARD            00007ffee0280000-00007ffee3a80000 [ 56.0M] ---/rwx SM=NUL  stack guard for thread 0",
        "    Stack                  00007ffee3a80000-00007ffee4280000 [ 8192K] rw-/rwx SM=COW  thread 0"])
    root = IOS14.replace("14.5", "12.1")
    frames = head(OVERFLOW_HEAD[1:])
    while len(frames) < 511:
        frames += nib_cycle()
    facts = overflow(address)
    facts.update(region=region, message=None)
    images = ib_images(AGENT, root, version="14490", products=OLD_PRODUCTS) + host_images()
    images += system_images(root, version="1.0", identified=True)
    return Crash(images, [Thread(frames[:511], queue=MAIN)] + idle_agent_threads(4), serial=113, arch="x86_64", cpu="X86-64",
                 cache_base=0x10D7A2000, low_base=0x10409E000, os_name="Mac OS X", os_version="10.14.6", os_build="18G95",
                 model="MacBookPro14,2", captured="2019-03-05 16:40:18", launched="2019-03-05 16:40:11", zone="+0100",
                 asi=(simulator_note("iOS 12.1 (16B91)", "587.35"),), **facts,
                 **{**AGENT_FACTS, "responsible": AGENT, "responsible_pid": 4211, "build": "14490"})


def missing_nib_reason(where=OVERLAYS, name="CardView"):
    return ("*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: "
            "'Could not load NIB in bundle: 'NSBundle <%s> (loaded)' with name '%s''" % (where, name))


def nib_stack():
    """Frames from the app's own code down to the agent's main."""
    return [F("MyApp", "-[CardView loadContent]", 108, "CardView.m", 47), F("MyApp", "-[CardView initWithFrame:]", 92, "CardView.m", 24)
            ] + render_phase() + serving(AGENT, True)


def overlays_agent():
    return Crash(agent_images(IOS17), [Thread(abort_frames() + below(serving(AGENT, True)), queue=MAIN)] + idle_agent_threads(5),
                 serial=121, cache_base=0x1803B8000, low_base=0x10466C000, captured="2024-04-18 12:20:09",
                 launched="2024-04-18 12:20:01", exception_type="EXC_CRASH", signal="SIGABRT", codes=(0, 0),
                 termination=("SIGNAL", 6, "Abort trap: 6", AGENT), last_exception=thrown_from_nib() + nib_stack(),
                 asi=(("CoreFoundation", missing_nib_reason()),
                      ("libc++abi.dylib", "terminating due to uncaught exception of type NSException"),
                      ("libsystem_c.dylib", "abort() called"), simulator_note()), **AGENT_FACTS)


def overlays_agent_text():
    """The same failure as a text report, Xcode 10 on macOS 10.14."""
    root = IOS14.replace("14.5", "12.1")
    images = ib_images(AGENT, root, version="14490", products=OLD_PRODUCTS) + host_images()
    images += system_images(root, version="1.0", identified=True)
    last = thrown_from_nib()
    last += [F("MyApp", "-[CardView loadContent]", 108, "CardView.m", 47), F("MyApp", "-[CardView initWithFrame:]", 92, "CardView.m", 24)]
    last += render_phase() + serving(AGENT)
    return Crash(images, [Thread(abort_frames() + below(serving(AGENT)), queue=MAIN)] + idle_agent_threads(4), serial=122,
                 arch="x86_64", cpu="X86-64", cache_base=0x10D7A2000, low_base=0x10409E000, os_name="Mac OS X",
                 os_version="10.14.6", os_build="18G95", model="MacBookPro14,2", captured="2019-03-05 17:02:51",
                 launched="2019-03-05 17:02:44", zone="+0100", exception_type="EXC_CRASH", signal="SIGABRT", codes=(0, 0),
                 termination=("SIGNAL", 6, "Abort trap: 6", AGENT), last_exception=last,
                 asi=(("CoreFoundation", missing_nib_reason()),
                      ("libc++abi.dylib", "terminating with uncaught exception of type NSException"),
                      ("libsystem_c.dylib", "abort() called"), simulator_note("iOS 12.1 (16B91)", "587.35")),
                 **{**AGENT_FACTS, "responsible": AGENT, "responsible_pid": 4211, "build": "14490"})
