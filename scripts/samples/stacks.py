"""Images and stacks that several invented crashes use."""

from .model import Frame, Image, Thread

XCODE = "/Applications/Xcode.app/Contents/Developer"
OVERLAYS = XCODE + "/Platforms/iPhoneSimulator.platform/Developer/Library/Xcode/Overlays"
PRODUCTS = ("/Users/user/Library/Developer/Xcode/DerivedData/MyApp-made/Build/Intermediates.noindex/IBDesignables/"
            "Products/Debug-iphonesimulator")
OLD_PRODUCTS = ("/Users/user/Library/Developer/Xcode/DerivedData/MyApp-made/Build/Intermediates/IBDesignables/Products/"
                "Debug-iphonesimulator")
BUNDLE = "/private/var/containers/Bundle/Application/00000000-0000-4000-8000-00000000000A"

FRAMEWORKS = """Foundation UIKit QuartzCore CoreGraphics CoreText CoreImage CoreData CoreLocation CoreMedia CoreVideo
CoreTelephony CoreBluetooth CoreMotion CoreServices CoreSpotlight CFNetwork Security SystemConfiguration ImageIO IOSurface
Metal MetalKit MetalPerformanceShaders Accelerate AudioToolbox AVFoundation AVFAudio AddressBook Contacts EventKit
FileProvider GLKit GameController Intents JavaScriptCore LocalAuthentication MapKit MediaPlayer MessageUI MobileCoreServices
Network NetworkExtension OpenGLES PDFKit Photos PushKit QuickLook SceneKit SpriteKit StoreKit UserNotifications
UniformTypeIdentifiers VideoToolbox Vision WebKit CoreML Combine SwiftUI""".split()
PRIVATE = """UIKitCore UIFoundation GraphicsServices BackBoardServices FrontBoardServices BaseBoard BoardServices RunningBoardServices
AssertionServices CoreUI CoreSVG FontServices TextInput TextInputUI ProofReader DocumentManager PhysicsKit PrototypeTools
MobileIcons AccessibilityUtilities AXRuntime CoreAutoLayout ManagedConfiguration MobileKeyBag PersistentConnection
SpringBoardServices TCC UIAccessibility UserManagement WebCore XCTTargetBootstrap""".split()
LIBRARIES = """libobjc.A.dylib libc++.1.dylib libc++abi.dylib libsqlite3.dylib libxml2.2.dylib libz.1.dylib libicucore.A.dylib
libbsm.0.dylib libMobileGestalt.dylib libcompression.dylib liblangid.dylib libAccessibility.dylib libnetwork.dylib
libFontParser.dylib libswiftCore.dylib libswiftFoundation.dylib libswiftUIKit.dylib libswiftObjectiveC.dylib""".split()
SYSTEM = """libdispatch.dylib libdyld.dylib libsystem_c.dylib libsystem_malloc.dylib libsystem_blocks.dylib libsystem_info.dylib
libsystem_trace.dylib libsystem_notify.dylib libsystem_m.dylib libunwind.dylib libxpc.dylib libsystem_sim_kernel.dylib
libsystem_sim_platform.dylib libsystem_sim_pthread.dylib libcache.dylib libcommonCrypto.dylib libcorecrypto.dylib""".split()

BUNDLE_IDS = {"CoreFoundation": "com.apple.CoreFoundation", "Foundation": "com.apple.Foundation",
              "UIKitCore": "com.apple.UIKitCore", "UIKit": "com.apple.UIKit", "QuartzCore": "com.apple.QuartzCore",
              "CoreGraphics": "com.apple.CoreGraphics", "CoreText": "com.apple.CoreText",
              "GraphicsServices": "com.apple.GraphicsServices", "AppKit": "com.apple.AppKit",
              "HIToolbox": "com.apple.HIToolbox"}


def system_images(root, private_uikit=True, version="1.0", identified=False):
    """Returns the frameworks and libraries below one root: a simulator runtime, or a device."""
    def framework(name, folder):
        identifier = BUNDLE_IDS.get(name, "com.apple." + name) if identified else None
        size = {"UIKitCore": 0x1A00000, "UIKit": 0x1200000, "Foundation": 0xC00000, "CoreFoundation": 0x400000}.get(name)
        return Image(name, "%s/System/Library/%s/%s.framework/%s" % (root, folder, name, name), identifier,
                     version if identified else None, version if identified else None, size=size)
    out = [framework("CoreFoundation", "Frameworks")]
    out += [framework(name, "Frameworks") for name in FRAMEWORKS]
    out += [framework(name, "PrivateFrameworks") for name in PRIVATE if private_uikit or name != "UIKitCore"]
    out += [Image(name, "%s/usr/lib/%s" % (root, name), size=0x200000 if "swiftCore" in name else 0x80000) for name in LIBRARIES]
    out += [Image(name, "%s/usr/lib/system/%s" % (root, name), size=0x80000) for name in SYSTEM]
    return out


def host_images():
    """Returns the libraries of the host that a simulator process loads."""
    return [Image("libsystem_kernel.dylib", "/usr/lib/system/libsystem_kernel.dylib", group="low", size=0x3C000),
            Image("libsystem_pthread.dylib", "/usr/lib/system/libsystem_pthread.dylib", group="low", size=0x10000),
            Image("libsystem_platform.dylib", "/usr/lib/system/libsystem_platform.dylib", group="low", size=0xC000)]


def ib_images(agent, root, folder=OVERLAYS, version="21500", products=PRODUCTS):
    """Returns the images of a designables agent that are not part of the simulated system."""
    return [Image(agent, "%s/%s" % (folder, agent), None, "17.0", version, group="low", size=0xC000),
            Image("dyld_sim", root + "/usr/lib/dyld_sim", group="low", size=0x80000),
            Image("IBFoundation", folder.replace("Overlays", "Frameworks") + "/IBFoundation.framework/IBFoundation",
                  "com.apple.dt.IBFoundation", "17.0", version, group="low", size=0x60000),
            Image("MyApp", products + "/MyApp.app/MyApp", "com.example.MyApp", "2.4", "412", group="low", size=0x1D4000)]


F = Frame


def dyld2_dlopen():
    """Frames of the simulator's dyld 2: a module initializer runs inside dlopen."""
    context = "ImageLoader::LinkContext const&"
    timing = "ImageLoader::InitializerTimingList&"
    return [
        F("dyld_sim", "ImageLoaderMachO::doModInitFunctions(%s)" % context, 421),
        F("dyld_sim", "ImageLoaderMachO::doInitialization(%s)" % context, 36),
        F("dyld_sim", "ImageLoader::recursiveInitialization(%s, unsigned int, %s, ImageLoader::UninitedUpwards&)"
          % (context, timing), 348),
        F("dyld_sim", "ImageLoader::processInitializers(%s, unsigned int, %s, ImageLoader::UninitedUpwards&)"
          % (context, timing), 184),
        F("dyld_sim", "ImageLoader::runInitializers(%s, %s)" % (context, timing), 82),
        F("dyld_sim", "dyld::runInitializers(ImageLoader*)", 97),
        F("dyld_sim", "dlopen", 1012),
        F("libdyld.dylib", "dlopen", 62),
    ]


def dyld4_dlopen():
    """Frames of the loader of current systems."""
    section = "void (dyld3::MachOFile::SectionInfo const&, bool, bool&) block_pointer"
    command = "void (load_command const*, bool&) block_pointer"
    each = ("dyld3::MachOAnalyzer::forEachInitializer(Diagnostics&, dyld3::MachOAnalyzer::VMAddrConverter const&, "
            "void (unsigned int) block_pointer, void const*) const")
    run = "dyld4::Loader::findAndRunAllInitializers(dyld4::RuntimeState&) const"
    inner = "invocation function for block in "
    return [
        F("dyld_sim", inner + run, 168),
        F("dyld_sim", inner + each, 344),
        F("dyld_sim", inner + "dyld3::MachOFile::forEachSection(%s) const" % section, 496),
        F("dyld_sim", "dyld3::MachOFile::forEachLoadCommand(Diagnostics&, %s) const" % command, 304),
        F("dyld_sim", "dyld3::MachOFile::forEachSection(%s) const" % section, 192),
        F("dyld_sim", each, 516),
        F("dyld_sim", run, 492),
        F("dyld_sim", "dyld4::Loader::runInitializersBottomUp(dyld4::RuntimeState&, "
          "dyld3::Array<dyld4::Loader const*>&) const", 220),
        F("dyld_sim", "dyld4::Loader::runInitializersBottomUpPlusUpwardLinks(dyld4::RuntimeState&) const", 124),
        F("dyld_sim", "dyld4::APIs::dlopen_from(char const*, int, void*)", 708),
    ]


def load_phase():
    """Frames of the agent that requests loading of the app."""
    return [F("IBFoundation", "-[IBAbstractInterfaceBuilderTool _resultByLoadingUnloadedBundleInstance:]", 162),
            F("IBFoundation", "-[IBAbstractInterfaceBuilderTool loadBuiltLiveViewBundleInstances:]", 588)]


def render_phase():
    """Frames of the agent that creates and draws one instance."""
    return [F("IBFoundation", "-[IBAbstractInterfaceBuilderTool _instantiateLiveViewOfClassNamed:frame:]", 224),
            F("IBFoundation", "-[IBAbstractInterfaceBuilderTool renderLiveViewInstances:]", 412)]


def serving(agent, modern=False):
    """Frames from the delivered message down to main."""
    deliver = "-[IBMessageReceiveChannel deliverMessage:toTarget:withArguments:context:result:]"
    receive = "-[IBMessageReceiveChannel runBlockingReceiveLoopNotifyingQueue:notifyingTarget:context:]"
    out = [F("IBFoundation", "__80" + deliver + "_block_invoke", 264), F("IBFoundation", deliver, 428),
           F("IBFoundation", "__88" + receive + "_block_invoke", 104), F("libdispatch.dylib", "_dispatch_client_callout", 8)]
    if modern:
        out += [F("libdispatch.dylib", "_dispatch_async_and_wait_invoke", 148)]
    else:
        out += [F("libdispatch.dylib", "_dispatch_barrier_sync_f_slow_invoke", 57)]
    out += [F("libdispatch.dylib", "_dispatch_client_callout", 8)]
    if modern:
        out += [F("libdispatch.dylib", "_dispatch_main_queue_drain", 932)]
    out += [F("libdispatch.dylib", "_dispatch_main_queue_callback_4CF", 44 if modern else 512),
            F("CoreFoundation", "__CFRUNLOOP_IS_SERVICING_THE_MAIN_DISPATCH_QUEUE__", 12 if modern else 9),
            F("CoreFoundation", "__CFRunLoopRun", 1936), F("CoreFoundation", "CFRunLoopRunSpecific", 572),
            F("Foundation", "-[NSRunLoop(NSRunLoop) runMode:beforeDate:]", 208),
            F("IBFoundation", "-[IBAbstractPlatformTool startServingReceiveChannel:]", 316),
            F("IBFoundation", "-[IBAbstractPlatformTool startServingSocket:]", 112),
            F("IBFoundation", "+[IBAbstractPlatformTool main]", 236), F(agent, "main", 48)]
    out += [F("dyld_sim", "start_sim", 20)] if modern else [F("libdyld.dylib", "start", 1)]
    return out


KERNEL, PTHREAD = "libsystem_kernel.dylib", "libsystem_pthread.dylib"


def idle_agent_threads(count=11, old=False):
    """Returns the other threads of an agent, which wait for messages and work. `old`: before iOS 10."""
    deliver = "-[IBMessageReceiveChannel runBlockingReceiveLoopNotifyingQueue:notifyingTarget:context:]"
    reading = Thread([
        F(KERNEL, "read", 8), F("Foundation", "-[NSConcreteFileHandle readDataOfLength:]", 496),
        F("IBFoundation", "-[IBMessageReceiveChannel readMessageReturningError:]", 120), F("IBFoundation", deliver, 288),
        F("IBFoundation", "__53-[IBAbstractPlatformTool startServingReceiveChannel:]_block_invoke", 36),
        F("libdispatch.dylib", "_dispatch_call_block_and_release", 24), F("libdispatch.dylib", "_dispatch_client_callout", 16),
        F("libdispatch.dylib", "_dispatch_root_queue_drain", 724), F("libdispatch.dylib", "_dispatch_worker_thread2", 184),
        F(PTHREAD, "_pthread_wqthread", 228), F(PTHREAD, "start_wqthread", 8)],
        queue="com.apple.root.user-initiated-qos")
    mach = lambda: [F(KERNEL, "mach_msg2_trap", 8), F(KERNEL, "mach_msg2_internal", 76),
                    F(KERNEL, "mach_msg_overwrite", 440), F(KERNEL, "mach_msg", 24)]
    events = Thread(mach() + [
        F("CoreFoundation", "__CFRunLoopServiceMachPort", 156), F("CoreFoundation", "__CFRunLoopRun", 1168),
        F("CoreFoundation", "CFRunLoopRunSpecific", 572), F("Foundation", "-[NSRunLoop(NSRunLoop) runMode:beforeDate:]", 208),
        F("Foundation", "-[NSRunLoop(NSRunLoop) runUntilDate:]", 60),
        F("UIKitCore", "-[UIEventFetcher threadMain]", 404), F("Foundation", "__NSThread__start__", 720),
        F(PTHREAD, "_pthread_start", 104), F(PTHREAD, "thread_start", 8)], name="com.apple.uikit.eventfetch-thread")
    waiting = Thread([F(KERNEL, "__psynch_cvwait", 8), F(PTHREAD, "_pthread_cond_wait", 1224),
                      F("JavaScriptCore", "scavenger_thread_main", 1168), F(PTHREAD, "_pthread_start", 104),
                      F(PTHREAD, "thread_start", 8)], name="JavaScriptCore libpas scavenger")
    manager = Thread([F(KERNEL, "kevent_qos", 10), F("libdispatch.dylib", "_dispatch_mgr_invoke", 278),
                      F("libdispatch.dylib", "_dispatch_mgr_thread", 52)], queue="com.apple.libdispatch-manager")
    out = [manager, reading] if old else [reading, events, waiting]
    while len(out) < count:
        if len(out) % 3 == 0:
            out.append(Thread([F(KERNEL, "__workq_kernreturn", 8), F(PTHREAD, "_pthread_wqthread", 364),
                               F(PTHREAD, "start_wqthread", 8)]))
        else:
            out.append(Thread([F(PTHREAD, "start_wqthread", 0)]))
    return out


def nib_cycle(view="CardView", app="MyApp", location=112, line=31, controller="CardView.m"):
    """One round of a view that loads, in its initializer, the nib whose root view has the same class."""
    return [
        F(app, "-[%s initWithCoder:]" % view, location, controller, line),
        F("UIKitCore", "-[UIClassSwapper initWithCoder:]", 2368),
        F("UIFoundation", "UINibDecoderDecodeObjectForValue", 688),
        F("UIFoundation", "-[UINibDecoder decodeObjectForKey:]", 268),
        F("UIKitCore", "-[UIRuntimeConnection initWithCoder:]", 184),
        F("UIFoundation", "UINibDecoderDecodeObjectForValue", 688),
        F("UIFoundation", "-[UINibDecoder decodeObjectForKey:]", 268),
        F("UIKitCore", "-[UINib instantiateWithOwner:options:]", 1092),
        F("UIKitCore", "-[NSBundle(UINSBundleAdditions) loadNibNamed:owner:options:]", 172),
    ]


def abort_frames():
    """Frames of an uncaught Objective-C exception that terminates the process."""
    return [F(KERNEL, "__pthread_kill", 8), F(PTHREAD, "pthread_kill", 256), F("libsystem_c.dylib", "abort", 104),
            F("libc++abi.dylib", "abort_message", 128), F("libc++abi.dylib", "demangling_terminate_handler()", 300),
            F("libobjc.A.dylib", "_objc_terminate()", 124), F("libc++abi.dylib", "std::__terminate(void (*)())", 12),
            F("libc++abi.dylib", "__cxa_rethrow", 144), F("libobjc.A.dylib", "objc_exception_rethrow", 40)]


def thrown_from_nib():
    """Frames in which UINib raises if the nib is not in the bundle."""
    return [F("CoreFoundation", "__exceptionPreprocess", 160), F("libobjc.A.dylib", "objc_exception_throw", 56),
            F("CoreFoundation", "+[NSException raise:format:]", 108), F("UIKitCore", "-[UINib instantiateWithOwner:options:]", 1480),
            F("UIKitCore", "-[NSBundle(UINSBundleAdditions) loadNibNamed:owner:options:]", 172)]


def app_main(app="MyApp", modern=True):
    """Frames from the run loop of an iOS app down to the loader."""
    return [F("CoreFoundation", "__CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0_PERFORM_FUNCTION__", 24),
            F("CoreFoundation", "__CFRunLoopDoSource0", 172), F("CoreFoundation", "__CFRunLoopDoSources0", 240),
            F("CoreFoundation", "__CFRunLoopRun", 824), F("CoreFoundation", "CFRunLoopRunSpecific", 572),
            F("GraphicsServices", "GSEventRunModal", 160), F("UIKitCore", "-[UIApplication _run]", 888),
            F("UIKitCore", "UIApplicationMain", 340), F(app, "main", 64, "main.m", 14), F("dyld", "start", 2104)]


def below(frames, symbol="CFRunLoopRunSpecific"):
    """Returns the outer frames of a stack, starting at a function."""
    return frames[next(i for i, frame in enumerate(frames) if frame.symbol == symbol):]
