"""Invented reports in the formats of crash reporting services: Bugsnag, measure.sh, Crashlytics and PLCrashReporter."""

import json

MYAPP = "/private/var/containers/Bundle/Application/00000000-0000-4000-8000-000000000001/MyApp.app/MyApp"
CORE = "/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation"
KERNEL = "/usr/lib/system/libsystem_kernel.dylib"
# Path, load address, size, UUID
IMAGES = [(MYAPP, 0x104B20000, 0xE4000, "00000000-0000-4000-8000-0000000000F3"),
          (CORE, 0x18E2A4000, 0x400000, "00000000-0000-4000-8000-0000000000F4"),
          (KERNEL, 0x1C9F58000, 0x38000, "00000000-0000-4000-8000-0000000000F5")]
# Image, offset, function, offset in it
RAISED = [(1, 0x6278C, "__exceptionPreprocess", 164), (1, 0x1A2F4, "-[__NSArrayM objectAtIndex:]", 312),
          (0, 0x2B4E0, "CardStore.card(at:)", 212), (0, 0x11F04, "CardListController.openSelected(_:)", 148),
          (0, 0x8A10, "main", 64)]
WAITING = [(2, 0x1B04, "mach_msg2_trap", 8), (1, 0x7F1A0, "__CFRunLoopRun", 1208)]
ABORTED = [(2, 0x9B40, "__pthread_kill", 8), (0, 0x2B4E0, "CardStore.save()", 96), (0, 0x8A10, "main", 64)]
REASON = "*** -[__NSArrayM objectAtIndex:]: index 3 beyond bounds [0 .. 2]"
REGISTERS = [("x0", 0), ("x1", 0x16B2DF0A0), ("fp", 0x16B2DF120), ("lr", 0x104B4B4E0), ("sp", 0x16B2DF0A0), ("pc", 0x1C9F61B40)]


def address(frame):
    return IMAGES[frame[0]][1] + frame[1]


def dump(value):
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def bugsnag(unhandled=True):
    def stack(frames):
        return [dict(method=name, machoFile=IMAGES[image][0], machoUUID=IMAGES[image][3],
                     machoLoadAddress=hex(IMAGES[image][1]), machoVMAddress="0x100000000",
                     frameAddress=hex(IMAGES[image][1] + offset), symbolAddress=hex(IMAGES[image][1] + offset - distance),
                     **({"isPC": True} if number == 0 else {}))
                for number, (image, offset, name, distance) in enumerate(frames)]
    return {
        "exceptions": [{"errorClass": "NSRangeException", "message": REASON, "type": "cocoa", "stacktrace": stack(RAISED)}],
        "threads": [{"id": "0", "name": "", "errorReportingThread": True, "type": "cocoa", "state": "TH_STATE_RUNNING",
                     "stacktrace": stack(RAISED)},
                    {"id": "1", "name": "com.example.loader", "errorReportingThread": False, "type": "cocoa",
                     "state": "TH_STATE_WAITING", "stacktrace": stack(WAITING)}],
        "unhandled": unhandled, "severity": "error" if unhandled else "warning",
        "severityReason": {"type": "unhandledException" if unhandled else "handledException"},
        "app": {"id": "com.example.MyApp", "version": "2.4", "bundleVersion": "412", "binaryArch": "arm64", "type": "iOS",
                "releaseStage": "production"},
        "device": {"osName": "iOS", "osVersion": "17.4.1", "runtimeVersions": {"osBuild": "21E237"}, "model": "iPhone14,5",
                   "modelNumber": "D17AP", "time": "2024-04-18T08:42:07.120Z"},
        "metaData": {}, "breadcrumbs": []}


def bugsnag_request():
    return {"apiKey": "00000000000000000000000000000000", "payloadVersion": "4.0",
            "notifier": {"name": "iOS Bugsnag Notifier", "version": "6.28.0"}, "events": [bugsnag(), bugsnag(False)]}


def measure_exception():
    def frames(stack):
        return [{"frame_index": number, "binary_name": IMAGES[image][0].rsplit("/", 1)[1], "in_app": image == 0,
                 "binary_address": "%x" % IMAGES[image][1], "symbol_address": "%016x" % (IMAGES[image][1] + offset),
                 "offset": offset} for number, (image, offset, _, _) in enumerate(stack)]
    return {"foreground": True, "handled": False,
            "exceptions": [{"type": "", "message": "", "signal": "SIGABRT", "thread_name": "Thread 0 Crashed",
                            "thread_sequence": 0, "os_build_number": "21E237", "frames": frames(ABORTED)}],
            "threads": [{"name": "Thread 1", "sequence": 1, "frames": frames(WAITING)}],
            "binary_images": [{"name": path.rsplit("/", 1)[1], "path": path, "start_addr": "%x" % load,
                               "end_addr": "%x" % (load + size - 1), "arch": "arm64", "system": number > 0,
                               "uuid": uuid.replace("-", "").lower()} for number, (path, load, size, uuid) in enumerate(IMAGES)]}


def measure_session():
    attribute = {"platform": "ios", "os_name": "ios", "os_version": "17.4.1", "device_model": "iPhone14,5",
                 "device_cpu_arch": "arm64", "app_unique_id": "com.example.MyApp", "app_version": "2.4", "app_build": "412"}
    session = "00000000-0000-4000-8000-000000000700"
    return {"events": [
        {"id": "00000000-0000-4000-8000-000000000701", "session_id": session, "type": "lifecycle_app",
         "timestamp": "2024-04-18T08:41:58.004Z", "lifecycle_app": {"type": "foreground"}, "attribute": attribute},
        {"id": "00000000-0000-4000-8000-000000000702", "session_id": session, "type": "exception",
         "timestamp": "2024-04-18T08:42:07.120Z", "exception": measure_exception(), "attribute": attribute}]}


def clsrecord():
    def line(value):
        return json.dumps(value, separators=(",", ":")) + "\n"
    threads = [{"registers": dict(REGISTERS), "stacktrace": [address(f) for f in ABORTED], "crashed": True},
               {"registers": {"pc": address(WAITING[0])}, "stacktrace": [address(f) for f in WAITING]}]
    return "".join(
        [line({"mach_exception": {"exception": 1, "codes": [1, 24], "name": "EXC_BAD_ACCESS", "code_name": "KERN_INVALID_ADDRESS",
                                  "original_ports": 1, "time": 1713429727}}),
         line({"threads": threads}), line({"dispatch_queue_names": ["com.apple.main-thread", ""]}),
         line({"thread_names": ["", "com.example.loader"]}), line({"storage": {"free": 58598748160, "total": 499963174912}})]
        + [line({"load": {"path": path.encode().hex(), "base": load, "size": size, "uuid": uuid.replace("-", "").lower()}})
           for path, load, size, uuid in IMAGES])


# PLCrashReporter: protocol buffers

def varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out + bytes([value]))


def message(*fields):
    """Encodes (number, value) pairs; None is left out, numbers are varints, all else is bytes."""
    out = b""
    for number, value in fields:
        if isinstance(value, str):
            value = value.encode()
        if isinstance(value, bytes):
            out += varint(number << 3 | 2) + varint(len(value)) + value
        elif value is not None:
            out += varint(number << 3) + varint(int(value))
    return out


def plcrash(exception=True):
    arm64 = message((1, 1), (2, 0x100000C), (3, 0))

    def frame(entry):
        symbol = message((1, "_" + entry[2] if entry[2][0] != "-" else entry[2]), (2, address(entry) - entry[3]))
        return message((3, address(entry)), (6, symbol))

    def thread(number, stack, crashed):
        registers = [(4, message((1, name), (2, value))) for name, value in REGISTERS] if crashed else []
        return message((1, number), *[(2, frame(entry)) for entry in stack], (3, crashed), *registers)
    mach = None if exception else message((1, 1), (2, 1), (2, 24))
    signal = message((1, "SIGABRT"), (2, "#0"), (3, address(ABORTED[0])))
    if not exception:
        signal = message((1, "SIGSEGV"), (2, "SEGV_MAPERR"), (3, 24), (4, mach))
    return b"plcrash\x01" + message(
        (1, message((1, 1), (2, "17.4.1"), (3, 6), (4, 1713429727), (5, "21E237"))),
        (2, message((1, "com.example.MyApp"), (2, "412"), (3, "2.4"))),
        (3, thread(0, ABORTED, True)), (3, thread(1, WAITING, False)),
        *[(4, message((1, load), (2, size), (3, path), (4, bytes.fromhex(uuid.replace("-", ""))), (5, arm64)))
          for path, load, size, uuid in IMAGES],
        (5, message((1, "NSRangeException"), (2, REASON), *[(3, frame(entry)) for entry in RAISED]) if exception else None),
        (6, signal),
        (7, message((1, "MyApp"), (2, 4211), (3, MYAPP), (4, "launchd"), (5, 1), (6, True), (7, 1713429718))),
        (8, message((1, "iPhone14,5"), (2, arm64), (3, 6), (4, 6))),
        (9, message((1, False), (2, bytes.fromhex("00000000000040008000000000000501")))))


def sentry_2017():
    """An event of Sentry's first client for Apple platforms: names without `meta`, times without a zone."""
    def stack(frames):
        return [{"image_addr": hex(IMAGES[image][1]), "package": IMAGES[image][0], "function": name,
                 "instruction_addr": hex(IMAGES[image][1] + offset), "symbol_addr": hex(IMAGES[image][1] + offset - distance)}
                for image, offset, name, distance in reversed(frames)]
    registers = {name: hex(value) for name, value in REGISTERS}
    return {"event_id": "00000000000000000000000000000502", "timestamp": "2017-01-26T09:55:14", "platform": "cocoa",
            "exception": {"values": [{
                "type": "EXC_BAD_ACCESS", "value": "Attempted to dereference null pointer.", "thread_id": 0,
                "mechanism": {"relevant_address": "0x18", "posix_signal": {"name": "SIGSEGV", "signal": 11, "code": 0},
                              "mach_exception": {"exception": 1, "exception_name": "EXC_BAD_ACCESS", "code": 1, "subcode": 8}},
                "stacktrace": {"frames": stack(ABORTED), "registers": registers}}]},
            "threads": {"values": [{"id": 0, "crashed": True, "stacktrace": {"frames": stack(ABORTED), "registers": registers}},
                                   {"id": 1, "crashed": False, "stacktrace": {"frames": stack(WAITING)}}]},
            "debug_meta": {"images": [{"type": "apple", "name": path, "uuid": uuid, "image_addr": hex(load), "image_size": size,
                                       "cpu_type": 16777228, "cpu_subtype": 0} for path, load, size, uuid in IMAGES]},
            "contexts": {"os": {"name": "iOS", "version": "10.2", "build": "14C92"},
                         "device": {"arch": "arm64", "model": "iPhone9,4"}, "app": {"app_identifier": "com.example.MyApp"}}}


def sentry_envelope():
    event = json.dumps(sentry_2017(), separators=(",", ":"))
    header = {"event_id": "00000000000000000000000000000502", "sent_at": "2017-01-26T09:55:15Z", "sdk": {"name": "sentry.cocoa"}}
    item = {"type": "event", "length": len(event), "content_type": "application/json"}
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in (header, item)) + event + "\n"


def kscrash_in_handler():
    """KSCrash 2: the report on the app, with numbers as times, and inside it one on the reporter's own crash."""
    def stack(frames):
        return {"skipped": 0, "contents": [
            {"instruction_addr": IMAGES[image][1] + offset, "object_addr": IMAGES[image][1],
             "object_name": IMAGES[image][0].rsplit("/", 1)[1], "symbol_addr": IMAGES[image][1] + offset - distance,
             "symbol_name": name} for image, offset, name, distance in frames]}

    def error(code, address, signal):
        return {"type": "mach", "address": address, "signal": {"signal": 11 if signal == "SIGSEGV" else 10, "name": signal, "code": 0},
                "mach": {"exception": 1, "exception_name": "EXC_BAD_ACCESS", "code": code, "subcode": 0,
                         "code_name": "KERN_INVALID_ADDRESS"}}
    return {"report": {"id": "00000000-0000-4000-8000-000000000503", "timestamp": 1713429727120455, "type": "standard",
                       "process_name": "MyApp", "version": {"major": 2, "minor": 0}},
            "system": {"system_name": "iOS", "system_version": "17.4.1", "os_version": "21E237", "machine": "iPhone14,5",
                       "cpu_arch": "arm64", "process_name": "MyApp", "process_id": 4211, "app_start_time": 1713429718},
            "binary_images": [{"image_addr": load, "image_size": size, "name": path, "uuid": uuid, "cpu_type": 16777228,
                               "cpu_subtype": 2} for path, load, size, uuid in IMAGES],
            "crash": {"error": error(1, 0xFFFFFFFF, "SIGSEGV"),
                      "threads": [{"index": 0, "crashed": True, "backtrace": stack(ABORTED),
                                   "registers": {"basic": dict(REGISTERS)}, "stack": {"overflow": False}},
                                  {"index": 1, "crashed": False, "backtrace": stack(WAITING)}]},
            "recrash_report": {"report": {"id": "00000000-0000-4000-8000-000000000503", "type": "minimal", "timestamp": 1713429727},
                               "crash": {"error": error(2, 0, "SIGBUS"),
                                         "crashed_thread": {"index": 5, "crashed": True, "backtrace": stack(WAITING)}}}}


def files():
    return {"bugsnag/event.json": dump(bugsnag()), "bugsnag/request.json": dump(bugsnag_request()),
            "measure/exception.json": dump(measure_exception()), "measure/session.json": dump(measure_session()),
            "crashlytics-record/mach_exception.clsrecord": clsrecord(),
            "plcrash/exception.plcrash": plcrash(), "plcrash/signal.plcrash": plcrash(False),
            "plcrash/cut-off.plcrash": plcrash()[:700],
            "third-party-json/sentry-2017.json": dump(sentry_2017()), "third-party-json/sentry.envelope": sentry_envelope(),
            "third-party-json/kscrash-crash-in-handler.json": dump(kscrash_in_handler())}
