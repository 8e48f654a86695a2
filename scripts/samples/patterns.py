"""Complete reports for some patterns, and for near misses that need a complete report."""

from . import ips, designables, text
from .formats import DEVICE_FACTS, simulator_app
from .model import Crash, Image, Thread
from .designables import (AGENT, AGENT_FACTS, MAIN, OVERFLOW_HEAD, agent_images, breakpoint_code, device_images, elided, head,
                    overflow, show_cards, simulator_note, used_only, worker_threads)
from .stacks import F, PRODUCTS, app_main, idle_agent_threads, render_phase, serving


def agent_trap(serial, frames, asi, extra=()):
    """A Swift trap while the agent creates a view."""
    threads = [Thread(frames + render_phase() + serving(AGENT, True), queue=MAIN)] + idle_agent_threads(4)
    images = used_only(list(extra) + agent_images(designables.IOS17), threads, keep=("dyld_sim", "libsystem_sim_platform.dylib"))
    return breakpoint_code(Crash(
        images, threads, serial=serial, cache_base=0x1803B8000, low_base=0x104A00000, exception_type="EXC_BREAKPOINT",
        signal="SIGTRAP", termination=("SIGNAL", 5, "Trace/BPT trap: 5", None), asi=asi + (simulator_note(),), **AGENT_FACTS))


def init_frame():
    frames = [F("libswiftCore.dylib", "_assertionFailure(_:_:file:line:flags:)", 176),
              F("libswiftCore.dylib", "_swift_stdlib_reportUnimplementedInitializer", 116),
              F("MyApp", "DialView.init(frame:)", 88, "DialView.swift", 22),
              F("MyApp", "@objc DialView.init(frame:)", 28, "<compiler-generated>", 0)]
    message = "MyApp/DialView.swift:22: Fatal error: Use of unimplemented initializer 'init(frame:)' for class 'MyApp.DialView'\n"
    return agent_trap(241, frames, (("libswiftCore.dylib", message),))


def resource():
    """A library searches for a color table in the main bundle, which in the agent is that of Xcode."""
    library = Image("PaletteKit", PRODUCTS + "/PaletteKit.framework/PaletteKit", "com.example.PaletteKit", "1.3", "71", group="low",
                    size=0x38000)
    frames = [F("libswiftCore.dylib", "_assertionFailure(_:_:file:line:flags:)", 176),
              F("PaletteKit", "Palette.init(named:)", 296, "Palette.swift", 17),
              F("PaletteKit", "static Palette.standard.getter", 60, "Palette.swift", 8),
              F("MyApp", "CardView.init(frame:)", 124, "CardView.swift", 20)]
    message = "PaletteKit/Palette.swift:17: Fatal error: Unexpectedly found nil while unwrapping an Optional value\n"
    return agent_trap(242, frames, (("libswiftCore.dylib", message),), (library,))


def setter():
    """A cycle of one frame."""
    cycle = lambda: [F("MyApp", "-[CardView setTitle:]", 44, "CardView.m", 19)]
    frames, whole, recursion = elided(head(OVERFLOW_HEAD[:2]), cycle, show_cards() + app_main(), 21406)
    threads = [Thread(frames, queue=MAIN, original_length=whole, recursion=recursion)] + worker_threads(2)
    return Crash(used_only(device_images(), threads), threads, serial=243, cache_base=0x18E2A4000, low_base=0x1047A8000,
                 **overflow(0x16B4DBFE0, device=True), **DEVICE_FACTS)


def healthy_pass():
    """A Swift trap in init(coder:): one pass of nib loading, and a region table with an innocent STACK GUARD row."""
    crash = simulator_app()
    frames = [F("libswiftCore.dylib", "_assertionFailure(_:_:file:line:flags:)", 176),
              F("MyApp", "AvatarView.init(coder:)", 312, "AvatarView.swift", 31),
              F("UIKitCore", "-[UIClassSwapper initWithCoder:]", 2368),
              F("UIFoundation", "UINibDecoderDecodeObjectForValue", 688),
              F("UIKitCore", "-[UINib instantiateWithOwner:options:]", 1092),
              F("UIKitCore", "-[UIViewController loadView]", 128), F("UIKitCore", "-[UIViewController view]", 28)]
    frames += app_main()[:-1] + [F("dyld_sim", "start_sim", 20)]
    threads = [Thread(frames, queue=MAIN)] + worker_threads(2)
    images = [Image("MyApp", crash.path, "com.example.MyApp", "2.4", "412", group="low", size=0xE4000)]
    images += agent_images(designables.IOS17)[1:3] + agent_images(designables.IOS17)[4:]
    message = "MyApp/AvatarView.swift:31: Fatal error: Unexpectedly found nil while unwrapping an Optional value\n"
    return breakpoint_code(Crash(
        used_only(images, threads), threads, serial=244, path=crash.path, platform=7, parent="launchd_sim", parent_pid=3990,
        responsible="SimulatorTrampoline", responsible_pid=871, coalition=crash.coalition, cache_base=0x1803B8000,
        low_base=0x104A7C000, exception_type="EXC_BREAKPOINT", signal="SIGTRAP",
        termination=("SIGNAL", 5, "Trace/BPT trap: 5", None),
        asi=(("libswiftCore.dylib", message), simulator_note(device="iPhone 15"))))


def files():
    return {
        "patterns/ib-initframe-unimplemented/agent.ips": ips.report(init_frame()),
        "patterns/ib-overlays-mainbundle-resource/agent-nil-in-library.ips": ips.report(resource()),
        "patterns/objc-setter-recursion/app.ips": ips.report(setter()),
        "near-misses/nib-self-class-recursion/stack-guard-row.crash": text.mac(healthy_pass(), "v12"),
    }
